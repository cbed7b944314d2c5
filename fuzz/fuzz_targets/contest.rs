//! Fuzzes `agon_fuzz::contest`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::contest(input));
