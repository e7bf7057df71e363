//! Plural rules (LDML part 3, "Language Plural Rules") for integers, and the plural branches `$(cardinal,one{…}other{…})$` in
//! number rules.

use crate::unicode::part::StrPart;
use once_cell::sync::{Lazy, OnceCell};
use std::collections::BTreeMap;

use super::symbols::{by_locale, nearest};
use crate::unicode::locale::LocaleId;

static TABLE: Lazy<BTreeMap<&'static str, &'static str>> =
    Lazy::new(|| by_locale(include_str!("../../../data/spell/plurals.tsv")));

/// The keywords of plural rules.
pub(super) const KEYWORDS: [&str; 6] = ["other", "zero", "one", "two", "few", "many"];

/// Keywords of integers below this are in a table.
const LOW: u64 = 100;

/// The plural rules of one kind of a locale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PluralRules {
    /// The keyword (index in [`KEYWORDS`]) and the alternatives of its condition, in each of which all relations must hold.
    rules: Vec<(usize, Vec<Vec<Relation>>)>,
    /// The keywords of small integers, computed at their first use.
    low: OnceCell<Vec<u8>>,
}

/// `n % modulus = ranges`, or `!=`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Relation {
    operand: Operand,
    modulus: Option<u64>,
    negated: bool,
    ranges: Vec<(u64, u64)>,
}

/// The operand of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// `n`
    Value,
    /// `i`
    Integer,
    /// `v`, `w`, `f`, `t`, `c`, `e`: 0 for integers.
    Zero,
}

/// The power of ten that the operand `i` does not reach in ICU.
const MAX_INTEGER: u64 = 1_000_000_000_000_000_000;

/// The operand `i` of a double: from 10^18 on, ICU uses the last 18 of its shortest decimal digits.
fn integer_operand(number: u64) -> u64 {
    if number < MAX_INTEGER {
        return number;
    }
    let digits = format!("{}", number as f64);
    digits.parse::<u64>().map_or(number, |shortest| (shortest % MAX_INTEGER) as f64 as u64)
}

/// The kinds of plural rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PluralKind {
    Cardinal,
    Ordinal,
}

impl PluralRules {
    /// The rules of a locale.
    pub(super) fn of(id: &LocaleId, alias: Option<&str>, kind: PluralKind) -> PluralRules {
        let (cardinal, ordinal) = nearest(&TABLE, id, alias).split_once('\t').unwrap_or(("", ""));
        PluralRules::parse(if kind == PluralKind::Cardinal { cardinal } else { ordinal })
    }

    fn parse(text: &'static str) -> PluralRules {
        let rule = |rule: &'static str| {
            let (keyword, condition) = rule.split_once(':')?;
            let keyword = KEYWORDS.iter().position(|known| *known == keyword.trim())?;
            let all = |all: &'static str| all.split(" and ").filter_map(Relation::parse).collect();
            Some((keyword, condition.split(" or ").map(all).collect()))
        };
        PluralRules { rules: text.split(';').filter_map(rule).collect(), low: OnceCell::new() }
    }

    /// The keyword of an integer.
    pub(super) fn select(&self, number: u64) -> &'static str {
        KEYWORDS.get(self.keyword(number)).copied().unwrap_or("other")
    }

    /// The keyword of an integer, as an index in [`KEYWORDS`].
    #[inline]
    pub(super) fn keyword(&self, number: u64) -> usize {
        if number >= LOW {
            return self.find(number);
        }
        let low = self.low.get_or_init(|| (0..LOW).map(|number| self.find(number) as u8).collect());
        low.get(number as usize).map_or(0, |keyword| usize::from(*keyword))
    }

    fn find(&self, number: u64) -> usize {
        let integer = integer_operand(number);
        let holds = |alternatives: &[Vec<Relation>]| {
            alternatives.iter().any(|all| all.iter().all(|relation| relation.holds(number, integer)))
        };
        self.rules.iter().find(|(_, alternatives)| holds(alternatives)).map_or(0, |(keyword, _)| *keyword)
    }
}

impl Relation {
    fn parse(text: &str) -> Option<Relation> {
        let (left, right) = text.split_once('=')?;
        let negated = left.trim_end().ends_with('!');
        let left = left.trim_end_matches(['!', ' ']).trim();
        let (operand, modulus) = match left.split_once('%') {
            Some((operand, modulus)) => (operand.trim(), Some(modulus.trim().parse().ok()?)),
            None => (left, None),
        };
        let range = |range: &str| {
            let (first, last) = range.trim().split_once("..").unwrap_or((range.trim(), range.trim()));
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        let ranges = right.split(',').map(range).collect::<Option<Vec<_>>>()?;
        let operand = match operand {
            "n" => Operand::Value,
            "i" => Operand::Integer,
            _ => Operand::Zero,
        };
        Some(Relation { operand, modulus, negated, ranges })
    }

    fn holds(&self, number: u64, integer: u64) -> bool {
        let operand = match self.operand {
            Operand::Value => number,
            Operand::Integer => integer,
            Operand::Zero => 0,
        };
        let value = self.modulus.map_or(operand, |modulus| operand.checked_rem(modulus).unwrap_or(0));
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&value)) != self.negated
    }
}

