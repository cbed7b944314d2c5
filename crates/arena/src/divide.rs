//! Perft of a session, which can be stopped.

use agon_core::{Game, Stop, perft};

/// Perft that ends soon after it is stopped.
pub(crate) fn perft_until<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &dyn Stop,
) -> u64 {
    // So few plies are counted at once.
    const AT_ONCE: u32 = 3;
    if depth <= AT_ONCE {
        return perft(game, position, depth);
    }
    let mut leaves = 0;
    for mv in game.moves(position) {
        if stop.is_stopped() {
            break;
        }
        leaves += perft_until(game, &game.after(position, mv), depth - 1, stop);
    }
    leaves
}
