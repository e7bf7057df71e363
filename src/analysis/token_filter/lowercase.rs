//! Token filter `lowercase`: maps code point by code point, as in Lucene (ruling N2), so `İ` becomes `i` and `Σ`
//! becomes `σ` at the end of a word too. `language` selects the variants of Lucene's filters for Greek, Irish and
//! Turkish.

use crate::analysis::batch::{Arena, Batch};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{OptionKind, OptionSpec};
use crate::analysis::token_filter::case_mapping::{CaseMapping, map_terms};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::AsciiUpper;
use crate::unicode::text::{CodeUnit, code_points};
use icu_casemap::CaseMapper;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use std::sync::Arc;

static LANGUAGE: OptionSpec = OptionSpec::absent(
    "language",
    OptionKind::ChoiceOfAnyCase(&["greek", "irish", "turkish"]),
    "the engine's variant for a language; absent: the same mapping for all",
);

/// The component type of the token filter `lowercase`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "lowercase",
    help: "maps terms to lower case, code point by code point",
    options: &[&LANGUAGE],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|options, _| {
        let language = match options.text(&LANGUAGE) {
            Some("greek") => LowercaseVariant::Greek,
            Some("irish") => LowercaseVariant::Irish,
            Some("turkish") => LowercaseVariant::Turkish,
            _ => LowercaseVariant::Any,
        };
        Ok(Arc::new(LowercaseFilter { language, resized: Vec::new() }))
    }),
};

#[derive(Clone, Copy, Debug, Default)]
enum LowercaseVariant {
    #[default]
    Any,
    Greek,
    Irish,
    Turkish,
}

/// The token filter `lowercase`.
#[derive(Clone, Debug, Default)]
pub struct LowercaseFilter {
    language: LowercaseVariant,
    /// A reused buffer.
    resized: Vec<usize>,
}

impl<U: CodeUnit> TokenFilter<U> for LowercaseFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        match self.language {
            LowercaseVariant::Any => map_terms::<U, Lowercase>(text, batch, &mut self.resized),
            LowercaseVariant::Greek => map_terms::<U, GreekLowercase>(text, batch, &mut self.resized),
            LowercaseVariant::Irish => batch.rewrite_all(text, write_irish),
            LowercaseVariant::Turkish => batch.rewrite_all(text, write_turkish),
        }
    }
}

struct Lowercase;

impl CaseMapping for Lowercase {
    type Changing = AsciiUpper;

    const FIRST: u8 = b'A';

    #[inline]
    fn map(c: char) -> char {
        lowercase(c)
    }
}

/// Simple_Lowercase_Mapping.
#[inline]
fn lowercase(c: char) -> char {
    match c {
        '\0'..='\x7F' => c.to_ascii_lowercase(),
        // The lower half of Latin-1, and large ranges without case: Hebrew to Myanmar, CJK and Yi, Hangul.
        'ß'..='ÿ' | '\u{590}'..='\u{109F}' | '\u{2D30}'..='\u{A63F}' | '\u{AC00}'..='\u{FAFF}' => c,
        _ => CaseMapper::new().simple_lowercase(c),
    }
}

/// Lower case without tonos and dialytika, and with final sigma as sigma: Lucene's `GreekLowerCaseFilter`.
struct GreekLowercase;

impl CaseMapping for GreekLowercase {
    type Changing = AsciiUpper;

    const FIRST: u8 = b'A';

    fn map(c: char) -> char {
        match c {
            'ς' => 'σ',
            'Ά' | 'ά' => 'α',
            'Έ' | 'έ' => 'ε',
            'Ή' | 'ή' => 'η',
            'Ί' | 'Ϊ' | 'ί' | 'ϊ' | 'ΐ' => 'ι',
            'Ύ' | 'Ϋ' | 'ύ' | 'ϋ' | 'ΰ' => 'υ',
            'Ό' | 'ό' => 'ο',
            'Ώ' | 'ώ' => 'ω',
            '\u{3A2}' => 'ς', // unassigned, where the capital of ς would be; Lucene maps it
            _ => lowercase(c),
        }
    }
}

