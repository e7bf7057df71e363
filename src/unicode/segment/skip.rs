//! Passing over characters that change nothing: inside a word, in a run of ideographs, most characters lead from a row of the
//! machine back to itself. Which units are of such characters is told for 64 units at a time by [`Expected`]. ASCII letters
//! are known beforehand; ranges of others are learned from the text, and kept for the next one.
//!
//! What is passed over is in the text's run ([`Within`]), so nothing but where runs end has to be asked of what is left.

use super::between::Between;
use super::class_map::code_at;
use super::machine::BreakRules;
use crate::unicode::scan::{BLOCK, Expected, Span, WINDOW, WordMasks, block_at};
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

/// So many steps from a row to itself, and a range around the last character is taken in ...
const ENOUGH: u32 = 16;
/// ... or, when they were in another row than what is known is about, that row is the new one.
const ENOUGH_ELSEWHERE: u32 = 32;
/// After so many lessons it is known that they help little.
const MOST_LESSONS: u32 = 8;
/// What is known of so many kinds of runs is kept; their numbers, divided by this, leave a rest of its own for each script in wide use.
const KEPT: usize = 39;
/// No row of any rules.
const NO_ROW: u32 = u32::MAX;
/// No place of any text.
const NOWHERE: usize = usize::MAX / 2;

/// Where characters may be passed over, for one rule set in one kind of runs.
#[derive(Clone, Copy, Debug)]
struct Known {
    rules: u64,
    within: u32,
    /// The row that all of this is about.
    row: u32,
    /// Whether ASCII letters are among the characters.
    letters: bool,
    /// What may stand between two words, and whether all of the characters start words behind it.
    between: Between,
    start_words: bool,
    /// Steps from the row to itself since the last lesson, and from other rows to themselves since the last mask.
    misses: u32,
    elsewhere: u32,
    /// What else is, and how often that has been learned.
    expected: Expected,
    lessons: u32,
    /// The masks where runs of this kind were left, with places in the text of this number.
    left: Masks,
    text: u64,
}

/// Masks of the units around a place.
#[derive(Clone, Copy, Debug)]
struct Masks {
    /// Units that may be passed over, a bit each.
    passed: u64,
    /// Signs that may stand between words.
    signs: u64,
    /// Where the masks start, and where the next ones do.
    start: usize,
    end: usize,
}

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

impl Masks {
    const NONE: Masks = Masks { passed: 0, signs: 0, start: NOWHERE, end: 0 };

    fn moved_back(self, by: usize) -> Masks {
        Masks { start: self.start.wrapping_sub(by), end: self.end.wrapping_sub(by), ..self }
    }
}

impl Known {
    const NOTHING: Known = Known {
        rules: 0,
        within: 0,
        row: NO_ROW,
        letters: false,
        between: Between::NONE,
        start_words: true,
        misses: 0,
        elsewhere: 0,
        expected: Expected::ascii(),
        lessons: 0,
        left: Masks::NONE,
        text: 0,
    };

    /// What rules tell beforehand.
    fn of_rules<W: Within>(rules: &BreakRules, within: &W) -> Known {
        let nothing = Known { rules: rules.id.0, within: within.number(), ..Known::NOTHING };
        if rules.letters == 0 {
            return nothing;
        }
        let (letters, between) = (within.holds('a'.into()), rules.between);
        let start_words = !letters || ('a'..='z').chain('A'..='Z').all(|c| between.starts_word(rules, c.into()));
        Known { row: rules.letters, letters, between, start_words, ..nothing }
    }
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
        if self.known.try_reserve_exact(1).is_ok()
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
        known.elsewhere = 0;
        // What is rare is not worth a lesson.
        known.misses = known.misses.saturating_sub(1);
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
    }

    /// A character was stepped over that might have been passed over.
    #[inline(never)]
    fn missed<U: CodeUnit, W: Within>(&mut self, (rules, within): (&BreakRules, &W), text: &[U], at: usize, row: u32) {
        let Some(known) = self.known.get_mut(self.current) else { return };
        if row == known.row {
            (known.misses, known.elsewhere) = (known.misses + 1, 0);
            if known.misses >= ENOUGH {
                known.misses = 0;
                self.learn(rules, within, text, at);
            }
        } else {
            known.elsewhere += 1;
            if known.elsewhere >= ENOUGH_ELSEWHERE && known.lessons < MOST_LESSONS {
                self.move_to(rules, row);
            }
        }
    }

    /// From now on it is about another row.
    #[cold]
    fn move_to(&mut self, rules: &BreakRules, row: u32) {
        self.forget_place();
        self.row = row;
        if let Some(known) = self.known.get_mut(self.current) {
            let Known { rules: id, within, lessons, .. } = *known;
            let between = Between::new(rules, row);
            *known = Known { rules: id, within, row, between, lessons: lessons + 1, ..Known::NOTHING };
        }
    }

    /// Takes in what stands around the character before a place; where that does not help, less and less often.
    #[cold]
    #[inline(never)]
    fn learn<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, within: &W, text: &[U], at: usize) {
        self.forget_place();
        let Some(known) = self.known.get_mut(self.current) else { return };
        known.lessons = known.lessons.saturating_add(1);
        if known.lessons > MOST_LESSONS && !known.lessons.is_multiple_of(64) {
            return;
        }
        let Some((c, _)) = U::decode_back(text, at) else { return };
        let code = u32::from(c);
        if (0x80..0x1_0000).contains(&code)
            && let Some((first, last)) = around(rules, within, known, code)
        {
            known.start_words &= known.between.starts_word(rules, code);
            known.expected.take_in::<U>(Span::new(first as u16, last as u16), code as u16);
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

/// The longest range around a code point of the BMP outside ASCII that may be passed over; `None` if it may not itself. As long as
/// all that is known starts words, so does the range around one that does.
fn around<W: Within>(rules: &BreakRules, within: &W, known: &Known, code: u32) -> Option<(u32, u32)> {
    const SIZE: u32 = 64;
    let start_words = known.start_words && known.between.starts_word(rules, code);
    let is_passed = |code: u32| {
        (0x80..0x1_0000).contains(&code)
            && char::from_u32(code).is_some()
            && rules.loops(known.row, code)
            && within.holds(code)
            && (!start_words || known.between.starts_word(rules, code))
    };
    if !is_passed(code) {
        return None;
    }
    // Blocks that are like one that is passed over whole are not looked at.
    let number = |code: u32| (rules.classes.block(code), within.block(code));
    let mut whole = None;
    let mut passes_block = |first: u32| {
        let is_inside = first >= 0x80 && first + SIZE <= 0x1_0000 && !(0xD800..0xE000).contains(&first);
        let passes = is_inside && (whole == Some(number(first)) || (first..first + SIZE).all(is_passed));
        if passes {
            whole = Some(number(first));
        }
        passes
    };
    let (mut first, mut last) = (code, code);
    loop {
        if first.is_multiple_of(SIZE) && passes_block(first.wrapping_sub(SIZE)) {
            first -= SIZE;
        } else if is_passed(first.wrapping_sub(1)) {
            first -= 1;
        } else {
            break;
        }
    }
    loop {
        if (last + 1).is_multiple_of(SIZE) && passes_block(last + 1) {
            last += SIZE;
        } else if is_passed(last + 1) {
            last += 1;
        } else {
            break;
        }
    }
    Some((first, last))
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
