//! Perft: counting the leaves of the game tree, to test the rules.

use crate::Game;

/// The number of lines of play of exactly `depth` plies. A finished game has no
/// continuation.
///
/// The last ply is not played but counted, with [`Game::count_moves`].
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => leaves = game.count_moves(position),
        // Written out, because without a recursive call the compiler keeps positions in
        // registers.
        2 => game.for_each_move(position, |mv| {
            leaves += game.count_moves(&game.after(position, mv));
        }),
        _ => game.for_each_move(position, |mv| {
            leaves += perft(game, &game.after(position, mv), depth - 1);
        }),
    }
    leaves
}
