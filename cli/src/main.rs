//! The program `unic`: analyses text with the components of unic-analysis, checks and explains index definitions.
//!
//! [`args`] is the command line, one module per command implements it, and the rest is shared: [`definition`] (the
//! analyzer), [`input`] (the texts), [`output`] (buffered writing), [`table`], [`diagnostic`] and [`visible`]
//! (human-readable output), [`terminal`] (terminal properties), [`failure`] (exit codes).

// Input must never end the process by a panic, so code outside of tests has no construct that can panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::indexing_slicing
    )
)]

mod analyze;
mod args;
mod buffer;
mod components;
mod definition;
mod describe;
mod diagnostic;
mod explain;
mod failure;
mod generate;
mod input;
mod json;
mod json_list;
mod names;
mod output;
mod progress;
mod ruler;
mod schema;
mod sort;
mod sort_chunk;
mod sort_runs;
mod sortkey;
mod spell;
mod stages;
mod style;
mod table;
mod terminal;
mod token_table;
mod transform;
mod validate;
mod visible;
mod workers;

use args::{Arguments, Command, When};
use clap::Parser;
use failure::{Exit, Failure};
use std::process::ExitCode;
use style::Styles;

fn main() -> ExitCode {
    terminal::end_quietly_on_closed_pipe();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(notice) => return print(&notice).into(),
    };
    let styles = Styles::when(arguments.color);
    match run(&arguments.command, styles) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(styles.err).into(),
    }
}

/// Prints an error of the command line to standard error, help or the version to standard output.
fn print(notice: &clap::Error) -> Exit {
    match notice.print() {
        _ if notice.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Good,
        Err(cause) => Failure::Io("standard output".to_owned(), cause).report(Styles::when(When::Auto).err),
    }
}

fn run(command: &Command, styles: Styles) -> Result<Exit, Failure> {
    match command {
        Command::Analyze(command) => analyze::run(command, styles),
        Command::Explain(command) => explain::run(command, styles),
        Command::Validate(command) => validate::run(command, styles),
        Command::Describe(command) => describe::run(command, styles),
        Command::Names(command) => names::run(command),
        Command::Components(command) => components::run(command, styles.out),
        Command::Sort(command) => sort::run(command, styles),
        Command::Sortkey(command) => sortkey::run(command, styles),
        Command::Transform(command) => transform::run(command),
        Command::Transforms(command) => transform::list(command),
        Command::Spell(command) => spell::run(command, styles.err),
        Command::Schema => schema::run(),
        Command::Completions(command) => generate::completions(command),
        Command::Man(command) => generate::man(command),
    }
}
