//! Built-in transforms, which have no rule text: normalization, case, removal, escapes, character names, word breaks.

use super::text::{Position, Symbol, Text, units};
use super::touched::{Touched, TouchedBuilder};
use super::{LimitReached, Run};
use crate::unicode::character_name;
use crate::unicode::normalize::{Form, Mode, Normalizer};
use crate::unicode::rule_text::is_pattern_white_space;
use crate::unicode::segment::BreakKind;
use icu_casemap::CaseMapper;
use icu_casemap::options::{LeadingAdjustment, TitlecaseOptions, TrailingCase};
use icu_locale_core::LanguageIdentifier;
use icu_properties::props::{CaseIgnorable, Cased, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use once_cell::sync::Lazy;

/// A transform that is implemented in code, without a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuiltIn {
    Null,
    Remove,
    Normalize(Form, Mode),
    Lower,
    Upper,
    Title,
    CaseFold,
    ToHex(Hex),
    FromHex(&'static [Hex]),
    ToName,
    FromName,
    BreakInternal,
}

/// An escape syntax of `Any-Hex` and `Hex-Any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hex {
    prefix: &'static str,
    suffix: &'static str,
    radix: u32,
    least: usize,
    most: usize,
    /// Code points above U+FFFF are written as two surrogates.
    by_units: bool,
    /// The prefix and the number of digits of a code point above U+FFFF, if they differ.
    long: Option<(&'static str, usize)>,
}

impl Hex {
    const fn new(prefix: &'static str, suffix: &'static str, radix: u32, least: usize, most: usize) -> Hex {
        Hex { prefix, suffix, radix, least, most, by_units: false, long: None }
    }

    pub(super) const UNICODE: Hex = Hex::new("U+", "", 16, 4, 6);
    pub(super) const JAVA: Hex = Hex { by_units: true, ..Hex::new("\\u", "", 16, 4, 4) };
    pub(super) const C: Hex = Hex { long: Some(("\\U", 8)), ..Hex::new("\\u", "", 16, 4, 4) };
    pub(super) const C_LONG: Hex = Hex::new("\\U", "", 16, 8, 8);
    pub(super) const XML: Hex = Hex::new("&#x", ";", 16, 1, 6);
    pub(super) const XML10: Hex = Hex::new("&#", ";", 10, 1, 7);
    pub(super) const PERL: Hex = Hex::new("\\x{", "}", 16, 1, 6);
    pub(super) const PLAIN: Hex = Hex::new("", "", 16, 4, 6);

    fn write(&self, c: u32, out: &mut String) {
        if self.by_units && c > 0xFFFF {
            let mut pair = [0; 2];
            let pair = char::from_u32(c).map_or(&[][..], |c| c.encode_utf16(&mut pair));
            pair.iter().for_each(|&unit| self.write(unit.into(), out));
            return;
        }
        let (prefix, least) = self.long.filter(|_| c > 0xFFFF).unwrap_or((self.prefix, self.least));
        let digits = if self.radix == 16 { format!("{c:0least$X}") } else { format!("{c:0least$}") };
        *out += &[prefix, &digits, self.suffix].concat();
    }

    /// Parses the escape at an index; returns its value and its length.
    fn read<S: Symbol>(&self, text: &Text<S>, at: usize, limit: usize) -> Option<(u32, usize)> {
        let mut position = at;
        let mut eat = |c: char| {
            let found = position < limit && text.get(position) == Some(c.into());
            position += usize::from(found);
            found
        };
        if !self.prefix.chars().all(&mut eat) {
            return None;
        }
        let digits = (position..limit.min(position + self.most))
            .map_while(|position| char::from_u32(text.get(position)?)?.to_digit(self.radix));
        let (mut value, mut count) = (0_u32, 0);
        for digit in digits {
            value = value.wrapping_mul(self.radix).wrapping_add(digit);
            count += 1;
        }
        position += count;
        let mut eat = |c: char| {
            let found = position < limit && text.get(position) == Some(c.into());
            position += usize::from(found);
            found
        };
        (count >= self.least && self.suffix.chars().all(&mut eat)).then_some((value, position - at))
    }
}

impl BuiltIn {
    /// Transforms a range and moves the cursor to its end.
    pub(super) fn transform<S: Symbol>(
        self,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        match self {
            BuiltIn::Null => {}
            BuiltIn::Remove => {
                text.replace(at.start, at.limit, std::iter::empty());
                at.resize(at.limit - at.start, 0);
            }
            BuiltIn::Normalize(form, mode) => {
                super::normalize::normalize(normalizer(form, mode), self.touched(), text, at, run);
            }
            BuiltIn::Lower => lower_range(self.touched(), text, at, run),
            BuiltIn::Upper => each(self.touched(), text, at, run, &|c, out| upper(c, out)),
            BuiltIn::Title => title(text, at, run),
            BuiltIn::CaseFold => each(self.touched(), text, at, run, &|c, out| {
                out.push_str(&CaseMapper::new().fold_string(c.encode_utf8(&mut [0; 4])));
            }),
            BuiltIn::ToHex(hex) => each(self.touched(), text, at, run, &|c, out| hex.write(c.into(), out)),
            BuiltIn::FromHex(forms) => from_hex(forms, text, at, run),
            BuiltIn::ToName => each(self.touched(), text, at, run, &|c, out| {
                *out += &["\\N{", &character_name::extended_name(c.into()), "}"].concat();
            }),
            BuiltIn::FromName => from_name(text, at, run),
            BuiltIn::BreakInternal => break_internal(text, at, run),
        }
        at.start = at.limit;
        if text.len() > run.longest { Err(LimitReached) } else { Ok(()) }
    }
}

impl BuiltIn {
    /// The code points that the transform may change.
    pub(super) fn touched(self) -> &'static Touched {
        static NONE: Lazy<Touched> = Lazy::new(|| TouchedBuilder::none().build());
        static ALL: Lazy<Touched> = Lazy::new(|| TouchedBuilder::all().build());
        static CASE: Lazy<Touched> = Lazy::new(|| {
            let root = LanguageIdentifier::UNKNOWN;
            changed(|c| {
                let mut utf8 = [0; 4];
                let text: &str = c.encode_utf8(&mut utf8);
                let cases = CaseMapper::new();
                cases.lowercase_to_string(text, &root) != text
                    || cases.uppercase_to_string(text, &root) != text
                    || cases.fold_string(text) != text
            })
        });
        static LOWER: Lazy<Touched> = Lazy::new(|| {
            changed(|c| {
                let mut utf8 = [0; 4];
                let text: &str = c.encode_utf8(&mut utf8);
                CaseMapper::new().lowercase_to_string(text, &LanguageIdentifier::UNKNOWN) != text
            })
        });
        static ESCAPES: Lazy<Touched> =
            Lazy::new(|| TouchedBuilder::of_ranges(['\\', 'U', '&'].map(|c| (c.into(), c.into())).into_iter()).build());
        static FORMS: Lazy<[Touched; 6]> =
            Lazy::new(|| NORMALIZERS.each_ref().map(|normalizer| Touched::of_words(&normalizer.active_code_points())));
        match self {
            BuiltIn::Null => &NONE,
            BuiltIn::Normalize(form, mode) => of_form(&FORMS, form, mode),
            BuiltIn::Lower => &LOWER,
            BuiltIn::Upper | BuiltIn::Title | BuiltIn::CaseFold => &CASE,
            BuiltIn::FromHex(_) | BuiltIn::FromName => &ESCAPES,
            BuiltIn::Remove | BuiltIn::ToHex(_) | BuiltIn::ToName | BuiltIn::BreakInternal => &ALL,
        }
    }
}

