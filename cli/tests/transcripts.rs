//! Compares every command with its recorded output: the files in `transcripts/`, and the examples of `docs/cli.md`.
//! With UNIC_REFRESH set, the files are rewritten.
//!
//! `sh` runs each line that starts with `$ ` in `data/`. Below it are standard output, standard error with `! ` before
//! each line, and the exit code unless it is 0. Lines with `## ` before a command are comments (`# ` in the document).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The output of a command in the form of a transcript.
fn run(command: &str) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_unic")).parent().unwrap().to_owned();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap()))).unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root().join("tests/data"))
        .env("PATH", path)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .env_remove("TERM")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut shown = String::from_utf8_lossy(&output.stdout).into_owned();
    if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push_str("[no line end]\n");
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        shown.push_str(format!("! {line}").trim_end());
        shown.push('\n');
    }
    if !output.status.success() {
        shown.push_str(&format!("[exit {}]\n", output.status.code().unwrap_or(-1)));
    }
    shown
}

/// The text with the current outputs of its commands.
fn refreshed(text: &str, is_document: bool) -> String {
    let mut fresh = String::new();
    let mut in_console = !is_document;
    let comment = if is_document { "# " } else { "## " };
    let mut is_first = true;
    let mut has_comment = false;
    for line in text.lines() {
        if is_document && line.starts_with("```") {
            (in_console, is_first) = (line == "```console", true);
        } else if in_console {
            let command = line.strip_prefix("$ ");
            let is_comment = line.starts_with(comment);
            if command.is_none() && !is_comment {
                continue;
            }
            if !is_first && !has_comment {
                fresh.push('\n');
            }
            fresh.push_str(&format!("{line}\n"));
            fresh.push_str(&command.map(run).unwrap_or_default());
            (is_first, has_comment) = (false, is_comment);
            continue;
        }
        fresh.push_str(&format!("{line}\n"));
    }
    fresh
}

fn check(path: &Path, is_document: bool) {
    let text = fs::read_to_string(path).unwrap();
    let fresh = refreshed(&text, is_document);
    if env::var_os("UNIC_REFRESH").is_some() {
        fs::write(path, fresh).unwrap();
        return;
    }
    for (number, (expected, found)) in text.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(found, expected, "{}:{}; UNIC_REFRESH=1 rewrites the file", path.display(), number + 1);
    }
    assert_eq!(fresh, text, "{}", path.display());
}

#[test]
fn analyze_as_in_its_transcript() {
    check(&root().join("tests/transcripts/analyze.txt"), false);
}

#[test]
fn explain_as_in_its_transcript() {
    check(&root().join("tests/transcripts/explain.txt"), false);
}

#[test]
fn validate_as_in_its_transcript() {
    check(&root().join("tests/transcripts/validate.txt"), false);
}

#[test]
fn sort_as_in_its_transcript() {
    check(&root().join("tests/transcripts/sort.txt"), false);
}

#[test]
fn sortkey_as_in_its_transcript() {
    check(&root().join("tests/transcripts/sortkey.txt"), false);
}

#[test]
fn transform_as_in_its_transcript() {
    check(&root().join("tests/transcripts/transform.txt"), false);
}

#[test]
fn spell_as_in_its_transcript() {
    check(&root().join("tests/transcripts/spell.txt"), false);
}

#[test]
fn the_other_commands_as_in_their_transcript() {
    check(&root().join("tests/transcripts/others.txt"), false);
}

#[test]
fn the_documentation_shows_what_happens() {
    check(&root().join("../docs/cli.md"), true);
}
