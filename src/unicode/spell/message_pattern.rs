//! The syntax of plural branches: `offset:1 =0{none} one{# day} other{# days}` (ICU's `MessagePattern`), in which a
//! message may contain arguments. A format without arguments writes them as text, so they are only checked.

use crate::unicode::part::StrPart;
use crate::unicode::rule_text::is_pattern_white_space;
use icu_properties::CodePointSetData;
use icu_properties::props::PatternSyntax;

/// The offset of an error, and what is expected there.
pub(super) type BranchError = (usize, &'static str);

/// Plural branches and their offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MessagePattern {
    /// The number to subtract.
    pub(super) offset: i64,
    /// The branches, in the order of the text.
    pub(super) branches: Vec<(Selector, Message)>,
    /// The messages that parsing searches for, also those of branches inside of arguments: of keywords, plain text.
    pub(super) searched: Vec<String>,
}

/// The selector of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selector {
    Keyword(String),
    /// `=5`; `None` if it is not an integer.
    Number(Option<i64>),
}

/// The message of a branch: texts with the number between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) texts: Vec<String>,
}

impl Message {
    /// The message, if it is without the number.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self.texts.as_slice() {
            [text] => Some(text),
            _ => None,
        }
    }
}

/// What contains a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plural,
    Select,
    Choice,
}

/// The maximum nesting depth of messages and arguments.
const MAX_DEPTH: usize = 100;

/// The maximum length of selectors and names, in UTF-16 units.
const MAX_NAME_LENGTH: usize = 0xFFFF;

/// The maximum number of an argument.
const MAX_ARGUMENT: u32 = 0x7FFF;

/// Integers up to this one are doubles.
const MAX_OFFSET: f64 = 9_007_199_254_740_992.0;

const NUMBER: &str = "a plural keyword or `=` with a number";

impl MessagePattern {
    pub(super) fn parse(text: &str) -> Result<MessagePattern, BranchError> {
        let mut parser = PatternParser { text, at: 0, depth: 0, result: MessagePattern::default() };
        let branches = parser.branches(Style::Plural)?;
        let is_other = |(selector, _): &(Selector, Message)| *selector == Selector::Keyword("other".to_owned());
        if !branches.iter().any(is_other) {
            return Err((text.len(), "a branch `other`"));
        }
        Ok(MessagePattern { branches, ..parser.result })
    }
}

struct PatternParser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    result: MessagePattern,
}

