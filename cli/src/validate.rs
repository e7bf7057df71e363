//! `unic validate`: reports all errors of definitions.

use crate::args::Validate;
use crate::definition::{self, Source};
use crate::diagnostic::{self, Severity};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::visible::{visible, wrapped_words};
use serde_json::{Value, json};
use std::path::PathBuf;
use unic_analysis::config::{CompileOptions, ConfigError, DefinedAnalyzer, ParsedDefinition, Warning};

/// Runs the command.
pub fn run(command: &Validate, styles: Styles) -> Result<Exit, Failure> {
    let options = definition::options(&command.reading);
    let standard_input = [PathBuf::from("-")];
    let files = if command.files.is_empty() { &standard_input[..] } else { &command.files };
    let mut output = Output::new();
    let mut worst = Exit::Good;
    let mut reports = Vec::new();
    for file in files {
        let source = match definition::read(file) {
            Ok(source) => source,
            // The other files are checked as well.
            Err(failure) => {
                output.flush()?;
                worst = worst.max(failure.report(styles.err));
                continue;
            }
        };
        let outcome = Outcome::of(&source, &options);
        if !outcome.errors.is_empty() {
            worst = worst.max(Exit::BadDefinition);
        }
        if command.json {
            reports.push(report(&source, &outcome));
        } else if command.short {
            output.text(&short(&source, &outcome));
        } else {
            output.text(&long(&source, &outcome, styles.out));
        }
        output.flush_if_full()?;
    }
    if command.json {
        output.line(&format!("{:#}", Value::Array(reports)));
    }
    output.flush()?;
    Ok(worst)
}

/// The result for one definition.
struct Outcome {
    /// None if the document can't be parsed.
    parsed: Option<ParsedDefinition>,
    errors: Vec<ConfigError>,
    warnings: Vec<Warning>,
}

impl Outcome {
    fn of(source: &Source, options: &CompileOptions) -> Outcome {
        match ParsedDefinition::read(&source.json, options) {
            Ok(parsed) => {
                let (errors, warnings) = (parsed.errors.clone(), parsed.warnings.clone());
                Outcome { parsed: Some(parsed), errors, warnings }
            }
            Err(errors) => Outcome { parsed: None, errors: errors.iter().cloned().collect(), warnings: Vec::new() },
        }
    }

    fn analyzers(&self) -> &[DefinedAnalyzer] {
        self.parsed.as_ref().map_or(&[], |parsed| &parsed.analyzers)
    }
}

fn long(source: &Source, outcome: &Outcome, style: Style) -> String {
    let mut out = String::new();
    let name = visible(&source.name);
    for error in &outcome.errors {
        out.push_str(&diagnostic::render(source, error, Severity::Error, style));
    }
    for warning in &outcome.warnings {
        out.push_str(&diagnostic::render(source, warning, Severity::Warning, style));
    }
    let warnings = and_warnings(outcome.warnings.len());
    if outcome.errors.is_empty() {
        let names: Vec<&str> = outcome.analyzers().iter().map(|analyzer| analyzer.name.as_str()).collect();
        let line = format!("{name}: valid{}{warnings}", among(&names));
        push_summary(&mut out, &line, "valid", style, Paint::Term);
    } else {
        let count = number(outcome.errors.len(), "error");
        push_summary(&mut out, &format!("{name}: {count}{warnings}"), &count, style, Paint::Error);
        for analyzer in outcome.analyzers() {
            let columns = terminal::width().unwrap_or(usize::MAX).saturating_sub(2);
            wrapped_words(&loading(analyzer), columns).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    }
    out
}

/// Describes whether an analyzer loads.
fn loading(analyzer: &DefinedAnalyzer) -> String {
    let name = if analyzer.name.is_empty() { "the analyzer".to_owned() } else { visible(&analyzer.name) };
    match (analyzer.loads(), analyzer.loads_leniently) {
        (true, _) => format!("{name}: loads"),
        (false, true) => format!("{name}: does not load; it does with --lenient"),
        (false, false) => format!("{name}: does not load"),
    }
}

/// Appends the last line, with its verdict coloured.
fn push_summary(out: &mut String, line: &str, verdict: &str, style: Style, paint: Paint) {
    let painted = style.paint(paint, verdict);
    for line in wrapped_words(line, terminal::width().unwrap_or(usize::MAX)) {
        let line = line.strip_suffix(verdict).map_or_else(
            || line.replacen(&format!(": {verdict}"), &format!(": {painted}"), 1),
            |before| format!("{before}{painted}"),
        );
        out.push_str(&format!("{line}\n"));
    }
}

fn among(names: &[&str]) -> String {
    if names.iter().all(|name| name.is_empty()) { String::new() } else { format!(" ({})", visible(&names.join(", "))) }
}

fn and_warnings(count: usize) -> String {
    if count == 0 { String::new() } else { format!(", {}", number(count, "warning")) }
}

fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn short(source: &Source, outcome: &Outcome) -> String {
    let name = visible(&source.name);
    let line = |severity: &str, error: &ConfigError| {
        let message = visible(&error.message());
        format!("{name}:{}:{}: {severity}: {}: {message}\n", error.line, error.column, error.category.name())
    };
    let errors = outcome.errors.iter().map(|error| line("error", error));
    errors.chain(outcome.warnings.iter().map(|warning| line("warning", warning))).collect()
}

fn report(source: &Source, outcome: &Outcome) -> Value {
    let listed = |list: &[ConfigError]| list.iter().map(ConfigError::to_json).collect::<Vec<_>>();
    let mut report = json!({ "file": source.name, "valid": outcome.errors.is_empty() });
    let parsed = match &outcome.parsed {
        Some(parsed) => serde_json::from_str(&parsed.to_json()).unwrap_or_default(),
        None => json!({ "analyzers": [], "errors": listed(&outcome.errors), "warnings": [] }),
    };
    if let (Some(report), Value::Object(parsed)) = (report.as_object_mut(), parsed) {
        report.extend(parsed);
    }
    report
}
