//! Maps the terms of a text together, where the result of each code point does not depend on its context: most terms.
//!
//! ```text
//! copy the text block by block (ASCII in lower case if the form lowers it)
//! per code point outside of the inert ranges, by its action (super::record::actions):
//!     overwrite it in the copy; note with bits of its units: changed, removed, or dependent on its context
//! per term, by the bits of its units:
//!     none: unchanged        dependent: normalized alone        changed: the term in the copy
//! ```
//!
//! PERF: a term costs a few instructions, since the copy only lacks units: an offset in it is that in the text, minus
//! the number of removed units before it. [`super::normalized_terms`] normalizes dependent code points as well, with a
//! list of edits and two tests for a boundary per term; it takes four times as long.

use super::form_rules::FormRules;
use super::inert_ranges::InertRanges;
use super::normalizer::Normalizer;
use super::record::REMOVE;
use super::scan_tables::{SURROGATE_BLOCK, decode_bmp_block};
use super::span::Scratch;
use super::writer::{UnitWriter, lower, units_of};
use crate::unicode::bmp::{utf8_length, utf8_of};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{AsciiUpper, BLOCK, MAX_AFTER, Mismatch, WINDOW, bits_from, block_at, mask};
use crate::unicode::text::{CodeUnit, Encoding};

/// The edits of 64 units of the text, as masks of these units.
#[derive(Clone, Copy, Debug, Default)]
struct EditMasks {
    /// Units that differ in the copy.
    changed: u64,
    /// Code points whose result may depend on those around them, or takes more units than the copy has for it.
    dependent: u64,
    /// Units that the copy does not have.
    removed: u64,
    /// The number of removed units before these 64, in the mapped part of the text.
    removed_before: u32,
}

/// The edits of a text, 64 units per entry; the buffer is reused.
#[derive(Clone, Debug, Default)]
pub struct ContextFreeEdits(Vec<EditMasks>);

/// The result of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextFreeTerm {
    /// Whether the result differs from the term.
    pub changed: bool,
    /// Start of the result in the output, in units; valid if it differs.
    pub start: usize,
    /// End of the result.
    pub end: usize,
}

/// The results of the terms of a text.
pub struct ContextFreeTerms<'m> {
    masks: &'m [EditMasks],
    /// Start of the mapped part of the text, and its length in units.
    start: usize,
    length: usize,
    /// Start of the copy in the output.
    copy: usize,
    /// Whether any unit is changed or dependent.
    has_edits: bool,
    /// Whether any unit is removed.
    has_removals: bool,
}

impl ContextFreeTerms<'_> {
    /// Whether nothing changes in the part, and the term from `start` to `end` is inside of it.
    #[inline]
    pub fn keeps(&self, start: usize, end: usize) -> bool {
        !self.has_edits & (start >= self.start) & (end <= self.start + self.length)
    }

    /// The result of the term from `start` to `end`; `None` if the term is to be normalized alone.
    #[inline(always)]
    pub fn result(&self, start: usize, end: usize) -> Option<ContextFreeTerm> {
        let (start, end) = (start.wrapping_sub(self.start), end.wrapping_sub(self.start));
        let [changed, dependent] = self.bits(start, end)?;
        if (dependent != 0) | (end > self.length) {
            return None;
        }
        let (at_start, at_end) =
            if self.has_removals { (self.removed_before(start), self.removed_before(end)) } else { (0, 0) };
        Some(ContextFreeTerm {
            changed: changed != 0,
            start: self.copy + start - at_start,
            end: self.copy + end - at_end,
        })
    }

    /// The changed and the dependent units from `start` to `end`; for more than 64 of them, numbers that are 0 if there
    /// are none. `None` outside of the mapped part.
    #[inline(always)]
    fn bits(&self, start: usize, end: usize) -> Option<[u64; 2]> {
        let &[first, second] = self.masks.get(start / BLOCK..)?.first_chunk()?;
        let (shift, length) = (start % BLOCK, end.wrapping_sub(start));
        if length > BLOCK {
            return self.bits_of_long(start, end);
        }
        let of_term = !bits_from(length);
        let shifted = |first: u64, second: u64| (first >> shift | second << 1 << (BLOCK - 1 - shift)) & of_term;
        Some([shifted(first.changed, second.changed), shifted(first.dependent, second.dependent)])
    }

    #[cold]
    #[inline(never)]
    fn bits_of_long(&self, start: usize, end: usize) -> Option<[u64; 2]> {
        (start..end).step_by(BLOCK).try_fold([0; 2], |[changed, dependent], at| {
            let more = self.bits(at, end.min(at + BLOCK))?;
            Some([changed | more[0], dependent | more[1]])
        })
    }

    /// The number of removed units before an offset in the mapped part.
    #[inline]
    fn removed_before(&self, at: usize) -> usize {
        let masks = self.masks.get(at / BLOCK).copied().unwrap_or_default();
        masks.removed_before as usize + (masks.removed & bits_between(0, at % BLOCK)).count_ones() as usize
    }
}

