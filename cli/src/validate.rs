//! `unic validate`: all errors of definitions.

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
use unic_analysis::config::{self, ConfigError, ConfigErrors, Warning};

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
            // The other files are checked all the same.
            Err(failure) => {
                output.flush()?;
                worst = worst.max(failure.report(styles.err));
                continue;
            }
        };
        let outcome = config::validate(&source.json, &options);
        if outcome.is_err() {
            worst = worst.max(Exit::BadDefinition);
        }
        let names = config::analyzer_names(&source.json, &options).unwrap_or_default();
        if command.json {
            reports.push(report(&source, &outcome, &names));
        } else if command.short {
            output.text(&short(&source, &outcome));
        } else {
            output.text(&long(&source, &outcome, &names, styles.out));
        }
        output.flush_if_full()?;
    }
    if command.json {
        output.line(&format!("{:#}", Value::Array(reports)));
    }
    output.flush()?;
    Ok(worst)
}

type Outcome = Result<Vec<Warning>, ConfigErrors>;

fn long(source: &Source, outcome: &Outcome, names: &[String], style: Style) -> String {
    let mut out = String::new();
    let name = visible(&source.name);
    match outcome {
        Ok(warnings) => {
            for warning in warnings {
                out.push_str(&diagnostic::render(source, warning, Severity::Warning, style));
            }
            let line = format!("{name}: valid{}{}", among(names), and_warnings(warnings.len()));
            push_summary(&mut out, &line, "valid", style, Paint::Term);
        }
        Err(errors) => {
            for error in errors.iter() {
                out.push_str(&diagnostic::render(source, error, Severity::Error, style));
            }
            let count = number(errors.iter().count(), "error");
            push_summary(&mut out, &format!("{name}: {count}"), &count, style, Paint::Error);
        }
    }
    out
}

/// The last line, with its verdict coloured.
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

fn among(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(" ({})", visible(&names.join(", "))) }
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
    match outcome {
        Ok(warnings) => warnings.iter().map(|warning| line("warning", warning)).collect(),
        Err(errors) => errors.iter().map(|error| line("error", error)).collect(),
    }
}

fn report(source: &Source, outcome: &Outcome, names: &[String]) -> Value {
    // The library writes these itself; what it writes can be read.
    let parsed = |json: &str| serde_json::from_str(json).unwrap_or(Value::Null);
    let (errors, warnings) = match outcome {
        Ok(warnings) => (json!([]), parsed(&config::error::warnings_to_json(warnings))),
        Err(errors) => (parsed(&errors.to_json()).get("errors").cloned().unwrap_or_default(), json!([])),
    };
    json!({
        "file": source.name,
        "valid": outcome.is_ok(),
        "analyzers": names,
        "errors": errors,
        "warnings": warnings,
    })
}
