//! Parses decimal numbers in texts of rules, as leniently as ICU's `DecimalFormat` does there.
//!
//! The parts of a number are matched one after the other, each as often as it may occur:
//!
//! ```text
//! repeat until nothing matches at the position:
//!     before a number:  a sign, which may be repeated; NaN; digits with separators
//!     after a number:   the suffix of the pattern, an exponent
//!     anywhere:         infinity, which replaces the number; ignorable characters
//! ```

use crate::unicode::part::StrPart;

use super::decimal_pattern::DecimalPattern;
use super::symbols::{Symbols, digit_value};

const MINUS: &str = "-\u{2010}\u{2011}‒–⁻₋−➖﹣－";
const PLUS: &str = "+⁺₊➕﬩﹢＋";
const APPROXIMATELY: &str = "~∼≃≈約";
/// Accepted in all locales, besides their own names of infinity.
const INFINITY: char = '∞';
/// Commas and full stops that a number may start with, and those that it may not.
const COMMAS: [&str; 2] = [",٫⹁︐﹐，", "،、︑﹑､"];
const PERIODS: [&str; 2] = [".․﹒．｡", "。︒"];
const OTHER_SEPARATORS: &str = " \u{A0}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}\u{3000}'ʼ՚٬᾽᾿‘’＇";

/// All strings that may contain letters of decimal numbers besides digits and suffixes.
pub(super) fn names_and_signs(symbols: &Symbols) -> [&str; 9] {
    let Symbols { infinity, not_a_number, exponent, decimal, grouping, minus, .. } = *symbols;
    [infinity, not_a_number, exponent, decimal, grouping, minus, MINUS, PLUS, APPROXIMATELY]
}

/// Characters that the parser of decimal numbers skips: white space, bidirectional controls, variation selectors.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\t' | ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
        || is_bidi_control(c)
        || matches!(c, '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Bidi_Control (UAX #9).
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Parses a decimal number at the start of a text, with the suffix of a pattern if it follows: returns the value and
/// the number of bytes. Without a pattern, digits may be grouped.
pub(super) fn parse_decimal(text: &str, symbols: &Symbols, pattern: Option<&DecimalPattern>) -> Option<(f64, usize)> {
    let mut parser = DecimalParser {
        text,
        symbols,
        separators: Separators::new(symbols, pattern.is_none_or(DecimalPattern::is_grouped)),
        at: 0,
        end: 0,
        negative: false,
        digits: None,
        is_infinite: false,
        is_not_a_number: false,
        has_exponent: false,
        suffix: pattern.filter(|pattern| !pattern.suffix().is_empty()),
    };
    while parser.match_part() {}
    parser.result()
}

struct DecimalParser<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    separators: Separators<'a>,
    /// The offset of the next part.
    at: usize,
    /// The end of the last part that is not ignorable.
    end: usize,
    negative: bool,
    /// Digits in ASCII, and the power of ten that they are multiplied by.
    digits: Option<(String, i64)>,
    is_infinite: bool,
    is_not_a_number: bool,
    has_exponent: bool,
    /// The pattern whose suffix has not been matched.
    suffix: Option<&'a DecimalPattern>,
}

