//! Fuzzes `agon_fuzz::maze`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::maze(input));
