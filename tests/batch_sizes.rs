//! Tokens do not depend on the size of the batches in which they are taken, across internal batches and with terms in
//! the arena.

use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::config::{self, CompileOptions};

#[test]
fn tokens_do_not_depend_on_the_batch_size() {
    let json = br#"{"char_filter": "grow", "tokenizer": "whitespace", "filter": ["hyphen", "uppercase"]}"#;
    let grow = br#"{"char_filter": {"grow": {"type": "mapping", "mappings": ["ab => abab"]}}, "analyzer": {"a": X}}"#;
    let json = String::from_utf8_lossy(grow).replace('X', &String::from_utf8_lossy(json));
    let analyzer = config::compile(json.as_bytes(), Some("a"), &CompileOptions::default()).unwrap().analyzer;
    let text = "Rock-and-Roll ab é日x 😀-y plain ".repeat(200);
    let mut stream = analyzer.stream();
    stream.set_offset_unit(OffsetUnit::Utf16);
    let mut whole: Vec<OwnedToken> = Vec::new();
    stream.analyze(text.as_bytes()).unwrap().for_each(|token| whole.push(token.into())).unwrap();
    assert!(whole.len() > 2000);
    for step in [1, 2, 255, 256, 257, 1000] {
        let mut stepped: Vec<OwnedToken> = Vec::new();
        let mut tokens = stream.analyze(text.as_bytes()).unwrap();
        loop {
            assert_eq!(tokens.end().is_some(), stepped.len() == whole.len(), "{step}");
            let taken = tokens.next_batch(step, |token| stepped.push(token.into())).unwrap();
            assert!(taken <= step);
            if taken < step {
                break;
            }
        }
        assert_eq!(stepped, whole, "{step}");
        assert!(tokens.end().is_some());
    }
}
