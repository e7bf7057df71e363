//! The library's own speed over the lines of a file, to compare `unic analyze --ndjson` with:
//! `cargo run --release -p unic-cli --example library_speed -- FILE TOKENIZER [FILTER]...`

use std::error::Error;
use std::time::Instant;
use unic_analysis::config::{self, CompileOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let tokenizer = arguments.next().ok_or("which tokenizer?")?;
    let filters: Vec<String> = arguments.collect();
    let definition = serde_json::json!({ "tokenizer": tokenizer, "filter": filters }).to_string();
    let compiled = config::compile(definition.as_bytes(), None, &CompileOptions::default())?;
    let text = std::fs::read(file)?;
    let mut stream = compiled.analyzer.stream();
    for _ in 0..5 {
        let started = Instant::now();
        let (mut tokens, mut bytes) = (0u64, 0u64);
        for line in text.split(|byte| *byte == b'\n') {
            stream.analyze(line)?.for_each(|token| {
                tokens += 1;
                bytes += token.term.len() as u64;
            })?;
        }
        let time = started.elapsed().as_secs_f64();
        let nanoseconds = time * 1e9 / tokens.max(1) as f64;
        println!("{tokens} tokens, {bytes} bytes of terms, {time:.3} s, {nanoseconds:.1} ns a token");
    }
    Ok(())
}
