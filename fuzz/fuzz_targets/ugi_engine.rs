//! Fuzzes `agon_fuzz::ugi_engine`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::ugi_engine(input));
