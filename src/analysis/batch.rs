//! Batches: up to [`BATCH_TOKENS`] tokens, passed in place from the tokenizer through every token filter.

use crate::analysis::token::TokenType;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// The maximum number of tokens that a tokenizer adds to one batch. Filters may add more.
pub const BATCH_TOKENS: usize = 256;

/// The maximum number of text units that one batch covers (a single longer token excepted), so that filters which write
/// several forms of each token use bounded memory.
pub const BATCH_UNITS: usize = 1 << 16;

/// The number of tokens that a filter marks at a time, with one bit of a `u64` per token.
pub const MARKED_TOKENS: usize = 64;

/// A term: a slice of the text, or of the batch's arena once a filter has changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Offset of the first unit; the highest bit is set if the term is in the arena.
    at: u32,
    /// Length in units; the highest bit is set if the term is known to be alphanumeric.
    length: u32,
}

const IN_ARENA: u32 = 1 << 31;
const IS_ALPHANUMERIC: u32 = 1 << 31;

impl Term {
    /// A term that is a slice of the text.
    #[inline]
    pub fn of_text(start: u32, end: u32) -> Term {
        Term { at: start, length: end - start }
    }

    /// Marks the term as holding only letters, digits and marks, so that filters that look for punctuation skip it.
    /// Terms that filters write are not marked.
    #[inline]
    pub fn with_alphanumeric(self) -> Term {
        Term { length: self.length | IS_ALPHANUMERIC, ..self }
    }

    /// Whether the term is known to hold nothing but letters, digits and marks.
    #[inline]
    pub fn is_alphanumeric(self) -> bool {
        self.length & IS_ALPHANUMERIC != 0
    }

    /// The range of the text that is the term, or `None` for a term in the arena.
    #[inline]
    pub fn text_range(self) -> Option<(u32, u32)> {
        (self.at & IN_ARENA == 0).then_some((self.at, self.at + (self.length & !IS_ALPHANUMERIC)))
    }

    /// The subterm from `start` to `end`, in units from the start of this term.
    #[inline]
    pub fn part(self, start: usize, end: usize) -> Term {
        let end = end.min(self.length());
        let start = start.min(end);
        Term { at: self.at + start as u32, length: (end - start) as u32 | self.length & IS_ALPHANUMERIC }
    }

    /// Offset of the term in its buffer: the text, or the arena.
    #[inline]
    pub fn start_in_buffer(self) -> usize {
        (self.at & !IN_ARENA) as usize
    }

    /// Length in units.
    #[inline]
    pub fn length(self) -> usize {
        (self.length & !IS_ALPHANUMERIC) as usize
    }
}

/// A token inside the pipeline: offsets are those of the text after char filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchToken {
    /// The term.
    pub term: Term,
    /// Start in the filtered text.
    pub start: u32,
    /// End in the filtered text.
    pub end: u32,
    /// See [`crate::analysis::Token::position_increment`].
    pub position_increment: u32,
    /// See [`crate::analysis::Token::position_length`].
    pub position_length: u16,
    /// The token type.
    pub token_type: TokenType,
    /// See [`crate::analysis::Token::script`].
    pub script: u32,
    /// Protected by a keyword marker.
    pub keyword: bool,
}

impl BatchToken {
    /// A token whose term is a slice of the text, with position increment 1.
    #[inline]
    pub fn of_text(start: usize, end: usize, token_type: TokenType) -> BatchToken {
        // A text is shorter than 2^31 units, so offsets fit.
        let (start, end) = (start as u32, end as u32);
        BatchToken {
            term: Term::of_text(start, end),
            start,
            end,
            position_increment: 1,
            position_length: 1,
            token_type,
            script: 0,
            keyword: false,
        }
    }

    /// This token with another slice of the text as its term.
    #[inline(always)]
    pub fn moved_to(self, start: usize, end: usize) -> BatchToken {
        let (start, end) = (start as u32, end as u32);
        BatchToken { term: Term::of_text(start, end), start, end, ..self }
    }
}

/// The units of terms that filters have written. A failed allocation sets a flag instead of aborting; the pipeline
/// checks it once per batch.
#[derive(Debug, Default)]
pub struct Arena<U> {
    units: Vec<U>,
    out_of_memory: bool,
}

