//! `unic analyze`: the tokens of texts, as a table or as JSON.

use crate::args::Analyze;
use crate::buffer::Buffer;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, TextLocation};
use crate::json::TokenWriter;
use crate::json_list::JsonList;
use crate::output::Output;
use crate::progress::Progress;
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::token_table::TokenTable;
use crate::visible::{isolated, visible, wrapped};
use crate::workers::{Block, Workers};
use std::io::{IsTerminal, stdout};
use std::thread;
use unic_analysis::analysis::{Analyzer, OffsetUnit, Stream, TextError};

/// Runs the command.
pub fn run(command: &Analyze, styles: Styles) -> Result<Exit, Failure> {
    let compiled = definition::compile(&command.chain, styles.err)?;
    let unit = command.offsets.into();
    let mut stream = compiled.analyzer.stream();
    stream.set_offset_unit(unit);
    let format = match JsonList::requested(command.json, command.ndjson) {
        Some(list) => Format::Json(list),
        None => Format::Table { columns: terminal::width(), style: styles.out },
    };
    let threads = command.threads.map_or_else(processors, usize::from);
    let progress = Progress::new(command.quiet, stdout().is_terminal());
    let mut run = Run {
        analyzer: compiled.analyzer,
        unit,
        stream,
        format,
        count: 0,
        output: Output::new(),
        writer: TokenWriter::new(),
        progress,
        threads,
        workers: Workers::none(),
        block: None,
    };
    let read =
        input::for_each(&command.texts, definition::is_standard_input(command.chain.definition.as_deref()), &mut run);
    // The results before a failure are printed.
    let read = run.finish_blocks().and(read);
    if let (Ok(()), Format::Json(list)) = (&read, run.format) {
        run.output.text(list.end(run.count == 0));
    }
    run.output.flush()?;
    read.map(|()| Exit::Good)
}

fn processors() -> usize {
    const MAX_THREADS: usize = 8;
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

#[derive(Clone, Copy)]
enum Format {
    Table { columns: Option<usize>, style: Style },
    Json(JsonList),
}

struct Run {
    analyzer: Analyzer,
    unit: OffsetUnit,
    stream: Stream,
    format: Format,
    /// The number of texts so far.
    count: usize,
    output: Output,
    writer: TokenWriter,
    progress: Progress,
    threads: usize,
    /// None before the first full block: a short input is processed faster without threads.
    workers: Workers,
    /// Lines that are collected for a block.
    block: Option<Block>,
}

impl Consumer for Run {
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        let list = match self.format {
            Format::Table { columns, style } => return self.table(location, text, columns, style),
            Format::Json(list) => list,
        };
        if let (TextLocation::Line(name, number), 2.., ..=LONG) = (location, self.threads, text.len()) {
            return self.collect(list, name, number, text);
        }
        self.finish_blocks()?;
        self.output.text(list.before(self.count == 0));
        self.count += 1;
        self.json(text).map_err(|error| text_failure(location, error))??;
        self.output.text(list.after());
        self.output.flush_if_full()
    }

    fn before_read(&mut self, is_ready: bool) -> Result<(), Failure> {
        if is_ready && self.block.is_some() {
            return Ok(());
        }
        self.finish_blocks()?;
        self.output.flush()
    }

    fn has_read(&mut self, bytes: usize, length: Option<u64>) {
        self.progress.add(bytes, length);
    }
}

/// The number of tokens after which the output is flushed, as the output of a long text may exceed memory.
const BATCH: usize = 1000;
/// Shorter lines are collected until a block is full.
const LONG: usize = 64 << 10;
/// The size of a block: large enough that passing it to a thread costs little, small enough that its output stays in
/// the processor's cache.
const BLOCK: usize = 32 << 10;

/// The work of a thread: computes the output of a block.
fn write_block(block: &mut Block, stream: &mut Stream, writer: &TokenWriter) {
    let (mut output, mut failure, list) = (std::mem::take(&mut block.output), None, block.list);
    for (number, text) in block.iter().enumerate() {
        output.extend_from_slice(list.before(block.is_first && number == 0).as_bytes());
        if let Err(error) = push_tokens(&mut output, stream, writer, text) {
            failure = Some((number, error));
            break;
        }
        output.extend_from_slice(list.after().as_bytes());
    }
    (block.output, block.failure) = (output, failure);
}

/// The JSON before the array of tokens.
const TOKENS: &[u8] = b"{\"tokens\":";

/// Appends `{"tokens":[...]}`.
fn push_tokens(out: &mut Buffer, stream: &mut Stream, writer: &TokenWriter, text: &[u8]) -> Result<(), TextError> {
    let mut tokens = stream.analyze(text)?;
    out.extend_from_slice(TOKENS);
    let first = out.filled().len();
    tokens.for_each(|token| writer.push(out, &token, text))?;
    out.begin_array(first);
    out.extend_from_slice(b"]}");
    Ok(())
}

