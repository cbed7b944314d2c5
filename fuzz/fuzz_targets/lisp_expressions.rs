//! Fuzzes `agon_fuzz::lisp_expressions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| agon_fuzz::lisp_expressions(input));
