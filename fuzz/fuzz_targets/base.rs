//! Fuzzes `agon_fuzz::base`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::base(input));