impl Run {
    /// Adds a line to the block; passes a full block to a thread.
    fn collect(&mut self, list: JsonList, name: &str, number: usize, text: &[u8]) -> Result<(), Failure> {
        let fits = |block: &Block| block.name == name && block.lines.len() + text.len() <= BLOCK;
        if self.block.as_ref().is_some_and(|block| !fits(block)) {
            self.send_block()?;
        }
        let is_first = self.count == 0;
        let block = self.block.get_or_insert_with(|| {
            let mut block = self.workers.block();
            (block.first_line, block.list, block.is_first) = (number, list, is_first);
            name.clone_into(&mut block.name);
            block
        });
        block.lines.extend_from_slice(text);
        block.ends.push(block.lines.len());
        self.count += 1;
        Ok(())
    }

    /// Passes the block to a thread.
    fn send_block(&mut self) -> Result<(), Failure> {
        let Some(block) = self.block.take() else { return Ok(()) };
        if !self.workers.is_any() {
            self.workers = Workers::start(self.threads, || {
                let (mut stream, writer) = (self.analyzer.stream(), TokenWriter::new());
                stream.set_offset_unit(self.unit);
                move |block: &mut Block| write_block(block, &mut stream, &writer)
            });
        }
        if !self.workers.is_any() {
            // No thread could be started.
            return self.process_here(block);
        }
        if self.workers.is_full() {
            let done = self.workers.take()?;
            self.print_block(done)?;
        }
        self.workers.send(block)
    }

    /// Analyses and prints all collected lines.
    fn finish_blocks(&mut self) -> Result<(), Failure> {
        while self.workers.is_busy() {
            let done = self.workers.take()?;
            self.print_block(done)?;
        }
        match self.block.take() {
            Some(block) => self.process_here(block),
            None => Ok(()),
        }
    }

    /// Processes a block on the main thread.
    fn process_here(&mut self, mut block: Block) -> Result<(), Failure> {
        write_block(&mut block, &mut self.stream, &self.writer);
        self.print_block(block)
    }

    /// Prints the output of a block.
    fn print_block(&mut self, block: Block) -> Result<(), Failure> {
        self.output.write(block.output.filled())?;
        if let Some((number, error)) = block.failure {
            // Nothing after a failure is printed.
            self.workers = Workers::none();
            self.block = None;
            return Err(text_failure(TextLocation::Line(&block.name, block.first_line + number), error));
        }
        self.workers.recycle(block);
        Ok(())
    }

    /// Prints `{"tokens":[...]}`. The outer error is that of the text, the inner one that of writing.
    fn json(&mut self, text: &[u8]) -> Result<Result<(), Failure>, TextError> {
        let mut tokens = self.stream.analyze(text)?;
        let writer = &self.writer;
        self.output.buffer.extend_from_slice(TOKENS);
        let mut first = Some(self.output.buffer.filled().len());
        loop {
            let buffer = &mut self.output.buffer;
            let taken = tokens.next_batch(BATCH, |token| writer.push(buffer, &token, text))?;
            // Report errors before the buffer is written.
            if let Some(first) = first.take() {
                buffer.begin_array(first);
            }
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

    fn table(
        &mut self,
        location: TextLocation<'_>,
        text: &[u8],
        columns: Option<usize>,
        style: Style,
    ) -> Result<(), Failure> {
        let mut shown = String::new();
        if self.count > 0 {
            shown.push('\n');
        }
        self.count += 1;
        push_head(&mut shown, location, text, columns, style);
        self.output.text(&shown);
        let mut table = TokenTable::new(columns, style);
        let mut tokens = self.stream.analyze(text).map_err(|error| text_failure(location, error))?;
        loop {
            let taken = tokens.next_batch(BATCH, |token| table.add(&token));
            let taken = taken.map_err(|error| text_failure(location, error))?;
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

/// The failure of a text that can't be analysed.
pub fn text_failure(location: TextLocation<'_>, error: TextError) -> Failure {
    Failure::Text(location.to_string(), error)
}

/// Appends the location and the start of the text.
pub fn push_head(shown: &mut String, location: TextLocation<'_>, text: &[u8], columns: Option<usize>, style: Style) {
    const MAX_SHOWN: usize = 200;
    // Truncate before decoding, as the text may be long. A code point has at most 4 bytes.
    let start = text.get(..MAX_SHOWN * 4).unwrap_or(text);
    let decoded = String::from_utf8_lossy(start);
    let mut chars = decoded.chars();
    let part: String = chars.by_ref().take(MAX_SHOWN).collect();
    let more = if chars.next().is_some() || start.len() < text.len() { "…" } else { "" };
    let head = format!("{}: {}{more}", visible(&location.to_string()), visible(&part));
    for line in wrapped(&head, columns.unwrap_or(usize::MAX)) {
        shown.push_str(&style.paint(Paint::Head, &isolated(&line)));
        shown.push('\n');
    }
}
