//! Fuzzes `agon_fuzz::nim`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::nim(input));
