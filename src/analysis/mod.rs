//! Components, the pipeline that runs them, and its output. Depends on [`crate::unicode`]; independent of JSON.
//!
//! A component ([`component`]) is built once, immutable and shared; a [`Stream`] holds one running instance of each
//! component per encoding, with all its buffers.
//!
//! * Components: one file each under `analyzer`, `char_filter`, `tokenizer`, `token_filter`; keys under `sort_key`.
//!   `component` and `component_kind` describe them, `options` are their option tables, `build_error` their errors.
//! * Running: `stream`; `owned_stream` and `token_filter_stream` for hosts whose texts move, or with another tokenizer;
//!   `pipeline` runs a `chain` over `batch`es. `token` is the output, `text_error` an error. `join` makes an analyzer
//!   of components of others.
//! * Offsets: `filtered_text`, `rewriter` and `edit_collector` record the edits of char filters in an `offset_map`
//!   (`offset_map_builder`), `offset_corrector` applies it, `offset_unit` converts units.
//! * Terms: `candidate_terms`, `mapping_gain` and `term_cache` are for filters that map terms; `normalization` and
//!   `normalization_runner` are common to `unic_normalizer` and `unic_folding`, `transform_options` to both components
//!   `unic_transform`, `word_class` to the components `hyphen`. `set_filter`, `stop_words`, `term_set`.
//! * Keys: `key_maker`, `key_order`, `sort`. `fingerprint`: what tokens and keys depend on.

pub mod analyzer;
pub mod batch;
pub mod build_error;
mod candidate_terms;
pub mod chain;
pub mod char_filter;
pub mod component;
pub mod component_kind;
mod edit_collector;
mod filtered_text;
pub mod fingerprint;
mod join;
pub mod key_maker;
pub mod key_order;
mod mapping_gain;
pub mod normalization;
pub mod normalization_runner;
mod offset_corrector;
pub mod offset_map;
mod offset_map_builder;
pub mod offset_unit;
pub mod options;
pub mod owned_stream;
pub mod pipeline;
pub mod rewriter;
mod set_filter;
pub mod sort;
pub mod sort_key;
pub(crate) mod stop_words;
pub mod stream;
pub mod term_cache;
pub mod term_set;
pub mod text_error;
pub mod token;
pub mod token_filter;
pub mod token_filter_stream;
pub mod tokenizer;
pub mod transform_options;
pub(crate) mod word_class;

pub use chain::Analyzer;
pub use key_maker::KeyError;
pub use offset_unit::OffsetUnit;
pub use owned_stream::OwnedStream;
pub use pipeline::CorrectedToken;
pub use stream::{Stream, Tokens};
pub use text_error::TextError;
pub use token::{End, Token, TokenType};
pub use token_filter_stream::{InputToken, TokenFilterStream};
