//! Comparison of acceleration and memoisation with stepping through the DFA.

use super::super::{run_boundary::RunBoundary, shipped_rules, shipped_source};
use super::*;
use crate::unicode::rule_text::Limits;
use crate::unicode::text::to_string;
use proptest::prelude::*;

/// A copy of the rules without acceleration, and with the loop of [`SegmentState::run`].
fn stepping(rules: &BreakRules) -> BreakRules {
    let mut rules = rules.clone();
    rules.id = Default::default();
    (rules.ascii_word_state, rules.is_wordless) = (None, false);
    let stride = rules.dfa.stride as usize;
    let cells = rules.dfa.table.iter_mut().enumerate().filter(|(at, _)| at % stride != 0);
    cells.for_each(|(_, cell)| *cell &= !SELF_LOOP);
    rules
}

fn all<U: CodeUnit>(state: &mut SegmentState, rules: &BreakRules, text: &[U], filter: SegmentFilter) -> Vec<Segment> {
    state.start(rules, text, &());
    state.set_filter(filter);
    std::iter::from_fn(|| state.next(rules, text, &())).collect()
}

fn check_white_space<U: CodeUnit>(state: &mut SegmentState, rules: &BreakRules, text: &[U]) {
    state.start(rules, text, &());
    state.set_filter(SegmentFilter::NonWhiteSpace);
    while state.next(rules, text, &()).is_some() {
        for one in state.ready().iter().filter(|one| rules.is_wordless && one.has_no_white_space()) {
            let term = to_string(&text[one.start..one.end]);
            assert_eq!(term.trim(), term);
        }
        state.skip_ready(READY_CAPACITY);
    }
}

/// The segments without spaces at their ends; those of white space are omitted.
fn without_spaces<U: CodeUnit>(text: &[U], segments: &[Segment]) -> Vec<Segment> {
    let shortened = segments.iter().map(|one| {
        let spaces = text[one.start..one.end].iter().rev().take_while(|&&unit| unit.into() == 0x20).count();
        Segment { end: one.end - spaces, ..*one }
    });
    shortened.filter(|one| !to_string(&text[one.start..one.end]).trim().is_empty()).collect()
}

fn check<U: CodeUnit>(rules: &BreakRules, plain: &BreakRules, texts: &[Vec<U>]) {
    let mut state = SegmentState::default();
    for text in texts {
        let stepped = all(&mut SegmentState::default(), plain, text, SegmentFilter::All);
        assert_eq!(all(&mut state, rules, text, SegmentFilter::All), stepped);
        check_white_space(&mut state, rules, text);
        let non_white_space = all(&mut state, rules, text, SegmentFilter::NonWhiteSpace);
        assert_eq!(without_spaces(text, &non_white_space), without_spaces(text, &stepped));
        // `#` is no emoji without a variation selector.
        let is_ascii = |word: &Segment| word.end == word.start + 1 && text[word.start].into() < 0x80;
        let may_be_emoji = |word: &Segment| may_start_emoji(text, word.start) && !is_ascii(word);
        let is_word = |word: &Segment| word.status != 0 || word.dictionary || may_be_emoji(word);
        let mut words = all(&mut state, rules, text, SegmentFilter::Words);
        words.retain(is_word);
        assert_eq!(words, stepped.into_iter().filter(is_word).collect::<Vec<_>>());
    }
}

/// A run boundary before every `ж` and `𞤜`.
struct BeforeZhe;

impl RunBoundary for BeforeZhe {
    fn ends_before<U: CodeUnit>(&self, code: u32, _: &[U], _: usize) -> bool {
        !self.contains(code)
    }

    fn contains(&self, code: u32) -> bool {
        code != u32::from('ж') && code != u32::from('𞤜')
    }

    fn block_id(&self, code: u32) -> u16 {
        (code / 64) as u16
    }

    fn is_whole_text(&self) -> bool {
        false
    }

    fn id(&self) -> u32 {
        7
    }
}

/// Rules that change what ASCII characters do next to words.
const MORE_RULES: [&str; 12] = [
    r"$Letter [\-] $Letter {200};",
    r"$Letter [\-] $Digit;",
    r"$Digit [\:] $Digit {150};",
    r"$Letter [\.] {200};",
    r"[\,] $Digit {100};",
    r"$Letter [\,] [\,] $Letter {200};",
    r"[\(] $Letter {200};",
    r"[\ ] [\(];",
    r"[\;] [\ ] $Digit {100};",
    r"$Letter $Digit $Letter {300};",
    r"[\#] {100};",
    r"$Digit [\.] $Letter;",
];

