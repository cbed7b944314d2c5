//! Fuzzes `agon_fuzz::player`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::player(input));
