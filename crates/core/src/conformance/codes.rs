//! The laws of the numbers that searches store moves by: codes, history indices and
//! order scores.

use std::collections::HashSet;

use super::{TrialMoves, law};
use crate::{HISTORY_PARTS, HISTORY_SIZE, MoveOrdering, Notation, ORDER_SCORE_MAX, Rng};

/// Checks that moves can be stored by their codes, and that any number is safe to read
/// as a code.
pub(super) fn check_codes<G: Notation + TrialMoves>(
    game: &G,
    position: &G::Position,
    rng: &mut Rng,
) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let listed = game.moves(position);
    let codes: HashSet<u32> = listed.iter().map(|&mv| game.encode(mv)).collect();
    law(codes.len() == listed.len(), "different moves have different codes");
    law(
        listed.iter().all(|&mv| game.decode(game.encode(mv)) == Some(mv)),
        "the code of a listed move is decoded as the move",
    );
    law(
        game.trial_moves(position)
            .into_iter()
            .all(|mv| game.decode(game.encode(mv)).is_none_or(|decoded| decoded == mv)),
        "the code of a move is not decoded as another move",
    );
    law(game.decode(u32::MAX).is_none(), "the largest code stands for no move");
    // Codes are small numbers, so shorter random numbers hit more of them.
    for _ in 0..64 {
        let code = (rng.bits() as u32) >> rng.below(32);
        let Some(mv) = game.decode(code) else { continue };
        law(game.encode(mv) == code, "a code that is decoded is the code of its move");
        law(
            game.is_legal(position, mv) == listed.contains(&mv),
            "a decoded move is legal if and only if it is listed",
        );
        game.play_unchecked(&mut position.clone(), mv);
    }
}

/// Checks that the hints for a search are within their bounds for every legal move.
pub(super) fn check_ordering<G: Notation + MoveOrdering>(game: &G, position: &G::Position) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let moves = game.moves(position);
    law(
        moves.iter().all(|&mv| game.history_index(mv) < HISTORY_SIZE),
        "history indices are below the size of the table",
    );
    law(
        moves.iter().all(|&mv| {
            (-ORDER_SCORE_MAX..=ORDER_SCORE_MAX).contains(&game.order_score(position, mv))
        }),
        "order scores are within their bound",
    );
    law(
        moves.iter().all(|&mv| game.history_part(mv) < HISTORY_PARTS),
        "history parts are below the size of the table",
    );
    if !moves.is_empty() && game.is_threatened(position) && !game.can_win_now(position) {
        check_evasions(game, position, &moves);
    }
}

/// Checks that a threat is answered by evasions only.
fn check_evasions<G: Notation + MoveOrdering>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let mut evasions = Vec::new();
    game.for_each_evasion(position, |mv| evasions.push(mv));
    let is_once = |mv: &G::Move| evasions.iter().filter(|other| *other == mv).count() == 1;
    law(
        evasions.iter().all(|mv| moves.contains(mv) && is_once(mv)),
        "evasions are legal moves, each listed once",
    );
    let loses = |mv: &G::Move| {
        let after = game.after(position, *mv);
        game.to_move(&after) != game.to_move(position) && game.can_win_now(&after)
    };
    law(
        moves.iter().all(|mv| evasions.contains(mv) || loses(mv)),
        "a move that is no evasion lets the opponent win at once",
    );
    law(moves.iter().any(loses), "where there is a threat, a move lets the opponent win at once");
}
