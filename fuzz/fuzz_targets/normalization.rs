//! `make fuzz`: see `targets/normalization.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::normalization::run(data));
