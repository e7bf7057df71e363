//! Failures and exit codes, documented in `docs/cli.md` and in `unic --help`.

use crate::definition::Source;
use crate::diagnostic;
use crate::style::{Paint, Style};
use std::io;
use std::process::ExitCode;
use unic_analysis::analysis::{KeyError, TextError};
use unic_analysis::config::ConfigErrors;
use unic_analysis::unicode::transform::LimitReached;

/// Exit codes. They are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Success.
    Good = 0,
    /// A definition has errors.
    BadDefinition = 1,
    /// Wrong usage of the command line.
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

/// The reason why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The definition has errors.
    Definition(Source, Box<ConfigErrors>),
    /// The arguments of the command line are inconsistent.
    Usage(String),
    /// The name of the file or stream that can't be read or written, and the cause.
    Io(String, io::Error),
    /// The location of the text that can't be analysed, and the cause.
    Text(String, TextError),
    /// The location of the text that has no sort key, and the cause.
    Key(String, KeyError),
    /// The location of a text that a transform can't transform, and the cause.
    Transform(String, LimitReached),
    /// The location of a line that is not a number, and the message.
    NoNumber(String, String),
    /// The location of a text that is longer than `--max-text`, and the limit.
    TooLong(String, usize),
}

impl Failure {
    /// Prints the failure to standard error.
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
            Failure::Transform(what, cause) => {
                eprintln!("{error} {what}: {cause}");
                Exit::Text
            }
            Failure::NoNumber(what, message) => {
                eprintln!("{error} {what}: {message}");
                Exit::Text
            }
            Failure::TooLong(what, most) => {
                eprintln!("{error} {what}: longer than {most} bytes; raise the limit with --max-text");
                Exit::Text
            }
        }
    }
}

/// The cause without the number that the standard library appends.
fn reason(cause: &io::Error) -> String {
    let text = cause.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
