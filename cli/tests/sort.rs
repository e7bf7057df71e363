//! `unic sort` compared with a sort by the library's keys: in memory and with temporary files, with all options.

mod support;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use support::PeakMemory;
use unic_analysis::config::{self, CompileOptions};

/// A folder for temporary files, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("unic-sort-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sort(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unic"));
    command.arg("sort").args(arguments).arg("-T").arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of the program for an input.
fn sorted(folder: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = sort(folder, arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// A repeatable sequence of numbers (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

fn lines(count: usize) -> Vec<String> {
    let parts =
        ["a", "A", "ä", "b", "ß", "ss", "Ж", "中", "か", "-", " ", "1", "10", "007", "e\u{301}", "é", "\u{1F600}", "z"];
    let mut state = 7;
    let line = |state: &mut u64| {
        let length = random(state) % 5 * (random(state) % 4);
        (0..length).map(|_| parts[(random(state) % parts.len() as u64) as usize]).collect()
    };
    (0..count).map(|_| line(&mut state)).collect()
}

/// The expected order, by keys of the library.
fn expected(lines: &[String], definition: &str, reverse: bool, unique: bool) -> Vec<u8> {
    let compiled = config::compile(definition.as_bytes(), None, &CompileOptions::default()).unwrap();
    let mut stream = compiled.analyzer.stream();
    let mut keyed: Vec<(Vec<u8>, &String)> =
        lines.iter().map(|line| (stream.sort_key(line.as_bytes()).unwrap().to_vec(), line)).collect();
    keyed.sort_by(|left, right| if reverse { right.0.cmp(&left.0) } else { left.0.cmp(&right.0) });
    if unique {
        keyed.dedup_by(|next, first| next.0 == first.0);
    }
    keyed.iter().flat_map(|(_, line)| line.bytes().chain([b'\n'])).collect()
}

#[test]
fn lines_are_sorted_by_their_keys_with_any_amount_of_memory() {
    let folder = Folder::new("order");
    let lines = lines(6000);
    let input: String = lines.iter().map(|line| line.clone() + "\n").collect();
    for definition in [
        r#"{"type": "unic_collation", "locale": "de"}"#,
        r#"{"type": "unic_collation", "locale": "sv", "strength": "primary"}"#,
        r#"{"type": "naturalsort"}"#,
    ] {
        for flags in [&[][..], &["-r"], &["-u"], &["-r", "-u"]] {
            let expected = expected(&lines, definition, flags.contains(&"-r"), flags.contains(&"-u"));
            // In memory; a few runs; enough runs that they are merged to runs.
            for memory in ["512M", "100K", "1K"] {
                let arguments = [&["-d", definition, "-S", memory], flags].concat();
                let found = sorted(&folder.0, &arguments, input.as_bytes());
                assert!(found == expected, "{arguments:?}");
            }
        }
    }
    assert!(folder.names().is_empty());
}

#[test]
fn lines_longer_than_the_memory_are_sorted_too() {
    let folder = Folder::new("long");
    let long = "x".repeat(3 << 20);
    let input = format!("b\n{long}\na\n");
    assert!(sorted(&folder.0, &["-S", "64K"], input.as_bytes()) == format!("a\nb\n{long}\n").as_bytes());
}

#[test]
fn contents_of_the_file_of_standard_output_are_kept() {
    let folder = Folder::new("append");
    let (input, output) = (folder.0.join("input"), folder.0.join("output"));
    fs::write(&input, "b\na\n").unwrap();
    fs::write(&output, "kept\n").unwrap();
    let file = fs::File::options().append(true).open(&output).unwrap();
    let status = sort(&folder.0, &[]).arg(&input).stdout(file).status().unwrap();
    assert!(status.success());
    assert_eq!(fs::read_to_string(&output).unwrap(), "kept\na\nb\n");
}

/// Starts a sort that has written temporary files, and passes it its input.
fn started(folder: &Path, arguments: &[&str]) -> (Child, thread::JoinHandle<()>) {
    let mut child = sort(folder, &[arguments, &["-S", "16K"]].concat()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines: String = lines(20_000).iter().map(|line| line.clone() + "\n").collect();
    let writer = thread::spawn(move || _ = stdin.write_all(lines.as_bytes()));
    (child, writer)
}

#[test]
fn no_temporary_file_is_left_behind() {
    let folder = Folder::new("clean");
    // The second input does not exist.
    let (child, writer) = started(&folder.0, &["-", "nowhere.txt"]);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.txt"));
    assert!(folder.names().is_empty());
    // Its reader ends.
    let (mut child, writer) = started(&folder.0, &[]);
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    writer.join().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGPIPE));
    assert!(folder.names().is_empty());
    // It is killed while it works.
    let (mut child, writer) = started(&folder.0, &["-o", "/dev/full"]);
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    assert!(folder.names().is_empty());
}

#[test]
fn the_output_may_be_an_input_and_keeps_its_lines_until_the_end() {
    let folder = Folder::new("output");
    let path = folder.0.join("lines");
    let name = path.to_str().unwrap();
    fs::write(&path, "c\nb\na, and more\n").unwrap();
    let failed = sort(&folder.0, &["-o", name, name, "nowhere.txt"]).output().unwrap();
    assert_eq!(failed.status.code(), Some(3));
    assert_eq!(fs::read_to_string(&path).unwrap(), "c\nb\na, and more\n");
    let done = sort(&folder.0, &["-u", "-o", name, name, name]).output().unwrap();
    assert!(done.status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), "a, and more\nb\nc\n");
    // The last temporary file can't be created: its folder is renamed while the program waits for the end of its input.
    let text: String = lines(20_000).iter().map(|line| line.clone() + "\n").collect();
    fs::write(&path, &text).unwrap();
    let (temporary, renamed) = (folder.0.join("temporary"), folder.0.join("renamed"));
    fs::create_dir(&temporary).unwrap();
    let mut child = sort(&temporary, &["-S", "16K", "-o", name, name, "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a\n").unwrap();
    thread::sleep(Duration::from_millis(500));
    fs::rename(&temporary, &renamed).unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(fs::read_to_string(&path).unwrap() == text);
    let full = sort(&folder.0, &["-o", "/dev/full", name]).output().unwrap();
    assert_eq!(full.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&full.stderr).starts_with("error: /dev/full: "));
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let folder = Folder::new("memory");
    let peak = |megabytes: usize| {
        let mut child = sort(&folder.0, &["-S", "1M"]).spawn().unwrap();
        let memory = PeakMemory::of(&child);
        let mut input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let writer = thread::spawn(move || {
            let mut state = 1;
            for _ in 0..megabytes << 14 {
                input.write_all(format!("{:063x}\n", random(&mut state)).as_bytes()).unwrap();
            }
        });
        let (mut buffer, mut count) = (vec![0; 1 << 16], 0);
        loop {
            match output.read(&mut buffer).unwrap() {
                0 => break,
                read => count += read,
            }
        }
        writer.join().unwrap();
        assert_eq!(count, megabytes << 20);
        let peak = memory.wait();
        assert!(child.wait().unwrap().success());
        peak
    };
    let (small, large) = (peak(4), peak(24));
    assert!(large < small + 4096, "{small} KiB, then {large} KiB");
}
