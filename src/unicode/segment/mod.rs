//! Segments of text: break rules (UAX #29, UAX #14 and rules of the user's own) and, where the rules leave it to them,
//! dictionaries.
//!
//! [`BreakKind`] picks shipped rules, [`BreakRules::compile`] makes others; [`BreakRules::words`] cuts a text, in UTF-8 or
//! UTF-16. Left out on purpose: `lw=breakall` and `lw=keepall`, for which neither the data nor ICU 79.1 has rules.

mod accelerated;
mod between;
mod class_map;
mod compile_dictionary;
mod dictionary;
mod exceptions;
mod failed;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod ideographs;
mod kind;
mod known;
mod machine;
mod packed;
mod rules;
mod segments;
mod shipped;
mod skip;
mod table;
mod words;

pub(crate) use class_map::{ClassMap, code_at};
pub use compile_dictionary::{compile_cost_trie, compile_script_map, compile_word_trie};
pub use dictionary::{Dictionaries, UserWords, WordFault, WordScript};
pub use exceptions::SentenceExceptions;
pub use ideographs::is_of_ideographs;
pub use kind::{BreakKind, LineStrictness};
pub use machine::{BreakRules, Segment};
pub use segments::{SegmentState, Segments, Wanted, may_start_emoji};
pub use shipped::{SHIPPED_SOURCES, shipped_rules, shipped_source};
pub use skip::Within;
pub use words::{WordState, Words};