/// The bits from `from` to `to`.
#[inline]
fn bits_between(from: usize, to: usize) -> u64 {
    bits_from(from) & !bits_from(to)
}

impl Normalizer {
    /// Appends a copy of a part of a text, which starts at `start`, with the results of code points that do not depend
    /// on their context, unless nothing changes. Returns its terms, which are given by offsets in the text; `None` if
    /// the form changes more of ASCII than case and two removed characters, or if memory ran out. Not for FCD.
    #[inline(never)] // the loop over terms is faster if this is not inlined
    pub fn normalize_context_free<'m, U: CodeUnit>(
        &self,
        part: &[U],
        start: usize,
        out: &mut Vec<U>,
        text: &'m mut ContextFreeEdits,
        scratch: &mut Scratch,
    ) -> Option<ContextFreeTerms<'m>> {
        let rules = self.rules();
        // A term at the end reads two entries.
        let (ContextFreeEdits(masks), entries) = (text, part.len() / BLOCK + 2);
        masks.clear();
        masks.try_reserve(entries).ok()?;
        masks.resize(entries, EditMasks::default());
        let mut learned = std::mem::take(&mut scratch.learned);
        let copy = out.len();
        let is_copied = rules.ranges_for_copy::<U>(&mut learned).is_some_and(|inert| {
            let out = UnitWriter::new(out, part.len());
            TermCopier { rules, text: part, inert, out, masks, copied: 0 }.run()
        });
        scratch.learned = learned;
        let (mut changed, mut dependent, mut removed) = (0, 0, 0);
        for masks in masks.iter_mut() {
            masks.removed_before = removed;
            changed |= masks.changed;
            dependent |= masks.dependent;
            removed += masks.removed.count_ones();
        }
        if changed == 0 || !is_copied {
            out.truncate(copy);
        }
        let (length, has_edits, has_removals) = (part.len(), changed | dependent != 0, removed != 0);
        is_copied.then_some(ContextFreeTerms { masks, start, length, copy, has_edits, has_removals })
    }
}

/// Copies a text and its edits.
struct TermCopier<'t, 'l, 'o, U> {
    rules: FormRules<'t>,
    text: &'t [U],
    inert: InertRanges<'t, 'l>,
    out: UnitWriter<'o, U>,
    masks: &'o mut [EditMasks],
    /// The end of the copied part of the text.
    copied: usize,
}

