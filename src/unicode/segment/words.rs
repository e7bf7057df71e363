//! Segments by rules and dictionaries: a segment that holds characters of `$dictionary` is cut further where the
//! dictionaries of its scripts find words. Its parts have the status of the whole; but in rules without a status above 100
//! (which then tells what ends a line, not what a word is) only the last one has, as in ICU 79.

use super::dictionary::{Dictionaries, Hangul, LeastCost, LookAhead, Phrases, Script};
use super::machine::{BreakRules, Segment};
use super::segments::{SegmentState, Wanted};
use super::skip::Within;
use crate::unicode::text::CodeUnit;

/// A run of one dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Run {
    #[default]
    None,
    LookAhead,
    LeastCost,
    Hangul,
}

impl Run {
    fn is_east_asian(self) -> bool {
        matches!(self, Run::LeastCost | Run::Hangul)
    }
}

/// Where finding words stands: what a caller keeps who goes through a text bit by bit, and from text to text. Memory that
/// dictionary runs need stays in it.
#[derive(Clone, Debug, Default)]
pub struct WordState {
    segments: SegmentState,
    /// The segment being cut, with its start moved to the next word's.
    rest: Option<Segment>,
    /// Whether dictionaries have nothing to say about the whole text.
    whole: bool,
    run: Run,
    run_start: usize,
    run_end: usize,
    look_ahead: LookAhead,
    pub(super) least_cost: LeastCost,
    hangul: Hangul,
}

/// The segments of a text in order, those of dictionary scripts cut into words.
#[derive(Clone, Debug)]
pub struct Words<'a, U> {
    rules: &'a BreakRules,
    dictionaries: &'static Dictionaries,
    text: &'a [U],
    state: WordState,
}

impl BreakRules {
    /// The segments of a text, from its start, with the dictionaries that ship.
    pub fn words<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Words<'a, U> {
        let mut state = WordState::default();
        state.start(self, text, &());
        Words { rules: self, dictionaries: Dictionaries::get(), text, state }
    }

    /// The first boundary after a position, `None` at the end of the text. Reads the text from its start: rules
    /// may reach back any distance.
    pub fn following<U: CodeUnit>(&self, text: &[U], position: usize) -> Option<usize> {
        self.words(text).map(|word| word.end).find(|&end| end > position)
    }

    /// The last boundary before a position, `None` at the start of the text. Costs as [`BreakRules::following`].
    pub fn preceding<U: CodeUnit>(&self, text: &[U], position: usize) -> Option<usize> {
        if position == 0 || text.is_empty() {
            return None;
        }
        Some(self.words(text).map(|word| word.end).take_while(|&end| end < position).last().unwrap_or(0))
    }

    /// Whether a position is a boundary; start and end are. Costs as [`BreakRules::following`].
    pub fn is_boundary<U: CodeUnit>(&self, text: &[U], position: usize) -> bool {
        position == 0 || self.words(text).map(|word| word.end).find(|&end| end >= position) == Some(position)
    }
}

impl<'a, U: CodeUnit> Words<'a, U> {
    /// Starts over with another text, keeping the memory.
    pub fn reset(&mut self, text: &'a [U]) {
        self.text = text;
        self.state.start(self.rules, text, &());
    }
}

impl<U: CodeUnit> Iterator for Words<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        self.state.next(self.rules, self.dictionaries, self.text, &())
    }
}

