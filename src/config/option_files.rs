//! Files that options name: under the configuration directory, or from the host.

use crate::config::CompileOptions;
use crate::config::error::{ConfigError, ErrorCategory, problem};
use crate::memory;
use crate::unicode::quoted::quoted;
use crate::unicode::rule_text;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::sync::Arc;

/// A function of the host that reads a file by its name in the definition. Its error is the reason why the file can't
/// be read.
#[derive(Clone)]
pub struct FileSource(Arc<Read>);

type Read = dyn Fn(&str) -> Result<Vec<u8>, String> + Send + Sync;

impl FileSource {
    /// A source that calls a function.
    pub fn new(read: impl Fn(&str) -> Result<Vec<u8>, String> + Send + Sync + 'static) -> FileSource {
        FileSource(Arc::new(read))
    }
}

impl fmt::Debug for FileSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FileSource")
    }
}

/// The reason why a file can't be used.
#[derive(Debug)]
pub struct FileError {
    /// The category of the error.
    pub category: ErrorCategory,
    /// What is wrong: a sentence without a full stop.
    pub found: String,
    /// What is allowed.
    pub allowed: &'static str,
    /// Advice on how to correct the error.
    pub help: &'static str,
}

impl FileError {
    /// The error at the byte offset of the file's name in the definition.
    pub fn at(self, offset: usize) -> ConfigError {
        problem(self.category, offset, self.found).allowing(self.allowed).helping(self.help)
    }
}

/// Advice for a file that can't be found because no directory is given.
pub const NO_DIRECTORY: &str =
    "give the configuration directory in the options of the call (the program `unic`: `--config-dir`)";
/// Advice for a file that does not exist.
pub const NO_FILE: &str = "create the file, or correct its name";

/// The maximum length of a file's name in bytes.
const MAX_NAME_LENGTH: usize = 4096;

/// The lines of a file, without line ends and without a byte order mark; see [`read_text`].
pub fn read_lines(name: &str, options: &CompileOptions) -> Result<Vec<String>, FileError> {
    let text = read_text(name, options)?;
    Ok(memory::collect(rule_text::lines(&text).map(memory::copied)))
}

/// The text of a file, without a byte order mark: from the host's files if it has given a source of them, otherwise
/// from the configuration directory. It must be in UTF-8 and not longer than the limit for a definition.
pub fn read_text(name: &str, options: &CompileOptions) -> Result<String, FileError> {
    let file = format!("the file {}", quoted(name));
    let max_length = options.max_json_length;
    let bytes = match (&options.files, &options.configuration_directory) {
        (Some(FileSource(read)), _) => read(name).map_err(|reason| FileError {
            category: ErrorCategory::MissingReference,
            found: format!("{file} cannot be read: {reason}"),
            allowed: "a file that the host can read",
            help: NO_FILE,
        })?,
        (None, Some(directory)) => read_under(directory, name, &file, max_length)?,
        (None, None) => {
            let may_exist = depth(name).is_some_and(|depth| depth > 0) && !Path::new(name).is_absolute();
            if !may_exist {
                let found = format!("{file} is not one under the configuration directory");
                return Err(failure(ErrorCategory::WrongValue, found));
            }
            let found = format!("{file} cannot be read: no configuration directory is given");
            return Err(FileError { help: NO_DIRECTORY, ..failure(ErrorCategory::MissingReference, found) });
        }
    };
    if bytes.len() > max_length {
        let found = format!("{file} has more than {max_length} bytes");
        let help = "files have the limit for a definition (`max_json_length` of the options of the call)";
        return Err(FileError { allowed: "a shorter file", help, ..failure(ErrorCategory::Limit, found) });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let found = format!("{file} is not UTF-8 (at byte {at})");
        FileError { allowed: "a file in UTF-8", ..failure(ErrorCategory::Syntax, found) }
    })?;
    Ok(text.strip_prefix('\u{FEFF}').map(memory::copied).unwrap_or(text))
}

fn failure(category: ErrorCategory, found: String) -> FileError {
    let help = if category == ErrorCategory::MissingReference { NO_FILE } else { "" };
    FileError { category, found, allowed: "a file under the configuration directory", help }
}

/// How many levels under its directory the file of a relative path is; `None` if `..` leaves the directory.
fn depth(name: &str) -> Option<u64> {
    Path::new(name).components().try_fold(0u64, |depth, component| match component {
        std::path::Component::Normal(_) => depth.checked_add(1),
        std::path::Component::ParentDir => depth.checked_sub(1),
        _ => Some(depth),
    })
}

