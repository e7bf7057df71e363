//! Characters that are no items by themselves: marks, contractions, numbers, vowel signs that change places.

use super::super::elements::{Elements, hangul};
use super::super::numeric;
use super::super::table::{self, Child};
use super::Reading;
use super::decode::{LOW, decode};
use super::item::{
    IS_DIGIT, Item, MARK, MAY_SHIFT, NO_MARKS, OTHER, SWAP, SWAP_PARTNER, decomposes, is_expansion, is_plain,
};
use super::items::{NOT_SIMPLE, TWO_BYTES, of_one_script};
use crate::unicode::text::CodeUnit;

const TAILORED_CONTEXT: u32 = table::CONTEXT | table::TAILORED;

impl<U: CodeUnit> Reading<'_, '_, U> {
    /// A character whose item is not to be taken as it is; where to go on.
    #[inline(never)]
    pub(super) fn special(&mut self, c: u32, at: usize, length: usize, item: Item) -> usize {
        if item & MARK != 0 || item & OTHER != 0 && self.tables.is_mark(c) {
            return self.mark(at, length, item);
        }
        if item & SWAP != 0
            && let Some(end) = self.swapped(c, at + length, item)
        {
            return end;
        }
        if item & (OTHER | NO_MARKS) != 0 && self.mark_at(at + length) {
            return self.with_marks(c, at, length);
        }
        if item & self.special & (OTHER | MAY_SHIFT | IS_DIGIT) != 0 {
            return self.other(c, at, length);
        }
        self.writer.item(item);
        at + length
    }

    /// Whether a mark stands there.
    fn mark_at(&self, at: usize) -> bool {
        self.mark_places.may_hold(self.text, at) && decode(self.text, at).is_some_and(|(c, _)| self.tables.is_mark(c))
    }

    /// A mark that nothing took which stands before it.
    fn mark(&mut self, at: usize, length: usize, item: Item) -> usize {
        // Only simple characters were written without a look at what follows; digits of a number were not written as such.
        if let Some((before, back)) = low_before(self.text, at)
            && self.items.low(before) & self.special == NO_MARKS
            && let simple = self.items.simple(before)
            && simple != NOT_SIMPLE
        {
            self.writer.take_back(if simple & TWO_BYTES != 0 { 2 } else { 1 });
            return self.general(at - back);
        }
        if item & MARK != 0 && !self.mark_at(at + length) {
            // Where characters are shifted, what stood before it matters.
            if self.special & MAY_SHIFT != 0 {
                self.write_mark(at);
            } else {
                self.writer.item(item);
            }
            return at + length;
        }
        self.general(at)
    }

    /// A character with marks after it. One mark without contexts is written at once.
    fn with_marks(&mut self, c: u32, at: usize, length: usize) -> usize {
        let entry = self.tables.entry(c);
        if is_plain(entry)
            && !decomposes(c)
            && self.tables.mark_contexts(c).is_none()
            && let Some(end) = self.one_mark(at + length)
        {
            self.tables.each_ce(entry, c, &mut |ce| self.writer.ce(ce));
            self.write_mark(at + length);
            return end;
        }
        self.general(at)
    }

    /// Whether just one mark stands there, which has no contexts; where it ends. No mark at all will do too.
    fn one_mark(&self, at: usize) -> Option<usize> {
        let Some((mark, length)) = decode(self.text, at) else { return Some(at) };
        if !self.tables.is_mark(mark) {
            return Some(at);
        }
        let entry = self.tables.entry(mark);
        let plain = entry & 0xFF & !table::TAILORED == table::MARK && self.tables.mark(entry).2.is_none();
        (plain && !self.mark_at(at + length)).then_some(at + length)
    }

    fn write_mark(&mut self, at: usize) {
        if let Some((mark, _)) = decode(self.text, at)
            && let entry = self.tables.entry(mark)
            && entry & 0xFF & !table::TAILORED == table::MARK
        {
            self.tables.each_ce(self.tables.mark(entry).0, mark, &mut |ce| self.writer.ce(ce));
        }
    }

