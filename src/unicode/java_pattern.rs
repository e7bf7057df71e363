//! Translates regular expressions in the syntax of `java.util.regex.Pattern` to that of `regex-automata`, with the
//! meaning that Java gives them: classes such as `\w` and `(?i)` are ASCII, `.` excludes all line terminators.
//!
//! What an automaton has no equivalent for is an error: look-around, back references, atomic groups and possessive
//! quantifiers, `\B`, `\G`, `\R`, `\X`, `(?m)`; and blocks (`\p{InGreek}`), Java's own properties
//! (`\p{javaLowerCase}`), and case beyond ASCII (`(?iu)`), which Java folds by rules of its own.
//!
//! Two meanings differ from Java's: `$` and `\Z` do not match before a final line terminator, and for `\b` a nonspacing
//! mark after a letter is no word character.

use crate::unicode::set::UnicodeSet;
use icu_properties::props::Script;
use icu_properties::{PropertyNamesLong, PropertyNamesShort, PropertyParser};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

/// The reason why a pattern has no translation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PatternError {
    /// What Java rejects, or an automaton cannot do, in words.
    Syntax(String),
    /// The translation is longer than [`MAX_LENGTH`].
    TooLong,
}

impl From<&str> for PatternError {
    fn from(reason: &str) -> PatternError {
        PatternError::Syntax(reason.to_owned())
    }
}

impl From<String> for PatternError {
    fn from(reason: String) -> PatternError {
        PatternError::Syntax(reason)
    }
}

