//! Regular expressions of Java, as `keywords_pattern` reads them: rejected or accepted, and the terms that they match
//! (`Patterns.java`).

use crate::{Kind, Verdict};
use unic_analysis::config;

pub(crate) struct Patterns;

impl Kind for Patterns {
    fn row(&mut self, fields: &[&str]) -> Verdict {
        let &["pattern", pattern, answer, terms, matches] = fields else { panic!("a row of no known kind") };
        let filter = format!(r#"{{"type": "keyword_marker", "keywords_pattern": {}}}"#, json_string(pattern));
        let definition = format!(r#"{{"tokenizer": "keyword", "filter": [{filter}]}}"#);
        let compiled = config::compile(definition.as_bytes(), None, &Default::default());
        let compiled = match (compiled, answer) {
            (Ok(compiled), "taken") => compiled,
            (Err(error), "taken") if error.to_string().contains("not supported") => {
                return Verdict::Stated("an automaton lacks it");
            }
            (Ok(_), "refused") if pattern.contains("& ") => {
                return Verdict::Stated("`&` before white space in a class, with the flag `x`");
            }
            (found, _) => return Verdict::of_refusal(&found, answer),
        };
        let mut stream = compiled.analyzer.stream();
        let is_keyword = |term: &str| {
            let mut is_keyword = false;
            let mut tokens = stream.analyze(term.as_bytes()).expect("a short text");
            tokens.for_each(|token| is_keyword |= token.keyword).expect("a short text");
            if is_keyword { '1' } else { '0' }
        };
        let found: String = terms.split('\0').map(is_keyword).collect();
        match Verdict::of(&found, matches) {
            Verdict::Different(_) if pattern.contains('$') || pattern.contains("\\Z") => {
                Verdict::Stated("the end of a term is not before its final line terminator")
            }
            verdict => verdict,
        }
    }
}

fn json_string(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}
