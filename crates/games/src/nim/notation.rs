//! The notation of NIM, and its refusals.
//!
//! A position is the list of heaps: `[3,5,7]` with the first side to move,
//! `[3,5,7] second` with the second. A move is the list that it leaves.

use agon_core::{Notation, Side, quote};

use super::heaps::Heaps;
use super::rules::{Move, Nim, Position};

agon_core::refusals! {
    /// Why NIM refuses a text or a move.
    pub enum Refusal {
        List { found: String } => "heaps are a list such as [3,5,7], not {found}",
        Heap { found: String } => "a heap is a whole number of matches from 1 to 18446744073709551615, not {found}",
        Side { found: String } => "after the heaps comes nothing, or first or second for the side to move, not {found}",
        TooLarge { heaps: usize } => "too many matches to play with: matches and heaps together are at most 65 (the heaps here: {heaps}); by theory any heaps can be solved",
        NotOneMove { from: Heaps, to: String } => "no move leads from {from} to {to}: take one or more neighbouring matches from one heap",
        NoSuchHeap { heap: usize, heaps: Heaps } => "there is no heap of {heap} in {heaps}",
        NotTaken { heap: usize, left: usize, right: usize } => "taking from {heap} matches cannot leave {left} and {right}",
        GameOver => "the game is over",
    }
}

/// Reads a list of heaps of any size.
///
/// ```
/// use agon_games::nim::read_heaps;
/// assert_eq!(read_heaps("[ 7, 3,5 ]"), Ok(vec![7, 3, 5]));
/// assert!(read_heaps("[3,0]").is_err());
/// ```
pub fn read_heaps(text: &str) -> Result<Vec<u64>, Refusal> {
    let inside = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inside = inside.ok_or_else(|| Refusal::List { found: quote(text) })?.trim();
    if inside.is_empty() {
        return Ok(Vec::new());
    }
    let heap = |part: &str| {
        let part = part.trim_ascii();
        read_number(part)
            .filter(|&size| size > 0)
            .ok_or_else(|| Refusal::Heap { found: quote(part) })
    };
    inside.split(',').map(heap).collect()
}

/// Reads a number of digits only; unlike `parse`, refuses a sign.
fn read_number(text: &str) -> Option<u64> {
    /// A number of so many digits cannot overflow.
    const SAFE: usize = 19;
    if text.len() > SAFE {
        return if text.bytes().all(|byte| byte.is_ascii_digit()) {
            text.parse().ok()
        } else {
            None
        };
    }
    let (mut number, mut digits) = (0, true);
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'0');
        digits &= digit < 10;
        number = 10 * number + u64::from(digit % 16);
    }
    (digits && !text.is_empty()).then_some(number)
}

/// Reads a position of any size.
pub(super) fn read_any(text: &str) -> Result<(Vec<u64>, Side), Refusal> {
    let end = text.find(']').map_or(text.len(), |place| place + 1);
    let heaps = read_heaps(&text[..end])?;
    match text[end..].trim() {
        "" | "first" => Ok((heaps, Side::First)),
        "second" => Ok((heaps, Side::Second)),
        other => Err(Refusal::Side { found: quote(other) }),
    }
}

/// The heaps of these sizes, if they are small enough to play with.
fn playable(sizes: Vec<u64>) -> Result<Heaps, Refusal> {
    let heaps = sizes.len();
    Heaps::of(sizes).ok_or(Refusal::TooLarge { heaps })
}

impl Notation for Nim {
    fn write(&self, position: &Position) -> String {
        match position.to_move {
            Side::First => position.heaps.to_string(),
            Side::Second => format!("{} second", position.heaps),
        }
    }

    fn read(text: &str) -> Result<(Nim, Position), Refusal> {
        let (sizes, to_move) = read_any(text)?;
        let heaps = playable(sizes)?;
        Ok((Nim { start: heaps }, Position { heaps, to_move }))
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        mv.after(position.heaps).to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Refusal> {
        let from = position.heaps;
        let to = playable(read_heaps(text)?)?;
        let sizes = || from.sizes().chain(to.sizes()).map(|(size, _)| size);
        let gone: Vec<usize> = sizes().filter(|&size| from.count(size) > to.count(size)).collect();
        let not_one = || Refusal::NotOneMove { from, to: to.to_string() };
        let heap = *gone.first().ok_or_else(not_one)?;
        let mut new: Vec<usize> = Vec::new();
        for (size, count) in to.sizes() {
            let kept = from.count(size) - usize::from(size == heap);
            new.extend(std::iter::repeat_n(size, count.saturating_sub(kept)));
        }
        let (left, right) = match new.as_slice() {
            [] => (0, 0),
            &[right] => (0, right),
            &[left, right] => (left, right),
            _ => return Err(not_one()),
        };
        let mv = Move { heap: heap as u8, left: left as u8, right: right as u8 };
        if left + right >= heap || mv.after(from) != to { Err(not_one()) } else { Ok(mv) }
    }
}
