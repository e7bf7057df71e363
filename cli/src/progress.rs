//! The progress of reading a long input, on standard error, if that is a terminal and nothing else is written there.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

const FIRST_SHOWN: Duration = Duration::from_secs(1);
const SHOWN_AGAIN: Duration = Duration::from_millis(200);

/// Counts bytes, and shows the progress from time to time.
pub struct Progress {
    is_shown: bool,
    started: Instant,
    next: Instant,
    /// A description of the current work.
    work: &'static str,
    read: u64,
    drawn: bool,
}

impl Progress {
    /// Starts the clock. `is_shared`: whether other output goes to the terminal.
    pub fn new(quiet: bool, is_shared: bool) -> Progress {
        let is_shown = !quiet && !is_shared && stderr().is_terminal();
        let started = Instant::now();
        Progress { is_shown, started, next: started + FIRST_SHOWN, work: "", read: 0, drawn: false }
    }

    /// Starts other work at zero.
    pub fn begin(&mut self, work: &'static str) {
        (self.work, self.read, self.started) = (work, 0, Instant::now());
        if self.drawn {
            eprint!("\r\u{1b}[K{work}");
        }
    }

    /// Stops showing progress.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.drawn) {
            eprint!("\r\u{1b}[K");
        }
        self.is_shown = false;
    }

    /// Adds a number of bytes, of `length` in total if that is known.
    pub fn add(&mut self, bytes: usize, length: Option<u64>) {
        self.read += bytes as u64;
        if !self.is_shown {
            return;
        }
        let now = Instant::now();
        if now >= self.next {
            self.next = now + SHOWN_AGAIN;
            self.drawn = true;
            eprint!("\r\u{1b}[K{}{}", self.work, line(self.read, length, now - self.started));
        }
    }
}

impl Drop for Progress {
    /// Erases the line.
    fn drop(&mut self) {
        self.end();
    }
}

fn line(read: u64, length: Option<u64>, time: Duration) -> String {
    let megabytes = read as f64 / 1e6;
    let rate = megabytes / time.as_secs_f64().max(0.001);
    match length {
        Some(length) if length >= read && length > 0 => {
            let parts = (read * 20 / length) as usize;
            let bar = "#".repeat(parts) + &"-".repeat(20 - parts.min(20));
            format!("[{bar}] {:.0} of {:.0} MB, {rate:.0} MB/s", megabytes, length as f64 / 1e6)
        }
        _ => format!("{megabytes:.0} MB, {rate:.0} MB/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_length_gives_a_bar() {
        let second = Duration::from_secs(1);
        assert_eq!(line(5_000_000, Some(10_000_000), second), "[##########----------] 5 of 10 MB, 5 MB/s");
        assert_eq!(line(10, Some(10), second), "[####################] 0 of 0 MB, 0 MB/s");
        assert_eq!(line(5_000_000, None, second), "5 MB, 5 MB/s");
    }
}