impl<U: CodeUnit> Arena<U> {
    /// Writes a term.
    #[inline]
    pub fn write(&mut self, write: impl FnOnce(&mut Arena<U>)) -> Term {
        let at = self.units.len();
        write(self);
        self.term(at, self.units.len())
    }

    /// Appends units.
    #[inline]
    pub fn extend(&mut self, units: &[U]) {
        if self.has_space(units.len()) {
            self.units.extend_from_slice(units);
        }
    }

    /// Appends one code point.
    #[inline]
    pub fn push(&mut self, c: char) {
        let (units, length) = U::encode(c);
        self.extend(units.part(..length));
    }

    /// Appends what a function writes to the end of the units.
    #[inline]
    pub fn extend_by<R>(&mut self, write: impl FnOnce(&mut Vec<U>) -> R) -> R {
        let before = self.units.len();
        let result = write(&mut self.units);
        if self.units.len() >= IN_ARENA as usize {
            self.units.truncate(before);
            self.out_of_memory = true;
        }
        result
    }

    /// The units from `start` to `end`.
    #[inline]
    pub fn between(&self, start: usize, end: usize) -> &[U] {
        self.units.part(start..end)
    }

    /// Appends a copy of units in which the 26 ASCII letters from `first` on have the other case. Returns the start of
    /// the copy.
    #[inline]
    pub fn extend_flipped(&mut self, units: &[U], first: u8) -> usize {
        let at = self.units.len();
        if self.has_space(units.len()) {
            self.units.extend(units.iter().map(|unit| unit.flip_case_from(first)));
        }
        at
    }

    /// Overwrites units that were appended earlier.
    #[inline]
    pub fn overwrite(&mut self, at: usize, units: &[U]) {
        if let Some(slot) = self.units.get_mut(at..at + units.len()) {
            slot.copy_from_slice(units);
        }
    }

    /// The term at `start..end` of the arena.
    #[inline]
    pub fn term(&self, start: usize, end: usize) -> Term {
        // `has_space` keeps the length below 2^31; units that did not fit are not part of the term.
        let end = end.min(self.units.len());
        Term { at: start.min(end) as u32 | IN_ARENA, length: end.saturating_sub(start) as u32 }
    }

    #[inline]
    fn has_space(&mut self, more: usize) -> bool {
        let fits = self.units.len() + more < IN_ARENA as usize && self.units.try_reserve(more).is_ok();
        self.out_of_memory |= !fits;
        fits
    }
}

/// The tokens of one batch, and the units of the terms that filters have written.
#[derive(Debug)]
pub struct Batch<U> {
    /// The tokens.
    pub tokens: Vec<BatchToken>,
    /// Output buffer of filters that write more or fewer tokens than they read; they swap it with `tokens`.
    pub spare: Vec<BatchToken>,
    /// Whether the text ends with this batch.
    pub last: bool,
    /// Positions that were dropped after the last token of the text; valid only if `last` is set.
    pub trailing_gap: u32,
    arena: Arena<U>,
    /// The arena of the preceding call, which terms of tokens that are not returned yet refer to.
    previous_arena: Arena<U>,
    scratch: Vec<U>,
}

impl<U: CodeUnit> Default for Batch<U> {
    fn default() -> Batch<U> {
        Batch {
            tokens: Vec::new(),
            spare: Vec::new(),
            last: false,
            trailing_gap: 0,
            arena: Arena::default(),
            previous_arena: Arena::default(),
            scratch: Vec::new(),
        }
    }
}

impl<U: CodeUnit> Batch<U> {
    /// Starts the next batch and keeps the buffers. Terms of the preceding batch stay valid.
    #[inline]
    pub fn start_next(&mut self) {
        self.tokens.clear();
        self.last = false;
        self.trailing_gap = 0;
    }

    /// Replaces the term of a token.
    #[inline]
    pub fn set_term(&mut self, at: usize, term: Term) {
        if let Some(token) = self.tokens.get_mut(at) {
            token.term = term;
        }
    }

    /// Starts an empty arena, so that the terms returned by earlier calls can be freed. The current arena becomes the
    /// previous one and lives until the next call of this function.
    #[inline]
    pub fn swap_arenas(&mut self) {
        std::mem::swap(&mut self.arena, &mut self.previous_arena);
        self.arena.units.clear();
        self.arena.out_of_memory = false;
    }

