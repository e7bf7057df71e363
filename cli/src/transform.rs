//! `unic transform` and `unic transforms`: transforms texts, and lists the ids of transforms.

use crate::args;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, LineEnd, TextLocation};
use crate::output::Output;
use std::ffi::OsString;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform, TransformError};

/// Transforms texts, or the lines of standard input.
pub fn run(command: &args::Transform) -> Result<Exit, Failure> {
    let (transform, first) = open(command)?;
    let mut lines = Lines { transform, runner: Runner::default(), result: Vec::new(), output: Output::new() };
    if first.is_none() && command.texts.is_empty() {
        input::for_each_line(&[], false, LineEnd::Text, usize::MAX, &mut lines)?;
    }
    for (number, text) in (1..).zip(first.into_iter().chain(&command.texts)) {
        lines.text(TextLocation::Argument(number), text.as_encoded_bytes())?;
    }
    lines.output.flush()?;
    Ok(Exit::Good)
}

/// Creates the transform; with `--rules`, the argument for the id is the first text.
fn open(command: &args::Transform) -> Result<(Transform, Option<&OsString>), Failure> {
    let direction = if command.reverse { Direction::Reverse } else { Direction::Forward };
    let (transform, first) = match (&command.rules, &command.id) {
        (Some(rules), first) => (Transform::from_rules(rules, direction, &Limits::default()), first.as_ref()),
        (None, Some(id)) => (Transform::new(&id.to_string_lossy(), direction), None),
        (None, None) => {
            return Err(Failure::Usage("an id or --rules is needed; `unic transforms` lists the ids".to_owned()));
        }
    };
    let wrong = |error: TransformError| {
        let hint = error.unknown_id().map(|unknown| {
            let nearest = Transform::nearest_id(unknown).map(|id| format!("; the most similar one is `{id}`"));
            format!("{}; `unic transforms` lists all", nearest.unwrap_or_default())
        });
        Failure::Usage(format!("{error}{}", hint.unwrap_or_default()))
    };
    Ok((transform.map_err(wrong)?, first))
}

/// Transforms texts and prints each result on a line.
struct Lines {
    transform: Transform,
    runner: Runner,
    result: Vec<u8>,
    output: Output,
}

impl Consumer for Lines {
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        if let Err(error) = self.runner.transform(&self.transform, text) {
            // Results before an error are printed.
            self.output.flush()?;
            return Err(Failure::Transform(location.to_string(), error));
        }
        let result = &mut self.result;
        result.clear();
        self.runner.write(text, |units: &[u8]| result.extend_from_slice(units));
        self.output.line(&String::from_utf8_lossy(result));
        self.output.flush_if_full()
    }

    fn before_read(&mut self, is_ready: bool) -> Result<(), Failure> {
        if is_ready { Ok(()) } else { self.output.flush() }
    }

    fn has_read(&mut self, _: usize, _: Option<u64>) {}
}

/// Lists ids.
pub fn list(command: &args::Transforms) -> Result<Exit, Failure> {
    let part = command.part.as_deref().unwrap_or("").to_lowercase();
    let mut output = Output::new();
    Transform::ids().filter(|id| id.to_lowercase().contains(&part)).for_each(|id| output.line(id));
    output.flush()?;
    Ok(Exit::Good)
}
