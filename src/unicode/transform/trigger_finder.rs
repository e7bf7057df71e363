//! Finds the triggers of a transform in a text, block by block: unchanged stretches are copied in bulk
//! or not at all.

use super::Transform;
use super::encoding::is_code_point;
use super::source_set::SourceSet;
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{self, BLOCK, NonAscii, WINDOW, ascii_prefix, table_mask};
use crate::unicode::text::{CodeUnit, Encoding};

/// Texts up to this length are scanned and mapped unit by unit, which is as fast as SIMD for them.
pub(super) const MAX_SHORT_TEXT: usize = 32;

/// Finds the triggers of a text: the code points without which a transform does not change it. An ill-formed sequence
/// counts as one, since it becomes U+FFFD.
///
/// UTF-16 texts that are not short are tested 64 units at a time. The mask of a block is kept until the search leaves
/// the block, so a text of triggers only also computes one mask per block.
#[derive(Debug)]
pub(super) struct TriggerFinder<'t, U> {
    triggers: &'t SourceSet,
    table: Option<&'t [u64; 1024]>,
    pub(super) text: &'t [U],
    /// Start of the block that `mask` belongs to.
    block: usize,
    mask: u64,
}

impl<'t, U: CodeUnit> TriggerFinder<'t, U> {
    pub(super) fn new(transform: &'t Transform, text: &'t [U]) -> TriggerFinder<'t, U> {
        let is_long = U::ENCODING == Encoding::Utf16 && text.len() > MAX_SHORT_TEXT;
        let table = if is_long { Some(transform.table.get_or_init(|| transform.triggers.table())) } else { None };
        TriggerFinder {
            triggers: &transform.triggers,
            table: table.map(Box::as_ref),
            text,
            block: usize::MAX / 2,
            mask: 0,
        }
    }

    /// The offset of the first trigger from `at` on; the length of the text if there is none.
    #[inline]
    pub(super) fn next(&mut self, mut at: usize) -> usize {
        let Some(table) = self.table else { return self.next_by_loop(at) };
        while at < self.text.len() {
            if at.wrapping_sub(self.block) >= BLOCK {
                self.load_with(table, at);
            }
            let rest = self.mask >> (at - self.block);
            if rest == 0 {
                at = self.block + BLOCK;
                continue;
            }
            at += rest.trailing_zeros() as usize;
            match U::decode(self.text, at) {
                // The table contains all surrogates.
                Some((c, length)) if length > 1 && !self.triggers.contains(c.into()) => at += length,
                _ => return at,
            }
        }
        self.text.len()
    }

    #[inline(never)]
    fn load_with(&mut self, table: &[u64; 1024], at: usize) -> u64 {
        // A block of ASCII only needs no table if no trigger is ASCII.
        let is_clear = !self.triggers.has_ascii() && scan::mask::<U, NonAscii>(self.text, at) == 0;
        self.block = at;
        self.mask = if is_clear { 0 } else { mask_at(table, self.text, at) };
        self.mask
    }

    /// Loads the mask of the block at `at` for [`UnchangedTerms`]; false if it is known that most terms have triggers.
    #[inline(never)]
    fn load_terms(&mut self, at: usize) -> bool {
        match self.table {
            Some(table) => _ = self.load_with(table, at),
            None if self.triggers.has_ascii() => return false,
            None => (self.block, self.mask) = (at, scan::mask::<U, NonAscii>(self.text, at)),
        }
        true
    }

    /// Reference implementation for both encodings, and for short texts.
    fn next_by_loop(&self, mut at: usize) -> usize {
        while let Some(&unit) = self.text.get(at) {
            let unit: u32 = unit.into();
            if is_code_point::<U>(unit) {
                if self.triggers.contains(unit) {
                    return at;
                }
                at += 1;
                // If no trigger is ASCII, SIMD skips the ASCII prefix.
                if unit < 0x80 && !self.triggers.has_ascii() && self.text.len() - at > MAX_SHORT_TEXT {
                    at += ascii_prefix(self.text.part(at..));
                }
                continue;
            }
            match U::decode(self.text, at) {
                Some((c, length)) if c != '\u{FFFD}' && !self.triggers.contains(c.into()) => at += length,
                _ => return at,
            }
        }
        at
    }
}

/// A bit per unit of a block: whether the unit is in the table. Bits after the end of the text are 0.
#[inline]
fn mask_at<U: CodeUnit>(table: &[u64; 1024], text: &[U], at: usize) -> u64 {
    let rest = text.part(at..);
    if let Some(window) = rest.first_chunk::<WINDOW>() {
        return table_mask(window, table);
    }
    let mut window = [U::default(); WINDOW];
    window.iter_mut().zip(rest).for_each(|(slot, &unit)| *slot = unit);
    let inside = if rest.len() < BLOCK { (1 << rest.len()) - 1 } else { !0 };
    table_mask(&window, table) & inside
}