impl DecimalParser<'_> {
    /// Matches one part; `false` if there is none.
    fn match_part(&mut self) -> bool {
        let rest = self.text.part(self.at..);
        let Some(c) = rest.chars().next() else { return false };
        let is_first = self.digits.is_none() && !self.is_infinite && !self.is_not_a_number;
        if let Some(pattern) = self.suffix.filter(|_| !is_first)
            && self.match_suffix(pattern.suffix())
        {
            self.negative |= pattern.has_minus();
            self.suffix = None;
            return true;
        }
        if is_first && [MINUS, PLUS, APPROXIMATELY].iter().any(|set| set.contains(c)) {
            self.negative |= MINUS.contains(c);
            return self.accept(c.len_utf8());
        }
        if is_first && let Some(length) = starts_with_ignoring_case(rest, self.symbols.not_a_number) {
            self.is_not_a_number = true;
            return self.accept(length);
        }
        let infinity = starts_with_ignoring_case(rest, self.symbols.infinity);
        if !self.is_infinite
            && let Some(length) = infinity.or_else(|| (c == INFINITY).then_some(c.len_utf8()))
        {
            self.is_infinite = true;
            return self.accept(length);
        }
        if is_ignorable(c) {
            self.at += c.len_utf8();
            return true;
        }
        if is_first && self.separators.may_start(c) && self.match_digits() {
            return true;
        }
        !is_first && !self.has_exponent && self.match_exponent()
    }

    /// Matches a suffix, whose ignorable characters are any number of them in the text (ICU: `AffixPatternMatcher`).
    fn match_suffix(&mut self, suffix: &str) -> bool {
        let (start, mut at, mut end) = (self.at, self.at, self.end);
        for (offset, c) in suffix.char_indices() {
            let rest = self.text.part(at..);
            if is_ignorable(c) {
                at += rest.len() - rest.trim_start_matches(is_ignorable).len();
                continue;
            }
            let expected = suffix.part(offset..offset + c.len_utf8());
            let Some(length) = starts_with_ignoring_case(rest, expected) else { return false };
            at += length;
            end = at;
        }
        (self.at, self.end) = (at, end);
        at > start
    }

    fn accept(&mut self, length: usize) -> bool {
        self.at += length;
        self.end = self.at;
        true
    }

    /// Matches digits and separators (ICU: `DecimalMatcher.match`).
    fn match_digits(&mut self) -> bool {
        let (text, start, separators) = (self.text, self.at, &self.separators);
        let mut at = start;
        let mut digits = String::new();
        let mut fraction_digits = 0;
        let (mut grouping, mut decimal) = (None, None);
        let mut before = Group { offset: 0, start: GroupStart::Validated, digits: 0 };
        // ICU moves back to the start of the text, not of the number, if the first group is empty.
        let mut group = Group { offset: 0, start: GroupStart::Number, digits: 0 };
        while let Some(c) = text.part(at..).chars().next() {
            if let Some(value) = digit_value(c, separators.other_digits.as_ref()) {
                digits.push(char::from(b'0' + value));
                group.digits += 1;
                fraction_digits += i64::from(decimal.is_some());
                at += c.len_utf8();
                continue;
            }
            let Some(found) = separators.kind(c, &mut grouping, &mut decimal) else { break };
            if group.start == GroupStart::Decimal && found == GroupStart::Grouping
                || !before.is_valid()
                || found == GroupStart::Decimal && !group.is_valid()
            {
                break;
            }
            let start_before = if found == GroupStart::Decimal { GroupStart::Validated } else { group.start };
            before = Group { start: start_before, ..group };
            // Adjacent separators count as one.
            let offset = if group.digits > 0 { at } else { group.offset };
            group = Group { offset, start: found, digits: 0 };
            at += c.len_utf8();
        }
        if group.start != GroupStart::Decimal && group.digits == 0 {
            // Separators at the end.
            at = group.offset;
            group = before;
            before = Group { offset: 0, start: GroupStart::Number, digits: 1 };
        }
        if digits.is_empty() {
            return false;
        }
        // Groups of one digit are no part of the number.
        let mut removed = 0;
        if !before.is_valid() {
            (at, removed) = (before.offset, before.digits + group.digits);
        } else if !group.is_valid() && (before.start != GroupStart::Number || before.digits != 0) {
            (at, removed) = (group.offset, group.digits);
        }
        digits.truncate(digits.len().saturating_sub(removed));
        self.digits = Some((digits, -fraction_digits));
        (self.at, self.end) = (at, at);
        at != start
    }

    /// Matches an exponent after a number, with at most one bidirectional control before its sign and one after.
    fn match_exponent(&mut self) -> bool {
        let Some(symbol_length) = starts_with_ignoring_case(self.text.part(self.at..), self.symbols.exponent) else {
            return false;
        };
        let after_control = |at: usize| {
            let control = self.text.part(at..).chars().next().filter(|c| is_bidi_control(*c));
            at + control.map_or(0, char::len_utf8)
        };
        let mut at = after_control(self.at + symbol_length);
        let Some((negative, length)) = self.sign_of_exponent(at) else { return false };
        at = after_control(at + length);
        let mut value = 0_i64;
        let first = at;
        while let Some(c) = self.text.part(at..).chars().next()
            && let Some(digit) = digit_value(c, self.separators.other_digits.as_ref())
        {
            value = value.saturating_mul(10).saturating_add(digit.into());
            at += c.len_utf8();
        }
        if at == first {
            return false;
        }
        if let Some((_, exponent)) = &mut self.digits {
            *exponent = exponent.saturating_add(if negative { -value } else { value });
        }
        self.has_exponent = true;
        (self.at, self.end) = (at, at);
        true
    }

    /// Whether the exponent at an offset has a minus sign, and the length of its sign. `None` if it starts like a sign
    /// of the locale (`\u{200E}-`), but does not have it.
    fn sign_of_exponent(&self, at: usize) -> Option<(bool, usize)> {
        let rest = self.text.part(at..);
        let Some(c) = rest.chars().next() else { return Some((false, 0)) };
        if MINUS.contains(c) || PLUS.contains(c) {
            return Some((MINUS.contains(c), c.len_utf8()));
        }
        for (sign, negative) in [(self.symbols.minus, true), (self.symbols.plus, false)] {
            if sign.starts_with(c) {
                return rest.starts_with(sign).then_some((negative, sign.len()));
            }
        }
        Some((false, 0))
    }

    /// The value and the length of the number.
    fn result(self) -> Option<(f64, usize)> {
        let value = match self.digits {
            _ if self.end == 0 => return None,
            _ if self.is_not_a_number => return Some((f64::NAN, self.end)),
            _ if self.is_infinite => f64::INFINITY,
            Some((digits, exponent)) => format!("0{digits}e{exponent}").parse().ok()?,
            None => return None,
        };
        Some((if self.negative { -value } else { value }, self.end))
    }
}

