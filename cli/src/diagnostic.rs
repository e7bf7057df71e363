//! The human-readable form of an error in a definition: the message, the line with the location underlined, what is
//! allowed, the most similar name, advice.

use crate::definition::Source;
use crate::style::{Paint, Style};
use crate::terminal;
use crate::visible::{char_width, in_memory_order, push_visible, width, wrapped_words};
use unic_analysis::config::{ConfigError, ErrorCategory};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The definition is rejected.
    Error,
    /// The definition is accepted.
    Warning,
}

/// The maximum length of a line without a terminal: a definition may be one line of a megabyte.
const WITHOUT_TERMINAL: usize = 160;
/// The minimum space for the line of the definition.
const MIN_SPACE: usize = 8;

/// The lines of a diagnostic, ending with an empty line.
pub fn render(source: &Source, error: &ConfigError, severity: Severity, style: Style) -> String {
    let columns = terminal::width().unwrap_or(usize::MAX);
    let (word, paint) = match severity {
        Severity::Error => ("error", Paint::Error),
        Severity::Warning => ("warning", Paint::Warning),
    };
    let label = format!("{word}[{}]:", error.category.name());
    let mut out = String::new();
    for (number, line) in wrapped_words(&format!("{label} {}", shown(&error.found)), columns).iter().enumerate() {
        let head = if number == 0 && line.starts_with(&label) { label.len() } else { 0 };
        let (label, message) = line.split_at_checked(head).unwrap_or(("", line));
        out.push_str(&format!("{}{}\n", style.paint(paint, label), style.paint(Paint::Head, message)));
    }
    let number = error.line.to_string();
    let gutter = " ".repeat(number.len());
    // An error about a requested name has no location in the definition.
    if error.category != ErrorCategory::NoSuchAnalyzer {
        let pointer = if error.pointer.is_empty() { String::new() } else { format!(" at {}", shown(&error.pointer)) };
        let location = format!("{}:{}:{}{pointer}", shown(&source.name), error.line, error.column);
        push_note(&mut out, &gutter, "-->", &location, columns, style);
        let space = columns.min(WITHOUT_TERMINAL).saturating_sub(gutter.len() + 3).max(MIN_SPACE);
        let (line, before, marks) = marked_line(&source.json, error, space);
        let bar = |number: &str| style.paint(Paint::Faint, &format!("{number} |"));
        let marks = format!("{}{}", " ".repeat(before), style.paint(paint, &"^".repeat(marks)));
        out.push_str(&format!("{}\n{} {line}\n{} {marks}\n", bar(&gutter), bar(&number), bar(&gutter)));
    }
    if !error.allowed.is_empty() {
        push_note(&mut out, &gutter, " = allowed:", &shown(&error.allowed), columns, style);
    }
    if let Some(nearest) = &error.nearest {
        push_note(&mut out, &gutter, " = nearest:", &format!("did you mean {:?}?", shown(nearest)), columns, style);
    }
    if !error.help.is_empty() {
        push_note(&mut out, &gutter, " = help:", &error.help, columns, style);
    }
    out.push('\n');
    out
}

/// Appends a note below the line, wrapped with its indentation.
fn push_note(out: &mut String, gutter: &str, head: &str, text: &str, columns: usize, style: Style) {
    let indent = gutter.len() + head.len() + 1;
    let deep = if columns < indent + 12 { gutter.len() + 3 } else { indent };
    let padding = " ".repeat(deep);
    let mut lines = wrapped_words(text, columns.saturating_sub(deep).max(MIN_SPACE)).into_iter();
    out.push_str(&format!("{gutter}{}", style.paint(Paint::Help, head)));
    if deep == indent {
        out.push_str(&format!(" {}", lines.next().unwrap_or_default()));
    }
    out.push('\n');
    lines.for_each(|line| out.push_str(&format!("{padding}{line}\n")));
}

/// Makes a message visible, as it quotes the definition.
fn shown(text: &str) -> String {
    in_memory_order(&crate::visible::visible(text))
}

