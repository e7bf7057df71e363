//! Character names: `Any-Name` and `Name-Any`.

use super::edit::{map_each, replace};
use super::gap_buffer::{GapBuffer, Symbol, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::SourceSet;
use crate::unicode::character_name;
use crate::unicode::rule_text::is_pattern_white_space;

/// Replaces each code point by its name.
pub(super) fn to_name<S: Symbol>(
    source_set: &SourceSet,
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
) {
    let names = &mut buffers.names;
    map_each(source_set, text, at, |c, output| output.put_all(names.get(c)));
}

/// The longest character name, including white space.
const LONGEST_NAME: usize = 200;

/// Replaces `\N{name}` by the code point of that name.
pub(super) fn from_name<S: Symbol>(text: &mut GapBuffer<S>, at: &mut TransformPosition, buffers: &mut RunBuffers<S>) {
    let mut position = at.start;
    while position < at.limit {
        position = match name_at(text, position, at.limit) {
            Some((c, end)) => replace(text, at, position, end, c.encode_utf8(&mut [0; 4]), buffers),
            None => position + 1,
        };
    }
}

fn name_at<S: Symbol>(text: &GapBuffer<S>, start: usize, limit: usize) -> Option<(char, usize)> {
    let at = |position: usize| if position < limit { text.get(position).and_then(char::from_u32) } else { None };
    if at(start) != Some('\\') || at(start + 1) != Some('N') {
        return None;
    }
    let mut position = start + 2;
    while at(position).is_some_and(is_pattern_white_space) {
        position += 1;
    }
    if at(position) != Some('{') {
        return None;
    }
    let mut name = String::new();
    loop {
        position += 1;
        match at(position)? {
            '}' => break,
            c if is_pattern_white_space(c) => name.push(' '),
            c => name.push(c),
        }
        if name.len() > LONGEST_NAME {
            return None;
        }
    }
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let c = character_name::find_exact(&words.join(" "))?;
    Some((char::from_u32(c)?, position + 1))
}
