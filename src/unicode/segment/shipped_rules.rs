//! The shipped rules, compiled: those of ICU (`data/break/icu`: UAX #29, UAX #14, variants by locale), and the rule
//! files of this repository. Each is loaded at its first use and then shared.
//!
//! They differ little from each other, so all of them are compressed as one (rules of lines apart), and so are their
//! sources.

use super::break_rules::BreakRules;
use crate::lazy;
use crate::unicode::packed_data::{in_bundle, packed_file};
use std::sync::OnceLock;

/// A shipped rule set: its name and, once used, its rules.
struct ShippedRules {
    name: &'static str,
    loaded: OnceLock<BreakRules>,
}

/// The compiled forms of the rules of lines.
static LINE_RULES: &[u8] = packed_file!("line_rules.bundle");
/// The compiled forms of all others.
static RULES: &[u8] = packed_file!("rules.bundle");
/// The sources of all.
static SOURCES: &[u8] = packed_file!("sources.bundle");

macro_rules! shipped {
    ($($name:literal from $source:literal,)*) => {
        static SHIPPED: [ShippedRules; SHIPPED_SOURCES.len()] = [$(ShippedRules { name: $name, loaded: OnceLock::new() },)*];
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

/// The shipped rules with this name: `Default`, `KeywordTokenizer` ... (file names without `.rbbi`), or a rule set of
/// ICU (`word`, `char`, `sent`, `line` ...).
pub fn shipped_rules(name: &str) -> Option<&'static BreakRules> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name)?;
    let load = || {
        let bundle = if name.starts_with("line") { LINE_RULES } else { RULES };
        let compiled = in_bundle(bundle, name).unwrap_or_default();
        BreakRules { phrases: name.contains("_phrase"), ..BreakRules::from_bytes(&compiled) }
    };
    Some(lazy::get_or_make(&shipped.loaded, load))
}

/// The source text of shipped rules.
pub fn shipped_source(name: &str) -> Option<String> {
    String::from_utf8(in_bundle(SOURCES, name)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::rule_text::Limits;

    #[test]
    fn compiled_forms_are_those_of_the_sources() {
        for shipped in &SHIPPED {
            let phrases = shipped.name.contains("_phrase");
            let compiled = BreakRules {
                phrases,
                ..BreakRules::compile(&shipped_source(shipped.name).unwrap(), &Limits::default()).unwrap()
            };
            assert!(shipped_rules(shipped.name) == Some(&compiled), "{} needs `make data`", shipped.name);
        }
    }
}
