//! The end of a start tag.
//!
//! A tag ends at the first `>`, but a quoted attribute value or a server-side include may contain `<` and `>`. A text
//! is often ambiguous (`<a x="1> y="2>`): the parse with the longest tag counts. All parses are followed at once, as a
//! set of states of an NFA; a `<` that none of them allows ends the search without a tag.
//!
//! A search may read far beyond the tag that it finds, and in contrived texts the next search does so too. So that all
//! searches together take linear time, the states in which searches passed quotation marks and `<` are stored: a search
//! that reaches such an offset only in states of earlier searches will find no more than these.

use crate::unicode::html::{ascii_at, has, is_name_part, is_name_start, is_space};
use crate::unicode::part::SlicePart;
use crate::unicode::scan::{AngleBracket, BlockMask};
use crate::unicode::text::CodeUnit;

/// A set of states.
type States = u32;

/// Between attributes, or outside of quoted values. Only in this state `>` ends the tag.
const UNQUOTED: States = 1;
/// In white space that may precede an attribute.
const SPACE: States = 1 << 1;
/// In the name of an attribute.
const NAME: States = 1 << 2;
/// In white space after the name.
const NAME_OVER: States = 1 << 3;
/// After the `=` of an attribute.
const EQUALS: States = 1 << 4;
/// Inside a value between `"`, and after a backslash in it, which may escape a `"`.
const DOUBLE: States = 1 << 5;
const DOUBLE_BACKSLASH: States = 1 << 6;
/// Single-quoted attribute values (`'`).
const SINGLE: States = 1 << 7;
const SINGLE_BACKSLASH: States = 1 << 8;
/// After one, two, three, four characters of `<!--#`.
const OPENING: [States; 4] = [1 << 9, 1 << 10, 1 << 11, 1 << 12];
/// Inside a server-side include.
const INCLUDE: States = 1 << 13;
/// After one, two characters of `-->`.
const CLOSING: [States; 2] = [1 << 14, 1 << 15];
/// Inside a string of a server-side include.
const INCLUDE_DOUBLE: States = 1 << 16;
const INCLUDE_DOUBLE_BACKSLASH: States = 1 << 17;
const INCLUDE_SINGLE: States = 1 << 18;
const INCLUDE_SINGLE_BACKSLASH: States = 1 << 19;

/// Finds the ends of the tags of one text, in ascending order.
#[derive(Clone, Debug, Default)]
pub struct TagEnds {
    brackets: BlockMask<AngleBracket>,
    /// The offsets of quotation marks and `<` that searches passed, ascending, with their states.
    passed: Vec<(u32, States)>,
    /// All such offsets from the start of the first search to this one are in `passed`.
    covered: usize,
}

/// A buffer with more offsets is released.
const MAX_KEPT_OFFSETS: usize = 1 << 17;

impl TagEnds {
    /// Prepares for the next text.
    pub fn reset(&mut self) {
        self.brackets.reset();
        self.passed.clear();
        if self.passed.capacity() > MAX_KEPT_OFFSETS {
            self.passed = Vec::new();
        }
        self.covered = 0;
    }

    /// The end of the tag whose name ends at `at`; `None` if it is not closed. A search must not start before the end
    /// of a tag that was found.
    pub fn find<U: CodeUnit>(&mut self, text: &[U], at: usize) -> Option<usize> {
        let bracket = self.brackets.first(text, at, text.len());
        if may_continue(text, at, bracket) {
            return self.search(text, at);
        }
        (ascii_at(text, bracket) == b'>').then_some(bracket + 1)
    }

    /// Follows all parses.
    fn search<U: CodeUnit>(&mut self, text: &[U], start: usize) -> Option<usize> {
        if start >= self.covered {
            self.passed.clear();
        }
        let mut next = self.passed.partition_point(|(offset, _)| (*offset as usize) < start);
        let (mut at, mut states, mut end) = (start, UNQUOTED, None);
        while states != 0
            && let Some((c, length)) = U::decode(text, at)
        {
            if matches!(c, '"' | '\'' | '<') {
                match self.passed.get_mut(next) {
                    Some((_, known)) if states & !*known == 0 => break,
                    Some((_, known)) => *known |= states,
                    None => self.passed.push((at as u32, states)),
                }
                next += 1;
            }
            at += length;
            if c == '>' && states & UNQUOTED != 0 {
                end = Some(at);
            }
            states = step(states, c);
        }
        self.covered = self.covered.max(at);
        end
    }
}

/// Whether a parse may continue after the first bracket: it starts a server-side include, or a quoted value may be open
/// there.
fn may_continue<U: CodeUnit>(text: &[U], at: usize, bracket: usize) -> bool {
    let span = text.part(at..bracket);
    let mut last = [None; 2];
    for (index, unit) in span.iter().enumerate() {
        let quote = match (*unit).into() {
            0x22 => 0,
            0x27 => 1,
            _ => continue,
        };
        if index > 0 && ascii_at(span, index - 1) == b'\\' {
            return true;
        }
        if let Some(last) = last.get_mut(quote) {
            *last = Some(index);
        }
    }
    // A value is open at the bracket only if the last quotation mark of its kind opened it.
    let opens = |quote: &usize| {
        let before = (0..*quote).rev().map(|index| ascii_at(span, index)).find(|byte| !byte.is_ascii_whitespace());
        // White space outside ASCII is read as 0.
        matches!(before, Some(b'=' | 0 | 0x0B))
    };
    last.iter().flatten().any(opens) || has(text, bracket, b"<!--#")
}