/// What a group of digits starts with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupStart {
    Number,
    Grouping,
    Decimal,
    /// The group is valid, since a decimal separator follows it.
    Validated,
}

#[derive(Clone, Copy)]
struct Group {
    /// The offset of its separator.
    offset: usize,
    start: GroupStart,
    digits: usize,
}

impl Group {
    fn is_valid(self) -> bool {
        self.start != GroupStart::Grouping || self.digits != 1
    }
}

/// The separators and digits that a pattern accepts.
struct Separators<'s> {
    /// The locale's decimal separator.
    decimal: &'s str,
    /// The decimal separators that are equivalent to the locale's one.
    decimals: Equivalents,
    grouping: &'s str,
    groupings: Equivalents,
    is_grouped: bool,
    /// The digits besides decimal digits.
    other_digits: Option<[char; 10]>,
}

/// The characters that are equivalent to a separator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Equivalents {
    Commas,
    Periods,
    /// Commas, full stops and other separators.
    All,
    /// The first character of the separator only.
    One(Option<char>),
}

impl Equivalents {
    fn contains(self, c: char) -> bool {
        let among = |sets: [&str; 2]| sets.iter().any(|set| set.contains(c));
        match self {
            Equivalents::Commas => among(COMMAS),
            Equivalents::Periods => among(PERIODS),
            Equivalents::All => among(COMMAS) || among(PERIODS) || OTHER_SEPARATORS.contains(c),
            Equivalents::One(one) => one == Some(c),
        }
    }
}

