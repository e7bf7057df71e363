//! Random chains over random texts: equal tokens from both encodings, in batches of any size, from ill-formed text.

use super::source::Source;
use super::support::{self, tokens};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use unic_analysis::analysis::End;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::analysis::{Analyzer, OffsetUnit, Stream};
use unic_analysis::unicode::text::code_points;

thread_local! {
    /// Compiled analyzers by definition: compilation takes longer than everything else.
    static ANALYZERS: RefCell<HashMap<String, Analyzer>> = RefCell::default();
}

/// The input: the components of the chain, the size of batches, the text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let analyzer = chain(&mut source);
    let batch = 1 + source.below(40);
    let is_broken = source.flag();
    if is_broken {
        let bytes = source.rest();
        check_ill_formed(&analyzer, bytes, batch);
    } else {
        let text = source.text();
        check(&analyzer, &text);
        check_reuse(&analyzer, &text, &source.text(), batch);
    }
}

/// A chain of components that `tests/support` lists.
pub fn chain(source: &mut Source) -> Analyzer {
    let [char_filters, tokenizers, filters] = support::components().map(|(_, list)| list);
    let some = |list: &[Value], most: usize, prefix: &str, source: &mut Source| -> Map<String, Value> {
        (0..source.below(most + 1)).map(|at| (format!("{prefix}{at}"), source.pick(list).clone())).collect()
    };
    let char_filters = some(&char_filters, 2, "c", source);
    let tokenizer = source.pick(&tokenizers).clone();
    let filters = some(&filters, 3, "f", source);
    let names = |map: &Map<String, Value>| map.keys().cloned().collect::<Vec<_>>();
    let analyzer =
        json!({"type": "custom", "tokenizer": "t", "char_filter": names(&char_filters), "filter": names(&filters)});
    let definition = json!({"char_filter": char_filters, "tokenizer": {"t": tokenizer}, "filter": filters, "analyzer": {"a": analyzer}});
    ANALYZERS.with_borrow_mut(|analyzers| {
        if analyzers.len() > 300 {
            analyzers.clear();
        }
        let definition = definition.to_string();
        analyzers.entry(definition).or_insert_with_key(|definition| support::analyzer(definition)).clone()
    })
}

fn in_utf16_units(analyzer: &Analyzer) -> Stream {
    let mut stream = analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    stream
}

/// Checks both encodings, and the form of the tokens. If the text exceeds a limit, then in both encodings.
pub fn check(analyzer: &Analyzer, text: &str) {
    let units: Vec<u16> = text.encode_utf16().collect();
    if analyzer.stream().analyze(text.as_bytes()).is_err() || analyzer.stream().analyze(&units).is_err() {
        return;
    }
    let (from_utf8, utf8_end) = tokens(&mut in_utf16_units(analyzer), text.as_bytes(), 256);
    let (from_utf16, utf16_end) = tokens(&mut in_utf16_units(analyzer), &units, 256);
    assert_eq!(from_utf8, from_utf16, "{text:?}");
    assert_eq!(utf8_end, utf16_end, "{text:?}");
    let is_boundary = |at: u32| units.get(at as usize).is_none_or(|unit| !(0xDC00..0xE000).contains(unit));
    check_shape(&from_utf16, utf16_end, units.len() as u32, is_boundary);
    let (in_bytes, end) = tokens(&mut analyzer.stream(), text.as_bytes(), 256);
    check_shape(&in_bytes, end, text.len() as u32, |at| text.is_char_boundary(at as usize));
    if analyzer.key_maker().is_some() {
        let key = analyzer.stream().sort_key(text.as_bytes()).expect("it makes keys").to_vec();
        assert_eq!(analyzer.stream().sort_key(&units).expect("it makes keys"), key);
    }
}

/// Offsets are inside the text and ascend, positions are valid.
fn check_shape(found: &[OwnedToken], end: End, length: u32, is_boundary: impl Fn(u32) -> bool) {
    let (mut last_start, mut position) = (0, -1i64);
    for token in found {
        assert!(token.start >= last_start, "a start offset decreases: {token:?}");
        assert!(token.start <= token.end && token.end <= length, "outside the text: {token:?}");
        assert!(is_boundary(token.start) && is_boundary(token.end), "inside a code point: {token:?}");
        assert!(token.position_length >= 1, "{token:?}");
        position += i64::from(token.position_increment);
        assert_eq!(i64::from(token.position), position, "{token:?}");
        last_start = token.start;
    }
    assert!(found.first().is_none_or(|first| first.position_increment > 0));
    assert_eq!(end.final_offset, length);
}

/// A used stream, also one stopped in the middle of a text, returns the tokens of a fresh one.
pub fn check_reuse(analyzer: &Analyzer, text: &str, other: &str, batch: usize) {
    let expected = tokens(&mut analyzer.stream(), text.as_bytes(), 1000);
    let mut used = analyzer.stream();
    tokens(&mut used, &other.encode_utf16().collect::<Vec<u16>>(), batch);
    used.analyze(other.as_bytes()).expect("the text fits").next_batch(1, |_| {}).expect("memory lasts");
    assert_eq!(tokens(&mut used, text.as_bytes(), batch), expected, "{other:?} then {text:?}");
}

/// Ill-formed text is analysed as if it contained U+FFFD, with offsets at boundaries of the original text.
pub fn check_ill_formed(analyzer: &Analyzer, bytes: &[u8], batch: usize) {
    let (found, end) = tokens(&mut analyzer.stream(), bytes, batch);
    let boundaries: Vec<usize> = code_points(bytes).map(|(at, _)| at).chain([bytes.len()]).collect();
    check_shape(&found, end, bytes.len() as u32, |at| boundaries.binary_search(&(at as usize)).is_ok());
    let repaired = String::from_utf8_lossy(bytes).into_owned();
    let terms =
        |found: &[OwnedToken]| found.iter().map(|token| (token.term.clone(), token.position)).collect::<Vec<_>>();
    assert_eq!(terms(&found), terms(&tokens(&mut analyzer.stream(), repaired.as_bytes(), 256).0), "{bytes:?}");
    let units: Vec<u16> =
        bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], *pair.last().unwrap_or(&0)])).collect();
    let repaired: Vec<u16> = String::from_utf16_lossy(&units).encode_utf16().collect();
    let of = |units: &[u16]| tokens(&mut analyzer.stream(), units, batch);
    assert_eq!(of(&units), of(&repaired), "{units:?}");
}
