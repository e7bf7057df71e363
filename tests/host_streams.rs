//! Streams for hosts that do not keep texts or have their own tokens: `OwnedStream`, `TokenFilterStream`, in both
//! encodings.

use proptest::prelude::*;
use std::collections::HashSet;
use unic_analysis::analysis::stream::{OwnedToken, StreamUnit};
use unic_analysis::analysis::{Analyzer, End, InputToken, OwnedStream, TokenFilterStream, TokenType};
use unic_analysis::config::{self, CompileOptions};
use unic_analysis::unicode::text::from_str;

const FILTERS: [&str; 11] = [
    "hyphen",
    "unic_folding",
    "unic_normalizer",
    "cjk_bigram",
    "stop",
    "stop_before_others",
    "lowercase",
    "keyword_repeat",
    "remove_duplicates",
    "truncate",
    "unic_transform",
];

fn analyzer(filters: &[&str]) -> Analyzer {
    let json = format!(
        r#"{{"filter": {{"stop_before_others": {{"type": "stop", "remove_trailing": false}}}},
            "analyzer": {{"a": {{"tokenizer": "standard", "filter": {filters:?}}}}}}}"#
    );
    config::compile(json.as_bytes(), Some("a"), &CompileOptions::default()).unwrap().analyzer
}

fn whole<U: StreamUnit>(analyzer: &Analyzer, text: &[U]) -> (Vec<OwnedToken>, End) {
    let mut stream = analyzer.stream();
    let mut all = Vec::new();
    let mut tokens = stream.analyze(text).unwrap();
    tokens.for_each(|token| all.push(OwnedToken::from(token))).unwrap();
    (all, tokens.end().unwrap())
}

/// The output of the filters for the tokens of the tokenizer alone, passed in batches of this size.
fn filtered_by_host<U: StreamUnit>(
    bare: &Analyzer,
    filters: &mut TokenFilterStream<U>,
    text: &[U],
    batch: usize,
) -> (Vec<OwnedToken>, End) {
    let (tokens, end) = whole(bare, text);
    let mut all = Vec::new();
    filters.reset();
    let mut batches = tokens.chunks(batch).peekable();
    loop {
        filters.begin();
        for token in batches.next().unwrap_or(&[]) {
            filters.push(InputToken {
                term: &from_str::<U>(&token.term),
                start: token.start,
                end: token.end,
                position_increment: token.position_increment,
                position_length: token.position_length,
                token_type: token.token_type,
                script: token.script,
                keyword: token.keyword,
            });
        }
        let is_last = batches.peek().is_none();
        filters.run(is_last.then_some(end)).unwrap();
        while filters.take_tokens(3, |token| all.push(OwnedToken::from(token))) > 0 {}
        if is_last {
            return (all, filters.end().unwrap());
        }
    }
}

fn check<U: StreamUnit>(filters: &[&str], texts: &[String], batch: usize) -> Result<(), TestCaseError> {
    let (bare, full) = (analyzer(&[]), analyzer(filters));
    let mut stream = TokenFilterStream::<U>::new(&full);
    for text in texts {
        let text = from_str::<U>(text);
        prop_assert_eq!(filtered_by_host(&bare, &mut stream, &text, batch), whole(&full, &text));
    }
    Ok(())
}

/// A word of one position, one unit long.
fn word<U: StreamUnit>(term: &[U], position_increment: u32) -> InputToken<'_, U> {
    InputToken {
        term,
        start: 0,
        end: 1,
        position_increment,
        position_length: 1,
        token_type: TokenType::Word,
        script: 0,
        keyword: false,
    }
}

proptest! {
    #[test]
    fn filtered_tokens_of_the_caller_equal_those_of_the_whole_chain(
        filters in prop::collection::vec(prop::sample::select(FILTERS.to_vec()), 1..4),
        texts in prop::collection::vec("([a-cA-C]{0,3}[-' ]|the |wi-fi |日本|ひら|カタ|한국 |é|𠀀|[!-~]){0,20}", 1..3),
        batch in 1usize..5,
    ) {
        check::<u8>(&filters, &texts, batch)?;
        check::<u16>(&filters, &texts, batch)?;
    }
}

/// A position is one in the text, also after tokens that the host has not taken.
#[test]
fn dropped_tokens_count_in_positions() {
    let mut stream = TokenFilterStream::<u8>::new(&analyzer(&["lowercase"]));
    for _ in 0..2 {
        stream.reset();
        let mut positions = Vec::new();
        for (count, taken) in [(3, 1), (2, 0), (0, 0), (2, 9)] {
            stream.begin();
            for _ in 0..count {
                stream.push(word(b"a", 2));
            }
            stream.run((taken == 9).then_some(End { final_offset: 1, position_gap: 0 })).unwrap();
            stream.take_tokens(taken, |token| positions.push(token.position));
        }
        assert_eq!(positions, [1, 11, 13]);
    }
}

/// The position increments of the tokens `a` and `the` with large increments, after these filters; and the end.
fn with_large_increments(filters: &[&str]) -> (Vec<u32>, End) {
    let mut stream = TokenFilterStream::<u8>::new(&analyzer(filters));
    stream.reset();
    stream.begin();
    for term in ["the", "fox", "the"] {
        stream.push(InputToken { end: 3, ..word(term.as_bytes(), u32::MAX) });
    }
    stream.run(Some(End { final_offset: 3, position_gap: u32::MAX })).unwrap();
    let mut increments = Vec::new();
    stream.take_tokens(9, |token| increments.push(token.position_increment));
    (increments, stream.end().unwrap())
}

