//! Algorithms and data of the Unicode standards. Nothing here knows JSON or tokens.

pub mod character_name;
pub mod rule_text;
pub mod scan;
pub mod script;
pub mod segment;
pub mod set;
pub mod text;
pub mod trie;
pub mod version;
pub mod white_space;
pub mod word_class;
