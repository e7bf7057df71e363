//! `unic describe`: the components of an analyzer and their options.

use crate::args::Describe;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::visible::{isolated, visible, width, wrapped_words};
use serde_json::json;
use unic_analysis::analysis::Analyzer;
use unic_analysis::analysis::chain::ChainComponent;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::analysis::options::{OptionValue, Options};
use unic_analysis::config::describe;
use unic_analysis::unicode::version;

/// Runs the command.
pub fn run(command: &Describe, styles: Styles) -> Result<Exit, Failure> {
    let compiled = definition::compile(&command.chain, styles.err)?;
    let mut output = Output::new();
    if command.json {
        output.line(&describe::describe(&compiled.analyzer));
    } else {
        output.text(&for_people(&compiled.analyzer, styles.out));
    }
    output.flush()?;
    Ok(Exit::Good)
}

fn for_people(analyzer: &Analyzer, style: Style) -> String {
    let mut page = Page { columns: terminal::width().unwrap_or(usize::MAX), style, out: String::new() };
    let chain = analyzer.chain();
    page.component(chain.kind, &chain.name, chain.type_name);
    // Options that name other components are omitted: these are listed below.
    for (name, value) in chain.options.iter().filter(|(name, _)| *name == "position_increment_gap") {
        page.entry(name, &value_text(value));
    }
    page.entry("fingerprint", &analyzer.fingerprint());
    page.entry("data", &format!("Unicode {}, CLDR {}", version::UNICODE, version::CLDR));
    chain.char_filters.iter().for_each(|step| page.step(ComponentKind::CharFilter, step));
    page.step(ComponentKind::Tokenizer, &chain.tokenizer);
    chain.token_filters.iter().for_each(|step| page.step(ComponentKind::TokenFilter, step));
    page.out
}

struct Page {
    columns: usize,
    style: Style,
    out: String,
}

impl Page {
    fn step<C: ?Sized>(&mut self, kind: ComponentKind, step: &ChainComponent<C>) {
        self.out.push('\n');
        self.component(kind, &step.name, step.spec.type_name);
        self.options(&step.options);
    }

    /// Appends `tokenizer words (whitespace)`; only the type if it equals the name.
    fn component(&mut self, kind: ComponentKind, name: &str, type_name: &str) {
        let what = match name {
            name if name == type_name => name.to_owned(),
            "" => format!("({type_name})"),
            name => format!("{} ({type_name})", visible(name)),
        };
        for line in wrapped_words(&format!("{kind} {what}"), self.columns) {
            self.out.push_str(&format!("{}\n", self.style.paint(Paint::Head, &isolated(&line))));
        }
    }

    fn options(&mut self, options: &Options) {
        options.iter().for_each(|(name, value)| self.entry(name, &value_text(value)));
    }

    /// Appends a name and its value, next to it or, without space, below it.
    fn entry(&mut self, name: &str, value: &str) {
        const COLUMN: usize = 26;
        let is_beside = width(name) + 4 <= COLUMN && self.columns >= COLUMN + 20;
        let padding = " ".repeat(COLUMN.saturating_sub(width(name) + 2));
        let indent = if is_beside { COLUMN } else { 4 };
        let lines = wrapped_words(value, self.columns.saturating_sub(indent).max(8));
        let names =
            if is_beside { vec![name.to_owned()] } else { wrapped_words(name, self.columns.saturating_sub(2).max(8)) };
        let names: Vec<String> =
            names.iter().map(|line| format!("  {}", self.style.paint(Paint::Faint, line))).collect();
        self.out.push_str(&names.join("\n"));
        for (number, line) in lines.iter().enumerate() {
            match (number, is_beside) {
                (0, true) => self.out.push_str(&padding),
                (0, false) => self.out.push_str("\n    "),
                _ => self.out.push_str(&" ".repeat(indent)),
            }
            self.out.push_str(&isolated(line));
            self.out.push('\n');
        }
    }
}

/// A value as JSON; long lists are shortened.
fn value_text(value: &OptionValue) -> String {
    const MAX_SHOWN: usize = 8;
    let quoted = |text: &str| visible(&json!(text).to_string());
    match value {
        OptionValue::Integer(value) => value.to_string(),
        OptionValue::Boolean(value) => value.to_string(),
        OptionValue::Text(value) => quoted(value),
        OptionValue::List(entries) => {
            let shown: Vec<String> = entries.iter().take(MAX_SHOWN).map(|entry| quoted(entry)).collect();
            let more =
                if entries.len() > MAX_SHOWN { format!(", … ({} in all)", entries.len()) } else { String::new() };
            format!("[{}{more}]", shown.join(", "))
        }
        OptionValue::Rules(rules) if rules.files.is_empty() => {
            let shown: String = rules.text.chars().take(200).collect();
            let more = if shown.len() < rules.text.len() { "…" } else { "" };
            format!("rules {}{more}", quoted(&shown))
        }
        OptionValue::Rules(rules) => {
            let names: Vec<String> = rules.files.iter().map(|(name, _)| quoted(name)).collect();
            format!("rules of {}", names.join(", "))
        }
        OptionValue::File { name, lines } => format!("file {}, {} lines", quoted(name), lines.len()),
        OptionValue::Scripts(texts) => {
            let shown = texts.iter().map(|text| {
                let source = if text.file.is_empty() { "rules in place".to_owned() } else { visible(&text.file) };
                format!("{}: {source}", visible(&text.script))
            });
            shown.collect::<Vec<_>>().join(", ")
        }
    }
}
