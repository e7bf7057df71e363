//! Writes JSON directly to a buffer: nothing is allocated per token.

use crate::buffer::{Buffer, NUMBERS, Reserved, is_literal};
use unic_analysis::analysis::{Token, TokenType};

/// Writes tokens as in responses of the engine's `_analyze` without `explain`: `positionLength` only if it is not 1.
pub struct TokenWriter {
    /// By token type: the JSON between the end offset and the position.
    types: [Piece; TokenType::ALL.len()],
}

/// A short text in an array of constant length, which is copied faster than a slice.
#[derive(Clone, Copy)]
struct Piece {
    bytes: [u8; PIECE],
    length: usize,
}

const PIECE: usize = 48;
/// The maximum length of a token without its term: the fixed parts are below 100 bytes, four numbers have 40.
const BESIDE_TERM: usize = 256;

impl TokenWriter {
    /// Creates the writer with the names of all types.
    pub fn new() -> TokenWriter {
        TokenWriter { types: TokenType::ALL.map(Piece::of) }
    }

    /// Appends a token of a text, with a preceding comma.
    #[inline(always)]
    pub fn push(&self, out: &mut Buffer, token: &Token<'_, u8>, text: &[u8]) {
        if !self.push_short(out, token, text) {
            // Passed as parts: a whole token would be stored in memory, also on the fast path.
            let Token { term, start, end, position, position_length, token_type, .. } = *token;
            self.push_any(out, term, [start, end, position, position_length], token_type);
        }
    }

    /// Fast path for a short term that is part of the text, with small numbers; returns whether it wrote the token. All
    /// pieces are copied with constant length; only the offsets of the next pieces depend on their lengths.
    #[inline(always)]
    fn push_short(&self, out: &mut Buffer, token: &Token<'_, u8>, text: &[u8]) -> bool {
        let numbers = [token.start, token.end, token.position].map(|number| NUMBERS.get(number as usize));
        let [Some(start), Some(end), Some(position)] = numbers else { return false };
        let (Some(rest), length @ ..=16) = (text.get(token.start as usize..), token.term.len()) else { return false };
        let last;
        let term = match rest.first_chunk() {
            Some(term) => term,
            None => {
                last = end_of(text, rest.len());
                &last
            }
        };
        let is_in_text = rest.as_ptr() == token.term.as_ptr();
        // The bytes after the term may need an escape; then the slow path is taken unnecessarily.
        let is_literal = is_literal_piece(term);
        let Some(piece) = self.types.get(token.token_type as usize) else { return false };
        if !(is_in_text && is_literal && token.position_length == 1) {
            return false;
        }
        let Some(mut short) = out.short() else { return false };
        short.put(b",{\"token\":\"     ", 11);
        short.put(term, length);
        short.put(b"\",\"start_offset\":               ", 17);
        short.put_number(*start);
        short.put(b",\"end_offset\":  ", 14);
        short.put_number(*end);
        // The length is below the modulus, which lets the compiler prove that the piece fits.
        short.put(&piece.bytes, piece.length % (PIECE + 16));
        short.put_number(*position);
        short.put(b"}", 1);
        short.keep();
        true
    }

    /// Writes any token.
    #[inline(never)]
    fn push_any(&self, out: &mut Buffer, term: &[u8], numbers: [u32; 4], token_type: TokenType) {
        let mut reserved = out.reserve(BESIDE_TERM + term.len());
        reserved.put(b",{\"token\":\"");
        if reserved.put_literal(term) {
            self.push_after_term(reserved, numbers, token_type);
        } else {
            self.push_escaped(out, term, numbers, token_type);
        }
    }

    /// Writes a token whose term needs escapes.
    #[cold]
    fn push_escaped(&self, out: &mut Buffer, term: &[u8], numbers: [u32; 4], token_type: TokenType) {
        out.extend_from_slice(b",{\"token\":\"");
        push_with_escapes(out, term);
        self.push_after_term(out.reserve(BESIDE_TERM), numbers, token_type);
    }

    #[inline(always)]
    fn push_after_term(&self, mut reserved: Reserved<'_>, numbers: [u32; 4], token_type: TokenType) {
        let [start, end, position, position_length] = numbers;
        reserved.put(b"\",\"start_offset\":");
        reserved.put_number(start);
        reserved.put(b",\"end_offset\":");
        reserved.put_number(end);
        if let Some(piece) = self.types.get(token_type as usize) {
            reserved.put_start(&piece.bytes, piece.length);
        }
        reserved.put_number(position);
        if position_length != 1 {
            reserved.put(b",\"positionLength\":");
            reserved.put_number(position_length);
        }
        reserved.put(b"}");
        reserved.keep();
    }
}