    /// A vowel sign before a consonant: the consonant, then the sign (UTS #10 section 10.2, "Rearrangement").
    fn swapped(&mut self, c: u32, next: usize, sign: Item) -> Option<usize> {
        let (consonant, length) = decode(self.text, next)?;
        let item = self.items.get(consonant)?;
        if item & SWAP_PARTNER == 0 || !of_one_script(c, consonant) {
            return None;
        }
        self.writer.item(item);
        self.writer.item(sign);
        Some(next + length)
    }

    /// A run of digits, by value.
    fn number(&mut self, at: usize) -> usize {
        let (mut digits, mut count) = ([0; numeric::SHORT], 0);
        while let Some(&unit) = self.text.get(at + count)
            && let digit = Into::<u32>::into(unit).wrapping_sub(u32::from(b'0'))
            && digit < 10
            && let Some(slot) = digits.get_mut(count)
        {
            *slot = digit as u8;
            count += 1;
        }
        let goes_on = decode(self.text, at + count)
            .is_some_and(|(c, _)| self.tables.entry(c) & 0xFF & !table::TAILORED == table::DIGIT);
        let Reading { collator, tables, text, queue, writer, .. } = self;
        if count > 0 && !goes_on {
            let lead = collator.numeric().unwrap_or(0);
            numeric::number(digits.get(..count).unwrap_or(&[]), lead, &mut |ce| writer.ce(ce));
            return at + count;
        }
        let mut elements = Elements::new(tables, collator.jamo_entries(), collator.numeric(), text, at, queue);
        elements.number_from(at, &mut |ce| writer.ce(ce))
    }

    /// A character that is no item: a syllable, an expansion, or something that depends on context.
    fn other(&mut self, c: u32, at: usize, length: usize) -> usize {
        let mut entry = self.tables.entry(c);
        if entry & 0xFF >= 0xC0 && entry & 0xFF & !table::TAILORED == table::DIGIT {
            if self.special & IS_DIGIT != 0 {
                return self.number(at);
            }
            entry = self.tables.digit(entry);
        }
        match entry & 0xFF {
            table::HANGUL if let Some(jamo) = self.collator.jamo_entries() => {
                for (entry, c) in hangul(jamo, c) {
                    self.tables.each_ce(entry, c, &mut |ce| self.writer.ce(ce));
                }
            }
            table::LONG_SECONDARY | table::UNMAPPED => self.tables.each_ce(entry, c, &mut |ce| self.writer.ce(ce)),
            table::CONTEXT | TAILORED_CONTEXT => return self.context(entry, c, at, length),
            _ if is_plain(entry) || is_expansion(entry) => {
                self.tables.each_ce(entry, c, &mut |ce| self.writer.ce(ce));
            }
            _ => return self.general(at),
        }
        at + length
    }

    /// A character that may be contracted with the next one: done here when that is a plain character, and nothing but
    /// the two of them (and one mark) matters.
    fn context(&mut self, entry: u32, c: u32, at: usize, length: usize) -> usize {
        let tree = self.tables.node(entry);
        if let (false, (Some(suffixes), _)) = (tree.has_children(), tree.value()) {
            let suffixes = tree.follow(suffixes);
            let next = decode(self.text, at + length);
            let child =
                next.map(|(next, _)| (is_plain(self.tables.entry(next)) && !decomposes(next), suffixes.child(next)));
            let (value, end) = match (child, suffixes.value(), next) {
                (Some((true, Some(Child::Leaf(value)))), _, Some((_, more))) => (value, at + length + more),
                (None | Some((true, None)), (Some(value), true), _) => (value, at + length),
                _ => return self.general(at),
            };
            // Marks after the character alone could still belong to it; after a leaf nothing can.
            let marks = end > at + length;
            if let Some(after) = if marks { self.one_mark(end) } else { Some(end) } {
                self.tables.each_ce(value, c, &mut |ce| self.writer.ce(ce));
                if after > end {
                    self.write_mark(end);
                }
                return after;
            }
        }
        self.general(at)
    }
}

/// The character that ends there, and its length, if it is a low one.
fn low_before<U: CodeUnit>(text: &[U], end: usize) -> Option<(u32, usize)> {
    U::decode_back(text, end).map(|(c, length)| (c.into(), length)).filter(|&(c, _)| c < LOW as u32)
}
