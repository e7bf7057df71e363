//! Compares the library's algorithms with the results of ICU4J (`java/`): prints the first different rows of each kind,
//! and counts.
//!
//! `icu-differential KIND FILE`; `SHOWN`: the number of rows of each kind that are printed.

mod breaks;
mod casing;
mod collation;
mod components;
mod locales;
mod normalization;
mod patterns;
mod sets;
mod spell;
mod transforms;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

/// The default number of printed rows of each kind.
const SHOWN: usize = 15;

/// The result of ICU4J if it throws: then any result is accepted.
const FAILED: &str = "!";

/// The result of a comparison.
enum Verdict {
    Same,
    Different(String),
    /// A difference that `UNICODE.md` states.
    Stated(&'static str),
    /// Nothing to compare: ICU failed, or the rules of the row were rejected.
    Skipped,
}

impl Verdict {
    fn of(found: &str, expected: &str) -> Verdict {
        if found == expected {
            Verdict::Same
        } else if expected == FAILED {
            Verdict::Skipped
        } else {
            Verdict::Different(found.to_owned())
        }
    }

    /// ICU's result is `taken` or `refused`.
    fn of_refusal<T, E: ToString>(found: &Result<T, E>, answer: &str) -> Verdict {
        match (found, answer) {
            (Ok(_), "taken") | (Err(_), "refused") => Verdict::Same,
            (Ok(_), _) => Verdict::Different("accepted".to_owned()),
            (Err(error), _) => Verdict::Different(error.to_string()),
        }
    }
}

/// Answers for the rows of one kind, in their order.
trait Kind {
    fn row(&mut self, fields: &[&str]) -> Verdict;

    /// A verdict after ICU4J, in a new process, has computed the row again.
    fn row_again(&mut self, _fields: &[&str], _answer: &str) -> Option<Verdict> {
        None
    }

    /// The summary after the last row.
    fn summary(&self) -> Option<String> {
        None
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut kind: Box<dyn Kind> = match arguments.next().as_deref() {
        Some("breaks") => Box::new(breaks::Breaks::default()),
        Some("casing") => Box::new(casing::Casing::default()),
        Some("collation") => Box::new(collation::Collations::default()),
        Some("locales") => Box::new(locales::Locales),
        Some("normalization") => Box::new(normalization::Normalization::default()),
        Some("patterns") => Box::new(patterns::Patterns),
        Some("sets") => Box::new(sets::Sets),
        Some("spell" | "spell-doubles" | "spell-reads" | "spell-rules") => Box::new(spell::Spell::default()),
        Some("transforms") => Box::new(transforms::Transforms::default()),
        other => panic!("no kind {other:?}"),
    };
    let path = arguments.next().expect("a file of answers");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let shown = std::env::var("SHOWN").ok().and_then(|shown| shown.parse().ok()).unwrap_or(SHOWN);
    let mut counts = BTreeMap::<String, [usize; 4]>::new();
    let mut reasons = BTreeMap::<&str, usize>::new();
    let mut subject = String::new();
    let mut subject_line = "";
    for line in text.lines() {
        let fields: Vec<String> = line.split('\t').map(unescape).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let Some(&name) = fields.first() else { continue };
        // Later rows refer to the rules, the id or the locale of this one.
        if matches!(name, "rules" | "id" | "locale" | "options") {
            subject.clear();
            subject_line = line;
        }
        let mut verdict = kind.row(&fields);
        if matches!(verdict, Verdict::Different(_)) && matches!(name, "id" | "by id" | "by rules") {
            let again = ask_again(subject_line, line);
            verdict = again.and_then(|answer| kind.row_again(&fields, &answer)).unwrap_or(verdict);
        }
        let count = counts.entry(name.to_owned()).or_default();
        match verdict {
            Verdict::Same => count[0] += 1,
            Verdict::Different(problem) => {
                count[1] += 1;
                if count[1] <= shown {
                    println!("{subject}{}\n    {problem}", fields.join(" | "));
                }
            }
            Verdict::Stated(reason) => {
                count[2] += 1;
                *reasons.entry(reason).or_default() += 1;
            }
            Verdict::Skipped => count[3] += 1,
        }
        if matches!(name, "rules" | "id" | "locale" | "options") {
            subject = format!("{} || ", fields.join(" | "));
        }
    }
    if let Some(summary) = kind.summary() {
        println!("{summary}");
    }
    for (reason, count) in reasons {
        println!("stated difference, {count} rows: {reason}");
    }
    for (kind, [same, different, stated, skipped]) in &counts {
        println!("{kind}: {same} agree, {different} differ, {stated} differ as stated, {skipped} without an answer");
    }
    if counts.values().all(|counts| counts[1] == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// ICU4J's result for a row that refers to another one, as the first in a process (`ASK_AGAIN`: the command).
fn ask_again(subject: &str, row: &str) -> Option<String> {
    let command = std::env::var("ASK_AGAIN").ok()?;
    let mut words = command.split(' ');
    let mut process = Command::new(words.next()?)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command of ASK_AGAIN runs");
    let rows = if subject == row { format!("{row}\n") } else { format!("{subject}\n{row}\n") };
    // Dropped at the end of the statement, which closes the input.
    process.stdin.take().expect("a pipe").write_all(rows.as_bytes()).expect("the process reads");
    let output = process.wait_with_output().expect("the process ends");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(unescape(answer.trim_end_matches('\n').strip_prefix("again\t")?))
}

fn unescape(field: &str) -> String {
    let mut out = String::new();
    let mut characters = field.chars();
    while let Some(c) = characters.next() {
        out.push(match (c, c == '\\') {
            (_, true) => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            (c, false) => c,
        });
    }
    out
}

/// FNV-1a, 64 bit, in hex.
fn fnv(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    format!("{:x}", text.bytes().fold(0xCBF2_9CE4_8422_2325, step))
}
