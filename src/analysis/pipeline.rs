//! The pipeline of an analyzer for one text in one encoding: char filters, tokenizer, token filters, offsets.
//!
//! Holds every buffer that analysis needs, so that nothing is allocated once the buffers have grown to the size of the texts.
//! The text itself belongs to the caller, who passes it to every call.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::chain::Chain;
use crate::analysis::component::{
    BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, CharFilter, TokenFilter, Tokenizer,
};
use crate::analysis::offset_map::{OffsetMap, OffsetPolicy};
use crate::analysis::offset_unit::{OffsetCounter, OffsetUnit};
use crate::analysis::rewriter::Rewriter;
use crate::analysis::text_error::TextError;
use crate::analysis::token::{End, Token};
use crate::memory;
use crate::unicode::part::SlicePart;
use crate::unicode::text::{CodeUnit, REPLACEMENT};
use crate::unicode::validate::valid_up_to;

/// Buffers above this capacity (in bytes) are released when the next text is set.
const KEPT_BYTES: usize = 1 << 20;

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
pub struct PlacedToken<'a, U> {
    /// The token; its offsets are those in the text after the char filters.
    pub token: &'a BatchToken,
    /// See [`Token::start`].
    pub start: u32,
    /// See [`Token::end`].
    pub end: u32,
    position: u32,
    batch: &'a Batch<U>,
    /// The text after the char filters.
    pub text: &'a [U],
}

impl<'a, U: CodeUnit> PlacedToken<'a, U> {
    /// The token as callers get it.
    #[inline]
    pub fn to_token(self) -> Token<'a, U> {
        to_token(self.batch, self.text, self.token, (self.start, self.end), self.position)
    }

    /// The term, with the units that follow it in the text or in the buffer of the token filters.
    #[inline]
    pub fn term_and_rest(self) -> &'a [U] {
        self.batch.units_from(self.text, self.token.term)
    }
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
    offsets: Offsets,
    /// Position of the last token returned; wraps to one below zero before the first token.
    position: u32,
}

/// The text after the char filters, if they changed it.
struct FilteredText<U> {
    is_filtered: bool,
    text: Vec<U>,
    /// The map to the original text.
    map: OffsetMap,
    next_text: Vec<U>,
    next_map: OffsetMap,
}

/// Converts offsets in the filtered text to offsets in the original, in the caller's unit.
#[derive(Default)]
struct Offsets {
    unit: OffsetUnit,
    start_hint: usize,
    end_hint: usize,
    counter: OffsetCounter,
    last_start: u32,
}

impl<U: PipelineUnit> Pipeline<U> {
    /// Creates instances of all components of a chain.
    pub fn new(chain: &Chain) -> Pipeline<U> {
        let char_filters: Vec<_> = chain.char_filters.iter().map(|step| U::char_filter(&*step.component)).collect();
        let token_filters: Vec<_> = chain.token_filters.iter().map(|step| U::token_filter(&*step.component)).collect();
        Pipeline {
            stages: (char_filters.len(), token_filters.len()),
            char_filters,
            tokenizer: U::tokenizer(&*chain.tokenizer.component),
            token_filters,
            text: FilteredText::default(),
            batch: Batch::default(),
            drained: 0,
            movable: Vec::new(),
            offsets: Offsets::default(),
            position: u32::MAX,
        }
    }

    /// Runs only the first `char_filters` char filters and `token_filters` token filters, for the output of a single stage.
    pub fn run_only(&mut self, char_filters: usize, token_filters: usize) {
        self.stages = (char_filters.min(self.char_filters.len()), token_filters.min(self.token_filters.len()));
    }

    /// Starts a text: runs the char filters over all of it.
    pub fn set(&mut self, text: &[U], unit: OffsetUnit, chain: &Chain) -> Result<(), TextError> {
        self.shrink_buffers();
        if text.len() >= 1 << 31 {
            return Err(TextError::TooLong);
        }
        self.text.start();
        let longest = chain.limits.longest(text.len());
        if valid_up_to(text) < text.len() {
            self.text.rewrite(text, usize::MAX, repair)?;
        }
        for char_filter in self.char_filters.iter_mut().take(self.stages.0) {
            self.text.rewrite(text, longest, |rewriter| char_filter.filter(rewriter))?;
            memory::check().map_err(|_| TextError::OutOfMemory)?;
        }
        self.tokenizer.reset();
        self.token_filters.iter_mut().for_each(|filter| filter.reset());
        self.batch.next();
        self.drained = 0;
        self.offsets = Offsets { unit, ..Offsets::default() };
        self.position = u32::MAX;
        Ok(())
    }

    /// The text after the char filters.
    pub fn filtered_text<'t>(&'t self, text: &'t [U]) -> &'t [U] {
        if self.text.is_filtered { &self.text.text } else { text }
    }

