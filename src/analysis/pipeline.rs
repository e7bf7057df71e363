//! The pipeline of an analyzer for one text in one encoding: char filters, tokenizer, token filters, offsets.
//!
//! Holds every buffer that analysis needs, so that nothing is allocated once the buffers have grown to the size of the
//! texts. The text itself belongs to the caller, who passes it to every call.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::chain::Chain;
use crate::analysis::component::{
    BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, CharFilter, TokenFilter, Tokenizer,
};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::filtered_text::FilteredText;
use crate::analysis::offset_corrector::{OffsetCorrector, in_order};
use crate::analysis::offset_map::OffsetMap;
use crate::analysis::offset_unit::OffsetUnit;
use crate::analysis::text_error::TextError;
use crate::analysis::token::{End, Token};
use crate::memory::{self, LARGE_TEXT_BYTES, MAX_KEPT_BYTES};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, MAX_TEXT_UNITS};

/// The code units of a pipeline: selects the instance of a component for an encoding.
pub trait PipelineUnit: CodeUnit {
    /// Creates a running char filter.
    fn char_filter(built: &dyn BuiltCharFilter) -> Box<dyn CharFilter<Self>>;
    /// Creates a running tokenizer.
    fn tokenizer(built: &dyn BuiltTokenizer) -> Box<dyn Tokenizer<Self>>;
    /// Creates a running token filter.
    fn token_filter(built: &dyn BuiltTokenFilter) -> Box<dyn TokenFilter<Self>>;
}

impl PipelineUnit for u8 {
    fn char_filter(built: &dyn BuiltCharFilter) -> Box<dyn CharFilter<u8>> {
        built.utf8()
    }

    fn tokenizer(built: &dyn BuiltTokenizer) -> Box<dyn Tokenizer<u8>> {
        built.utf8()
    }

    fn token_filter(built: &dyn BuiltTokenFilter) -> Box<dyn TokenFilter<u8>> {
        built.utf8()
    }
}

impl PipelineUnit for u16 {
    fn char_filter(built: &dyn BuiltCharFilter) -> Box<dyn CharFilter<u16>> {
        built.utf16()
    }

    fn tokenizer(built: &dyn BuiltTokenizer) -> Box<dyn Tokenizer<u16>> {
        built.utf16()
    }

    fn token_filter(built: &dyn BuiltTokenFilter) -> Box<dyn TokenFilter<u16>> {
        built.utf16()
    }
}

/// Destination of a token: the caller's token struct.
pub trait TokenSlot<U> {
    /// Stores a token.
    fn put(&mut self, token: Token<'_, U>);
    /// Stores the address of the term again, after the term has moved.
    fn set_term(&mut self, term: &[U]);
}

/// A token of a batch with its offsets in the original text.
#[derive(Clone, Copy)]
pub struct CorrectedToken<'a, U> {
    /// The token; its offsets are those in the text after the char filters.
    pub token: &'a BatchToken,
    /// See [`Token::start`].
    pub start: u32,
    /// See [`Token::end`].
    pub end: u32,
    pub(super) position: u32,
    pub(super) batch: &'a Batch<U>,
    /// The text after the char filters.
    pub text: &'a [U],
}

impl<'a, U: CodeUnit> CorrectedToken<'a, U> {
    /// The token as callers get it.
    #[inline]
    pub fn to_token(self) -> Token<'a, U> {
        let CorrectedToken { token, start, end, position, batch, text } = self;
        Token {
            term: batch.units(text, token.term),
            start,
            end,
            position,
            position_increment: token.position_increment,
            position_length: u32::from(token.position_length),
            token_type: token.token_type,
            script: token.script,
            keyword: token.keyword,
        }
    }

    /// The term, with the units that follow it in the text or in the buffer of the token filters.
    #[inline]
    pub fn term_and_rest(self) -> &'a [U] {
        self.batch.units_from(self.text, self.token.term)
    }
}

/// Creates instances of the token filters of a chain.
pub fn token_filters<U: PipelineUnit>(chain: &Chain) -> Vec<Box<dyn TokenFilter<U>>> {
    let mut filters: Vec<_> = chain.token_filters.iter().map(|step| U::token_filter(&*step.component)).collect();
    if chain.kind == ComponentKind::Normalizer {
        filters.iter_mut().for_each(|filter| filter.omit_originals());
    }
    filters
}

