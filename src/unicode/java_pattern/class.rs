//! Classes: ranges, nested classes and intersections.

use super::error::{MAX_LENGTH, PatternError};
use super::escape::Item;
use super::translator::{Translator, escaped};
use std::fmt::Write;

/// Maximum number of classes inside of each other.
const MAX_DEPTH: usize = 100;

impl Translator<'_> {
    /// A class, after its bracket.
    pub(super) fn class(&mut self) -> Result<String, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("classes are nested more than {MAX_DEPTH} times").into());
        }
        let mut class = String::from("[");
        if self.rest.next_if_eq(&'^').is_some() {
            class.push('^');
        }
        let mut is_empty = true;
        let (mut in_right_operand, mut follows_class) = (false, false);
        loop {
            if class.len() > MAX_LENGTH {
                return Err(PatternError::TooLong);
            }
            let c = self.rest.next().ok_or("unclosed class")?;
            let item = match c {
                _ if self.is_comment(c) => continue,
                ']' if !is_empty => break,
                '[' => Item::Class(self.class()?),
                '&' if self.rest.next_if_eq(&'&').is_some() => {
                    self.skip_comments();
                    if is_empty || matches!(self.rest.peek(), None | Some(']' | '&')) {
                        return Err("an intersection without two operands is not supported".into());
                    }
                    class.push_str("&&");
                    (in_right_operand, follows_class) = (true, false);
                    continue;
                }
                // Java ends the right operand here.
                '&' if in_right_operand && follows_class => {
                    return Err("a `&` after a class in an intersection is not supported".into());
                }
                '\\' => self.escaped_item()?,
                c => Item::Literal(c),
            };
            is_empty = false;
            follows_class = c == '[';
            match item {
                Item::Class(nested) => class.push_str(&nested),
                Item::Literal(first) => {
                    let last = self.end_of_range()?.unwrap_or(first);
                    if last < first {
                        return Err(format!("a class has the range `{first}-{last}`").into());
                    }
                    self.range(&mut class, first, last);
                }
            }
        }
        class.push(']');
        self.depth -= 1;
        Ok(class)
    }

    /// The end of a range in a class, whose start has been read.
    fn end_of_range(&mut self) -> Result<Option<char>, PatternError> {
        let start = self.rest.clone();
        self.skip_comments();
        let is_range = self.rest.next_if_eq(&'-').is_some();
        self.skip_comments();
        if !is_range || matches!(self.rest.peek(), None | Some(']' | '[')) {
            self.rest = start;
            return Ok(None);
        }
        match self.rest.next() {
            Some('\\') => match self.escaped_item()? {
                Item::Literal(c) => Ok(Some(c)),
                Item::Class(_) => Err("a range ends with a class".into()),
            },
            end => Ok(end),
        }
    }

    /// Appends a range to a class, and its letters of ASCII in the other case if case is ignored.
    fn range(&self, class: &mut String, first: char, last: char) {
        let mut add = |first: char, last: char| {
            let _ = write!(class, "{}-{}", escaped(first), escaped(last));
        };
        add(first, last);
        if self.flags.ignore_case {
            for (alphabet_first, alphabet_last) in [('a', 'z'), ('A', 'Z')] {
                let (first, last) = (first.max(alphabet_first), last.min(alphabet_last));
                if first <= last {
                    let other = |c: char| (c as u8 ^ 0x20) as char;
                    add(other(first), other(last));
                }
            }
        }
    }
}
