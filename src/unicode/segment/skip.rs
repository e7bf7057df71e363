//! Passing over characters that change nothing: inside a word, in a run of ideographs, most characters lead from a row of the
//! machine back to itself, which is a property of the rules ([`super::accelerated`]). Which units are of such characters is told for
//! 64 units at a time by [`Expected`], for one row and a few ranges outside ASCII: those of what was stepped over last.
//!
//! A stream that has read other texts soon does what a new one would: which row it is takes a majority vote (a step in another row counts
//! against it, a character passed over for it), what is taken in costs a search in a list, and is forgotten after 1,024 blocks.
//!
//! What is passed over is in the text's run ([`Within`]), so nothing but where runs end has to be asked of what is left.

use super::class_map::code_at;
use super::known::{ENOUGH, ENOUGH_ELSEWHERE, Known, MOST_PASSED, Masks, NO_ROW};
use super::machine::BreakRules;
use crate::unicode::scan::{BLOCK, Expected, WINDOW, WordMasks, block_at};
use crate::unicode::text::CodeUnit;

/// How far a run of text goes.
pub trait Within {
    /// Whether the run ends before a code point, which stands at a place.
    fn ends_before<U: CodeUnit>(&self, code: u32, text: &[U], at: usize) -> bool;
    /// Whether a code point is in the run wherever it stands. Of ASCII letters all are, or none.
    fn holds(&self, code: u32) -> bool;
    /// Blocks of 64 code points of the BMP with the same number have the same answers from [`Within::holds`].
    fn block(&self, code: u32) -> u16;
    /// Ends of runs with the same number have the same answers.
    fn number(&self) -> u32;
}

/// The run is the whole text.
impl Within for () {
    #[inline(always)]
    fn ends_before<U: CodeUnit>(&self, _: u32, _: &[U], _: usize) -> bool {
        false
    }

    fn holds(&self, _: u32) -> bool {
        true
    }

    fn block(&self, _: u32) -> u16 {
        0
    }

    #[inline]
    fn number(&self) -> u32 {
        u32::MAX
    }
}

/// What is known of so many kinds of runs is kept; their numbers, divided by this, leave a rest of its own for each script in wide use.
const KEPT: usize = 39;
/// Of these kinds and their rows together so many are kept.
const MOST_KNOWN: usize = 56;
/// What is known, and the mask of the units around the place last asked about.
#[derive(Clone, Debug)]
pub(super) struct Skip {
    /// For each rest of a number the place in `known` and 1, or 0 before the first run of it.
    places: [u8; KEPT],
    /// Of the kinds of runs that were met.
    known: Vec<Known>,
    /// Which of them counts now, and its row.
    current: usize,
    row: u32,
    /// With places in the run.
    masks: Masks,
    /// The number of the text, and where in it the run starts.
    text: u64,
    base: usize,
}

impl Default for Skip {
    fn default() -> Skip {
        Skip { places: [0; KEPT], known: Vec::new(), current: 0, row: NO_ROW, masks: Masks::NONE, text: 0, base: 0 }
    }
}

impl Skip {
    /// Starts with a text of one run, or with its first run.
    #[inline]
    pub(super) fn start<W: Within>(&mut self, rules: &BreakRules, within: &W) {
        (self.text, self.base) = (self.text + 1, 0);
        self.enter(rules, within);
    }

    /// Goes on with a run of the same text that starts so many units behind the last one.
    #[inline]
    pub(super) fn go_on<W: Within>(&mut self, rules: &BreakRules, within: &W, behind: usize) {
        if let Some(known) = self.known.get_mut(self.current) {
            // Places in the run become places in the text.
            (known.left, known.text) = (self.masks.moved_back(self.base.wrapping_neg()), self.text);
        }
        self.base += behind;
        self.enter(rules, within);
    }

    fn enter<W: Within>(&mut self, rules: &BreakRules, within: &W) {
        self.current = self.place(within.number() as usize % KEPT);
        let Some(known) = self.known.get_mut(self.current) else {
            // Nothing is passed over.
            (self.row, self.masks) = (NO_ROW, Masks::NONE);
            return;
        };
        if known.rules != rules.id.0 || known.within != within.number() {
            *known = Known::of_rules(rules, within);
        }
        self.row = known.row;
        self.masks = if known.text == self.text { known.left.moved_back(self.base) } else { Masks::NONE };
    }

