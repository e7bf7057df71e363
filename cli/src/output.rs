//! Buffered writing to standard output, or to a file. Flushed by whoever reads next, so that a line that goes in comes out at once.

use crate::buffer::Buffer;
use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::path::Path;

/// More than this is written at once.
const FULL: usize = 128 << 10;

/// Standard output or a file, and what is to be written to it.
pub struct Output {
    name: String,
    /// Not `std::io::Stdout`, which would copy everything once more, line by line.
    file: ManuallyDrop<File>,
    /// What is not yet written. To be appended to.
    pub buffer: Buffer,
}

impl Output {
    /// Standard output.
    pub fn new() -> Output {
        // SAFETY: descriptor 1 is open for the whole run, or writing to it fails; `ManuallyDrop` leaves it open.
        let file = ManuallyDrop::new(unsafe { File::from_raw_fd(libc::STDOUT_FILENO) });
        Output { name: "standard output".to_owned(), file, buffer: Buffer::new() }
    }

    /// A file, which is opened for writing and keeps what is in it until [`Output::replace`].
    pub fn to_file(path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        match File::options().write(true).create(true).truncate(false).open(path) {
            Ok(file) => Ok(Output { name, file: ManuallyDrop::new(file), buffer: Buffer::new() }),
            Err(error) => Err(Failure::Io(name, error)),
        }
    }

    /// Takes away what is in a file of [`Output::to_file`]: something new comes. A terminal or pipe has nothing to take away.
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
