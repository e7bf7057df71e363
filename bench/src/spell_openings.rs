//! The cost of opening the number formats of all locales, in processes that do nothing else: a format is opened once in
//! a process, so that each time is the median of several processes.

use crate::measure::{median, seconds};
use std::collections::BTreeMap;
use std::process::Command;
use unic_analysis::unicode::spell::{RuleBasedNumberFormat, RuleSetGroup, locales};

/// The argument of a process that prints its times.
pub const PROBE: &str = "spell-openings";

/// The argument after it for processor caches that are emptied before each opening.
const COLD: &str = "cold";

const PROCESSES: usize = 9;

/// The locale that is opened first: it pays for the tables that all locales share.
const FIRST: &str = "es";

/// Opens all locales; prints a line for each.
pub fn probe() {
    let mut evicting = vec![1u8; if std::env::args().any(|argument| argument == COLD) { 64 << 20 } else { 0 }];
    for locale in std::iter::once(FIRST).chain(locales().filter(|locale| *locale != FIRST)) {
        evicting.iter_mut().step_by(64).for_each(|byte| *byte = byte.wrapping_add(1));
        let time = seconds(|| RuleBasedNumberFormat::open(locale, RuleSetGroup::Spellout));
        println!("{locale} {time}");
    }
}

/// The first opening of a process, and the slowest of all others.
pub fn table() {
    println!("| opening all locales in a process | first one, µs | others, median, µs | slowest other, µs | which |");
    println!("|---|---|---|---|---|");
    for (title, argument) in [("processor caches as they are", ""), ("processor caches emptied before each", COLD)] {
        let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for _ in 0..PROCESSES {
            let program = std::env::current_exe().expect("the program has a path");
            let output = Command::new(program).args([PROBE, argument]).output().expect("the program starts itself");
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Some((locale, time)) = line.split_once(' ') else { continue };
                times.entry(locale.to_owned()).or_default().push(time.parse::<f64>().unwrap_or(f64::NAN) * 1e6);
            }
        }
        let mut medians: Vec<(f64, String)> =
            times.into_iter().map(|(locale, times)| (median(times), locale)).collect();
        medians.sort_by(|one, other| one.0.total_cmp(&other.0));
        let first = medians.iter().position(|(_, locale)| locale == FIRST).map(|at| medians.remove(at));
        let (Some((first, _)), Some((slowest, which))) = (first, medians.last()) else { continue };
        let others = median(medians.iter().map(|(time, _)| *time).collect());
        println!("| {title} | {first:.0} | {others:.1} | {slowest:.1} | {which} |");
    }
    println!();
}
