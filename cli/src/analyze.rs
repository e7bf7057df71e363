//! `unic analyze`: the tokens of texts, as a table or as JSON.

use crate::args::Analyze;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, Place};
use crate::json::TokenWriter;
use crate::output::Output;
use crate::progress::Progress;
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::token_table::TokenTable;
use crate::visible::{isolated, visible, wrapped};
use std::io::{IsTerminal, stdout};
use unic_analysis::analysis::{Stream, TextError};

/// Runs the command.
pub fn run(command: &Analyze, styles: Styles) -> Result<Exit, Failure> {
    let compiled = definition::compile(&command.chain, styles.err)?;
    let mut stream = compiled.analyzer.stream();
    stream.set_offset_unit(command.offsets.into());
    let format = match (command.json, command.ndjson) {
        (true, _) => Format::Array,
        (_, true) => Format::Lines,
        _ => Format::Table { columns: terminal::width(), style: styles.out },
    };
    let (output, writer, progress) =
        (Output::new(), TokenWriter::new(), Progress::new(command.quiet, stdout().is_terminal()));
    let mut run = Run { stream, format, count: 0, output, writer, progress };
    let read =
        input::for_each(&command.texts, definition::is_standard_input(command.chain.definition.as_deref()), &mut run);
    if read.is_ok() && matches!(run.format, Format::Array) {
        run.output.text(if run.count == 0 { "[]\n" } else { "\n]\n" });
    }
    // What came before a failure is shown.
    run.output.flush()?;
    read.map(|()| Exit::Good)
}

enum Format {
    Table { columns: Option<usize>, style: Style },
    Array,
    Lines,
}

struct Run {
    stream: Stream,
    format: Format,
    /// Texts so far.
    count: usize,
    output: Output,
    writer: TokenWriter,
    progress: Progress,
}

impl Consumer for Run {
    fn text(&mut self, place: Place<'_>, text: &[u8]) -> Result<(), Failure> {
        let separator = match self.format {
            Format::Table { columns, style } => return self.table(place, text, columns, style),
            Format::Array if self.count == 0 => "[\n",
            Format::Array => ",\n",
            Format::Lines => "",
        };
        self.output.text(separator);
        self.count += 1;
        self.json(text).map_err(|error| text_failure(place, error))??;
        if matches!(self.format, Format::Lines) {
            self.output.text("\n");
        }
        self.output.flush_if_full()
    }

    fn before_read(&mut self) -> Result<(), Failure> {
        self.output.flush()
    }

    fn has_read(&mut self, bytes: usize, length: Option<u64>) {
        self.progress.add(bytes, length);
    }
}

/// After so many tokens the output is looked at: a long text has more than fits into memory.
const BATCH: usize = 1000;

impl Run {
    /// `{"tokens":[...]}`. The outer error is of the text, the inner one of writing.
    fn json(&mut self, text: &[u8]) -> Result<Result<(), Failure>, TextError> {
        let mut tokens = self.stream.analyze(text)?;
        let writer = &self.writer;
        self.output.buffer.extend_from_slice(b"{\"tokens\":[");
        let mut is_first = true;
        loop {
            let buffer = &mut self.output.buffer;
            let taken = tokens.next_batch(BATCH, |token| {
                if !is_first {
                    buffer.extend_from_slice(b",");
                }
                is_first = false;
                writer.push(buffer, &token);
            })?;
            if taken < BATCH {
                break;
            }
            if let Err(failure) = self.output.flush_if_full() {
                return Ok(Err(failure));
            }
        }
        self.output.buffer.extend_from_slice(b"]}");
        Ok(Ok(()))
    }

    fn table(&mut self, place: Place<'_>, text: &[u8], columns: Option<usize>, style: Style) -> Result<(), Failure> {
        let mut shown = String::new();
        if self.count > 0 {
            shown.push('\n');
        }
        self.count += 1;
        push_head(&mut shown, place, text, columns, style);
        self.output.text(&shown);
        let mut table = TokenTable::new(columns, style);
        let mut tokens = self.stream.analyze(text).map_err(|error| text_failure(place, error))?;
        loop {
            let taken = tokens.next_batch(BATCH, |token| table.add(&token));
            let taken = taken.map_err(|error| text_failure(place, error))?;
            self.output.text(&table.take());
            self.output.flush_if_full()?;
            if taken < BATCH {
                break;
            }
        }
        if table.count() == 0 {
            self.output.line(&style.paint(Paint::Faint, "no tokens"));
        }
        self.output.flush_if_full()
    }
}

/// The failure of a text.
pub fn text_failure(place: Place<'_>, error: TextError) -> Failure {
    Failure::Text(place.to_string(), error)
}

/// The place and the start of the text.
pub fn push_head(shown: &mut String, place: Place<'_>, text: &[u8], columns: Option<usize>, style: Style) {
    const MOST: usize = 200;
    // Cut before it is decoded: the text may be long. No code point is longer than 4 bytes.
    let start = text.get(..MOST * 4).unwrap_or(text);
    let decoded = String::from_utf8_lossy(start);
    let mut chars = decoded.chars();
    let part: String = chars.by_ref().take(MOST).collect();
    let more = if chars.next().is_some() || start.len() < text.len() { "…" } else { "" };
    let head = format!("{}: {}{more}", visible(&place.to_string()), visible(&part));
    for line in wrapped(&head, columns.unwrap_or(usize::MAX)) {
        shown.push_str(&style.paint(Paint::Head, &isolated(&line)));
        shown.push('\n');
    }
}