/// The last bytes of a text, fewer than 16, followed by spaces; zeros for a text shorter than 16 bytes, which need an
/// escape in a JSON string.
#[inline(always)]
fn end_of(text: &[u8], length: usize) -> [u8; 16] {
    let last = text.last_chunk().map_or(0, |last| u128::from_le_bytes(*last));
    let spaces = u128::from_le_bytes([b' '; 16]);
    let bits = 8 * length as u32;
    let end = last.checked_shr(128 - bits).unwrap_or(0) | spaces.checked_shl(bits).unwrap_or(0);
    end.to_le_bytes()
}

/// Whether none of 16 bytes needs an escape in a JSON string, by three vector comparisons.
#[inline(always)]
fn is_literal_piece(bytes: &[u8; 16]) -> bool {
    let found = bytes.map(|byte| if is_literal(byte) { 0 } else { u8::MAX });
    u128::from_ne_bytes(found) == 0
}

impl Piece {
    fn of(token_type: TokenType) -> Piece {
        let text = format!(",\"type\":\"{}\",\"position\":", token_type.name());
        let mut bytes = [0; PIECE];
        // The names of types are short; a test checks it.
        bytes.iter_mut().zip(text.as_bytes()).for_each(|(slot, byte)| *slot = *byte);
        Piece { bytes, length: text.len().min(PIECE) }
    }
}

/// Appends the contents of a JSON string (RFC 8259, section 7). The pipeline ensures that the text is UTF-8.
fn push_with_escapes(out: &mut Buffer, text: &[u8]) {
    for byte in text {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            control if *control < 0x20 => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
            byte => out.extend_from_slice(&[*byte]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token<'a>(term: &'a str, number: u32, token_type: TokenType) -> Token<'a, u8> {
        let position_length = if number.is_multiple_of(2) { 1 } else { number };
        Token {
            term: term.as_bytes(),
            start: number,
            end: number,
            position: number,
            position_increment: 1,
            position_length,
            token_type,
            script: 0,
            keyword: false,
        }
    }

    #[test]
    fn parsed_tokens_are_equal() {
        let all: String = (0..0x300).filter_map(char::from_u32).chain("\u{2028}😀\u{10FFFF}".chars()).collect();
        let long = "x".repeat(1000);
        let writer = TokenWriter::new();
        for term in [all.as_str(), &long, "plain", "\"", ""] {
            for number in [0, 7, 10, 99, 100, 12345, u32::MAX - 1, u32::MAX] {
                for token_type in TokenType::ALL {
                    let mut out = Buffer::new();
                    out.extend_from_slice(b"before");
                    writer.push(&mut out, &token(term, number, token_type), b"");
                    let token = out.filled().strip_prefix(b"before,").unwrap();
                    let read: serde_json::Value = serde_json::from_slice(token).unwrap();
                    let mut expected = serde_json::json!({
                        "token": term, "start_offset": number, "end_offset": number,
                        "type": token_type.name(), "position": number,
                    });
                    if !number.is_multiple_of(2) {
                        expected["positionLength"] = number.into();
                    }
                    assert_eq!(read, expected);
                }
            }
        }
    }

    /// Terms that are part of the text, with all offsets and lengths.
    #[test]
    fn fast_path_equals_slow_path() {
        let text = format!("The \"quick\" fox\\ 東京 {} ends\u{1}here", "x".repeat(1000));
        let writer = TokenWriter::new();
        for start in (0..40).chain(1000..text.len()).filter(|at| text.is_char_boundary(*at)) {
            for end in (start..text.len().min(start + 20)).filter(|at| text.is_char_boundary(*at)) {
                let number = start as u32;
                let token = Token { end: end as u32, ..token(&text[start..end], number, TokenType::Alphanum) };
                let (mut one, mut other) = (Buffer::new(), Buffer::new());
                writer.push(&mut one, &token, text.as_bytes());
                let numbers = [token.start, token.end, token.position, token.position_length];
                writer.push_any(&mut other, token.term, numbers, token.token_type);
                assert_eq!(one.filled(), other.filled(), "{start} {end}");
            }
        }
    }

    #[test]
    fn names_of_types_fit() {
        for token_type in TokenType::ALL {
            assert!(Piece::of(token_type).length < PIECE, "{token_type:?}");
        }
    }
}
