//! `unic transform` and `unic transforms`: transforms texts, and lists the ids of transforms.

use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use std::io::BufRead;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform, TransformError};

/// Transforms texts, or the lines of standard input.
pub fn run(command: &args::Transform) -> Result<Exit, Failure> {
    let direction = if command.reverse { Direction::Reverse } else { Direction::Forward };
    let (transform, first) = match (&command.rules, &command.id) {
        (Some(rules), first) => (Transform::from_rules(rules, direction, &Limits::default()), first.as_ref()),
        (None, Some(id)) => (Transform::new(id, direction), None),
        (None, None) => {
            return Err(Failure::Usage("an id or --rules is needed; `unic transforms` lists the ids".to_owned()));
        }
    };
    let transform = transform.map_err(|error| match error {
        TransformError::UnknownId(ref id) => {
            let nearest = Transform::nearest_id(id);
            Failure::Usage(format!("{error}; the most similar one is `{nearest}`; `unic transforms` lists all"))
        }
        error => Failure::Usage(error.to_string()),
    })?;
    let mut output = Output::new();
    let mut runner = Runner::default();
    if first.is_none() && command.texts.is_empty() {
        for line in std::io::stdin().lock().split(b'\n') {
            let line = line.map_err(|error| Failure::Usage(format!("standard input: {error}")))?;
            write(&transform, &mut runner, &line, &mut output)?;
        }
    }
    for text in first.into_iter().chain(&command.texts) {
        write(&transform, &mut runner, text.as_bytes(), &mut output)?;
    }
    output.flush()?;
    Ok(Exit::Good)
}

fn write(transform: &Transform, runner: &mut Runner, text: &[u8], output: &mut Output) -> Result<(), Failure> {
    runner
        .transform(transform, text)
        .map_err(|_| Failure::Usage("the rules do not end, or the result is too long".to_owned()))?;
    let mut result = Vec::new();
    runner.write(text, |units: &[u8]| result.extend_from_slice(units));
    output.line(&String::from_utf8_lossy(&result));
    Ok(())
}

/// Lists ids.
pub fn list(command: &args::Transforms) -> Result<Exit, Failure> {
    let part = command.part.as_deref().unwrap_or("").to_lowercase();
    let mut output = Output::new();
    Transform::ids().filter(|id| id.to_lowercase().contains(&part)).for_each(|id| output.line(id));
    output.flush()?;
    Ok(Exit::Good)
}
