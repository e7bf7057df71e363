//! Some hundred tokens at a time, passed from the tokenizer through every token filter in place.

use crate::analysis::token::TokenType;
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;

/// How many tokens a tokenizer puts into one batch at the most. Filters may add more.
pub const BATCH_TOKENS: usize = 256;

/// How many units of text one batch covers (a single longer token excepted), so that filters which write several forms
/// of each token stay within bounded memory.
pub const BATCH_UNITS: usize = 1 << 16;

/// How many tokens are marked at a time by filters that ask about each: a bit of a word for each.
pub const MARKED_TOKENS: usize = 64;

/// Where the units of a term are: in the text, or in the batch's arena once a filter has changed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Position; the highest bit is set for the arena.
    at: u32,
    /// Length in units; the highest bit is set when the term is known to be plain.
    length: u32,
}

const IN_ARENA: u32 = 1 << 31;
const IS_PLAIN: u32 = 1 << 31;

impl Term {
    /// A term that is a part of the text.
    #[inline]
    pub fn of_text(start: u32, end: u32) -> Term {
        Term { at: start, length: end - start }
    }

    /// A term that holds only letters, digits and marks: filters that look for punctuation may skip it. What
    /// a filter writes is not known to.
    #[inline]
    pub fn plain(self) -> Term {
        Term { length: self.length | IS_PLAIN, ..self }
    }

    /// Whether the term is known to hold nothing but letters, digits and marks.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.length & IS_PLAIN != 0
    }

    /// The range of the text that is the term, unless it is in the arena.
    #[inline]
    pub fn text_range(self) -> Option<(u32, u32)> {
        (self.at & IN_ARENA == 0).then_some((self.at, self.at + (self.length & !IS_PLAIN)))
    }

    /// The part of the term from `start` to `end`, in units.
    #[inline]
    pub fn part(self, start: usize, end: usize) -> Term {
        let end = end.min(self.length());
        let start = start.min(end);
        Term { at: self.at + start as u32, length: (end - start) as u32 | self.length & IS_PLAIN }
    }

    /// Where in the arena the term starts; of a term in the text, its offset there.
    #[inline]
    pub fn arena_start(self) -> usize {
        (self.at & !IN_ARENA) as usize
    }

    /// Length in units.
    #[inline]
    pub fn length(self) -> usize {
        (self.length & !IS_PLAIN) as usize
    }
}

/// A token inside the pipeline: offsets are those of the text after char filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchToken {
    /// Its term.
    pub term: Term,
    /// Start in the filtered text.
    pub start: u32,
    /// End in the filtered text.
    pub end: u32,
    /// See [`crate::analysis::Token::position_increment`].
    pub position_increment: u32,
    /// See [`crate::analysis::Token::position_length`].
    pub position_length: u16,
    /// What it is.
    pub token_type: TokenType,
    /// See [`crate::analysis::Token::script`].
    pub script: u32,
    /// Protected by a keyword marker.
    pub keyword: bool,
}

impl BatchToken {
    /// A token that is a part of the text, one position after the last.
    #[inline]
    pub fn of_text(start: usize, end: usize, token_type: TokenType) -> BatchToken {
        // Texts are below 2^31 units, so positions fit.
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
}

/// The units of terms that filters have written. Grows with the text, so running out of memory is remembered instead of
/// ending the process; the pipeline asks once per batch.
#[derive(Debug, Default)]
pub struct Arena<U> {
    units: Vec<U>,
    full: bool,
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
        if self.has_room(units.len()) {
            self.units.extend_from_slice(units);
        }
    }

    /// Appends one code point.
    #[inline]
    pub fn push(&mut self, c: char) {
        let (units, length) = U::encode(c);
        self.extend(units.part(..length));
    }

    /// Appends a copy of units in which the 26 ASCII letters from `first` on have changed case. Where it starts.
    #[inline]
    pub fn extend_flipped(&mut self, units: &[U], first: u8) -> usize {
        let at = self.units.len();
        if self.has_room(units.len()) {
            self.units.extend(units.iter().map(|unit| unit.flip_case_from(first)));
        }
        at
    }

    /// Writes over units that were appended before.
    #[inline]
    pub fn overwrite(&mut self, at: usize, units: &[U]) {
        if let Some(place) = self.units.get_mut(at..at + units.len()) {
            place.copy_from_slice(units);
        }
    }

    /// A term in the arena.
    #[inline]
    pub fn term(&self, start: usize, end: usize) -> Term {
        // `has_room` keeps the length below 2^31; what does not fit is no part of a term.
        let end = end.min(self.units.len());
        Term { at: start.min(end) as u32 | IN_ARENA, length: end.saturating_sub(start) as u32 }
    }