impl WordState {
    /// Starts with a text and rules, keeping the memory.
    pub fn start<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, text: &[U], within: &W) {
        self.segments.start(rules, text, within);
        self.begin_text();
    }

    /// Goes on with the rest of the same text from a place so many units behind the start of what was given last.
    pub fn go_on<U: CodeUnit, W: Within>(&mut self, rules: &BreakRules, rest: &[U], within: &W, behind: usize) {
        self.segments.go_on(rules, rest, within, behind);
        self.begin_text();
    }

    fn begin_text(&mut self) {
        (self.rest, self.whole, self.run) = (None, false, Run::None);
    }

    /// What was started with holds no character that dictionaries cut, whatever the rules leave to them.
    pub fn stay_whole(&mut self) {
        self.whole = true;
    }

    /// Where the text ends, once there are no more words.
    #[inline]
    pub fn limit(&self) -> usize {
        self.segments.limit()
    }

    /// Leaves out what is not wanted, of what was started with.
    #[inline]
    pub fn want(&mut self, wanted: Wanted) {
        self.segments.want(wanted);
    }

    /// Whether a segment is being cut: [`WordState::ready_parts`] hands out its words, else [`WordState::ready`].
    #[inline(always)]
    pub fn is_cutting(&self) -> bool {
        self.rest.is_some()
    }

    /// Hands out words that have been found already and that no dictionary cuts, as long as `take` takes them.
    #[inline(always)]
    pub fn ready(&mut self, rules: &BreakRules, mut take: impl FnMut(Segment) -> bool) {
        let whole = self.whole;
        self.segments.ready(rules, |segment| (!segment.dictionary || whole) && take(segment));
    }

    /// The same of words that a dictionary has found in a segment. Two calls, so that each `take` is inlined.
    #[inline(always)]
    pub fn ready_parts(&mut self, rules: &BreakRules, mut take: impl FnMut(Segment) -> bool) {
        let found = match self.run {
            Run::LookAhead => self.look_ahead.found(),
            Run::LeastCost => self.least_cost.found(),
            Run::Hangul | Run::None => return,
        };
        let (Some(rest), run_start) = (&mut self.rest, self.run_start) else { return };
        found.give(|distance| {
            let end = run_start + distance;
            let is_taken = take(part(rules, *rest, end));
            rest.start = if is_taken { end } else { rest.start };
            is_taken
        });
    }

    /// The next word of what was started with.
    #[inline(always)] // so that the segment stays in registers
    pub fn next<U: CodeUnit, W: Within>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        within: &W,
    ) -> Option<Segment> {
        if let Some(segment) = self.rest {
            return Some(self.cut(rules, dictionaries, text, segment));
        }
        let segment = self.segments.next(rules, text, within)?;
        if !segment.dictionary || self.whole {
            return Some(segment);
        }
        Some(self.cut_first(rules, dictionaries, text, segment))
    }

    /// The first word of a segment.
    #[inline(never)]
    fn cut_first<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Segment {
        self.run = Run::None;
        self.run_end = segment.start;
        self.cut(rules, dictionaries, text, segment)
    }

    /// The next word of the segment being cut.
    #[inline(never)]
    fn cut<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Segment {
        match self.inner_break(rules, dictionaries, text, segment) {
            Some(end) => {
                self.rest = Some(Segment { start: end, ..segment });
                part(rules, segment, end)
            }
            None => {
                self.rest = None;
                segment
            }
        }
    }

    fn inner_break<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Option<usize> {
        let text = text.get(..segment.end).unwrap_or(text);
        loop {
            // Branches are foretold better than a jump by number.
            let found = if self.run == Run::LookAhead {
                self.look_ahead.next_break(dictionaries)
            } else if self.run == Run::LeastCost {
                self.least_cost.next_break(dictionaries, text)
            } else if self.run == Run::Hangul {
                self.hangul.next_break(dictionaries, text)
            } else {
                None
            };
            if let Some(distance) = found {
                return Some(self.run_start + distance);
            }
            let ended = std::mem::take(&mut self.run);
            if ended == Run::LeastCost {
                self.run_end = self.least_cost.end();
            }
            if rules.phrases && ended.is_east_asian() && opens_phrase(text, self.run_end) {
                return Some(self.run_end);
            }
            self.find_run(rules, dictionaries, text)?;
            let is_inside = rules.phrases && self.run.is_east_asian() && self.run_start > segment.start;
            if is_inside && closes_phrase(text, self.run_start) {
                return Some(self.run_start);
            }
        }
    }

    /// Opens the next run at or after the end of the last one.
    fn find_run<U: CodeUnit>(&mut self, rules: &BreakRules, dictionaries: &Dictionaries, text: &[U]) -> Option<()> {
        let mut at = self.run_end;
        loop {
            let (c, length) = U::decode(text, at)?;
            let class = rules.classes.class(c.into());
            if rules.dictionary.get(usize::from(class)) == Some(&true) {
                self.run_start = at;
                match dictionaries.script(c) {
                    Script::LookAhead(script) => {
                        self.run_end = self.look_ahead.start(dictionaries, script, text, at);
                        self.run = Run::LookAhead;
                        return Some(());
                    }
                    // The prolonged sound marks have no script of their own, so no run starts with them.
                    Script::Cj(_) if !matches!(c, '\u{30FC}' | '\u{FF70}') => {
                        self.least_cost.start(dictionaries, at, rules.phrases);
                        self.run = Run::LeastCost;
                        return Some(());
                    }
                    // Without words of its own a run of Hangul stays whole, but phrases see its ends.
                    Script::Hangul if dictionaries.cut_hangul() || rules.phrases => {
                        self.run_end = self.hangul.start(dictionaries, text, at);
                        self.run = Run::Hangul;
                        return Some(());
                    }
                    Script::Cj(_) | Script::Hangul | Script::None => {}
                }
            }
            at += length;
        }
    }
}

/// The part of a segment that ends at a place before its end.
#[inline(always)]
fn part(rules: &BreakRules, segment: Segment, end: usize) -> Segment {
    let part = Segment { end, ..segment };
    if rules.parts_have_status { part } else { Segment { status: 0, kind: 0, ..part } }
}

/// Whether a phrase may start after what stands before a run that the dictionary cuts.
#[inline(never)]
fn closes_phrase<U: CodeUnit>(text: &[U], start: usize) -> bool {
    U::decode_back(text, start).is_some_and(|(c, _)| Phrases::get().closes(c))
}

/// Whether a phrase may start with what stands after a run that the dictionary has cut.
#[inline(never)]
fn opens_phrase<U: CodeUnit>(text: &[U], end: usize) -> bool {
    U::decode(text, end).is_some_and(|(c, _)| Phrases::get().opens(c))
}
