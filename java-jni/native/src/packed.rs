//! Tokens in flat arrays, in the layout of `Native.java`: a header of [`HEADER`] numbers, then [`FIELDS`] numbers per
//! token.
//!
//! ```text
//! for each token:
//!     a slice of the text that Java has:  refer to it
//!     a slice of a filtered text:         refer to the copy in the terms array, or copy from its start on; this is the
//!                                         new window
//!     a term of a token filter:           copy it
//!     if UTF-8 is requested, and the term
//!         is a slice of the text whose units have equal numbers of bytes:
//!                                         refer to the window of this number, or encode 64 units from the term's start
//!                                         on; these are the new window
//!         is another one:                 encode it
//!     store nine numbers
//! ```
//!
//! The trick is the windows ([`Window`], [`EncodedWindows`]): what is copied or encoded once serves the terms that
//! follow. It is right because the text of a call does not change, so equal ranges of it have equal copies. A window of
//! UTF-8 encodes all of its units with the same number of bytes, so that an offset is a product; a mask tells the units
//! that have another number, such as spaces.

use crate::arrays::Capacity;
use crate::guard::Status;
use crate::output::Output;
use crate::window::{EncodedWindows, Window, copy_ahead, encode_one};
use unic_analysis::analysis::{CorrectedToken, End, OwnedStream, Token, TokenType};

/// Numbers of the header: number of tokens, whether more follow, final offset and position gap (if none follow), units
/// in the terms array, units of the next term if not even one token fits.
pub const HEADER: usize = 6;

/// Numbers per token, in the order of [`PackedToken::fields`].
pub const FIELDS: usize = 9;

const TERM_OFFSET: usize = 5;
const TERM_LENGTH: usize = 6;
const UTF8_OFFSET: usize = 7;
const UTF8_LENGTH: usize = 8;

// The token type has eight bits.
const _: () = assert!(TokenType::ALL.len() <= 0x100);
const KEYWORD: u32 = 1 << 8;
const POSITION_LENGTH_SHIFT: u32 = 16;

/// A token with the numbers that Java gets.
struct PackedToken {
    start: u32,
    end: u32,
    token_type: TokenType,
    is_keyword: bool,
    position_length: u32,
    position_increment: u32,
    script: u32,
    /// An index into the terms array; `-1 - p` is offset `p` of the text.
    term_offset: i32,
    term_length: usize,
    utf8_offset: usize,
    utf8_length: usize,
}

impl PackedToken {
    /// The numbers in the order of the fields of `Native.java`.
    #[inline]
    fn fields(self) -> [i32; FIELDS] {
        let keyword = if self.is_keyword { KEYWORD } else { 0 };
        let kind = self.token_type as u32 | keyword | self.position_length << POSITION_LENGTH_SHIFT;
        [
            self.start as i32,
            self.end as i32,
            kind as i32,
            self.position_increment as i32,
            self.script as i32,
            self.term_offset,
            self.term_length as i32,
            self.utf8_offset as i32,
            self.utf8_length as i32,
        ]
    }
}

/// Tokens that Java has not taken yet.
pub struct PackedTokens {
    /// The header, then space for tokens.
    numbers: Vec<i32>,
    /// The number of tokens.
    count: usize,
    terms: Output<u16>,
    /// The part of the filtered text that `terms` contains.
    units: Window,
    utf8: Output<u8>,
}

impl Default for PackedTokens {
    fn default() -> PackedTokens {
        PackedTokens {
            numbers: vec![0; HEADER],
            count: 0,
            terms: Output::default(),
            units: Window::default(),
            utf8: Output::default(),
        }
    }
}

