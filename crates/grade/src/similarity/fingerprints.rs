//! Fingerprints of a program by winnowing (Schleimer, Wilkerson, Aiken: "Winnowing: Local
//! Algorithms for Document Fingerprinting", 2003): of all runs of K tokens some are chosen, so that
//! any two programs that share a run of K + WINDOW - 1 tokens share a chosen one.

use std::collections::HashSet;

use super::tokens::Token;

/// The number of tokens of a run.
pub const K: usize = 12;

/// Of so many runs in a row at least one is chosen.
pub const WINDOW: usize = 4;

/// A run with fewer different tokens says nothing: a list of numbers, a row of brackets.
const LEAST_KINDS: usize = 5;

/// The hashes of all runs of K tokens, by where they start. `None` for a run that says nothing or
/// that crosses the end of a file. In a run a name is where the same name stood last in it, so names
/// may be exchanged for others, but not mixed up.
pub fn runs(tokens: &[Token]) -> Vec<Option<u64>> {
    let hash = |window: &[Token]| {
        let mut kinds = [0; K];
        let mut different = 0;
        let mut hash = 0u64;
        for (place, token) in window.iter().enumerate() {
            let back = if token.back as usize <= place { token.back } else { 0 };
            if !kinds[..different].contains(&token.kind) {
                kinds[different] = token.kind;
                different += 1;
            }
            hash = mix(hash ^ mix(token.kind).wrapping_add(u64::from(back)));
        }
        let is_one_file = window[0].file == window[K - 1].file;
        (is_one_file && different >= LEAST_KINDS).then_some(hash)
    };
    tokens.windows(K).map(hash).collect()
}

/// Spreads a number over all bits (the last step of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The chosen runs, as hash and start: in each window the last of those with the least hash. Runs
/// of given code are left out.
pub fn chosen(runs: &[Option<u64>], given: &HashSet<u64>) -> Vec<(u64, usize)> {
    let own = |place: usize| runs[place].filter(|hash| !given.contains(hash));
    let mut found: Vec<(u64, usize)> = Vec::new();
    for start in 0..(runs.len() + 1).saturating_sub(WINDOW).max(usize::from(!runs.is_empty())) {
        let window = start..(start + WINDOW).min(runs.len());
        let least = window.filter_map(|place| Some((own(place)?, place)));
        let least = least.min_by_key(|&(hash, place)| (hash, std::cmp::Reverse(place)));
        if let Some(least) = least
            && found.last() != Some(&least)
        {
            found.push(least);
        }
    }
    found
}
