//! The translation of a pattern: literals, groups and quantifiers.

use super::error::{MAX_LENGTH, PatternError};
use super::flags::Flags;
use super::quotation::without_quotations;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

/// Translates a pattern.
///
/// # Errors
/// See [`PatternError`].
pub(crate) fn translated(pattern: &str) -> Result<String, PatternError> {
    if pattern.len() > MAX_LENGTH {
        return Err(PatternError::TooLong);
    }
    let pattern = without_quotations(pattern);
    let mut translator = Translator {
        rest: pattern.chars().peekable(),
        flags: Flags::default(),
        groups: Vec::new(),
        names: HashSet::new(),
        properties: HashMap::new(),
        can_repeat: false,
        depth: 0,
        out: String::with_capacity(2 * pattern.len()),
    };
    translator.pattern()?;
    Ok(translator.out)
}

pub(super) struct Translator<'p> {
    pub(super) rest: Peekable<Chars<'p>>,
    pub(super) flags: Flags,
    /// The flags outside of each open group.
    groups: Vec<Flags>,
    /// The names of groups.
    names: HashSet<String>,
    /// The classes of properties by name, and by the flags `i` and `U`: they are long and take long.
    pub(super) properties: HashMap<(String, bool, bool), Option<String>>,
    /// Whether a quantifier may follow.
    can_repeat: bool,
    /// The number of open classes.
    pub(super) depth: usize,
    out: String,
}

