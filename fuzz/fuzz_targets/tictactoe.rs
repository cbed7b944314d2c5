//! Fuzzes `agon_fuzz::tictactoe`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::tictactoe(input));
