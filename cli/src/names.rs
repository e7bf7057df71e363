//! `unic names`: the analyzers and normalizers of a definition.

use crate::args::Names;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::visible::{isolated, visible};
use serde_json::json;
use std::path::Path;
use unic_analysis::config;

/// Runs the command.
pub fn run(command: &Names) -> Result<Exit, Failure> {
    let source = definition::read(command.file.as_deref().unwrap_or(Path::new("-")))?;
    let names = match config::analyzer_names(&source.json, &definition::options(&command.reading)) {
        Ok(names) => names,
        Err(errors) => return Err(Failure::Definition(source, errors.into())),
    };
    let mut output = Output::new();
    if command.json {
        output.line(&json!(names).to_string());
    } else {
        names.iter().for_each(|name| output.line(&isolated(&visible(name))));
    }
    output.flush()?;
    Ok(Exit::Good)
}
