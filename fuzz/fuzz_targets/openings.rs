//! Fuzzes `agon_fuzz::openings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::openings(input));
