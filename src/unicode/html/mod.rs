//! The parts of HTML that stripping markup needs: names, white space, the ends of tags and comments, character
//! references.
//!
//! This is not a document parser: markup is recognized from the text alone, by the rules of Lucene's HTML stripper. All
//! searches together take linear time for every text.

pub mod entity;
pub mod tag_end;

use crate::unicode::text::CodeUnit;
use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};

/// White space between the parts of a tag: the property White_Space.
#[inline]
pub fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// Characters that start the name of a tag or an attribute.
#[inline]
pub fn is_name_start(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphabetic() || matches!(c, ':' | '_'),
        _ => CodePointSetData::new::<IdStart>().contains(c),
    }
}

/// Characters inside a name.
#[inline]
pub fn is_name_part(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-' | '.'),
        _ => CodePointSetData::new::<IdContinue>().contains(c),
    }
}

/// The end of the white space from `at` on.
pub fn skip_space<U: CodeUnit>(text: &[U], mut at: usize) -> usize {
    while let Some((_, length)) = U::decode(text, at).filter(|(c, _)| is_space(*c)) {
        at += length;
    }
    at
}

/// The end of the name that starts at `at`; `None` if there is none.
pub fn name_end<U: CodeUnit>(text: &[U], at: usize) -> Option<usize> {
    let (_, length) = U::decode(text, at).filter(|(c, _)| is_name_start(*c))?;
    let mut end = at + length;
    while let Some((_, length)) = U::decode(text, end).filter(|(c, _)| is_name_part(*c)) {
        end += length;
    }
    Some(end)
}

/// The ASCII character at an offset; 0 for any other character, and at the end.
#[inline]
pub fn ascii_at<U: CodeUnit>(text: &[U], at: usize) -> u8 {
    text.get(at).map_or(0, |unit| u8::try_from((*unit).into()).ok().filter(u8::is_ascii).unwrap_or(0))
}

/// Whether the text at an offset starts with these ASCII characters.
pub fn has<U: CodeUnit>(text: &[U], at: usize, word: &[u8]) -> bool {
    word.iter().enumerate().all(|(index, byte)| ascii_at(text, at + index) == *byte)
}

/// Case-insensitive variant of [`has`] for ASCII.
pub fn has_word<U: CodeUnit>(text: &[U], at: usize, word: &[u8]) -> bool {
    word.iter().enumerate().all(|(index, byte)| ascii_at(text, at + index).eq_ignore_ascii_case(byte))
}

/// The end of the first occurrence of `word` at or after `at`.
pub fn find_end<U: CodeUnit>(text: &[U], at: usize, word: &[u8]) -> Option<usize> {
    let first = U::from_ascii(*word.first()?);
    let mut rest = text.get(at..)?.iter();
    let mut from = at;
    loop {
        from += rest.position(|unit| *unit == first)? + 1;
        if has(text, from, word.get(1..)?) {
            return Some(from + word.len() - 1);
        }
    }
}

/// The end of a comment whose `<!--` ends at `at`; `None` if it is not closed. A server-side include inside it may
/// contain a quoted `-->`.
pub fn comment_end<U: CodeUnit>(text: &[U], mut at: usize) -> Option<usize> {
    while at < text.len() {
        at = match ascii_at(text, at) {
            b'-' if has(text, at, b"-->") => return Some(at + 3),
            b'<' if has(text, at, b"<!--#") => include_end(text, at + 5)?,
            _ => at + 1,
        };
    }
    None
}

/// The start and end of the end tag of a script or style element whose start tag ends at `at`. Comments in it may
/// contain quoted strings; an end tag inside a string or a comment does not count.
pub fn raw_text_end<U: CodeUnit>(text: &[U], mut at: usize, element: &[u8]) -> Option<(usize, usize)> {
    while at < text.len() {
        at = match ascii_at(text, at) {
            b'<' if has(text, at, b"<!--") => quoting_comment_end(text, at + 4)?,
            b'<' if has(text, at, b"</") => {
                let name = skip_space(text, at + 2);
                let end = skip_space(text, name + element.len());
                if has_word(text, name, element) && ascii_at(text, end) == b'>' {
                    return Some((at, end + 1));
                }
                at + 1
            }
            _ => at + 1,
        };
    }
    None
}

/// Variant of [`comment_end`] for comments in a script or a style sheet.
fn quoting_comment_end<U: CodeUnit>(text: &[U], mut at: usize) -> Option<usize> {
    while at < text.len() {
        at = match ascii_at(text, at) {
            b'-' if has(text, at, b"-->") => return Some(at + 3),
            b'<' if has(text, at, b"<!--#") => include_end(text, at + 5)?,
            quote @ (b'\'' | b'"') => string_end(text, at + 1, quote)?,
            _ => at + 1,
        };
    }
    None
}

/// The end of a server-side include whose `<!--#` ends at `at`.
fn include_end<U: CodeUnit>(text: &[U], mut at: usize) -> Option<usize> {
    while at < text.len() {
        at = match ascii_at(text, at) {
            b'-' if has(text, at, b"-->") => return Some(at + 3),
            quote @ (b'\'' | b'"') => string_end(text, at + 1, quote)?,
            _ => at + 1,
        };
    }
    None
}

/// The end of a string whose opening quotation mark ends at `at`; a backslash escapes the next character.
fn string_end<U: CodeUnit>(text: &[U], mut at: usize, quote: u8) -> Option<usize> {
    while at < text.len() {
        at = match ascii_at(text, at) {
            b'\\' => at + 1 + U::decode(text, at + 1).map_or(0, |(_, length)| length),
            unit if unit == quote => return Some(at + 1),
            _ => at + 1,
        };
    }
    None
}
