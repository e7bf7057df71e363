//! Compares number rules with the results of ICU4J (`Spell.java`): prints the first different rows of each kind, and
//! counts.

use crate::{FAILED, Kind, Verdict, fnv};
use unic_analysis::unicode::rule_text::RuleError;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch, WriteError};

#[derive(Default)]
pub(crate) struct Spell {
    locale_and_rules: String,
    format: Option<Result<RuleBasedNumberFormat, RuleError>>,
    /// Rule sets, those whose numbers all round-trip here and in ICU, and such numbers.
    sets: [usize; 3],
    back: [usize; 2],
}

impl Kind for Spell {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        if let ["rules" | "refused" | "own write" | "own read", locale, rules, ..] = fields {
            let key = format!("{locale} {rules}");
            if self.locale_and_rules != key {
                self.locale_and_rules = key;
                self.format = Some(RuleBasedNumberFormat::from_rules(rules, locale));
            }
        }
        match (fields, &self.format) {
            (["hash", locale, group, set, start, hash], _) => of_hash((locale, group, set), start, hash),
            (["write", locale, group, set, number, expected], _) => {
                compare_written(&open(locale, group), Some(set), number, expected)
            }
            (["double", locale, group, set, number, expected], _) => {
                let number: f64 = number.parse().expect("a double");
                let plain = format!("{number}");
                let format = open(locale, group);
                if plain.contains('.') && number.abs() < 1e15 {
                    compare_written(&format, Some(set), &plain, expected)
                } else {
                    Verdict::of(&write(&format, Some(set), &Number::from_f64(number)), expected)
                }
            }
            (["read", locale, group, mode, text, expected], _) => {
                read(&open(locale, group), *locale == "pl", mode, text, expected)
            }
            (["back", locale, group, set, count], _) => {
                let (here, icu) = (came_back(&open(locale, group), set), count.parse::<usize>().expect("a count"));
                for (sum, more) in self.sets.iter_mut().zip([true, here == NUMBERS, icu == NUMBERS]) {
                    *sum += usize::from(more);
                }
                self.back[0] += here;
                self.back[1] += icu;
                Verdict::of(&here.to_string(), count)
            }
            (["refused", ..], Some(format)) => Verdict::of_refusal(format, "refused"),
            (["rules", .., names], Some(Ok(format))) => {
                Verdict::of(&format.rule_sets().collect::<Vec<_>>().join(" "), names)
            }
            (["rules", ..], Some(Err(error))) if error.found.contains("calls itself endlessly") => {
                Verdict::Stated("a rule set that never ends")
            }
            (["rules", ..], Some(Err(error))) if error.found.contains("inside the plural branches") => {
                Verdict::Stated("a substitution inside of plural branches")
            }
            (["rules", ..], Some(Err(error))) if error.found.contains("overlap") => {
                Verdict::Stated("overlapping substitutions")
            }
            (["rules", ..], Some(Err(error)))
                if error.found.contains("is not a decimal pattern")
                    && error.found.contains(|c| matches!(c, '1'..='9' | '%' | '‰' | '¤' | 'E' | '@' | '*')) =>
            {
                Verdict::Stated(
                    "what is not supported in a decimal pattern: a rounding increment, `%`, an exponent, `@`, `*`",
                )
            }
            (["rules", ..], Some(Err(error))) if error.found.starts_with("the plural branches end after") => {
                Verdict::Stated("ICU4J takes the start of the word `other` for it")
            }
            (["rules", ..], Some(Err(error))) => Verdict::Different(error.to_string()),
            (["own write", .., number, expected], Some(Ok(format))) => compare_written(format, None, number, expected),
            (["own read", _, rules, mode, text, expected], Some(Ok(format))) => {
                read(format, rules.contains("<<;"), mode, text, expected)
            }
            (["own write" | "own read", ..], _) => Verdict::Skipped,
            _ => panic!("a row of no known kind"),
        }
    }

    fn summary(&self) -> Option<String> {
        let ([sets, all_here, all_icu], [here, icu]) = (self.sets, self.back);
        let numbers = sets * NUMBERS;
        Some(format!(
            "read back as written, 0 to {} of {sets} rule sets: all of {all_here} sets here, of {all_icu} in ICU; of {numbers} numbers {here} here, {icu} in ICU",
            NUMBERS - 1
        ))
    }
}

