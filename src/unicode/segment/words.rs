//! Segments by rules and dictionaries: a segment that holds characters of `$dictionary` is cut further where the
//! dictionaries of its scripts find words. Its parts have the status of the whole; but in rules without a status above 100
//! (which then tells what ends a line, not what a word is) only the last one has, as in ICU 79.

use super::dictionary::{Dictionaries, LeastCost, LookAhead, Script};
use super::machine::{BreakRules, Segment};
use super::segments::Segments;
use crate::unicode::text::CodeUnit;

/// A run of one dictionary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Run {
    #[default]
    None,
    LookAhead,
    LeastCost,
}

/// Memory for dictionary runs, kept from one text to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    look_ahead: LookAhead,
    least_cost: LeastCost,
}

/// The segments of a text in order, those of dictionary scripts cut into words.
#[derive(Clone, Debug)]
pub struct Words<'a, U> {
    rules: &'a BreakRules,
    dictionaries: &'static Dictionaries,
    segments: Segments<'a, U>,
    text: &'a [U],
    /// The segment being cut, with its start moved to the next word's.
    rest: Option<Segment>,
    run: Run,
    run_start: usize,
    run_end: usize,
    scratch: Scratch,
}

impl BreakRules {
    /// The segments of a text, from its start, with the dictionaries that ship.
    pub fn words<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Words<'a, U> {
        Words {
            rules: self,
            dictionaries: Dictionaries::get(),
            segments: self.segments(text),
            text,
            rest: None,
            run: Run::None,
            run_start: 0,
            run_end: 0,
            scratch: Scratch::default(),
        }
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
        self.segments.reset(text);
        self.text = text;
        self.rest = None;
        self.run = Run::None;
    }

    /// The same rules' words of another text, of any lifetime, with this one's memory.
    pub fn into_scratch(self) -> Scratch {
        self.scratch
    }

    /// Takes over memory.
    pub fn with_scratch(mut self, scratch: Scratch) -> Words<'a, U> {
        self.scratch = scratch;
        self
    }

    /// The next word of the segment being cut.
    fn cut(&mut self, segment: Segment) -> Segment {
        match self.inner_break(segment) {
            Some(end) => {
                self.rest = Some(Segment { start: end, ..segment });
                let status = if self.rules.parts_have_status { segment.status } else { 0 };
                Segment { end, status, ..segment }
            }
            None => {
                self.rest = None;
                segment
            }
        }
    }

    fn inner_break(&mut self, segment: Segment) -> Option<usize> {
        let text = self.text.get(..segment.end).unwrap_or(self.text);
        loop {
            let found = match self.run {
                Run::LookAhead => self.scratch.look_ahead.next_break(self.dictionaries),
                Run::LeastCost => self.scratch.least_cost.next_break(self.dictionaries, text),
                Run::None => None,
            };
            if let Some(distance) = found {
                return Some(self.run_start + distance);
            }
            self.run = Run::None;
            self.find_run(text)?;
        }
    }

    /// Opens the next run at or after the end of the last one.
    fn find_run(&mut self, text: &[U]) -> Option<()> {
        let mut at = self.run_end;
        loop {
            let (c, length) = U::decode(text, at)?;
            let class = self.rules.classes.class(c.into());
            if self.rules.dictionary.get(usize::from(class)) == Some(&true) {
                self.run_start = at;
                match self.dictionaries.script(c) {
                    Script::LookAhead(script) => {
                        self.run_end = self.scratch.look_ahead.start(self.dictionaries, script, text, at);
                        self.run = Run::LookAhead;
                        return Some(());
                    }
                    // The prolonged sound marks have no script of their own, so no run starts with them.
                    Script::Cj(_) if !matches!(c, '\u{30FC}' | '\u{FF70}') => {
                        self.run_end = self.scratch.least_cost.start(self.dictionaries, text, at);
                        self.run = Run::LeastCost;
                        return Some(());
                    }
                    Script::Cj(_) | Script::None => {}
                }
            }
            at += length;
        }
    }
}

impl<U: CodeUnit> Iterator for Words<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        if let Some(segment) = self.rest {
            return Some(self.cut(segment));
        }
        let segment = self.segments.next()?;
        if !segment.dictionary {
            return Some(segment);
        }
        self.run = Run::None;
        self.run_end = segment.start;
        Some(self.cut(segment))
    }
}
