//! Text segmentation by break rules (UAX #29, UAX #14, user-defined rules) and, where the rules require it, by
//! dictionaries.
//!
//! [`BreakKind`] selects shipped rules, [`BreakRules::compile`] compiles others; [`BreakRules::segments`] splits a text
//! in UTF-8 or UTF-16. Not supported: `lw=breakall` and `lw=keepall`, for which neither the data nor ICU 79.1 has
//! rules.
//!
//! * Rules: `rules` compiles a text to a `dfa` and the `break_rules` around it; `serialized_rules` and `table_file`
//!   store and load them; `shipped_rules`, by locale in `break_kind`. `sentence_exceptions` are abbreviations.
//! * Search: `segments` runs the DFA over a text, `wordless_rules` for rules without words; `slow_transitions` handles
//!   what is rare, `failed_scan` memoises failed lookahead. `run_boundary` is the end of a run, `class_set` a set of
//!   character classes.
//! * Skipped characters: `accelerator`, with an `accelerated_state` for each kind of run, skips the characters that
//!   lead from a state to itself (`self_loops`), or stay in two states (`state_pair`).
//! * Masks of 64 units: `masks`; words by `mask_words`, if `word_model` and `word_characters` show that the rules allow
//!   it; segments of rules without words by `mask_segments` (`mask_states`, `mask_balance`). `supplementary_words` and
//!   `han_texts` are for texts without such masks, `emoji` excludes most segments by one comparison.
//! * Words by dictionaries: `dictionary_segments`, with those in `dictionary`.

mod accelerated_state;
mod accelerator;
mod break_kind;
mod break_rules;
mod class_set;
mod dfa;
mod dictionary;
mod dictionary_segments;
mod emoji;
mod failed_scan;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod han_texts;
mod mask_balance;
mod mask_segments;
mod mask_states;
mod mask_words;
mod masks;
mod rules;
mod run_boundary;
mod segments;
mod self_loops;
mod sentence_exceptions;
mod serialized_rules;
mod shipped_rules;
mod slow_transitions;
mod state_pair;
mod supplementary_words;
mod table_file;
mod word_characters;
mod word_model;
mod wordless_rules;

pub use break_kind::{BreakKind, LineStrictness};
pub use break_rules::BreakRules;
pub use dfa::Segment;
pub use dictionary::{
    Dictionaries, HAS_DICTIONARIES, UserWords, WordFault, WordScript, compile_cost_trie, compile_script_map,
    compile_word_trie,
};
pub use dictionary_segments::{SegmentationState, Segments};
pub use emoji::may_start_emoji;
pub use han_texts::is_unified_han;
pub use run_boundary::RunBoundary;
pub use segments::{RawSegment, SegmentFilter, SegmentState};
pub use sentence_exceptions::SentenceExceptions;
pub use shipped_rules::{SHIPPED_SOURCES, shipped_rules, shipped_source};
