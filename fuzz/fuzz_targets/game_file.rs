//! Fuzzes `agon_fuzz::game_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::game_file(input));
