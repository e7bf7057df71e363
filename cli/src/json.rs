//! JSON written straight into a buffer: nothing is allocated per token.

use crate::buffer::{Buffer, Room};
use unic_analysis::analysis::{Token, TokenType};

/// Writes tokens as the engine's plain `_analyze` response shows them: `positionLength` only when it is not 1.
pub struct TokenWriter {
    /// By number: what stands between the end offset and the position.
    types: [Piece; TokenType::ALL.len()],
}

/// A short text in an array of fixed length, which is copied faster than a slice.
#[derive(Clone, Copy)]
struct Piece {
    bytes: [u8; PIECE],
    length: usize,
}

const PIECE: usize = 48;
/// What a token takes at the most, beside its term: the fixed parts are below 100 bytes, four numbers have 40.
const BESIDE_TERM: usize = 256;

impl TokenWriter {
    /// Looks up the names of all types.
    pub fn new() -> TokenWriter {
        TokenWriter { types: TokenType::ALL.map(Piece::of) }
    }

    /// Appends a token.
    #[inline]
    pub fn push(&self, out: &mut Buffer, token: &Token<'_, u8>) {
        let mut room = out.room(BESIDE_TERM + token.term.len());
        room.put(b"{\"token\":\"");
        if room.put_plain(token.term) {
            self.push_behind_term(room, token);
        } else {
            self.push_escaped(out, token);
        }
    }

    /// The same for a term that holds what must be escaped.
    #[cold]
    fn push_escaped(&self, out: &mut Buffer, token: &Token<'_, u8>) {
        out.extend_from_slice(b"{\"token\":\"");
        push_with_escapes(out, token.term);
        self.push_behind_term(out.room(BESIDE_TERM), token);
    }

    #[inline(always)]
    fn push_behind_term(&self, mut room: Room<'_>, token: &Token<'_, u8>) {
        room.put(b"\",\"start_offset\":");
        room.put_number(token.start);
        room.put(b",\"end_offset\":");
        room.put_number(token.end);
        if let Some(piece) = self.types.get(token.token_type as usize) {
            room.put_start(&piece.bytes, piece.length);
        }
        room.put_number(token.position);
        if token.position_length != 1 {
            room.put(b",\"positionLength\":");
            room.put_number(token.position_length);
        }
        room.put(b"}");
        room.keep();
    }
}

impl Piece {
    fn of(token_type: TokenType) -> Piece {
        let text = format!(",\"type\":\"{}\",\"position\":", token_type.name());
        let mut bytes = [0; PIECE];
        // Names of types are short; a test sees to it.
        bytes.iter_mut().zip(text.as_bytes()).for_each(|(place, byte)| *place = *byte);
        Piece { bytes, length: text.len().min(PIECE) }
    }
}

/// The contents of a JSON string (RFC 8259, section 7). The text is UTF-8: the pipeline sees to it.
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
    fn tokens_read_back_as_they_were() {
        let all: String = (0..0x300).filter_map(char::from_u32).chain("\u{2028}😀\u{10FFFF}".chars()).collect();
        let long = "x".repeat(1000);
        let writer = TokenWriter::new();
        for term in [all.as_str(), &long, "plain", "\"", ""] {
            for number in [0, 7, 10, 99, 100, 12345, u32::MAX - 1, u32::MAX] {
                for token_type in TokenType::ALL {
                    let mut out = Buffer::new();
                    out.extend_from_slice(b"before");
                    writer.push(&mut out, &token(term, number, token_type));
                    let read: serde_json::Value = serde_json::from_slice(&out.filled()[6..]).unwrap();
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

    #[test]
    fn names_of_types_fit() {
        for token_type in TokenType::ALL {
            assert!(Piece::of(token_type).length < PIECE, "{token_type:?}");
        }
    }
}
