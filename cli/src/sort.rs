//! `unic sort`: lines in the order of their sort keys, in bounded memory.
//!
//! Lines and their keys are collected in a [`Chunk`]; when its memory is used up, it is sorted and written to a
//! temporary file. At the end the files are merged by the stored keys: a key is made once.

use crate::args::Sort;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, LineEnd, TextLocation};
use crate::output::Output;
use crate::progress::Progress;
use crate::sort_chunk::Chunk;
use crate::sort_runs::Runs;
use crate::style::Styles;
use std::env;
use std::io::{IsTerminal, stdout};
use unic_analysis::analysis::Stream;

/// Runs the command.
pub fn run(command: &Sort, styles: Styles) -> Result<Exit, Failure> {
    let compiled = definition::compile_order(&command.order, styles.err)?;
    let is_taken = definition::is_standard_input(command.order.definition.as_deref());
    let folder = command.temporary_directory.clone().unwrap_or_else(env::temp_dir);
    let mut output = match &command.output {
        Some(path) => Output::to_file(path)?,
        None => Output::new(),
    };
    let mut run = Run {
        stream: compiled.analyzer.stream(),
        line_end: if command.zero_terminated { 0 } else { b'\n' },
        memory: command.memory,
        chunk: Chunk::new(command.reverse, command.unique),
        runs: Runs::new(folder, command.reverse, command.unique),
        // Nothing is printed while the input is read.
        progress: Progress::new(command.quiet, false),
    };
    let line_end = LineEnd::Byte(run.line_end);
    input::for_each_line(&command.files, is_taken, line_end, command.max_text, &mut run)?;
    if command.output.is_none() && stdout().is_terminal() {
        run.progress.end();
    }
    run.sort()?;
    // The output may be one of the inputs.
    if command.output.is_some() {
        output.replace()?;
    }
    run.write(&mut output)?;
    output.flush()?;
    Ok(Exit::Good)
}

struct Run {
    stream: Stream,
    line_end: u8,
    /// The memory limit for lines, keys and entries.
    memory: usize,
    chunk: Chunk,
    runs: Runs,
    progress: Progress,
}

impl Consumer for Run {
    fn text(&mut self, location: TextLocation<'_>, line: &[u8]) -> Result<(), Failure> {
        // The CR of a CR LF belongs to the line, but not to the text.
        let is_text = self.line_end == b'\n';
        let text = if is_text { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
        let key = self.stream.sort_key(text).map_err(|error| Failure::Key(location.to_string(), error))?;
        if !self.chunk.is_empty() && self.chunk.size_with(key, line) > self.memory {
            self.chunk.sort();
            self.runs.add(&mut self.chunk, self.memory)?;
        }
        self.chunk.push(key, line);
        Ok(())
    }

    fn before_read(&mut self, _: bool) -> Result<(), Failure> {
        Ok(())
    }

    fn has_read(&mut self, bytes: usize, length: Option<u64>) {
        self.progress.add(bytes, length);
    }
}

impl Run {
    /// Sorts the last lines, and writes them to a temporary file if there are such files.
    fn sort(&mut self) -> Result<(), Failure> {
        self.chunk.sort();
        if !self.runs.is_empty() {
            self.runs.add(&mut self.chunk, self.memory)?;
            // The merge uses the memory of the chunk.
            self.chunk.free();
        }
        Ok(())
    }

    fn write(&mut self, output: &mut Output) -> Result<(), Failure> {
        self.progress.begin("writing ");
        let (total, progress, end) =
            (self.chunk.line_bytes() + self.runs.line_bytes(), &mut self.progress, self.line_end);
        let mut line = |line: &[u8]| {
            let mut reserved = output.buffer.reserve(line.len() + 1);
            reserved.put_slice(line);
            reserved.put(&[end]);
            reserved.keep();
            progress.add(line.len() + 1, Some(total));
            output.flush_if_full()
        };
        if self.runs.is_empty() {
            self.chunk.for_each(|_, text| line(text))
        } else {
            self.runs.merge(self.memory, |_, text| line(text))
        }
    }
}
