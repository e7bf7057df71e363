//! `make fuzz`: see `targets/unicode_sets.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::unicode_sets::run(data));