#[test]
fn large_position_increments_are_bounded() {
    const MAX: u32 = i32::MAX as u32;
    let end = |position_gap| End { final_offset: 3, position_gap };
    assert_eq!(with_large_increments(&["lowercase"]), (vec![MAX; 3], end(MAX)));
    // The sum of two fits into 32 bits.
    assert_eq!(with_large_increments(&["stop"]), (vec![2 * MAX], end(2 * MAX)));
    assert_eq!(with_large_increments(&["stop", "stop"]).1, end(2 * MAX));
}

/// The terms that `remove_duplicates` keeps of terms with their position increments, passed in batches of this size.
fn without_duplicates<U: StreamUnit>(terms: &[(String, u32)], batch: usize) -> Vec<String> {
    let mut stream = TokenFilterStream::<U>::new(&analyzer(&["remove_duplicates"]));
    stream.reset();
    let mut kept = Vec::new();
    let mut batches = terms.chunks(batch).peekable();
    while let Some(terms) = batches.next() {
        stream.begin();
        for (term, position_increment) in terms {
            stream.push(word(&from_str::<U>(term), *position_increment));
        }
        let end = End { final_offset: 1, position_gap: 0 };
        stream.run(batches.peek().is_none().then_some(end)).unwrap();
        while stream.take_tokens(100, |token| kept.push(OwnedToken::from(token).term)) > 0 {}
    }
    kept
}

proptest! {
    #[test]
    fn terms_of_a_position_are_unique(
        terms in prop::collection::vec(("[a-dé日𠀀]{0,2}", (0_u32..20).prop_map(|number| u32::from(number == 0))), 0..300),
        batch in 1usize..100,
    ) {
        let mut seen = HashSet::new();
        let is_new = |(term, increment): &&(String, u32)| {
            if *increment > 0 {
                seen.clear();
            }
            seen.insert(term.clone())
        };
        let expected: Vec<String> = terms.iter().filter(is_new).map(|(term, _)| term.clone()).collect();
        prop_assert_eq!(&without_duplicates::<u8>(&terms, batch), &expected);
        prop_assert_eq!(&without_duplicates::<u16>(&terms, batch), &expected);
    }
}

/// The time is linear: each term compared with all others would be 40 billion comparisons.
#[test]
fn any_number_of_terms_may_have_one_position() {
    let terms: Vec<(String, u32)> = (0..400_000).map(|number| ((number % 200_000).to_string(), 0)).collect();
    assert_eq!(without_duplicates::<u8>(&terms, 256).len(), 200_000);
    assert_eq!(without_duplicates::<u16>(&terms, 256).len(), 200_000);
}

/// Offsets in another unit than that of the terms are no offsets of characters.
#[test]
fn bigrams_of_terms_with_other_offsets_have_those_of_the_term() {
    let mut stream = TokenFilterStream::<u8>::new(&analyzer(&["cjk_bigram"]));
    for (term, end) in [("日本語", 3), ("日本語漢字仮名交文", 9)] {
        stream.reset();
        stream.begin();
        stream.push(InputToken { end, token_type: TokenType::Ideographic, ..word(term.as_bytes(), 1) });
        stream.run(Some(End { final_offset: end, position_gap: 0 })).unwrap();
        let mut offsets = Vec::new();
        stream.take_tokens(9, |token| offsets.push((token.start, token.end)));
        assert_eq!(offsets, vec![(0, end); offsets.len()]);
        assert!(offsets.len() >= 2);
    }
}

#[test]
fn ill_formed_terms_are_repaired() {
    let mut stream = TokenFilterStream::<u16>::new(&analyzer(&["lowercase"]));
    stream.reset();
    stream.begin();
    let term = &[0x41, 0xD800, 0x42];
    stream.push(InputToken { start: 7, end: 3, position_length: 70_000, ..word(term, 1) });
    stream.run(Some(End { final_offset: 1, position_gap: 0 })).unwrap();
    let mut all = Vec::new();
    stream.take_tokens(9, |token| {
        all.push((OwnedToken::from(token).term, token.start, token.end, token.position_length))
    });
    assert_eq!(all, [("a\u{FFFD}b".to_owned(), 7, 7, 65_535)]);
}

/// The tokens of a stream that owns its text, taken in batches of this size.
fn owned<U: StreamUnit>(stream: &mut OwnedStream<U>, text: &[U], batch: usize) -> (Vec<OwnedToken>, End) {
    stream.set(text.len(), |buffer| buffer.copy_from_slice(text)).unwrap();
    let mut all = Vec::new();
    while stream.next_batch(batch, |_, _, token| all.push(OwnedToken::from(token))).unwrap() == batch {}
    (all, stream.end().unwrap())
}

fn check_owned<U: StreamUnit>(texts: &[String], batch: usize) -> Result<(), TestCaseError> {
    let analyzer = analyzer(&["hyphen", "unic_folding", "stop"]);
    let mut stream = OwnedStream::<U>::new(&analyzer);
    prop_assert!(stream.end().is_none());
    for text in texts {
        let text = from_str::<U>(text);
        prop_assert_eq!(owned(&mut stream, &text, batch), whole(&analyzer, &text));
    }
    Ok(())
}

proptest! {
    #[test]
    fn streams_that_own_their_text_return_equal_tokens(
        texts in prop::collection::vec("([a-cA-C]{0,3}[-' ]|the |wi-fi |日本|é|𠀀){0,400}", 1..4),
        batch in 1usize..300,
    ) {
        check_owned::<u8>(&texts, batch)?;
        check_owned::<u16>(&texts, batch)?;
    }
}
