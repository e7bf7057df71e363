//! The forms in which lenient parsing compares texts: NFC code points after simple case folding, without separators
//! (space separators, dashes, format characters, comma, full stop); and primary weights, if the rules have
//! `%%lenient-parse`: then separators with weights are not skipped.

use icu_casemap::CaseMapper;
use icu_properties::CodePointMapData;
use icu_properties::props::{CanonicalCombiningClass, GeneralCategory};

use super::unit_signature::PlacedUnit;
use crate::unicode::collate::{Collator, Primaries};
use crate::unicode::normalize::{Form, Mode, Normalizer, QuickCheck, Scratch, normalizer_of_form};

/// Whether the canonical decomposition of a character ends with a mark, or it is one.
pub(super) fn ends_with_mark(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let (mut decomposed, mut buffer) = (Vec::new(), [0; 4]);
    let text = c.encode_utf8(&mut buffer);
    let is_changed = normalizer_of_form(Form::Nfd, Mode::Compose).normalize_token(
        text.as_bytes(),
        &mut decomposed,
        &mut Scratch::default(),
    );
    let decomposed = if is_changed { std::str::from_utf8(&decomposed).unwrap_or(text) } else { text };
    let class = |c: char| CodePointMapData::<CanonicalCombiningClass>::new().get(c);
    decomposed.chars().next_back().is_some_and(|c| class(c) != CanonicalCombiningClass::NotReordered)
}

/// Whether lenient parsing skips the character.
pub(super) fn is_separator(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' ' | '-' | ',' | '.');
    }
    matches!(
        CodePointMapData::<GeneralCategory>::new().get(c),
        GeneralCategory::SpaceSeparator | GeneralCategory::DashPunctuation | GeneralCategory::Format
    )
}

/// A text in a form of lenient comparison.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    /// Folded code points or primary weights, without separators.
    pub(super) units: Vec<FoldedUnit>,
    /// For each byte of the text, the index of the first unit that starts at or after it.
    unit_at_byte: Vec<u32>,
}

/// A folded code point or weight, with its source in the text, in bytes: the start of its character and the end of its
/// segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoldedUnit {
    pub(super) value: u32,
    start: u32,
    end: u32,
    /// The end of a literal whose last unit this is. By weights, ICU ends a literal before the character with the
    /// collation element that follows: before a mark, and before a letter of which only the first element matches
    /// (`RbnfLenientScanner.prefixLength`).
    literal_end: u32,
}

impl FoldedUnit {
    /// The unit with its range.
    #[inline]
    pub(super) fn placed(&self) -> PlacedUnit {
        PlacedUnit { value: self.value, start: self.start, end: self.end }
    }
}

/// The form that texts are folded to.
#[derive(Debug)]
pub(super) enum Folding<'a> {
    /// NFC and simple case folding, without separators.
    Case {
        /// Whether the Turkic mappings apply: `I` folds to `ı`, and `İ` to `i`.
        turkic: bool,
    },
    /// Primary weights, without separators.
    Primary(&'a Collator),
    /// Primary weights, including those of separators.
    AllPrimary(&'a Collator),
}

fn nfc() -> &'static Normalizer {
    normalizer_of_form(Form::Nfc, Mode::Compose)
}

/// Whether no character composes with `c` across the boundary before it, so that NFC processes both sides
/// independently.
pub(super) fn starts_segment(c: char) -> bool {
    c < '\u{300}'
        || CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::NotReordered
            && nfc().quick_check(c.encode_utf8(&mut [0; 4]).as_bytes()) != QuickCheck::Maybe
}

/// Whether NFC leaves the character unchanged in every text of such characters.
pub(super) fn is_whole_segment(c: char) -> bool {
    starts_segment(c) && is_unchanged_by_nfc(c)
}

/// Whether NFC neither decomposes the character nor composes it with what is before it; it may move a mark.
pub(super) fn is_unchanged_by_nfc(c: char) -> bool {
    nfc().quick_check(c.encode_utf8(&mut [0; 4]).as_bytes()) == QuickCheck::Yes
}

/// The folded code point of a character that NFC leaves unchanged.
pub(super) fn simple_fold(c: char, folding: &Folding) -> u32 {
    match folding {
        Folding::Case { turkic: true } => u32::from(CaseMapper::new().simple_fold_turkic(c)),
        Folding::Case { turkic: false } | Folding::Primary(_) | Folding::AllPrimary(_) => u32::from(fold(c)),
    }
}

