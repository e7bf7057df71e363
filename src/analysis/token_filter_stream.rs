//! Runs the token filters of a chain over tokens from the caller, for hosts with a tokenizer of their own or with other
//! filters between ours.
//!
//! All terms are in the batch's arena, like terms that a filter has written. Some filters also read the text (for
//! character widths and for the end of the text). The text is not available here, so for them it is reconstructed from
//! the tokens: a term whose length equals the difference of its offsets is copied to its offset, and ill-formed units
//! fill the rest, which are U+FFFD and so no character of a term.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::chain::Analyzer;
use crate::analysis::component::TokenFilter;
use crate::analysis::offset_corrector::in_order;
use crate::analysis::pipeline::{CorrectedToken, PipelineUnit, token_filters};
use crate::analysis::text_error::TextError;
use crate::analysis::token::{End, Token, TokenType};
use crate::memory::{self, LARGE_TEXT_BYTES, MAX_KEPT_BYTES};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Encoding, MAX_TEXT_UNITS, REPLACEMENT};
use crate::unicode::validate::valid_up_to;

/// The running token filters of an analyzer: one text at a time, with state that continues from batch to batch.
pub struct TokenFilterStream<U: PipelineUnit> {
    analyzer: Analyzer,
    filters: Vec<Box<dyn TokenFilter<U>>>,
    /// Whether a filter reads the text.
    reads_text: bool,
    /// The reconstructed text; empty if no filter reads it.
    text: Vec<U>,
    batch: Batch<U>,
    /// The number of tokens of the batch that were taken.
    drained: usize,
    /// The position of the last token taken or dropped, which wraps to one below zero before the first token, and the
    /// start of the last token taken.
    position: u32,
    last_start: u32,
    end: Option<End>,
    /// False once an allocation for the text has failed.
    has_memory: bool,
    /// The bytes of the terms of this text.
    bytes: usize,
}

/// The largest position increment, and position gap at the end, of a token from the caller, as in the JVM.
pub const MAX_POSITION_INCREMENT: u32 = i32::MAX as u32;

/// A token from the caller.
#[derive(Clone, Copy, Debug)]
pub struct InputToken<'a, U> {
    /// The term; any units are allowed.
    pub term: &'a [U],
    /// Start offset in the text, below 2^31. One before that of the preceding token is raised to it.
    pub start: u32,
    /// End offset in the text; an end before the start counts as the start.
    pub end: u32,
    /// The distance from the position of the preceding token; at most [`MAX_POSITION_INCREMENT`] counts.
    pub position_increment: u32,
    /// The number of positions that the token spans.
    pub position_length: u32,
    /// The token type.
    pub token_type: TokenType,
    /// The ISO 15924 script code as four letters, big-endian, or 0.
    pub script: u32,
    /// Whether the keyword mark is set.
    pub keyword: bool,
}

impl<U: PipelineUnit> TokenFilterStream<U> {
    /// Creates the token filters of an analyzer, without its char filters and its tokenizer.
    pub fn new(analyzer: &Analyzer) -> TokenFilterStream<U> {
        let filters = token_filters::<U>(analyzer.chain());
        TokenFilterStream {
            analyzer: analyzer.clone(),
            reads_text: filters.iter().any(|filter| filter.reads_text()),
            filters,
            text: Vec::new(),
            batch: Batch::default(),
            drained: 0,
            position: u32::MAX,
            last_start: 0,
            end: None,
            has_memory: true,
            bytes: 0,
        }
    }

    /// The analyzer that the filters belong to.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Prepares for the next text.
    pub fn reset(&mut self) {
        if std::mem::take(&mut self.bytes) > LARGE_TEXT_BYTES {
            self.filters = token_filters(self.analyzer.chain());
        }
        self.filters.iter_mut().for_each(|filter| filter.reset());
        self.text.clear();
        memory::release_large(&mut self.text);
        self.batch.start_next();
        if self.batch.capacity_bytes() > MAX_KEPT_BYTES {
            self.batch = Batch::default();
        }
        (self.drained, self.position, self.last_start) = (0, u32::MAX, 0);
        (self.end, self.has_memory) = (None, true);
    }

