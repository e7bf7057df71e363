//! Compares what locales inherit with the results of ICU4J (`Locales.java`).

use crate::{Kind, Verdict};
use unic_analysis::unicode::collate::Collator;
use unic_analysis::unicode::segment::{BreakKind, LineStrictness, shipped_rules};
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch};

pub(crate) struct Locales;

/// The numbers of `Locales.java`.
const NUMBERS: [i64; 16] = [0, 1, 2, 3, 5, 7, 8, 11, 12, 21, 22, 80, 101, 1000, 1234, 1_000_000];

impl Kind for Locales {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        match fields {
            ["decimals", id, rules, expected] => {
                let format = of_rules(rules, id);
                let numbers = ["-1234567", "9876543.25", "-9223372036854775808"].map(Number::parse);
                let others = [f64::INFINITY, f64::NAN].map(|number| Some(Number::from_f64(number)));
                let numbers = numbers.into_iter().chain(others).map(|number| number.expect("a number"));
                let found: Vec<String> = numbers.map(|number| write(&format, &number)).collect();
                Verdict::of(&found.join(" "), expected)
            }
            ["parsed", id, rules, text, expected] => {
                let found = of_rules(rules, id).read(text, false, &mut Scratch::default());
                let found = found.map_or("-".to_owned(), |found| format!("{:?}", found.value));
                Verdict::of(&found, &expected.replace("1.234567E6", "1234567.0"))
            }
            ["plurals", id, rules, expected] => {
                let format = of_rules(rules, id);
                let found: String = NUMBERS.iter().map(|number| write(&format, &Number::from(*number))).collect();
                Verdict::of(&found, expected)
            }
            ["collation", id, expected] => {
                let opened = Collator::open(id).expect("an id without values");
                Verdict::of(&opened.locale, expected)
            }
            ["boundaries", id, kind, expected] => {
                let kind = match *kind {
                    "grapheme" => BreakKind::Grapheme,
                    "word" => BreakKind::Word,
                    "line" => BreakKind::Line(LineStrictness::Default),
                    "sentence" => BreakKind::Sentence,
                    _ => BreakKind::Title,
                };
                let (found, expected_rules) = (kind.rules(id), shipped_rules(expected));
                let is_same = matches!((found, expected_rules), (Some(a), Some(b)) if std::ptr::eq(a, b));
                if is_same { Verdict::Same } else { Verdict::Different("other rules".to_owned()) }
            }
            ["number rules", id, group, expected] => {
                let group = RuleSetGroup::from_name(group).expect("a group");
                let format = RuleBasedNumberFormat::open(id, group).format;
                let mut found = format.rule_sets().collect::<Vec<_>>().join(" ");
                for number in NUMBERS {
                    found = found + "\n" + &write(&format, &Number::from(number));
                }
                found = found + "\n" + &write(&format, &Number::parse("-21.5").expect("a number"));
                Verdict::of(&found, expected)
            }
            _ => panic!("a row of no known kind"),
        }
    }
}

fn of_rules(rules: &str, locale: &str) -> RuleBasedNumberFormat {
    RuleBasedNumberFormat::from_rules(rules, locale).expect("well-formed rules")
}

fn write(format: &RuleBasedNumberFormat, number: &Number) -> String {
    let mut out = String::new();
    format.write(number, &mut out).map_or_else(|error| error.to_string(), |()| out)
}