/// The states after a character.
fn step(states: States, c: char) -> States {
    after_name_part(states, c) | after_syntax_character(states, c) | after_quoted_character(states, c)
}

/// If any parse is in one of the states `from`, one continues in `to`.
fn transition(states: States, from: States, to: States) -> States {
    if states & from != 0 { to } else { 0 }
}

/// The states after a character outside of values.
fn after_name_part(states: States, c: char) -> States {
    let mut next = 0;
    let mut go = |from, to| next |= transition(states, from, to);
    if !matches!(c, '<' | '>') {
        go(UNQUOTED, UNQUOTED);
    }
    if is_space(c) {
        go(UNQUOTED | SPACE, SPACE);
        go(NAME | NAME_OVER, NAME_OVER);
        go(EQUALS, EQUALS);
    }
    if is_name_start(c) {
        go(SPACE, NAME);
    }
    if is_name_part(c) {
        go(NAME, NAME);
    }
    next
}

/// The states after a character that begins or ends something.
fn after_syntax_character(states: States, c: char) -> States {
    let mut next = 0;
    let mut go = |from, to| next |= transition(states, from, to);
    match c {
        '=' => go(NAME | NAME_OVER, EQUALS),
        '"' => {
            go(EQUALS | DOUBLE_BACKSLASH, DOUBLE);
            go(DOUBLE, UNQUOTED);
            go(INCLUDE | INCLUDE_DOUBLE_BACKSLASH, INCLUDE_DOUBLE);
            go(INCLUDE_DOUBLE, INCLUDE);
        }
        '\'' => {
            go(EQUALS | SINGLE_BACKSLASH, SINGLE);
            go(SINGLE, UNQUOTED);
            go(INCLUDE | INCLUDE_SINGLE_BACKSLASH, INCLUDE_SINGLE);
            go(INCLUDE_SINGLE, INCLUDE);
        }
        '\\' => {
            go(DOUBLE, DOUBLE_BACKSLASH);
            go(SINGLE, SINGLE_BACKSLASH);
            go(INCLUDE_DOUBLE, INCLUDE_DOUBLE_BACKSLASH);
            go(INCLUDE_SINGLE, INCLUDE_SINGLE_BACKSLASH);
        }
        '<' => go(UNQUOTED, OPENING[0]),
        '!' => go(OPENING[0], OPENING[1]),
        '-' => {
            go(OPENING[1], OPENING[2]);
            go(OPENING[2], OPENING[3]);
            go(INCLUDE, CLOSING[0]);
            go(CLOSING[0], CLOSING[1]);
        }
        '#' => go(OPENING[3], INCLUDE),
        '>' => go(CLOSING[1], UNQUOTED),
        _ => {}
    }
    next
}

/// The states after a character inside of a value or a server-side include.
fn after_quoted_character(states: States, c: char) -> States {
    let mut next = 0;
    let mut go = |from, to| next |= transition(states, from, to);
    if c != '"' {
        go(DOUBLE, DOUBLE);
        go(INCLUDE_DOUBLE, INCLUDE_DOUBLE);
    }
    if c != '\'' {
        go(SINGLE, SINGLE);
        go(INCLUDE_SINGLE, INCLUDE_SINGLE);
    }
    if !matches!(c, '"' | '\'') {
        go(INCLUDE, INCLUDE);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    fn both(text: &str) -> Option<usize> {
        let found = TagEnds::default().find(text.as_bytes(), 0);
        assert_eq!(TagEnds::default().find(&from_str::<u16>(text), 0).is_some(), found.is_some(), "{text}");
        found
    }

    #[test]
    fn quoted_values_and_includes_may_hold_brackets() {
        for (text, end) in [
            (">x", Some(1)),
            (" a b='c'>>", Some(9)),
            (" x=\"a>b\">", Some(9)),
            (" x=\"a>b", Some(6)),
            (" x=\"a\\\">b\">", Some(11)),
            (" x='<b>'>", Some(9)),
            ("\"a>b\">", Some(3)),
            (" <b>", None),
            (" <!--# '>' --> x>y", Some(17)),
            (" x=\"1> <a y=\"2>z", Some(15)),
            (" never", None),
        ] {
            assert_eq!(both(text), end, "{text}");
        }
    }

    proptest! {
        /// Stored states of earlier searches do not change the result.
        #[test]
        fn consecutive_searches_equal_separate_ones(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<a", " x=\"", "\"", " y='", "'", ">", "\\", " ", "<!--#", "-->", "b", "="
            ]), 0..40)
        ) {
            let text = parts.concat();
            let mut together = TagEnds::default();
            let mut from = 0;
            while let Some(at) = text[from..].find("<a") {
                let start = from + at + 2;
                let found = together.find(text.as_bytes(), start);
                prop_assert_eq!(found, TagEnds::default().find(text.as_bytes(), start));
                prop_assert_eq!(found, TagEnds::default().search(text.as_bytes(), start));
                from = found.unwrap_or(start);
            }
        }
    }
}
