//! Runs the machine over a text: one pass, one table look-up for each character that is looked at.
//!
//! A segment is the longest match of the rules; where none matches it is one character with status 0. Characters that change
//! nothing are passed over ([`super::skip`]). The text may be the start of a longer one: then it ends where [`Within`] says so.
//!
//! Stepping back after looking ahead is bounded: when a text has cost more than eight times its length in steps back (only
//! rules made for that do), looking ahead past a match is cut at 256 units. So time is linear for all rules and texts.

use super::class_map::code_at;
use super::failed::Failed;
use super::machine::{BACK, BARE, BOUNDARY, BreakRules, FLAGS, LOOKED, LOOP, MARK, SAVE, Segment, StateInfo};
use super::skip::{Skip, Within, is_blank};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};

#[cfg(test)]
mod tests;

/// How far steps back may go, in all and each once that is used up.
const FREE_STEPS_BACK: usize = 1 << 16;
const STEPS_BACK_PER_UNIT: usize = 8;
const WINDOW: usize = 256;
/// After so many units read for nothing it is looked at whether what begins behind would be, too.
const FAR: usize = 16;

/// How many segments are found at a time.
const BATCH: usize = 64;

/// The end of a segment and the row of the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    pub(super) at: usize,
    pub(super) row: u32,
}

/// The first character as a segment, with no status (that of row 0).
fn single<U: CodeUnit>(text: &[U], start: usize) -> Ended {
    Ended { at: start + U::decode(text, start).map_or(1, |(_, length)| length), row: 0 }
}

/// A segment, and the row of the state that accepted it.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    start: usize,
    end: usize,
    row: u32,
}

/// Which segments are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    #[default]
    All,
    /// Those without a status may be left out, unless they start as an emoji may.
    Words,
}

/// Where finding segments stands: what a caller keeps who goes through a text bit by bit, and from text to text.
#[derive(Clone, Debug)]
pub struct SegmentState {
    /// The next unit to read.
    at: usize,
    /// The current row.
    row: u32,
    /// Where the segment that is being read starts.
    start: usize,
    /// The last match, if after `start`.
    saved: Ended,
    /// Places that look-ahead rules marked, 0 for none; by slot.
    slots: Vec<usize>,
    stepped_back: usize,
    failed: Failed,
    /// Where the text ends: that of what was given, or nearer once the end of the run has been seen.
    limit: usize,
    /// Where reading ends for now: the text's end, or nearer while looking ahead is cut.
    end: usize,
    skip: Skip,
    wanted: Wanted,
    /// Segments found, and the next one to be given out.
    ready: [Found; BATCH],
    count: usize,
    next: usize,
    /// All segments have been found.
    is_done: bool,
}

/// The segments of a text in order, by rules alone.
#[derive(Clone, Debug)]
pub struct Segments<'a, U> {
    rules: &'a BreakRules,
    text: &'a [U],
    state: SegmentState,
}

impl BreakRules {
    /// The segments of a text, from its start, by rules alone: characters of `$dictionary` stay together.
    pub fn segments<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        let mut state = SegmentState::default();
        state.start(self, text, &());
        Segments { rules: self, text, state }
    }
}

impl<'a, U: CodeUnit> Segments<'a, U> {
    /// Starts over with another text, keeping the memory.
    pub fn reset(&mut self, text: &'a [U]) {
        self.text = text;
        self.state.start(self.rules, text, &());
    }
}

impl<U: CodeUnit> Iterator for Segments<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        self.state.next(self.rules, self.text, &())
    }
}

impl Default for SegmentState {
    fn default() -> SegmentState {
        SegmentState {
            at: 0,
            row: 0,
            start: 0,
            saved: Ended::default(),
            slots: Vec::new(),
            stepped_back: 0,
            failed: Failed::default(),
            limit: 0,
            end: 0,
            skip: Skip::default(),
            wanted: Wanted::All,
            ready: [Found::default(); BATCH],
            count: 0,
            next: 0,
            is_done: false,
        }
    }
}

