//! Token filters: tokens are changed, added, removed. One file per component, named as in definitions.

mod case_mapping;
pub mod cjk_bigram;
pub mod hyphen;
pub mod keyword_marker;
pub mod lowercase;
pub mod uppercase;
