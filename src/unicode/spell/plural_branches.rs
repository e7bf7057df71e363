//! Plural branches in number rules: `$(cardinal,one{…}other{…})$`, with the meaning of ICU's `PluralFormat`.

use super::message_pattern::{BranchError, Message, MessagePattern, Selector};
use super::plural_rules::{KEYWORDS, PluralKind, PluralRules};

/// The branches of a rule: `one{…}other{…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PluralBranches {
    pub(super) kind: PluralKind,
    pattern: MessagePattern,
    /// The text that all messages that parsing searches for start with, in bytes.
    pub(super) common_start: Box<[u8]>,
}

impl PluralBranches {
    /// Parses branches; an error has the offset and what is expected there.
    pub(super) fn parse(kind: PluralKind, text: &str) -> Result<PluralBranches, BranchError> {
        let pattern = MessagePattern::parse(text)?;
        let common_start = shared_start(&pattern.searched).into();
        Ok(PluralBranches { kind, pattern, common_start })
    }

    fn message(&self, keyword: &str) -> Option<&Message> {
        let is_found = |selector: &Selector| matches!(selector, Selector::Keyword(found) if found == keyword);
        self.pattern.branches.iter().find(|(selector, _)| is_found(selector)).map(|(_, message)| message)
    }

    /// The message for a number, and the number that it contains.
    pub(super) fn choose(&self, number: i64, rules: &PluralRules) -> (Option<&Message>, i64) {
        let rest = number.saturating_sub(self.pattern.offset);
        let selector = Selector::Number(Some(number));
        let explicit = self.pattern.branches.iter().find(|(found, _)| *found == selector).map(|(_, message)| message);
        let by_keyword = || self.message(rules.select(rest.unsigned_abs())).or_else(|| self.message("other"));
        (explicit.or_else(by_keyword), rest)
    }

    /// The messages by keyword (index in [`KEYWORDS`]), if there are no branches for single numbers and all messages
    /// are without the number.
    pub(super) fn literal_messages(&self) -> Option<[&str; KEYWORDS.len()]> {
        let is_literal = |(selector, message): &(Selector, Message)| {
            matches!(selector, Selector::Keyword(_)) && message.as_text().is_some()
        };
        let other = self.message("other")?.as_text()?;
        let text = |keyword: &str| self.message(keyword).and_then(Message::as_text).unwrap_or(other);
        (self.pattern.offset == 0 && self.pattern.branches.iter().all(is_literal)).then(|| KEYWORDS.map(text))
    }

    /// The messages that parsing searches for, in order.
    pub(super) fn messages(&self) -> impl Iterator<Item = &str> {
        self.pattern.searched.iter().map(String::as_str)
    }
}

fn shared_start(texts: &[String]) -> &[u8] {
    let common = texts.iter().map(String::as_bytes).reduce(|one, other| {
        let length = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        one.get(..length).unwrap_or_default()
    });
    common.unwrap_or_default()
}

/// Appends a message with its numbers.
pub(super) fn write_message(message: Option<&Message>, out: &mut String, number: impl Fn(&mut String)) {
    let mut texts = message.map(|message| message.texts.as_slice()).unwrap_or_default().iter();
    out.push_str(texts.next().map_or("", String::as_str));
    for text in texts {
        number(out);
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    /// The results of ICU 79.1.
    #[test]
    fn branches_are_chosen_by_numbers_then_keywords() {
        let rules = PluralRules::of(&LocaleId::parse("en"), PluralKind::Cardinal);
        let written = |text: &str| {
            let branches = PluralBranches::parse(PluralKind::Cardinal, text).unwrap();
            [0, 1, 2, 5].map(|number| {
                let mut out = String::new();
                let (message, number) = branches.choose(number, &rules);
                write_message(message, &mut out, |out| out.push_str(&number.to_string()));
                out
            })
        };
        for (text, expected) in [
            ("=5 {five} one{'#' one}other {# x}", ["0 x", "'#' one", "2 x", "five"]),
            ("=1.0{a}=2e0{b}other{c#}", ["c0", "a", "b", "c5"]),
            ("offset:1 one{a#}other{b#}", ["a-1", "b0", "a1", "b4"]),
            ("offset:-1 one{a#}other{b#}", ["a1", "b2", "b3", "b6"]),
            ("offset:1 =1{a}other{#}", ["-1", "a", "1", "4"]),
            ("one{a}one{b}other{c}other{d}", ["c", "a", "c", "c"]),
            ("other{#,#}one{}=2.5{x}", ["0,0", "", "2,2", "5,5"]),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
        for text in ["one{a}", "one{a", "other", "=x{a}other{b}", "{a}other{b}", "o{a}one{x}"] {
            assert!(PluralBranches::parse(PluralKind::Ordinal, text).is_err(), "{text}");
        }
    }
}