/// The variant `irish`: a prefixed `n` or `t` before an upper-case vowel gets a hyphen (nAthair: n-athair). Like
/// Lucene, it maps only characters of the Basic Multilingual Plane.
fn write_irish<U: CodeUnit>(term: &[U], arena: &mut Arena<U>) {
    let mut rest = code_points(term).map(|(_, c)| c).peekable();
    if let Some(prefix) = rest.next_if(|c| matches!(c, 'n' | 't')) {
        arena.push(prefix);
        if rest.peek().is_some_and(|c| "AEIOUÁÉÍÓÚ".contains(*c)) {
            arena.push('-');
        }
    }
    rest.for_each(|c| arena.push(if c > '\u{FFFF}' { c } else { lowercase(c) }));
}

/// The variant `turkish`: I becomes ı, or i if a dot above follows, which is then removed.
fn write_turkish<U: CodeUnit>(term: &[U], arena: &mut Arena<U>) {
    const DOT_ABOVE: char = '\u{307}';
    let is_mark = |c: char| CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::NonspacingMark;
    let mut after_dotted = false;
    for (at, c) in code_points(term) {
        if c == 'I' {
            let after = term.part(at + 1..);
            let mut marks = code_points(after).map(|(_, c)| c).take_while(|c| is_mark(*c));
            after_dotted = marks.any(|mark| mark == DOT_ABOVE);
            arena.push(if after_dotted { 'i' } else { 'ı' });
            continue;
        }
        after_dotted &= is_mark(c);
        if !(after_dotted && c == DOT_ABOVE) {
            arena.push(lowercase(c));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::batch::BatchToken;
    use crate::analysis::token::TokenType;
    use crate::unicode::text::{from_str, to_string};

    fn filtered<U: CodeUnit>(language: LowercaseVariant, text: &str) -> String {
        let text = from_str::<U>(text);
        let mut batch = Batch::default();
        batch.tokens.push(BatchToken::of_text(0, text.len(), TokenType::Word));
        TokenFilter::filter(&mut LowercaseFilter { language, resized: Vec::new() }, &text, &mut batch);
        to_string(batch.units(&text, batch.tokens[0].term))
    }

    fn check(language: LowercaseVariant, pairs: &[(&str, &str)]) {
        for (text, expected) in pairs {
            assert_eq!(filtered::<u8>(language, text), *expected);
            assert_eq!(filtered::<u16>(language, text), *expected);
        }
    }

    #[test]
    fn shortcuts_agree_with_the_data() {
        assert!(('\0'..=char::MAX).all(|c| lowercase(c) == CaseMapper::new().simple_lowercase(c)));
    }

    #[test]
    fn maps_code_point_by_code_point() {
        check(
            LowercaseVariant::Any,
            &[("ABC", "abc"), ("İ", "i"), ("ΟΔΟΣ", "οδοσ"), ("STRAẞE", "straße"), ("𐐀", "𐐨"), ("ȺÀ", "ⱥà")],
        );
    }

    #[test]
    fn languages_give_the_engines_results() {
        check(LowercaseVariant::Greek, &[("ΜΆΪΟΣ", "μαιοσ"), ("Μάιος", "μαιοσ"), ("ABC", "abc")]);
        check(
            LowercaseVariant::Irish,
            &[("nAthair", "n-athair"), ("tUisce", "t-uisce"), ("Nead", "nead"), ("t", "t"), ("nÓg", "n-óg")],
        );
        check(
            LowercaseVariant::Turkish,
            &[
                ("ISPARTA İL", "ısparta il"),
                ("I\u{307}Z", "iz"),
                ("I\u{316}\u{307}", "i\u{316}"),
                ("A\u{307}", "a\u{307}"),
            ],
        );
    }
}
