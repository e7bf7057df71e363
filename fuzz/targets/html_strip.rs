//! Char filter `html_strip` over random markup: equal texts from both encodings, ascending offsets, text without markup
//! unchanged.

use super::chains::{check, check_ill_formed, check_reuse};
use super::source::{PIECES, Source};
use super::support;
use serde_json::json;
use std::cell::RefCell;
use std::collections::HashMap;
use unic_analysis::analysis::Analyzer;

/// The characters that the filter handles specially; greater bytes select pieces of text.
const MARKUP: [&str; 64] = [
    "<",
    ">",
    "</",
    "/>",
    "\"",
    "'",
    "=",
    "&",
    ";",
    "#",
    " ",
    "\n",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<br/>",
    "<a href='",
    "<a b=\"",
    "<!--",
    "-->",
    "--",
    "<!",
    "<!doctype html>",
    "<?",
    "?>",
    "<![CDATA[",
    "]]>",
    "]]",
    "<script>",
    "</script>",
    "<script x='",
    "<style>",
    "</style >",
    "<SCRIPT",
    "</p",
    "script",
    "style",
    "&amp;",
    "&amp",
    "&lt;",
    "&#65;",
    "&#x41;",
    "&#x",
    "&#",
    "&#xD83D;",
    "&#xDE00;",
    "&#55357;",
    "&#1114112;",
    "&NotEqualTilde;",
    "&hellip",
    "&nosuch;",
    "&eacute;",
    "<é:x-1.2>",
    "<1>",
    "< b >",
    "<b",
    "<div\n",
    "a",
    "b",
    "1",
    "\u{0}",
    "\u{85}",
    "😀",
];

const ESCAPED: [&[&str]; 4] = [&[], &["b"], &["B", "br", "script"], &["p", "style", "é:x-1.2"]];

thread_local! {
    /// Analyzers by tokenizer and escaped tags.
    static ANALYZERS: RefCell<HashMap<(bool, usize), Analyzer>> = RefCell::default();
}

/// The input: tokenizer and escaped tags, the size of batches, the text.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let (is_keyword, escaped) = (source.flag(), source.below(ESCAPED.len()));
    let analyzer = ANALYZERS.with_borrow_mut(|analyzers| {
        analyzers.entry((is_keyword, escaped)).or_insert_with(|| analyzer(is_keyword, ESCAPED[escaped])).clone()
    });
    let batch = 1 + source.below(40);
    if source.below(4) == 0 {
        return check_ill_formed(&analyzer, source.rest(), batch);
    }
    let [text, other] = [source.part(), source.part()].map(markup);
    check(&analyzer, &text);
    check_reuse(&analyzer, &text, &other, batch);
    if is_keyword && !text.contains(['<', '&']) {
        let (tokens, _) = support::tokens(&mut analyzer.stream(), text.as_bytes(), batch);
        assert_eq!(tokens.iter().map(|token| token.term.as_str()).collect::<String>(), text);
    }
}

fn analyzer(is_keyword: bool, escaped: &[&str]) -> Analyzer {
    let definition = json!({
        "char_filter": {"h": {"type": "html_strip", "escaped_tags": escaped}},
        "analyzer": {"a": {
            "type": "custom", "char_filter": "h", "tokenizer": if is_keyword { "keyword" } else { "whitespace" },
        }},
    });
    support::analyzer(&definition.to_string())
}

fn markup(bytes: &[u8]) -> String {
    let piece = |byte: &u8| {
        let number = usize::from(*byte);
        MARKUP.get(number).copied().unwrap_or_else(|| PIECES[number % PIECES.len()])
    };
    bytes.iter().map(piece).collect()
}