/// The running instances of an analyzer's components, and their buffers.
pub struct Pipeline<U: CodeUnit> {
    char_filters: Vec<Box<dyn CharFilter<U>>>,
    tokenizer: Box<dyn Tokenizer<U>>,
    token_filters: Vec<Box<dyn TokenFilter<U>>>,
    /// The number of char filters and of token filters that run; all of them unless single stages are requested.
    stages: (usize, usize),
    text: FilteredText<U>,
    batch: Batch<U>,
    /// The number of tokens of the batch that were returned.
    drained: usize,
    /// Terms in the arena that were returned in this call and may still move, with the indices of their slots.
    movable: Vec<(usize, Term)>,
    offsets: OffsetCorrector,
    /// Position of the last token returned; wraps to one below zero before the first token.
    position: u32,
    /// Whether the last text had more than [`LARGE_TEXT_BYTES`].
    had_large_text: bool,
}

impl<U: PipelineUnit> Pipeline<U> {
    /// Creates instances of all components of a chain.
    pub fn new(chain: &Chain) -> Pipeline<U> {
        let char_filters: Vec<_> = chain.char_filters.iter().map(|step| U::char_filter(&*step.component)).collect();
        let token_filters = token_filters(chain);
        Pipeline {
            stages: (char_filters.len(), token_filters.len()),
            char_filters,
            tokenizer: U::tokenizer(&*chain.tokenizer.component),
            token_filters,
            text: FilteredText::default(),
            batch: Batch::default(),
            drained: 0,
            movable: Vec::new(),
            offsets: OffsetCorrector::default(),
            position: u32::MAX,
            had_large_text: false,
        }
    }

    /// Whether the last text may have left large buffers in the components.
    pub fn had_large_text(&self) -> bool {
        self.had_large_text
    }

    /// Runs only the first `char_filters` char filters and `token_filters` token filters, for the output of a single
    /// stage.
    pub fn limit_stages(&mut self, char_filters: usize, token_filters: usize) {
        self.stages = (char_filters.min(self.char_filters.len()), token_filters.min(self.token_filters.len()));
    }

    /// Starts a text: runs the char filters over all of it.
    pub fn set(&mut self, text: &[U], unit: OffsetUnit, chain: &Chain) -> Result<(), TextError> {
        self.shrink_buffers();
        if text.len() > MAX_TEXT_UNITS {
            return Err(TextError::TooLong);
        }
        self.had_large_text = size_of_val(text) > LARGE_TEXT_BYTES;
        self.text.start();
        let longest = chain.limits.longest(text.len());
        self.text.repair(text)?;
        for char_filter in self.char_filters.iter_mut().take(self.stages.0) {
            self.text.rewrite(text, longest, |rewriter| char_filter.filter(rewriter))?;
            memory::check().map_err(|_| TextError::OutOfMemory)?;
        }
        self.tokenizer.reset();
        self.token_filters.iter_mut().for_each(|filter| filter.reset());
        self.batch.start_next();
        self.drained = 0;
        self.offsets = OffsetCorrector::new(unit);
        self.position = u32::MAX;
        Ok(())
    }

    /// The text after the char filters.
    pub fn filtered_text<'t>(&'t self, text: &'t [U]) -> &'t [U] {
        self.text.get(text)
    }

    /// The map from offsets in the filtered text to offsets in the original, in units of `U`.
    pub fn offset_map(&self) -> &OffsetMap {
        self.text.map()
    }

    /// Stores the next tokens in `slots` and returns their number, which is less than the number of slots if and only
    /// if the text ends. `text` must be that of the last [`Pipeline::set`].
    #[inline]
    pub fn fill<T: TokenSlot<U>>(&mut self, text: &[U], slots: &mut [T]) -> Result<usize, TextError> {
        let mut filled = 0;
        let mut arena_swapped = false;
        self.movable.clear();
        loop {
            let Some(free) = slots.get_mut(filled..) else { return Ok(filled) };
            let more_follow = self.remaining_tokens() < free.len() && !self.batch.last;
            if self.remaining_tokens() > 0 {
                // The arena grows if another batch follows in this call; a swapped-out arena does not change.
                filled += self.drain_into(text, free, filled, more_follow && arena_swapped);
            }
            if !more_follow {
                break;
            }
            if !arena_swapped {
                self.batch.swap_arenas();
                arena_swapped = true;
            }
            self.next_batch(text)?;
        }
        let filtered = self.text.get(text);
        for (slot, term) in self.movable.drain(..) {
            if let Some(slot) = slots.get_mut(slot) {
                slot.set_term(self.batch.units(filtered, term));
            }
        }
        Ok(filled)
    }

    fn remaining_tokens(&self) -> usize {
        self.batch.tokens.len() - self.drained
    }