/// Up to `max_length` bytes of a file, and one more if it has more. It must be under the directory, also after symbolic
/// links are resolved, and must be a regular file.
fn read_under(directory: &Path, name: &str, file: &str, max_length: usize) -> Result<Vec<u8>, FileError> {
    let directory_name = directory.display().to_string();
    let unreadable = |what: &str, location: &str, error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            failure(ErrorCategory::MissingReference, format!("{what} does not exist{location}"))
        }
        _ => failure(ErrorCategory::MissingReference, format!("{what} cannot be read: {error}")),
    };
    let missing = |error| unreadable(file, &format!(" in {directory_name:?}"), error);
    // No path of a system is longer.
    if name.len() > MAX_NAME_LENGTH {
        return Err(missing(ErrorKind::InvalidFilename.into()));
    }
    let root = directory
        .canonicalize()
        .map_err(|error| unreadable(&format!("the configuration directory {directory_name:?}"), "", error))?;
    // Checked before the file system is accessed, so that nothing outside can be probed.
    let leaves = depth(name).is_none();
    let joined = directory.join(name);
    let is_absolute = Path::new(name).is_absolute();
    let outside = || failure(ErrorCategory::WrongValue, format!("{file} is outside the configuration directory"));
    if leaves || is_absolute && !joined.starts_with(&root) && !joined.starts_with(directory) {
        return Err(outside());
    }
    let path = joined.canonicalize().map_err(missing)?;
    if !path.starts_with(&root) {
        return Err(outside());
    }
    let is_file = path.metadata().map_err(missing)?.is_file();
    if !is_file {
        return Err(failure(ErrorCategory::WrongValue, format!("{file} is not a regular file")));
    }
    let mut bytes = Vec::new();
    let opened = File::open(&path).map_err(missing)?;
    let read = opened.take(max_length as u64 + 1).read_to_end(&mut bytes);
    // An error of its own if the bytes found no memory.
    memory::checkpoint();
    read.map_err(missing)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_files_under_the_directory_are_read() {
        let base = std::env::temp_dir().join(format!("unic-rule-files-{}", std::process::id()));
        let directory = base.join("config");
        fs::create_dir_all(directory.join("sub")).unwrap();
        fs::write(directory.join("sub/words"), "\u{FEFF}one\r\ntwo\n").unwrap();
        fs::write(directory.join("latin1"), b"\xE9").unwrap();
        fs::write(base.join("secret"), "x").unwrap();
        let _ = symlink(base.join("secret"), directory.join("link"));
        let options =
            CompileOptions { configuration_directory: Some(directory), max_json_length: 100, ..Default::default() };
        let category = |name: &str| read_lines(name, &options).map_err(|error| error.category);
        assert_eq!(category("sub/words"), Ok(vec!["one".to_owned(), "two".to_owned()]));
        assert_eq!(category("sub/../sub/words").map(|lines| lines.len()), Ok(2));
        assert_eq!(category("nowhere"), Err(ErrorCategory::MissingReference));
        assert_eq!(category("latin1"), Err(ErrorCategory::Syntax));
        for outside in ["../secret", "link", "/etc/passwd", "sub"] {
            assert_eq!(category(outside), Err(ErrorCategory::WrongValue), "{outside}");
        }
        let none = CompileOptions::default();
        let category = |name: &str| read_lines(name, &none).map_err(|error| error.category);
        assert_eq!(category("sub/words"), Err(ErrorCategory::MissingReference));
        for outside in ["../secret", "sub/../../secret", "/etc/passwd", "", ".", "sub/.."] {
            assert_eq!(category(outside), Err(ErrorCategory::WrongValue), "{outside}");
        }
        fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn files_of_the_host_replace_the_directory() {
        let source = FileSource::new(|name| match name {
            "words" => Ok("\u{FEFF}one\ntwo".into()),
            "latin1" => Ok(vec![0xE9]),
            "long" => Ok(vec![b'a'; 101]),
            _ => Err("no such resource".to_owned()),
        });
        let directory = Some(std::env::temp_dir());
        let options = CompileOptions {
            configuration_directory: directory,
            files: Some(source),
            max_json_length: 100,
            ..Default::default()
        };
        let category = |name: &str| read_lines(name, &options).map_err(|error| error.category);
        assert_eq!(category("words"), Ok(vec!["one".to_owned(), "two".to_owned()]));
        assert_eq!(category("latin1"), Err(ErrorCategory::Syntax));
        assert_eq!(category("long"), Err(ErrorCategory::Limit));
        let missing = read_lines("other", &options).unwrap_err();
        assert_eq!(missing.category, ErrorCategory::MissingReference);
        assert_eq!(missing.found, "the file \"other\" cannot be read: no such resource");
    }
}