impl SegmentState {
    /// Starts with a text and rules, keeping the memory.
    pub fn start<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, text: &[U], within: &W) {
        self.begin_text(rules, text.len());
        self.skip.start(rules, within);
    }

    /// Goes on with the rest of the same text from a place so many units behind the start of what was given last.
    pub fn go_on<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, rest: &[U], within: &W, behind: usize) {
        self.begin_text(rules, rest.len());
        self.skip.go_on(rules, within, behind);
    }

    fn begin_text(&mut self, rules: &BreakRules, length: usize) {
        (self.at, self.row, self.start) = (0, rules.stride, 0);
        self.saved = Ended::default();
        if rules.slots != 0 || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(rules.slots as usize + 1, 0);
        }
        (self.stepped_back, self.failed) = (0, Failed::default());
        (self.limit, self.end) = (length, length);
        (self.count, self.next, self.wanted, self.is_done) = (0, 0, Wanted::All, false);
    }

    /// Where the text ends, once there are no more segments.
    #[inline]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The next segment of what was started with.
    #[inline(always)] // so that the segment stays in registers
    pub fn next<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, text: &[U], within: &W) -> Option<Segment> {
        if self.next >= self.count && !self.is_done {
            self.fill(rules, text, within);
        }
        let found = *self.ready.get(self.next).filter(|_| self.next < self.count)?;
        self.next += 1;
        Some(rules.segment(found.start, found.end, found.row))
    }

    /// Hands out segments that have been found already, as long as `take` takes them.
    #[inline(always)]
    pub(super) fn ready(&mut self, rules: &BreakRules, mut take: impl FnMut(Segment) -> bool) {
        let found = self.ready.part(self.next..self.count);
        let taken = found.iter().take_while(|found| take(rules.segment(found.start, found.end, found.row)));
        self.next += taken.count();
    }

    /// Leaves out what is not wanted, of what was started with.
    #[inline]
    pub fn want(&mut self, wanted: Wanted) {
        self.wanted = wanted;
    }

    /// Finds up to a batch of segments.
    #[inline(never)]
    fn fill<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, text: &[U], within: &W) {
        (self.count, self.next) = (0, 0);
        // Rules that look ahead forget marked places at every boundary.
        let slow = if rules.slots == 0 { BACK } else { BACK | MARK | LOOKED | BOUNDARY };
        let wants_words = self.wanted == Wanted::Words;
        let bare = if wants_words { BARE } else { 0 };
        // Usual: nothing failed, so the call is not worth it.
        if self.failed.reaches(self.start) {
            self.pass_failed(rules, text);
        }
        // A step finds at most two segments.
        let most = BATCH - 1;
        loop {
            let text = text.get(..self.limit).unwrap_or(text);
            let (mut row, mut at, mut start) = (self.row, self.at, self.start);
            let (mut saved, mut count) = (self.saved, self.count);
            let visible = text.get(..self.end).unwrap_or(text);
            let mut stopped = None;
            while at < visible.len() && count < most {
                // Usual: signs between two words; a blank if these are asked for.
                if row == self.skip.row()
                    && let Some(word) = self.skip.next_word(rules, visible, at)
                    && (wants_words || is_blank(visible, at, word))
                {
                    self.note(&mut count, Found { start, end: at, row });
                    if !wants_words {
                        self.note(&mut count, Found { start: at, end: word, row: self.skip.blank() });
                    }
                    start = word;
                    at = self.skip.past(visible, word);
                    continue;
                }
                let (code, length) = code_at(visible, text, at);
                if within.ends_before(code, visible, at) {
                    (self.limit, self.end) = (at, at);
                    break;
                }
                let entry = rules.entry(row, rules.classes.class(code));
                if entry & slow != 0 {
                    // Usual: a full stop that ends a sentence is read again as the start of a segment.
                    if let Some(next) = rules.row_after_sign(visible, saved.at, at).filter(|_| saved.at > start) {
                        self.note(&mut count, Found { start, end: saved.at, row: saved.row });
                        self.stepped_back += 1;
                        (start, row) = (saved.at, next);
                        continue;
                    }
                    stopped = Some((entry, length));
                    break;
                }
                if entry & BOUNDARY != 0 {
                    if entry & bare == 0 || may_start_emoji(visible, start) {
                        self.note(&mut count, Found { start, end: at, row });
                    }
                    start = at;
                }
                if entry & SAVE != 0 {
                    saved = Ended { at, row };
                }
                let next = entry & !FLAGS;
                at += length;
                if entry & LOOP != 0 {
                    at = self.skip.step((rules, within), visible, at, (row, next));
                }
                row = next;
            }
            (self.row, self.at, self.start, self.saved, self.count) = (row, at, start, saved, count);
            let text = text.get(..self.limit).unwrap_or(text);
            match stopped {
                Some((entry, length)) => self.flagged(rules, text, entry, length),
                None if self.count >= most => return,
                None => {
                    self.is_done = self.at_end(rules, text);
                    if self.is_done {
                        return;
                    }
                }
            }
            if self.count >= most {
                return;
            }
        }
    }

    /// Writes a segment down; there is room.
    #[inline(always)]
    fn note(&mut self, count: &mut usize, found: Found) {
        if let Some(place) = self.ready.get_mut(*count) {
            *place = found;
            *count += 1;
        }
    }

    /// Handles an entry that the loop leaves alone.
    fn flagged<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], entry: u32, length: usize) {
        if entry & BACK != 0 {
            return self.step_back(rules, text);
        }
        if entry & BOUNDARY != 0 {
            self.push(Ended { at: self.at, row: self.row });
            self.begin(rules, self.at);
        } else if entry & SAVE != 0 {
            self.saved = Ended { at: self.at, row: self.row };
        }
        self.row = entry & !FLAGS;
        self.at += length;
        if entry & (MARK | LOOKED) != 0 {
            self.look_ahead(rules, text);
        }
    }

    /// Remembers or uses the place of a look-ahead rule.
    fn look_ahead<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        let info = rules.info(self.row);
        if info.accept >= 2 {
            let place = self.marked(info);
            if place > self.start {
                self.push(Ended { at: place, row: self.row });
                return self.restart(rules, text, place);
            }
        }
        if info.mark != 0
            && let Some(slot) = self.slots.get_mut(usize::from(info.mark))
        {
            *slot = self.at;
        }
    }

    /// The place that the look-ahead rule which matches here marked, 0 if none.
    fn marked(&self, info: StateInfo) -> usize {
        self.slots.item(usize::from(info.accept) - 1)
    }

    fn push(&mut self, ended: Ended) {
        if let Some(place) = self.ready.get_mut(self.count) {
            *place = Found { start: self.start, end: ended.at, row: ended.row };
            self.count += 1;
        }
    }

    fn begin(&mut self, rules: &BreakRules, at: usize) {
        self.start = at;
        if rules.slots != 0 {
            self.slots.fill(0);
        }
    }

    /// Goes on from a place that was passed.
    fn restart<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], at: usize) {
        self.stepped_back += self.at.saturating_sub(at);
        self.saved = Ended::default();
        self.begin(rules, at);
        self.at = at;
        self.row = rules.stride;
        let cut = self.stepped_back > FREE_STEPS_BACK + STEPS_BACK_PER_UNIT * text.len();
        let end = if cut { text.len().min(at + WINDOW) } else { text.len() };
        if end != self.end {
            self.end = end;
            self.skip.forget_place();
        }
    }

    /// Ends the segment at the last match, or after its first character with no status (that of row 0).
    fn step_back<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        // While looking ahead is cut, what begins later is read further.
        if rules.slots == 0 && self.end == text.len() && self.at - self.start > FAR {
            self.failed = Failed::new(rules, text, self.start, (self.at, self.row));
        }
        let ended = if self.saved.at > self.start { self.saved } else { single(text, self.start) };
        self.push(ended);
        self.restart(rules, text, ended.at);
        self.pass_failed(rules, text);
    }

    /// At the start of a segment: as long as reading soon leads into the row in which nothing more matched, the segment ends where
    /// it does on the way there. Read to the end they would cost the square of their number.
    #[inline(never)]
    fn pass_failed<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) {
        while self.failed.reaches(self.start)
            && self.at == self.start
            && self.row == rules.stride
            && self.count < BATCH - 1
        {
            let Some(ended) = self.failed.ended(rules, text, self.start) else { return };
            let ended = ended.unwrap_or_else(|| single(text, self.start));
            if self.wanted == Wanted::All || !rules.is_bare(ended.row) || may_start_emoji(text, self.start) {
                self.push(ended);
            }
            self.begin(rules, ended.at);
            self.at = ended.at;
        }
    }

    /// At the place where reading ends for now. Tells whether nothing is left.
    fn at_end<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U]) -> bool {
        let info = rules.info(self.row);
        if self.at < text.len() {
            if info.accept != 1 && self.at - self.saved.at.max(self.start) >= WINDOW {
                self.step_back(rules, text);
            } else {
                self.end = text.len().min(self.at + WINDOW);
            }
            return false;
        }
        if self.start >= text.len() {
            return true;
        }
        // `{eof}` may take part in a match.
        if info.at_end != 0 {
            let after = rules.info(info.at_end);
            let place = match after.accept {
                0 => 0,
                1 => self.at,
                _ => self.marked(after),
            };
            if place > self.start {
                self.push(Ended { at: place, row: info.at_end });
                self.restart(rules, text, place);
                return false;
            }
        }
        if info.accept == 1 {
            self.push(Ended { at: self.at, row: self.row });
            self.begin(rules, self.at);
            return true;
        }
        self.step_back(rules, text);
        false
    }
}

/// Whether a character that is an emoji by itself, or with a sign behind it, may start at a place, by its first units.
#[inline(always)]
pub fn may_start_emoji<U: CodeUnit>(text: &[U], at: usize) -> bool {
    let unit = |at: usize| -> u32 { text.get(at).map_or(0, |&unit| unit.into()) };
    let first = unit(at);
    match U::ENCODING {
        _ if first < 0x80 => matches!(first, 0x23 | 0x2A | 0x30..=0x39),
        Encoding::Utf8 => match first {
            0xE2 => unit(at + 1) != 0x80 || unit(at + 2) >= 0xBC,
            0xE3 => matches!(unit(at + 1), 0x80 | 0x8A),
            _ => matches!(first, 0xC2 | 0xF0),
        },
        Encoding::Utf16 => matches!(first, 0xA9 | 0xAE | 0x203C..=0x303D | 0x3297..=0x3299 | 0xD83C..=0xD83F),
    }
}
