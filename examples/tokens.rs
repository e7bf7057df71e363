//! The README's Rust program: `cargo run --example tokens`.

use unic_analysis::{CompileOptions, compile};

fn main() {
    let json = br#"{"analyzer": {"names": {"type": "hyphen", "filter": ["lowercase"]}}}"#;
    let analyzer = compile(json, Some("names"), &CompileOptions::default()).expect("a valid definition").analyzer;
    let mut stream = analyzer.stream();
    let mut tokens = stream.analyze("Corinna's E-Book".as_bytes()).expect("a text within the limits");
    tokens
        .for_each(|token| println!("{} {}-{}", String::from_utf8_lossy(token.term), token.start, token.end))
        .expect("a text within the limits");
}
