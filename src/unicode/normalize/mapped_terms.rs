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
//! the number of removed units before it. [`super::terms`] is the same for all code points, with a list of edits and
//! two tests for a boundary per term; it takes four times as long.

use super::form_rules::FormRules;
use super::inert_ranges::InertRanges;
use super::normalizer::Normalizer;
use super::record::REMOVE;
use super::scan_tables::decode_bmp;
use super::span::Scratch;
use super::writer::{UnitWriter, bmp_utf8, lower, units_of};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{AsciiUpper, BLOCK, Mismatch, WINDOW, bits_from, block_at, mask};
use crate::unicode::text::{CodeUnit, Encoding};

/// What happens to 64 units of the text, in bits.
#[derive(Clone, Copy, Debug, Default)]
struct MappedUnits {
    /// Units that differ in the copy.
    changed: u64,
    /// Code points that may depend on those around them, or that the copy has no space for.
    dependent: u64,
    /// Units that the copy does not have.
    removed: u64,
    /// The number of removed units before these.
    removed_before: u32,
}

/// What happens to the units of a text; the buffer is reused.
#[derive(Clone, Debug, Default)]
pub struct MappedText(Vec<MappedUnits>);

/// The result of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappedTerm {
    /// Whether the term is not normalized.
    pub changed: bool,
    /// The start and end of its result in the output.
    pub start: usize,
    pub end: usize,
}

/// The results of the terms of a text.
pub struct MappedTerms<'m> {
    units: &'m [MappedUnits],
    /// Start of the mapped part of the text.
    start: usize,
    /// Start of the copy in the output.
    copy: usize,
    /// Length of that part.
    length: usize,
    /// Whether any unit is changed or dependent.
    changes: bool,
    /// Whether any unit is removed.
    removes: bool,
}

impl MappedTerms<'_> {
    /// Whether nothing changes in the part, and the term from `start` to `end` is inside of it.
    #[inline]
    pub fn keeps(&self, start: usize, end: usize) -> bool {
        !self.changes & (start >= self.start) & (end <= self.start + self.length)
    }

    /// The result of the term from `start` to `end`; `None` if the term is to be normalized alone.
    #[inline(always)]
    pub fn result(&self, start: usize, end: usize) -> Option<MappedTerm> {
        let (start, end) = (start.wrapping_sub(self.start), end.wrapping_sub(self.start));
        let [changed, dependent] = self.bits(start, end)?;
        if (dependent != 0) | (end > self.length) {
            return None;
        }
        let (before, until) = if self.removes { (self.removed(start), self.removed(end)) } else { (0, 0) };
        Some(MappedTerm { changed: changed != 0, start: self.copy + start - before, end: self.copy + end - until })
    }

    /// Bits of changed and of dependent units.
    #[inline(always)]
    fn bits(&self, start: usize, end: usize) -> Option<[u64; 2]> {
        let &[first, second] = self.units.get(start / BLOCK..)?.first_chunk()?;
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

    /// The number of removed units before an offset.
    #[inline]
    fn removed(&self, at: usize) -> usize {
        let units = self.units.get(at / BLOCK).copied().unwrap_or_default();
        units.removed_before as usize + (units.removed & bits_between(0, at % BLOCK)).count_ones() as usize
    }
}

/// The bits from `from` to `to`.
#[inline]
fn bits_between(from: usize, to: usize) -> u64 {
    bits_from(from) & !bits_from(to)
}

