//! Tokens in flat arrays, as `Native.java` lays them out: a head of [`HEAD`] numbers, then [`FIELDS`] numbers per token.

use crate::guard::Status;
use crate::raw::Raw;
use jni::sys::{jcharArray, jint, jintArray};
use unic_analysis::analysis::{End, Token};

/// Numbers before the first token: how many tokens, whether more follow, final offset and position gap (once none
/// follow), units in the terms array, units that the next term needs when not even one token has room.
pub const HEAD: usize = 6;

/// Numbers per token: start, end, type, position increment, position length, flags (1: keyword), script, term offset,
/// term length. A term offset of 0 or more is a place in the terms array; `-1 - p` is the text at unit p.
pub const FIELDS: usize = 9;

const TERM_OFFSET: usize = 7;
const TERM_LENGTH: usize = 8;
const KEYWORD: i32 = 1;

/// Tokens on their way to Java.
pub struct Packed {
    /// The head, then the tokens.
    numbers: Vec<i32>,
    terms: Vec<u16>,
}

impl Default for Packed {
    fn default() -> Packed {
        Packed { numbers: vec![0; HEAD], terms: Vec::new() }
    }
}

impl Packed {
    /// Drops what was not taken.
    pub fn clear(&mut self) {
        self.numbers.truncate(HEAD);
        self.terms.clear();
    }

    /// How many tokens wait.
    pub fn waiting(&self) -> usize {
        (self.numbers.len() - HEAD) / FIELDS
    }

    /// Whether memory ran out.
    fn reserve(&mut self, units: usize) -> bool {
        self.numbers.try_reserve(FIELDS).is_ok() && self.terms.try_reserve(units).is_ok()
    }

    /// Adds a token; `text` is what its term may be a part of.
    #[inline]
    pub fn push(&mut self, text: &[u16], token: &Token<'_, u16>) -> bool {
        let place = (token.term.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize) / size_of::<u16>();
        let is_text = place < text.len() && place + token.term.len() <= text.len();
        if !self.reserve(if is_text { 0 } else { token.term.len() }) {
            return false;
        }
        let offset = if is_text {
            -1 - place as i32
        } else {
            let offset = self.terms.len() as i32;
            self.terms.extend_from_slice(token.term);
            offset
        };
        self.numbers.extend_from_slice(&[
            token.start as i32,
            token.end as i32,
            i32::from(token.token_type as u16),
            token.position_increment as i32,
            token.position_length as i32,
            if token.keyword { KEYWORD } else { 0 },
            token.script as i32,
            offset,
            token.term.len() as i32,
        ]);
        true
    }

    /// Copies as many tokens as have room to Java. `end`: the end of the text, when no more tokens are made.
    pub fn give(
        &mut self,
        env: Raw,
        numbers: jintArray,
        numbers_capacity: usize,
        terms: jcharArray,
        terms_capacity: usize,
        end: Option<End>,
    ) -> Result<i32, Status> {
        let waiting = self.waiting();
        let room = numbers_capacity.saturating_sub(HEAD) / FIELDS;
        let (count, units) = if self.terms.len() <= terms_capacity && waiting <= room {
            (waiting, self.terms.len())
        } else {
            self.fitting(room, terms_capacity)
        };
        let more = count < waiting || end.is_none();
        let needed = self.numbers.get(HEAD + count * FIELDS + TERM_LENGTH).copied().unwrap_or(0);
        let end = end.unwrap_or(End { final_offset: 0, position_gap: 0 });
        let head = [
            count as i32,
            i32::from(more),
            end.final_offset as i32,
            end.position_gap as i32,
            units as i32,
            if count == 0 { needed } else { 0 },
        ];
        self.numbers.iter_mut().zip(head).for_each(|(place, number)| *place = number);
        env.set_ints(numbers, self.numbers.get(..HEAD + count * FIELDS).ok_or(Status::Fault)?)?;
        env.set_chars(terms, self.terms.get(..units).ok_or(Status::Fault)?)?;
        self.drop_first(count, units);
        Ok(count as i32)
    }

    /// How many tokens have room, and how many units their terms have.
    fn fitting(&self, room: usize, terms_capacity: usize) -> (usize, usize) {
        let tokens = self.numbers.get(HEAD..).unwrap_or(&[]).chunks_exact(FIELDS).take(room);
        let (mut count, mut units) = (0, 0);
        for token in tokens {
            let (offset, length) = (token.get(TERM_OFFSET).copied(), token.get(TERM_LENGTH).copied());
            let own = if offset.is_some_and(|offset| offset >= 0) { length.unwrap_or(0) as usize } else { 0 };
            if units + own > terms_capacity {
                break;
            }
            count += 1;
            units += own;
        }
        (count, units)
    }

    fn drop_first(&mut self, count: usize, units: usize) {
        if count == self.waiting() {
            return self.clear();
        }
        self.numbers.drain(HEAD..HEAD + count * FIELDS);
        self.terms.drain(..units);
        for token in self.numbers.get_mut(HEAD..).unwrap_or(&mut []).chunks_exact_mut(FIELDS) {
            if let Some(offset) = token.get_mut(TERM_OFFSET).filter(|offset| **offset >= 0) {
                *offset -= units as i32;
            }
        }
    }
}

/// A capacity as Java gives it.
pub fn capacity(length: jint) -> usize {
    usize::try_from(length).unwrap_or(0)
}
