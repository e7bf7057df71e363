//! Segments of text: break rules (UAX #29, UAX #14 and rules of the user's own) and, where the rules leave it to them,
//! dictionaries.

mod class_map;
mod compile_dictionary;
mod dictionary;
mod machine;
mod rules;
mod table;
mod words;

pub use compile_dictionary::{compile_cost_trie, compile_script_map, compile_word_trie};
pub use dictionary::Dictionaries;
pub use machine::{BreakRules, Segment, Segments};
pub use words::{Scratch, Words};