/// The code points for which `changes` is true. It is called for the scripts in most use only. Of the rest of the BMP, ideographs
/// are never in the set, since they neither decompose nor have case; all others are in the set.
fn changed(changes: impl Fn(char) -> bool) -> Touched {
    let changing = (0..IDEOGRAPHS).filter(|&c| char::from_u32(c).is_none_or(&changes)).map(|c| (c, c));
    TouchedBuilder::of_ranges(changing.chain([(IDEOGRAPHS_END, 0x10_FFFF)])).build()
}

/// Start of CJK Unified Ideographs Extension A, the hexagrams and CJK Unified Ideographs.
const IDEOGRAPHS: u32 = 0x3400;
const IDEOGRAPHS_END: u32 = 0xA000;

/// Removes the code points of a range that pass the test, and moves the cursor to the end of the range.
pub(super) fn remove<S: Symbol>(text: &mut Text<S>, at: &mut Position, is_removed: impl Fn(u32) -> bool) {
    let first = text.find(at.start, at.limit, &is_removed);
    if first < at.limit {
        text.seek(first);
        let before = at.limit - first;
        let (mut rest, mut after) = (before, 0);
        while rest > 0 {
            let part = text.sides().after;
            let part = part.get(..rest).unwrap_or(part);
            let removed = part.iter().take_while(|symbol| is_removed(symbol.code_point())).count();
            let kept = part.iter().skip(removed).take_while(|symbol| !is_removed(symbol.code_point())).count();
            text.take(removed);
            text.advance(kept);
            rest -= removed + kept;
            after += kept;
        }
        at.resize(before, after);
    }
    at.start = at.limit;
}