impl FoldedText {
    /// Folds a text, replacing the previous contents.
    pub(super) fn fill(&mut self, text: &str, folding: &Folding) {
        self.units.clear();
        self.unit_at_byte.clear();
        let mut start = 0;
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            let length = rest.char_indices().skip(1).find(|(_, c)| starts_segment(*c)).map_or(rest.len(), |(at, _)| at);
            let segment = rest.get(..length).unwrap_or(rest);
            let from = self.units.len();
            fold_segment(segment, folding, |value, at, literal_end| {
                let [at, literal_end, end] = [at, literal_end, length].map(|offset| (start + offset) as u32);
                self.units.push(FoldedUnit { value, start: at, end, literal_end });
            });
            self.unit_at_byte.resize(start + 1, from as u32);
            start += length;
            self.unit_at_byte.resize(start, self.units.len() as u32);
        }
        self.unit_at_byte.push(self.units.len() as u32);
    }

    /// Folds a text of characters that NFC leaves unchanged: `units` emits the units of a character, each with whether
    /// a literal that ends with it includes the character.
    pub(super) fn fill_simple(&mut self, text: &str, units: impl Fn(char, &mut dyn FnMut(u32, bool))) {
        self.units.clear();
        self.unit_at_byte.clear();
        for (start, c) in text.char_indices() {
            let end = start + c.len_utf8();
            self.unit_at_byte.push(self.units.len() as u32);
            units(c, &mut |value, is_included| {
                let literal_end = if is_included { end } else { start } as u32;
                self.units.push(FoldedUnit { value, start: start as u32, end: end as u32, literal_end });
            });
            self.unit_at_byte.resize(end, self.units.len() as u32);
        }
        self.unit_at_byte.push(self.units.len() as u32);
    }

    /// Whether byte `at` is inside of a segment that has units.
    pub(super) fn is_inside(&self, at: usize) -> bool {
        let before = self.unit_at(at).checked_sub(1).and_then(|before| self.units.get(before));
        before.is_some_and(|unit| unit.end as usize > at)
    }

    /// The index of the first unit at or after byte `at`.
    pub(super) fn unit_at(&self, at: usize) -> usize {
        self.unit_at_byte.get(at).map_or(self.units.len(), |unit| *unit as usize)
    }

    /// The end of the segment in which `count` units end, counted from the first segment after that of byte `at` on;
    /// `None` if the text has fewer.
    pub(super) fn end_of_units(&self, at: usize, count: usize) -> Option<usize> {
        let units = self.units.get(self.unit_at(at)..)?;
        let segment_end = units.first()?.end;
        let mut after = units.iter().filter(|unit| unit.start >= segment_end);
        after.nth(count.checked_sub(1)?).map(|unit| unit.end as usize)
    }

    /// The first unit at or after byte `at`.
    pub(super) fn first_value(&self, at: usize) -> Option<u32> {
        self.units.get(self.unit_at(at)).map(|unit| unit.value)
    }

    /// The end of a match of `key` at this unit. `skips_ignorable`: whether the literal ends with something ignorable,
    /// so that what is ignorable in the text belongs to it.
    pub(super) fn match_at(&self, unit: usize, key: &[u32], skips_ignorable: bool, end: usize) -> Option<usize> {
        let found = self.units.get(unit..unit + key.len())?;
        if !found.iter().zip(key).all(|(unit, value)| unit.value == *value) {
            return None;
        }
        let (first, last) = (found.first()?, found.last()?);
        let is_in_character = self.units.get(unit + key.len()).is_some_and(|next| next.start == last.start);
        let after = if skips_ignorable && !is_in_character { last.end } else { last.literal_end };
        (first.start < after && after as usize <= end).then_some(after as usize)
    }

    /// Whether the unit continues the segment of the one before it.
    pub(super) fn continues_segment(&self, unit: usize) -> bool {
        let before = unit.checked_sub(1).and_then(|before| self.units.get(before));
        before.zip(self.units.get(unit)).is_some_and(|(before, unit)| before.end == unit.end)
    }

    /// The end of the unit before this one, as that of a literal if there is one; inside a segment, the start of this
    /// one.
    pub(super) fn end_before(&self, unit: usize) -> usize {
        let before = unit.checked_sub(1).and_then(|before| self.units.get(before));
        let is_within = |before: &&FoldedUnit| self.units.get(unit).is_some_and(|unit| before.start < unit.start);
        let start = before.filter(is_within).and(self.units.get(unit)).map_or(u32::MAX, |unit| unit.start);
        let end = |unit: &FoldedUnit| if unit.literal_end > unit.start { unit.literal_end } else { unit.end };
        before.map_or(0, |before| end(before).min(start) as usize)
    }

    /// The byte after the separators that start at `at`.
    pub(super) fn after_separators(&self, at: usize, end: usize) -> usize {
        self.units.get(self.unit_at(at)).map_or(end, |unit| (unit.start as usize).clamp(at, end))
    }
}

