//! Collation rules: rejected or accepted, settings, sort keys; collators of locales with keywords (`Collations.java`).

use crate::{Kind, Verdict};
use unic_analysis::unicode::collate::{Collator, CollatorScratch, Strength};

#[derive(Default)]
pub(crate) struct Collations {
    collator: Option<Result<Collator, String>>,
    state: CollatorScratch,
}

impl Kind for Collations {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        match fields {
            ["rules", rules, answer, expected] => {
                self.open(Collator::from_rules(rules).map_err(|error| error.to_string()), answer, expected)
            }
            ["locale", _, tag, answer, expected] => {
                let opened = Collator::open(tag).map_err(|error| error.to_string());
                self.open(opened.map(|opened| opened.collator), answer, expected)
            }
            ["key", text, expected] => match &self.collator {
                Some(Ok(collator)) => {
                    let hex = |key: &[u8]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
                    let units: Vec<u16> = text.encode_utf16().collect();
                    let wide = hex(collator.key(&units, &mut self.state));
                    let narrow = hex(collator.key(text.as_bytes(), &mut self.state));
                    if wide == narrow {
                        Verdict::of(&wide, expected)
                    } else {
                        Verdict::Different(format!("UTF-8 {narrow} UTF-16 {wide}"))
                    }
                }
                _ => Verdict::Skipped,
            },
            _ => panic!("a row of no known kind"),
        }
    }
}

impl Collations {
    fn open(&mut self, collator: Result<Collator, String>, answer: &str, expected: &str) -> Verdict {
        let collator = self.collator.insert(collator);
        match (&*collator, answer) {
            (Ok(collator), "taken") => Verdict::of(&settings(collator), expected),
            (Ok(_), _) if expected.contains("colReorder=others") => Verdict::Stated("`others` in `kr` is taken"),
            _ => Verdict::of_refusal(collator, answer),
        }
    }
}

/// In the notation of `Collations.settings`.
fn settings(collator: &Collator) -> String {
    let settings = collator.settings();
    let codes: Vec<u32> = collator.reorder_codes().iter().map(|code| code.number()).collect();
    let strength = match settings.strength {
        Strength::Identical => 15, // `Collator.IDENTICAL`
        strength => strength as u32,
    };
    format!(
        "{strength} {} {} {} {} {} {} {codes:?}",
        ["non-ignorable", "shifted"][settings.alternate as usize],
        settings.case_level,
        ["off", "lower", "upper"][settings.case_first as usize],
        settings.numeric,
        settings.backwards,
        settings.max_variable as u32
    )
}
