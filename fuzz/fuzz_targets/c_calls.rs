//! `make fuzz`: see `targets/c_calls.rs`.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::c_calls::run(data));
