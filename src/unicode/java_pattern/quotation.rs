//! Quotations.

use std::fmt::Write;

/// Replaces `\Q…\E` by escapes, as Java does before it reads the pattern.
pub(super) fn without_quotations(pattern: &str) -> String {
    let mut result = String::with_capacity(pattern.len());
    let (mut rest, mut is_quoted) = (pattern.chars().peekable(), false);
    while let Some(c) = rest.next() {
        match c {
            '\\' if is_quoted && rest.next_if_eq(&'E').is_some() => is_quoted = false,
            '\\' if !is_quoted && rest.next_if_eq(&'Q').is_some() => is_quoted = true,
            '\\' if !is_quoted => {
                // `\c` takes any character, a backslash too.
                let escaped = rest.next();
                let controlled = if escaped == Some('c') { rest.next() } else { None };
                result.extend([Some(c), escaped, controlled].into_iter().flatten());
            }
            _ if is_quoted && !c.is_ascii_alphabetic() => {
                let _ = write!(result, "\\x{{{:x}}}", u32::from(c));
            }
            _ => result.push(c),
        }
    }
    result
}
