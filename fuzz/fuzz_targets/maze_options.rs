//! Fuzzes `agon_fuzz::maze_options`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::maze_options(input));