impl<'t> PatternParser<'t> {
    fn rest(&self) -> &'t str {
        self.text.part(self.at..)
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest.part(..rest.find(|c| !fits(c)).unwrap_or(rest.len()));
        self.at += taken.len();
        taken
    }

    fn skip_space(&mut self) {
        self.take_while(is_pattern_white_space);
    }

    fn identifier(&mut self) -> Result<&'t str, BranchError> {
        let start = self.at;
        let syntax = CodePointSetData::new::<PatternSyntax>();
        let name = self.take_while(|c| !syntax.contains(c) && !is_pattern_white_space(c));
        let is_long = name.len() > MAX_NAME_LENGTH && name.encode_utf16().count() > MAX_NAME_LENGTH;
        if is_long { Err((start, "a shorter name")) } else { Ok(name) }
    }

    /// Parses a number, which may be infinite in the branches of a choice.
    fn number(&mut self, style: Style) -> Result<f64, BranchError> {
        let start = self.at;
        let digits = self.take_while(|c| matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E' | '∞'));
        if style == Style::Choice && matches!(digits, "∞" | "+∞" | "-∞") {
            return Ok(f64::INFINITY);
        }
        digits.parse().map_err(|_| (start, "a number"))
    }

    /// Parses the branches of plural and select styles, up to the end or before the brace that closes an argument.
    fn branches(&mut self, style: Style) -> Result<Vec<(Selector, Message)>, BranchError> {
        let is_nested = self.depth > 0;
        let (mut branches, mut has_other, mut is_first) = (Vec::new(), false, true);
        loop {
            self.skip_space();
            let start = self.at;
            let selector = match self.peek() {
                None if !is_nested => return Ok(branches),
                Some('}') if is_nested && has_other => return Ok(branches),
                None | Some('}') => return Err((start, "a branch `other` and a closing brace")),
                Some('=') if style == Style::Plural => {
                    self.at += 1;
                    let number = self.number(style).map_err(|_| (start, NUMBER))?;
                    let is_integer = number.fract() == 0.0 && number.abs() <= -(i64::MIN as f64);
                    Selector::Number(is_integer.then_some(number as i64))
                }
                Some(_) => match self.identifier()? {
                    "" => return Err((start, NUMBER)),
                    "offset" if style == Style::Plural && self.eat(':') => {
                        if !is_first {
                            return Err((start, "`offset:` before the branches"));
                        }
                        self.skip_space();
                        let at = self.at;
                        let offset = self.number(style)?;
                        if !is_nested && (offset.fract() != 0.0 || offset.abs() > MAX_OFFSET) {
                            return Err((at, "an integer of at most 2^53 after `offset:`"));
                        }
                        if !is_nested {
                            self.result.offset = offset as i64;
                        }
                        is_first = false;
                        continue;
                    }
                    // As in ICU, which compares with the start of `other`.
                    name => {
                        has_other |= "other".starts_with(name);
                        Selector::Keyword(name.to_owned())
                    }
                },
            };
            self.skip_space();
            if !self.eat('{') {
                return Err((start, "a message in braces after the selector"));
            }
            let is_searched = matches!(selector, Selector::Keyword(_));
            branches.push((selector, self.message(style, is_searched)?));
            is_first = false;
        }
    }

    /// Parses a message; the brace that closes it is consumed, but not the end of a message of a choice.
    fn message(&mut self, style: Style, is_searched: bool) -> Result<Message, BranchError> {
        let start = self.at;
        self.descend()?;
        let mut message = Message::default();
        let (mut text, mut is_plain) = (String::new(), true);
        loop {
            let at = self.at;
            let c = self.peek().ok_or((start, "a closing brace"))?;
            if c == '}' || c == '|' && style == Style::Choice {
                break;
            }
            self.at += c.len_utf8();
            is_plain &= !matches!(c, '\'' | '{') && (c != '#' || style != Style::Plural);
            match c {
                '\'' => self.quoted(style),
                '#' if style == Style::Plural => {
                    message.texts.push(std::mem::take(&mut text));
                    continue;
                }
                '{' => {
                    self.argument()?;
                    push_reduced(self.text.part(at..self.at), &mut text);
                    continue;
                }
                _ => {}
            }
            text.push_str(self.text.part(at..self.at));
        }
        if is_plain && is_searched {
            self.result.searched.push(text.clone());
        }
        message.texts.push(text);
        self.at += usize::from(style != Style::Choice);
        self.depth -= 1;
        Ok(message)
    }

    fn descend(&mut self) -> Result<(), BranchError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err((self.at, "messages that are not nested as deep")) } else { Ok(()) }
    }

    /// Consumes what an apostrophe quotes: the next apostrophe, or the text up to the next single one.
    fn quoted(&mut self, style: Style) {
        if self.eat('\'') {
            return;
        }
        let starts_quote = match self.peek() {
            Some('{' | '}') => true,
            Some('|') => style == Style::Choice,
            Some('#') => style == Style::Plural,
            _ => false,
        };
        let mut is_open = starts_quote;
        while is_open {
            self.take_while(|c| c != '\'');
            // Two apostrophes are one in the quote.
            is_open = self.eat('\'') && self.eat('\'');
        }
    }

    /// Parses the text of an argument after its brace, with the closing one.
    fn argument(&mut self) -> Result<(), BranchError> {
        self.skip_space();
        let start = self.at;
        let name = self.identifier()?;
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let is_valid = |number: u32| number <= MAX_ARGUMENT && (name == "0" || !name.starts_with('0'));
        if is_number && !name.parse().is_ok_and(is_valid) {
            return Err((start, "the name or the number of an argument"));
        }
        self.skip_space();
        if self.eat('}') {
            return Ok(());
        }
        let at = self.at;
        if !self.eat(',') {
            return Err((at, "`,` or `}` after the name of an argument"));
        }
        self.skip_space();
        let at = self.at;
        let kind = self.take_while(|c| c.is_ascii_alphabetic());
        self.skip_space();
        if kind.is_empty() || kind.len() > MAX_NAME_LENGTH || !self.rest().starts_with([',', '}']) {
            return Err((at, "the type of an argument"));
        }
        let style = match kind.to_ascii_lowercase().as_str() {
            "plural" | "selectordinal" => Some(Style::Plural),
            "select" => Some(Style::Select),
            "choice" => Some(Style::Choice),
            _ => None,
        };
        if self.eat(',') {
            match style {
                Some(Style::Choice) => self.choices()?,
                Some(style) => self.branches(style).map(drop)?,
                None => self.simple_style()?,
            }
        } else if style.is_some() {
            return Err((self.at, "the branches of an argument"));
        }
        let at = self.at;
        if self.eat('}') { Ok(()) } else { Err((at, "a closing brace")) }
    }

    /// Consumes the style of a simple argument, up to its closing brace.
    fn simple_style(&mut self) -> Result<(), BranchError> {
        let (start, mut depth) = (self.at, 0);
        while let Some(c) = self.peek() {
            match c {
                '\'' => {
                    self.at += 1;
                    self.take_while(|c| c != '\'');
                }
                '{' => depth += 1,
                '}' if depth == 0 => {
                    let is_long = self.text.part(start..self.at).encode_utf16().count() > MAX_NAME_LENGTH;
                    return if is_long { Err((start, "a shorter style")) } else { Ok(()) };
                }
                '}' => depth -= 1,
                _ => {}
            }
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        Err((start, "a closing brace"))
    }

    /// Parses the branches of a choice, `0#none|1#one`, up to the closing brace of its argument.
    fn choices(&mut self) -> Result<(), BranchError> {
        loop {
            self.skip_space();
            self.number(Style::Choice)?;
            self.skip_space();
            let at = self.at;
            if !self.eat('#') && !self.eat('<') && !self.eat('≤') {
                return Err((at, "`#`, `<` or `≤`"));
            }
            self.message(Style::Choice, true)?;
            if !self.eat('|') {
                return Ok(());
            }
        }
    }
}

