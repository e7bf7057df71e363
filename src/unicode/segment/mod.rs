//! Text segmentation by break rules (UAX #29, UAX #14, user-defined rules) and, where the rules require it, by
//! dictionaries.
//!
//! [`BreakKind`] selects shipped rules, [`BreakRules::compile`] compiles others; [`BreakRules::segments`] splits a text
//! in UTF-8 or UTF-16. Not supported: `lw=breakall` and `lw=keepall`, for which neither the data nor ICU 79.1 has
//! rules.

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
pub use segments::{RawSegment, RuleSegments, SegmentFilter, SegmentState};
pub use sentence_exceptions::SentenceExceptions;
pub use shipped_rules::{SHIPPED_SOURCES, shipped_rules, shipped_source};
