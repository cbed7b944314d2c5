//! What is true of a move of NIM: the nim-sum that it leaves, and the exception of misère play.

use agon_core::{Claim, Game as _};

use super::heaps::Heaps;
use super::rules::{Move, Nim, Position};

/// The claims that tell who wins.
pub(super) const DECISIVE: &[&str] = &[
    "nim.balanced",
    "nim.unbalanced",
    "nim.one_large",
    "nim.single",
    "nim.odd_ones",
    "nim.even_ones",
    "nim.last_match",
];

pub(super) const CLAIMS: &[(&str, &str)] = &[
    ("nim.balanced", "leaves {heaps}, whose nim-sum is 0: {side} loses"),
    ("nim.unbalanced", "leaves {heaps}, whose nim-sum is {sum}: {side} can make it 0 with {move}"),
    (
        "nim.one_large",
        "leaves {heaps}: one heap alone has two or more, and {side} can leave an odd number of single matches with {move}",
    ),
    ("nim.single", "leaves one heap of {count}: {side} can leave a single match with {move}"),
    ("nim.odd_ones", "leaves {count} single matches, an odd number: {side} must take the last one"),
    ("nim.odd_ones.one", "leaves one match, which {side} must take"),
    (
        "nim.even_ones",
        "leaves {count} single matches, an even number: {side} need not take the last one",
    ),
    ("nim.last_match", "takes the last match, and so loses"),
    (
        "nim.exception",
        "overlooks the exception: with one heap of two or more, an odd number of single matches must be left",
    ),
];

fn sizes(heaps: Heaps) -> impl Iterator<Item = u32> {
    heaps.iter().map(|size| size as u32)
}

/// The heaps of two or more, the heaps of one, and the nim-sum.
fn counted(heaps: Heaps) -> (usize, u32, u32) {
    let large = heaps.iter().filter(|&size| size > 1).count();
    (large, heaps.count(1) as u32, sizes(heaps).fold(0, |sum, size| sum ^ size))
}

/// Whether the side to move loses.
fn is_lost(heaps: Heaps) -> bool {
    let (large, ones, sum) = counted(heaps);
    if large == 0 { ones % 2 == 1 } else { sum == 0 }
}

pub(super) fn claims(game: &Nim, position: &Position, mv: Move, _: Option<Move>) -> Vec<Claim> {
    let after = game.after(position, mv);
    let heaps = after.heaps;
    let opponent = after.to_move;
    let (large, ones, sum) = counted(heaps);
    // With one heap of two or more, the reply that the exception names always wins.
    let wins = |it: Heaps| is_lost(it) && (large != 1 || counted(it).0 == 0);
    let reply = game.moves(&after).into_iter().map(|mv| mv.after(heaps)).find(|&it| wins(it));
    let reply = reply.map(|heaps| heaps.to_string());
    let left = |claim: Claim| claim.side("side", opponent).numbers("heaps", sizes(heaps));
    let ones_left = |claim: Claim| claim.side("side", opponent).number("count", ones);
    let mut claims = match (large, reply) {
        (0, _) if ones == 0 => vec![Claim::against("nim.last_match")],
        (0, _) if ones % 2 == 1 => vec![ones_left(Claim::favouring("nim.odd_ones"))],
        (0, _) => vec![ones_left(Claim::against("nim.even_ones"))],
        (_, None) => vec![left(Claim::favouring("nim.balanced"))],
        (1, Some(reply)) if ones == 0 => {
            let claim = Claim::against("nim.single").side("side", opponent).mv("move", reply);
            vec![claim.number("count", sizes(heaps).sum())]
        }
        (1, Some(reply)) => vec![left(Claim::against("nim.one_large")).mv("move", reply)],
        (_, Some(reply)) => {
            let claim = left(Claim::against("nim.unbalanced")).number("sum", sum);
            vec![claim.mv("move", reply)]
        }
    };
    // Before the move the exception held, and the move went against it. A large heap can also be split so
    // that the nim-sum is 0, as [1,6] into [1,2,3]: then the exception is not the only way to win.
    let is_other = |mv: Move| {
        let heaps = mv.after(position.heaps);
        is_lost(heaps) && counted(heaps).0 > 0
    };
    let is_only_way = !game.moves(position).into_iter().any(is_other);
    if counted(position.heaps).0 == 1 && !is_lost(heaps) && is_only_way {
        claims.push(Claim::against("nim.exception"));
    }
    claims
}