/// Maximum length of a translation, in bytes: a property is a class of up to 15 KB.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// Translates a pattern.
///
/// # Errors
/// See [`PatternError`].
pub(crate) fn translated(pattern: &str) -> Result<String, PatternError> {
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

/// Replaces `\Q…\E` by escapes, as Java does before it reads the pattern.
fn without_quotations(pattern: &str) -> String {
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

/// Maximum number of classes inside of each other.
const MAX_DEPTH: usize = 100;

/// The embedded flags that change how a pattern is read.
#[derive(Clone, Copy, Default)]
struct Flags {
    /// `i`.
    ignore_case: bool,
    /// `u`, which is not supported with `i`.
    unicode_case: bool,
    /// `U`: classes such as `\w` include characters outside of ASCII.
    unicode_classes: bool,
    /// `s`.
    dot_all: bool,
    /// `d`: `\n` is the only line terminator.
    unix_lines: bool,
    /// `x`: white space and comments are ignored.
    comments: bool,
}

struct Translator<'p> {
    rest: Peekable<Chars<'p>>,
    flags: Flags,
    /// The flags outside of each open group.
    groups: Vec<Flags>,
    /// The names of groups.
    names: HashSet<String>,
    /// The classes of properties by name, and by the flags `i` and `U`: they are long and take long.
    properties: HashMap<(String, bool, bool), Option<String>>,
    /// Whether a quantifier may follow.
    can_repeat: bool,
    /// The number of open classes.
    depth: usize,
    out: String,
}

/// One item of a class, or an escape.
enum Item {
    Literal(char),
    /// A class: a part of the translation that may be inside of another class.
    Class(String),
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

    fn atom(&mut self, translation: &str) {
        self.out.push_str(translation);
        self.can_repeat = true;
    }

    fn literal(&mut self, c: char) {
        let has_case = self.flags.ignore_case && c.is_ascii_alphabetic();
        let either = || format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        self.atom(&if has_case { either() } else { escaped(c) });
    }

    /// Whether the flag `x` ignores a character; skips a comment that it starts.
    fn is_comment(&mut self, c: char) -> bool {
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

    fn skip_comments(&mut self) {
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
                _ => return Err("unknown flag or kind of group".into()),
            }
            next = self.rest.next();
        }
    }

    /// An escape outside of classes, after its backslash.
    fn escape(&mut self) -> Result<(), PatternError> {
        match self.rest.peek() {
            Some('A') => self.assertion(r"\A"),
            Some('z' | 'Z') => self.assertion(r"\z"),
            Some('b') if !self.flags.unicode_classes => self.assertion(r"(?-u:\b)"),
            Some(c @ ('B' | 'G' | 'R' | 'X' | 'b')) => return Err(format!("`\\{c}` is not supported").into()),
            Some('1'..='9' | 'k') => return Err("back references are not supported".into()),
            _ => match self.escaped_item()? {
                Item::Literal(c) => self.literal(c),
                Item::Class(class) => self.atom(&class),
            },
        }
        Ok(())
    }

    fn assertion(&mut self, translation: &str) {
        self.rest.next();
        self.atom(translation);
    }

    /// A class, after its bracket.
    fn class(&mut self) -> Result<String, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("classes are nested more than {MAX_DEPTH} times").into());
        }
        let mut class = String::from("[");
        if self.rest.next_if_eq(&'^').is_some() {
            class.push('^');
        }
        let mut is_empty = true;
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
                    continue;
                }
                '\\' => self.escaped_item()?,
                c => Item::Literal(c),
            };
            is_empty = false;
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

    /// An escape that is a character or a class, after its backslash.
    fn escaped_item(&mut self) -> Result<Item, PatternError> {
        let c = self.rest.next().ok_or("the pattern ends with a backslash")?;
        let class = |class: &str| Ok(Item::Class(class.to_owned()));
        match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' if self.flags.unicode_classes => {
                let name = match c.to_ascii_lowercase() {
                    'd' => "Digit",
                    's' => "Space",
                    _ => WORD,
                };
                self.class_of_property(name, c.is_ascii_uppercase()).map(Item::Class)
            }
            'd' => class("[0-9]"),
            'D' => class("[^0-9]"),
            's' => class(r"[ \t\n\x{B}\f\r]"),
            'S' => class(r"[^ \t\n\x{B}\f\r]"),
            'w' => class("[a-zA-Z_0-9]"),
            'W' => class("[^a-zA-Z_0-9]"),
            'h' => class(r"[ \t\x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}]"),
            'H' => class(r"[^ \t\x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}]"),
            'v' => class(r"[\n\x{B}\f\r\x{85}\x{2028}\x{2029}]"),
            'V' => class(r"[^\n\x{B}\f\r\x{85}\x{2028}\x{2029}]"),
            'p' | 'P' => self.property(c == 'P').map(Item::Class),
            _ => self.escaped_character(c).map(Item::Literal),
        }
    }

    fn escaped_character(&mut self, c: char) -> Result<char, PatternError> {
        Ok(match c {
            'a' => '\u{7}',
            'e' => '\u{1B}',
            'f' => '\u{C}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => self.octal()?,
            'x' if self.rest.next_if_eq(&'{').is_some() => {
                let digits: String = std::iter::from_fn(|| self.rest.next_if(char::is_ascii_hexdigit)).collect();
                let is_closed = self.rest.next() == Some('}');
                character(if is_closed { u32::from_str_radix(&digits, 16).ok() } else { None })?
            }
            'x' => character(self.hexadecimal(2))?,
            'u' => self.utf16()?,
            'c' => match self.rest.next() {
                Some('#' | ' ' | '\t'..='\r') if self.flags.comments => {
                    return Err("`\\c` before a comment is not supported".into());
                }
                c => character(c.map(|c| u32::from(c) ^ 0x40))?,
            },
            _ if c.is_ascii_alphanumeric() => return Err(format!("`\\{c}` is not supported").into()),
            _ => c,
        })
    }

    /// `\0`, then one to three octal digits, of which the first one is below 4 if there are three.
    fn octal(&mut self) -> Result<char, PatternError> {
        let (mut value, mut count) = (0, 0);
        while count < 2 || count == 2 && value < 0o40 {
            let Some(digit) = self.rest.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) else { break };
            (value, count) = (value * 8 + digit, count + 1);
        }
        character((count > 0).then_some(value))
    }

    fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        (0..count).try_fold(0, |value, _| Some(value * 16 + self.rest.next()?.to_digit(16)?))
    }

    /// `\u` and four digits: a code unit of UTF-16, or two of them for a supplementary character.
    fn utf16(&mut self) -> Result<char, PatternError> {
        let first = self.hexadecimal(4);
        let mut ahead = self.rest.clone();
        if first.is_some_and(|unit| (0xD800..0xDC00).contains(&unit))
            && (ahead.next(), ahead.next()) == (Some('\\'), Some('u'))
        {
            self.rest = ahead;
            let units = [first, self.hexadecimal(4)].map(|unit| unit.unwrap_or(0) as u16);
            return char::decode_utf16(units).next().and_then(Result::ok).ok_or_else(no_character);
        }
        character(first)
    }

    /// A property, after `\p` or `\P`.
    fn property(&mut self, is_negated: bool) -> Result<String, PatternError> {
        let first = self.rest.next().ok_or("a property has no name")?;
        let mut name = String::from(first);
        if first == '{' {
            name = std::iter::from_fn(|| self.rest.next_if(|c| *c != '}')).collect();
            self.rest.next().ok_or("a property has no closing brace")?;
        }
        self.class_of_property(&name, is_negated)
    }

    fn class_of_property(&mut self, name: &str, is_negated: bool) -> Result<String, PatternError> {
        let flags = self.flags;
        let key = (name.to_owned(), flags.ignore_case, flags.unicode_classes);
        let class = self.properties.entry(key).or_insert_with(|| property(name, flags));
        match class {
            Some(class) if is_negated => Ok(format!("[^{class}]")),
            Some(class) => Ok(class.clone()),
            None => Err(format!("the property `{name}` is not supported").into()),
        }
    }
}

