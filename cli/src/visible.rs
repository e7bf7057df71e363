//! Makes untrusted text safe to show: it can't control the terminal, hide, or reverse the line.

use unicode_width::UnicodeWidthChar;

/// FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9).
const ISOLATE: char = '\u{2068}';
const POP_ISOLATE: char = '\u{2069}';
/// LEFT-TO-RIGHT OVERRIDE and POP DIRECTIONAL FORMATTING.
const OVERRIDE: char = '\u{202D}';
const POP_OVERRIDE: char = '\u{202C}';

/// The text with escapes for invisible characters.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push_visible(&mut shown, c));
    shown
}

/// Appends the visible form of a character.
pub fn push_visible(shown: &mut String, c: char) {
    match c {
        '\t' => shown.push_str("\\t"),
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        c if is_hidden(c) => shown.extend(c.escape_unicode()),
        c => shown.push(c),
    }
}

/// Control characters, bidirectional formatting (UAX #9), line ends, and characters of zero width that do not join
/// others.
fn is_hidden(c: char) -> bool {
    let is_control = c.is_control();
    let is_bidi = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let is_break = matches!(c, '\u{2028}' | '\u{2029}');
    let is_empty = matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}');
    is_control || is_bidi || is_break || is_empty || matches!(c, '\u{E0001}' | '\u{E0020}'..='\u{E007F}')
}

/// Isolates visible text, so that its direction does not affect adjacent columns.
pub fn isolated(visible: &str) -> String {
    if has_right_to_left(visible) { format!("{ISOLATE}{visible}{POP_ISOLATE}") } else { visible.to_owned() }
}

/// Visible text in logical order, so that marks below it are below their characters.
pub fn in_memory_order(visible: &str) -> String {
    if has_right_to_left(visible) { format!("{OVERRIDE}{visible}{POP_OVERRIDE}") } else { visible.to_owned() }
}

/// Whether a text has characters that are written from right to left: those of blocks whose default Bidi_Class is R or
/// AL.
fn has_right_to_left(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c,
            '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}'
            | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
    })
}

/// The width of a visible text in columns.
pub fn width(visible: &str) -> usize {
    visible.chars().map(char_width).sum()
}

/// The width of a visible character in columns.
pub fn char_width(c: char) -> usize {
    UnicodeWidthChar::width(c).unwrap_or(0)
}

/// Wraps a visible text to lines of at most `columns`; a wide character in one column is alone. Returns at least one
/// line.
pub fn wrapped(visible: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut filled = 0;
    for c in visible.chars() {
        let width = char_width(c);
        // A character of zero width belongs to the preceding one.
        if filled + width > columns && filled > 0 && width > 0 {
            lines.push(String::new());
            filled = 0;
        }
        filled += width;
        if let Some(line) = lines.last_mut() {
            line.push(c);
        }
    }
    lines
}

/// Wraps a text at spaces, and longer words anywhere. Returns at least one line.
pub fn wrapped_words(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        if !line.is_empty() && used + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if !line.is_empty() {
            line.push(' ');
            used += 1;
        }
        let mut pieces = wrapped(word, columns.max(1));
        let last = pieces.pop().unwrap_or_default();
        if !pieces.is_empty() && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        lines.extend(pieces);
        used += width(&last);
        line.push_str(&last);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        assert_eq!(visible("a\u{1b}[2Jb\t\u{202E}c\u{85}\u{200B}"), "a\\u{1b}[2Jb\\t\\u{202e}c\\u{85}\\u{200b}");
        assert_eq!(visible("e\u{301} 👩\u{200D}👩 می\u{200C}خواهم"), "e\u{301} 👩\u{200D}👩 می\u{200C}خواهم");
    }

    #[test]
    fn only_text_from_right_to_left_is_isolated() {
        assert_eq!(isolated("abc"), "abc");
        assert_eq!(isolated("שלום"), "\u{2068}שלום\u{2069}");
    }

    #[test]
    fn lines_are_measured_in_columns() {
        assert_eq!(wrapped("日本語x", 4), ["日本", "語x"]);
        assert_eq!(wrapped("ae\u{301}b", 2), ["ae\u{301}", "b"]);
        assert_eq!(wrapped("日本", 1), ["日", "本"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped_words("ab cd efghij k", 5), ["ab cd", "efghi", "j k"]);
    }
}