/// The branches of a rule: `one{…}other{…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branches {
    pub(super) kind: PluralKind,
    offset: u64,
    /// The selectors (`=5`, `one`) with their messages, in the order of the rule.
    branches: Vec<(String, String)>,
}

/// The maximum nesting depth of branches.
const MAX_DEPTH: usize = 100;

impl Branches {
    /// Parses branches; an error has the offset and what is expected there.
    pub(super) fn parse(kind: PluralKind, text: &str) -> Result<Branches, (usize, &'static str)> {
        let mut branches = Branches { kind, offset: 0, branches: Vec::new() };
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
        Ok(branches)
    }

    fn message(&self, selector: &str) -> Option<&str> {
        self.branches.iter().find(|(own, _)| own == selector).map(|(_, message)| message.as_str())
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

    /// The messages by keyword (index in [`KEYWORDS`]), if there are no branches for single numbers and all messages are plain
    /// text.
    pub(super) fn plain_messages(&self) -> Option<[&str; KEYWORDS.len()]> {
        let is_plain =
            |(selector, message): &(String, String)| !selector.starts_with('=') && !message.contains(['#', '\'']);
        let other = self.message("other")?;
        (self.offset == 0 && self.branches.iter().all(is_plain))
            .then(|| KEYWORDS.map(|keyword| self.message(keyword).unwrap_or(other)))
    }

    /// The messages of keywords, in order, which parsing searches for.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
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
    for (place, byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            // An apostrophe starts a quote only before a character that can be quoted.
            b'\'' if quoted || matches!(bytes.get(place + 1), Some(b'{' | b'}' | b'#' | b'|')) => quoted = !quoted,
            _ if quoted => {}
            b'{' if depth == MAX_DEPTH => return None,
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(place),
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

    #[test]
    fn rules_choose_keywords() {
        let select = |id: &str, kind, number| PluralRules::of(&LocaleId::parse(id), None, kind).select(number);
        let slavic = [1, 2, 5, 11, 21, 22, 112].map(|number| select("ru", PluralKind::Cardinal, number));
        assert_eq!(slavic, ["one", "few", "many", "many", "one", "few", "many"]);
        let english = [1, 2, 3, 4, 11, 22].map(|number| select("en_IN", PluralKind::Ordinal, number));
        assert_eq!(english, ["one", "two", "few", "other", "other", "two"]);
        assert_eq!(select("xx", PluralKind::Cardinal, 1), "other");
        // The shortest digits of the double are 3038584892865996300; the double nearest to the last 18 of them ends in 304.
        assert_eq!(select("af", PluralKind::Ordinal, 3_038_584_892_865_996_288), "few");
        assert_eq!(select("af", PluralKind::Ordinal, 999_999_999_999_999_944), "other");
    }

    #[test]
    fn every_rule_of_the_table_is_parsed() {
        for (locale, line) in TABLE.iter() {
            let conditions: usize =
                line.split('\t').flat_map(|rules| rules.split(';')).filter(|rule| !rule.trim().is_empty()).count();
            let relations: usize = line.matches('=').count();
            let parsed: Vec<PluralRules> = line.split('\t').map(PluralRules::parse).collect();
            assert_eq!(parsed.iter().map(|rules| rules.rules.len()).sum::<usize>(), conditions, "{locale}");
            let read = parsed.iter().flat_map(|rules| &rules.rules).flat_map(|(_, or)| or).map(Vec::len).sum::<usize>();
            assert_eq!(read, relations, "{locale}");
        }
    }

    #[test]
    fn branches_are_parsed() {
        let rules = PluralRules::of(&LocaleId::parse("en"), None, PluralKind::Cardinal);
        let branches = Branches::parse(PluralKind::Cardinal, "=3 {three} one{'#' one}other {# x}").unwrap();
        let written = |number| {
            let mut out = String::new();
            let (message, number) = branches.choose(number, &rules);
            write_message(message, &mut out, |out| out.push_str(&number.to_string()));
            out
        };
        assert_eq!([written(1), written(2), written(3)], ["# one", "2 x", "three"]);
        for text in ["one{a}", "one{a", "other", "=x{a}other{b}", "{a}other{b}"] {
            assert!(Branches::parse(PluralKind::Ordinal, text).is_err(), "{text}");
        }
    }
}