/// Replaces a range by a string and adjusts the limit.
fn replace<S: Symbol>(
    text: &mut Text<S>,
    at: &mut Position,
    start: usize,
    end: usize,
    by: &str,
    run: &mut Run<S>,
) -> usize {
    let before = start.checked_sub(1).and_then(|before| text.symbol(before));
    let piece = run.pieces.join(text.slice(start, end), before);
    let length = by.chars().count();
    text.replace(start, end, by.chars().map(|c| piece.with(c.into())));
    at.resize(end - start, length);
    start + length
}

/// Maps each code point without its context; code points that can't change are skipped.
fn each<S: Symbol>(
    touched: &Touched,
    text: &mut Text<S>,
    at: &mut Position,
    run: &mut Run<S>,
    map: &dyn Fn(char, &mut String),
) {
    let mut out = String::new();
    let mut position = at.start;
    loop {
        position = text.find(position, at.limit, |c| touched.contains(c));
        if position >= at.limit {
            break;
        }
        let Some(c) = text.get(position).and_then(char::from_u32) else { break };
        out.clear();
        map(c, &mut out);
        position = write_mapped(text, at, position, c, &out, run);
    }
}

fn write_mapped<S: Symbol>(
    text: &mut Text<S>,
    at: &mut Position,
    position: usize,
    c: char,
    out: &str,
    run: &mut Run<S>,
) -> usize {
    let mut chars = out.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) if one == c => position + 1,
        (Some(one), None) => {
            text.set_code_point(position, one.into());
            position + 1
        }
        _ => replace(text, at, position, position + 1, out, run),
    }
}

/// Lower case in one pass that changes code points in place. Only U+03A3, which reads its context, and U+0130, which becomes two code
/// points, are mapped by [`lower`]; `touched` is exact for the letters of most scripts, so that other text costs one bit test.
fn lower_range<S: Symbol>(touched: &Touched, text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let cases = CaseMapper::new();
    let mut map = |symbol: &mut S| {
        let c = symbol.code_point();
        if !touched.contains(c) {
            return false;
        }
        if c < 0x80 {
            *symbol = symbol.with(c | 0x20); // only A to Z are touched
            return false;
        }
        if c == u32::from('Σ') || c == u32::from('İ') {
            return true;
        }
        if let Some(c) = char::from_u32(c) {
            *symbol = symbol.with(cases.simple_lowercase(c).into());
        }
        false
    };
    let mut out = String::new();
    let mut position = at.start;
    while position < at.limit {
        let (left, right) = text.slices_mut(position, at.limit);
        let Some(offset) = left.iter_mut().chain(right).position(&mut map) else { break };
        position += offset;
        let Some(c) = text.get(position).and_then(char::from_u32) else { break };
        out.clear();
        lower(text, at, position, c, &mut out);
        position = write_mapped(text, at, position, c, &out, run);
    }
}

/// Appends the full lower case of a code point (Unicode Standard, section 3.13), with the Final_Sigma condition.
fn lower<S: Symbol>(text: &Text<S>, at: &Position, position: usize, c: char, out: &mut String) {
    if c == 'Σ' {
        let before = (at.context_start..position).rev();
        let after = position + 1..at.context_limit;
        let is_final = meets_cased(text, before) && !meets_cased(text, after);
        out.push(if is_final { 'ς' } else { 'σ' });
    } else if c == 'İ' {
        out.push_str("i\u{307}"); // the only lower case of two code points (SpecialCasing.txt)
    } else {
        out.push(CaseMapper::new().simple_lowercase(c));
    }
}