/// The class of a property.
fn property(name: &str, flags: Flags) -> Option<String> {
    if let Some((key, value)) = name.split_once('=') {
        return match key.to_ascii_lowercase().as_str() {
            "sc" | "script" => script(value),
            "gc" | "general_category" => category(value, flags),
            _ => None,
        };
    }
    if let Some(name) = name.strip_prefix("Is") {
        return category(name, flags).or_else(|| binary(name, flags)).or_else(|| script(name));
    }
    category(name, flags).or_else(|| posix(name, flags))
}

fn category(name: &str, flags: Flags) -> Option<String> {
    const CATEGORIES: &str = " C Cc Cf Cn Co L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm \
                              So Z Zl Zp Zs ";
    let is_category = !name.contains(' ') && CATEGORIES.contains(&format!(" {name} "));
    match name {
        _ if !is_category => None,
        "Lu" | "Ll" | "Lt" if flags.ignore_case => class_of(CASED),
        _ => class_of(&format!(r"[\p{{gc={name}}}]")),
    }
}

/// The class of a script by its name or code, in any case.
fn script(name: &str) -> Option<String> {
    let script = PropertyParser::<Script>::new().get_loose(name)?;
    let long = PropertyNamesLong::<Script>::new().get(script)?;
    let code = PropertyNamesShort::<Script>::new().get(script)?;
    let is_name = [long, code].into_iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_name { class_of(&format!(r"[\p{{sc={code}}}]")) } else { None }
}

/// The class of a binary property of Unicode.
fn binary(name: &str, flags: Flags) -> Option<String> {
    class_of(match name.to_ascii_uppercase().as_str() {
        "LOWERCASE" | "UPPERCASE" | "TITLECASE" if flags.ignore_case => r"[\p{Lowercase}\p{Uppercase}\p{Lt}]",
        "ALPHABETIC" => r"[\p{Alphabetic}]",
        "IDEOGRAPHIC" => r"[\p{Ideographic}]",
        "LETTER" => r"[\p{L}]",
        "LOWERCASE" => r"[\p{Lowercase}]",
        "UPPERCASE" => r"[\p{Uppercase}]",
        "TITLECASE" => r"[\p{Lt}]",
        "PUNCTUATION" => r"[\p{P}]",
        "CONTROL" => r"[\p{Cc}]",
        "WHITE_SPACE" | "WHITESPACE" => WHITE_SPACE,
        "DIGIT" => DIGITS,
        "HEX_DIGIT" | "HEXDIGIT" => r"[\p{Nd}\p{Hex_Digit}]",
        "ASSIGNED" => r"[\P{Cn}]",
        _ => return None,
    })
}

