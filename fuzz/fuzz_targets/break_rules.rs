//! `make fuzz`: see `targets/break_rules.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::break_rules::run(data));
