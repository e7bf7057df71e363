//! The input texts: arguments, or the lines of files and standard input, one at a time, with memory use independent of
//! the size of the input.

use crate::args::Texts;
use crate::definition::is_dash;
use crate::failure::Failure;
use crate::terminal::is_ready;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};

/// The number of bytes that are read at once.
const BLOCK: usize = 256 << 10;

/// The location of a text, for messages.
#[derive(Clone, Copy, Debug)]
pub enum TextLocation<'a> {
    /// An argument, from 1.
    Argument(usize),
    /// A line of a file, from 1.
    Line(&'a str, usize),
    /// A file.
    File(&'a str),
}

impl fmt::Display for TextLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextLocation::Argument(number) => write!(f, "text {number}"),
            TextLocation::Line(file, number) => write!(f, "{file}:{number}"),
            TextLocation::File(file) => f.write_str(file),
        }
    }
}

/// Receives the texts.
pub trait Consumer {
    /// Receives a text: the bytes of a file or argument.
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure>;

    /// Called before more input is read, which may block unless it `is_ready`: the output so far should be flushed.
    fn before_read(&mut self, is_ready: bool) -> Result<(), Failure>;

    /// Reports the number of bytes read from an input, and its length if it is known.
    fn has_read(&mut self, bytes: usize, length: Option<u64>);
}

/// The line terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// LF or CR LF, which is not part of the line.
    Text,
    /// This byte only; the line is everything before it.
    Byte(u8),
}

/// Passes every text of the command line to the consumer.
pub fn for_each(texts: &Texts, stdin_is_taken: bool, consumer: &mut impl Consumer) -> Result<(), Failure> {
    if !texts.texts.is_empty() {
        for (at, text) in texts.texts.iter().enumerate() {
            let location = TextLocation::Argument(at + 1);
            let text = text.as_encoded_bytes();
            if text.len() > texts.max_text {
                return Err(Failure::TooLong(location.to_string(), texts.max_text));
            }
            consumer.text(location, text)?;
        }
        return Ok(());
    }
    for_each_file(&texts.input, stdin_is_taken, |reader, file| {
        if texts.whole {
            reader.whole(file, texts.max_text, consumer)
        } else {
            reader.lines(file, texts.max_text, consumer)
        }
    })
}

/// Passes every line of some files, or of standard input if there are none, to the consumer. `most` is the maximum
/// length of a line in bytes.
pub fn for_each_line(
    files: &[PathBuf],
    stdin_is_taken: bool,
    line_end: LineEnd,
    most: usize,
    consumer: &mut impl Consumer,
) -> Result<(), Failure> {
    for_each_file(files, stdin_is_taken, |reader, file| {
        reader.line_end = line_end;
        reader.lines(file, most, consumer)
    })
}

