//! Tokens in flat arrays, as `Native.java` lays them out: a head of [`HEAD`] numbers, then [`FIELDS`] numbers per token.
//!
//! A token costs a few nanoseconds here: its numbers are stored into memory that is ready before the batch, and its term and the UTF-8
//! form of it, where Java wants that, are mostly there already, copied with the text around them ([`Window`]).

use crate::encode::{ascii_prefix, encode};
use crate::guard::Status;
use crate::output::{Output, Window};
use crate::raw::Raw;
use jni::sys::{jbyteArray, jcharArray, jint, jintArray};
use unic_analysis::analysis::{End, Token, TokenType};

/// Numbers before the first token: how many tokens, whether more follow, final offset and position gap (once none
/// follow), units in the terms array, units that the next term needs when not even one token has room.
pub const HEAD: usize = 6;

/// Numbers per token: start, end, kind (type, bit 8: keyword, from bit 16 on: position length), position increment, script, term
/// offset, term length, offset and length of the term's UTF-8 form. A term offset of 0 or more is an index into the terms array;
/// `-1 - p` is the text at unit p.
pub const FIELDS: usize = 9;

const TERM_OFFSET: usize = 5;
const TERM_LENGTH: usize = 6;
const UTF8_OFFSET: usize = 7;
const UTF8_LENGTH: usize = 8;

/// The type has eight bits.
const _: () = assert!(TokenType::ALL.len() <= 0x100);
const KEYWORD: u32 = 1 << 8;
const POSITION_LENGTH_SHIFT: u32 = 16;

/// Units of text that are copied ahead, with the terms after the one that is asked for.
const AHEAD: usize = 128;

/// The arrays that Java gives for tokens.
#[derive(Clone, Copy)]
pub struct Arrays {
    /// For [`HEAD`] and fields.
    pub numbers: jintArray,
    /// How many numbers it takes.
    pub numbers_capacity: jint,
    /// For terms that are no part of the text.
    pub terms: jcharArray,
    /// How many units it takes.
    pub terms_capacity: jint,
    /// For all terms in UTF-8.
    pub utf8: jbyteArray,
    /// How many bytes it takes; 0: no UTF-8 is wanted.
    pub utf8_capacity: jint,
}

impl Arrays {
    /// How many tokens the numbers array takes.
    pub fn room(&self) -> usize {
        capacity(self.numbers_capacity).saturating_sub(HEAD) / FIELDS
    }
}

/// Tokens on their way to Java.
pub struct Packed {
    /// The head, then room for tokens.
    numbers: Vec<i32>,
    /// How many tokens wait.
    count: usize,
    terms: Output<u16>,
    /// Filtered text in `terms`.
    units: Window,
    utf8: Output<u8>,
    /// ASCII text in `utf8`.
    ascii: Window,
}

impl Default for Packed {
    fn default() -> Packed {
        Packed {
            numbers: vec![0; HEAD],
            count: 0,
            terms: Output::default(),
            units: Window::default(),
            utf8: Output::default(),
            ascii: Window::default(),
        }
    }
}

impl Packed {
    /// Drops what was not taken.
    pub fn clear(&mut self) {
        self.count = 0;
        self.terms.clear();
        self.utf8.clear();
        self.forget_windows();
    }

    /// How many tokens wait.
    pub fn waiting(&self) -> usize {
        self.count
    }

    /// Makes room for the numbers of `tokens` tokens; needed before [`Packed::push`].
    pub fn make_room(&mut self, tokens: usize) -> Result<(), Status> {
        let needed = HEAD + tokens * FIELDS;
        if self.numbers.len() < needed {
            self.numbers.try_reserve(needed - self.numbers.len()).map_err(|_| Status::OutOfMemory)?;
            self.numbers.resize(needed, 0);
        }
        Ok(())
    }

