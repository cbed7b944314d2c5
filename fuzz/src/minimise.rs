//! Makes a finding small: parts are removed as long as it stays a finding.

use crate::mutate::tokens;

/// The shortest input found that still fails; `fails` is called at most `tries` times.
pub fn minimise(input: &[u8], tries: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut left = tries;
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let before = best.len();
        let mut at = 0;
        while at < best.len() {
            if left == 0 {
                return best;
            }
            left -= 1;
            let end = (at + size).min(best.len());
            let shorter = [&best[..at], &best[end..]].concat();
            if fails(&shorter) { best = shorter } else { at = end }
        }
        // The smallest parts are tried until none can be removed.
        size = if size == 1 && best.len() < before { 1 } else { size / 2 };
    }
    for token in tokens(&best.clone()).into_iter().rev() {
        if left == 0 {
            break;
        }
        left -= 1;
        let shorter = [&best[..token.start], &best[token.end.min(best.len())..]].concat();
        if fails(&shorter) {
            best = shorter;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_reduced_to_what_makes_it_fail() {
        let input = b"a long text with a needle somewhere and another needle at the end".repeat(9);
        let fails = |input: &[u8]| String::from_utf8_lossy(input).matches("needle").count() >= 2;
        assert_eq!(minimise(&input, 10_000, fails), b"needleneedle");
    }

    #[test]
    fn no_more_is_tried_than_allowed() {
        let mut tried = 0;
        minimise(&[1; 1000], 50, |_| {
            tried += 1;
            false
        });
        assert_eq!(tried, 50);
    }
}
