//! The closed form: which side wins, for heaps of any size.

use agon_core::{Exact, Proven, Verdict};

use super::notation::read_any;
use super::rules::{Nim, Position};

/// The verdict for the side to move with heaps of these sizes, where taking the last match
/// loses.
///
/// A split leaves two heaps whose exclusive or is at most their sum, and so less
/// than the heap they came from: it reaches no Grundy value that taking from an
/// end does not reach. The game therefore follows misère Nim without splitting:
/// with some heap of two or more, the side to move loses if and only if the
/// exclusive or of the sizes is 0; with heaps of one only, when their number is
/// odd.
///
/// ```
/// use agon_core::Verdict;
/// use agon_games::nim::verdict;
/// assert_eq!(verdict(&[3, 5, 7]), Verdict::Win);
/// assert_eq!(verdict(&[1, 1, 1]), Verdict::Lose);
/// assert_eq!(verdict(&[1_000_000_000_000_000_000; 2]), Verdict::Lose);
/// ```
pub fn verdict(heaps: &[u64]) -> Verdict {
    let (xor, any) = heaps.iter().fold((0, 0), |(xor, any), &size| (xor ^ size, any | size));
    // With heaps of one only, the exclusive or is 1 when their number is odd.
    let loses = if any > 1 { xor == 0 } else { xor == 1 };
    if loses { Verdict::Lose } else { Verdict::Win }
}

/// The verdict for a position in text, of any size.
///
/// ```
/// use agon_core::Verdict;
/// assert_eq!(agon_games::nim::theory("[100,200] second").ok(), Some(Verdict::Win));
/// ```
pub fn theory(text: &str) -> Result<Verdict, Box<dyn agon_core::Refusal>> {
    let (heaps, _) = read_any(text)?;
    Ok(verdict(&heaps))
}

/// The closed form tells the winner, but not the distance to the win.
impl Exact<Nim> for Nim {
    fn exact(&self, _: &Nim, position: &Position) -> Option<Proven> {
        let heaps: Vec<u64> = position.heaps.iter().map(|size| size as u64).collect();
        Some(Proven { verdict: verdict(&heaps), plies: None })
    }
}
