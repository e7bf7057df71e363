//! The selected analyzer: one of a definition, a built-in one, or a chain from the command line.

use crate::args::{Chain, Order, Reading};
use crate::diagnostic::{self, Severity};
use crate::failure::Failure;
use crate::style::Style;
use serde_json::json;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use unic_analysis::analysis::component_kind::ComponentKind;
use unic_analysis::config::{self, CompileOptions, Compiled, ErrorCategory, registry};

/// The name of a definition that the options of the command line make.
const COMMAND_LINE: &str = "the command line";

/// A definition with its name for messages.
#[derive(Debug)]
pub struct Source {
    /// The file name, or a substitute.
    pub name: String,
    /// The definition.
    pub json: Vec<u8>,
}

/// Compiles the selected analyzer.
pub fn compile(chain: &Chain, style: Style) -> Result<Compiled, Failure> {
    compile_source(source(chain)?, chain.analyzer.as_deref(), &chain.reading, style)
}

/// Compiles the analyzer whose sort keys are requested.
pub fn compile_order(order: &Order, style: Style) -> Result<Compiled, Failure> {
    let compiled = if let Some(definition) = &order.definition {
        compile_source(given(definition)?, order.analyzer.as_deref(), &order.reading, style)?
    } else {
        let mut json = json!({ "type": order.analyzer.as_deref().unwrap_or("unic_collation") });
        if let (Some(locale), Some(fields)) = (&order.locale, json.as_object_mut()) {
            fields.insert("locale".to_owned(), json!(locale));
        }
        let source = Source { name: COMMAND_LINE.to_owned(), json: json.to_string().into_bytes() };
        compile_source(source, None, &order.reading, style)?
    };
    if compiled.analyzer.key_maker().is_none() {
        let message = "this analyzer makes no sort keys; those of type unic_collation and naturalsort do";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(compiled)
}

/// Compiles a definition and prints its warnings to standard error.
fn compile_source(source: Source, name: Option<&str>, reading: &Reading, style: Style) -> Result<Compiled, Failure> {
    let compiled = match config::compile(&source.json, name, &options(reading)) {
        Ok(compiled) => compiled,
        Err(errors) => {
            let first = errors.first();
            let advised = (errors.iter().count() == 1
                && first.category == ErrorCategory::NoSuchAnalyzer
                && first.help.is_empty())
            .then(|| first.clone().helping(advice(&source, name, &first.allowed)).into());
            return Err(Failure::Definition(source, Box::new(advised.unwrap_or(errors))));
        }
    };
    for warning in &compiled.warnings {
        eprint!("{}", diagnostic::render(&source, warning, Severity::Warning, style));
    }
    Ok(compiled)
}

/// Advice for a name, or no name, that selects no analyzer.
fn advice(source: &Source, name: Option<&str>, allowed: &str) -> String {
    let parts = [
        (ComponentKind::Tokenizer, "--tokenizer"),
        (ComponentKind::TokenFilter, "--tokenizer TYPE --filter"),
        (ComponentKind::CharFilter, "--tokenizer TYPE --char-filter"),
    ];
    let part = |name| parts.into_iter().find(|(kind, _)| registry::component(*kind, name).is_some());
    match name {
        Some(name) => match part(name) {
            Some((kind, option)) => format!("{name} is a {kind}: {option} {name}"),
            None if source.name == COMMAND_LINE => {
                "give its definition (--definition FILE), or correct the name".to_owned()
            }
            None => "define it, or correct the name".to_owned(),
        },
        None if allowed.is_empty() => {
            "define one in the section `analyzer`, or use a built-in one: --analyzer NAME".to_owned()
        }
        None => "choose one with --analyzer NAME".to_owned(),
    }
}

/// Whether the definition is read from standard input, so that the texts can't be.
pub fn is_standard_input(definition: Option<&OsStr>) -> bool {
    definition == Some(OsStr::new("-"))
}

/// The options for compiling a definition.
pub fn options(reading: &Reading) -> CompileOptions {
    CompileOptions {
        configuration_directory: reading.config_dir.clone(),
        lenient: reading.lenient,
        ..CompileOptions::default()
    }
}

fn source(chain: &Chain) -> Result<Source, Failure> {
    if let Some(definition) = &chain.definition {
        return given(definition);
    }
    if let Some(tokenizer) = &chain.tokenizer {
        let json = json!({ "tokenizer": tokenizer, "char_filter": chain.char_filter, "filter": chain.filter });
        return Ok(Source { name: COMMAND_LINE.to_owned(), json: json.to_string().into_bytes() });
    }
    if chain.analyzer.is_none() {
        let ways = "--definition FILE, --analyzer NAME, or --tokenizer TYPE with --filter TYPE";
        return Err(Failure::Usage(format!("no analyzer is given; one of these says which: {ways}")));
    }
    Ok(Source { name: COMMAND_LINE.to_owned(), json: b"{}".to_vec() })
}

/// The definition of `--definition`: JSON, or a file name.
fn given(definition: &OsStr) -> Result<Source, Failure> {
    let bytes = definition.as_encoded_bytes();
    if bytes.is_empty() {
        return Err(Failure::Usage("--definition is empty: a file name, `-` or JSON is needed".to_owned()));
    }
    if bytes.trim_ascii_start().starts_with(b"{") {
        Ok(Source { name: "--definition".to_owned(), json: bytes.to_vec() })
    } else {
        read(Path::new(definition))
    }
}

/// Reads a definition, up to the library's limit; `-` is standard input.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let name = if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() };
    let opened: io::Result<Box<dyn Read>> =
        if is_dash(path) { Ok(Box::new(io::stdin().lock())) } else { File::open(path).map(|file| Box::new(file) as _) };
    let mut json = Vec::new();
    let most = CompileOptions::default().max_json_length as u64;
    match opened.and_then(|file| file.take(most + 1).read_to_end(&mut json)) {
        Ok(_) => Ok(Source { name, json }),
        Err(error) => Err(Failure::Io(name, error)),
    }
}

/// Whether a file name means standard input.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}
