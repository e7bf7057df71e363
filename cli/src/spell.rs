//! `unic spell`: numbers in words, and words as numbers.

use crate::args::{RuleGroup, Spell};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use std::sync::Arc;
use unic_analysis::unicode::spell::{Group, Number, RuleBasedNumberFormat, Scratch};

/// Runs the command.
pub fn run(command: &Spell) -> Result<Exit, Failure> {
    let format = open(command)?;
    let mut output = Output::new();
    if command.list {
        for name in format.rule_sets() {
            let is_default = name == format.default_rule_set();
            output.line(&format!("{name}{}", if is_default { " (default)" } else { "" }));
        }
    }
    let rule_set = format
        .rule_set(command.rule_set.as_deref().unwrap_or(""))
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut scratch = Scratch::default();
    for text in &command.numbers {
        let number = Number::parse(text).or_else(|| format.read_digits(text));
        match number.filter(|_| !command.read) {
            Some(number) => {
                let mut written = String::new();
                format
                    .write_by(rule_set, &number, &mut written)
                    .map_err(|error| Failure::Usage(format!("{text}: {error}")))?;
                output.line(&written);
            }
            None => {
                match format.read(text, !command.strict, &mut scratch).filter(|reading| reading.length == text.len()) {
                    Some(reading) => output.line(&Number::from_f64(reading.value).to_string()),
                    None => return Err(Failure::Usage(format!("{text}: no number of these rules"))),
                }
            }
        }
    }
    output.flush()?;
    Ok(Exit::Good)
}

fn open(command: &Spell) -> Result<Arc<RuleBasedNumberFormat>, Failure> {
    let locale = command.locale.as_deref().unwrap_or("en");
    if let Some(rules) = &command.rules {
        let own = RuleBasedNumberFormat::from_rules(rules, locale);
        return own.map(Arc::new).map_err(|error| Failure::Usage(format!("the rules: {error}")));
    }
    let group = match command.format {
        RuleGroup::Spellout => Group::Spellout,
        RuleGroup::Ordinal => Group::Ordinal,
        RuleGroup::Duration => Group::Duration,
        RuleGroup::NumberingSystem => Group::NumberingSystem,
    };
    let opened = RuleBasedNumberFormat::open(locale, group);
    if opened.is_unknown {
        return Err(Failure::Usage(format!("no number rules for locale {locale}")));
    }
    Ok(opened.format)
}