impl<'s> Separators<'s> {
    fn new(symbols: &'s Symbols, is_grouped: bool) -> Separators<'s> {
        let of = |separator: &str, sets: &[Equivalents]| {
            let mut characters = separator.chars();
            let first = characters.next();
            let only = first.filter(|_| characters.next().is_none());
            let found = only.and_then(|only| sets.iter().find(|set| set.contains(only)));
            found.copied().unwrap_or(Equivalents::One(first))
        };
        Separators {
            decimal: symbols.decimal,
            decimals: of(symbols.decimal, &[Equivalents::Commas, Equivalents::Periods]),
            grouping: symbols.grouping,
            groupings: of(symbols.grouping, &[Equivalents::All]),
            is_grouped,
            other_digits: symbols.other_digits(),
        }
    }

    /// Whether digits with separators may start with a character.
    fn may_start(&self, c: char) -> bool {
        let is_common = |set| !matches!(set, Equivalents::One(_));
        digit_value(c, self.other_digits.as_ref()).is_some()
            || if self.other_digits.is_none() && is_common(self.decimals) && is_common(self.groupings) {
                Equivalents::All.contains(c) && ![COMMAS, PERIODS].iter().any(|[_, others]| others.contains(c))
            } else {
                self.decimals.contains(c) || self.groupings.contains(c)
            }
    }

    /// The kind of a separator, after the given grouping and decimal separators, of which a number has one each. The
    /// locale's own separators have precedence over equivalent ones.
    fn kind(&self, c: char, grouping: &mut Option<char>, decimal: &mut Option<char>) -> Option<GroupStart> {
        let mut is_decimal = decimal.is_none() && self.decimal.starts_with(c);
        let may_group = |decimal: &Option<char>| self.is_grouped && grouping.is_none() && decimal.is_none();
        if is_decimal {
            *decimal = Some(c);
        }
        let mut is_grouping = *grouping == Some(c) || may_group(decimal) && self.grouping.starts_with(c);
        if !is_grouping && decimal.is_none() && self.decimals.contains(c) {
            (is_decimal, *decimal) = (true, Some(c));
        }
        is_grouping |= may_group(decimal) && self.groupings.contains(c);
        if is_grouping {
            *grouping = Some(c);
        }
        match (is_grouping, is_decimal) {
            (true, _) => Some(GroupStart::Grouping),
            (false, true) => Some(GroupStart::Decimal),
            _ => None,
        }
    }
}

/// The number of bytes of `name` at the start of the text, compared by simple case folding; `None` if it is not there
/// or empty.
pub(super) fn starts_with_ignoring_case(text: &str, name: &str) -> Option<usize> {
    let mut length = 0;
    let mut characters = text.chars();
    for wanted in name.chars() {
        let c = characters.next()?;
        if super::lenient::fold(c) != super::lenient::fold(wanted) {
            return None;
        }
        length += c.len_utf8();
    }
    (length > 0).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::locale::LocaleId;

    fn symbols(locale: &str) -> Symbols {
        Symbols::of(&LocaleId::parse(locale))
    }

    #[test]
    fn infinity_has_a_name_and_a_character() {
        for (text, value, length) in
            [("INF", f64::INFINITY, 3), ("inf", f64::INFINITY, 3), ("∞", f64::INFINITY, 3), ("-∞", -f64::INFINITY, 4)]
        {
            assert_eq!(parse_decimal(text, &symbols("en-US-POSIX"), None), Some((value, length)), "{text}");
        }
    }

    #[test]
    fn suffixes_of_patterns_are_parsed() {
        let read = |text: &str, pattern: &str| {
            let pattern = DecimalPattern::parse(pattern).unwrap();
            parse_decimal(text, &symbols("en"), Some(&pattern)).unwrap()
        };
        for (text, pattern, value, length) in [
            ("11:x", "0:", 11.0, 3),
            ("1 1 ST", "0st", 1.0, 1),
            ("11 ST", "0st", 11.0, 5),
            ("11 x", "0:", 11.0, 2),
            ("11-", "0-", -11.0, 3),
            ("-11-", "0-", -11.0, 4),
            ("11-", "0'-'", 11.0, 3),
            ("15e15e", "0e", 15.0, 3),
            ("15e15", "0", 15e15, 5),
            ("15e2st", "0st", 1500.0, 6),
            ("11 x", "0 ", 11.0, 2),
            ("11x", "0 x", 11.0, 3),
            ("11 \u{A0}x", "0 x", 11.0, 6),
            ("11 x", "0x ", 11.0, 4),
        ] {
            assert_eq!(read(text, pattern), (value, length), "{text} {pattern}");
        }
    }

    /// As ICU 79.1 parses ordinals of Urdu, whose minus sign is U+200E and `-`.
    #[test]
    fn exponents_have_one_bidirectional_control_before_and_after_their_sign() {
        for (text, value, length) in [
            ("3e\u{200E}2", 300.0, 6),
            ("3e\u{2066}2", 300.0, 6),
            ("3e\u{61C}-2", 0.03, 6),
            ("3e-\u{200E}2", 0.03, 7),
            ("3e\u{200E}\u{200E}-2", 0.03, 10),
            ("3e\u{200E}\u{200E}+2", 3.0, 1),
            ("3e\u{200E}+2", 300.0, 7),
            ("3e\u{200E}\u{200E}2", 3.0, 1),
            ("3e-\u{200E}\u{200E}2", 3.0, 1),
            ("3e\u{200E}", 3.0, 1),
            ("3e 2", 3.0, 1),
            ("3e\u{FE0F}2", 3.0, 1),
            ("3\u{FE0F}e2", 300.0, 6),
        ] {
            assert_eq!(parse_decimal(text, &symbols("ur"), None), Some((value, length)), "{text:?}");
        }
        assert_eq!(parse_decimal("3e\u{200E}\u{200E}2", &symbols("de"), None), Some((300.0, 9)));
    }

    #[test]
    fn decimals_in_rules_are_parsed_leniently() {
        let read = |text: &str| parse_decimal(text, &symbols("en"), None);
        for (text, value, length) in [
            ("1,234", 1234.0, 5),
            ("12,34", 1234.0, 5),
            ("1,2,3", 1.0, 1),
            ("1,,23", 123.0, 5),
            ("1,00.5", 100.5, 6),
            ("1,0.5", 1.0, 1),
            ("1,.5", 1.5, 4),
            ("5 .3", 5.3, 4),
            ("1 ,.5", 1.0, 1),
            ("1 2 .5", 1.0, 1),
            ("1,", 1.0, 1),
            ("1.", 1.0, 2),
            ("1E-2", 0.01, 4),
            ("--5", -5.0, 3),
            (",5", 5.0, 2),
            (",5.5", 5.0, 2),
            (",5E1", 50.0, 4),
            (",12.5", 12.5, 5),
            (",,12,", 12.0, 4),
            (",,.5", 0.5, 4),
            ("-.5", -0.5, 3),
            ("5 000", 5000.0, 5),
            ("1e", 1.0, 1),
            ("\u{2010}8", -8.0, 4),
            ("~8", 8.0, 2),
            ("\u{FE0F}1\u{FE0E}", 1.0, 4),
            ("1\u{61C}.5", 1.0, 1),
            ("9\u{2BC}51", 951.0, 5),
            ("⹁136", 136.0, 6),
            ("1。5", 1.5, 5),
            ("6∞e2", f64::INFINITY, 6),
            ("6e 2", 6.0, 1),
            ("-∞", f64::NEG_INFINITY, 4),
        ] {
            assert_eq!(read(text), Some((value, length)), "{text}");
        }
        // The Arabic decimal separator and the comma are equivalent, but the comma separates groups.
        assert_eq!(parse_decimal("١,٢٣٤,٥٦٧٫٥", &symbols("az-u-nu-arab"), None), Some((1_234_567.5, 20)));
        assert_eq!(parse_decimal("一,二三四.五", &symbols("zh-u-nu-hanidec"), None), Some((1234.5, 17)));
        assert!(
            [".", "", "x", "..5", "-", ",,5", "-,,5", ",5,", ",5,000", ",.", "。5", "、5"]
                .iter()
                .all(|text| read(text).is_none())
        );
    }
}