/// Tests terms of a text, in any order, by a mask of a block that is computed once for all terms in the block: most
/// terms cost a few instructions, whatever their length.
///
/// In UTF-16, a term is unchanged if its units are not in the table of triggers. In UTF-8, and in short texts, it
/// is unchanged if it is ASCII and the transform does not change ASCII.
#[derive(Debug)]
pub struct UnchangedTerms<'t, U>(TriggerFinder<'t, U>);

impl<'t, U: CodeUnit> UnchangedTerms<'t, U> {
    pub(super) fn new(transform: &'t Transform, text: &'t [U]) -> UnchangedTerms<'t, U> {
        UnchangedTerms(TriggerFinder::new(transform, text))
    }

    /// Whether the transform leaves the part of the text from `start` to `end` unchanged; may be false for an unchanged
    /// part.
    #[inline]
    pub fn contains(&mut self, start: usize, end: usize) -> bool {
        let finder = &mut self.0;
        if (start < finder.block || end > finder.block + BLOCK) && !finder.load_terms(start) {
            return false;
        }
        let (first, last) = (start - finder.block, end - finder.block);
        let before_end = u64::MAX.checked_shr((BLOCK.saturating_sub(last)) as u32).unwrap_or(0);
        last <= BLOCK && start < end && finder.mask & before_end & (u64::MAX << (first & 63)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::super::runner::TransformEngine;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn masks_equal_scalar_loop(
            text in "[a-dA-C é’Жж日ｶ\u{10400}😀\u{301}]{0,180}",
            lone in prop::collection::vec((any::<prop::sample::Index>(), 0xD800_u16..0xE000), 0..2),
            id in 0_usize..5,
        ) {
            let id = ["Lower", "Any-Latin", "Latin-ASCII", "[[:Cyrillic:]\u{10400}] Remove", "NFC"][id];
            let transform = Transform::new(id, Direction::Forward).unwrap();
            let mut units: Vec<u16> = text.encode_utf16().collect();
            for (index, surrogate) in lone {
                units.insert(index.index(units.len() + 1), surrogate);
            }
            let mut finder = TriggerFinder::new(&transform, &units);
            let mut at = 0;
            while at < units.len() {
                let found = finder.next(at);
                prop_assert_eq!(found, finder.next_by_loop(at));
                at = found + u16::decode(&units, found).map_or(1, |(_, length)| length);
            }
        }

        #[test]
        fn terms_without_triggers_are_unchanged(
            parts in prop::collection::vec("[a-z ’]{0,70}|[A-Zß ]{0,5}|[а-яА-Я ]{0,80}|[ऀ-ॿ ]{0,40}|[가-힣ア-ン漢字]{0,20}|[\u{10400}😀\u{301}]{0,3}", 0..9),
            lengths in prop::collection::vec(0_usize..24, 1..9),
            id in 0_usize..6,
        ) {
            let id = ["Lower", "Any-Latin", "Any-Cyrillic", "Latin-ASCII", "[[:Cyrillic:]\u{10400}] Remove", "NFC"][id];
            let transform = Transform::new(id, Direction::Forward).unwrap();
            let text = parts.concat();
            check_terms(&transform, text.as_bytes(), &lengths);
            check_terms(&transform, &text.encode_utf16().collect::<Vec<u16>>(), &lengths);
        }
    }

    /// Splits a text at code point boundaries into terms. The engine without masks is the reference.
    fn check_terms<U: CodeUnit>(transform: &Transform, text: &[U], lengths: &[usize]) {
        let mut terms = UnchangedTerms::new(transform, text);
        let mut start = 0;
        for &length in lengths.iter().cycle().take(1000) {
            let (mut end, mut source) = (start, Vec::new());
            for _ in 0..length {
                let Some((c, units)) = U::decode(text, end) else { break };
                source.push(u32::from(c));
                end += units;
            }
            if terms.contains(start, end) {
                let mut work = TransformEngine::<u32>::default();
                assert!(work.transform(transform, &source).is_ok());
                assert!(work.text.elements().eq(source), "{start}..{end}");
            }
            start = end + U::decode(text, end).map_or(0, |(_, units)| units);
            if start >= text.len() {
                break;
            }
        }
    }

    /// Quotation marks are in the runs of all scripts, but change in none of Latin.
    #[test]
    fn english_has_no_triggers() {
        let transform = Transform::new("Any-Latin", Direction::Forward).unwrap();
        let text: Vec<u16> =
            "“It’s a long – and plain – text of English,” he said; “nothing changes.”".encode_utf16().collect();
        assert_eq!(TriggerFinder::new(&transform, &text).next(0), text.len());
        assert!(UnchangedTerms::new(&transform, &text).contains(0, 40));
    }
}
