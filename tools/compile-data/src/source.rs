//! Reads the generated text files, and writes tables with their header.

use std::error::Error;
use std::fs;
use std::path::Path;

/// A generated text file: its header (source, checksum, licence) and its lines.
pub struct Source {
    head: String,
    text: String,
    body: usize,
}

impl Source {
    /// Reads a file that starts with comment lines.
    pub fn read(path: &Path) -> Result<Source, Box<dyn Error>> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let body = text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum();
        let head = text.lines().take(4).collect::<Vec<_>>().join("\n");
        Ok(Source { head, text, body })
    }

    /// The lines after the header.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text[self.body..].lines()
    }

    /// Writes a table: the header and a description as text, a zero byte, zeros up to a multiple of eight, the bytes.
    pub fn write(&self, path: &Path, about: &str, table: &[u8]) -> Result<(), Box<dyn Error>> {
        let mut file = format!("{}\n# Compiled by tools/compile-data: {about}\n", self.head).into_bytes();
        file.push(0);
        file.resize(file.len().next_multiple_of(8), 0);
        file.extend_from_slice(table);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, file)?;
        Ok(())
    }
}
