//! Tokenizers split text into tokens. One file per component, named as in definitions.

mod fast_token_sink;
pub mod hyphen;
mod hyphen_block;
mod hyphen_grammar;
pub mod keyword;
pub mod letter;
pub mod lowercase;
pub mod naturalsort;
mod script_rules;
mod segment_tokenizer;
mod segment_tokenizer_config;
mod short_ascii_text;
mod short_han_text;
pub mod standard;
mod token_pieces;
mod token_typing;
mod trim;
pub mod unic_collation_tokenizer;
pub mod unic_tokenizer;
mod unic_tokenizer_options;
mod user_dictionary;
pub mod whitespace;
