//! ICU4J 79.1 as a second peer, in a process of its own (`bench/icu4j`) that answers over a pipe: one process works
//! while the other waits.
//!
//! `unic-bench --icu4j` starts it. A section opens a [`Task`], which is `None` without the option, warms it up with its
//! texts, and alternates runs of the task with its own:
//!
//! ```text
//! let mut task = icu4j::Task::open("transform", "Greek-Latin");
//! task.iter_mut().for_each(|task| task.warm_up(&texts));
//! for each round: ours = seconds(…); theirs = task.as_mut().map(|task| task.seconds(&texts));
//! ```

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The argument that starts ICU4J.
pub const OPTION: &str = "--icu4j";

static PEER: Mutex<Option<Peer>> = Mutex::new(None);

/// The process and its pipes; its tasks are numbered in the order of their opening.
struct Peer {
    _process: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    tasks: u32,
}

/// Starts the process and returns the version of ICU4J; an error if Java or Maven is missing.
pub fn start() -> Result<String, String> {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("icu4j/run");
    let missing = |why: String| {
        format!(
            "{why}\nICU4J needs Java 21 or later, and Maven: {} says what is missing; its columns stay empty",
            run.display()
        )
    };
    let process = Command::new(&run).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = process.map_err(|error| missing(error.to_string()))?;
    let pipes = process.stdin.take().zip(process.stdout.take()).expect("both are piped");
    let mut peer =
        Peer { _process: process, input: BufWriter::new(pipes.0), output: BufReader::new(pipes.1), tasks: 0 };
    let version = peer.string().map_err(|error| missing(error.to_string()))?;
    *lock() = Some(peer);
    Ok(version)
}

fn lock() -> MutexGuard<'static, Option<Peer>> {
    PEER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peer {
    fn send(&mut self, text: &str) -> std::io::Result<()> {
        self.input.write_all(&(text.len() as u32).to_be_bytes())?;
        self.input.write_all(text.as_bytes())
    }

    fn bytes<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.output.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn string(&mut self) -> std::io::Result<String> {
        let mut bytes = vec![0; u32::from_be_bytes(self.bytes()?) as usize];
        self.output.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn open(&mut self, kind: &str, argument: &str) -> std::io::Result<Result<f64, String>> {
        self.input.write_all(b"o")?;
        self.send(kind)?;
        self.send(argument)?;
        self.input.flush()?;
        let [is_open] = self.bytes()?;
        if is_open == 0 {
            return Ok(Err(self.string()?));
        }
        self.tasks += 1;
        Ok(Ok(f64::from_be_bytes(self.bytes()?)))
    }

    fn run(&mut self, task: u32, texts: &[&str]) -> std::io::Result<f64> {
        self.input.write_all(b"r")?;
        self.input.write_all(&task.to_be_bytes())?;
        self.input.write_all(&(texts.len() as u32).to_be_bytes())?;
        texts.iter().try_for_each(|text| self.send(text))?;
        self.input.flush()?;
        let seconds = f64::from_be_bytes(self.bytes()?);
        let _checksum: [u8; 8] = self.bytes()?;
        Ok(seconds)
    }
}

/// CPU time after which the compiler of the JVM has compiled what a task runs.
const WARM_UP: f64 = 1.0;

/// An object of ICU4J with work to do over texts.
pub struct Task {
    number: u32,
    opening: f64,
}

impl Task {
    /// Opens an object: kind `transform` with an id, `spell-write`, `spell-read` or `spell-read-leniently` with a
    /// locale. `None` if ICU4J is not requested, or refuses the argument, which is reported.
    pub fn open(kind: &str, argument: &str) -> Option<Task> {
        let mut lock = lock();
        let peer = lock.as_mut()?;
        let number = peer.tasks;
        match peer.open(kind, argument).expect("ICU4J answers") {
            Ok(opening) => Some(Task { number, opening }),
            Err(message) => {
                eprintln!("ICU4J has no {kind} {argument}: {message}");
                None
            }
        }
    }

    /// The CPU time of the opening, in seconds.
    pub fn opening(&self) -> f64 {
        self.opening
    }

    /// Runs over the texts until the JVM has compiled the code.
    pub fn warm_up(&self, texts: &[&str]) {
        let mut passed = 0.0;
        while passed < WARM_UP {
            passed += self.seconds(texts).max(1e-4);
        }
    }

    /// The CPU time of one run over the texts, in seconds.
    pub fn seconds(&self, texts: &[&str]) -> f64 {
        let mut lock = lock();
        let peer = lock.as_mut().expect("a task has a process");
        peer.run(self.number, texts).expect("ICU4J answers")
    }
}

/// A cell of a table: a ratio, or a dash if there is none (the median of no rounds).
pub fn cell(ratio: f64) -> String {
    if ratio.is_nan() { "–".to_owned() } else { format!("{ratio:.1}") }
}
