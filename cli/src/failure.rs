//! What ends a command, and its exit code. Documented in `docs/cli.md` and in `unic --help`.

use crate::definition::Source;
use crate::diagnostic;
use crate::style::{Paint, Style};
use std::io;
use std::process::ExitCode;
use unic_analysis::analysis::{KeyError, TextError};
use unic_analysis::config::ConfigErrors;

/// How the program ends when nothing stops it. The codes are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Good = 0,
    /// A definition has errors.
    BadDefinition = 1,
    /// Wrong use of the command line.
    Usage = 2,
    /// A file or stream can't be read or written.
    Io = 3,
    /// A text can't be analysed.
    Text = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command can't go on.
#[derive(Debug)]
pub enum Failure {
    /// The definition has errors.
    Definition(Source, Box<ConfigErrors>),
    /// The command line asks for something that does not go together.
    Usage(String),
    /// What could not be read or written, and why.
    Io(String, io::Error),
    /// Which text could not be analysed, and why.
    Text(String, TextError),
    /// Which text has no sort key, and why.
    Key(String, KeyError),
    /// A text is longer than `--max-text`: which one, and the limit.
    TooLong(String, usize),
}

impl Failure {
    /// Tells it on standard error.
    pub fn report(&self, style: Style) -> Exit {
        let error = style.paint(Paint::Error, "error:");
        match self {
            Failure::Definition(source, errors) => {
                for problem in errors.iter() {
                    eprint!("{}", diagnostic::render(source, problem, diagnostic::Severity::Error, style));
                }
                Exit::BadDefinition
            }
            Failure::Usage(message) => {
                eprintln!("{error} {message}\n\nFor more information, try '--help'.");
                Exit::Usage
            }
            Failure::Io(what, cause) => {
                eprintln!("{error} {what}: {}", reason(cause));
                Exit::Io
            }
            Failure::Text(what, cause) => {
                eprintln!("{error} {what}: {cause}");
                Exit::Text
            }
            Failure::Key(what, cause) => {
                eprintln!("{error} {what}: {cause}");
                Exit::Text
            }
            Failure::TooLong(what, most) => {
                eprintln!("{error} {what}: longer than {most} bytes; raise the limit with --max-text");
                Exit::Text
            }
        }
    }
}

/// The reason without the number that the standard library appends.
fn reason(cause: &io::Error) -> String {
    let text = cause.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