impl<U: CodeUnit> TermCopier<'_, '_, '_, U> {
    /// Maps the text; returns false if memory ran out.
    fn run(mut self) -> bool {
        let text = self.text;
        if self.rules.lowers_ascii() {
            for (at, masks) in (0..text.len()).step_by(BLOCK).zip(self.masks.iter_mut()) {
                masks.changed = mask::<U, AsciiUpper>(text, at);
            }
        }
        // `last` is the class before `at`.
        let (mut at, mut last) = (0, 0);
        let mut copy = [U::default(); WINDOW];
        while at < text.len() {
            let found = match text.len() - at {
                WINDOW.. => self.inert.next(text, at),
                _ => {
                    let found = self.inert.next(block_at(text, at, &mut copy), 0);
                    Mismatch { at: at + found.at, ..found }
                }
            };
            if found.at > at {
                (at, last) = (found.at, 0);
            }
            if found.length != 0 {
                self.copy_until(at);
                let window = block_at(text, at, &mut copy);
                (at, last) = self.map_block(window, found, last);
                self.copied = at;
            }
        }
        if self.masks.iter().any(|masks| masks.changed != 0) {
            self.copy_until(text.len());
        }
        self.out.finish()
    }

    /// Copies inert code points, and ASCII letters, up to an offset.
    #[inline]
    fn copy_until(&mut self, end: usize) {
        if end > self.copied {
            let units = self.text.part(self.copied..end);
            if self.rules.lowers_ascii() { self.out.put_mapped(units, lower) } else { self.out.put_slice(units) }
        }
    }

    /// Copies a block and overwrites its active code points in the copy; returns the offset to continue from and the
    /// class before it.
    #[inline]
    fn map_block(&mut self, window: &[U; WINDOW], found: Mismatch, mut last: u8) -> (usize, u8) {
        let FormRules { view, scan, .. } = self.rules;
        let Mismatch { at, length, .. } = found;
        let mut length = length.min(self.text.len() - at);
        let mut active = found.mask & bits_between(0, length);
        // In UTF-8, an unchanged code point of the block may end after it.
        let copied = if U::ENCODING == Encoding::Utf16 { BLOCK } else { BLOCK + MAX_AFTER };
        if self.rules.lowers_ascii() {
            self.out.store_speculatively(window, 0, copied, lower);
        } else {
            self.out.store_speculatively(window, 0, copied, |unit| unit);
        }
        let mut masks = EditMasks::default();
        // `last` is the class before `next`.
        let mut next = 0;
        while active != 0 {
            let position = active.trailing_zeros() as usize;
            let before = if position > next { 0 } else { last };
            let (block, low, units) =
                decode_bmp_block(window, position).unwrap_or_else(|| supplementary(window, position));
            let action = view.action(block, low);
            last = action.class();
            next = position + units;
            active &= bits_from(next);
            if action.is_copy() | scan.is_mark_in_order(last, before) {
                self.inert.count_miss(action.is_copy(), block << 6 | low);
                continue;
            }
            if next > BLOCK {
                // The masks of the block do not cover its last units: the next block starts with it.
                (length, next, last) = (position, position, before);
                break;
            }
            match last {
                0 => self.overwrite(&mut masks, position, units, action.replacement(block << 6 | low)),
                REMOVE => masks.removed |= bits_between(position, next),
                _ => match scan.bmp_uncomposed_class(self.text, at + position, block, low) {
                    Some(class) => last = class,
                    None => masks.dependent |= 1 << position,
                },
            }
        }
        length = length.max(next);
        masks.changed |= masks.removed;
        self.add_masks(at, masks);
        if masks.removed == 0 {
            self.out.advance(length)
        } else {
            self.out.advance_without(length, masks.removed)
        }
        (at + length, if next == length { last } else { 0 })
    }

    /// Overwrites a code point of `units` units in the copy of a block by another one, if that is not longer.
    #[inline]
    fn overwrite(&mut self, masks: &mut EditMasks, position: usize, units: usize, code: u32) {
        masks.changed |= 1 << position;
        if U::ENCODING == Encoding::Utf16 {
            return self.out.patch(position, U::from_low_bits(code));
        }
        let length = utf8_length(code) as usize;
        if length > units {
            masks.dependent |= 1 << position;
            return;
        }
        for (at, unit) in (position..).zip(units_of::<U>(utf8_of(code))).take(length) {
            self.out.patch(at, unit);
        }
        masks.removed |= bits_between(position + length, position + units);
    }

    /// Adds the edits of a block, which starts at any offset, to the two entries that it is in.
    #[inline]
    fn add_masks(&mut self, at: usize, masks: EditMasks) {
        let shift = at % BLOCK;
        let Some([first, second]) = self.masks.get_mut(at / BLOCK..).and_then(|rest| rest.first_chunk_mut()) else {
            return;
        };
        let add = |first: &mut u64, second: &mut u64, bits: u64| {
            *first |= bits << shift;
            *second |= bits >> 1 >> (BLOCK - 1 - shift);
        };
        add(&mut first.changed, &mut second.changed, masks.changed);
        add(&mut first.dependent, &mut second.dependent, masks.dependent);
        add(&mut first.removed, &mut second.removed, masks.removed);
    }
}

