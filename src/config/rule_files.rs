//! Files that options name, under the configuration directory.

use crate::config::CompileOptions;
use crate::config::error::{Category, ConfigError, problem};
use std::fs::File;
use std::io::{ErrorKind, Read};

/// The reason why a file can't be used.
#[derive(Debug)]
pub struct FileError {
    /// The category of the error.
    pub category: Category,
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

/// The lines of a file, without line ends and without a byte order mark. The file must be under the configuration directory,
/// also after symbolic links are resolved; must be a regular file in UTF-8; and must not be longer than the limit for a
/// definition.
pub fn read_lines(name: &str, options: &CompileOptions) -> Result<Vec<String>, FileError> {
    let text = read_text(name, options)?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The text of a file, without a byte order mark, with the checks of [`read_lines`].
pub fn read_text(name: &str, options: &CompileOptions) -> Result<String, FileError> {
    const ALLOWED: &str = "a file under the configuration directory";
    let fail = |category, found: String| {
        let help = if category == Category::MissingReference { NO_FILE } else { "" };
        FileError { category, found, allowed: ALLOWED, help }
    };
    let Some(directory) = &options.configuration_directory else {
        let found = format!("the file {name:?} cannot be read: no configuration directory is given");
        return Err(FileError { help: NO_DIRECTORY, ..fail(Category::WrongValue, found) });
    };
    let missing = |what: &str, error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            fail(Category::MissingReference, format!("{what} does not exist"))
        }
        _ => fail(Category::MissingReference, format!("{what} cannot be read: {error}")),
    };
    let root = directory.canonicalize().map_err(|error| {
        missing(&format!("the configuration directory {:?}", directory.display().to_string()), error)
    })?;
    let file = format!("the file {name:?}");
    // `..` is checked before the file system is accessed, so that nothing outside can be probed.
    let mut depth = 0i64;
    let leaves = std::path::Path::new(name).components().any(|component| {
        depth += match component {
            std::path::Component::Normal(_) => 1,
            std::path::Component::ParentDir => -1,
            _ => 0,
        };
        depth < 0
    });
    let joined = directory.join(name);
    let is_absolute = std::path::Path::new(name).is_absolute();
    let outside = || fail(Category::WrongValue, format!("{file} is outside the configuration directory"));
    if leaves || is_absolute && !joined.starts_with(&root) && !joined.starts_with(directory) {
        return Err(outside());
    }
    let path = joined.canonicalize().map_err(|error| missing(&file, error))?;
    if !path.starts_with(&root) {
        return Err(outside());
    }
    let is_file = path.metadata().map_err(|error| missing(&file, error))?.is_file();
    if !is_file {
        return Err(fail(Category::WrongValue, format!("{file} is not a regular file")));
    }
    let mut bytes = Vec::new();
    let most = options.max_json_length as u64;
    let opened = File::open(&path).map_err(|error| missing(&file, error))?;
    opened.take(most + 1).read_to_end(&mut bytes).map_err(|error| missing(&file, error))?;
    if bytes.len() as u64 > most {
        let found = format!("{file} has more than {most} bytes");
        return Err(FileError { allowed: "a shorter file", ..fail(Category::Limit, found) });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let found = format!("{file} is not UTF-8 (at byte {at})");
        FileError { allowed: "a file in UTF-8", ..fail(Category::Syntax, found) }
    })?;
    Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text))
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
        assert_eq!(category("nowhere"), Err(Category::MissingReference));
        assert_eq!(category("latin1"), Err(Category::Syntax));
        for outside in ["../secret", "link", "/etc/passwd", "sub"] {
            assert_eq!(category(outside), Err(Category::WrongValue), "{outside}");
        }
        let none = CompileOptions::default();
        assert_eq!(read_lines("sub/words", &none).map_err(|error| error.category), Err(Category::WrongValue));
        fs::remove_dir_all(base).unwrap();
    }
}
