//! Compares the output of `Filters.java` with that of the library for the texts, in both encodings.

use std::process::ExitCode;
use std::{env, fs};
use unic_analysis::analysis::stream::StreamUnit;
use unic_analysis::analysis::{OffsetUnit, Stream};
use unic_analysis::config::{self, CompileOptions};

/// The maximum number of differences that are shown.
const SHOWN: usize = 20;

fn main() -> ExitCode {
    let Some(file) = env::args().nth(1) else {
        eprintln!("the file that Filters.java wrote is missing");
        return ExitCode::from(2);
    };
    let cases = fs::read_to_string(file).expect("the file can be read");
    let (mut passed, mut failed) = (0, 0);
    for case in cases.lines() {
        match Case::read(case).check() {
            Ok(()) => passed += 1,
            Err(shown) => {
                failed += 1;
                if failed <= SHOWN {
                    println!("{shown}\n");
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A line of the file.
struct Case<'c> {
    definition: &'c str,
    text: Vec<u16>,
    /// For char filters: the filtered text, and its corrected offsets.
    filtered: Option<(Vec<u16>, &'c str)>,
    tokens: &'c str,
    end: &'c str,
}

impl Case<'_> {
    fn read(line: &str) -> Case<'_> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [definition, text, filtered, offsets, tokens, end] = fields[..] else { panic!("six fields: {line}") };
        let filtered = (filtered != "-").then(|| (units(filtered), offsets));
        Case { definition, text: units(text), filtered, tokens, end }
    }

    fn check(&self) -> Result<(), String> {
        let compiled = config::compile(self.definition.as_bytes(), None, &CompileOptions::default())
            .unwrap_or_else(|errors| panic!("{}: {errors}", self.definition));
        let mut stream = compiled.analyzer.stream();
        stream.set_offset_unit(OffsetUnit::Utf16);
        if let Some((text, offsets)) = &self.filtered {
            let filtered = stream.apply_char_filters(&self.text).expect("a short text").to_vec();
            self.same("filtered text", &String::from_utf16_lossy(text), &String::from_utf16_lossy(&filtered))?;
            let mut tokens = stream.analyze(&self.text).expect("a short text");
            let ours: Vec<String> =
                (0..=filtered.len()).map(|offset| tokens.original_offset(offset as u32).to_string()).collect();
            self.same("offsets", offsets, &ours.join(","))?;
        }
        let text = String::from_utf16(&self.text).expect("well-formed");
        for (name, (tokens, end)) in
            [("UTF-16", tokens(&mut stream, &self.text)), ("UTF-8", tokens(&mut stream, text.as_bytes()))]
        {
            self.same(&format!("{name} tokens"), &in_order(self.tokens), &tokens)?;
            self.same(&format!("{name} end"), self.end, &end)?;
        }
        Ok(())
    }

    fn same(&self, what: &str, lucene: &str, ours: &str) -> Result<(), String> {
        if lucene == ours {
            return Ok(());
        }
        let readable = |shown: &str| {
            let terms = shown.split(' ').map(|token| match token.split_once(':') {
                Some((term, rest)) => format!("{}:{rest}", String::from_utf16_lossy(&units(term))),
                None => token.to_owned(),
            });
            if what.ends_with("tokens") { terms.collect::<Vec<_>>().join(" ") } else { shown.to_owned() }
        };
        let text = String::from_utf16_lossy(&self.text);
        let shown = format!(
            "{what} of {text:?}\n  {}\n  Lucene {:?}\n  ours   {:?}",
            self.definition,
            readable(lucene),
            readable(ours)
        );
        Err(shown)
    }
}

/// Lucene's tokens with offsets made non-decreasing (ruling T2): after `keyword_repeat`, its `cjk_bigram` goes back.
fn in_order(tokens: &str) -> String {
    let mut last = 0;
    let ordered = tokens.split(' ').filter(|token| !token.is_empty()).map(|token| {
        let fields: Vec<&str> = token.split(':').collect();
        let [term, start, end, rest @ ..] = &fields[..] else { panic!("a token: {token}") };
        let offset = |digits: &str| digits.parse::<u32>().expect("an offset");
        last = offset(start).max(last);
        format!("{term}:{last}:{}:{}", offset(end).max(last), rest.join(":"))
    });
    ordered.collect::<Vec<_>>().join(" ")
}

fn tokens<U: StreamUnit>(stream: &mut Stream, text: &[U]) -> (String, String) {
    let mut found: Vec<String> = Vec::new();
    let mut tokens = stream.analyze(text).expect("a short text");
    tokens
        .for_each(|token| {
            let term = unic_analysis::unicode::text::to_string(token.term);
            let hex: String = term.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            found.push(format!(
                "{hex}:{}:{}:{}:{}:{}:{}",
                token.start,
                token.end,
                token.position_increment,
                token.position_length,
                token.token_type.name(),
                token.keyword
            ));
        })
        .expect("memory lasts");
    let end = tokens.end().expect("all tokens came");
    (found.join(" "), format!("{}:{}", end.final_offset, end.position_gap))
}

fn units(hex: &str) -> Vec<u16> {
    let digits = hex.as_bytes().chunks(4).map(|unit| std::str::from_utf8(unit).expect("hex digits"));
    digits.map(|unit| u16::from_str_radix(unit, 16).expect("hex digits")).collect()
}
