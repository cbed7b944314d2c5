//! Fuzzes `agon_fuzz::puzzles`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::puzzles(input));
