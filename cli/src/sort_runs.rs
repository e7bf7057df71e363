//! Runs of sorted lines with their keys in temporary files, and their merge.
//!
//! The files have no name (`tempfile::tempfile_in`), so none remains after the program ends.

use crate::failure::Failure;
use crate::sort_chunk::{Chunk, directed};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use unic_analysis::analysis::key_order::{compare_keys, key_prefix};

/// The maximum number of runs that are merged at once: each is an open file with a buffer.
const MAX_RUNS: usize = 64;

/// The runs so far. A run of level n + 1 is merged from [`MAX_RUNS`] runs of level n, and precedes those in the input.
pub struct Runs {
    folder: PathBuf,
    levels: Vec<Vec<Run>>,
    reverse: bool,
    unique: bool,
}

/// A temporary file: for each line, the lengths of key and line, eight bytes each, then both.
struct Run {
    file: File,
    line_bytes: u64,
}

impl Runs {
    /// Creates an empty list.
    pub fn new(folder: PathBuf, reverse: bool, unique: bool) -> Runs {
        Runs { folder, levels: Vec::new(), reverse, unique }
    }

    /// Whether there is no run.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The number of bytes of all lines with their ends.
    pub fn line_bytes(&self) -> u64 {
        self.levels.iter().flatten().map(|run| run.line_bytes).sum()
    }

    /// Writes the lines of a sorted chunk to a file, and empties it.
    pub fn add(&mut self, chunk: &mut Chunk, memory: usize) -> Result<(), Failure> {
        let mut writer = RunWriter::new(self)?;
        chunk.for_each(|key, line| writer.put(key, line).map_err(|error| self.failure(error)))?;
        chunk.clear();
        self.push(0, writer.finish().map_err(|error| self.failure(error))?);
        for level in 0.. {
            match self.levels.get_mut(level) {
                Some(runs) if runs.len() >= MAX_RUNS => {
                    let runs = std::mem::take(runs);
                    let merged = self.merged(runs, memory)?;
                    self.push(level + 1, merged);
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn push(&mut self, level: usize, run: Run) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        if let Some(runs) = self.levels.get_mut(level) {
            runs.push(run);
        }
    }

    /// Merges several runs to one.
    fn merged(&self, runs: Vec<Run>, memory: usize) -> Result<Run, Failure> {
        let mut writer = RunWriter::new(self)?;
        self.merge_runs(runs, memory, |key, line| writer.put(key, line).map_err(|error| self.failure(error)))?;
        writer.finish().map_err(|error| self.failure(error))
    }

    /// Passes key and line of each line of all runs, in order.
    pub fn merge(
        &mut self,
        memory: usize,
        take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let runs = std::mem::take(&mut self.levels).into_iter().rev().flatten().collect();
        self.merge_runs(runs, memory, take)
    }

    fn merge_runs(
        &self,
        runs: Vec<Run>,
        memory: usize,
        mut take: impl FnMut(&[u8], &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let buffer = (memory / 2 / runs.len().max(1)).clamp(16 << 10, 1 << 20);
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (number, run) in runs.into_iter().enumerate() {
            let head = Head::first(run, number, buffer, self.reverse).map_err(|error| self.failure(error))?;
            heads.extend(head);
        }
        let mut last: Option<Vec<u8>> = None;
        while let Some(mut head) = heads.peek_mut() {
            if !self.unique || last.as_ref() != Some(&head.key) {
                take(&head.key, &head.line)?;
                if self.unique {
                    last.get_or_insert_default().clone_from(&head.key);
                }
            }
            if !head.advance().map_err(|error| self.failure(error))? {
                PeekMut::pop(head);
            }
        }
        Ok(())
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::Io(format!("temporary file in {}", self.folder.display()), error)
    }
}

/// Writes a run.
struct RunWriter {
    writer: BufWriter<File>,
    line_bytes: u64,
}

impl RunWriter {
    fn new(runs: &Runs) -> Result<RunWriter, Failure> {
        let file = tempfile::tempfile_in(&runs.folder).map_err(|error| runs.failure(error))?;
        Ok(RunWriter { writer: BufWriter::with_capacity(256 << 10, file), line_bytes: 0 })
    }

    fn put(&mut self, key: &[u8], line: &[u8]) -> io::Result<()> {
        self.line_bytes += line.len() as u64 + 1;
        self.writer.write_all(&(key.len() as u64).to_ne_bytes())?;
        self.writer.write_all(&(line.len() as u64).to_ne_bytes())?;
        self.writer.write_all(key)?;
        self.writer.write_all(line)
    }

    fn finish(self) -> io::Result<Run> {
        let mut file = self.writer.into_inner().map_err(|error| error.into_error())?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Run { file, line_bytes: self.line_bytes })
    }
}

/// The next line of a run.
struct Head {
    prefix: u64,
    key: Vec<u8>,
    line: Vec<u8>,
    /// The index of the run, which breaks ties between equal keys.
    number: usize,
    reverse: bool,
    reader: BufReader<File>,
}

impl Head {
    /// The first line, if there is one.
    fn first(run: Run, number: usize, buffer: usize, reverse: bool) -> io::Result<Option<Head>> {
        let reader = BufReader::with_capacity(buffer, run.file);
        let mut head = Head { prefix: 0, key: Vec::new(), line: Vec::new(), number, reverse, reader };
        Ok(head.advance()?.then_some(head))
    }

    /// Advances to the next line; returns whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        let mut length = [0; 8];
        match self.reader.read_exact(&mut length) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
            read => read?,
        }
        let key = u64::from_ne_bytes(length) as usize;
        self.reader.read_exact(&mut length)?;
        let line = u64::from_ne_bytes(length) as usize;
        for (bytes, length) in [(&mut self.key, key), (&mut self.line, line)] {
            bytes.resize(length, 0);
            self.reader.read_exact(bytes)?;
        }
        self.prefix = key_prefix(&self.key);
        Ok(true)
    }
}

/// The heap returns its greatest item: the line that sorts first.
impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        let keys = compare_keys(self.prefix, other.prefix, || (&self.key, &other.key));
        directed(keys, self.reverse).then_with(|| self.number.cmp(&other.number)).reverse()
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}