/// Whether the first code point that is not case-ignorable is cased.
fn meets_cased<S: Symbol>(text: &Text<S>, positions: impl Iterator<Item = usize>) -> bool {
    for position in positions {
        let Some(c) = text.get(position) else { return false };
        if !CodePointSetData::new::<CaseIgnorable>().contains32(c) {
            return CodePointSetData::new::<Cased>().contains32(c);
        }
    }
    false
}

fn upper(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_uppercase());
    } else {
        out.push_str(&CaseMapper::new().uppercase_to_string(c.encode_utf8(&mut [0; 4]), &LanguageIdentifier::UNKNOWN));
    }
}

fn title_of(c: char, out: &mut String) {
    let mut options = TitlecaseOptions::default();
    options.leading_adjustment = Some(LeadingAdjustment::None);
    options.trailing_case = Some(TrailingCase::Unchanged);
    let mut source = [0; 4];
    let source = c.encode_utf8(&mut source);
    let unknown = LanguageIdentifier::UNKNOWN;
    out.push_str(&CaseMapper::new().titlecase_segment_with_only_case_data_to_string(source, &unknown, options));
}

/// Maps code points to title case at the start and after a code point that is neither cased nor case-ignorable, else to lower case.
/// As in ICU, a case-ignorable character that is not cased counts as cased here (`'tis` is unchanged).
fn title<S: Symbol>(text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let is_letter = |c: u32| {
        CodePointSetData::new::<Cased>().contains32(c) || CodePointSetData::new::<CaseIgnorable>().contains32(c)
    };
    let before = at.start.checked_sub(1).filter(|&before| before >= at.context_start);
    let mut starts = !before.and_then(|before| text.get(before)).is_some_and(is_letter);
    let mut out = String::new();
    let mut position = at.start;
    while position < at.limit {
        let Some(c) = text.get(position).and_then(char::from_u32) else { break };
        out.clear();
        if starts {
            title_of(c, &mut out)
        } else {
            lower(text, at, position, c, &mut out)
        }
        starts = !is_letter(c.into());
        position = write_mapped(text, at, position, c, &out, run);
    }
}

/// Replaces escapes of any of the given syntaxes by their code points.
fn from_hex<S: Symbol>(forms: &[Hex], text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let mut position = at.start;
    while position < at.limit {
        let found = forms.iter().find_map(|form| form.read(text, position, at.limit));
        position = match found {
            Some((value, length)) if let Some(c) = char::from_u32(value) => {
                replace(text, at, position, position + length, c.encode_utf8(&mut [0; 4]), run)
            }
            Some((lead @ 0xD800..0xDC00, length)) => {
                // A lead and a trail surrogate escape are one code point.
                let trail = forms.iter().find_map(|form| form.read(text, position + length, at.limit));
                match trail {
                    Some((trail @ 0xDC00..0xE000, more)) => {
                        let c =
                            char::from_u32(0x1_0000 + ((lead & 0x3FF) << 10) + (trail & 0x3FF)).unwrap_or('\u{FFFD}');
                        replace(text, at, position, position + length + more, c.encode_utf8(&mut [0; 4]), run)
                    }
                    _ => replace(text, at, position, position + length, "\u{FFFD}", run),
                }
            }
            Some((0xDC00..0xE000, length)) => replace(text, at, position, position + length, "\u{FFFD}", run),
            _ => position + 1,
        };
    }
}

/// The longest character name, including white space.
const LONGEST_NAME: usize = 200;

/// Replaces `\N{name}` by the code point of that name.
fn from_name<S: Symbol>(text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let mut position = at.start;
    while position < at.limit {
        position = match name_at(text, position, at.limit) {
            Some((c, end)) => replace(text, at, position, end, c.encode_utf8(&mut [0; 4]), run),
            None => position + 1,
        };
    }
}

fn name_at<S: Symbol>(text: &Text<S>, start: usize, limit: usize) -> Option<(char, usize)> {
    let at = |position: usize| if position < limit { text.get(position).and_then(char::from_u32) } else { None };
    if at(start) != Some('\\') || at(start + 1) != Some('N') {
        return None;
    }
    let mut position = start + 2;
    while at(position).is_some_and(is_pattern_white_space) {
        position += 1;
    }
    if at(position) != Some('{') {
        return None;
    }
    let mut name = String::new();
    loop {
        position += 1;
        match at(position)? {
            '}' => break,
            c if is_pattern_white_space(c) => name.push(' '),
            c => name.push(c),
        }
        if name.len() > LONGEST_NAME {
            return None;
        }
    }
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let c = character_name::find_exact(&words.join(" "))?;
    Some((char::from_u32(c)?, position + 1))
}

