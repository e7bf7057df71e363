//! Tokens in flat arrays, as `Native.java` lays them out: a head of [`HEAD`] numbers, then [`FIELDS`] numbers per token.
//!
//! A token costs a few nanoseconds here: its numbers are stored one by one into memory that is ready before the batch, and the
//! UTF-8 form of its term, where Java wants it, is narrowed eight ASCII units at a time.

use crate::guard::Status;
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

/// ASCII units that are narrowed at once.
const BLOCK: usize = 8;

/// Bytes of UTF-8 that a UTF-16 unit needs at most.
const MAX_UTF8_PER_UNIT: usize = 3;

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
    terms: Vec<u16>,
    utf8: Vec<u8>,
}

impl Default for Packed {
    fn default() -> Packed {
        Packed { numbers: vec![0; HEAD], count: 0, terms: Vec::new(), utf8: Vec::new() }
    }
}

impl Packed {
    /// Drops what was not taken.
    pub fn clear(&mut self) {
        self.count = 0;
        self.terms.clear();
        self.utf8.clear();
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

    /// Adds a token, with its UTF-8 form if `with_utf8`; false if there is no room. `text` is what its term may be a part of.
    #[inline]
    pub fn push(&mut self, text: &[u16], token: &Token<'_, u16>, with_utf8: bool) -> bool {
        let length = token.term.len();
        let place = (token.term.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize) / size_of::<u16>();
        let in_text = text.get(place..).filter(|rest| rest.len() >= length);
        let offset = if in_text.is_some() {
            -1 - place as i32
        } else {
            if self.terms.try_reserve(length).is_err() {
                return false;
            }
            let offset = self.terms.len() as i32;
            self.terms.extend_from_slice(token.term);
            offset
        };
        let utf8_offset = self.utf8.len();
        if with_utf8 {
            if self.utf8.try_reserve(length * MAX_UTF8_PER_UNIT + BLOCK).is_err() {
                return false;
            }
            push_utf8(&mut self.utf8, in_text.unwrap_or(token.term), length);
        }
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
            (self.utf8.len() - utf8_offset) as i32,
        ];
        self.count += 1;
        true
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
        env.set_chars(arrays.terms, self.terms.get(..fitting.units).ok_or(Status::Fault)?)?;
        env.set_bytes(arrays.utf8, self.utf8.get(..fitting.bytes).ok_or(Status::Fault)?)?;
        self.drop_first(fitting);
        i32::try_from(fitting.tokens).map_err(|_| Status::Fault)
    }

    /// The tokens that have room.
    fn fitting(&self, room: usize, terms_capacity: usize, utf8_capacity: usize) -> Fitting {
        let mut fitting = Fitting { tokens: 0, units: 0, bytes: 0 };
        let tokens = self.numbers.get(HEAD..).unwrap_or(&[]).chunks_exact(FIELDS);
        for token in tokens.take(room.min(self.count)) {
            let field = |number: usize| token.get(number).copied().unwrap_or(0);
            let own = if field(TERM_OFFSET) >= 0 { field(TERM_LENGTH) as usize } else { 0 };
            let bytes = field(UTF8_LENGTH) as usize;
            if fitting.units + own > terms_capacity || fitting.bytes + bytes > utf8_capacity {
                break;
            }
            fitting = Fitting { tokens: fitting.tokens + 1, units: fitting.units + own, bytes: fitting.bytes + bytes };
        }
        fitting
    }

    fn drop_first(&mut self, first: Fitting) {
        if first.tokens == self.count {
            return self.clear();
        }
        let end = HEAD + self.count * FIELDS;
        self.numbers.copy_within(HEAD + first.tokens * FIELDS..end, HEAD);
        self.count -= first.tokens;
        self.terms.drain(..first.units);
        self.utf8.drain(..first.bytes);
        for token in self.numbers.get_mut(HEAD..).unwrap_or(&mut []).chunks_exact_mut(FIELDS).take(self.count) {
            if let Some(offset) = token.get_mut(TERM_OFFSET).filter(|offset| **offset >= 0) {
                *offset -= first.units as i32;
            }
            if let Some(offset) = token.get_mut(UTF8_OFFSET) {
                *offset -= first.bytes as i32;
            }
        }
    }
}

/// How many of the first tokens have room, and what they take.
#[derive(Clone, Copy)]
struct Fitting {
    tokens: usize,
    units: usize,
    bytes: usize,
}

/// Appends the UTF-8 form of the first `length` of `units`; the others are only read. There is room for it and a block.
///
/// ```text
/// while units are left:
///     a block of 8, the last one reaching over the end of the term: all ASCII? store 8 bytes, keep those of the term
///     else: one character
/// ```
#[inline]
fn push_utf8(to: &mut Vec<u8>, units: &[u16], length: usize) {
    let mut at = 0;
    while at < length {
        if let Some(block) = units.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>())
            && block.iter().fold(0, |all, unit| all | unit) < 0x80
        {
            to.extend_from_slice(&block.map(|unit| unit as u8));
            if length - at < BLOCK {
                to.truncate(to.len() - BLOCK + (length - at));
            }
            at += BLOCK;
        } else {
            // Up to the next block that may be ASCII: eight units at most, none of them twice.
            let Some(part) = units.get(at..length.min(at + BLOCK)) else { return };
            at += push_characters(to, part, units.get(at + part.len()).copied());
        }
    }
}

/// Appends characters one by one; `next` is the unit after them, which may complete the last one. How many units were read.
#[inline]
fn push_characters(to: &mut Vec<u8>, units: &[u16], next: Option<u16>) -> usize {
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        at += 1;
        match unit {
            0..0x80 => to.push(unit as u8),
            0x80..0x800 => to.extend_from_slice(&[0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]),
            0xD800..0xE000 => {
                let pair = [unit, units.get(at).copied().or(next).unwrap_or(0)];
                let c = char::decode_utf16(pair).next().and_then(Result::ok);
                at += usize::from(c.is_some());
                let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
                to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => to.extend_from_slice(&[
                0xE0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }
    at
}

/// A capacity as Java gives it.
pub fn capacity(length: jint) -> usize {
    usize::try_from(length).unwrap_or(0)
}