impl Normalizer {
    /// Appends a copy of a part of a text, which starts at `start`, with the results of code points that do not depend
    /// on their context, unless nothing changes. Returns its terms; `None` if the form changes more of ASCII than case
    /// and two removed characters, or if memory ran out. Not for FCD.
    #[inline(never)] // the loop over terms is faster without it
    pub fn map_terms<'m, U: CodeUnit>(
        &self,
        part: &[U],
        start: usize,
        out: &mut Vec<U>,
        text: &'m mut MappedText,
        scratch: &mut Scratch,
    ) -> Option<MappedTerms<'m>> {
        let rules = self.rules();
        // A term at the end reads two entries.
        let (MappedText(units), entries) = (text, part.len() / BLOCK + 2);
        units.clear();
        units.try_reserve(entries).ok()?;
        units.resize(entries, MappedUnits::default());
        let mut learned = std::mem::take(&mut scratch.learned);
        let copy = out.len();
        let is_copied = rules.ranges_for_copy::<U>(&mut learned).is_some_and(|inert| {
            let out = UnitWriter::new(out, part.len());
            TermMapper { rules, text: part, inert, out, units, copied: 0 }.run()
        });
        scratch.learned = learned;
        let (mut changed, mut dependent, mut removed) = (0, 0, 0);
        for units in units.iter_mut() {
            units.removed_before = removed;
            changed |= units.changed;
            dependent |= units.dependent;
            removed += units.removed.count_ones();
        }
        if changed == 0 || !is_copied {
            out.truncate(copy);
        }
        let (length, changes, removes) = (part.len(), changed | dependent != 0, removed != 0);
        is_copied.then_some(MappedTerms { units, start, length, changes, copy, removes })
    }
}

struct TermMapper<'t, 'l, 'o, U> {
    rules: FormRules<'t>,
    text: &'t [U],
    inert: InertRanges<'t, 'l>,
    out: UnitWriter<'o, U>,
    units: &'o mut [MappedUnits],
    /// The end of the copied part of the text.
    copied: usize,
}

impl<U: CodeUnit> TermMapper<'_, '_, '_, U> {
    /// Maps the text; returns false if memory ran out.
    fn run(mut self) -> bool {
        let text = self.text;
        if self.rules.lowers_ascii {
            for (at, units) in (0..text.len()).step_by(BLOCK).zip(self.units.iter_mut()) {
                units.changed = mask::<U, AsciiUpper>(text, at);
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
                (at, last) = self.edit_block(window, found, last);
                self.copied = at;
            }
        }
        if self.units.iter().any(|units| units.changed != 0) {
            self.copy_until(text.len());
        }
        self.out.finish()
    }

    /// Copies inert code points, and ASCII letters, up to an offset.
    #[inline]
    fn copy_until(&mut self, end: usize) {
        if end > self.copied {
            let units = self.text.part(self.copied..end);
            if self.rules.lowers_ascii { self.out.put_mapped(units, lower) } else { self.out.put_slice(units) }
        }
    }

    /// Copies a block with its changes; returns the offset to continue from and the class before it.
    #[inline]
    fn edit_block(&mut self, window: &[U; WINDOW], found: Mismatch, mut last: u8) -> (usize, u8) {
        let FormRules { view, scan, lowers_ascii, .. } = self.rules;
        let Mismatch { at, length, .. } = found;
        let mut length = length.min(self.text.len() - at);
        let mut active = found.mask & bits_between(0, length);
        // In UTF-8, an unchanged code point of the block may end after it.
        let copied = if U::ENCODING == Encoding::Utf16 { BLOCK } else { BLOCK + 2 };
        if lowers_ascii {
            self.out.copy_ahead(window, 0, copied, lower);
        } else {
            self.out.copy_ahead(window, 0, copied, |unit| unit);
        }
        let mut block = MappedUnits::default();
        // `last` is the class before `next`.
        let mut next = 0;
        while active != 0 {
            let position = active.trailing_zeros() as usize;
            let before = if position > next { 0 } else { last };
            let (of_block, low, units) =
                decode_bmp(window, position).unwrap_or_else(|| supplementary(window, position));
            let action = view.action(of_block, low);
            last = (action >> 16) as u8;
            next = position + units;
            active &= bits_from(next);
            if (action == 0) | scan.is_mark_in_order(last, before) {
                self.inert.count_miss(action == 0, of_block << 6 | low);
                continue;
            }
            if next > BLOCK {
                // The bits of a block have no space for it.
                (length, next, last) = (position, position, before);
                break;
            }
            match last {
                0 => self.overwrite(&mut block, position, units, (of_block << 6 | low).wrapping_add(action) & 0xFFFF),
                REMOVE => block.removed |= bits_between(position, next),
                _ => block.dependent |= 1 << position,
            }
        }
        length = length.max(next);
        block.changed |= block.removed;
        self.note(at, block);
        if block.removed == 0 {
            self.out.advance(length)
        } else {
            self.out.advance_without(length, block.removed)
        }
        (at + length, if next == length { last } else { 0 })
    }

    /// Overwrites a code point of `units` units in the copy of a block.
    #[inline]
    fn overwrite(&mut self, block: &mut MappedUnits, position: usize, units: usize, code: u32) {
        block.changed |= 1 << position;
        if U::ENCODING == Encoding::Utf16 {
            return self.out.patch(position, U::from_low_bits(code));
        }
        let (bytes, length) = bmp_utf8(code);
        if length > units {
            block.dependent |= 1 << position;
            return;
        }
        for (at, unit) in (position..).zip(units_of::<U>(bytes)).take(length) {
            self.out.patch(at, unit);
        }
        block.removed |= bits_between(position + length, position + units);
    }

    /// Adds what happens to the units of a block, which starts at any offset in UTF-8.
    #[inline]
    fn note(&mut self, at: usize, block: MappedUnits) {
        let shift = at % BLOCK;
        let Some([first, second]) = self.units.get_mut(at / BLOCK..).and_then(|rest| rest.first_chunk_mut()) else {
            return;
        };
        let add = |first: &mut u64, second: &mut u64, bits: u64| {
            *first |= bits << shift;
            *second |= bits >> 1 >> (BLOCK - 1 - shift);
        };
        add(&mut first.changed, &mut second.changed, block.changed);
        add(&mut first.dependent, &mut second.dependent, block.dependent);
        add(&mut first.removed, &mut second.removed, block.removed);
    }
}

