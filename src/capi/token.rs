//! `unic_token`.

use crate::analysis::Token;
use crate::analysis::pipeline::TokenSlot;
use std::ffi::c_void;

/// unic_token.flags: a keyword marker protects the term.
pub const UNIC_TOKEN_KEYWORD: u32 = 1;

/// unic_token.type: "word".
pub const UNIC_TOKEN_TYPE_WORD: u32 = 0;
/// unic_token.type: "<ALPHANUM>".
pub const UNIC_TOKEN_TYPE_ALPHANUM: u32 = 1;
/// unic_token.type: "<ALPHANUM_COMP>".
pub const UNIC_TOKEN_TYPE_ALPHANUM_COMP: u32 = 2;
/// unic_token.type: "<NUM>".
pub const UNIC_TOKEN_TYPE_NUM: u32 = 3;
/// unic_token.type: "<CJ>".
pub const UNIC_TOKEN_TYPE_CJ: u32 = 4;
/// unic_token.type: "<HANGUL>".
pub const UNIC_TOKEN_TYPE_HANGUL: u32 = 5;
/// unic_token.type: "<HIRAGANA>".
pub const UNIC_TOKEN_TYPE_HIRAGANA: u32 = 6;
/// unic_token.type: "<KATAKANA>".
pub const UNIC_TOKEN_TYPE_KATAKANA: u32 = 7;
/// unic_token.type: "<IDEOGRAPHIC>".
pub const UNIC_TOKEN_TYPE_IDEOGRAPHIC: u32 = 8;
/// unic_token.type: "<EMOJI>".
pub const UNIC_TOKEN_TYPE_EMOJI: u32 = 9;
/// unic_token.type: "<OTHER>".
pub const UNIC_TOKEN_TYPE_OTHER: u32 = 10;
/// unic_token.type: "<SOUTHEAST_ASIAN>".
pub const UNIC_TOKEN_TYPE_SOUTHEAST_ASIAN: u32 = 11;
/// unic_token.type: "<GRAPHEME>".
pub const UNIC_TOKEN_TYPE_GRAPHEME: u32 = 12;
/// unic_token.type: "<SENTENCE>".
pub const UNIC_TOKEN_TYPE_SENTENCE: u32 = 13;
/// unic_token.type: "<LINE>".
pub const UNIC_TOKEN_TYPE_LINE: u32 = 14;
/// unic_token.type: "<SYMBOL>".
pub const UNIC_TOKEN_TYPE_SYMBOL: u32 = 15;
/// unic_token.type: "<SINGLE>".
pub const UNIC_TOKEN_TYPE_SINGLE: u32 = 16;
/// unic_token.type: "<DOUBLE>".
pub const UNIC_TOKEN_TYPE_DOUBLE: u32 = 17;

/// A token. Allocated by the caller and need not be initialized; all fields are written. 64 bytes on 64-bit
/// systems; the size never changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct unic_token {
    /// The term: code units of the encoding of the text (char or uint16_t), not NUL-terminated. Points into the
    /// caller's text or into the stream; valid until the next call on the stream, and only while the caller's text
    /// is unchanged. An ill-formed sequence appears as in the text or as U+FFFD.
    pub term: *const c_void,
    /// Length of the term in code units of the encoding.
    pub term_length: u32,
    /// Start offset in the original text, in the offset unit of the stream. Start offsets never decrease.
    pub start: u32,
    /// End offset in the original text: not less than start, not greater than the length of the text.
    pub end: u32,
    /// Position of the token in the text. The first token has position 0, or more if removed tokens precede it.
    pub position: u32,
    /// Difference from the position of the preceding token, which counts as -1 for the first one: 1 for a first token
    /// with position 0. 0 for an additional form of the same word.
    pub position_increment: u32,
    /// Number of positions the token spans.
    pub position_length: u32,
    /// UNIC_TOKEN_TYPE_...; unic_token_type_name returns the name. Callers must accept unknown numbers.
    pub r#type: u32,
    /// ISO 15924 code as four big-endian bytes ('L' << 24 | 'a' << 16 | 't' << 8 | 'n'); 0 if the tokenizer sets
    /// none.
    pub script: u32,
    /// UNIC_TOKEN_KEYWORD or 0. Callers must ignore unknown bits.
    pub flags: u32,
    /// 0. Later versions may use these fields.
    pub reserved: [u32; 5],
}

impl<U> TokenSlot<U> for unic_token {
    #[inline]
    fn put(&mut self, token: Token<'_, U>) {
        *self = unic_token {
            term: token.term.as_ptr().cast(),
            term_length: token.term.len() as u32,
            start: token.start,
            end: token.end,
            position: token.position,
            position_increment: token.position_increment,
            position_length: token.position_length,
            r#type: u32::from(token.token_type as u16),
            script: token.script,
            flags: if token.keyword { UNIC_TOKEN_KEYWORD } else { 0 },
            reserved: [0; 5],
        };
    }

    fn set_term(&mut self, term: &[U]) {
        self.term = term.as_ptr().cast();
    }
}
