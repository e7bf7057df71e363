//! Character names: `Any-Name` and `Name-Any`.

use super::edit::{map_each, replace};
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;
use crate::unicode::character_name;
use crate::unicode::rule_text::is_pattern_white_space;

/// Replaces each code point by its name.
pub(super) fn to_name<S: BufferElement>(
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let names = &mut buffers.names;
    map_each(source_set, text, at, |c, output| output.put_all(names.get(c)));
}

/// The length of a name, with a space at its end, at which ICU stops reading it.
const MAX_NAME_LENGTH: usize = 89;

/// Replaces `\N{name}` by the code point of that name.
pub(super) fn from_name<S: BufferElement>(
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let mut position = at.start;
    let mut name = String::new();
    while position < at.limit {
        let Some(start) = start_of_name(text, position, at.limit) else {
            position += 1;
            continue;
        };
        let end = match read_name(text, start, at.limit, &mut name) {
            Ok(end) => end,
            Err(end) => {
                position = end;
                continue;
            }
        };
        let is_closed = end < at.limit && text.get(end) == Some('}'.into());
        position = match character_name::find_indexed(&name).filter(|_| is_closed) {
            Some(c) => {
                let c = char::from_u32(c).unwrap_or('\u{FFFD}');
                replace(text, at, position, end + 1, c.encode_utf8(&mut [0; 4]), buffers)
            }
            None => end_of_unknown_name(text, end),
        };
    }
}

/// The position of the name after `\N{`, with white space before the bracket and the name.
fn start_of_name<S: BufferElement>(text: &GapBuffer<S>, start: usize, limit: usize) -> Option<usize> {
    let at = |position: usize| if position < limit { text.get(position).and_then(char::from_u32) } else { None };
    let skip = |mut position: usize| {
        while at(position).is_some_and(is_pattern_white_space) {
            position += 1;
        }
        position
    };
    if at(start) != Some('\\') || at(start + 1) != Some('N') {
        return None;
    }
    let open = skip(start + 2);
    let start = skip(open + 1);
    (at(open) == Some('{') && start < limit).then_some(start)
}

/// Reads the characters of a name from a position on, white space as one space; returns the position of the first
/// character that does not belong to it, or as an error the position at which it is too long for a name.
fn read_name<S: BufferElement>(
    text: &GapBuffer<S>,
    mut position: usize,
    limit: usize,
    name: &mut String,
) -> Result<usize, usize> {
    name.clear();
    while position < limit {
        match text.get(position).and_then(char::from_u32) {
            Some(c) if is_pattern_white_space(c) => {
                if !name.is_empty() && !name.ends_with(' ') {
                    name.push(' ');
                    if name.len() > MAX_NAME_LENGTH {
                        return Err(position + 1);
                    }
                }
            }
            Some(c) if is_name_character(c) => {
                name.push(c);
                if name.len() >= MAX_NAME_LENGTH {
                    return Err(position + 1);
                }
            }
            _ => break,
        }
        position += 1;
    }
    if name.ends_with(' ') {
        name.pop();
    }
    Ok(position)
}

/// Whether a character occurs in the names and labels of characters (ICU's `getCharNameCharacters`).
fn is_name_character(c: char) -> bool {
    matches!(c, ' ' | '-' | '<' | '>' | '0'..='9' | 'A'..='Z' | 'a'..='i' | 'k'..='p' | 'r'..='w' | 'y')
}

/// The position from which the text is read on after an unknown name that ends before a position: ICU counts a
/// supplementary character there, and each one after it, one unit too long, and so skips the next character.
fn end_of_unknown_name<S: BufferElement>(text: &GapBuffer<S>, end: usize) -> usize {
    let mut position = end;
    while text.get(position).is_some_and(|c| c > 0xFFFF) {
        position += 1;
    }
    if position > end { position + 1 } else { end }
}
