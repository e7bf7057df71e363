//! Algorithms and data of the Unicode standards, independent of JSON and tokens.

pub mod bloom_filter;
pub mod character_name;
pub mod collate;
mod file_pages;
pub mod fold;
pub mod html;
pub mod locale;
pub(crate) mod locale_codes;
pub mod normalize;
pub(crate) mod packed_data;
pub mod part;
pub(crate) mod quoted;
pub mod rule_text;
pub mod scan;
pub mod script;
pub mod segment;
pub mod set;
pub mod shipped_or;
pub mod spell;
pub mod stop_words;
pub mod text;
pub mod transform;
pub mod trie;
pub mod validate;
pub mod version;
pub mod white_space;
pub mod word_class;
