//! The shipped rules, compiled: those of the data package (UAX #29, UAX #14, variants by locale), and the rule files of this
//! repository. Each is loaded at its first use and then shared.

use super::break_rules::BreakRules;
use crate::unicode::packed_data::{Layout, packed_file, unpack};
use once_cell::sync::OnceCell;

/// A shipped rule set: its name, its source, its compiled form.
struct Shipped {
    name: &'static str,
    source: &'static str,
    compiled: &'static [u8],
    loaded: OnceCell<BreakRules>,
}

macro_rules! shipped {
    ($($name:literal from $source:literal,)*) => {
        static SHIPPED: [Shipped; SHIPPED_SOURCES.len()] = [$(Shipped {
            name: $name,
            source: include_str!(concat!("../../../data/break/", $source)),
            compiled: packed_file!($name, ".brk"),
            loaded: OnceCell::new(),
        },)*];
        /// The names and sources of all shipped rule sets, below `data/break/`.
        pub const SHIPPED_SOURCES: &[(&str, &str)] = &[$(($name, $source),)*];
    };
}

shipped! {
    "char" from "icu/char.rbbi",
    "word" from "icu/word.rbbi",
    "word_POSIX" from "icu/word_POSIX.rbbi",
    "sent" from "icu/sent.rbbi",
    "sent_el" from "icu/sent_el.rbbi",
    "title" from "icu/title.rbbi",
    "line" from "icu/line.rbbi",
    "line_cj" from "icu/line_cj.rbbi",
    "line_loose" from "icu/line_loose.rbbi",
    "line_loose_cj" from "icu/line_loose_cj.rbbi",
    "line_normal" from "icu/line_normal.rbbi",
    "line_normal_cj" from "icu/line_normal_cj.rbbi",
    "line_phrase_cj" from "icu/line_phrase_cj.rbbi",
    "line_loose_phrase_cj" from "icu/line_loose_phrase_cj.rbbi",
    "line_normal_phrase_cj" from "icu/line_normal_phrase_cj.rbbi",
    "Default" from "Default.rbbi",
    "KeywordTokenizer" from "KeywordTokenizer.rbbi",
    "Latin-dont-break-on-hyphens" from "Latin-dont-break-on-hyphens.rbbi",
    "Latin-break-only-on-whitespace" from "Latin-break-only-on-whitespace.rbbi",
    "MyanmarSyllable" from "MyanmarSyllable.rbbi",
    "KhmerSyllable" from "KhmerSyllable.rbbi",
    "Standard" from "Standard.rbbi",
    "TechnicalTerms" from "TechnicalTerms.rbbi",
}

/// The shipped rules with this name: `Default`, `KeywordTokenizer` ... (file names without `.rbbi`), or a rule set of the data
/// package (`word`, `char`, `sent`, `line` ...).
pub fn shipped_rules(name: &str) -> Option<&'static BreakRules> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name)?;
    let load = || BreakRules {
        phrases: name.contains("_phrase"),
        ..BreakRules::unpack(&unpack(shipped.compiled, Layout::Bytes))
    };
    Some(shipped.loaded.get_or_init(load))
}

/// The source text of shipped rules.
pub fn shipped_source(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|shipped| shipped.name == name).map(|shipped| shipped.source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::rule_text::Limits;

    #[test]
    fn compiled_forms_are_those_of_the_sources() {
        for shipped in &SHIPPED {
            let phrases = shipped.name.contains("_phrase");
            let compiled = BreakRules { phrases, ..BreakRules::compile(shipped.source, &Limits::default()).unwrap() };
            assert!(shipped_rules(shipped.name) == Some(&compiled), "{} needs `make data`", shipped.name);
        }
    }
}