    fn next_batch(&mut self, text: &[U]) -> Result<(), TextError> {
        let text = self.text.get(text);
        self.batch.start_next();
        self.drained = 0;
        self.tokenizer.fill(text, &mut self.batch);
        for filter in self.token_filters.iter_mut().take(self.stages.1) {
            filter.filter(text, &mut self.batch);
        }
        if self.batch.is_out_of_memory() || memory::ran_out() { Err(TextError::OutOfMemory) } else { Ok(()) }
    }

    /// Moves tokens of the batch to slots. `first_slot` is the index of the first of `slots` in the caller's call.
    #[inline]
    fn drain_into<T: TokenSlot<U>>(&mut self, text: &[U], slots: &mut [T], first_slot: usize, may_move: bool) -> usize {
        let mut free = slots.iter_mut();
        let count = self.drain(text, free.len(), |token| {
            if let Some(slot) = free.next() {
                slot.put(token.to_token());
            }
        });
        if may_move {
            let terms = self.batch.tokens.part(self.drained - count..self.drained).iter().map(|token| token.term);
            let movable = (first_slot..).zip(terms).filter(|(_, term)| term.text_range().is_none());
            self.movable.extend(movable);
        }
        count
    }

    /// Passes up to `max_tokens` of the batch's remaining tokens to `take` and returns their number.
    #[inline(always)]
    fn drain(&mut self, text: &[U], max_tokens: usize, mut take: impl FnMut(CorrectedToken<'_, U>)) -> usize {
        let (filtered, map) = (self.text.get(text), self.text.map());
        let is_identity = self.offsets.is_identity::<U>(map);
        let tokens = self.batch.tokens.part(self.drained..);
        let count = tokens.len().min(max_tokens);
        let (batch, mut position) = (&self.batch, self.position);
        // PERF: the last start is a local variable, so that it stays in a register. `take` has one call, so that it is
        // inlined: a function would load both offsets with one instruction after two stores, which store forwarding
        // does not support (4 ns per token).
        let mut last_start = *self.offsets.last_start();
        for token in tokens.iter().take(count) {
            let (start, end) = if is_identity {
                in_order(&mut last_start, token.start, token.end)
            } else {
                self.offsets.correct(token, text, map)
            };
            position = position.wrapping_add(token.position_increment);
            take(CorrectedToken { token, start, end, position, batch, text: filtered });
        }
        if is_identity {
            *self.offsets.last_start() = last_start;
        }
        self.position = position;
        self.drained += count;
        count
    }

    /// Passes up to `max_tokens` of the next tokens to `take` and returns their number, which is less than `max_tokens`
    /// if and only if the text ends. A term is valid only during the call of `take`, so no slot is updated when the
    /// arena grows. `text` must be that of the last [`Pipeline::set`].
    #[inline]
    pub fn take_tokens(
        &mut self,
        text: &[U],
        max_tokens: usize,
        mut take: impl FnMut(CorrectedToken<'_, U>),
    ) -> Result<usize, TextError> {
        let mut taken = 0;
        while taken < max_tokens {
            if self.remaining_tokens() > 0 {
                taken += self.drain(text, max_tokens - taken, &mut take);
            } else if self.batch.last {
                break;
            } else {
                self.batch.swap_arenas();
                self.next_batch(text)?;
            }
        }
        Ok(taken)
    }

    /// Whether char filters have changed the text.
    pub fn is_filtered(&self) -> bool {
        self.text.is_filtered()
    }

    /// Whether all tokens have been returned.
    pub fn is_at_end(&self) -> bool {
        self.batch.last && self.remaining_tokens() == 0
    }

    /// The end-of-text state, once all tokens have been returned.
    pub fn end(&mut self, text: &[U]) -> End {
        let length = self.text.get(text).len() as u32;
        let final_offset = self.offsets.end(length, text, self.text.map());
        End { final_offset, position_gap: self.batch.trailing_gap }
    }

    /// Maps an offset of the filtered text to an offset in the original.
    pub fn original_offset(&self, text: &[U], offset: u32) -> u32 {
        self.offsets.start(offset, text, self.text.map())
    }

    /// Releases large buffers.
    fn shrink_buffers(&mut self) {
        if self.text.capacity_bytes() > MAX_KEPT_BYTES {
            self.text = FilteredText::default();
        }
        if self.batch.capacity_bytes() > MAX_KEPT_BYTES {
            self.batch = Batch::default();
        }
        memory::release_large(&mut self.movable);
    }
}
