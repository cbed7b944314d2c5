//! The laws of the numbers that searches store moves by: codes, history indices and
//! order scores.

use std::collections::HashMap;

use super::{Case, TrialMoves};
use crate::{HISTORY_PARTS, HISTORY_SIZE, MoveOrdering, Notation, ORDER_SCORE_MAX, Rng};

/// Checks that moves can be stored by their codes, and that any number is safe to read
/// as a code.
pub(super) fn check_codes<G: Notation + TrialMoves>(case: &Case<G>, rng: &mut Rng) {
    let (game, position) = (case.game, case.position);
    let listed = game.moves(position);
    let codes: HashMap<u32, G::Move> = listed.iter().map(|&mv| (game.encode(mv), mv)).collect();
    case.move_law(
        "different moves have different codes",
        &listed,
        |mv| codes[&game.encode(mv)] == mv,
        |mv| {
            let code = game.encode(mv);
            format!("its code {code} is that of the move {} too", case.move_text(codes[&code]))
        },
    );
    let decoded = |mv| {
        let code = game.encode(mv);
        format!("its code {code} is decoded as {:?}", game.decode(code))
    };
    case.move_law(
        "the code of a listed move is decoded as the move",
        &listed,
        |mv| game.decode(game.encode(mv)) == Some(mv),
        decoded,
    );
    case.move_law(
        "the code of a move is not decoded as another move",
        &game.trial_moves(position),
        |mv| game.decode(game.encode(mv)).is_none_or(|decoded| decoded == mv),
        decoded,
    );
    let largest = game.decode(u32::MAX);
    case.equal_law("the largest code stands for no move", "decode(u32::MAX)", largest, None);
    // Codes are small numbers, so shorter random numbers hit more of them.
    for _ in 0..64 {
        let code = (rng.bits() as u32) >> rng.below(32);
        let Some(mv) = game.decode(code) else { continue };
        case.try_move(Some(mv));
        let law = "a code that is decoded is the code of its move";
        case.equal_law(law, "encode", game.encode(mv), code);
        case.equal_law(
            "a decoded move is legal if and only if it is listed",
            "is_legal",
            game.is_legal(position, mv),
            listed.contains(&mv),
        );
        game.play_unchecked(&mut position.clone(), mv);
    }
}

/// Checks that the hints for a search are within their bounds for every legal move.
pub(super) fn check_ordering<G: Notation + MoveOrdering>(case: &Case<G>) {
    let (game, position) = (case.game, case.position);
    let moves = game.moves(position);
    case.move_law(
        "history indices are below the size of the table",
        &moves,
        |mv| game.history_index(mv) < HISTORY_SIZE,
        |mv| format!("history_index gives {}, the size is {HISTORY_SIZE}", game.history_index(mv)),
    );
    case.move_law(
        "order scores are within their bound",
        &moves,
        |mv| (-ORDER_SCORE_MAX..=ORDER_SCORE_MAX).contains(&game.order_score(position, mv)),
        |mv| {
            let score = game.order_score(position, mv);
            format!("order_score gives {score}, the bound is {ORDER_SCORE_MAX}")
        },
    );
    case.move_law(
        "history parts are below the size of the table",
        &moves,
        |mv| game.history_part(mv) < HISTORY_PARTS,
        |mv| format!("history_part gives {}, the size is {HISTORY_PARTS}", game.history_part(mv)),
    );
    if !moves.is_empty() && game.is_threatened(position) && !game.can_win_now(position) {
        check_evasions(case, &moves);
    }
}

/// Checks that a threat is answered by evasions only.
fn check_evasions<G: Notation + MoveOrdering>(case: &Case<G>, moves: &[G::Move]) {
    let (game, position) = (case.game, case.position);
    let mut evasions = Vec::new();
    game.for_each_evasion(position, |mv| evasions.push(mv));
    let times = |mv| evasions.iter().filter(|&&other| other == mv).count();
    case.move_law(
        "evasions are legal moves, each listed once",
        &evasions,
        |mv| moves.contains(&mv) && times(mv) == 1,
        |mv| format!("for_each_evasion lists it {} times", times(mv)),
    );
    let loses = |mv: &G::Move| {
        let after = game.after(position, *mv);
        game.to_move(&after) != game.to_move(position) && game.can_win_now(&after)
    };
    case.move_law(
        "a move that is no evasion lets the opponent win at once",
        moves,
        |mv| evasions.contains(&mv) || loses(&mv),
        |_| "the opponent cannot win after it, and for_each_evasion does not list it".into(),
    );
    case.law(
        "where there is a threat, a move lets the opponent win at once",
        moves.iter().any(loses),
        || "is_threatened says yes, but the opponent cannot win at once after any move".into(),
    );
}