impl PackedTokens {
    /// Removes all tokens.
    pub fn clear(&mut self) {
        self.count = 0;
        self.terms.clear();
        self.utf8.clear();
        self.units = Window::default();
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Reserves space for `tokens` tokens, which [`PackedTokens::push`] and [`PackedTokens::fill`] require.
    pub fn reserve(&mut self, tokens: usize) -> Result<(), Status> {
        let needed = HEADER + tokens * FIELDS;
        if self.numbers.len() < needed {
            self.numbers.try_reserve(needed - self.numbers.len()).map_err(|_| Status::OutOfMemory)?;
            self.numbers.resize(needed, 0);
        }
        Ok(())
    }

    /// Adds a token without a UTF-8 term; returns false if there is no space.
    #[inline]
    pub fn push(&mut self, token: &Token<'_, u16>) -> bool {
        let at = HEADER + self.count * FIELDS;
        let Some(fields) = self.numbers.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<FIELDS>()) else {
            return false;
        };
        let Some(offset) = self.terms.append(token.term) else { return false };
        let packed = PackedToken {
            start: token.start,
            end: token.end,
            token_type: token.token_type,
            is_keyword: token.keyword,
            position_length: token.position_length,
            position_increment: token.position_increment,
            script: token.script,
            term_offset: offset as i32,
            term_length: token.term.len(),
            utf8_offset: 0,
            utf8_length: 0,
        };
        *fields = packed.fields();
        self.count += 1;
        true
    }

