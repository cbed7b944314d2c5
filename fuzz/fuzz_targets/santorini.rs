//! Fuzzes `agon_fuzz::santorini`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::santorini(input));
