//! Plural rules (LDML part 3, "Language Plural Rules") for integers.

use std::sync::OnceLock;

use crate::unicode::locale::{LocaleId, shorter_ids};
use crate::unicode::sorted_lines::SortedLines;

/// The lines of the table, by locale.
static TABLE: SortedLines = SortedLines::new(include_str!("../../../data/spell/plurals.tsv"));

/// The keywords of plural rules.
pub(super) const KEYWORDS: [&str; 6] = ["other", "zero", "one", "two", "few", "many"];

/// Keywords of integers below this are in a table.
const SMALL: u64 = 100;

/// The plural rules of one kind of a locale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PluralRules {
    rules: Vec<PluralRule>,
    /// The keywords of small integers, computed at their first use.
    small: OnceLock<Vec<u8>>,
}

/// A rule: its keyword and its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PluralRule {
    /// The index in [`KEYWORDS`].
    keyword: usize,
    /// Alternatives, of one of which all relations must hold.
    alternatives: Vec<Vec<Relation>>,
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
    pub(super) fn of(id: &LocaleId, kind: PluralKind) -> PluralRules {
        let base = id.base();
        let line = shorter_ids(&base).chain(["root"]).find_map(|id| TABLE.get(&[id]));
        let (cardinal, ordinal) = line.and_then(|line| line.split_once('\t')).unwrap_or(("", ""));
        PluralRules::parse(if kind == PluralKind::Cardinal { cardinal } else { ordinal })
    }

    fn parse(text: &'static str) -> PluralRules {
        let rule = |rule: &'static str| {
            let (keyword, condition) = rule.split_once(':')?;
            let keyword = KEYWORDS.iter().position(|known| *known == keyword.trim())?;
            let all = |all: &'static str| all.split(" and ").filter_map(Relation::parse).collect();
            Some(PluralRule { keyword, alternatives: condition.split(" or ").map(all).collect() })
        };
        PluralRules { rules: text.split(';').filter_map(rule).collect(), small: OnceLock::new() }
    }

    /// The keyword of an integer.
    pub(super) fn select(&self, number: u64) -> &'static str {
        KEYWORDS.get(self.keyword(number)).copied().unwrap_or("other")
    }

    /// The keyword of an integer, as an index in [`KEYWORDS`].
    #[inline]
    pub(super) fn keyword(&self, number: u64) -> usize {
        if number >= SMALL {
            return self.find(number);
        }
        let small = self.small.get_or_init(|| (0..SMALL).map(|number| self.find(number) as u8).collect());
        small.get(number as usize).map_or(0, |keyword| usize::from(*keyword))
    }

    fn find(&self, number: u64) -> usize {
        let integer = integer_operand(number);
        let holds = |alternatives: &[Vec<Relation>]| {
            alternatives.iter().any(|all| all.iter().all(|relation| relation.holds(number, integer)))
        };
        self.rules.iter().find(|rule| holds(&rule.alternatives)).map_or(0, |rule| rule.keyword)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_choose_keywords() {
        let select = |id: &str, kind, number| PluralRules::of(&LocaleId::parse(id), kind).select(number);
        let slavic = [1, 2, 5, 11, 21, 22, 112].map(|number| select("ru", PluralKind::Cardinal, number));
        assert_eq!(slavic, ["one", "few", "many", "many", "one", "few", "many"]);
        let english = [1, 2, 3, 4, 11, 22].map(|number| select("en_IN", PluralKind::Ordinal, number));
        assert_eq!(english, ["one", "two", "few", "other", "other", "two"]);
        assert_eq!(select("xx", PluralKind::Cardinal, 1), "other");
        // The shortest digits of the double are 3038584892865996300; the double nearest to the last 18 of them ends
        // in 304.
        assert_eq!(select("af", PluralKind::Ordinal, 3_038_584_892_865_996_288), "few");
        assert_eq!(select("af", PluralKind::Ordinal, 999_999_999_999_999_944), "other");
    }

    #[test]
    fn every_rule_of_the_table_is_parsed() {
        for (locale, line) in TABLE.lines().filter_map(|line| line.split_once('\t')) {
            let conditions: usize =
                line.split('\t').flat_map(|rules| rules.split(';')).filter(|rule| !rule.trim().is_empty()).count();
            let relations: usize = line.matches('=').count();
            let parsed: Vec<PluralRules> = line.split('\t').map(PluralRules::parse).collect();
            assert_eq!(parsed.iter().map(|rules| rules.rules.len()).sum::<usize>(), conditions, "{locale}");
            let read = parsed
                .iter()
                .flat_map(|rules| &rules.rules)
                .flat_map(|rule| &rule.alternatives)
                .map(Vec::len)
                .sum::<usize>();
            assert_eq!(read, relations, "{locale}");
        }
    }
}
