//! Fuzzes `agon_fuzz::protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::protocol(input));
