//! The token filters of a chain over tokens that the caller brings: what an engine needs whose tokenizer, or a filter in
//! between, is its own.
//!
//! All terms are in the batch's arena, like terms that a filter has written. Some filters look into the text all the same
//! (how wide its characters are, where it ends). It is not there, so as much of it as the tokens tell is put together: a
//! term whose length fits its offsets is at its offset, blanks fill the rest.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::chain::Analyzer;
use crate::analysis::component::TokenFilter;
use crate::analysis::pipeline::PipelineUnit;
use crate::analysis::text_error::TextError;
use crate::analysis::token::End;
use crate::analysis::token::{Token, TokenType};
use crate::unicode::part::SlicePart;
use crate::unicode::text::REPLACEMENT;
use crate::unicode::validate::valid_up_to;

/// Buffers larger than this (in bytes) are given back when the next text starts.
const KEPT_BYTES: usize = 1 << 20;

/// Token filters at work: one text at a time, state kept from batch to batch.
pub struct FilterStream<U: PipelineUnit> {
    analyzer: Analyzer,
    filters: Vec<Box<dyn TokenFilter<U>>>,
    text: Vec<U>,
    batch: Batch<U>,
    drained: usize,
    position: u32,
    last_start: u32,
    end: Option<End>,
    has_room: bool,
}

/// A token that the caller brings.
#[derive(Clone, Copy, Debug)]
pub struct GivenToken<'a, U> {
    /// The term, of any content.
    pub term: &'a [U],
    /// Where it starts in the text, below 2^31. What runs backwards is taken as it is, for text order is the caller's.
    pub start: u32,
    /// Where it ends; one before the start counts as the start.
    pub end: u32,
    /// How far it is from the position of the token before it.
    pub position_increment: u32,
    /// How many positions it spans.
    pub position_length: u32,
    /// What it is.
    pub token_type: TokenType,
    /// Four letters of ISO 15924, big-endian, or 0.
    pub script: u32,
    /// Protected by a keyword marker.
    pub keyword: bool,
}

impl<U: PipelineUnit> FilterStream<U> {
    /// The token filters of an analyzer; its char filters and its tokenizer are left out.
    pub fn new(analyzer: &Analyzer) -> FilterStream<U> {
        let filters = analyzer.chain().token_filters.iter().map(|step| U::token_filter(&*step.component)).collect();
        FilterStream {
            analyzer: analyzer.clone(),
            filters,
            text: Vec::new(),
            batch: Batch::default(),
            drained: 0,
            position: u32::MAX,
            last_start: 0,
            end: None,
            has_room: true,
        }
    }

    /// The analyzer that the filters belong to.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Another text follows.
    pub fn reset(&mut self) {
        self.filters.iter_mut().for_each(|filter| filter.reset());
        self.text.clear();
        if self.text.capacity() * size_of::<U>() > KEPT_BYTES {
            self.text = Vec::new();
        }
        self.batch.next();
        if self.batch.capacity_bytes() > KEPT_BYTES {
            self.batch = Batch::default();
        }
        (self.drained, self.position, self.last_start) = (0, u32::MAX, 0);
        (self.end, self.has_room) = (None, true);
    }

    /// Starts a batch. Tokens of the batch before that were not taken are dropped.
    pub fn begin(&mut self) {
        self.batch.turn_arena();
        self.batch.next();
        self.drained = 0;
    }

    /// Adds a token to the batch.
    pub fn push(&mut self, token: GivenToken<'_, U>) {
        const LAST: u32 = (1 << 31) - 1;
        let start = token.start.min(LAST);
        let end = token.end.clamp(start, LAST);
        self.tell_text(start as usize, end as usize, token.term);
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
            position_increment: token.position_increment,
            position_length: token.position_length.min(u32::from(u16::MAX)) as u16,
            script: token.script,
            keyword: token.keyword,
            ..BatchToken::of_text(start as usize, end as usize, token.token_type)
        });
    }

    /// Puts a term at its offset in the text, if it can be the text there, and blanks before it.
    fn tell_text(&mut self, start: usize, end: usize, term: &[U]) {
        let fits = term.len() == end - start && start >= self.text.len() && valid_up_to(term) == term.len();
        if fits && self.pad_to(start, term.len()) {
            self.text.extend_from_slice(term);
        } else {
            self.pad_to(end, 0);
        }
    }

    /// Runs the filters over the batch. `end` is given with the last batch of the text.
    pub fn run(&mut self, end: Option<End>) -> Result<(), TextError> {
        if let Some(end) = end {
            self.pad_to(end.final_offset.min((1 << 31) - 1) as usize, 0);
            self.batch.last = true;
            self.batch.trailing_gap = end.position_gap;
        }
        for filter in &mut self.filters {
            filter.filter(&self.text, &mut self.batch);
        }
        if self.batch.is_out_of_memory() || !self.has_room {
            return Err(TextError::OutOfMemory);
        }
        self.end = end.map(|end| End { position_gap: self.batch.trailing_gap, ..end });
        Ok(())
    }

    /// Passes the remaining tokens of the batch to `take`, at most `most` of them, and returns their number.
    pub fn take_tokens(&mut self, most: usize, mut take: impl FnMut(Token<'_, U>)) -> usize {
        let tokens = self.batch.tokens.part(self.drained..);
        let count = tokens.len().min(most);
        for token in tokens.iter().take(count) {
            self.last_start = token.start.max(self.last_start);
            self.position = self.position.wrapping_add(token.position_increment);
            take(Token {
                term: self.batch.units(&self.text, token.term),
                start: self.last_start,
                end: token.end.max(self.last_start),
                position: self.position,
                position_increment: token.position_increment,
                position_length: u32::from(token.position_length),
                token_type: token.token_type,
                script: token.script,
                keyword: token.keyword,
            });
        }
        self.drained += count;
        count
    }

    /// How many tokens of the batch are left.
    pub fn left_over(&self) -> usize {
        self.batch.tokens.len() - self.drained
    }

    /// What is at the end of the text, once its last batch has run.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Fills the text up with blanks; whether there is memory for them and for as many units more.
    fn pad_to(&mut self, length: usize, more: usize) -> bool {
        let missing = length.saturating_sub(self.text.len());
        self.has_room &= self.text.try_reserve(missing + more).is_ok();
        if self.has_room && missing > 0 {
            let (blank, _) = U::encode(' ');
            let Some(&blank) = blank.first() else { return false };
            self.text.resize(length, blank);
        }
        self.has_room
    }
}
