//! The laws of evaluations.

use super::Case;
use crate::{EvalState, Evaluate, Notation, Rng, Score, Side, Term, Value};

/// How many moves in a row are played before a state is asked, at most.
const LONGEST_RUN: usize = 6;

/// The depth of the small tree in which a state is asked at every node, and its moves a node.
const TREE_DEPTH: u32 = 3;
const TREE_MOVES: usize = 3;

/// Checks that an evaluation is an estimate, the same however it is asked for, and that it is
/// explained and blind to symmetry where it claims so.
pub(super) fn check_evaluation<G: Notation>(case: &Case<G>, evaluation: &dyn Evaluate<G>) {
    let (game, position) = (case.game, case.position);
    let name = evaluation.name();
    case.about(format!("the evaluation {name}"));
    let score = evaluation.evaluate(game, position);
    case.law("an evaluation is an estimate, not a proof", score.proven().is_none(), || {
        format!("evaluate gives {score:?}")
    });
    case.equal_law(
        "an evaluation gives several positions at once the values that they have one by one",
        "evaluate_all, of the position twice,",
        evaluation.evaluate_all(game, &[position.clone(), position.clone()]),
        vec![score; 2],
    );
    check_sides(case, evaluation, score.absolute(game.to_move(position)));
    if let Some(explainer) = evaluation.explainer() {
        let terms = explainer.explain(game, position);
        let points = terms.iter().map(Term::points).sum();
        case.law(
            "the terms of an evaluation add up to it",
            Score::estimate(points) == score,
            || format!("{terms:?} add up to {points}, evaluate gives {score:?}"),
        );
    }
    if evaluation.is_symmetric() {
        for symmetry in 1..game.symmetry_count() {
            case.about(format!("the evaluation {name}, which says is_symmetric"));
            let image = game.transform(symmetry, position);
            let there = evaluation.evaluate(game, &image);
            case.law(
                "a symmetric evaluation gives symmetric positions the same value",
                there == score,
                || {
                    let image = game.write(&image);
                    format!("{score:?}, but {there:?} in its image by symmetry {symmetry}: {image}")
                },
            );
        }
    }
}

/// Checks that a position is worth to one side what it costs the other; for a finished game,
/// `value` is its result.
pub(super) fn check_sides<G: Notation>(case: &Case<G>, evaluation: &dyn Evaluate<G>, value: Value) {
    case.equal_law(
        "a position is worth to a side what it costs the other",
        "evaluate_for, of both sides,",
        Side::BOTH.map(|side| evaluation.evaluate_for(case.game, case.position, side)),
        Side::BOTH.map(|side| value.seen_by(side)),
    );
}

/// Checks that a state that follows the moves of a game gives the estimates of its
/// evaluation: after a move, after an undo, and after several moves in a row.
pub(super) fn check_states<G: Notation, S: EvalState<G>>(
    game: &G,
    line: &[G::Position],
    moves: &[G::Move],
    evaluation: &dyn Evaluate<G>,
    new_state: impl Fn(&G::Position) -> S,
    rng: &mut Rng,
) {
    let game_line = GameLine { game, line, moves, evaluation };
    // The last position has no move.
    for (ply, position) in line.iter().enumerate().take(moves.len()) {
        game_line.check_move(ply, new_state(position));
        game_line.check_undo(ply, new_state(position), rng);
        game_line.check_run(ply, new_state(position), rng);
    }
    game_line.check_search(new_state(&line[0]), rng);
    let root = rng.below(line.len());
    let mut way = (line[..=root].to_vec(), moves[..root].to_vec());
    game_line.check_tree(&mut new_state(&line[root]), &mut way, TREE_DEPTH);
}

/// The positions of a game and the moves between them.
struct GameLine<'a, G: Notation> {
    game: &'a G,
    line: &'a [G::Position],
    moves: &'a [G::Move],
    evaluation: &'a dyn Evaluate<G>,
}

