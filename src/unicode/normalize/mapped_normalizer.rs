//! Normalizers with user mappings, and the check that they are idempotent.

use super::form::{Form, Mode};
use super::mapped_table::{self, MAX_RESULT_LENGTH, MappingError, error};
use super::normalizer::{Normalizer, PreMappingTables};
use super::span::Scratch;
use super::table::pairs;
use crate::memory;
use crate::unicode::hangul;
use std::collections::BTreeSet;

const UNSTABLE: &str = "a second normalization changes the result of the mappings";
const MULTIPLIES: &str = "results of the mappings compose to their sources again";

/// Maximum growth of a text by stable mappings: results of mappings, and of the composites with marks after them.
const MAX_GROWTH: usize = 2 * MAX_RESULT_LENGTH;

impl Normalizer {
    /// Creates a normalizer for a form with user mappings, each from a code point to a string (empty: removed; the code
    /// point itself: kept, even if the form changes it). The form's mappings apply to the results of user mappings and
    /// vice versa. User mappings apply to every canonically equivalent spelling of their sources, except that a source
    /// that NFC decomposes (U+0344, U+0958) is that code point alone.
    ///
    /// # Errors
    /// Cyclic or non-terminating mappings, and more mappings than the tables can hold.
    pub fn with_mappings(form: Form, mode: Mode, mappings: &[(char, String)]) -> Result<Normalizer, MappingError> {
        let mappings = memory::collect(mappings.iter().map(canonical_mapping));
        let table = mapped_table::build(form, &mappings)?;
        let mut normalizer = Normalizer::from_table(table, mode);
        let mut sources: Vec<char> = mappings.iter().map(|(source, _)| *source).collect();
        sources.sort_unstable();
        let before_folding = form.before_folding().table();
        normalizer.has_hangul_runs = false;
        normalizer.pre_mappings = Some(PreMappingTables { canonical: Form::Nfc.table(), before_folding, sources });
        check(&normalizer, &mappings)?;
        Ok(normalizer)
    }
}

/// The code point that NFC replaces a source by, if it is one: U+00C5 for U+212B.
pub fn canonical_source(source: char) -> char {
    let nfc = Form::Nfc.table();
    match *mapped_table::string_of(nfc.view(true), source, true) {
        [composed] => composed,
        _ => source,
    }
}

fn canonical_mapping((source, target): &(char, String)) -> (char, String) {
    let canonical = canonical_source(*source);
    let is_kept = target.chars().eq([*source]);
    (canonical, if is_kept { canonical.to_string() } else { memory::copied(target) })
}

fn hangul_pair(syllable: u32) -> Option<(char, char, char)> {
    let composite = char::from_u32(syllable)?;
    hangul::raw_decomposition(composite).map(|(first, second)| (first, second, composite))
}

/// Checks that normalization is idempotent on the sources of the mappings: alone and before each mark that composes;
/// for marks, also after each letter that composes with a mark, and after each composite.
fn check(normalizer: &Normalizer, mappings: &[(char, String)]) -> Result<(), MappingError> {
    let mut scratch = Scratch::default();
    let mut run = |text: &str| {
        let mut out = Vec::new();
        normalizer.normalize(text.as_bytes(), &mut out, &mut scratch);
        memory::checkpoint();
        String::from_utf8_lossy(&out).into_owned()
    };
    let (mut marks, mut letters) = (BTreeSet::new(), BTreeSet::new());
    let has_hangul = mappings.iter().any(|(source, _)| hangul::is_jamo_or_syllable((*source).into()));
    let syllables = hangul::SYLLABLES.filter(|_| has_hangul);
    for (first, second, composite) in pairs().chain(syllables.filter_map(hangul_pair)) {
        marks.insert(second);
        letters.extend([first, composite]);
    }
    for (source, _) in mappings {
        let with_mark = marks.iter().map(|mark| format!("{source}{mark}")).chain([source.to_string()]);
        let after_letter = letters.iter().filter(|_| marks.contains(source)).map(|letter| format!("{letter}{source}"));
        for text in with_mark.chain(after_letter) {
            let once = run(&text);
            if once.chars().count() > MAX_GROWTH * text.chars().count() {
                return Err(error(MULTIPLIES, *source, vec![text]));
            }
            let twice = run(&once);
            if once != twice {
                return Err(error(UNSTABLE, *source, vec![text, once, twice]));
            }
        }
    }
    Ok(())
}
