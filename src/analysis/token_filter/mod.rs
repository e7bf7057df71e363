//! Token filters change, add and remove tokens. One file per component, named as in definitions.

mod case_mapping;
pub mod cjk_bigram;
pub mod hyphen;
mod hyphen_symbols;
pub mod keyword_marker;
pub mod keyword_repeat;
pub mod length;
pub mod lowercase;
mod position_gaps;
pub mod remove_duplicates;
pub mod stop;
pub mod trim;
pub mod truncate;
pub mod unic_collation;
pub mod unic_folding;
pub mod unic_normalizer;
pub mod unic_numberformat;
pub mod unic_transform;
pub mod uppercase;
