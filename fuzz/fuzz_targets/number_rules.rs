//! `make fuzz`: see `targets/number_rules.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::number_rules::run(data));
