//! Fuzzes `agon_fuzz::data`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::data(input));