    /// The place of what is known of a kind of runs; one that holds nothing where there is no memory for it.
    #[inline]
    fn place(&mut self, rest: usize) -> usize {
        match self.places.get(rest) {
            Some(place @ 1..) => usize::from(*place) - 1,
            _ => self.new_place(rest),
        }
    }

    #[cold]
    fn new_place(&mut self, rest: usize) -> usize {
        let new = self.known.len();
        if self.known.try_reserve(1).is_ok()
            && let Some(place) = self.places.get_mut(rest)
        {
            self.known.push(Known::NOTHING);
            *place = self.known.len() as u8;
        }
        new
    }

    /// The row whose characters are passed over.
    #[inline(always)]
    pub(super) fn row(&self) -> u32 {
        self.row
    }

    /// The row after a blank behind that one.
    #[inline]
    pub(super) fn blank(&self) -> u32 {
        self.known.get(self.current).map_or(NO_ROW, |known| known.between.blank())
    }

    /// In [`Skip::row`], when nothing but signs stands from a place on until a character that may be passed over starts the next
    /// word: the place of that character. Each sign is a segment, or a part of one, without a status.
    #[inline(always)]
    pub(super) fn next_word<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) -> Option<usize> {
        let mut offset = at.wrapping_sub(self.masks.start);
        if offset >= BLOCK - 1 {
            self.load(text, at);
            offset = 0;
        }
        if self.masks.signs >> offset & 1 == 0 {
            return None;
        }
        let count = |signs: u64| (!signs).trailing_zeros() as usize;
        let mut signs = count(self.masks.signs >> offset);
        if offset + signs >= self.masks.end.wrapping_sub(self.masks.start) {
            // The word stands in the next block.
            self.load(text, at);
            (offset, signs) = (0, count(self.masks.signs));
        }
        let word = at + signs;
        let is_passed = offset + signs < BLOCK && self.masks.passed >> (offset + signs) & 1 != 0;
        // What may be passed over is in the run, and no sign ends it.
        (is_passed && self.starts_word(rules, text, at, word)).then_some(word)
    }

    /// Whether a word starts at a place, after signs that begin before it.
    #[inline(always)]
    fn starts_word<U: CodeUnit>(&self, rules: &BreakRules, text: &[U], signs: usize, at: usize) -> bool {
        let Some(known) = self.known.get(self.current) else { return false };
        if known.start_words {
            return true;
        }
        let code = code_at(text, text, at).0;
        if is_blank(text, signs, at) {
            known.between.starts_after_blank(rules, code)
        } else {
            known.between.starts_word(rules, code)
        }
    }

    /// Forgets the mask: the text is seen to another end.
    #[inline]
    pub(super) fn forget_place(&mut self) {
        self.masks = Masks::NONE;
    }

    /// After a step from a row to the next, over a character that ends at `at` and whose entry says LOOP: where the first
    /// character stands that must be looked at.
    #[inline(always)]
    pub(super) fn step<U: CodeUnit, W: Within>(
        &mut self,
        (rules, within): (&BreakRules, &W),
        text: &[U],
        at: usize,
        (row, next): (u32, u32),
    ) -> usize {
        if row == next {
            self.missed((rules, within), text, at, row);
        }
        if next == self.row { self.past(text, at) } else { at }
    }

    /// The first unit from `at` on that may not be passed over.
    #[inline(always)]
    pub(super) fn past<U: CodeUnit>(&mut self, text: &[U], mut at: usize) -> usize {
        loop {
            let mut offset = at.wrapping_sub(self.masks.start);
            if offset >= BLOCK {
                if at >= text.len() {
                    return at;
                }
                self.load(text, at);
                offset = 0;
            }
            // Zeros come in from above.
            let passed = (!(self.masks.passed >> offset)).trailing_zeros() as usize;
            if offset + passed < BLOCK {
                return at + passed;
            }
            at = self.masks.end;
        }
    }

    /// The mask of the units from `at` on.
    #[inline(never)]
    fn load<U: CodeUnit>(&mut self, text: &[U], at: usize) {
        let Some(known) = self.known.get_mut(self.current) else { return };
        known.grow_older();
        let masks = match text.get(at..).and_then(|rest| rest.first_chunk()) {
            Some(window) => known.expected.word_masks(window),
            None => masks_at_end(&known.expected, text, at),
        };
        self.masks = Masks {
            passed: masks.expected | if known.letters { masks.letters } else { 0 },
            signs: known.between.mask(&masks),
            start: at,
            end: at + masks.length,
        };
        if known.elsewhere > -MOST_PASSED {
            known.elsewhere = (known.elsewhere - self.masks.passed.count_ones() as i32).max(-MOST_PASSED);
        }
    }

    /// A character was stepped over that might have been passed over.
    #[inline(never)]
    fn missed<U: CodeUnit, W: Within>(&mut self, (rules, within): (&BreakRules, &W), text: &[U], at: usize, row: u32) {
        let Some(known) = self.known.get_mut(self.current) else { return };
        if row == known.row {
            (known.misses, known.elsewhere) = (known.misses + 1, (known.elsewhere - 1).max(-MOST_PASSED));
            if known.misses >= ENOUGH {
                known.misses = 0;
                self.take_in(rules, within, text, at);
            }
        } else {
            known.elsewhere += 1;
            if known.elsewhere >= ENOUGH_ELSEWHERE {
                self.move_to(rules, within, row);
            }
        }
    }

    /// From now on it is about another row.
    #[cold]
    #[inline(never)]
    fn move_to<W: Within>(&mut self, rules: &BreakRules, within: &W, row: u32) {
        let number = within.number();
        let is_it = |known: &Known| known.row == row && known.rules == rules.id.0 && known.within == number;
        if let Some(place) = self.known.iter().position(is_it) {
            self.current = place;
        } else {
            let new = Known::of_row(rules, within, row);
            let Some(known) = self.known.get_mut(self.current) else { return };
            if new.row != row {
                known.elsewhere = -MOST_PASSED;
                return;
            }
            let is_used = known.is_used();
            if is_used && self.known.len() < MOST_KNOWN && self.known.try_reserve(1).is_ok() {
                self.current = self.known.len();
                self.known.push(new);
            } else if let Some(known) = self.known.get_mut(self.current) {
                *known = new;
            }
        }
        if let Some(known) = self.known.get_mut(self.current) {
            (known.misses, known.elsewhere, known.left) = (0, 0, Masks::NONE);
            self.row = known.row;
        }
        if let Some(place) = self.places.get_mut(number as usize % KEPT) {
            *place = self.current as u8 + 1;
        }
        self.forget_place();
    }

    /// Takes in what stands around the character before a place.
    #[cold]
    #[inline(never)]
    fn take_in<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, within: &W, text: &[U], at: usize) {
        if let Some(known) = self.known.get_mut(self.current)
            && let Some((c, _)) = U::decode_back(text, at)
            && known.take_in::<U, W>(rules, within, c.into())
        {
            self.forget_place();
        }
    }
}

