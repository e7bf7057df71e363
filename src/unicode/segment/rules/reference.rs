//! A plain executor to check the machine against: it keeps the set of positions of the rules as it reads, with no classes,
//! states, tables or batches, and asks the sets themselves about every character.

use super::parser::{self, Source};
use super::positions::{Bits, Position, Positions, contains, members, unite};
use crate::unicode::rule_text::Limits;
use crate::unicode::segment::BreakRules;
use proptest::prelude::*;
use std::collections::HashMap;

/// Ends and statuses of the segments, in characters.
fn segments(source: &Source, positions: &Positions, text: &[char]) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let (end, status) = longest_match(source, positions, text, start).unwrap_or((start + 1, 0));
        found.push((end, status));
        start = end;
    }
    found
}

fn longest_match(source: &Source, positions: &Positions, text: &[char], start: usize) -> Option<(usize, u32)> {
    let mut open = positions.first.clone();
    let mut best = None;
    let mut marks = HashMap::new();
    for at in start..=text.len() {
        let c = text.get(at).copied();
        open = step(source, positions, &open, c);
        let end = (at + 1).min(text.len());
        let status = statuses(positions, &open);
        let finished = members(&open).find_map(|position| match positions.list[position] {
            Position::LookAheadEnd(rule) => Some(rule),
            _ => None,
        });
        match finished {
            Some(rule) => {
                if let Some(&place) = marks.get(&rule) {
                    return Some((place, status));
                }
            }
            None if contains(&open, positions.list.len() - 1) => best = Some((end, status)),
            None => {}
        }
        for position in members(&open) {
            if let Position::LookAhead(rule) = positions.list[position] {
                marks.insert(rule, end);
            }
        }
    }
    best
}

fn step(source: &Source, positions: &Positions, open: &Bits, c: Option<char>) -> Bits {
    let takes = |position: usize| match positions.list[position] {
        Position::Set(set) => match c {
            Some(c) => source.sets[set].contains(c.into()),
            None => source.sets[set].strings().any(|string| string == "eof"),
        },
        _ => false,
    };
    let mut next = positions.none();
    for position in members(open).filter(|&position| takes(position)) {
        let follow = &positions.follow[position];
        unite(&mut next, follow);
        if contains(follow, positions.list.len() - 1) {
            for chained in members(&positions.chained).filter(|&chained| takes(chained)) {
                unite(&mut next, &positions.follow[chained]);
            }
        }
    }
    next
}

fn statuses(positions: &Positions, open: &Bits) -> u32 {
    let values = members(open).filter_map(|position| match positions.list[position] {
        Position::Status(value) => Some(value),
        _ => None,
    });
    values.max().unwrap_or(0)
}

fn term() -> impl Strategy<Value = String> {
    let atom =
        prop::sample::select(vec!["a", "b", "[a-c]", "[^a]", ".", "[é😀]", "(a b)", "(a | b c)", "(b* c)", "[c{eof}]"]);
    (atom, prop::sample::select(vec!["", "", "*", "+", "?"])).prop_map(|(atom, repeat)| format!("{atom}{repeat}"))
}

fn rule() -> impl Strategy<Value = String> {
    let status =
        prop::option::of(1u32..500).prop_map(|status| status.map_or(String::new(), |value| format!(" {{{value}}}")));
    let mark = prop::sample::select(vec!["", "", "", "^"]);
    let look_ahead =
        prop::option::weighted(0.2, term()).prop_map(|term| term.map_or(String::new(), |term| format!(" / {term}")));
    (mark, prop::collection::vec(term(), 1..4), look_ahead, status)
        .prop_map(|(mark, terms, look_ahead, status)| format!("{mark}{}{look_ahead}{status};", terms.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn machine_finds_what_the_plain_executor_finds(
        chain in prop::sample::select(vec!["", "!!chain; "]),
        rules in prop::collection::vec(rule(), 1..5),
        text in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c', 'd', 'é', '😀', '\u{FFFD}']), 0..24),
    ) {
        let rules = format!("{chain}{}", rules.join(" "));
        let source = parser::parse(&rules, &Limits::default()).unwrap();
        // Two look-ahead rules may share a place, which only the machine knows; several in one rule set are left to ICU's answers.
        prop_assume!(source.rules.iter().filter(|rule| rule.looks_ahead).count() <= 1);
        let positions = Positions::new(&source, &rules).unwrap();
        let wanted = segments(&source, &positions, &text);
        let compiled = BreakRules::compile(&rules, &Limits::default()).unwrap();
        let string: String = text.iter().collect();
        let units: Vec<u16> = string.encode_utf16().collect();
        let from_utf8: Vec<_> = compiled
            .segments(string.as_bytes())
            .map(|segment| (string[..segment.end].chars().count(), segment.status))
            .collect();
        let from_utf16: Vec<_> = compiled
            .segments(&units)
            .map(|segment| (String::from_utf16(&units[..segment.end]).unwrap().chars().count(), segment.status))
            .collect();
        prop_assert_eq!(&from_utf8, &wanted, "{} on {:?}", rules, string);
        prop_assert_eq!(&from_utf16, &wanted, "{} on {:?}", rules, string);
    }

    #[test]
    fn ill_formed_text_is_cut_like_text_with_replacement_characters(
        text in prop::collection::vec(prop::sample::select(b"a b\x80\xC3\xA9\xE0\xA4\x95\xED\xA0\xF0\x9F\x98\x80\xFF".to_vec()), 0..30)
    ) {
        let rules = crate::unicode::segment::shipped_rules("word").unwrap();
        let replaced = String::from_utf8_lossy(&text);
        let wanted: Vec<usize> = rules.segments(replaced.as_bytes()).map(|one| replaced[..one.end].chars().count()).collect();
        let count = |part: &[u8]| crate::unicode::text::code_points(part).count();
        let found: Vec<usize> = rules.segments(&text).map(|one| count(&text[..one.end])).collect();
        prop_assert_eq!(found, wanted);
    }
}

#[test]
fn hostile_rules_end_in_a_limit() {
    let doubling: String = (1..60).map(|n| format!("$v{n} = $v{} $v{};", n - 1, n - 1)).collect();
    let exploding = format!("$a = [ab]; .* a {};", "[ab]".repeat(60));
    for rules in [format!("$v0 = a; {doubling} $v59;"), exploding, "(".repeat(5000) + "a" + &")".repeat(5000) + ";"] {
        let started = std::time::Instant::now();
        assert!(BreakRules::compile(&rules, &Limits::default()).unwrap_err().limit);
        assert!(started.elapsed().as_secs() < 10, "in a test build"); // well below a second when optimised
    }
}

#[test]
fn steps_back_stay_linear() {
    // Every segment is one letter, but the machine must look to the end of the text for a digit that never comes.
    let rules = BreakRules::compile("[a-z]; [a-z]+ [0-9];", &Limits::default()).unwrap();
    let text = vec![b'x'; 200_000];
    assert_eq!(rules.segments(&text).count(), text.len());
}