    #[inline]
    fn has_room(&mut self, more: usize) -> bool {
        let room = self.units.len() + more < IN_ARENA as usize && self.units.try_reserve(more).is_ok();
        self.full |= !room;
        room
    }
}

/// The tokens under way, and the units of the terms that filters have written.
#[derive(Debug)]
pub struct Batch<U> {
    /// The tokens.
    pub tokens: Vec<BatchToken>,
    /// For filters that write more or fewer tokens than they read: filled, then swapped with `tokens`.
    pub spare: Vec<BatchToken>,
    /// The text ends with this batch.
    pub last: bool,
    /// Positions that were dropped after the last token of the text; counts only when `last` is set.
    pub trailing_gap: u32,
    arena: Arena<U>,
    /// What `arena` was before the caller's present call: tokens that were left over point into it.
    old_arena: Arena<U>,
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
            old_arena: Arena::default(),
            scratch: Vec::new(),
        }
    }
}

impl<U: CodeUnit> Batch<U> {
    /// Starts another batch; memory stays. Terms of the batch before stay where they are.
    #[inline]
    pub fn next(&mut self) {
        self.tokens.clear();
        self.last = false;
        self.trailing_gap = 0;
    }

    /// Starts an arena of its own, so that terms returned by earlier calls can be freed. The present one is kept as the old
    /// one until the next such call.
    #[inline]
    pub fn turn_arena(&mut self) {
        std::mem::swap(&mut self.arena, &mut self.old_arena);
        self.arena.units.clear();
        self.arena.full = false;
    }

    /// The units of a term.
    #[inline]
    pub fn units<'a>(&'a self, text: &'a [U], term: Term) -> &'a [U] {
        resolve(text, &self.arena.units, term)
    }

    /// `N` units from the start of a term on, whether they are the term's or not; `None` near the end of its buffer.
    #[inline(always)]
    pub fn window<'a, const N: usize>(&'a self, text: &'a [U], term: Term) -> Option<&'a [U; N]> {
        let source = if term.text_range().is_some() { text } else { &self.arena.units };
        source.get(term.arena_start()..)?.first_chunk()
    }

    /// Writes a new term.
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
        // The arena moves when it grows, so a term in it is read from a copy.
        let units = resolve(text, &self.arena.units, term);
        self.scratch.clear();
        if self.scratch.try_reserve(units.len()).is_err() {
            self.arena.full = true;
            return term;
        }
        self.scratch.extend_from_slice(units);
        self.arena.write(|arena| change(&self.scratch, arena))
    }

    /// The tokens, to change their terms, and the arena, to write these to.
    #[inline]
    pub fn parts(&mut self) -> (&mut [BatchToken], &mut Arena<U>) {
        (&mut self.tokens, &mut self.arena)
    }

    /// Cuts terms: `range` gets a term and its token, and says from where to where it stays, in units.
    pub fn shorten_terms(&mut self, text: &[U], range: impl Fn(&[U], &BatchToken) -> (usize, usize)) {
        for token in &mut self.tokens {
            let (start, end) = range(resolve(text, &self.arena.units, token.term), token);
            token.term = token.term.part(start, end);
        }
    }

    /// Rewrites all terms: `change` gets a term's units and the arena to append to.
    pub fn rewrite_all(&mut self, text: &[U], mut change: impl FnMut(&[U], &mut Arena<U>)) {
        for at in 0..self.tokens.len() {
            let Some(term) = self.tokens.get(at).map(|token| token.term) else { break };
            let term = self.rewrite(text, term, &mut change);
            if let Some(token) = self.tokens.get_mut(at) {
                token.term = term;
            }
        }
    }

    /// Memory ran out in a filter's own buffers.
    pub fn run_out_of_memory(&mut self) {
        self.arena.full = true;
    }

    /// Whether memory ran out while this batch was made.
    #[inline]
    pub fn is_out_of_memory(&self) -> bool {
        self.arena.full
    }

    /// What the buffers hold, in bytes.
    pub fn capacity_bytes(&self) -> usize {
        (self.arena.units.capacity() + self.old_arena.units.capacity() + self.scratch.capacity()) * size_of::<U>()
            + (self.tokens.capacity() + self.spare.capacity()) * size_of::<BatchToken>()
    }
}

#[inline]
fn resolve<'a, U>(text: &'a [U], arena: &'a [U], term: Term) -> &'a [U] {
    let from = (term.at & !IN_ARENA) as usize;
    let source = if term.at & IN_ARENA == 0 { text } else { arena };
    source.part(from..from + term.length())
}
