//! `make fuzz`: see `targets/html_strip.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::html_strip::run(data));
