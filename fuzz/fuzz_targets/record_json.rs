//! Fuzzes `agon_fuzz::record_json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::record_json(input));