    /// Adds tokens until there are `capacity.tokens` or the text ends; returns whether it ends.
    pub fn fill(&mut self, stream: &mut OwnedStream<u16>, capacity: Capacity) -> Result<bool, Status> {
        self.reserve(capacity.tokens)?;
        let most = capacity.tokens.saturating_sub(self.count);
        let (is_filtered, with_utf8) = (stream.is_filtered(), capacity.bytes > 0);
        let PackedTokens { numbers, count, terms, units, utf8 } = self;
        let free = numbers.get_mut(HEADER + *count * FIELDS..).unwrap_or(&mut []);
        let mut slots = free.as_chunks_mut::<FIELDS>().0.iter_mut();
        let mut encoded = EncodedWindows::default();
        let mut put = |corrected: CorrectedToken<'_, u16>| {
            let CorrectedToken { token, start, end, text, .. } = corrected;
            let (term, length) = (token.term.start_in_buffer(), token.term.length());
            let is_of_text = token.term.text_range().is_some();
            let term_offset = match (is_of_text, is_filtered) {
                (true, false) => -1 - term as i32,
                (true, true) => match units.find(term, length) {
                    Some(offset) => offset as i32,
                    None => copy_ahead(terms, text, term, length, units)? as i32,
                },
                (false, _) => terms.append_start(corrected.term_and_rest(), length)? as i32,
            };
            let (utf8_offset, utf8_length) = match (with_utf8, is_of_text) {
                (false, _) => (0, 0),
                (true, true) => encoded.encode(utf8, text, term, length)?,
                (true, false) => encode_one(utf8, corrected.term_and_rest(), length)?,
            };
            let packed = PackedToken {
                start,
                end,
                token_type: token.token_type,
                is_keyword: token.keyword,
                position_length: u32::from(token.position_length),
                position_increment: token.position_increment,
                script: token.script,
                term_offset,
                term_length: length,
                utf8_offset,
                utf8_length,
            };
            *slots.next()? = packed.fields();
            Some(())
        };
        let mut has_space = true;
        let added = stream.next_corrected(most, |corrected| has_space &= put(corrected).is_some())?;
        *count += added;
        if has_space { self.check_offsets().map(|()| added < most) } else { Err(Status::OutOfMemory) }
    }

    /// Whether the offsets of all terms are numbers of Java.
    pub fn check_offsets(&self) -> Result<(), Status> {
        let is_number = |length: usize| i32::try_from(length).is_ok();
        if is_number(self.terms.len()) && is_number(self.utf8.len()) { Ok(()) } else { Err(Status::TextTooLong) }
    }

    /// Passes as many tokens to `receive` as fit and removes them: numbers, terms, terms in UTF-8. `end` is the end of
    /// the text, or `None` if more tokens follow.
    #[inline]
    pub fn take_fitting(
        &mut self,
        capacity: Capacity,
        end: Option<End>,
        receive: impl FnOnce(&[i32], &[u16], &[u8]) -> Result<(), Status>,
    ) -> Result<i32, Status> {
        let is_fitting =
            self.count <= capacity.tokens && self.terms.len() <= capacity.units && self.utf8.len() <= capacity.bytes;
        let fitting = if is_fitting {
            Capacity { tokens: self.count, units: self.terms.len(), bytes: self.utf8.len() }
        } else {
            self.fitting(capacity)
        };
        let more = fitting.tokens < self.count || end.is_none();
        let needed = if fitting.tokens == 0 && self.count > 0 { self.numbers.get(HEADER + TERM_LENGTH) } else { None };
        let end = end.unwrap_or(End { final_offset: 0, position_gap: 0 });
        let head = [
            fitting.tokens as i32,
            i32::from(more),
            end.final_offset as i32,
            end.position_gap as i32,
            fitting.units as i32,
            needed.copied().unwrap_or(0),
        ];
        if let Some(slots) = self.numbers.first_chunk_mut() {
            *slots = head;
        }
        receive(
            self.numbers.get(..HEADER + fitting.tokens * FIELDS).ok_or(Status::Fault)?,
            self.terms.first(fitting.units).ok_or(Status::Fault)?,
            self.utf8.first(fitting.bytes).ok_or(Status::Fault)?,
        )?;
        self.drop_first(fitting);
        i32::try_from(fitting.tokens).map_err(|_| Status::Fault)
    }

    /// Determines the tokens that fit.
    #[cold]
    fn fitting(&self, capacity: Capacity) -> Capacity {
        let mut fitting = Capacity { tokens: 0, units: 0, bytes: 0 };
        let tokens = self.numbers.get(HEADER..).unwrap_or(&[]).chunks_exact(FIELDS);
        for token in tokens.take(capacity.tokens.min(self.count)) {
            let units = fitting.units.max(end_in(token, TERM_OFFSET, TERM_LENGTH));
            let bytes = fitting.bytes.max(end_in(token, UTF8_OFFSET, UTF8_LENGTH));
            if units > capacity.units || bytes > capacity.bytes {
                break;
            }
            fitting = Capacity { tokens: fitting.tokens + 1, units, bytes };
        }
        fitting
    }

    /// Removes the first tokens, and the terms that the remaining tokens do not refer to.
    fn drop_first(&mut self, first: Capacity) {
        if first.tokens == self.count {
            return self.clear();
        }
        let end = HEADER + self.count * FIELDS;
        self.numbers.copy_within(HEADER + first.tokens * FIELDS..end, HEADER);
        self.count -= first.tokens;
        let left = HEADER..HEADER + self.count * FIELDS;
        let (mut units, mut bytes) = (self.terms.len(), self.utf8.len());
        for token in self.numbers.get(left.clone()).unwrap_or(&[]).chunks_exact(FIELDS) {
            units = units.min(start_in(token, TERM_OFFSET).unwrap_or(units));
            bytes = bytes.min(start_in(token, UTF8_OFFSET).unwrap_or(bytes));
        }
        for token in self.numbers.get_mut(left).unwrap_or(&mut []).chunks_exact_mut(FIELDS) {
            move_back(token, TERM_OFFSET, units);
            move_back(token, UTF8_OFFSET, bytes);
        }
        self.terms.drop_first(units);
        self.utf8.drop_first(bytes);
        self.units = Window::default();
    }
}

/// The start of a token's term in the array of the field `offset`; `None` for a term in the text that Java has.
fn start_in(token: &[i32], offset: usize) -> Option<usize> {
    usize::try_from(*token.get(offset)?).ok()
}

/// The end of a token's term in the array of the field `offset`.
fn end_in(token: &[i32], offset: usize, length: usize) -> usize {
    let length = token.get(length).map_or(0, |length| *length as usize);
    start_in(token, offset).map_or(0, |start| start + length)
}

/// Corrects the offset of a term after the removal of `dropped` items before it.
fn move_back(token: &mut [i32], offset: usize, dropped: usize) {
    if let Some(offset) = token.get_mut(offset).filter(|offset| **offset >= 0) {
        *offset -= dropped as i32;
    }
}
