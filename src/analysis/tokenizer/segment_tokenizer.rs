//! The tokenizer over break rules: script runs, segments, their token types, and splitting of long tokens.
//!
//! ```text
//! the whole text is short, and ASCII or Han: tokens without rules  (`ShortAsciiText`, `ShortHanText`)
//! for each script run:                                             (the whole text, if the options say so)
//!     for each segment of the rules of its script:
//!         token, by the segment's status                           (ruling U1: `word_type`)
//!         tokens of the segments that are computed already         (`FastTokenSink`: no decoding, a compare per case)
//! ```
//!
//! All progress is in the state of the tokenizer, so a batch may end after any token.

use crate::analysis::batch::{BATCH_TOKENS, BATCH_UNITS, Batch, BatchToken};
use crate::analysis::component::Tokenizer;
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::fast_token_sink::FastTokenSink;
use crate::analysis::tokenizer::segment_tokenizer_config::SegmentTokenizerConfig;
use crate::analysis::tokenizer::short_ascii_text::ShortAsciiText;
use crate::analysis::tokenizer::short_han_text::ShortHanText;
use crate::analysis::tokenizer::token_pieces::TokenPieces;
use crate::analysis::tokenizer::token_typing::{
    TokenTyping, packed_script_code, standard_type, status_type, word_type,
};
use crate::analysis::tokenizer::trim::trim;
use crate::unicode::part::SlicePart;
use crate::unicode::script::{Script, ScriptRun, ScriptRunMembers, first_run};
use crate::unicode::segment::{
    BreakRules, Dictionaries, Segment, SegmentFilter, SegmentationState, SentenceExceptions, may_start_emoji,
};
use crate::unicode::text::{CodeUnit, is_longer};
use std::ops::Range;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// A tokenizer over break rules.
#[derive(Clone, Debug)]
pub struct SegmentTokenizer {
    config: Arc<SegmentTokenizerConfig>,
    short_ascii_text: Option<ShortAsciiText>,
    short_han_text: Option<ShortHanText>,
    state: SegmentTokenizerState,
}

/// The progress in a text.
#[derive(Clone, Debug)]
struct SegmentTokenizerState {
    /// The current script run; its end is known once its last word has been read.
    run: ScriptRun,
    members: ScriptRunMembers,
    /// The script that `script_code` and `types` are computed for.
    typed_script: Option<Script>,
    /// The ISO 15924 code of that script, the value of [`BatchToken::script`].
    script_code: u32,
    /// The token types for the statuses 0 (unused), 100, 200, 300 and 400 in runs of that script.
    types: [TokenType; 5],
    /// Whether the current run has more words.
    in_run: bool,
    words: SegmentationState,
    /// The remaining pieces of a token that is too long.
    pieces: TokenPieces,
    piece_type: TokenType,
    /// The range of a segment that remains to be searched for symbols.
    symbols: (usize, usize),
    /// The end of the last segment, or the start of the run.
    last_end: usize,
}

impl SegmentTokenizer {
    /// Creates a tokenizer.
    pub fn new(config: SegmentTokenizerConfig) -> SegmentTokenizer {
        let state = SegmentTokenizerState {
            run: ScriptRun { start: 0, end: 0, script: Script::Common },
            members: ScriptRunMembers::all(),
            typed_script: None,
            script_code: 0,
            types: [TokenType::Other; 5],
            in_run: false,
            words: SegmentationState::default(),
            pieces: TokenPieces::default(),
            piece_type: TokenType::Word,
            symbols: (0, 0),
            last_end: 0,
        };
        let (short_ascii_text, short_han_text) = (ShortAsciiText::new(&config), ShortHanText::new(&config));
        SegmentTokenizer { short_ascii_text, short_han_text, config: Arc::new(config), state }
    }
}

impl<U: CodeUnit> Tokenizer<U> for SegmentTokenizer {
    fn reset(&mut self) {
        self.state.run = ScriptRun { start: 0, end: 0, script: Script::Common };
        self.state.in_run = false;
        self.state.pieces.clear();
        self.state.symbols = (0, 0);
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let SegmentTokenizer { config, short_ascii_text, short_han_text, state } = self;
        let dictionaries: &Dictionaries = &config.dictionaries;
        if state.run.end == 0
            && (short_ascii_text.is_some_and(|short| short.push(text, batch))
                || short_han_text.is_some_and(|short| short.push(dictionaries, &mut state.words, text, batch)))
        {
            (state.run.end, batch.last) = (text.len(), true);
            return;
        }
        state.write_remaining(config, text, batch);
        let first = if state.in_run { state.last_end } else { state.run.end };
        let stop = first + BATCH_UNITS;
        if let Some(exceptions) = config.exceptions {
            return state.fill_sentences(config, exceptions, text, stop, batch);
        }
        while batch.tokens.len() < BATCH_TOKENS {
            if !state.in_run && !state.next_run(config, text) {
                batch.last = true;
                return;
            }
            let rules = config.rules_of(state.run.script);
            let run = text.part(state.run.start..state.run.end);
            while batch.tokens.len() < BATCH_TOKENS {
                let Some(segment) = state.words.next(rules, dictionaries, run, &state.members) else {
                    state.in_run = false;
                    state.run.end = state.run.start + state.words.limit();
                    break;
                };
                let (start, end) = (state.run.start + segment.start, state.run.start + segment.end);
                state.push_segment(config, text, Segment { start, end, ..segment }, batch);
                state.last_end = end;
                if end >= stop {
                    return;
                }
                state.push_ready_segments(config, rules, run, stop, batch);
            }
        }
    }
}