/// Whether one blank is all that stands between two places.
#[inline(always)]
pub(super) fn is_blank<U: CodeUnit>(text: &[U], start: usize, end: usize) -> bool {
    end == start + 1 && text.get(start) == Some(&U::from_ascii(b' '))
}

/// The masks where less than a window is left.
#[inline(never)]
fn masks_at_end<U: CodeUnit>(expected: &Expected, text: &[U], at: usize) -> WordMasks {
    expected.word_masks(block_at(text, at, &mut [U::default(); WINDOW]))
}

#[cfg(test)]
mod tests {
    use super::KEPT;
    use crate::unicode::script::JAPANESE;
    use icu_properties::props::Script;
    use std::collections::BTreeSet;

    /// Else a text in several scripts would be learned anew at each change.
    #[test]
    #[allow(deprecated)] // the number that runs have
    fn scripts_in_wide_use_are_kept_apart() {
        let scripts = [
            Script::Common,
            Script::Latin,
            Script::Cyrillic,
            Script::Greek,
            Script::Arabic,
            Script::Hebrew,
            Script::Armenian,
            Script::Georgian,
            Script::Devanagari,
            Script::Bengali,
            Script::Gujarati,
            Script::Gurmukhi,
            Script::Kannada,
            Script::Malayalam,
            Script::Oriya,
            Script::Sinhala,
            Script::Tamil,
            Script::Telugu,
            Script::Ethiopic,
            Script::Thai,
            Script::Lao,
            Script::Khmer,
            Script::Myanmar,
            Script::Han,
            Script::Hiragana,
            Script::Katakana,
            Script::Hangul,
        ];
        let mut numbers: Vec<usize> = scripts.iter().map(|script| usize::from(script.to_icu4c_value())).collect();
        numbers.push(usize::from(JAPANESE.to_icu4c_value()));
        let rests: BTreeSet<usize> = numbers.iter().map(|number| number % KEPT).collect();
        assert_eq!(rests.len(), numbers.len());
    }
}