/// The line of an error, cut to the available space; the columns before the marks; the number of marks, at least one.
fn marked_line(json: &[u8], error: &ConfigError, space: usize) -> (String, usize, usize) {
    let (json, at) = match json.strip_prefix("\u{FEFF}".as_bytes()) {
        Some(rest) => (rest, error.offset.saturating_sub(json.len() - rest.len())),
        None => (json, error.offset),
    };
    let at = at.min(json.len());
    let (before, after) = json.split_at_checked(at).unwrap_or((json, &[]));
    // Only the part that may be shown is read: a definition may be one line of many megabytes.
    let near = before.get(before.len().saturating_sub(space * 4)..).unwrap_or(before);
    let line_start = near.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
    let is_cut_before = line_start.is_none() && near.len() < before.len();
    let before = near.get(line_start.unwrap_or_default()..).unwrap_or(&[]);
    let before = if is_cut_before { from_code_point(before) } else { before };
    let near = after.get(..space * 8).unwrap_or(after);
    let line_length = near.iter().position(|byte| *byte == b'\n').unwrap_or(near.len());
    let after = near.get(..line_length).map(<[u8]>::trim_ascii_end).unwrap_or(&[]);
    let marked = if error.category == ErrorCategory::Syntax { 1 } else { extent(after) };
    let (marked, after) = after.split_at_checked(marked).unwrap_or((after, &[]));
    let after = after.get(..space * 4).unwrap_or(after);
    let (before, marked, after) = (cells(before), cells(marked.get(..space * 4).unwrap_or(marked)), cells(after));
    fitted(&before, &marked, &after, is_cut_before, space)
}

/// Cuts the three parts to the available space, so that the mark is visible with some text before it.
fn fitted(before: &str, marked: &str, after: &str, is_cut: bool, space: usize) -> (String, usize, usize) {
    let is_all = !is_cut && width(before) + width(marked) + width(after) <= space;
    let lead = if is_all { before.to_owned() } else { tail(before, space / 3) };
    let ellipsis = if is_cut || lead.len() < before.len() { "…" } else { "" };
    let start = ellipsis.len().min(1) + width(&lead);
    let mark = head(marked, space.saturating_sub(start + 1));
    let marks = width(&mark).max(1);
    let rest = head(after, space.saturating_sub(start + marks + usize::from(!is_all)));
    let is_cut_after = mark.len() < marked.len() || rest.len() < after.len();
    let rest = if mark.len() < marked.len() { String::new() } else { rest };
    let end = if is_cut_after { "…" } else { "" };
    (in_memory_order(&format!("{ellipsis}{lead}{mark}{rest}{end}")), start, marks)
}

/// The last characters that fit.
fn tail(text: &str, space: usize) -> String {
    let mut filled = 0;
    let from = text.char_indices().rev().take_while(|(_, c)| {
        filled += char_width(*c);
        filled <= space
    });
    let from = from.last().map_or(text.len(), |(at, _)| at);
    text.get(from..).unwrap_or_default().to_owned()
}

/// The first characters that fit.
fn head(text: &str, space: usize) -> String {
    let mut filled = 0;
    let fits = |c: &char| {
        filled += char_width(*c);
        filled <= space
    };
    text.chars().take_while(fits).collect()
}

/// Removes an incomplete code point at the start.
fn from_code_point(bytes: &[u8]) -> &[u8] {
    let rest = bytes.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count();
    bytes.get(rest..).unwrap_or(bytes)
}

/// The visible form; a tab is one space.
fn cells(bytes: &[u8]) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for c in String::from_utf8_lossy(bytes).chars() {
        if c == '\t' { shown.push(' ') } else { push_visible(&mut shown, c) }
    }
    shown
}

/// The length of the JSON value at the start of the rest of a line, at most to the end of the line.
fn extent(line: &[u8]) -> usize {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in line.iter().enumerate() {
        if in_string {
            in_string = escaped || *byte != b'"';
            escaped = !escaped && *byte == b'\\';
            if !in_string && depth == 0 {
                return at + 1;
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return at + 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b',' | b':' | b'}' | b']' | b' ' | b'\t' if depth == 0 => return at,
            _ => {}
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_at_its_end_or_that_of_the_line() {
        let extents = [r#""a\"b": 1"#, "17, 2", "[1, [2]], 3", "{\"a\": [", "}", "\"open", ""]
            .map(|line| extent(line.as_bytes()));
        assert_eq!(extents, [6, 2, 8, 7, 0, 5, 0]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let before = "x".repeat(100);
        let (line, start, marks) = fitted(&before, "MARK", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", false, 21);
        assert_eq!((line.as_str(), start, marks), ("…xxxxxxxMARKyyyyyyyy…", 8, 4));
        assert_eq!(fitted("ab", "c", "d", false, 20), ("abcd".to_owned(), 2, 1));
        let (line, start, marks) = fitted("ab", &"M".repeat(50), "d", false, 10);
        assert_eq!((line.as_str(), start, marks), ("abMMMMMMM…", 2, 7));
        assert_eq!(fitted("", "", "", false, 10), (String::new(), 0, 1));
    }
}
