//! Break rules: rejected or accepted, segments with their statuses; the rules of locales (`Breaks.java`).

#[path = "../../../tests/support/segments.rs"]
mod segments;

use crate::{Kind, Verdict};
use unic_analysis::unicode::rule_text::{Limits, RuleError};
use unic_analysis::unicode::segment::{BreakKind, BreakRules, SentenceExceptions};

#[derive(Default)]
pub(crate) struct Breaks {
    rules: Option<Result<BreakRules, RuleError>>,
    has_supplementary: bool,
}

impl Kind for Breaks {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        match fields {
            ["rules", rules, answer, _] => {
                self.has_supplementary = rules.chars().any(|c| c > '\u{FFFF}');
                let compiled = self.rules.insert(BreakRules::compile(rules, &Limits::default()));
                Verdict::of_refusal(compiled, answer)
            }
            ["by rules", _, "depends on earlier searches"] => {
                Verdict::Stated("ICU uses positions of look-ahead marks that earlier searches and texts have left")
            }
            ["by rules", text, expected] => match &self.rules {
                Some(Ok(rules)) => match Verdict::of(&in_both_encodings(rules, text), expected) {
                    Verdict::Different(_) if self.has_supplementary => {
                        Verdict::Stated("ICU4J cuts a supplementary character outside of sets to 16 bits")
                    }
                    verdict => verdict,
                },
                _ => Verdict::Skipped,
            },
            ["locale", kind, locale, text, expected] => {
                let kind = match *kind {
                    "word" => BreakKind::Word,
                    "sentence" => BreakKind::Sentence,
                    "grapheme" => BreakKind::Grapheme,
                    "title" => BreakKind::Title,
                    _ => BreakKind::line_of(locale, None, None),
                };
                let rules = kind.rules(locale).expect("all kinds have rules");
                let exceptions = SentenceExceptions::of_locale(locale).filter(|_| matches!(kind, BreakKind::Sentence));
                let units: Vec<u16> = text.encode_utf16().collect();
                Verdict::of(&segments::in_both_encodings(rules, exceptions, &units), expected)
            }
            _ => panic!("a row of no known kind"),
        }
    }
}

fn in_both_encodings(rules: &BreakRules, text: &str) -> String {
    segments::in_both_encodings(rules, None, &text.encode_utf16().collect::<Vec<_>>())
}
