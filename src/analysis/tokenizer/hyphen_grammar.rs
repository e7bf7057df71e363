//! The grammar of the tokenizer `hyphen`: the ends of words and of the tokens that contain them.
//!
//! The grammar is that of the original, with current Unicode data (ruling H1). At every position the longest of these
//! alternatives wins; ties go to the first:
//!
//! | # | type | form |
//! |---|---|---|
//! | 1 | `<ALPHANUM>` | word |
//! | 2a | `<ALPHANUM_COMP>` | word adjuncts |
//! | 2b | `<ALPHANUM_COMP>` | word (adjuncts word)+ |
//! | 2c | `<ALPHANUM_COMP>` | word (`.` word)+ |
//! | 3 | `<NUM>` | segments joined by single joiners, every other one with a digit |
//! | 4 | `<CJ>` | one Chinese or Japanese character |
//!
//! A mark belongs to the character before it. U+2019 is an adjunct only between two words (H1). Everything else is
//! skipped.

use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::hyphen_block::HyphenBlock;
use crate::analysis::word_class::{
    ADJUNCT, DIGIT, MARK, NUMBER_JOINER, OTHER_THAI, WORD, WordClass, ascii_class, word_class,
};
use crate::unicode::text::CodeUnit;

/// The typographic apostrophe (H1).
const APOSTROPHE: char = '\u{2019}';

/// Whether a word that ends at `end` may be part of a longer token. A fast test, with false positives.
#[inline]
pub(super) fn may_continue<U: CodeUnit>(text: &[U], end: usize) -> bool {
    let unit = |at: usize| text.get(at).map_or(u32::from(b' '), |unit| (*unit).into());
    let next = unit(end);
    let class = ascii_class(next);
    // `.` `,` and `/` join only when a word or a mark follows.
    let joins = class & NUMBER_JOINER != 0 && (ascii_class(unit(end + 1)) & WORD != 0 || unit(end + 1) >= 0x80);
    class & ADJUNCT != 0 || joins || next >= 0x80 && may_join(text, end)
}

/// Whether the character at `at`, which is above ASCII and in no word, may join words.
fn may_join<U: CodeUnit>(text: &[U], at: usize) -> bool {
    U::decode(text, at).is_some_and(|(c, _)| c == APOSTROPHE || word_class(c) & (ADJUNCT | NUMBER_JOINER) != 0)
}

/// The flags of the character at an offset, and its length.
#[inline]
pub(super) fn class_at<U: CodeUnit>(text: &[U], at: usize) -> Option<(WordClass, usize)> {
    U::decode(text, at).map(|(c, length)| (word_class(c), length))
}

/// The offset after the marks at `at`.
#[inline]
pub(super) fn skip_marks<U: CodeUnit>(text: &[U], mut at: usize) -> usize {
    if text.get(at).is_some_and(|unit| (*unit).into() < 0x80) {
        return at;
    }
    while let Some((class, length)) = class_at(text, at)
        && class & MARK != 0
    {
        at += length;
    }
    at
}

/// The end of the word at `at`; `at` itself if there is none.
#[inline]
pub(super) fn word_end<U: CodeUnit>(text: &[U], mut at: usize, block: &HyphenBlock) -> usize {
    let start = at;
    loop {
        at = block.words_end(text, at);
        if text.get(at).is_none_or(|unit| (*unit).into() < 0x80) {
            // The ASCII characters of the word end here.
            return at;
        }
        match class_at(text, at) {
            Some((class, length)) if class & WORD != 0 || class & MARK != 0 && at > start => at += length,
            _ => return at,
        }
    }
}

