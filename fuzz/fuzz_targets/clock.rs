//! Fuzzes `agon_fuzz::clock`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::clock(input));