/// The class of a name of POSIX, which is ASCII without the flag `U`, or of Java.
fn posix(name: &str, flags: Flags) -> Option<String> {
    class_of(match (name, flags.unicode_classes) {
        ("Lower" | "Upper", true) if flags.ignore_case => r"[\p{Lowercase}\p{Uppercase}\p{Lt}]",
        ("Lower" | "Upper", false) if flags.ignore_case => "[a-zA-Z]",
        ("LC", _) => CASED,
        ("LD", _) => r"[\p{L}\p{Nd}]",
        ("L1", _) => r"[\u0000-\u00FF]",
        ("all" | "ALL", _) => r"[\p{Any}]",
        ("ASCII", _) => r"[\p{ASCII}]",
        ("Lower", false) => "[a-z]",
        ("Upper", false) => "[A-Z]",
        ("Alpha", false) => "[a-zA-Z]",
        ("Digit", false) => "[0-9]",
        ("Alnum", false) => "[a-zA-Z0-9]",
        ("Punct", false) => r"[[!-~]-[a-zA-Z0-9]]",
        ("Graph", false) => "[!-~]",
        ("Print", false) => r"[\u0020-~]",
        ("Blank", false) => r"[\u0020\t]",
        ("Cntrl", false) => r"[\u0000-\u001F\u007F]",
        ("XDigit", false) => "[0-9a-fA-F]",
        ("Space", false) => r"[\u0020\u0009-\u000D]",
        ("Lower", true) => r"[\p{Lowercase}]",
        ("Upper", true) => r"[\p{Uppercase}]",
        ("Alpha", true) => r"[\p{Alphabetic}]",
        ("Digit", true) => DIGITS,
        ("Alnum", true) => r"[\p{Alphabetic}\p{Nd}]",
        ("Punct", true) => r"[\p{P}]",
        ("Cntrl", true) => r"[\p{Cc}]",
        ("XDigit", true) => r"[\p{Nd}\p{Hex_Digit}]",
        ("Space", true) => WHITE_SPACE,
        (WORD, _) => WORD_CHARACTERS,
        _ => return None,
    })
}

/// Cased letters, as sets of UTS #18 like all patterns for [`class_of`].
const CASED: &str = r"[\p{Lu}\p{Ll}\p{Lt}]";
const DIGITS: &str = r"[\p{Nd}]";
const WHITE_SPACE: &str = r"[\p{White_Space}]";
/// The name here of the class `\w` with the flag `U`, which no property has.
const WORD: &str = r"\w";
/// The word characters of UTS #18, annex C.
const WORD_CHARACTERS: &str = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200C\u200D]";

/// The code points of a UnicodeSet as a class, so that all components have one version of Unicode.
fn class_of(set: &str) -> Option<String> {
    let set = UnicodeSet::parse(set).ok()?;
    let mut class = String::from("[");
    for (first, last) in set.ranges() {
        // Surrogates are in no term.
        for (first, last) in [(first, last.min(0xD7FF)), (first.max(0xE000), last)] {
            if first <= last {
                let _ = write!(class, "\\x{{{first:X}}}-\\x{{{last:X}}}");
            }
        }
    }
    class.push(']');
    // The empty class is not a class for the engine.
    (class.len() > 2).then_some(class)
}

/// The translation of a literal character, inside and outside of classes.
fn escaped(c: char) -> String {
    if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\x{{{:X}}}", u32::from(c)) }
}

fn character(code: Option<u32>) -> Result<char, PatternError> {
    code.and_then(char::from_u32).ok_or_else(no_character)
}

fn no_character() -> PatternError {
    "an escape that is not that of a character is not supported".into()
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
