//! The output of an analyzer: tokens.

use std::ffi::CStr;

/// The type of a token. The numbers are part of the C ABI: never changed, never reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum TokenType {
    /// `word`: from tokenizers that do not distinguish types.
    #[default]
    Word = 0,
    /// `<ALPHANUM>`: letters and digits.
    Alphanum = 1,
    /// `<ALPHANUM_COMP>`: words joined by adjuncts or dots (hyphen tokenizer).
    AlphanumComp = 2,
    /// `<NUM>`: a number.
    Num = 3,
    /// `<CJ>`: one Chinese or Japanese character (hyphen tokenizer).
    Cj = 4,
    /// `<HANGUL>`: a Korean word.
    Hangul = 5,
    /// `<HIRAGANA>`: hiragana.
    Hiragana = 6,
    /// `<KATAKANA>`: katakana.
    Katakana = 7,
    /// `<IDEOGRAPHIC>`: an ideograph, or a Chinese or Japanese word.
    Ideographic = 8,
    /// `<EMOJI>`: an emoji or an emoji sequence.
    Emoji = 9,
    /// `<OTHER>`: a segment of a rule file with any other rule status.
    Other = 10,
    /// `<SOUTHEAST_ASIAN>`: a run of Thai, Lao, Khmer, Myanmar and the like (tokenizer `standard`).
    SoutheastAsian = 11,
    /// `<GRAPHEME>`: a grapheme cluster.
    Grapheme = 12,
    /// `<SENTENCE>`: a sentence.
    Sentence = 13,
    /// `<LINE>`: the text between two line break opportunities.
    Line = 14,
    /// `<SYMBOL>`: a character of the option `keep_symbols`.
    Symbol = 15,
    /// `<SINGLE>`: one character, from the filter `cjk_bigram`.
    Single = 16,
    /// `<DOUBLE>`: two characters, from the filter `cjk_bigram`.
    Double = 17,
}

impl TokenType {
    /// All types, by number.
    pub const ALL: [TokenType; 18] = [
        TokenType::Word,
        TokenType::Alphanum,
        TokenType::AlphanumComp,
        TokenType::Num,
        TokenType::Cj,
        TokenType::Hangul,
        TokenType::Hiragana,
        TokenType::Katakana,
        TokenType::Ideographic,
        TokenType::Emoji,
        TokenType::Other,
        TokenType::SoutheastAsian,
        TokenType::Grapheme,
        TokenType::Sentence,
        TokenType::Line,
        TokenType::Symbol,
        TokenType::Single,
        TokenType::Double,
    ];

    /// The name of the type in Elasticsearch.
    pub fn name(self) -> &'static str {
        self.c_name().to_str().unwrap_or_default()
    }

    /// [`TokenType::name`] with a NUL, for C.
    pub fn c_name(self) -> &'static CStr {
        match self {
            TokenType::Word => c"word",
            TokenType::Alphanum => c"<ALPHANUM>",
            TokenType::AlphanumComp => c"<ALPHANUM_COMP>",
            TokenType::Num => c"<NUM>",
            TokenType::Cj => c"<CJ>",
            TokenType::Hangul => c"<HANGUL>",
            TokenType::Hiragana => c"<HIRAGANA>",
            TokenType::Katakana => c"<KATAKANA>",
            TokenType::Ideographic => c"<IDEOGRAPHIC>",
            TokenType::Emoji => c"<EMOJI>",
            TokenType::Other => c"<OTHER>",
            TokenType::SoutheastAsian => c"<SOUTHEAST_ASIAN>",
            TokenType::Grapheme => c"<GRAPHEME>",
            TokenType::Sentence => c"<SENTENCE>",
            TokenType::Line => c"<LINE>",
            TokenType::Symbol => c"<SYMBOL>",
            TokenType::Single => c"<SINGLE>",
            TokenType::Double => c"<DOUBLE>",
        }
    }

    /// The type with this number.
    pub fn from_number(number: u32) -> Option<TokenType> {
        TokenType::ALL.get(number as usize).copied()
    }
}

/// A token in the encoding of the text, as the caller receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a, U> {
    /// The term; valid until the next call on the stream.
    pub term: &'a [U],
    /// The start offset in the original text, in the stream's offset unit.
    pub start: u32,
    /// The end offset in the original text, in the stream's offset unit.
    pub end: u32,
    /// The position: the first token of a text with increment 1 has position 0.
    pub position: u32,
    /// The distance from the position of the preceding token; 0 for a further form of one word.
    pub position_increment: u32,
    /// The number of positions that the token spans.
    pub position_length: u32,
    /// The token type.
    pub token_type: TokenType,
    /// The ISO 15924 script code as four letters, big-endian; 0 if the tokenizer sets none.
    pub script: u32,
    /// Whether the keyword mark is set.
    pub keyword: bool,
}

/// The end-of-text state, after the last token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The end offset of the original text, in the stream's offset unit.
    pub final_offset: u32,
    /// The number of positions that were dropped after the last token.
    pub position_gap: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_own_number_and_name() {
        for (number, token_type) in TokenType::ALL.into_iter().enumerate() {
            assert_eq!(TokenType::from_number(number as u32), Some(token_type));
            assert_eq!(TokenType::ALL.iter().filter(|other| other.name() == token_type.name()).count(), 1);
        }
        assert_eq!(TokenType::from_number(TokenType::ALL.len() as u32), None);
    }
}