const PLAIN_RULES: [&str; 16] = [
    r"[^\.]* [\.] {300};",
    r"[ab]+ [\ ]*;",
    r"[ab]+ / [\ ] [ab];",
    r"[ab]+ [\ ]* [\-] / [01] {200};",
    r"[ab\ 1]* / [\.] [\ ] [ab];",
    r"[\ ]+ {100};",
    r"[[ab] [\u0301]]* / 1+ [\-];",
    r"[\ ] [ab]* [\ ] [\.];",
    r"[Жא] [^1]* [1];",
    r"[01] / [01]* [\.];",
    r"[a-zA-Z\ ] [a-zA-Z]* [\ ]*;",
    r"[a-zA-Z1]+ [\ ]* {100};",
    r"[a-zA-Z]+ [\.]* [\ ]*;",
    r"[[a-zA-ZЖא] [\u0301]]+ [\ ]* [\-]*;",
    r"[a-zЖא] [\u0301\.]* {200};",
    r". {200};",
];

/// Runs of letters of many scripts, with word separators.
fn texts() -> impl Strategy<Value = Vec<String>> {
    const LETTERS: [&str; 16] = [
        "abcXYZé",
        "абвгдеЙ",
        "αβγδΆώ",
        "אבגדה\u{5B0}",
        "ابتثج\u{64B}ـ",
        "कखगघ\u{93F}\u{94D}",
        "가나다힣",
        "中文字漢㐀々",
        "ひらがカタナーッ々、」",
        "กขคะา\u{E31}",
        "0123456789",
        "1\u{FE0F}\u{20E3}2٣",
        "\u{1E921}\u{1E922}\u{1E923}\u{1E945}\u{1E924}",
        "\u{1D400}\u{1D7CE}\u{1D7CF}🅰\u{10330}",
        "\u{20000}\u{20BB7}\u{2A6DF}",
        "\u{301}\u{200D}😀🇩\u{1F468}𠮷",
    ];
    let letters =
        (prop::sample::select(LETTERS.to_vec()), 1usize..60, any::<u64>()).prop_map(|(letters, length, seed)| {
            let letters: Vec<char> = letters.chars().collect();
            let next = |at: usize| letters[(seed.rotate_left(at as u32 * 7) as usize) % letters.len()];
            (0..length).map(next).collect::<String>()
        });
    // Words that fill batches.
    let letters = prop_oneof![15 => letters, 1 => "([𞤀𞤁][𞤢-𞤥\u{1E945}]{0,5} ){1,90}"];
    let between = prop::sample::select(vec![
        " ",
        "  ",
        ", ",
        ". ",
        "\n",
        "’",
        ".",
        "'",
        "。",
        "_",
        "\"",
        "#",
        "*\u{FE0F}",
        ".\n",
        ": ",
        ") (",
        "...",
        " .",
        "-",
        " \u{301}",
        "\u{3000}",
        "\u{A0}",
        ",1 ",
        "____",
        " ____________________________________________________________________________________\n",
        "",
    ]);
    let text = prop::collection::vec((letters, between), 1..30);
    let text = text.prop_map(|pieces| pieces.into_iter().map(|(word, between)| word + between).collect());
    prop::collection::vec(text, 1..4)
}

/// Segments may start with spaces; any character may be a segment.
#[test]
fn segments_of_short_wordless_rules_equal_stepped_ones() {
    let texts =
        ["1 ab cd", " ab  cd", "a b", "1  ab c ", "ab .c. d", "\u{2600}\u{2601} \u{2600}"].map(|text| text.repeat(30));
    for source in [
        r"[a-zA-Z\ ] [a-zA-Z]* [\ ]*; [0-9]+;",
        r"[a-zA-Z\ ] [a-zA-Z]* [\ ]*; [\ ]+ [\.];",
        r"[a-zA-Z]+ [\ \.]*;",
        r"[a-zA-Z]+ [\ ]*; . {200};",
        r". {200};",
    ] {
        let rules = BreakRules::compile(source, &Limits::default()).unwrap();
        let plain = stepping(&rules);
        check(&rules, &plain, &texts.each_ref().map(|text| text.as_bytes().to_vec()));
        check(&rules, &plain, &texts.each_ref().map(|text| text.encode_utf16().collect()));
    }
}