/// Appends the text of an argument: of two apostrophes one, of a single one nothing.
fn push_reduced(text: &str, out: &mut String) {
    let mut is_after_single = false;
    for c in text.chars() {
        let is_single = c == '\'' && !is_after_single;
        if !is_single {
            out.push(c);
        }
        is_after_single = is_single;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let pattern = MessagePattern::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
        pattern.branches.into_iter().map(|(_, message)| message.texts).collect()
    }

    /// The results of ICU 79.1.
    #[test]
    fn selectors_are_identifiers_and_numbers() {
        for selector in [
            "one",
            "man\u{AD}y",
            "\u{A0}one",
            "one\u{3000}",
            "😀",
            "one_two",
            "1",
            "=1",
            "=+1",
            "=-1",
            "=1.",
            "=.5",
            "=2e0",
            "offset",
            "=32768",
            "\u{85}one\u{2028}",
            "one\u{200E}",
        ] {
            assert_eq!(texts(&format!("{selector}{{a}}other{{b}}")), [["a"], ["b"]], "{selector:?}");
        }
        for selector in ["man-y", "one.two", "= 1", "=∞", "=1e", "=1=2", "=", "", "one two", "'one'", "=1+"] {
            assert!(MessagePattern::parse(&format!("{selector}{{a}}other{{b}}")).is_err(), "{selector:?}");
        }
    }

    /// The results of ICU 79.1.
    #[test]
    fn an_offset_precedes_the_branches() {
        for (text, offset) in [("offset:1", 1), ("offset: -2 ", -2), ("offset:+1e1", 10), ("offset:1.0", 1)] {
            assert_eq!(MessagePattern::parse(&format!("{text} other{{}}")).map(|pattern| pattern.offset), Ok(offset));
        }
        for text in ["offset:other{}", "offset :1other{}", "offset:1offset:1other{}", "other{}offset:1", "offset:1"] {
            assert!(MessagePattern::parse(text).is_err(), "{text}");
        }
        // Stated limits.
        assert!(
            MessagePattern::parse("offset:0.5other{}").is_err()
                && MessagePattern::parse("offset:1e300other{}").is_err()
        );
    }

    /// The results of ICU 79.1.
    #[test]
    fn messages_keep_quotes_and_arguments() {
        for (message, expected) in [
            ("'#' # ''x''", &["'#' ", " ''x''"][..]),
            ("'{' it's", &["'{' it's"]),
            ("x'}'y", &["x'}'y"]),
            ("{0}#{n,plural,other{#z}}", &["{0}", "{n,plural,other{#z}}"]),
            ("a{n,number,0''0}b", &["a{n,number,0'0}b"]),
            ("a{ 0 }", &["a{ 0 }"]),
            ("a{x,choice,0#p|1#q{n}'|'}", &["a{x,choice,0#p|1#q{n}|}"]),
            ("{x,SelectOrdinal,offset:.5 =1{}oth{'}'}}", &["{x,SelectOrdinal,offset:.5 =1{}oth{}}}"]),
            ("{x,date,{'}'}}", &["{x,date,{}}}"]),
            ("{a\u{AD}😀}\n", &["{a\u{AD}😀}\n"]),
            ("{0a}{x,select,other{#}}", &["{0a}{x,select,other{#}}"]),
        ] {
            assert_eq!(texts(&format!("other{{{message}}}")), [expected], "{message}");
        }
        for message in [
            "{}",
            "{x y}",
            "{00}",
            "{01}",
            "{32768}",
            "{x,}",
            "{x,plural}",
            "{x,plural,one{}}",
            "{x,choice,}",
            "{x,choice,0}",
            "{x,choice,0#a",
            "'",
            "'#",
            "{x,select,=1{}other{}}",
            "{x,select,q{}other{'#'}",
            "{",
            "}",
            "{x,date,'}",
            "{-}",
        ] {
            assert!(MessagePattern::parse(&format!("other{{{message}}}")).is_err(), "{message}");
        }
        let deep = |depth: usize| format!("other{}{{0}}{}", "{{x,select,other".repeat(depth), "}}".repeat(depth));
        assert!(MessagePattern::parse(&deep(90)).is_ok() && MessagePattern::parse(&deep(200)).is_err());
    }

    /// ICU searches for messages without number, quotes and arguments, and not for those of single numbers.
    #[test]
    fn plain_messages_of_keywords_are_searched() {
        let text = "=1{a}one{b}two{#}few{c'd}other{e{x,select,p{f}other{g}}h}many{i}";
        assert_eq!(
            MessagePattern::parse(text).map(|pattern| pattern.searched),
            Ok(["b", "f", "g", "i"].map(str::to_owned).to_vec())
        );
        let text = "other{a}x{{0,choice,0#b|1#c}}";
        assert_eq!(
            MessagePattern::parse(text).map(|pattern| pattern.searched),
            Ok(["a", "b", "c"].map(str::to_owned).to_vec())
        );
    }
}