impl Translator<'_> {
    fn pattern(&mut self) -> Result<(), PatternError> {
        while let Some(c) = self.rest.next() {
            if self.out.len() > MAX_LENGTH {
                return Err(PatternError::TooLong);
            }
            match c {
                _ if self.is_comment(c) => {}
                '\\' => self.escape()?,
                '[' => {
                    let class = self.class()?;
                    self.atom(&class);
                }
                '(' => self.open_group()?,
                ')' => {
                    self.flags = self.groups.pop().ok_or("unmatched `)`")?;
                    self.atom(")");
                }
                '.' => self.atom(match self.flags {
                    Flags { dot_all: true, .. } => r"[\x{0}-\x{10FFFF}]",
                    Flags { unix_lines: true, .. } => r"[^\n]",
                    _ => r"[^\n\r\x{85}\x{2028}\x{2029}]",
                }),
                '^' | '$' => self.atom(if c == '^' { r"\A" } else { r"\z" }),
                '|' => {
                    self.can_repeat = false;
                    self.out.push('|');
                }
                '*' | '+' | '?' | '{' => self.quantifier(c)?,
                _ => self.literal(c),
            }
        }
        if self.groups.is_empty() { Ok(()) } else { Err("unclosed group".into()) }
    }

    pub(super) fn atom(&mut self, translation: &str) {
        self.out.push_str(translation);
        self.can_repeat = true;
    }

    pub(super) fn literal(&mut self, c: char) {
        let has_case = self.flags.ignore_case && c.is_ascii_alphabetic();
        let either = || format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        self.atom(&if has_case { either() } else { escaped(c) });
    }

    /// Whether the flag `x` ignores a character; skips a comment that it starts.
    pub(super) fn is_comment(&mut self, c: char) -> bool {
        if !self.flags.comments {
            return false;
        }
        if c == '#' {
            let is_unix = self.flags.unix_lines;
            let ends = |c| c == '\n' || !is_unix && matches!(c, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
            while self.rest.next_if(|&c| !ends(c)).is_some() {}
        }
        matches!(c, '#' | ' ' | '\t'..='\r')
    }

    pub(super) fn skip_comments(&mut self) {
        while let Some(&c) = self.rest.peek()
            && self.flags.comments
            && matches!(c, '#' | ' ' | '\t'..='\r')
        {
            self.rest.next();
            self.is_comment(c);
        }
    }

    fn quantifier(&mut self, c: char) -> Result<(), PatternError> {
        // Java applies a brace that follows no atom to the empty string.
        match (self.can_repeat, c) {
            (true, _) => {}
            (false, '{') => self.out.push_str("(?:)"),
            (false, _) => return Err(format!("nothing precedes the quantifier `{c}`").into()),
        }
        self.out.push(c);
        if c == '{' {
            let mut bounds = String::new();
            while let Some(c) = self.rest.next_if(|c| c.is_ascii_digit() || *c == ',') {
                bounds.push(c);
            }
            let is_valid = bounds.starts_with(|c: char| c.is_ascii_digit()) && bounds.matches(',').count() < 2;
            if !is_valid || self.rest.next() != Some('}') {
                return Err("illegal repetition".into());
            }
            let _ = write!(self.out, "{bounds}}}");
        }
        self.skip_comments();
        if self.rest.next_if_eq(&'+').is_some() {
            return Err("possessive quantifiers are not supported".into());
        }
        if self.rest.next_if_eq(&'?').is_some() {
            self.out.push('?');
        }
        self.can_repeat = false;
        Ok(())
    }

    /// The part of a group from its parenthesis to its content; flags without a group end with the group around them.
    fn open_group(&mut self) -> Result<(), PatternError> {
        let outside = self.flags;
        let mut kind = String::new();
        self.skip_comments();
        if self.rest.next_if_eq(&'?').is_some() {
            kind.extend(self.rest.next());
            if kind == "<" {
                kind.extend(self.rest.next());
            }
            match kind.as_str() {
                ":" => {}
                "=" | "!" | "<=" | "<!" => return Err("look-around is not supported".into()),
                ">" => return Err("atomic groups are not supported".into()),
                name if name.starts_with('<') => self.group_name(&kind)?,
                _ => {
                    if self.set_flags(&kind)? == ')' {
                        self.can_repeat = false;
                        return Ok(());
                    }
                }
            }
        }
        self.groups.push(outside);
        // No group is captured.
        self.out.push_str("(?:");
        self.can_repeat = false;
        Ok(())
    }

    fn group_name(&mut self, start: &str) -> Result<(), PatternError> {
        let mut name = start.strip_prefix('<').unwrap_or_default().to_owned();
        while let Some(c) = self.rest.next_if(char::is_ascii_alphanumeric) {
            name.push(c);
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || self.rest.next() != Some('>') {
            return Err("a group has a malformed name".into());
        }
        let duplicate = format!("two groups have the name `{name}`");
        if self.names.insert(name) { Ok(()) } else { Err(duplicate.into()) }
    }

    /// Sets the flags that start with `first`; returns the character after them, `:` or `)`.
    fn set_flags(&mut self, first: &str) -> Result<char, PatternError> {
        let (mut value, mut next) = (true, first.chars().next());
        loop {
            match next {
                Some('-') if value => value = false,
                Some('i') => self.flags.ignore_case = value,
                Some('u') => self.flags.unicode_case = value,
                Some('U') => (self.flags.unicode_classes, self.flags.unicode_case) = (value, value),
                Some('s') => self.flags.dot_all = value,
                Some('d') => self.flags.unix_lines = value,
                Some('x') => self.flags.comments = value,
                Some('m') => return Err("the flag `m` is not supported".into()),
                Some(':' | ')') if self.flags.ignore_case && self.flags.unicode_case => {
                    return Err("the flag `i` together with `u` or `U` is not supported".into());
                }
                Some(end @ (':' | ')')) => return Ok(end),
                _ => return Err("a flag or kind of group is not supported".into()),
            }
            self.skip_comments();
            next = self.rest.next();
        }
    }
}

/// The translation of a literal character, inside and outside of classes.
pub(super) fn escaped(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\x{{{:X}}}", u32::from(c)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_keep_the_meaning_of_java() {
        for (pattern, expected) in [
            (r"c\+\+|\d{2,}?", r"c\x{2B}\x{2B}|[0-9]{2,}?"),
            ("(?i)aß", r"[aA]\x{DF}"),
            ("((?i)a)a", "(?:[aA])a"),
            ("(?i)[a-c_]", r"[a-cA-C\x{5F}-\x{5F}]"),
            (r"[^\w-]", r"[^[a-zA-Z_0-9]\x{2D}-\x{2D}]"),
            (r"[a-z&&[^b]]", "[a-z&&[^b-b]]"),
            (r"\Qa.b\E+", r"a\x{2E}b+"),
            (r"\uD83D\uDE00\x41\0101", r"\x{1F600}AA"),
            (r"\P{Digit}\p{IsOgham}", r"[^[\x{30}-\x{39}]][\x{1680}-\x{169C}]"),
            ("(?x) a b # c\n d", "abd"),
        ] {
            assert_eq!(translated(pattern), Ok(expected.to_owned()), "{pattern}");
        }
    }

    #[test]
    fn what_java_rejects_or_an_automaton_lacks_is_an_error() {
        for pattern in [
            "a++",
            "a*+",
            "(?>a)",
            "(?=a)",
            "(?<!a)",
            r"(a)\1",
            "*a",
            "a**",
            "(a",
            "a)",
            "[a",
            "[]",
            "[b-a]",
            "a{",
            "a{x}",
            r"\B",
            r"\X",
            r"\y",
            r"\p{InGreek}",
            r"\p{Latin}",
            r"\p{javaLowerCase}",
            "(?m)a",
            "[a&&]",
            "(?<n>a)(?<n>b)",
            "(?iu)a",
            "(?--i)",
            r"\p{IsLa_tin}",
            r"\p{IsHrkt}",
            r"\c",
            r"\u12",
            r"\",
            "(?y)",
        ] {
            assert!(translated(pattern).is_err(), "{pattern}");
        }
        for (commented, plain) in [("(?x)a + ?", "a+?"), ("(?x)( ?:a)", "(?:a)"), ("(?x)(?i : a)", "(?i:a)")] {
            assert_eq!(translated(commented), translated(plain), "{commented}");
        }
        for pattern in ["[abc&&[b]&c]", "[a-c&&[ab]&[c]]"] {
            assert!(translated(pattern).is_err(), "{pattern}");
        }
        assert!(translated(&"[".repeat(1 << 20)).is_err());
        for long in [r"\pL".repeat(1 << 18), format!("[{}]", r"\pL".repeat(1 << 18)), "\u{e9}".repeat(1 << 18)] {
            assert_eq!(translated(&long), Err(PatternError::TooLong));
        }
    }

    proptest! {
        /// Java's own answers: `tools/icu-differential/run patterns`.
        #[test]
        fn translations_are_accepted(pattern in r"([a-c()\[\]{}*+?|^&-]|\\[QEpPwdx0-9]|\(\?[ix:]|\{L\}){0,12}") {
            if let Ok(translation) = translated(&pattern) {
                let parsed = regex_automata::meta::Regex::new(&translation);
                let is_syntax = parsed.as_ref().is_err_and(|error| error.syntax_error().is_some());
                prop_assert!(!is_syntax, "{} {}", pattern, translation);
            }
        }
    }
}