    /// Starts a batch. Drops the tokens of the preceding batch that were not taken; the positions of later tokens
    /// include theirs, since a position is one in the text.
    pub fn begin(&mut self) {
        for token in self.batch.tokens.part(self.drained..) {
            self.position = self.position.wrapping_add(token.position_increment);
        }
        self.batch.swap_arenas();
        self.batch.start_next();
        self.drained = 0;
    }

    /// Adds a token to the batch.
    pub fn push(&mut self, token: InputToken<'_, U>) {
        let start = (token.start as usize).min(MAX_TEXT_UNITS);
        let end = (token.end as usize).clamp(start, MAX_TEXT_UNITS);
        self.bytes = self.bytes.saturating_add(size_of_val(token.term));
        if self.reads_text {
            self.write_text(start, end, token.term);
        }
        let term = self.batch.write(|arena| {
            let mut rest = token.term;
            loop {
                let (valid, ill_formed) = rest.split_at(valid_up_to(rest).min(rest.len()));
                arena.extend(valid);
                let Some((_, length)) = U::decode(ill_formed, 0) else { break };
                arena.push(REPLACEMENT);
                rest = ill_formed.part(length..);
            }
        });
        self.batch.tokens.push(BatchToken {
            term,
            position_increment: token.position_increment.min(MAX_POSITION_INCREMENT),
            position_length: token.position_length.min(u32::from(u16::MAX)) as u16,
            script: token.script,
            keyword: token.keyword,
            ..BatchToken::of_text(start, end, token.token_type)
        });
    }

    /// Copies a term to its offset in the reconstructed text, if its length fits there, and fills the text before it.
    fn write_text(&mut self, start: usize, end: usize, term: &[U]) {
        let fits = term.len() == end - start && start >= self.text.len() && valid_up_to(term) == term.len();
        if fits && self.pad_to(start, term.len()) {
            self.text.extend_from_slice(term);
        } else {
            self.pad_to(end, 0);
        }
    }

    /// Runs the filters over the batch. `end` is `Some` for the last batch of the text.
    ///
    /// # Errors
    /// No memory.
    pub fn run(&mut self, end: Option<End>) -> Result<(), TextError> {
        if let Some(end) = end {
            if self.reads_text {
                self.pad_to((end.final_offset as usize).min(MAX_TEXT_UNITS), 0);
            }
            self.batch.last = true;
            self.batch.trailing_gap = end.position_gap.min(MAX_POSITION_INCREMENT);
        }
        for filter in &mut self.filters {
            filter.filter(&self.text, &mut self.batch);
        }
        if self.batch.is_out_of_memory() || !self.has_memory {
            return Err(TextError::OutOfMemory);
        }
        self.end = end.map(|end| End { position_gap: self.batch.trailing_gap, ..end });
        Ok(())
    }

    /// Passes up to `max_tokens` of the remaining tokens of the batch to `take`, and returns their number.
    pub fn take_tokens(&mut self, max_tokens: usize, mut take: impl FnMut(Token<'_, U>)) -> usize {
        let tokens = self.batch.tokens.part(self.drained..);
        let count = tokens.len().min(max_tokens);
        for token in tokens.iter().take(count) {
            let (start, end) = in_order(&mut self.last_start, token.start, token.end);
            self.position = self.position.wrapping_add(token.position_increment);
            let (batch, text) = (&self.batch, &self.text[..]);
            take(CorrectedToken { token, start, end, position: self.position, batch, text }.to_token());
        }
        self.drained += count;
        count
    }

    /// The number of tokens of the batch that are not taken yet.
    pub fn remaining(&self) -> usize {
        self.batch.tokens.len() - self.drained
    }

    /// The end-of-text state, once the last batch has run.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Pads the text with ill-formed units to `length`; returns false if memory for it and `more` units is missing.
    fn pad_to(&mut self, length: usize, more: usize) -> bool {
        let missing = length.saturating_sub(self.text.len());
        self.has_memory &= self.text.try_reserve(missing + more).is_ok();
        if self.has_memory && missing > 0 {
            let ill_formed = match U::ENCODING {
                Encoding::Utf8 => 0xFF,
                Encoding::Utf16 => 0xDC00,
            };
            self.text.resize(length, U::from_low_bits(ill_formed));
        }
        self.has_memory
    }
}