proptest! {
    #[test]
    fn accelerated_segments_equal_stepped_ones(texts in texts()) {
        for name in ["Default", "word", "Standard", "TechnicalTerms", "line", "sent", "char", "sent_el", "line_loose_cj"] {
            let rules = shipped_rules(name).unwrap();
            let plain = stepping(rules);
            check(rules, &plain, &texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>());
            check(rules, &plain, &texts.iter().map(|text| text.encode_utf16().collect()).collect::<Vec<_>>());
        }
    }

    /// Rules near those of words: the model of words agrees with them, or they have none.
    #[test]
    fn words_of_changed_rules_equal_stepped_ones(
        (kept, added) in (any::<u64>(), prop::collection::vec(prop::sample::select(MORE_RULES.to_vec()), 0..4)),
        texts in prop::collection::vec("[ab1 .,:;'_\\-#()\r\nЖא\u{301}]{0,150}", 1..4),
    ) {
        let source = shipped_source("Default").unwrap();
        let is_rule = |line: &str| line.starts_with(['$', '[', '^']) && !line.contains('=');
        let rules = source.lines().filter(|line| is_rule(line)).enumerate();
        // Most rules stay.
        let dropped: Vec<&str> = rules.filter(|(at, _)| kept.rotate_left(*at as u32) & 15 == 0).map(|(_, line)| line).collect();
        let lines = source.lines().filter(|line| !dropped.contains(line)).chain(added);
        let source = lines.collect::<Vec<_>>().join("\n");
        let Ok(rules) = BreakRules::compile(&source, &Limits::default()) else { return Ok(()) };
        let plain = stepping(&rules);
        check(&rules, &plain, &texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>());
        check(&rules, &plain, &texts.iter().map(|text| text.encode_utf16().collect()).collect::<Vec<_>>());
    }

    /// Rules without words, with lookahead and backtracking.
    #[test]
    fn segments_of_wordless_rules_equal_stepped_ones(
        added in prop::collection::vec(prop::sample::select(PLAIN_RULES.to_vec()), 1..6),
        chained in any::<bool>(),
        texts in prop::collection::vec(
            "[ab1 .\\-Жא\u{301}]{0,40}|[ab ]{0,200}|([a-c]{1,4} {1,3}|1|[Жא]\u{301}?|[.\n\u{A0}-]|[ab]){0,120}", 1..4,
        ),
    ) {
        let source = added.concat();
        let source = if chained { format!("!!chain; {source}") } else { source };
        let Ok(rules) = BreakRules::compile(&source, &Limits::default()) else { return Ok(()) };
        let plain = stepping(&rules);
        check(&rules, &plain, &texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>());
        check(&rules, &plain, &texts.iter().map(|text| text.encode_utf16().collect()).collect::<Vec<_>>());
    }

    #[test]
    fn failed_scans_are_memoised(length in 1usize..5000, then in prop::sample::select(vec!["", " ", "\n", "a", "1", "ж", "\u{301}"])) {
        let rules = shipped_rules("Standard").unwrap();
        let text = "_".repeat(length) + then;
        for filter in [SegmentFilter::All, SegmentFilter::Words] {
            let mut state = SegmentState::default();
            let found = all(&mut state, rules, text.as_bytes(), filter);
            let steps = state.backtracked;
            let plain = all(&mut state, &stepping(rules), text.as_bytes(), SegmentFilter::All);
            // Short failed scans are repeated.
        prop_assert!(steps <= 2 * text.len() + 256, "{steps} steps back");
            prop_assert!(filter == SegmentFilter::Words || found == plain);
            let words = |found: Vec<Segment>| found.into_iter().filter(|word| word.status != 0).collect::<Vec<_>>();
            prop_assert_eq!(words(found), words(plain));
        }
    }

    #[test]
    fn text_ends_where_its_run_ends(
        texts in texts(),
        other in prop::sample::select(vec!['ж', '𞤜']),
        index in any::<prop::sample::Index>(),
    ) {
        let rules = shipped_rules("Default").unwrap();
        let mut state = SegmentState::default();
        for text in texts {
            let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = boundaries[index.index(boundaries.len())];
            let whole = format!("{}{other}{}", &text[..at], &text[at..]);
            state.start(rules, whole.as_bytes(), &BeforeZhe);
            let found: Vec<Segment> = std::iter::from_fn(|| state.next(rules, whole.as_bytes(), &BeforeZhe)).collect();
            prop_assert_eq!(state.limit(), at);
            prop_assert_eq!(found, rules.segments_without_dictionaries(&text.as_bytes()[..at]).collect::<Vec<_>>());
        }
    }
}
