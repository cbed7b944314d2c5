//! Fuzzes `agon_fuzz::network`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::network(input));
