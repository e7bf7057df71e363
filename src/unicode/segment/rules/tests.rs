//! Comparison of the state table with the reference implementation, for random rules and texts.

use crate::unicode::rule_text::Limits;
use crate::unicode::segment::{BreakRules, fuzzing};
use proptest::prelude::*;

const RULE_PIECES: [&str; 34] = [
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    "[:L:]",
    "\\p{M}",
    "(",
    ")",
    "|",
    "*",
    "+",
    "?",
    ";",
    ";",
    ";",
    "/",
    "{100}",
    "{",
    "}",
    "^",
    "$a",
    "=",
    "$a = [a-c];",
    "$dictionary = [b];",
    "!!chain;",
    "!!lookAheadHardBreak;",
    "!!quoted_literals_only;",
    "'a b'",
    "# x\n",
    " ",
    "\n",
    "[a{eof}]",
    "\\u0061",
];

const SET_PIECES: [&str; 32] = [
    "a",
    "b-d",
    "-",
    "&",
    "^",
    "[",
    "]",
    "[a-f]",
    "[^b]",
    "[:L:]",
    "[:^Lu:]",
    "\\p{Nd}",
    "\\P{L}",
    "{ab}",
    "{",
    "}",
    "\\u0041",
    "\\x{1F600}",
    "\\N{SPACE}",
    "\\U0001F600",
    " ",
    "$",
    "'",
    "\\",
    "é",
    "😀",
    "[:scx=Grek:]",
    "[[:Han:]&[:L:]]",
    "z-a",
    ":",
    "\\t",
    "0-9",
];

fn term() -> impl Strategy<Value = String> {
    let atom =
        prop::sample::select(vec!["a", "b", "[a-c]", "[^a]", ".", "[é😀]", "(a b)", "(a | b c)", "(b* c)", "[c{eof}]"]);
    (atom, prop::sample::select(vec!["", "", "*", "+", "?"])).prop_map(|(atom, repeat)| format!("{atom}{repeat}"))
}

fn rule() -> impl Strategy<Value = String> {
    let status =
        prop::option::of(1u32..500).prop_map(|status| status.map_or(String::new(), |value| format!(" {{{value}}}")));
    let mark = prop::sample::select(vec!["", "", "", "^"]);
    let lookahead =
        prop::option::weighted(0.2, term()).prop_map(|term| term.map_or(String::new(), |term| format!(" / {term}")));
    (mark, prop::collection::vec(term(), 1..4), lookahead, status)
        .prop_map(|(mark, terms, lookahead, status)| format!("{mark}{}{lookahead}{status};", terms.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn dfa_equals_the_reference(
        chain in prop::sample::select(vec!["", "!!chain; "]),
        rules in prop::collection::vec(rule(), 1..5),
        text in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c', 'd', 'é', '😀', '\u{FFFD}']), 0..24),
    ) {
        let rules = format!("{chain}{}", rules.join(" "));
        prop_assert!(BreakRules::compile(&rules, &Limits::default()).is_ok());
        fuzzing::rules_and_text(&rules, &text.iter().collect::<String>());
    }

    #[test]
    fn random_rules_compile_or_are_rejected_with_a_location(
        pieces in prop::collection::vec(prop::sample::select(RULE_PIECES.to_vec()), 0..24),
        text in prop::collection::vec(prop::sample::select(vec!['a', 'b', ' ', '1', 'é', '日', '\u{301}', '😀']), 0..24),
    ) {
        let rules = pieces.concat();
        fuzzing::rules(&rules);
        fuzzing::rules_and_text(&rules, &text.into_iter().collect::<String>());
    }

    #[test]
    fn random_sets_are_parsed_or_rejected_with_a_location(
        pieces in prop::collection::vec(prop::sample::select(SET_PIECES.to_vec()), 0..16)
    ) {
        fuzzing::set(&pieces.concat());
        fuzzing::set(&format!("[{}]", pieces.concat()));
    }

    #[test]
    fn ill_formed_text_is_segmented_like_text_with_replacement_characters(
        text in prop::collection::vec(prop::sample::select(b"a b\x80\xC3\xA9\xE0\xA4\x95\xED\xA0\xF0\x9F\x98\x80\xFF".to_vec()), 0..30)
    ) {
        let rules = crate::unicode::segment::shipped_rules("word").unwrap();
        let replaced = String::from_utf8_lossy(&text);
        let wanted: Vec<usize> = rules.segments_without_dictionaries(replaced.as_bytes()).map(|one| replaced[..one.end].chars().count()).collect();
        let count = |part: &[u8]| crate::unicode::text::code_points(part).count();
        let found: Vec<usize> = rules.segments_without_dictionaries(&text).map(|one| count(&text[..one.end])).collect();
        prop_assert_eq!(found, wanted);
    }
}

#[test]
fn hostile_rules_end_in_a_limit() {
    let doubling: String = (1..60).map(|n| format!("$v{n} = $v{} $v{};", n - 1, n - 1)).collect();
    let exploding = format!("$a = [ab]; .* a {};", "[ab]".repeat(60));
    let nested: Vec<String> = (1..8000).map(|n| format!("[一-\\u{:04x}]", 0x4E00 + n)).collect();
    for rules in [
        format!("$v0 = a; {doubling} $v59;"),
        exploding,
        "(".repeat(5000) + "a" + &")".repeat(5000) + ";",
        nested.join("|") + ";",
        format!("!!chain; {};", nested.join("|")),
        "a?".repeat(8000) + ";",
        // Sets of 690 ranges.
        (0..3_200).map(|n| format!("[[:L:]\\u{:04x}]", 0xE000 + n)).collect::<Vec<_>>().join("|") + ";",
    ] {
        let started = std::time::Instant::now();
        assert!(BreakRules::compile(&rules, &Limits::default()).unwrap_err().limit);
        assert!(started.elapsed().as_secs() < 10, "in a test build"); // well below a second in an optimised build
    }
}

#[test]
fn backtracking_takes_linear_time() {
    // Every segment is one letter, but the DFA reads to the end of the text in search of a digit.
    let rules = BreakRules::compile("[a-z]; [a-z]+ [0-9];", &Limits::default()).unwrap();
    let text = vec![b'x'; 200_000];
    assert_eq!(rules.segments_without_dictionaries(&text).count(), text.len());
}

#[test]
fn a_slash_in_an_assignment_belongs_to_no_rule() {
    let lengths = |rules: &str| -> Vec<usize> {
        let rules = BreakRules::compile(rules, &Limits::default()).unwrap();
        rules.segments_without_dictionaries(b"abbabb").map(|segment| segment.end - segment.start).collect()
    };
    assert_eq!(lengths("a b / b;"), [2, 1, 2, 1]);
    // The next rule matches nothing, whether it has the variable or not.
    assert_eq!(lengths("$v = b / b; a b b;"), [1; 6]);
    assert_eq!(lengths("$v = b / b; a $v;"), [1; 6]);
    // A `/` of its own makes it match; rules after it are not affected.
    assert_eq!(lengths("$v = b / b; a b / b;"), [2, 1, 2, 1]);
    assert_eq!(lengths("$v = b / b; c; a b b;"), [3, 3]);
}
