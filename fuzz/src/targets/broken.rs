//! Targets with known bugs, which show that the driver finds each kind. They run only by name.

use std::hint::black_box;

use crate::features::Features;
use crate::target::{Target, words};

/// One for each way in which a parser can fail.
pub const BROKEN: &[Target] = &[
    target("broken-panic", |input, _| assert!(!has_bug(input), "it panicked")),
    target("broken-hang", |input, _| {
        while has_bug(input) {
            std::thread::yield_now();
        }
    }),
    target("broken-stack", |input, _| {
        if has_bug(input) {
            black_box(recurse(u64::MAX));
        }
    }),
    target("broken-memory", |input, _| {
        let mut taken = Vec::new();
        while has_bug(input) {
            taken.push(black_box(vec![1_u8; 1 << 26]));
        }
    }),
];

const fn target(name: &'static str, run: fn(&[u8], &mut Features)) -> Target {
    Target { name, shows: "", words: || words("boom"), run, short: 2000 }
}

fn has_bug(input: &[u8]) -> bool {
    input.windows(4).any(|part| part == b"boom")
}

fn recurse(depth: u64) -> u64 {
    match depth {
        0 => 0,
        _ => 1 + black_box(recurse(black_box(depth - 1))),
    }
}
