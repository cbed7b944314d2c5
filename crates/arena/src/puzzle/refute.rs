//! Why a wrong move does not solve a puzzle.

use agon_core::{DefaultEval, Notation, Present};
use agon_search::{Limits, SearchControl};

use super::proof::Proof;
use super::{PuzzleGoal, PuzzleRefusal, Refutation};
use crate::players::{EnginePlayer, Player as _};
use crate::refused::Refused;

/// The node limit of the engine that chooses among several refutations, and its table.
const NODES: u64 = 4_000;
const HASH: usize = 1 << 18;

/// The longest win of the other side that is looked for, in plies.
const MOST_PLIES: u32 = 25;

/// The most plies of a refutation that are shown.
const SHOWN: usize = 9;

/// The refutation of a move that does not reach a goal.
pub(crate) fn refute_text<G: Notation + Present + DefaultEval>(
    position: &str,
    goal: PuzzleGoal,
    wrong: &str,
    ends_on_own_move: bool,
) -> Result<Refutation, Refused> {
    let (game, position) = G::read(position)?;
    let mv = game.read_move(&position, wrong)?;
    game.check(&position, mv)?;
    let (solver, next) = (game.to_move(&position), game.after(&position, mv));
    let mut proof = Proof::new(&game, ends_on_own_move, &());
    if game.outcome(&next).is_some() {
        let loses = game.outcome(&next).and_then(|outcome| outcome.winner()).is_some();
        return Ok(Refutation { line: Vec::new(), loses });
    }
    let most = match goal {
        // A short win of the other side explains more than that the own one takes longer.
        PuzzleGoal::Win { moves } => proof.plies(moves).min(5),
        PuzzleGoal::Hold { moves } => proof.plies(moves),
        PuzzleGoal::Only => MOST_PLIES,
    };
    let lost = proof.win(&next, solver.opponent(), most);
    if !lost.is_empty() {
        let line = text(&game, &next, &lost[..lost.len().min(SHOWN)]);
        return Ok(Refutation { line, loses: true });
    }
    let PuzzleGoal::Win { moves } = goal else {
        return Ok(Refutation { line: Vec::new(), loses: true });
    };
    let left = proof.plies(moves.saturating_sub(1));
    let mut parries = Vec::new();
    for reply in game.moves(&next) {
        let after = game.after(&next, reply);
        if !proof.wins(&after, solver, left).unwrap_or(false) {
            parries.push(reply);
        }
    }
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let mut engine = EnginePlayer::<G>::limited(limits, HASH, None);
    let choice = engine
        .choose(&game, &next, &game.moves(&next), &SearchControl::default(), &())?
        .map(|choice| choice.mv);
    let reply = choice.filter(|mv| parries.contains(mv)).or(parries.first().copied());
    let reply = reply.ok_or(PuzzleRefusal::NoSolution { goal: goal.to_string() })?;
    Ok(Refutation { line: text(&game, &next, &[reply]), loses: false })
}

/// Moves from a position as text.
fn text<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut at = position.clone();
    let mut all = Vec::new();
    for &mv in line {
        all.push(game.write_move(&at, mv));
        game.play_unchecked(&mut at, mv);
    }
    all
}
