//! Tokenizers split text into tokens. One file per component, named as in definitions.

pub mod hyphen;
pub mod keyword;
pub mod letter;
pub mod lowercase;
pub mod naturalsort;
mod pieces;
mod plain_ideographs;
mod plain_words;
mod segment_types;
mod segmented;
mod segmented_config;
pub mod standard;
pub mod unic_collation_tokenizer;
pub mod unic_tokenizer;
pub mod whitespace;
