//! `make fuzz`: see `targets/java_patterns.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::java_patterns::run(data));
