//! Plural branches in number rules: `$(cardinal,one{…}other{…})$`, in the syntax of ICU's `PluralFormat`.

use super::plural_rules::{KEYWORDS, PluralKind, PluralRules};
use crate::unicode::part::StrPart;

/// The branches of a rule: `one{…}other{…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PluralBranches {
    pub(super) kind: PluralKind,
    offset: u64,
    /// The selectors (`=5`, `one`) with their messages, in the order of the rule.
    branches: Vec<(String, String)>,
    /// The text that all messages of keywords start with, in bytes.
    pub(super) common_start: Box<[u8]>,
}

/// The maximum nesting depth of branches.
const MAX_DEPTH: usize = 100;

impl PluralBranches {
    /// Parses branches; an error has the offset and what is expected there.
    pub(super) fn parse(kind: PluralKind, text: &str) -> Result<PluralBranches, (usize, &'static str)> {
        let mut branches = PluralBranches { kind, offset: 0, branches: Vec::new(), common_start: Box::default() };
        let mut at = skip_space(text, 0);
        if let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix("offset:")) {
            at = skip_space(text, text.len() - rest.len());
            let digits = text.part(at..);
            let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let offset = digits.get(..length).and_then(|digits| digits.parse().ok());
            branches.offset = offset.ok_or((at, "a number after `offset:`"))?;
            at = skip_space(text, at + length);
        }
        while at < text.len() {
            let rest = text.part(at..);
            let length = rest.find(|c: char| c == '{' || c.is_whitespace()).unwrap_or(rest.len());
            let selector = rest.part(..length);
            let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let is_word =
                |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
            if !selector.strip_prefix('=').map_or(is_word(selector), is_number) {
                return Err((at, "a plural keyword or `=` with a number"));
            }
            at = skip_space(text, at + length);
            let end = closing_brace(text, at).ok_or((at, "a message in braces"))?;
            branches.branches.push((selector.to_owned(), text.part(at + 1..end).to_owned()));
            at = skip_space(text, end + 1);
        }
        if branches.message("other").is_none() {
            return Err((text.len(), "a branch `other`"));
        }
        branches.common_start = branches.shared_start().into();
        Ok(branches)
    }

    fn message(&self, selector: &str) -> Option<&str> {
        self.branches.iter().find(|(keyword, _)| keyword == selector).map(|(_, message)| message.as_str())
    }

    /// The message for a number, in which `#` must be replaced, and the number that replaces it.
    pub(super) fn choose(&self, number: i64, rules: &PluralRules) -> (&str, i64) {
        let rest = number.wrapping_sub(self.offset as i64);
        let explicit = self.branches.iter().find_map(|(selector, message)| {
            (selector.strip_prefix('=')?.parse::<i64>().ok()? == number).then_some(message.as_str())
        });
        let message =
            explicit.or_else(|| self.message(rules.select(rest.unsigned_abs()))).or_else(|| self.message("other"));
        (message.unwrap_or(""), rest)
    }

    /// The messages by keyword (index in [`KEYWORDS`]), if there are no branches for single numbers and all messages
    /// are plain text.
    pub(super) fn literal_messages(&self) -> Option<[&str; KEYWORDS.len()]> {
        let is_literal =
            |(selector, message): &(String, String)| !selector.starts_with('=') && !message.contains(['#', '\'']);
        let other = self.message("other")?;
        (self.offset == 0 && self.branches.iter().all(is_literal))
            .then(|| KEYWORDS.map(|keyword| self.message(keyword).unwrap_or(other)))
    }

    fn shared_start(&self) -> &[u8] {
        let common = self.messages().map(str::as_bytes).reduce(|one, other| {
            let length = one.iter().zip(other).take_while(|(one, other)| one == other).count();
            one.get(..length).unwrap_or_default()
        });
        common.unwrap_or_default()
    }

    /// The messages of keywords, in order, which parsing searches for.
    pub(super) fn messages(&self) -> impl Iterator<Item = &str> {
        self.branches.iter().filter(|(selector, _)| !selector.starts_with('=')).map(|(_, message)| message.as_str())
    }
}

fn skip_space(text: &str, at: usize) -> usize {
    let rest = text.part(at..);
    text.len() - rest.trim_start().len()
}

/// The offset of the brace that closes the one at `at`; quoted braces are skipped.
fn closing_brace(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    let mut quoted = false;
    let bytes = text.as_bytes();
    for (offset, byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            // An apostrophe starts a quote only before a character that can be quoted.
            b'\'' if quoted || matches!(bytes.get(offset + 1), Some(b'{' | b'}' | b'#' | b'|')) => quoted = !quoted,
            _ if quoted => {}
            b'{' if depth == MAX_DEPTH => return None,
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(offset),
            b'}' => depth -= 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Appends a message, with `#` replaced by `number` and without quotes.
pub(super) fn write_message(message: &str, out: &mut String, number: impl Fn(&mut String)) {
    if !message.contains(['#', '\'']) {
        return out.push_str(message);
    }
    let mut quoted = false;
    let mut characters = message.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\'' if characters.next_if_eq(&'\'').is_some() => out.push('\''),
            '\'' if quoted || matches!(characters.peek(), Some('{' | '}' | '#' | '|')) => quoted = !quoted,
            '#' if !quoted => number(out),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    #[test]
    fn branches_are_parsed() {
        let rules = PluralRules::of(&LocaleId::parse("en"), PluralKind::Cardinal);
        let branches = PluralBranches::parse(PluralKind::Cardinal, "=3 {three} one{'#' one}other {# x}").unwrap();
        let written = |number| {
            let mut out = String::new();
            let (message, number) = branches.choose(number, &rules);
            write_message(message, &mut out, |out| out.push_str(&number.to_string()));
            out
        };
        assert_eq!([written(1), written(2), written(3)], ["# one", "2 x", "three"]);
        for text in ["one{a}", "one{a", "other", "=x{a}other{b}", "{a}other{b}"] {
            assert!(PluralBranches::parse(PluralKind::Ordinal, text).is_err(), "{text}");
        }
    }
}
