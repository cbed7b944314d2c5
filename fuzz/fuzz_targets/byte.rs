//! Fuzzes `agon_fuzz::byte`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::byte(input));
