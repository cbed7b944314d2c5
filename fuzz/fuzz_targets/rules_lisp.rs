//! Fuzzes `agon_fuzz::rules`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::rules(input));
