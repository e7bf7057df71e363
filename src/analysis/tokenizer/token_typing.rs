//! Token types of segments, from their rule status and the script of their run (ruling U1).

use crate::analysis::token::TokenType;
use crate::unicode::script::{Script, script_code};
use crate::unicode::segment::Segment;
use crate::unicode::text::CodeUnit;
use icu_properties::CodePointSetData;
use icu_properties::props::{Emoji, ExtendedPictographic};

/// How segments become tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenTyping {
    /// The type follows from the status and the script of the run; emoji are recognized by their first character.
    Word,
    /// The type follows from the statuses of `Standard.rbbi`; tokens have no script.
    Standard,
    /// All tokens have this type, without the white space at both ends.
    Trimmed(TokenType),
}

/// The ISO 15924 code of a script as four letters, big-endian: the value of [`crate::analysis::Token::script`].
pub(super) fn packed_script_code(script: Script) -> u32 {
    script_code(script).bytes().fold(0, |code, letter| code << 8 | u32::from(letter))
}

/// The token type of a word: emoji by their first character, others by their status, as in Lucene's `ICUTokenizer`.
#[inline]
pub(super) fn word_type<U: CodeUnit>(text: &[U], segment: Segment, script: Script) -> Option<TokenType> {
    if starts_with_emoji(text, segment) {
        return Some(TokenType::Emoji);
    }
    status_type(segment.status, script)
}

/// The token type of a segment that is not an emoji.
#[inline]
pub(super) fn status_type(status: u32, script: Script) -> Option<TokenType> {
    match status {
        0 => None,
        100 => Some(TokenType::Num),
        200 if script == Script::Hangul => Some(TokenType::Hangul),
        200 => Some(TokenType::Alphanum),
        300 if script == Script::Hiragana => Some(TokenType::Hiragana),
        300 => Some(TokenType::Katakana),
        400 => Some(TokenType::Ideographic),
        _ => Some(TokenType::Other),
    }
}

/// The token type for a status of `Standard.rbbi`.
pub(super) fn standard_type(status: u32) -> Option<TokenType> {
    match status {
        200 => Some(TokenType::Alphanum),
        210 => Some(TokenType::Num),
        220 => Some(TokenType::SoutheastAsian),
        230 => Some(TokenType::Ideographic),
        240 => Some(TokenType::Hiragana),
        250 => Some(TokenType::Katakana),
        260 => Some(TokenType::Hangul),
        270 => Some(TokenType::Emoji),
        _ => None,
    }
}

/// Whether a segment starts with an emoji. Characters that are emoji only in emoji presentation count if the emoji
/// variation selector or the keycap mark follows in the segment.
#[inline]
fn starts_with_emoji<U: CodeUnit>(text: &[U], segment: Segment) -> bool {
    let Some((c, length)) = U::decode(text, segment.start) else { return false };
    match c {
        '#' | '*' | '0'..='9' | '©' | '®' | '™' | '〰' | '〽' => {
            let next = U::decode(text, segment.start + length).filter(|_| segment.start + length < segment.end);
            matches!(next, Some(('\u{FE0F}' | '\u{20E3}', _)))
        }
        // There are no emoji in these ranges; a test compares them with the properties.
        ..'\u{203C}' | '\u{3000}'..'\u{3297}' | '\u{329A}'..'\u{1F000}' | '\u{20000}'.. => false,
        _ => has_emoji_property(c),
    }
}

fn has_emoji_property(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c) || CodePointSetData::new::<Emoji>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::may_start_emoji;

    #[test]
    fn emoji_lie_in_the_ranges_that_are_searched() {
        for c in '\0'..=char::MAX {
            let is_searched = matches!(c, '\u{203C}'..'\u{3000}' | '\u{3297}'..'\u{329A}' | '\u{1F000}'..'\u{20000}');
            let needs_selector = matches!(c, '#' | '*' | '0'..='9' | '©' | '®' | '〰' | '〽');
            assert!(is_searched || has_emoji_property(c) == needs_selector, "{c:?}");
            let (utf8, utf16) = (c.to_string(), c.encode_utf16(&mut [0; 2]).to_vec());
            let may_be = may_start_emoji(utf8.as_bytes(), 0) && may_start_emoji(&utf16, 0);
            assert!(may_be || !has_emoji_property(c), "{c:?}");
        }
    }
}
