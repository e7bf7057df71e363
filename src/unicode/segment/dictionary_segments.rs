//! Segments by rules and dictionaries: a segment that contains characters of `$dictionary` is split into the words that
//! the dictionaries of its scripts find. The words have the status of the segment; in rules without a status above 100
//! (where the status describes the end of a line and not a word) only the last word has it, as in ICU 79.

use super::break_rules::BreakRules;
use super::dfa::Segment;
use super::dictionary::{
    Dictionaries, DictionaryScript, HangulSegmenter, LongestMatchSegmenter, PhraseRules, ViterbiSegmenter,
};
use super::run_boundary::RunBoundary;
use super::segments::{RawSegment, SegmentFilter, SegmentState};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, Encoding};

/// A run of characters of one dictionary, by the algorithm that splits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DictionaryRun {
    #[default]
    None,
    /// Thai, Lao, Khmer or Myanmar.
    LongestMatch,
    /// Chinese or Japanese.
    Viterbi,
    Hangul,
}

impl DictionaryRun {
    fn is_east_asian(self) -> bool {
        matches!(self, DictionaryRun::Viterbi | DictionaryRun::Hangul)
    }
}

/// The state of segmentation with dictionaries, kept from run to run and from text to text.
#[derive(Clone, Debug, Default)]
pub struct SegmentationState {
    segments: SegmentState,
    /// The rest of the segment being split; it starts at the next word.
    current: Option<Segment>,
    /// Whether dictionaries are disabled for the current run.
    without_dictionaries: bool,
    /// The dictionary run that is split, its start, and the end of the last run whose end is known.
    run: DictionaryRun,
    run_start: usize,
    run_end: usize,
    longest_match: LongestMatchSegmenter,
    pub(super) viterbi: ViterbiSegmenter,
    hangul: HangulSegmenter,
}

/// Iterates over the segments of a text, with those of dictionary scripts split into words.
#[derive(Clone, Debug)]
pub struct Segments<'a, U> {
    rules: &'a BreakRules,
    dictionaries: &'static Dictionaries,
    text: &'a [U],
    state: SegmentationState,
}

impl BreakRules {
    /// The segments of a text, with the shipped dictionaries.
    pub fn segments<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        let mut state = SegmentationState::default();
        state.start(self, text, &());
        Segments { rules: self, dictionaries: Dictionaries::get(), text, state }
    }

    /// The segments of a text, by rules alone: characters of `$dictionary` stay together.
    pub fn segments_without_dictionaries<'a, U: CodeUnit>(&'a self, text: &'a [U]) -> Segments<'a, U> {
        let mut segments = self.segments(text);
        segments.state.disable_dictionaries();
        segments
    }

    /// The first boundary after a position; `None` at the end of the text. Reads the text from its start, as rules may
    /// depend on any distance of preceding text.
    pub fn following<U: CodeUnit>(&self, text: &[U], position: usize) -> Option<usize> {
        self.segments(text).map(|segment| segment.end).find(|&end| end > position)
    }

    /// The last boundary before a position; `None` at the start of the text. Has the cost of [`BreakRules::following`].
    pub fn preceding<U: CodeUnit>(&self, text: &[U], position: usize) -> Option<usize> {
        if position == 0 || text.is_empty() {
            return None;
        }
        Some(self.segments(text).map(|segment| segment.end).take_while(|&end| end < position).last().unwrap_or(0))
    }

    /// Whether a position is a boundary, as the start and the end are. Has the cost of [`BreakRules::following`].
    pub fn is_boundary<U: CodeUnit>(&self, text: &[U], position: usize) -> bool {
        position == 0 || self.segments(text).map(|segment| segment.end).find(|&end| end >= position) == Some(position)
    }
}

impl<U: CodeUnit> Iterator for Segments<'_, U> {
    type Item = Segment;

    #[inline]
    fn next(&mut self) -> Option<Segment> {
        self.state.next(self.rules, self.dictionaries, self.text, &())
    }
}

impl SegmentationState {
    /// Starts a text and keeps the buffers.
    pub fn start<U: CodeUnit, B: RunBoundary>(&mut self, rules: &BreakRules, text: &[U], boundary: &B) {
        self.segments.start(rules, text, boundary);
        self.begin_text();
    }