fn for_each_file(
    files: &[PathBuf],
    stdin_is_taken: bool,
    mut read: impl FnMut(&mut Reader, &mut dyn Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let standard_input = [PathBuf::from("-")];
    for path in if files.is_empty() { &standard_input[..] } else { files } {
        if is_dash(path) && stdin_is_taken {
            let message = "standard input is the definition, so texts must be arguments or files";
            return Err(Failure::Usage(message.to_owned()));
        }
        let (mut reader, mut file) = open(path)?;
        read(&mut reader, &mut *file)?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<(Reader, Box<dyn Read>), Failure> {
    let (name, file, length, descriptor): (String, Box<dyn Read>, Option<u64>, RawFd) = if is_dash(path) {
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            eprintln!("reading texts from the terminal, one on each line; end with Ctrl-D");
        }
        ("standard input".to_owned(), Box::new(io::stdin().lock()), None, io::stdin().as_raw_fd())
    } else {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::Io(name.clone(), error))?;
        let length = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
        let descriptor = file.as_raw_fd();
        (name, Box::new(file), length, descriptor)
    };
    Ok((Reader::new(name, length, Some(descriptor)), file))
}

/// Reads a file block by block.
struct Reader {
    name: String,
    length: Option<u64>,
    /// The file descriptor, if it is known.
    descriptor: Option<RawFd>,
    line_end: LineEnd,
    buffer: Vec<u8>,
    /// The start of the unprocessed bytes in the buffer.
    start: usize,
    /// The end of the unprocessed bytes in the buffer.
    end: usize,
    /// The number of lines so far.
    line: usize,
    /// Whether the start of the file has been examined.
    has_begun: bool,
}

impl Reader {
    fn new(name: String, length: Option<u64>, descriptor: Option<RawFd>) -> Reader {
        let line_end = LineEnd::Text;
        Reader { name, length, descriptor, line_end, buffer: Vec::new(), start: 0, end: 0, line: 0, has_begun: false }
    }

    /// Passes on all lines without line ends. The bytes after the last line end are a line if there are any.
    fn lines(&mut self, file: &mut dyn Read, most: usize, consumer: &mut impl Consumer) -> Result<(), Failure> {
        let byte = if let LineEnd::Byte(byte) = self.line_end { byte } else { b'\n' };
        let mut searched = 0;
        loop {
            while let Some(found) = memchr::memchr(byte, self.rest().get(searched..).unwrap_or(&[])) {
                let length = searched + found;
                self.line(length, most, consumer)?;
                self.start += length + 1;
                searched = 0;
            }
            searched = self.rest().len();
            // CR LF may follow.
            if searched > most.saturating_add(1) {
                self.line += 1;
                return Err(Failure::TooLong(self.location().to_string(), most));
            }
            let had_begun = self.has_begun;
            if self.read_more(file, consumer)? == 0 {
                break;
            }
            if !had_begun {
                searched = 0; // a byte order mark may have been skipped
            }
        }
        let length = self.rest().len();
        if length > 0 { self.line(length, most, consumer) } else { Ok(()) }
    }

    fn line(&mut self, length: usize, most: usize, consumer: &mut impl Consumer) -> Result<(), Failure> {
        self.line += 1;
        let location = self.location();
        let line = self.rest().get(..length).unwrap_or(&[]);
        let shortened = if self.line_end == LineEnd::Text { line.strip_suffix(b"\r") } else { None };
        let line = shortened.unwrap_or(line);
        if line.len() > most {
            return Err(Failure::TooLong(location.to_string(), most));
        }
        consumer.text(location, line)
    }

    /// Passes on the whole file as one text.
    fn whole(&mut self, file: &mut dyn Read, most: usize, consumer: &mut impl Consumer) -> Result<(), Failure> {
        while self.read_more(file, consumer)? > 0 {
            if self.rest().len() > most {
                return Err(Failure::TooLong(self.name.clone(), most));
            }
        }
        consumer.text(TextLocation::File(&self.name), self.rest())
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or(&[])
    }

    fn location(&self) -> TextLocation<'_> {
        TextLocation::Line(&self.name, self.line)
    }

    /// Reads a block after the unprocessed bytes; returns its length, 0 at the end.
    fn read_more(&mut self, file: &mut dyn Read, consumer: &mut impl Consumer) -> Result<usize, Failure> {
        consumer.before_read(self.descriptor.is_some_and(is_ready))?;
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        // The buffer grows only for long texts.
        if self.buffer.len() - self.end < BLOCK / 2 {
            self.buffer.resize((self.buffer.len() * 2).max(BLOCK), 0);
        }
        let read = loop {
            match file.read(self.buffer.get_mut(self.end..).unwrap_or_default()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Io(self.name.clone(), error)),
                Ok(read) => break read,
            }
        };
        self.end += read;
        consumer.has_read(read, self.length);
        if !self.has_begun && (read == 0 || !self.may_be_part_of_mark()) {
            self.begin()?;
        }
        Ok(read)
    }

    /// Whether a byte order mark may start with the bytes so far. They contain no line end, so lines are not processed
    /// before the start of the file has been examined.
    fn may_be_part_of_mark(&self) -> bool {
        let rest = self.rest();
        [&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| *mark != rest && mark.starts_with(rest))
    }

    /// Skips a byte order mark; rejects UTF-16, whose tokens would be meaningless.
    fn begin(&mut self) -> Result<(), Failure> {
        self.has_begun = true;
        let rest = self.rest();
        if rest.starts_with(b"\xFF\xFE") || rest.starts_with(b"\xFE\xFF") {
            let message = "this is UTF-16; make it UTF-8 first (iconv -f UTF-16 -t UTF-8)";
            return Err(Failure::Io(self.name.clone(), io::Error::new(ErrorKind::InvalidData, message)));
        }
        if rest.starts_with("\u{FEFF}".as_bytes()) {
            self.start += 3;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads in small pieces, like a slow pipe.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[derive(Default)]
    struct Collected(Vec<Vec<u8>>);

    impl Consumer for Collected {
        fn text(&mut self, _: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
            self.0.push(text.to_vec());
            Ok(())
        }

        fn before_read(&mut self, _: bool) -> Result<(), Failure> {
            Ok(())
        }

        fn has_read(&mut self, _: usize, _: Option<u64>) {}
    }

    fn reader() -> Reader {
        Reader::new("x".to_owned(), None, None)
    }

    fn lines(text: &[u8], step: usize, most: usize) -> Result<Vec<String>, String> {
        let mut collected = Collected::default();
        match reader().lines(&mut Drops(text, step), most, &mut collected) {
            Ok(()) => Ok(collected.0.into_iter().map(|line| String::from_utf8(line).unwrap()).collect()),
            Err(Failure::TooLong(what, _)) => Err(what),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_do_not_depend_on_blocks() {
        let text = "\u{FEFF}one\r\n\ntwo \r three\nfour";
        for step in [1, 2, 3, 7, 1000] {
            assert_eq!(lines(text.as_bytes(), step, 100).unwrap(), ["one", "", "two \r three", "four"], "{step}");
        }
        let text = "\u{FEFF}\n\u{FEFF}\n\u{FEFF}";
        for step in [1, 2, 3, 4, 5, 1000] {
            assert_eq!(lines(text.as_bytes(), step, 100).unwrap(), ["", "\u{FEFF}", "\u{FEFF}"], "{step}");
            assert_eq!(lines("é\n\u{FEFF}b".as_bytes(), step, 100).unwrap(), ["é", "\u{FEFF}b"], "{step}");
            assert_eq!(lines("a\n\u{FEFF}b".as_bytes(), step, 100).unwrap(), ["a", "\u{FEFF}b"], "{step}");
        }
        assert!(lines(b"", 1, 100).unwrap().is_empty());
        assert_eq!(lines(b"\n", 1, 100).unwrap(), [""]);
    }

    #[test]
    fn a_long_line_is_named_whatever_the_blocks() {
        for step in [1, 3, 1000] {
            assert_eq!(lines(b"1234\r\n12345\n", step, 4), Err("x:2".to_owned()));
            assert_eq!(lines(b"1234\r\n123456", step, 4), Err("x:2".to_owned()));
            assert_eq!(lines(b"1234\r\n1234", step, 4).unwrap().len(), 2);
        }
    }

    #[test]
    fn other_line_ends_leave_the_line_as_it_is() {
        for (byte, expected) in [(0, [&b"a\r\nb"[..], b"c"]), (b'\n', [b"a\r", b"b\0c"])] {
            let mut collected = Collected::default();
            let mut reader = reader();
            reader.line_end = LineEnd::Byte(byte);
            reader.lines(&mut Drops(b"a\r\nb\0c", 2), 9, &mut collected).unwrap();
            assert_eq!(collected.0, expected);
        }
    }

    #[test]
    fn utf_16_is_rejected() {
        assert!(matches!(
            reader().lines(&mut Drops(b"\xFF\xFEa\0\n\0", 1), 9, &mut Collected::default()),
            Err(Failure::Io(..))
        ));
    }

    #[test]
    fn the_whole_is_one_text() {
        let mut collected = Collected::default();
        reader().whole(&mut Drops(b"a\nb\n", 1), 4, &mut collected).unwrap();
        assert_eq!(collected.0, [b"a\nb\n"]);
        assert!(reader().whole(&mut Drops(b"a\nb\n", 1), 3, &mut Collected::default()).is_err());
    }
}
