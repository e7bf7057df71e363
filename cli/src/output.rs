//! Buffered writing to standard output, or to a file. It is flushed before each blocking read, so that each line is
//! printed immediately.

use crate::buffer::Buffer;
use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::path::Path;

/// The buffer is written when it is larger than this.
const FULL: usize = 128 << 10;

/// Standard output or a file, with a buffer.
pub struct Output {
    name: String,
    /// `std::io::Stdout` would copy everything once more, line by line.
    file: ManuallyDrop<File>,
    /// The bytes that are not written yet, to be appended to.
    pub buffer: Buffer,
}

impl Output {
    /// Opens standard output.
    pub fn new() -> Output {
        // SAFETY: descriptor 1 is open during the whole run, or writing to it fails; `ManuallyDrop` leaves it open.
        let file = ManuallyDrop::new(unsafe { File::from_raw_fd(libc::STDOUT_FILENO) });
        Output { name: "standard output".to_owned(), file, buffer: Buffer::new() }
    }

    /// Opens a file for writing, and keeps its contents until [`Output::replace`].
    pub fn to_file(path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        match File::options().write(true).create(true).truncate(false).open(path) {
            Ok(file) => Ok(Output { name, file: ManuallyDrop::new(file), buffer: Buffer::new() }),
            Err(error) => Err(Failure::Io(name, error)),
        }
    }

    /// Truncates a file of [`Output::to_file`] before new contents are written. Has no effect on a terminal or pipe.
    pub fn replace(&mut self) -> Result<(), Failure> {
        match self.file.metadata() {
            Ok(data) if data.is_file() => self.file.set_len(0).map_err(|error| Failure::Io(self.name.clone(), error)),
            _ => Ok(()),
        }
    }

    /// Writes the buffer if it is full.
    #[inline]
    pub fn flush_if_full(&mut self) -> Result<(), Failure> {
        if self.buffer.filled().len() >= FULL { self.flush() } else { Ok(()) }
    }

    /// Writes the buffer.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let written = self.file.write_all(self.buffer.filled());
        self.buffer.clear();
        written.map_err(|error: io::Error| Failure::Io(self.name.clone(), error))
    }

    /// Writes the buffer and then these bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.flush()?;
        self.file.write_all(bytes).map_err(|error| Failure::Io(self.name.clone(), error))
    }

    /// Appends a text.
    pub fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Appends a line.
    pub fn line(&mut self, text: &str) {
        self.text(text);
        self.text("\n");
    }
}
