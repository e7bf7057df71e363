//! `unic schema`: the JSON Schema of definitions.

use crate::failure::{Exit, Failure};
use crate::output::Output;
use unic_analysis::config::schema;

/// Runs the command.
pub fn run() -> Result<Exit, Failure> {
    let mut output = Output::new();
    output.line(&schema::schema());
    output.flush()?;
    Ok(Exit::Good)
}
