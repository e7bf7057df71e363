//! Escapes: characters, classes and assertions.

use super::error::PatternError;
use super::property::{WORD, property};
use super::translator::Translator;

/// One item of a class, or an escape.
pub(super) enum Item {
    Literal(char),
    /// A class: a part of the translation that may be inside of another class.
    Class(String),
}

impl Translator<'_> {
    /// An escape outside of classes, after its backslash.
    pub(super) fn escape(&mut self) -> Result<(), PatternError> {
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

    /// An escape that is a character or a class, after its backslash.
    pub(super) fn escaped_item(&mut self) -> Result<Item, PatternError> {
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

fn character(code: Option<u32>) -> Result<char, PatternError> {
    code.and_then(char::from_u32).ok_or_else(no_character)
}

fn no_character() -> PatternError {
    "an escape that is not that of a character is not supported".into()
}