    /// The map from offsets in the filtered text to offsets in the original, in units of `U`.
    pub fn offset_map(&self) -> &OffsetMap {
        &self.text.map
    }

    /// Stores the next tokens in `slots` and returns their number, which is less than the number of slots if and only if the
    /// text ends. `text` must be that of the last [`Pipeline::set`].
    #[inline]
    pub fn fill<T: TokenSlot<U>>(&mut self, text: &[U], slots: &mut [T]) -> Result<usize, TextError> {
        let mut filled = 0;
        let mut arena_swapped = false;
        self.movable.clear();
        loop {
            let Some(free) = slots.get_mut(filled..) else { return Ok(filled) };
            let more_follow = self.remaining_tokens() < free.len() && !self.batch.last;
            if self.remaining_tokens() > 0 {
                filled += self.drain(text, free, filled, arena_swapped, more_follow);
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
        let filtered = if self.text.is_filtered { &self.text.text } else { text };
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
        let text = if self.text.is_filtered { &self.text.text } else { text };
        self.batch.next();
        self.drained = 0;
        self.tokenizer.fill(text, &mut self.batch);
        for filter in self.token_filters.iter_mut().take(self.stages.1) {
            filter.filter(text, &mut self.batch);
        }
        if self.batch.is_out_of_memory() || memory::ran_out() { Err(TextError::OutOfMemory) } else { Ok(()) }
    }

    /// Moves tokens of the batch to slots. `first_slot` is the index of the first of `slots` in the caller's call.
    #[inline]
    fn drain<T: TokenSlot<U>>(
        &mut self,
        text: &[U],
        slots: &mut [T],
        first_slot: usize,
        arena_swapped: bool,
        may_move: bool,
    ) -> usize {
        let filtered = if self.text.is_filtered { &self.text.text } else { text };
        let is_plain = self.text.map.is_identity() && self.offsets.unit.is_native(U::ENCODING);
        let tokens = self.batch.tokens.part(self.drained..);
        let count = tokens.len().min(slots.len());
        let mut position = self.position;
        let mut put = |slot: &mut T, token: &BatchToken, (start, end): (u32, u32)| {
            position = position.wrapping_add(token.position_increment);
            slot.put(to_token(&self.batch, filtered, token, (start, end), position));
        };
        if is_plain {
            let offsets = &mut self.offsets;
            slots
                .iter_mut()
                .zip(tokens)
                .for_each(|(slot, token)| put(slot, token, offsets.in_order(token.start, token.end)));
        } else {
            for (slot, token) in slots.iter_mut().zip(tokens) {
                put(slot, token, self.offsets.of(token, text, &self.text.map));
            }
        }
        self.position = position;
        // The arena grows if another batch follows in this call; a swapped-out arena does not change.
        if may_move && arena_swapped {
            let terms = tokens.iter().take(count).enumerate();
            let movable = terms.filter(|(_, token)| token.term.text_range().is_none());
            self.movable.extend(movable.map(|(at, token)| (first_slot + at, token.term)));
        }
        self.drained += count;
        count
    }

    /// Passes up to `most` of the next tokens to `take` and returns their number, which is less than `most` if and only if the
    /// text ends. A term is valid only during the call of `take`, so no slot is updated when the arena grows. `text` must be that of the
    /// last [`Pipeline::set`].
    #[inline]
    pub fn take_tokens(
        &mut self,
        text: &[U],
        most: usize,
        mut take: impl FnMut(PlacedToken<'_, U>),
    ) -> Result<usize, TextError> {
        let mut taken = 0;
        while taken < most {
            if self.remaining_tokens() == 0 {
                if self.batch.last {
                    break;
                }
                self.batch.swap_arenas();
                self.next_batch(text)?;
                continue;
            }
            let filtered = if self.text.is_filtered { &self.text.text } else { text };
            let is_plain = self.text.map.is_identity() && self.offsets.unit.is_native(U::ENCODING);
            let tokens = self.batch.tokens.part(self.drained..);
            let count = tokens.len().min(most - taken);
            let (batch, offsets, mut position) = (&self.batch, &mut self.offsets, self.position);
            for token in tokens.iter().take(count) {
                position = position.wrapping_add(token.position_increment);
                let (start, end) = if is_plain {
                    offsets.in_order(token.start, token.end)
                } else {
                    offsets.of(token, text, &self.text.map)
                };
                take(PlacedToken { token, start, end, position, batch, text: filtered });
            }
            self.position = position;
            self.drained += count;
            taken += count;
        }
        Ok(taken)
    }

    /// Whether char filters have changed the text.
    pub fn is_filtered(&self) -> bool {
        self.text.is_filtered
    }

    /// Whether all tokens have been returned.
    pub fn is_at_end(&self) -> bool {
        self.batch.last && self.remaining_tokens() == 0
    }

    /// The end-of-text state, once all tokens have been returned.
    pub fn end(&mut self, text: &[U]) -> End {
        let filtered_length = self.filtered_text(text).len() as u32;
        let place = self.text.map.end(filtered_length, &mut self.offsets.end_hint) as usize;
        End {
            final_offset: self.offsets.counter.peek(text, place, self.offsets.unit),
            position_gap: self.batch.trailing_gap,
        }
    }

    /// Maps an offset of the filtered text to an offset in the original.
    pub fn original_offset(&self, text: &[U], place: u32) -> u32 {
        let place = self.text.map.start(place, &mut 0) as usize;
        OffsetCounter::default().peek(text, place, self.offsets.unit)
    }

    fn shrink_buffers(&mut self) {
        if self.text.capacity_bytes() > KEPT_BYTES {
            self.text = FilteredText::default();
        }
        if self.batch.capacity_bytes() > KEPT_BYTES {
            self.batch = Batch::default();
        }
        if self.movable.capacity() * size_of::<(usize, Term)>() > KEPT_BYTES {
            self.movable = Vec::new();
        }
    }
}

/// Converts a token of a batch to the caller's form.
#[inline]
fn to_token<'a, U: CodeUnit>(
    batch: &'a Batch<U>,
    filtered: &'a [U],
    token: &BatchToken,
    (start, end): (u32, u32),
    position: u32,
) -> Token<'a, U> {
    Token {
        term: batch.units(filtered, token.term),
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

/// The char filter that precedes all others, for ill-formed text only: it replaces every maximal subpart by U+FFFD (ruling T1),
/// so that no component reads ill-formed units.
fn repair<U: CodeUnit>(rewriter: &mut Rewriter<'_, U>) {
    let text = rewriter.source();
    let (replacement, length) = U::encode(REPLACEMENT);
    let replacement = replacement.part(..length);
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty() && !rewriter.is_over()) {
        let valid = valid_up_to(rest);
        rewriter.keep(valid);
        at += valid;
        if let Some((_, length)) = U::decode(text, at) {
            rewriter.replace(length, replacement, OffsetPolicy::AlignStart);
            at += length;
        }
    }
}

impl<U: CodeUnit> Default for FilteredText<U> {
    fn default() -> FilteredText<U> {
        FilteredText {
            is_filtered: false,
            text: Vec::new(),
            map: OffsetMap::default(),
            next_text: Vec::new(),
            next_map: OffsetMap::default(),
        }
    }
}

impl<U: CodeUnit> FilteredText<U> {
    fn start(&mut self) {
        if self.is_filtered {
            // The buffers of the preceding text are written first, so a text that one filter rewrites needs one pair of
            // buffers.
            std::mem::swap(&mut self.text, &mut self.next_text);
            std::mem::swap(&mut self.map, &mut self.next_map);
        }
        self.is_filtered = false;
        self.map.clear();
    }

    /// Runs one more char filter over the text.
    fn rewrite(
        &mut self,
        original: &[U],
        longest: usize,
        rewrite: impl FnOnce(&mut Rewriter<'_, U>),
    ) -> Result<(), TextError> {
        let source = if self.is_filtered { self.text.as_slice() } else { original };
        let longest = longest.min((1 << 31) - 1);
        let mut rewriter = Rewriter::new(source, &self.map, &mut self.next_text, &mut self.next_map, longest);
        rewrite(&mut rewriter);
        if rewriter.finish()? {
            std::mem::swap(&mut self.text, &mut self.next_text);
            std::mem::swap(&mut self.map, &mut self.next_map);
            self.is_filtered = true;
        }
        Ok(())
    }

    fn capacity_bytes(&self) -> usize {
        (self.text.capacity() + self.next_text.capacity()) * size_of::<U>()
            + self.map.capacity_bytes()
            + self.next_map.capacity_bytes()
    }
}

impl Offsets {
    /// Makes start offsets never decrease and ends never precede starts (ruling T2), whatever the char filters do.
    #[inline]
    fn in_order(&mut self, start: u32, end: u32) -> (u32, u32) {
        self.last_start = start.max(self.last_start);
        (self.last_start, end.max(self.last_start))
    }

    /// The offsets of a token: corrected through the char filters, then converted to the caller's unit.
    fn of<U: CodeUnit>(&mut self, token: &BatchToken, text: &[U], map: &OffsetMap) -> (u32, u32) {
        let start = map.start(token.start, &mut self.start_hint);
        let end = map.end(token.end, &mut self.end_hint);
        let (start, end) = self.in_order(start, end);
        let start_offset = self.counter.offset(text, start as usize, self.unit);
        (start_offset, self.counter.peek(text, end as usize, self.unit))
    }
}
