//! Collation rules: rejected or accepted, settings, sort keys; collators of locales with keywords (`Collations.java`).

use crate::components::Components;
use crate::{Kind, Verdict};
use unic_analysis::unicode::collate::{
    Alternate, CaseFirst, Collator, CollatorScratch, MaxVariable, ReorderCode, Strength,
};

#[derive(Default)]
pub(crate) struct Collations {
    collator: Option<Result<Collator, String>>,
    state: CollatorScratch,
    components: Option<Components>,
}

impl Kind for Collations {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        match fields {
            ["rules", rules, answer, expected] => {
                self.components = Some(Components::keys(&[("rules", rules)]));
                self.open(Collator::from_rules(rules).map_err(|error| error.to_string()), answer, expected)
            }
            ["locale", _, tag, answer, expected] => {
                let opened = Collator::open(tag).map_err(|error| error.to_string());
                self.components = Some(Components::keys(&[("locale", tag)]));
                self.open(opened.map(|opened| opened.collator), answer, expected)
            }
            ["options", _, tag, options, expected] => {
                let mut collator = Collator::open(tag).expect("a locale of ICU").collator;
                set_options(&mut collator, options);
                self.components = component(tag, options);
                self.open(Ok(collator), "taken", expected)
            }
            ["block", before, start, after, expected] => {
                let Some(Ok(collator)) = &self.collator else { return Verdict::Skipped };
                let start = u32::from_str_radix(start, 16).expect("a number");
                let mut hash = 0xCBF2_9CE4_8422_2325;
                for c in (start..start + 256).filter_map(char::from_u32) {
                    let text = format!("{before}{c}{after}");
                    let key = collator.key(text.as_bytes(), &mut self.state);
                    // ICU's keys end with a zero byte.
                    for byte in key.iter().chain(&[0]) {
                        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
                    }
                }
                Verdict::of(&format!("{hash:x}"), expected)
            }
            ["key", text, expected] => match &self.collator {
                Some(Ok(collator)) => {
                    let hex = |key: &[u8]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
                    let units: Vec<u16> = text.encode_utf16().collect();
                    let wide = hex(collator.key(&units, &mut self.state));
                    let key = collator.key(text.as_bytes(), &mut self.state);
                    let (narrow, has_zero) = (hex(key), key.contains(&0));
                    if wide == narrow {
                        match Verdict::of(&wide, expected) {
                            Verdict::Same => {
                                let problem =
                                    self.components.as_mut().and_then(|all| all.key_difference(text, expected));
                                problem.map_or(Verdict::Same, Verdict::Different)
                            }
                            Verdict::Different(_) if has_zero => {
                                Verdict::Stated("`reorder` moves a group beyond the last lead byte")
                            }
                            verdict => verdict,
                        }
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
            (Ok(_), _) if expected.ends_with("keyword kh/colHiraganaQuaternary") => {
                Verdict::Stated("the keyword `kh` has no effect")
            }
            (Ok(_), _) if expected.contains("=private-") && expected.ends_with("key %%CollationBin") => {
                Verdict::Stated("a private type falls back to the default one")
            }
            _ => Verdict::of_refusal(collator, answer),
        }
    }
}

/// The analyzer with the same options; none if it has no such option.
fn component(tag: &str, options: &str) -> Option<Components> {
    let mut of_names = std::collections::BTreeMap::from([("locale", tag)]);
    for option in options.split(' ').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=')?;
        let (name, value) = match (name, value) {
            ("backwards", _) => return None,
            ("strength", "1") => ("strength", "primary"),
            ("strength", "2") => ("strength", "secondary"),
            ("strength", "3") => ("strength", "tertiary"),
            ("strength", "4") => ("strength", "quaternary"),
            ("maxVariable", group) => ("variableTop", group),
            (name, "on") => (name, "true"),
            other => other,
        };
        of_names.insert(name, value);
    }
    let options: Vec<(&str, &str)> = of_names.into_iter().collect();
    let components = Components::keys(&options);
    assert!(components.are_made(), "no analyzer of {options:?}");
    Some(components)
}

/// Options in the notation of the oracle files.
fn set_options(collator: &mut Collator, options: &str) {
    let mut settings = collator.settings();
    for option in options.split(' ').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').expect("a value");
        let is_on = value == "on";
        match name {
            "strength" => {
                settings.strength = match value {
                    "1" => Strength::Primary,
                    "2" => Strength::Secondary,
                    "3" => Strength::Tertiary,
                    "4" => Strength::Quaternary,
                    _ => Strength::Identical,
                };
            }
            "alternate" if value == "shifted" => settings.alternate = Alternate::Shifted,
            "alternate" => settings.alternate = Alternate::NonIgnorable,
            "caseLevel" => settings.case_level = is_on,
            "caseFirst" => {
                settings.case_first = match value {
                    "upper" => CaseFirst::Upper,
                    "lower" => CaseFirst::Lower,
                    _ => CaseFirst::Off,
                };
            }
            "numeric" => settings.numeric = is_on,
            "backwards" => settings.backwards = is_on,
            "maxVariable" => {
                settings.max_variable = match value {
                    "space" => MaxVariable::Space,
                    "punct" => MaxVariable::Punctuation,
                    "symbol" => MaxVariable::Symbol,
                    _ => MaxVariable::Currency,
                };
            }
            _ => {
                let codes: Vec<ReorderCode> =
                    value.split(',').map(|name| ReorderCode::from_name(name).expect("a code")).collect();
                collator.set_reorder(&codes).expect("codes that ICU takes");
            }
        }
    }
    collator.set_settings(settings);
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
