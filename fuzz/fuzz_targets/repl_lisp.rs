//! Fuzzes `agon_fuzz::repl_lisp`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::repl_lisp(input));