/// The number of numbers that are formatted and parsed per rule set.
const NUMBERS: usize = 300;

fn open(locale: &str, group: &str) -> std::sync::Arc<RuleBasedNumberFormat> {
    RuleBasedNumberFormat::open(locale, RuleSetGroup::from_name(group).expect("a group")).format
}

fn write(format: &RuleBasedNumberFormat, set: Option<&str>, number: &Number) -> String {
    let mut out = String::new();
    let Ok(set) = format.rule_set(set.unwrap_or("")) else { return "there is no such rule set".to_owned() };
    match format.write_by(set, number, &mut out) {
        Ok(()) => out,
        Err(WriteError::TooDeep | WriteError::TooLong | WriteError::NoRule { .. }) => FAILED.to_owned(),
    }
}

fn compare_written(format: &RuleBasedNumberFormat, set: Option<&str>, number: &str, expected: &str) -> Verdict {
    let found = write(format, set, &Number::parse(number).expect("a number"));
    if found == expected || !number.contains('.') {
        return Verdict::of(&found, expected);
    }
    let (whole, _) = number.split_once('.').expect("a fraction");
    let value = number.parse::<f64>().expect("a double").abs();
    // ICU subtracts the whole part from a double, or the remainder of one.
    let divisors = [2f64, 5.0, 10.0].into_iter().flat_map(|radix| (0..20).map(move |exponent| radix.powi(exponent)));
    let is_expected = |divisor: f64| {
        let rest = value % divisor;
        let fraction = format!("{}", if divisor == 1.0 { value.fract() } else { rest });
        let Some((_, digits)) = fraction.split_once('.') else { return false };
        let number = Number::parse(&format!("{whole}.{digits}"));
        // A rule set that formats the number may format its remainder after that.
        number.is_some_and(|number| is_start_and_end(expected, &found, &write(format, set, &number)))
    };
    if divisors.into_iter().any(is_expected) {
        return Verdict::Stated("ICU subtracts from doubles: 1.7 has a fraction of 0.69999999999999996");
    }
    Verdict::of(&found, expected)
}

/// Whether a text consists of a start of one text and an end of another one.
fn is_start_and_end(text: &str, one: &str, other: &str) -> bool {
    let common = text.bytes().zip(one.bytes()).take_while(|(a, b)| a == b).count();
    let at_end = text.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    common + at_end >= text.len()
}

fn of_hash((locale, group, set): (&str, &str, &str), start: &str, expected: &str) -> Verdict {
    let format = open(locale, group);
    let start: i64 = start.parse().expect("a number");
    let written = |number| write(&format, Some(set), &Number::from(number)) + "\n";
    Verdict::of(&fnv(&(start..start + 1000).map(written).collect::<String>()), expected)
}

/// `has_zeros`: fractions may have leading zeros in words.
fn read(format: &RuleBasedNumberFormat, has_zeros: bool, mode: &str, text: &str, expected: &str) -> Verdict {
    let found = format.read(text, mode == "lenient", &mut Scratch::default());
    let is_expected = match (found, expected.split_once(' ')) {
        (None, _) => matches!(expected, "-" | FAILED),
        (Some(found), Some((value, length))) => {
            let value: f64 = value.parse().expect("a double");
            let units = text[..found.length].encode_utf16().count();
            let is_shorter = length.parse().is_ok_and(|length: usize| length < units);
            if has_zeros && is_shorter && value == found.value && value.fract() != 0.0 {
                return Verdict::Stated("ICU does not count the leading zeros of a numerator");
            }
            (value == found.value || value.is_nan() && found.value.is_nan()) && units.to_string() == length
        }
        (Some(_), None) => expected == FAILED,
    };
    if is_expected { Verdict::Same } else { Verdict::Different(format!("{found:?}")) }
}

fn came_back(format: &RuleBasedNumberFormat, set: &str) -> usize {
    let mut scratch = Scratch::default();
    let mut comes_back = |number: &usize| {
        let text = write(format, Some(set), &Number::from(*number as i64));
        let found = format.read(&text, false, &mut scratch);
        found.is_some_and(|found| found.length == text.len() && found.value == *number as f64)
    };
    (0..NUMBERS).filter(|number| comes_back(number)).count()
}
