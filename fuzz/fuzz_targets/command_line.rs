//! Fuzzes `agon_fuzz::command_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::command_line(input));
