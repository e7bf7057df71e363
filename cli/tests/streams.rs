//! The program with pipes, terminals and signals.

mod support;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{ptr, thread};
use support::PeakMemory;

const NDJSON: [&str; 4] = ["analyze", "--tokenizer", "whitespace", "--ndjson"];

fn unic(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unic"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("COLUMNS").env("TERM", "xterm").stdin(Stdio::null());
    // A shell starts background jobs with SIGINT ignored, which child processes inherit.
    let with_interrupts = || {
        // SAFETY: `signal` may be called between `fork` and `exec`.
        unsafe { libc::signal(libc::SIGINT, libc::SIG_DFL) };
        Ok(())
    };
    // SAFETY: the closure does nothing else.
    unsafe { command.pre_exec(with_interrupts) };
    command
}

fn piped(arguments: &[&str]) -> Child {
    unic(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn kill(child: &Child, signal: i32) {
    // SAFETY: this test started the process and has not waited for it.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn a_closed_pipe_ends_the_program_silently() {
    let mut child = piped(&NDJSON);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || while input.write_all(b"some text\n").is_ok() {});
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let status = child.wait().unwrap();
    writer.join().unwrap();
    assert_eq!((status.signal(), errors.as_str()), (Some(libc::SIGPIPE), ""));
}

#[test]
fn an_interrupt_ends_the_program_silently() {
    let mut child = piped(&NDJSON);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"a\n").unwrap();
    // Its first answer shows that it works.
    output.read_line(&mut String::new()).unwrap();
    kill(&child, libc::SIGINT);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().signal(), errors.as_str()), (Some(libc::SIGINT), ""));
}