/// The block and index of a surrogate, which is dependent, and the length of a supplementary code point or an
/// ill-formed sequence of UTF-8.
#[cold]
fn supplementary<U: CodeUnit>(window: &[U; WINDOW], at: usize) -> (u32, u32, usize) {
    (0xD800 >> 6, 0, U::decode(window, at).map_or(1, |(_, length)| length))
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
        let (mut out, mut mapped_text) = (vec![U::from_ascii(b'#')], MappedText::default());
        // The part of the text starts at an offset.
        let mut longer = vec![U::from_ascii(b'A'); 7];
        longer.extend_from_slice(text);
        let mapped = normalizer.map_terms(&longer[7..], 7, &mut out, &mut mapped_text, scratch);
        let Some(mapped) = mapped else {
            let rules = normalizer.rules();
            return assert!(!rules.lowers_ascii && rules.scan.limit < 0x80);
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
        [à-öÀ-Ö\u{AD}\u{200D}]{0,30}|[Ａ-Ｚｱ-ﾟ]{0,9}|\\PC{0,9}|[ゝ\u{3099}\u{301}\u{308}\u{327}\u{334}]{0,3}|[ȺȾ𐐀😀㎏]{0,3}";

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
                check(normalizer, &mut scratch, text.as_bytes(), &lengths);
                check(normalizer, &mut scratch, &utf16, &lengths);
            }
        }
    }

    fn check_words<U: CodeUnit>(normalizer: &Normalizer, text: &str, words: &[(&str, Option<&str>)]) {
        let units = |text: &str| crate::unicode::text::from_str::<U>(text);
        let text = units(text);
        let (mut out, mut mapped_text) = (Vec::new(), MappedText::default());
        let mapped = normalizer.map_terms(&text, 0, &mut out, &mut mapped_text, &mut Scratch::default());
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