/// Inserts a space between two adjacent words of letters or marks, as they occur in Thai (ICU: `Any-BreakInternal`).
fn break_internal<S: Symbol>(text: &mut Text<S>, at: &mut Position, run: &mut Run<S>) {
    let Some(rules) = BreakKind::Word.rules("th") else { return };
    let units: Vec<u16> = utf16(text.slice(at.start, at.limit));
    let is_letter = |position: usize| {
        let category = |c: char| CodePointMapData::<GeneralCategory>::new().get(c);
        let letters = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark);
        text.get(position).and_then(char::from_u32).is_some_and(|c| letters.contains(category(c)))
    };
    // The start of the range is a boundary: a space is inserted there if a letter precedes it.
    let mut breaks = Vec::new();
    if at.start > 0 && is_letter(at.start - 1) && is_letter(at.start) {
        breaks.push(at.start);
    }
    let (mut unit, mut position) = (0, at.start);
    for segment in rules.words(&units) {
        while unit < segment.end {
            unit += text.get(position).map_or(1, self::units);
            position += 1;
        }
        if position < at.limit && is_letter(position - 1) && is_letter(position) {
            breaks.push(position);
        }
    }
    for position in breaks.into_iter().rev() {
        replace(text, at, position, position, " ", run);
    }
}

fn utf16<S: Symbol>(symbols: impl Iterator<Item = S>) -> Vec<u16> {
    let mut units = Vec::new();
    for c in symbols.filter_map(|symbol| char::from_u32(symbol.code_point())) {
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    units
}

/// Normalizers without user mappings, each built once.
static NORMALIZERS: Lazy<[Normalizer; 6]> = Lazy::new(|| {
    [
        Normalizer::new(Form::Nfc),
        Normalizer::new(Form::Nfd),
        Normalizer::new(Form::Nfkc),
        Normalizer::new(Form::Nfkd),
        Normalizer::with_mode(Form::Nfc, Mode::ComposeContiguous),
        Normalizer::with_mode(Form::Nfc, Mode::Fcd),
    ]
});

/// The normalizer of a form and a mode.
pub(super) fn normalizer(form: Form, mode: Mode) -> &'static Normalizer {
    of_form(&NORMALIZERS, form, mode)
}

/// Selects the item of a form and a mode from items in the order of [`NORMALIZERS`].
fn of_form<T>([nfc, nfd, nfkc, nfkd, fcc, fcd]: &[T; 6], form: Form, mode: Mode) -> &T {
    match (form, mode) {
        (_, Mode::ComposeContiguous) => fcc,
        (_, Mode::Fcd) => fcd,
        (Form::Nfd, _) => nfd,
        (Form::Nfkc, _) => nfkc,
        (Form::Nfkd, _) => nfkd,
        _ => nfc,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_lower_case_equals_simple_lower_case_except_for_one_letter() {
        let text = Text::<u32>::default();
        for c in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|&c| c != 'Σ') {
            let mut out = String::new();
            lower(&text, &Position::all(0), 0, c, &mut out);
            let root = LanguageIdentifier::UNKNOWN;
            assert_eq!(out, CaseMapper::new().lowercase_to_string(c.encode_utf8(&mut [0; 4]), &root), "{c:?}");
        }
    }

    /// Code points that are not in `touched` of a built-in transform are unchanged.
    #[test]
    fn untouched_code_points_are_unchanged() {
        let forms = [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd];
        let mut steps: Vec<BuiltIn> = forms.iter().map(|&form| BuiltIn::Normalize(form, form.default_mode())).collect();
        steps.extend([BuiltIn::Lower, BuiltIn::Upper, BuiltIn::Title, BuiltIn::CaseFold]);
        steps.extend([BuiltIn::FromName, BuiltIn::Normalize(Form::Nfc, Mode::Fcd)]);
        for step in steps {
            for c in (0..0x3_0000).filter(|&c| char::from_u32(c).is_some() && !step.touched().contains(c)) {
                let mut text = Text::<u32>::default();
                text.set([c, c].into_iter());
                let mut run = Run { longest: 100, ..Run::default() };
                assert!(step.transform(&mut text, &mut Position::all(2), &mut run).is_ok());
                assert!(text.symbols().eq([c, c]), "{step:?} {c:X}");
            }
        }
    }
}