impl<G: Notation> GameLine<'_, G> {
    /// Fails unless the state gives the estimate of a ply of the game, if that is not finished.
    fn compare(&self, state: &mut impl EvalState<G>, ply: usize, law: &'static str) {
        self.compare_last(state, &self.line[..=ply], &self.moves[..ply], law);
    }

    /// The same for the last position of a line.
    fn compare_last(
        &self,
        state: &mut impl EvalState<G>,
        line: &[G::Position],
        moves: &[G::Move],
        law: &'static str,
    ) {
        let case = Case::new(self.game, line, moves);
        if self.game.outcome(case.position).is_none() {
            let found = state.evaluate(self.game, case.position);
            let fresh = self.evaluation.evaluate(self.game, case.position);
            if found != fresh {
                case.about(format!("a state of the evaluation {}", self.evaluation.name()));
            }
            case.equal_law(law, "the state", found, fresh);
        }
    }

    /// Plays the moves from one ply of the game to another.
    fn play(&self, state: &mut impl EvalState<G>, from: usize, to: usize) {
        let mut position = self.line[from].clone();
        for &mv in &self.moves[from..to] {
            state.play_move(self.game, &mut position, mv);
        }
    }

    /// One move, with an estimate before and after it.
    fn check_move(&self, ply: usize, mut state: impl EvalState<G>) {
        let law = "a state after a move gives the estimate of its evaluation";
        self.compare(&mut state, ply, law);
        self.play(&mut state, ply, ply + 1);
        self.compare(&mut state, ply + 1, law);
    }

    /// Moves that are undone, with an estimate in between or without, and another move after
    /// that.
    fn check_undo(&self, ply: usize, mut state: impl EvalState<G>, rng: &mut Rng) {
        let law = "a state after an undo gives the estimate of its evaluation";
        let position = &self.line[ply];
        let moves = self.game.moves(position);
        for is_asked in [true, false] {
            let mut after = position.clone();
            let Some(&mv) = rng.pick(&moves) else { return };
            state.play_move(self.game, &mut after, mv);
            if is_asked && self.game.outcome(&after).is_none() {
                state.evaluate(self.game, &after);
            }
            state.undo_move();
            self.compare(&mut state, ply, law);
        }
        self.play(&mut state, ply, ply + 1);
        self.compare(&mut state, ply + 1, law);
    }

    /// Several moves in a row with a single estimate at the end, and the way back.
    fn check_run(&self, ply: usize, mut state: impl EvalState<G>, rng: &mut Rng) {
        let law = "a state gives the same estimate whether or not it was asked in between";
        let most = LONGEST_RUN.min(self.moves.len() - ply);
        let end = ply + 1 + rng.below(most);
        self.play(&mut state, ply, end);
        self.compare(&mut state, end, law);
        for back in (ply..end).rev() {
            state.undo_move();
            if rng.below(2) == 0 {
                self.compare(&mut state, back, law);
            }
        }
        self.compare(&mut state, ply, law);
    }

    /// The whole game with one state, as a search does it: forward and back by random
    /// amounts, asked at random, and in the end back to the root.
    fn check_search(&self, mut state: impl EvalState<G>, rng: &mut Rng) {
        let law = "a state gives the estimate of its evaluation throughout a search";
        let mut ply = 0;
        while ply < self.moves.len() {
            let next = (ply + 1 + rng.below(LONGEST_RUN)).min(self.moves.len());
            self.play(&mut state, ply, next);
            ply = next;
            if rng.below(2) == 0 {
                self.compare(&mut state, ply, law);
            }
            // Fewer steps back than forth on average, so that this ends.
            for _ in 0..rng.below(LONGEST_RUN / 2).min(ply) {
                state.undo_move();
                ply -= 1;
            }
            self.compare(&mut state, ply, law);
        }
        for back in (0..ply).rev() {
            state.undo_move();
            self.compare(&mut state, back, law);
        }
    }

    /// A small tree, as a search does it: the first moves of a position follow each other, and
    /// those of its siblings are much the same.
    fn check_tree<S: EvalState<G>>(
        &self,
        state: &mut S,
        way: &mut (Vec<G::Position>, Vec<G::Move>),
        depth: u32,
    ) {
        let law = "a state gives the estimate of its evaluation in a tree";
        self.compare_last(state, &way.0, &way.1, law);
        if depth == 0 {
            return;
        }
        let position = way.0[way.1.len()].clone();
        for mv in self.game.moves(&position).into_iter().take(TREE_MOVES) {
            let mut after = position.clone();
            state.play_move(self.game, &mut after, mv);
            way.0.push(after);
            way.1.push(mv);
            self.check_tree(state, way, depth - 1);
            way.0.pop();
            way.1.pop();
            state.undo_move();
        }
        self.compare_last(state, &way.0, &way.1, law);
    }
}
