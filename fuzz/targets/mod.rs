//! The fuzz targets as plain functions over bytes: `fuzz_targets/` passes them to libFuzzer, `tests/fuzzing.rs` runs
//! them in `make test` over the seeds, over all inputs that ever failed (`regressions/`) and over a fixed number of
//! random inputs.
//!
//! A target panics if a property does not hold. Its interpretation of the bytes must not change without need: the
//! inputs of `regressions/` would have another meaning.
#![allow(dead_code)] // each binary runs one target

pub mod break_rules;
pub mod c_calls;
pub mod chains;
pub mod collation;
pub mod definitions;
pub mod html_strip;
pub mod java_patterns;
pub mod normalization;
pub mod number_rules;
pub mod numbers;
pub mod source;
pub mod transforms;
pub mod unicode_sets;

#[path = "../../tests/support/normalizing.rs"]
pub mod normalizing;
#[path = "../../tests/support/mod.rs"]
pub mod support;

/// A target.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 12] = [
    ("definitions", definitions::run),
    ("chains", chains::run),
    ("html_strip", html_strip::run),
    ("c_calls", c_calls::run),
    ("java_patterns", java_patterns::run),
    ("unicode_sets", unicode_sets::run),
    ("break_rules", break_rules::run),
    ("normalization", normalization::run),
    ("collation", collation::run),
    ("transforms", transforms::run),
    ("number_rules", number_rules::run),
    ("numbers", numbers::run),
];