    /// Adds a token, with its UTF-8 form if `with_utf8`; false if there is no room. `text` is the text that Java has, `filtered`
    /// the text after the char filters; terms are slices of it, or of a buffer of a token filter.
    #[inline]
    pub fn push(&mut self, text: &[u16], filtered: &[u16], token: &Token<'_, u16>, with_utf8: bool) -> bool {
        let length = token.term.len();
        let index = (token.term.as_ptr() as usize).wrapping_sub(filtered.as_ptr() as usize) / size_of::<u16>();
        let rest = filtered.get(index..).filter(|rest| rest.len() >= length);
        let offset = match rest {
            Some(_) if std::ptr::eq(text, filtered) => Some(-1 - index as i32),
            Some(rest) => match self.units.find(index, length) {
                Some(offset) => Some(offset as i32),
                None => self.copy_ahead(rest, index, length),
            },
            None => self.terms.append(token.term).map(|offset| offset as i32),
        };
        let utf8_offset = match rest.and_then(|_| self.ascii.find(index, length)) {
            _ if !with_utf8 => Some((0, 0)),
            Some(offset) => Some((offset, length)),
            None => self.encode_ahead(rest.unwrap_or(token.term), index, length, rest.is_some()),
        };
        let (Some(offset), Some((utf8_offset, utf8_length))) = (offset, utf8_offset) else { return false };
        let at = HEAD + self.count * FIELDS;
        let Some(fields) = self.numbers.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<FIELDS>()) else {
            return false;
        };
        let keyword = if token.keyword { KEYWORD } else { 0 };
        *fields = [
            token.start as i32,
            token.end as i32,
            (token.token_type as u32 | keyword | token.position_length << POSITION_LENGTH_SHIFT) as i32,
            token.position_increment as i32,
            token.script as i32,
            offset,
            length as i32,
            utf8_offset as i32,
            utf8_length as i32,
        ];
        self.count += 1;
        true
    }

    /// Copies a term, the start of `rest`, and the text after it; `index`: where `rest` is in the filtered text. The offset of the term.
    #[inline(never)]
    fn copy_ahead(&mut self, rest: &[u16], index: usize, length: usize) -> Option<i32> {
        let copied = rest.get(..length.max(AHEAD)).unwrap_or(rest);
        let offset = self.terms.append(copied)?;
        self.units = Window { start: index, end: index + copied.len(), offset };
        i32::try_from(offset).ok()
    }

    /// Appends the UTF-8 form of a term, the start of `rest`; if it is ASCII and a slice of the filtered text, the ASCII text after it
    /// as well. The offset and length of the term's form.
    #[inline(never)]
    fn encode_ahead(&mut self, rest: &[u16], index: usize, length: usize, is_slice: bool) -> Option<(usize, usize)> {
        let ahead = if is_slice { length.max(AHEAD) } else { length };
        let offset = self.utf8.len();
        let ascii = ascii_prefix(self.utf8.room(ahead)?, rest.get(..ahead).unwrap_or(rest));
        if ascii < length {
            encode(&mut self.utf8, rest, length).then(|| (offset, self.utf8.len() - offset))
        } else {
            self.utf8.advance(ascii);
            if is_slice {
                self.ascii = Window { start: index, end: index + ascii, offset };
            }
            Some((offset, length))
        }
    }

    fn forget_windows(&mut self) {
        self.units = Window::default();
        self.ascii = Window::default();
    }

    /// Copies as many tokens as have room to Java. `end`: the end of the text, when no more tokens are made.
    pub fn give(&mut self, env: Raw, arrays: Arrays, end: Option<End>) -> Result<i32, Status> {
        let (terms_capacity, utf8_capacity) = (capacity(arrays.terms_capacity), capacity(arrays.utf8_capacity));
        let is_fitting = self.terms.len() <= terms_capacity && self.utf8.len() <= utf8_capacity;
        let fitting = if is_fitting && self.count <= arrays.room() {
            Fitting { tokens: self.count, units: self.terms.len(), bytes: self.utf8.len() }
        } else {
            self.fitting(arrays.room(), terms_capacity, utf8_capacity)
        };
        let more = fitting.tokens < self.count || end.is_none();
        let needed = if fitting.tokens == 0 && self.count > 0 { self.numbers.get(HEAD + TERM_LENGTH) } else { None };
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
        env.set_ints(arrays.numbers, self.numbers.get(..HEAD + fitting.tokens * FIELDS).ok_or(Status::Fault)?)?;
        env.set_chars(arrays.terms, self.terms.first(fitting.units).ok_or(Status::Fault)?)?;
        env.set_bytes(arrays.utf8, self.utf8.first(fitting.bytes).ok_or(Status::Fault)?)?;
        self.drop_first(fitting);
        i32::try_from(fitting.tokens).map_err(|_| Status::Fault)
    }

    /// The tokens that have room.
    fn fitting(&self, room: usize, terms_capacity: usize, utf8_capacity: usize) -> Fitting {
        let mut fitting = Fitting { tokens: 0, units: 0, bytes: 0 };
        let tokens = self.numbers.get(HEAD..).unwrap_or(&[]).chunks_exact(FIELDS);
        for token in tokens.take(room.min(self.count)) {
            let units = fitting.units.max(end_in(token, TERM_OFFSET, TERM_LENGTH));
            let bytes = fitting.bytes.max(end_in(token, UTF8_OFFSET, UTF8_LENGTH));
            if units > terms_capacity || bytes > utf8_capacity {
                break;
            }
            fitting = Fitting { tokens: fitting.tokens + 1, units, bytes };
        }
        fitting
    }

    /// Drops the first tokens, and what the others have no need of.
    fn drop_first(&mut self, first: Fitting) {
        if first.tokens == self.count {
            return self.clear();
        }
        let end = HEAD + self.count * FIELDS;
        self.numbers.copy_within(HEAD + first.tokens * FIELDS..end, HEAD);
        self.count -= first.tokens;
        let left = HEAD..HEAD + self.count * FIELDS;
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
        self.forget_windows();
    }
}

/// How many of the first tokens have room, and what they take.
#[derive(Clone, Copy)]
struct Fitting {
    tokens: usize,
    units: usize,
    bytes: usize,
}

/// Where a token's form starts in its array; `None` for a term in the text that Java has.
fn start_in(token: &[i32], offset: usize) -> Option<usize> {
    usize::try_from(*token.get(offset)?).ok()
}

/// Where a token's form ends in its array.
fn end_in(token: &[i32], offset: usize, length: usize) -> usize {
    let length = token.get(length).map_or(0, |length| *length as usize);
    start_in(token, offset).map_or(0, |start| start + length)
}

/// Corrects the offset of a form after `dropped` items before it are gone.
fn move_back(token: &mut [i32], offset: usize, dropped: usize) {
    if let Some(offset) = token.get_mut(offset).filter(|offset| **offset >= 0) {
        *offset -= dropped as i32;
    }
}

/// A capacity as Java gives it.
pub fn capacity(length: jint) -> usize {
    usize::try_from(length).unwrap_or(0)
}