/// Emits the units of a segment, each with the offset of its character, 0 if NFC changes the segment, and
/// [`FoldedUnit::literal_end`].
fn fold_segment(segment: &str, folding: &Folding, mut emit: impl FnMut(u32, usize, usize)) {
    let (mut composed, source) = (Vec::new(), segment);
    let is_changed = nfc().normalize_token(segment.as_bytes(), &mut composed, &mut Scratch::default());
    let segment = if is_changed { std::str::from_utf8(&composed).unwrap_or(segment) } else { segment };
    let has_units = |c: char| matches!(folding, Folding::AllPrimary(_)) || !is_separator(c);
    for (at, c) in segment.char_indices().filter(|(_, c)| has_units(*c)) {
        let at = if is_changed { 0 } else { at };
        match folding {
            // The rest of the segment belongs to a literal.
            Folding::Case { turkic: true } => {
                emit(u32::from(CaseMapper::new().simple_fold_turkic(c)), at, source.len())
            }
            Folding::Case { turkic: false } => emit(u32::from(fold(c)), at, source.len()),
            Folding::Primary(collator) | Folding::AllPrimary(collator) => {
                // Marks that NFC composes are characters of their own.
                let length = if is_changed { source.chars().next().map_or(0, char::len_utf8) } else { c.len_utf8() };
                let primaries = Primaries::of(collator, c);
                let ends_with_ignorable = primaries.ends_with_ignorable && !is_changed;
                for (weight, is_included) in with_ends(&primaries.weights, ends_with_ignorable) {
                    emit(weight, at, if is_included { at + length } else { at });
                }
            }
        }
    }
}

/// The weights of a character, each with whether a literal that ends with it includes the character: only the last
/// one, if nothing ignorable follows.
pub(super) fn with_ends(weights: &[u32], ends_with_ignorable: bool) -> impl Iterator<Item = (u32, bool)> {
    let last = weights.len().wrapping_sub(1);
    weights.iter().enumerate().map(move |(index, weight)| (*weight, index == last && !ends_with_ignorable))
}

/// Whether separators with primary weights (spaces, hyphens, commas, but not soft hyphens) are at equal positions in
/// two texts whose other primary weights are equal: such separators are not skipped.
pub(super) fn has_same_separators(text: &str, literal: &str, collator: &Collator) -> bool {
    let has_weight = |c: char| c != '\u{AD}' && is_separator(c) && !Primaries::of(collator, c).weights.is_empty();
    if !text.chars().any(has_weight) && !literal.chars().any(has_weight) {
        return true;
    }
    let weights = |text: &str| fold_literal(text, &Folding::AllPrimary(collator));
    weights(text) == weights(literal)
}

/// Whether a character is a compatibility variant of a full stop or comma, the literal: it is not skipped as a
/// separator, but matches the literal by primary weights.
pub(super) fn is_separator_variant(c: char, literal: &str, collator: &Collator) -> bool {
    let is_variant = matches!(c, '\u{2024}' | '﹒' | '．' | '，' | '﹐' | '︐');
    let weights = |text: &str| fold_literal(text, &Folding::AllPrimary(collator));
    is_variant && weights(c.encode_utf8(&mut [0; 4])) == weights(literal)
}

/// Simple case folding.
pub(super) fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { CaseMapper::new().simple_fold(c) }
}

/// The units of a literal of the rules.
pub(super) fn fold_literal(text: &str, folding: &Folding) -> Vec<u32> {
    let mut folded = FoldedText::default();
    folded.fill(text, folding);
    folded.units.iter().map(|unit| unit.value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> (String, Vec<(u32, u32)>) {
        let mut folded = FoldedText::default();
        folded.fill(text, &Folding::Case { turkic: false });
        let offsets = folded.units.iter().map(|unit| (unit.start, unit.end)).collect();
        (folded.units.iter().filter_map(|unit| char::from_u32(unit.value)).collect(), offsets)
    }

    #[test]
    fn separators_are_skipped_and_segments_keep_their_offsets() {
        assert_eq!(folded("A-b, C"), ("abc".to_owned(), vec![(0, 1), (2, 3), (5, 6)]));
        assert_eq!(folded("xE\u{301}"), ("x\u{E9}".to_owned(), vec![(0, 1), (1, 4)]));
        assert_eq!(folded("ẞ\u{AD}"), ("ß".to_owned(), vec![(0, 3)]));
    }
}