    /// The units of a term.
    #[inline]
    pub fn units<'a>(&'a self, text: &'a [U], term: Term) -> &'a [U] {
        resolve(text, &self.arena.units, term)
    }

    /// The units from the start of a term to the end of its buffer.
    #[inline]
    pub fn units_from<'a>(&'a self, text: &'a [U], term: Term) -> &'a [U] {
        self.buffer_of(text, term).part(term.start_in_buffer()..)
    }

    /// The `N` units from the start of a term on, past its end if it is shorter; `None` if the buffer ends before.
    #[inline(always)]
    pub fn window<'a, const N: usize>(&'a self, text: &'a [U], term: Term) -> Option<&'a [U; N]> {
        self.buffer_of(text, term).get(term.start_in_buffer()..)?.first_chunk()
    }

    /// The buffer of a term: the text, or the arena.
    #[inline(always)]
    fn buffer_of<'a>(&'a self, text: &'a [U], term: Term) -> &'a [U] {
        if term.text_range().is_some() { text } else { &self.arena.units }
    }

    /// Writes a new term to the arena.
    #[inline]
    pub fn write(&mut self, write: impl FnOnce(&mut Arena<U>)) -> Term {
        self.arena.write(write)
    }

    /// Writes a changed copy of a term: `change` gets the term's units and the arena to append to.
    #[inline]
    pub fn rewrite(&mut self, text: &[U], term: Term, change: impl FnOnce(&[U], &mut Arena<U>)) -> Term {
        if term.text_range().is_some() {
            let units = resolve(text, &[], term);
            return self.arena.write(|arena| change(units, arena));
        }
        // The arena may be reallocated when it grows, so a term in it is copied first.
        let units = resolve(text, &self.arena.units, term);
        self.scratch.clear();
        if self.scratch.try_reserve(units.len()).is_err() {
            self.arena.out_of_memory = true;
            return term;
        }
        self.scratch.extend_from_slice(units);
        self.arena.write(|arena| change(&self.scratch, arena))
    }

    /// The tokens, and the arena that their changed terms are written to.
    #[inline]
    pub fn tokens_and_arena(&mut self) -> (&mut [BatchToken], &mut Arena<U>) {
        (&mut self.tokens, &mut self.arena)
    }

    /// Shortens terms: `range` takes a term and its token and returns the start and end of the part to keep, in units.
    pub fn shorten_terms(&mut self, text: &[U], range: impl Fn(&[U], &BatchToken) -> (usize, usize)) {
        for token in &mut self.tokens {
            let (start, end) = range(resolve(text, &self.arena.units, token.term), token);
            token.term = token.term.part(start, end);
        }
    }

    /// Rewrites all terms: `change` takes a term's units and the arena to append to.
    pub fn rewrite_all(&mut self, text: &[U], mut change: impl FnMut(&[U], &mut Arena<U>)) {
        for at in 0..self.tokens.len() {
            let Some(term) = self.tokens.get(at).map(|token| token.term) else { break };
            let term = self.rewrite(text, term, &mut change);
            if let Some(token) = self.tokens.get_mut(at) {
                token.term = term;
            }
        }
    }

    /// Records that a filter's own buffers could not grow.
    pub fn record_out_of_memory(&mut self) {
        self.arena.out_of_memory = true;
    }

    /// Whether an allocation failed while this batch was made.
    #[inline]
    pub fn is_out_of_memory(&self) -> bool {
        self.arena.out_of_memory
    }

    /// The capacity of the buffers, in bytes.
    pub fn capacity_bytes(&self) -> usize {
        (self.arena.units.capacity() + self.previous_arena.units.capacity() + self.scratch.capacity()) * size_of::<U>()
            + (self.tokens.capacity() + self.spare.capacity()) * size_of::<BatchToken>()
    }
}

/// The units of a term in the text, or in the units of the arena.
#[inline]
fn resolve<'a, U>(text: &'a [U], arena: &'a [U], term: Term) -> &'a [U] {
    let start = term.start_in_buffer();
    let buffer = if term.text_range().is_some() { text } else { arena };
    buffer.part(start..start + term.length())
}
