//! Normalization steps of the char filter `unic_transform` have the offsets of the char filter `unic_normalizer`
//! (ruling U7a), with both values of `expansion_offsets`.

use proptest::prelude::*;
use serde_json::{Value, json};
use unic_analysis::analysis::Analyzer;
use unic_analysis::config::{CompileOptions, compile};

/// Ids, and the name and mode of the normalizer.
const STEPS: [(&str, &str, &str); 7] = [
    ("NFC", "nfc", "compose"),
    ("NFD", "nfc", "decompose"),
    ("NFKC", "nfkc", "compose"),
    ("NFKD", "nfkc", "decompose"),
    ("FCC", "nfc", "compose_contiguous"),
    ("FCD", "nfc", "fcd"),
    (":: Null; :: NFC;", "nfc", "compose"),
];

/// A token per grapheme cluster, after a char filter.
fn analyzer(char_filter: &Value) -> Analyzer {
    let json = json!({"char_filter": {"f": char_filter},
        "tokenizer": {"t": {"type": "unic_tokenizer", "mode": "grapheme"}},
        "analyzer": {"a": {"type": "custom", "tokenizer": "t", "char_filter": ["f"]}}});
    compile(json.to_string().as_bytes(), Some("a"), &CompileOptions::default()).expect("a definition").analyzer
}

/// Terms with their start and end.
type Tokens = Vec<(String, usize, usize)>;

/// The tokens of a text in UTF-8 and in UTF-16.
fn tokens(analyzer: &Analyzer, text: &str) -> (Tokens, Tokens) {
    let (mut narrow, mut wide) = (Vec::new(), Vec::new());
    let mut stream = analyzer.stream();
    let mut found = stream.analyze(text.as_bytes()).expect("a text");
    let mut put = |term: &[u8], start, end| narrow.push((String::from_utf8_lossy(term).into_owned(), start, end));
    found.for_each(|token| put(token.term, token.start as usize, token.end as usize)).expect("tokens");
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut stream = analyzer.stream();
    let mut found = stream.analyze(&units[..]).expect("a text");
    let mut put = |term: &[u16], start, end| wide.push((String::from_utf16_lossy(term), start, end));
    found.for_each(|token| put(token.term, token.start as usize, token.end as usize)).expect("tokens");
    (narrow, wide)
}

fn pair(step: usize, expansion: &str) -> [Analyzer; 2] {
    let (id, name, mode) = STEPS[step];
    let mut transform = json!({"type": "unic_transform", "expansion_offsets": expansion});
    transform[if id.starts_with("::") { "rules" } else { "id" }] = json!(id);
    let normalizer = json!({"type": "unic_normalizer", "name": name, "mode": mode, "expansion_offsets": expansion});
    [analyzer(&transform), analyzer(&normalizer)]
}

#[test]
fn a_piece_of_several_characters_is_split() {
    let [by_transform, by_normalizer] = pair(0, "cover").map(|analyzer| tokens(&analyzer, "\u{958}\u{11A8}"));
    assert_eq!(by_transform, by_normalizer);
    let spans: Vec<(usize, usize)> = by_transform.1.iter().map(|&(_, start, end)| (start, end)).collect();
    assert_eq!(spans, [(0, 1), (1, 2)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn normalization_steps_have_the_offsets_of_the_normalizer(
        text in "[ae Åéßﬁﬀ①㌀ｶﾞか゛한각ᄀ\u{1161}\u{11A8}\u{300}\u{301}\u{308}\u{323}\u{327}\u{345}ΐᾼ豈क\u{93C}\u{958}\u{F77}ẛ\u{344}\u{340}\u{37E}\u{FB2C}\u{5BC}\u{651}\u{64B}\u{1D15E}]{0,12}",
        step in 0..STEPS.len(),
        cover in any::<bool>(),
    ) {
        let [by_transform, by_normalizer] = pair(step, if cover { "cover" } else { "parity" });
        prop_assert_eq!(tokens(&by_transform, &text), tokens(&by_normalizer, &text));
    }
}