impl SegmentTokenizerState {
    /// Fast path: the segments that are computed already, with a common status, no emoji, and not too long.
    #[inline(always)]
    fn push_ready_segments<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        rules: &BreakRules,
        run: &[U],
        stop: usize,
        batch: &mut Batch<U>,
    ) {
        if config.symbols.is_some() {
            return;
        }
        if let TokenTyping::Trimmed(token_type) = config.typing {
            return self.push_trimmed_segments(config, rules, token_type, run, stop, batch);
        }
        if self.words.is_splitting() {
            let (words, mut sink) = self.sink(config, run, stop, batch);
            return words.take_ready_words(rules, |segment| sink.take(segment));
        }
        while let Some(first) = self.words.ready().first() {
            let (is_plain, segment) = (first.is_plain_word(), first.complete(rules));
            let is_of_whole_words = is_plain && self.words.needs_no_dictionary(&segment);
            if !self.words.is_whole::<U>(rules, &segment) {
                return;
            }
            let (words, mut sink) = self.sink(config, run, stop, batch);
            let taken = match is_of_whole_words {
                true => sink.take_plain_words(words.ready(), &segment),
                false => sink.take(segment).into(),
            };
            if taken == 0 {
                return;
            }
            words.skip_ready(taken);
        }
    }

    /// Variant of [`SegmentTokenizerState::push_ready_segments`] for [`TokenTyping::Trimmed`].
    #[inline(never)]
    fn push_trimmed_segments<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        rules: &BreakRules,
        token_type: TokenType,
        run: &[U],
        stop: usize,
        batch: &mut Batch<U>,
    ) {
        let (words, mut sink) = self.sink(config, run, stop, batch);
        if words.is_splitting() {
            return words.take_ready_words(rules, |segment| sink.take_trimmed(segment, token_type));
        }
        let taken = sink.take_trimmed_segments(rules, words, token_type);
        words.skip_ready(taken);
    }

    /// The segments, and the sink of their tokens.
    #[inline(always)]
    fn sink<'a, U: CodeUnit>(
        &'a mut self,
        config: &SegmentTokenizerConfig,
        run: &'a [U],
        stop: usize,
        batch: &'a mut Batch<U>,
    ) -> (&'a mut SegmentationState, FastTokenSink<'a, U>) {
        let sink = FastTokenSink {
            run,
            offset: self.run.start,
            limit: stop.saturating_sub(self.run.start),
            script: self.script_code,
            types: (config.typing == TokenTyping::Word).then_some(&self.types),
            max_token_length: config.max_token_length,
            tokens: &mut batch.tokens,
            last_end: &mut self.last_end,
        };
        (&mut self.words, sink)
    }

    /// Variant of [`Tokenizer::fill`] for sentences, which may end with an abbreviation and continue.
    #[inline(never)]
    fn fill_sentences<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        exceptions: &SentenceExceptions,
        text: &[U],
        stop: usize,
        batch: &mut Batch<U>,
    ) {
        let (rules, dictionaries): (&BreakRules, &Dictionaries) = (&config.rules, &config.dictionaries);
        while batch.tokens.len() < BATCH_TOKENS {
            if !self.in_run && !self.next_run(config, text) {
                batch.last = true;
                return;
            }
            let (offset, run) = (self.run.start, text.part(self.run.start..self.run.end));
            let SegmentTokenizerState { words, members, .. } = self;
            let mut next = || words.next(rules, dictionaries, run, members);
            let Some(first) = next() else {
                self.in_run = false;
                continue;
            };
            let segment = exceptions.join(run, first, next);
            let (start, end) = (offset + segment.start, offset + segment.end);
            self.push_segment(config, text, Segment { start, end, ..segment }, batch);
            self.last_end = end;
            if end >= stop {
                return;
            }
        }
    }

    /// Starts the next script run; returns false at the end of the text.
    fn next_run<U: CodeUnit>(&mut self, config: &SegmentTokenizerConfig, text: &[U]) -> bool {
        let start = self.run.end;
        if start >= text.len() {
            return false;
        }
        let rest = text.part(start..);
        let (script, members, length) = match config.runs {
            Some(options) => first_run(rest, options),
            None => (Script::Common, ScriptRunMembers::all(), rest.len()),
        };
        // If white space ends runs, the text after a run is not yet known.
        let distance = start.checked_sub(self.run.start).filter(|_| start > 0 && length == rest.len());
        self.run = ScriptRun { start, end: start + length, script };
        self.members = members;
        if self.typed_script != Some(script) {
            self.typed_script = Some(script);
            self.script_code = if config.typing == TokenTyping::Standard { 0 } else { packed_script_code(script) };
            self.types = std::array::from_fn(|kind| status_type(100 * kind as u32, script).unwrap_or(TokenType::Other));
        }
        let run = text.part(self.run.start..self.run.end);
        let rules = config.rules_of(self.run.script);
        match distance {
            Some(distance) => self.words.continue_text(rules, run, &members, distance),
            None => self.words.start(rules, run, &members),
        }
        if self.run.script == Script::Hangul && !config.dictionaries.splits_hangul() && config.runs.is_some() {
            self.words.disable_dictionaries();
        }
        self.words.set_filter(match config.typing {
            _ if config.symbols.is_some() => SegmentFilter::All,
            TokenTyping::Trimmed(_) => SegmentFilter::NonWhiteSpace,
            TokenTyping::Word | TokenTyping::Standard => SegmentFilter::Words,
        });
        (self.in_run, self.last_end) = (true, start);
        true
    }

    /// Writes the token of a segment, if it becomes one.
    #[inline]
    fn push_segment<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        text: &[U],
        segment: Segment,
        batch: &mut Batch<U>,
    ) {
        // Common case: the first words of runs that dictionaries have split.
        if let (TokenTyping::Word, 1.., Some(token_type)) =
            (config.typing, segment.kind, self.types.get(usize::from(segment.kind)))
            && segment.end - segment.start <= config.max_token_length
            && !may_start_emoji(text, segment.start)
        {
            return self.push(segment.start, segment.end, *token_type, batch);
        }
        self.push_any_segment(config, text, segment, batch);
    }

    /// Slow path of [`SegmentTokenizerState::push_segment`].
    #[inline(never)]
    fn push_any_segment<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        text: &[U],
        segment: Segment,
        batch: &mut Batch<U>,
    ) {
        let (start, end, token_type) = match config.typing {
            TokenTyping::Word => (segment.start, segment.end, word_type(text, segment, self.run.script)),
            TokenTyping::Standard => (segment.start, segment.end, standard_type(segment.status)),
            TokenTyping::Trimmed(token_type) => {
                let (start, end) = trim(text, segment.start, segment.end);
                (start, end, (start < end).then_some(token_type))
            }
        };
        let Some(token_type) = token_type else {
            if config.symbols.is_some() {
                self.symbols = (start, end);
                self.push_symbols(config, text, batch);
            }
            return;
        };
        if end - start > config.max_token_length && is_longer(text.part(start..end), config.max_token_length) {
            self.push_split(config, text, start..end, token_type, batch);
        } else {
            self.push(start, end, token_type, batch);
        }
    }

    /// Writes a token.
    #[inline]
    fn push<U: CodeUnit>(&self, start: usize, end: usize, token_type: TokenType, batch: &mut Batch<U>) {
        batch.tokens.push(BatchToken { script: self.script_code, ..BatchToken::of_text(start, end, token_type) });
    }

    /// Writes a token that is too long in pieces.
    #[cold]
    fn push_split<U: CodeUnit>(
        &mut self,
        config: &SegmentTokenizerConfig,
        text: &[U],
        token: Range<usize>,
        token_type: TokenType,
        batch: &mut Batch<U>,
    ) {
        self.pieces.start(config.clusters, text, token.start, token.end);
        self.piece_type = token_type;
        self.push_pieces(config, text, batch);
    }

    /// Writes the tokens that did not fit in the preceding batch.
    #[inline]
    fn write_remaining<U: CodeUnit>(&mut self, config: &SegmentTokenizerConfig, text: &[U], batch: &mut Batch<U>) {
        if !self.pieces.is_empty() {
            self.push_pieces(config, text, batch);
        }
        if config.symbols.is_some() {
            self.push_symbols(config, text, batch);
        }
    }

    /// Writes the pieces of a long token that fit in the batch.
    #[inline(never)]
    fn push_pieces<U: CodeUnit>(&mut self, config: &SegmentTokenizerConfig, text: &[U], batch: &mut Batch<U>) {
        while !self.pieces.is_empty() && batch.tokens.len() < BATCH_TOKENS {
            if let Some((start, end)) = self.pieces.next(config.clusters, text, config.max_token_length) {
                self.push(start, end, self.piece_type, batch);
            }
        }
    }

    /// Writes the characters of `keep_symbols` in the segment that is searched for them.
    #[inline(never)]
    fn push_symbols<U: CodeUnit>(&mut self, config: &SegmentTokenizerConfig, text: &[U], batch: &mut Batch<U>) {
        let Some(symbols) = &config.symbols else { return };
        while self.symbols.0 < self.symbols.1 && batch.tokens.len() < BATCH_TOKENS {
            let at = self.symbols.0;
            let Some((c, length)) = U::decode(text, at) else { return };
            self.symbols.0 = at + length;
            if symbols.contains(c) {
                self.push(at, at + length, TokenType::Symbol, batch);
            }
        }
    }
}
