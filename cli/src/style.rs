//! Colours: used on a terminal, unless `NO_COLOR` (no-color.org) is set or the terminal is dumb; or always or never, as
//! configured.

use crate::args::When;
use std::env;
use std::io::{IsTerminal, stderr, stdout};

/// Whether colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    colored: bool,
}

/// The styles of the two outputs, of which only one may be a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    /// For standard output.
    pub out: Style,
    /// For standard error.
    pub err: Style,
}

impl Styles {
    /// The styles for the command line and the environment.
    pub fn when(when: When) -> Styles {
        Styles { out: Style::when(when, stdout().is_terminal()), err: Style::when(when, stderr().is_terminal()) }
    }
}

/// The coloured elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The word `error`, and underlined text.
    Error,
    /// The word `warning`.
    Warning,
    /// Headers and names.
    Head,
    /// Terms.
    Term,
    /// Advice, and changed text.
    Help,
    /// Line numbers, rules, less important text.
    Faint,
}

impl Style {
    fn when(when: When, is_terminal: bool) -> Style {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colored = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb,
        };
        Style { colored }
    }

    /// Paints a text.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if !self.colored || text.is_empty() {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Error => "1;31",
            Paint::Warning => "1;33",
            Paint::Head => "1",
            Paint::Term => "32",
            Paint::Help => "36",
            Paint::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

#[cfg(test)]
impl Style {
    /// No colours.
    pub const PLAIN: Style = Style { colored: false };
}