/// A supplementary code point, or an ill-formed sequence of UTF-8, as [`decode_bmp_block`] returns code points: a
/// surrogate, which is dependent, of its length.
#[cold]
fn supplementary<U: CodeUnit>(window: &[U; WINDOW], at: usize) -> (u32, u32, usize) {
    (SURROGATE_BLOCK, 0, U::decode(window, at).map_or(1, |(_, length)| length))
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Mode, shared_with_mappings};
    use super::*;
    use crate::unicode::set::UnicodeSet;
    use proptest::prelude::*;

    /// Compares the terms between code point boundaries with those normalized alone.
    fn check<U: CodeUnit>(normalizer: &Normalizer, scratch: &mut Scratch, text: &[U], lengths: &[usize]) {
        let mut terms = Vec::new();
        let (mut start, mut lengths) = (0, lengths.iter().cycle());
        while start < text.len() {
            let mut end = start;
            for _ in 0..*lengths.next().unwrap() {
                end += U::decode(text, end).map_or(0, |(_, units)| units);
            }
            terms.push((start, end));
            let gap = if terms.len() % 3 == 0 { U::decode(text, end).map_or(1, |(_, units)| units) } else { 0 };
            start = end + gap;
        }
        // Most batches ascend.
        if terms.len() % 4 == 0 {
            terms.reverse();
        }
        let (mut out, mut edits) = (vec![U::from_ascii(b'#')], ContextFreeEdits::default());
        // The part of the text starts at an offset.
        let mut longer = vec![U::from_ascii(b'A'); 7];
        longer.extend_from_slice(text);
        let mapped = normalizer.normalize_context_free(&longer[7..], 7, &mut out, &mut edits, scratch);
        let Some(mapped) = mapped else {
            let rules = normalizer.rules();
            return assert!(!rules.lowers_ascii() && rules.scan.limit < 0x80);
        };
        for (start, end) in terms {
            let mut expected = Vec::new();
            let changed = normalizer.normalize_token(&text[start..end], &mut expected, &mut Scratch::default());
            assert!(!changed || !mapped.keeps(start + 7, end + 7), "{start}..{end}");
            if let Some(result) = mapped.result(start + 7, end + 7) {
                assert_eq!(result.changed, changed, "{start}..{end}");
                assert!(!changed || out[result.start..result.end] == expected, "{start}..{end}");
            }
        }
    }

    const PARTS: &str = "[a-zA-Z ]{0,70}|[A-Zß^`]{0,5}|[а-яА-ЯёЁ ]{0,80}|[ก-๛ ]{0,60}|[ऀ-ॿ ]{0,40}|[가-힣ㄱ-ㅎᄀ-ᇿ]{0,20}|\
        [à-öÀ-Ö\u{AD}\u{200D}]{0,30}|[Ａ-Ｚｱ-ﾟ]{0,9}|\\PC{0,9}|[অ-হ\u{9BC}-\u{9D7} ]{0,40}|[ゝ\u{3099}\u{301}\u{308}\u{327}\u{334}]{0,3}|[ȺȾ𐐀😀㎏]{0,3}|[a-zA-Z 😀🤔]{0,60}";

    proptest! {
        #[test]
        fn terms_equal_those_normalized_alone(
            texts in prop::collection::vec(prop::collection::vec(PARTS, 0..12), 1..4),
            lengths in prop::collection::vec(0_usize..20, 1..9).prop_filter("no term", |lengths| lengths.iter().any(|length| *length > 0)),
            form in 0_usize..7,
            mode in 0_usize..3,
            mapped in 0_usize..5,
        ) {
            let (form, mode) = (Form::ALL[form].1, Mode::ALL[mode].1);
            let mappings = match mapped {
                0 => vec![('ä', "ä".to_owned()), ('я', String::new())],
                1 => vec![('о', "oo".to_owned()), ('e', "x".to_owned())],
                _ => Vec::new(),
            };
            let plain = Normalizer::with_mode(form, mode);
            let tailored = (!mappings.is_empty()).then(|| shared_with_mappings(form, mode, &mappings).unwrap());
            let set = UnicodeSet::parse("[^äöüбвकक़가-낗ᆨ]").unwrap();
            let limited = if mapped == 2 { plain.limited_to(&set) } else { None };
            let normalizer = tailored.as_deref().or(limited.as_ref()).unwrap_or(&plain);
            // Ranges are learned from one text to the next.
            let mut scratch = Scratch::default();
            for parts in texts {
                let text = parts.concat();
                let utf16: Vec<u16> = text.encode_utf16().collect();
                // Only whole texts add supplementary ranges.
                normalizer.normalize(text.as_bytes(), &mut Vec::new(), &mut scratch);
                normalizer.normalize(&utf16, &mut Vec::new(), &mut scratch);
                check(normalizer, &mut scratch, text.as_bytes(), &lengths);
                check(normalizer, &mut scratch, &utf16, &lengths);
            }
        }
    }

    fn check_words<U: CodeUnit>(normalizer: &Normalizer, text: &str, words: &[(&str, Option<&str>)]) {
        let units = |text: &str| crate::unicode::text::from_str::<U>(text);
        let text = units(text);
        let (mut out, mut edits) = (Vec::new(), ContextFreeEdits::default());
        let mapped = normalizer.normalize_context_free(&text, 0, &mut out, &mut edits, &mut Scratch::default());
        let mapped = mapped.unwrap();
        for &(word, expected) in words {
            let word = units(word);
            let starts = text.windows(word.len()).enumerate().filter(|(_, part)| **part == *word);
            for (start, _) in starts {
                let result = mapped.result(start, start + word.len()).unwrap();
                assert_eq!(result.changed, expected.is_some());
                assert!(expected.is_none_or(|expected| out[result.start..result.end] == units(expected)));
            }
        }
    }

    /// A removed code point, and one that ends after the block of 64 bytes.
    #[test]
    fn blocks_end_after_their_last_code_point() {
        let normalizer = Normalizer::new(Form::NfkcCf);
        for letters in 50..64 {
            let text = format!("\u{AD}{}あ ÄB {}", "a".repeat(letters), "c".repeat(99));
            check(&normalizer, &mut Scratch::default(), text.as_bytes(), &[letters + 2, 1, 2, 1]);
            let emoji = text.replace('あ', "😀");
            let mut scratch = Scratch::default();
            normalizer.normalize("😀🤔 and letters, ".repeat(20).as_bytes(), &mut Vec::new(), &mut scratch);
            check(&normalizer, &mut scratch, emoji.as_bytes(), &[letters + 2, 1, 2, 1]);
        }
    }

    #[test]
    fn terms_of_running_text_are_mapped() {
        let normalizer = Normalizer::new(Form::Utr30);
        let text = "Größe und Länge der Häuser: Пример, Ёлка. ".repeat(9);
        let words = [("und", None), ("Länge", Some("lange")), ("Пример", Some("пример")), ("Ёлка", Some("елка"))];
        check_words::<u8>(&normalizer, &text, &words);
        check_words::<u16>(&normalizer, &text, &words);
    }
}