/// The end and the type of the longest of alternatives 1 to 3 that starts with the word from `start` to `first`.
pub(super) fn longest_word<U: CodeUnit>(
    text: &[U],
    start: usize,
    first: usize,
    block: &HyphenBlock,
) -> (usize, TokenType) {
    let next = U::decode(text, first).map_or(' ', |(c, _)| c);
    let mut longest = (first, TokenType::Alphanum);
    let mut try_end = |end: usize, token_type| {
        if end > longest.0 {
            longest = (end, token_type);
        }
    };
    if word_class(next) & ADJUNCT != 0 || next == APOSTROPHE {
        try_end(adjoined(text, first, block), TokenType::AlphanumComp);
    }
    if next == '.' {
        try_end(dotted(text, first, block), TokenType::AlphanumComp);
    }
    // Only a joiner at the end of the longest match can continue a longer number.
    if class_at(text, longest.0).is_some_and(|(class, _)| class & NUMBER_JOINER != 0) {
        let end = number(text, start, block);
        if end > longest.0 {
            longest = (end, TokenType::Num);
        }
    }
    longest
}

/// The end of alternatives 2a and 2b, whose first word ends at `first`.
fn adjoined<U: CodeUnit>(text: &[U], first: usize, block: &HyphenBlock) -> usize {
    let mut end = first;
    loop {
        let adjuncts_end_at = adjuncts_end(text, end);
        let word = word_end(text, adjuncts_end_at, block);
        if adjuncts_end_at > end && word > adjuncts_end_at {
            end = word;
            continue;
        }
        // Final adjuncts belong to the token if only one word precedes them (2a); U+2019 never does.
        let is_apostrophe = U::decode(text, end).is_some_and(|(c, _)| c == APOSTROPHE);
        return if end == first && !is_apostrophe { adjuncts_end_at } else { end };
    }
}

/// The end of a run of adjuncts; U+2019 is a run of its own, as it joins only between two word characters.
fn adjuncts_end<U: CodeUnit>(text: &[U], start: usize) -> usize {
    let mut at = start;
    while let Some((c, length)) = U::decode(text, at) {
        if c == APOSTROPHE && at == start {
            return skip_marks(text, at + length);
        }
        if word_class(c) & ADJUNCT == 0 {
            break;
        }
        at = skip_marks(text, at + length);
    }
    at
}

/// The end of alternative 2c, whose first word ends at `first`.
fn dotted<U: CodeUnit>(text: &[U], first: usize, block: &HyphenBlock) -> usize {
    let mut end = first;
    while let Some(('.', length)) = U::decode(text, end) {
        let next = skip_marks(text, end + length);
        let word = word_end(text, next, block);
        if word == next {
            break;
        }
        end = word;
    }
    end
}

/// The end of alternative 3; `start` if there is no number of two segments.
fn number<U: CodeUnit>(text: &[U], start: usize, block: &HyphenBlock) -> usize {
    let with_digits_first = number_chain(text, start, true, block);
    with_digits_first.max(number_chain(text, start, false, block))
}

/// The end of alternative 3 in which the segments with even (or odd) indices contain digits.
fn number_chain<U: CodeUnit>(text: &[U], start: usize, digits_first: bool, block: &HyphenBlock) -> usize {
    let mut end = start;
    let mut at = start;
    let mut with_digits = digits_first;
    loop {
        let segment_end = if with_digits { digit_segment_end(text, at) } else { word_end(text, at, block) };
        if segment_end == at {
            return end;
        }
        if at > start {
            end = segment_end;
        }
        match class_at(text, segment_end) {
            Some((class, length)) if class & NUMBER_JOINER != 0 => at = skip_marks(text, segment_end + length),
            _ => return end,
        }
        with_digits = !with_digits;
    }
}

/// The end of a segment of letters and digits with at least one digit; `start` if there is none.
fn digit_segment_end<U: CodeUnit>(text: &[U], start: usize) -> usize {
    let mut at = start;
    let mut has_digit = false;
    while let Some((class, length)) = class_at(text, at) {
        let continues = class & WORD != 0 && class & OTHER_THAI == 0 || class & MARK != 0 && at > start;
        if !continues {
            break;
        }
        has_digit |= class & DIGIT != 0;
        at += length;
    }
    if has_digit { at } else { start }
}
