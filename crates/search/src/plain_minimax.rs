//! Plain minimax: every line to a fixed depth, without pruning.
//!
//! Other searches are compared with it in tests, so it follows the definition.

use agon_core::{Evaluate, Game, Score};

/// The minimax value of a position for the side to move, and the first of the
/// moves that reach it; no move where the game is over or `depth` is 0.
///
/// Sooner wins and later losses are worth more.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, Score};
/// use agon_search::plain_minimax;
///
/// // The second side answers the first move with 3, and the second one with -1.
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let (value, best) = plain_minimax(&game, &start, 2, &Points);
/// assert_eq!((value, best), (Score::estimate(3), Some(0)));
/// ```
pub fn plain_minimax<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    evaluator: &dyn Evaluate<G>,
) -> (Score, Option<G::Move>) {
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return (outcome.seen_by(mover), None);
    }
    if depth == 0 {
        return (evaluator.evaluate(game, position), None);
    }
    let mut best: Option<(Score, G::Move)> = None;
    game.for_each_move(position, |mv| {
        let next = game.after(position, mv);
        let (theirs, _) = plain_minimax(game, &next, depth - 1, evaluator);
        let score = theirs.absolute(game.to_move(&next)).seen_by(mover).one_ply_earlier();
        if best.is_none_or(|(best, _)| score > best) {
            best = Some((score, mv));
        }
    });
    match best {
        Some((score, mv)) => (score, Some(mv)),
        // A game that is not over has a move; one that breaks this law is evaluated as it is.
        None => (evaluator.evaluate(game, position), None),
    }
}
