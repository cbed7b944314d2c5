//! Perft: counting the leaves of the game tree, to test the rules.

use crate::Game;

/// The number of lines of play of exactly `depth` plies. A finished game has no
/// continuation.
///
/// The last two plies are counted, with [`Game::count_moves`] and [`Game::count_replies`].
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Notation, perft};
///
/// // Two moves; after the first the game is over, after the second there are three more.
/// let (game, start) = TreeGame::read("a(1b(12=))").unwrap();
/// assert_eq!([1, 2, 3].map(|depth| perft(&game, &start, depth)), [2, 3, 0]);
/// # }
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => leaves = game.count_moves(position),
        2 => leaves = game.count_replies(position),
        _ => game.for_each_move(position, |mv| {
            leaves += perft(game, &game.after(position, mv), depth - 1);
        }),
    }
    leaves
}