    /// Continues the text with `rest`, which starts `distance` units after the start of the preceding run.
    pub fn continue_text<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        rest: &[U],
        boundary: &B,
        distance: usize,
    ) {
        self.segments.continue_text(rules, rest, boundary, distance);
        self.begin_text();
    }

    fn begin_text(&mut self) {
        (self.current, self.without_dictionaries, self.run) = (None, false, DictionaryRun::None);
    }

    /// Declares that the current run contains no character of a dictionary script, whatever the rules leave to
    /// dictionaries.
    pub fn disable_dictionaries(&mut self) {
        self.without_dictionaries = true;
    }

    /// The end of the run, after its last word.
    #[inline]
    pub fn limit(&self) -> usize {
        self.segments.limit()
    }

    /// Selects the segments of the current run that are returned.
    #[inline]
    pub fn set_filter(&mut self, filter: SegmentFilter) {
        self.segments.set_filter(filter);
    }

    /// Whether a segment is being split: if so, [`SegmentationState::take_ready_words`] returns its words, otherwise
    /// [`SegmentationState::ready`] returns segments.
    #[inline(always)]
    pub fn is_splitting(&self) -> bool {
        self.current.is_some()
    }

    /// The computed segments that have not been returned; none while a segment is being split.
    #[inline(always)]
    pub fn ready(&self) -> &[RawSegment] {
        if self.is_splitting() { &[] } else { self.segments.ready() }
    }

    /// Skips computed segments.
    #[inline(always)]
    pub fn skip_ready(&mut self, count: usize) {
        self.segments.skip_ready(count);
    }

    /// Whether a segment is a word as it is, not to be split by a dictionary.
    #[inline(always)]
    pub fn is_whole<U: CodeUnit>(&self, rules: &BreakRules, segment: &Segment) -> bool {
        self.needs_no_dictionary(segment) || is_indivisible::<U>(rules, segment)
    }

    /// Whether no dictionary splits segments that end in the state of this one, whatever their length.
    #[inline(always)]
    pub fn needs_no_dictionary(&self, segment: &Segment) -> bool {
        !segment.dictionary || self.without_dictionaries
    }

    /// The first computed segments that need no dictionary, at most `count`, not longer than `max_length`, and that
    /// end before `limit`.
    #[inline(always)]
    pub fn ready_whole(&self, rules: &BreakRules, count: usize, max_length: usize, limit: usize) -> &[RawSegment] {
        let ready = self.ready();
        // Many segments in a row end in one state.
        let mut whole_state = None;
        let mut is_one = |segment: &&RawSegment| {
            let (start, end) = segment.range();
            let is_whole = whole_state == Some(segment.state) || self.needs_no_dictionary(&segment.complete(rules));
            whole_state = Some(segment.state);
            is_whole & (end - start <= max_length) & (end < limit)
        };
        ready.part(..ready.iter().take(count).take_while(&mut is_one).count())
    }

    /// Passes words that a dictionary has found in the current segment to `take` until it returns false.
    #[inline(always)]
    pub fn take_ready_words(&mut self, rules: &BreakRules, mut take: impl FnMut(Segment) -> bool) {
        let breaks = match self.run {
            DictionaryRun::LongestMatch => self.longest_match.breaks(),
            DictionaryRun::Viterbi => self.viterbi.breaks(),
            DictionaryRun::Hangul | DictionaryRun::None => return,
        };
        let (Some(current), run_start) = (&mut self.current, self.run_start) else { return };
        breaks.drain_while(|distance| {
            let end = run_start + distance;
            let is_taken = take(with_inherited_status(rules, *current, end));
            current.start = if is_taken { end } else { current.start };
            is_taken
        });
    }

    /// The next word.
    #[inline(always)] // keeps the segment in registers
    pub fn next<U: CodeUnit, B: RunBoundary>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        boundary: &B,
    ) -> Option<Segment> {
        if let Some(segment) = self.current {
            return Some(self.split(rules, dictionaries, text, segment));
        }
        let segment = self.segments.next(rules, text, boundary)?;
        if self.is_whole::<U>(rules, &segment) {
            return Some(segment);
        }
        Some(self.split_first(rules, dictionaries, text, segment))
    }

    /// The first word of a segment.
    #[inline(never)]
    fn split_first<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Segment {
        self.run = DictionaryRun::None;
        self.run_end = segment.start;
        self.split(rules, dictionaries, text, segment)
    }

    /// The next word of the segment being split.
    #[inline(never)]
    fn split<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Segment {
        match self.inner_break(rules, dictionaries, text, segment) {
            Some(end) => {
                self.current = Some(Segment { start: end, ..segment });
                with_inherited_status(rules, segment, end)
            }
            None => {
                self.current = None;
                segment
            }
        }
    }

    /// The next break inside the segment that is split; `None` if the rest of it is one word.
    fn inner_break<U: CodeUnit>(
        &mut self,
        rules: &BreakRules,
        dictionaries: &Dictionaries,
        text: &[U],
        segment: Segment,
    ) -> Option<usize> {
        let text = text.part(..segment.end);
        loop {
            // PERF: an if-chain is predicted better than a jump table.
            let distance = if self.run == DictionaryRun::LongestMatch {
                self.longest_match.next_break(dictionaries)
            } else if self.run == DictionaryRun::Viterbi {
                self.viterbi.next_break(dictionaries, text)
            } else if self.run == DictionaryRun::Hangul {
                self.hangul.next_break(dictionaries, text)
            } else {
                None
            };
            if let Some(distance) = distance {
                return Some(self.run_start + distance);
            }
            let ended = std::mem::take(&mut self.run);
            if ended == DictionaryRun::Viterbi {
                self.run_end = self.viterbi.end();
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

    /// Starts the next dictionary run at or after the end of the preceding one.
    fn find_run<U: CodeUnit>(&mut self, rules: &BreakRules, dictionaries: &Dictionaries, text: &[U]) -> Option<()> {
        let mut at = self.run_end;
        loop {
            let (c, length) = U::decode(text, at)?;
            let class = rules.dfa.classes.class(c.into());
            if rules.dfa.dictionary.get(usize::from(class)) == Some(&true) {
                self.run_start = at;
                match dictionaries.script(c) {
                    DictionaryScript::SoutheastAsian(script) => {
                        self.run_end = self.longest_match.start(dictionaries, script, text, at);
                        self.run = DictionaryRun::LongestMatch;
                        return Some(());
                    }
                    // Prolonged sound marks have no script of their own, so they do not start a run.
                    DictionaryScript::ChineseJapanese(_) if !matches!(c, '\u{30FC}' | '\u{FF70}') => {
                        self.viterbi.start(dictionaries, at, rules.phrases);
                        self.run = DictionaryRun::Viterbi;
                        return Some(());
                    }
                    // Without user-defined words a run of Hangul is not split, but phrases depend on its ends.
                    DictionaryScript::Hangul if dictionaries.splits_hangul() || rules.phrases => {
                        self.run_end = self.hangul.start(dictionaries, text, at);
                        self.run = DictionaryRun::Hangul;
                        return Some(());
                    }
                    DictionaryScript::ChineseJapanese(_) | DictionaryScript::Hangul | DictionaryScript::None => {}
                }
            }
            at += length;
        }
    }
}

/// Whether a segment has at most one character of the scripts with dictionaries, whose characters have three bytes in
/// UTF-8. Phrases also break at other characters.
#[inline(always)]
fn is_indivisible<U: CodeUnit>(rules: &BreakRules, segment: &Segment) -> bool {
    let longest = if U::ENCODING == Encoding::Utf8 { 3 } else { 1 };
    segment.end - segment.start <= longest && !rules.phrases
}

/// A word of a segment that ends at `end`, inside the segment.
#[inline(always)]
fn with_inherited_status(rules: &BreakRules, segment: Segment, end: usize) -> Segment {
    let word = Segment { end, ..segment };
    if rules.dictionary_words_keep_status { word } else { word.without_status() }
}

/// Whether a phrase may start after the character before a run that the dictionary splits.
#[inline(never)]
fn closes_phrase<U: CodeUnit>(text: &[U], start: usize) -> bool {
    U::decode_back(text, start).is_some_and(|(c, _)| PhraseRules::get().closes(c))
}

/// Whether a phrase may start with the character after a run that the dictionary has split.
#[inline(never)]
fn opens_phrase<U: CodeUnit>(text: &[U], end: usize) -> bool {
    U::decode(text, end).is_some_and(|(c, _)| PhraseRules::get().opens(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::shipped_rules;

    fn check<U: CodeUnit>(rules: &BreakRules, text: &[U]) {
        let mut state = SegmentationState::default();
        state.start(rules, text, &());
        while let Some(segment) = state.segments.next(rules, text, &()) {
            if segment.dictionary && is_indivisible::<U>(rules, &segment) {
                assert_eq!(state.split_first(rules, Dictionaries::get(), text, segment), segment, "{text:?}");
                assert!(state.current.is_none(), "{text:?}");
            }
        }
    }

    #[test]
    fn dictionaries_do_not_split_what_is_indivisible() {
        for name in ["word", "Default"] {
            let rules = shipped_rules(name).unwrap();
            for c in
                ('\0'..='\u{2FFFF}').filter(|c| rules.dfa.dictionary[usize::from(rules.dfa.classes.class((*c).into()))])
            {
                for text in [c.to_string(), format!("a{c}"), format!("{c}\u{301}")] {
                    check(rules, text.as_bytes());
                    check(rules, &text.encode_utf16().collect::<Vec<u16>>());
                }
            }
        }
    }
}
