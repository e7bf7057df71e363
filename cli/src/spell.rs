//! `unic spell`: formats numbers in words, and parses words as numbers.

use crate::args::{RuleGroup, Spell};
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, LineEnd, TextLocation};
use crate::output::Output;
use crate::style::{Paint, Style};
use crate::visible::visible;
use std::sync::Arc;
use unic_analysis::unicode::spell::{Number, RuleBasedNumberFormat, RuleSetGroup, Scratch, locales};

/// Runs the command.
pub fn run(command: &Spell, style: Style) -> Result<Exit, Failure> {
    let mut output = Output::new();
    if command.list_locales {
        locales().for_each(|locale| output.line(locale));
        output.flush()?;
        return Ok(Exit::Good);
    }
    let format = open(command, style)?;
    if command.list {
        for name in format.rule_sets() {
            let is_default = name == format.default_rule_set();
            output.line(&format!("{name}{}", if is_default { " (default)" } else { "" }));
        }
    }
    let rule_set = format
        .rule_set(command.rule_set.as_deref().unwrap_or(""))
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut converter = Converter { command, format: &format, rule_set, scratch: Scratch::default(), output };
    for text in &command.numbers {
        converter.line(&text.to_string_lossy(), Failure::Usage)?;
    }
    if command.numbers.is_empty() && !command.list {
        input::for_each_line(&[], false, LineEnd::Text, usize::MAX, &mut converter)?;
    }
    converter.output.flush()?;
    Ok(Exit::Good)
}

/// Converts numbers to words, and words to numbers, and prints each result on a line.
struct Converter<'a> {
    command: &'a Spell,
    format: &'a RuleBasedNumberFormat,
    rule_set: usize,
    scratch: Scratch,
    output: Output,
}

impl Consumer for Converter<'_> {
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        let text = String::from_utf8_lossy(text);
        self.line(&text, |message| Failure::NoNumber(location.to_string(), message))?;
        self.output.flush_if_full()
    }

    fn before_read(&mut self, is_ready: bool) -> Result<(), Failure> {
        if is_ready { Ok(()) } else { self.output.flush() }
    }

    fn has_read(&mut self, _: usize, _: Option<u64>) {}
}

impl Converter<'_> {
    fn line(&mut self, text: &str, failure: impl Fn(String) -> Failure) -> Result<(), Failure> {
        match self.convert(text) {
            Ok(converted) => self.output.line(&converted),
            Err(message) => {
                // Results before an error are printed.
                self.output.flush()?;
                return Err(failure(message));
            }
        }
        Ok(())
    }

    fn convert(&mut self, text: &str) -> Result<String, String> {
        let shown = if text.is_empty() { "an empty text".to_owned() } else { visible(text) };
        let wrong = |error: &str| format!("{shown}: {error}");
        if !self.command.read {
            if let Some(number) = Number::parse(text).or_else(|| self.format.read_digits(text)) {
                let mut written = String::new();
                let result = self.format.write_by(self.rule_set, &number, &mut written);
                return result.map(|()| written).map_err(|error| wrong(&error.to_string()));
            }
            if !text.is_empty() && text.trim_start_matches('-').bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.')) {
                let has_form = text.trim_start_matches('-').split('.').all(|digits| !digits.is_empty());
                return Err(wrong(match has_form && text.matches('.').count() <= 1 {
                    true => "not a number of at most 64 bits and 1,000 decimal digits",
                    false => "not a number: it may have one full stop, between digits",
                }));
            }
        }
        let reading = self.format.read(text, !self.command.strict, &mut self.scratch);
        match reading.filter(|reading| reading.length == text.len()).map(|reading| reading.value) {
            Some(value) if value.is_infinite() => Ok(Number::from_f64(value).to_string()),
            Some(value) => Ok(value.to_string()),
            None => Err(wrong("not a number in digits, nor in words of these rules")),
        }
    }
}

/// Opens the format. As in `unic_numberformat`, an unknown locale is a warning.
fn open(command: &Spell, style: Style) -> Result<Arc<RuleBasedNumberFormat>, Failure> {
    let locale = command.locale.as_deref().unwrap_or("en");
    if let Some(rules) = &command.rules {
        let format = RuleBasedNumberFormat::from_rules(rules, locale);
        return format.map(Arc::new).map_err(|error| Failure::Usage(format!("the rules: {error}")));
    }
    let group = match command.format {
        RuleGroup::Spellout => RuleSetGroup::Spellout,
        RuleGroup::Ordinal => RuleSetGroup::Ordinal,
        RuleGroup::Duration => RuleSetGroup::Duration,
        RuleGroup::NumberingSystem => RuleSetGroup::NumberingSystem,
    };
    let opened = RuleBasedNumberFormat::open(locale, group);
    if opened.is_unknown {
        let warning = style.paint(Paint::Warning, "warning:");
        eprintln!(
            "{warning} no number rules for the locale {locale}: those of the root are used; `unic spell --list-locales` \
             lists all that have rules"
        );
    }
    Ok(opened.format)
}
