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
        let differing = || {
            let pairs = found.bytes().zip(matches.bytes());
            terms.split('\0').zip(pairs).filter(|(_, (found, expected))| found != expected).map(|(term, _)| term)
        };
        let at_end = pattern.contains('$') || pattern.contains("\\Z");
        let is_terminator = |c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        match Verdict::of(&found, matches) {
            Verdict::Different(_) if at_end && differing().all(|term| term.ends_with(is_terminator)) => {
                Verdict::Stated("the end of a term is not before its final line terminator")
            }
            Verdict::Different(_) if pattern.contains("\\b") && differing().all(|term| term.contains('\u{301}')) => {
                Verdict::Stated("a mark is no word character for `\\b`")
            }
            verdict => verdict,
        }
    }
}

fn json_string(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}
