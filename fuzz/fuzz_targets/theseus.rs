//! Fuzzes `agon_fuzz::theseus`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::theseus(input));
