//! Token types of segments, by their status and the script of their run (mainline-behaviour.md 3.6).

use crate::analysis::token::TokenType;
use crate::unicode::script::{Script, script_code};
use crate::unicode::segment::Segment;
use crate::unicode::text::CodeUnit;
use icu_properties::CodePointSetData;
use icu_properties::props::{Emoji, ExtendedPictographic};

/// How a segment becomes a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// By its status and the script of its run; emoji by their first character.
    Word,
    /// By the statuses of `Standard.rbbi`, without a script.
    Standard,
    /// Always this type, without the white space at both ends.
    Trimmed(TokenType),
}

/// The code of a script (ISO 15924) as tokens carry it: four letters, big-endian.
pub(super) fn code_of(script: Script) -> u32 {
    script_code(script).bytes().fold(0, |code, letter| code << 8 | u32::from(letter))
}

/// The type of a word, by the status of mainline-behaviour.md 3.6.
#[inline]
pub(super) fn word_type<U: CodeUnit>(text: &[U], segment: Segment, script: Script) -> Option<TokenType> {
    if is_emoji(text, segment) {
        return Some(TokenType::Emoji);
    }
    status_type(segment.status, script)
}

/// The type of a segment that is no emoji.
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

/// The type by the statuses that `Standard.rbbi` gives.
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

/// Whether a segment starts as an emoji. Characters that are mostly something else count only when what follows in the
/// segment says so: the emoji selector or the keycap.
#[inline]
fn is_emoji<U: CodeUnit>(text: &[U], segment: Segment) -> bool {
    let Some((c, length)) = U::decode(text, segment.start) else { return false };
    match c {
        '#' | '*' | '0'..='9' | '©' | '®' | '™' | '〰' | '〽' => {
            let next = U::decode(text, segment.start + length).filter(|_| segment.start + length < segment.end);
            matches!(next, Some(('\u{FE0F}' | '\u{20E3}', _)))
        }
        // No emoji outside of these ranges; a test compares with the properties.
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