#[test]
fn each_line_is_printed_immediately() {
    let mut child = piped(&NDJSON);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for word in ["one", "two"] {
        input.write_all(format!("{word}\n").as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(word), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let peak = |megabytes: usize, threads: &str| {
        let mut child = piped(&[&NDJSON[..], &["--threads", threads]].concat());
        let memory = PeakMemory::of(&child);
        let mut input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let lines = "the quick brown fox jumps over the lazy dog\n".repeat((1 << 20) / 44);
        let writer = thread::spawn(move || (0..megabytes).for_each(|_| input.write_all(lines.as_bytes()).unwrap()));
        let mut buffer = vec![0; 1 << 16];
        while output.read(&mut buffer).unwrap() > 0 {}
        writer.join().unwrap();
        let peak = memory.wait();
        assert!(child.wait().unwrap().success());
        peak
    };
    // `UNIC_PIPE_MB=1024` sends a gigabyte.
    let most = std::env::var("UNIC_PIPE_MB").ok().and_then(|most| most.parse().ok()).unwrap_or(20);
    let (small, large) = (peak(2, "1"), peak(most, "1"));
    assert!(large < small + 4096 && large < 64 << 10, "{small} KiB for 2 MB, {large} KiB for {most} MB");
    // Four threads hold at most two blocks each: 32 KiB of lines and the 512 KiB of their output, which the allocator
    // may have twice while a buffer grows. A slower thread holds fewer blocks, so the peak of the small input varies.
    let (small, large) = (peak(2, "4"), peak(most, "4"));
    assert!(large < small + (8 << 10) && large < 48 << 10, "{small} KiB for 2 MB, {large} KiB for {most} MB");
}

#[test]
fn a_line_without_end_is_rejected_in_bounded_memory() {
    let mut child = piped(&[&NDJSON[..], &["--max-text", "1M"]].concat());
    let memory = PeakMemory::of(&child);
    let mut input = child.stdin.take().unwrap();
    let block = vec![b'x'; 1 << 20];
    let writer = thread::spawn(move || (0..50).try_for_each(|_| input.write_all(&block)).is_err());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let peak = memory.wait();
    assert!(writer.join().unwrap(), "the rest is not read");
    assert_eq!(errors, "error: standard input:1: longer than 1048576 bytes; raise the limit with --max-text\n");
    assert_eq!(child.wait().unwrap().code(), Some(4));
    assert!(peak < 20 << 10, "{peak} KiB");
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = std::env::temp_dir().join(format!("unic-threads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let lines = |count: usize| -> String {
        let line = |number: usize| match number % 700 {
            // Longer than the blocks of threads.
            699 => "long lines \n".replace('\n', "x").repeat(7000) + "\n",
            500 => "\n".to_owned(),
            _ => format!("{number} The quick \"brown\" fox\u{1} jumps over E-Books 東京 {}\n", "y".repeat(number % 97)),
        };
        (0..count).map(line).collect()
    };
    std::fs::write(path("one"), lines(2400)).unwrap();
    std::fs::write(path("two"), lines(1300) + "no end").unwrap();
    // The line of 60,000 letters grows beyond the limit.
    std::fs::write(path("grows"), lines(1500) + &"a".repeat(60_000) + "\n" + &lines(1300)).unwrap();
    let mapping = format!(r#"{{"type": "mapping", "mappings": ["a => {}"]}}"#, "b".repeat(400));
    let growing = format!(
        r#"{{"char_filter": {{"m": {mapping}}}, "analyzer": {{"a": {{"tokenizer": "whitespace", "char_filter": ["m"]}}}}}}"#
    );
    let words = r#"{"tokenizer": "hyphen", "filter": ["hyphen", "lowercase"]}"#;
    let (one, two, grows) = (path("one"), path("two"), path("grows"));
    for (definition, inputs, code) in [
        (words, vec![&one, &two], 0),
        (words, vec![&two, &grows, &two], 0),
        (&growing, vec![&grows, &one], 4),
        (words, vec![&one, &folder.to_str().unwrap().to_owned(), &two], 3),
    ] {
        for format in ["--json", "--ndjson"] {
            let run = |threads: &str| {
                let mut command = unic(&["analyze", "-d", definition, format, "--threads", threads]);
                inputs.iter().for_each(|input| _ = command.arg("-i").arg(input));
                command.output().unwrap()
            };
            let alone = run("1");
            assert_eq!(alone.status.code(), Some(code));
            assert!(alone.stdout.len() > 500_000);
            assert!(run("3") == alone, "{inputs:?} {format}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Runs the program on a terminal with this number of columns; returns its output.
fn on_terminal(columns: u16, command: &mut Command) -> String {
    let size = libc::winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let (mut master, mut slave) = (0, 0);
    // SAFETY: the two descriptors are written to local variables; NULL is allowed for name and settings.
    let opened = unsafe { libc::openpty(&mut master, &mut slave, ptr::null_mut(), ptr::null(), &size) };
    assert_eq!(opened, 0);
    // SAFETY: `openpty` returned both descriptors, which are used nowhere else.
    let (mut master, slave) = unsafe { (File::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
    let mut child = command.stdout(slave.try_clone().unwrap()).stderr(slave).spawn().unwrap();
    // The command keeps the other end open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let reader = thread::spawn(move || {
        let mut shown = Vec::new();
        // At the end Linux returns EIO.
        let _ = master.read_to_end(&mut shown);
        shown
    });
    assert!(child.wait().unwrap().code().is_some());
    thread::sleep(Duration::from_millis(20));
    String::from_utf8(reader.join().unwrap()).unwrap().replace("\r\n", "\n")
}

#[test]
fn colours_are_for_terminals() {
    let analyze = ["analyze", "-a", "hyphen", "E-Book"];
    assert!(on_terminal(80, &mut unic(&analyze)).contains("\u{1b}["));
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        assert!(!on_terminal(80, unic(&analyze).env(name, value)).contains('\u{1b}'), "{name}");
    }
    assert!(on_terminal(80, unic(&analyze).env("NO_COLOR", "")).contains('\u{1b}'));
    let piped = unic(&analyze).output().unwrap().stdout;
    assert!(!piped.contains(&0x1b));
    let help = on_terminal(80, unic(&["--help"]).env("NO_COLOR", "1"));
    assert!(!help.contains('\u{1b}'));
}

#[test]
fn twenty_columns_are_enough() {
    let text = "Donaudampfschifffahrtsgesellschaft-Kapitän Corinna's E-Book 日本語日本語日本語日本語";
    let commands: [&[&str]; 7] = [
        &["analyze", "-a", "hyphen", text],
        &["explain", "-a", "hyphen", text],
        &["describe", "-a", "hyphen"],
        &["components", "--options"],
        &["sortkey", "-a", "naturalsort", text],
        &["validate", "tests/data/errors.json"],
        &["validate", "tests/data/long_line.json"],
    ];
    for arguments in commands {
        let shown = on_terminal(20, unic(arguments).env("NO_COLOR", "1").current_dir(env!("CARGO_MANIFEST_DIR")));
        assert!(!shown.is_empty());
        for line in shown.lines() {
            // Widths as in the program: CJK has two columns, isolates have none.
            let isolates = "\u{2068}\u{2069}\u{202C}\u{202D}";
            let width: usize =
                line.chars().map(|c| if isolates.contains(c) { 0 } else { 1 + usize::from(c >= '\u{3000}') }).sum();
            assert!(width <= 20, "{arguments:?}: {line:?}");
        }
    }
}

#[test]
fn machine_readable_output_is_json() {
    let json = |arguments: &[&str]| {
        let output = unic(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let texts = ["analyze", "-a", "hyphen", "--json", "E-Book \"\\\u{1}", "", "\u{2028}😀"];
    let array = json(&texts);
    assert_eq!(array.as_array().unwrap().len(), 3);
    assert_eq!(array[0]["tokens"][1]["token"], "EBook");
    assert_eq!(json(&["explain", "-a", "hyphen", "--json", "E-Book"])[0]["detail"]["custom_analyzer"], false);
    assert_eq!(json(&["validate", "--json", "errors.json"])[0]["valid"], false);
    assert_eq!(json(&["names", "--json", "index.json"])[0], "books");
    assert_eq!(json(&["describe", "--json", "-a", "hyphen"])["tokenizer"]["type"], "hyphen");
    assert!(json(&["components", "--json"]).as_array().unwrap().len() > 5);
}
