//! The laws of evaluations.

use super::law;
use crate::{EvalState, Evaluate, Notation, Rng, Score};

/// How many moves in a row are played before a state is asked, at most.
const LONGEST_RUN: usize = 6;

/// The depth of the small tree in which a state is asked at every node, and its moves a node.
const TREE_DEPTH: u32 = 3;
const TREE_MOVES: usize = 3;

/// Checks that an evaluation is an estimate, and that it is explained and blind to symmetry
/// where it claims so.
pub(super) fn check_evaluation<G: Notation>(
    game: &G,
    position: &G::Position,
    evaluation: &dyn Evaluate<G>,
) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let score = evaluation.evaluate(game, position);
    law(score.proven().is_none(), "an evaluation is an estimate, not a proof");
    if let Some(explainer) = evaluation.explainer() {
        let points = explainer.explain(game, position).iter().map(|term| term.points()).sum();
        law(Score::estimate(points) == score, "the terms of an evaluation add up to it");
    }
    if evaluation.is_symmetric() {
        for symmetry in 1..game.symmetry_count() {
            let image = game.transform(symmetry, position);
            law(
                evaluation.evaluate(game, &image) == score,
                "a symmetric evaluation gives symmetric positions the same value",
            );
        }
    }
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
    let root = &line[rng.below(line.len())];
    game_line.check_tree(&mut new_state(root), root, TREE_DEPTH);
}

/// The positions of a game and the moves between them.
struct GameLine<'a, G: Notation> {
    game: &'a G,
    line: &'a [G::Position],
    moves: &'a [G::Move],
    evaluation: &'a dyn Evaluate<G>,
}

impl<G: Notation> GameLine<'_, G> {
    /// Fails unless the state gives the estimate of a position that is not finished.
    #[track_caller]
    fn compare(&self, state: &mut impl EvalState<G>, position: &G::Position, name: &str) {
        if self.game.outcome(position).is_none() {
            let fresh = self.evaluation.evaluate(self.game, position);
            law(state.evaluate(self.game, position) == fresh, name, self.game, position);
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
        let name = "a state after a move gives the estimate of its evaluation";
        self.compare(&mut state, &self.line[ply], name);
        self.play(&mut state, ply, ply + 1);
        self.compare(&mut state, &self.line[ply + 1], name);
    }

    /// Moves that are undone, with an estimate in between or without, and another move after
    /// that.
    fn check_undo(&self, ply: usize, mut state: impl EvalState<G>, rng: &mut Rng) {
        let name = "a state after an undo gives the estimate of its evaluation";
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
            self.compare(&mut state, position, name);
        }
        self.play(&mut state, ply, ply + 1);
        self.compare(&mut state, &self.line[ply + 1], name);
    }

    /// Several moves in a row with a single estimate at the end, and the way back.
    fn check_run(&self, ply: usize, mut state: impl EvalState<G>, rng: &mut Rng) {
        let name = "a state gives the same estimate whether or not it was asked in between";
        let most = LONGEST_RUN.min(self.moves.len() - ply);
        let end = ply + 1 + rng.below(most);
        self.play(&mut state, ply, end);
        self.compare(&mut state, &self.line[end], name);
        for back in (ply..end).rev() {
            state.undo_move();
            if rng.below(2) == 0 {
                self.compare(&mut state, &self.line[back], name);
            }
        }
        self.compare(&mut state, &self.line[ply], name);
    }

    /// The whole game with one state, as a search does it: forward and back by random
    /// amounts, asked at random, and in the end back to the root.
    fn check_search(&self, mut state: impl EvalState<G>, rng: &mut Rng) {
        let name = "a state gives the estimate of its evaluation throughout a search";
        let mut ply = 0;
        while ply < self.moves.len() {
            let next = (ply + 1 + rng.below(LONGEST_RUN)).min(self.moves.len());
            self.play(&mut state, ply, next);
            ply = next;
            if rng.below(2) == 0 {
                self.compare(&mut state, &self.line[ply], name);
            }
            // Fewer steps back than forth on average, so that this ends.
            for _ in 0..rng.below(LONGEST_RUN / 2).min(ply) {
                state.undo_move();
                ply -= 1;
            }
            self.compare(&mut state, &self.line[ply], name);
        }
        for back in (0..ply).rev() {
            state.undo_move();
            self.compare(&mut state, &self.line[back], name);
        }
    }

    /// A small tree, as a search does it: the first moves of a position follow each other, and
    /// those of its siblings are much the same.
    fn check_tree<S: EvalState<G>>(&self, state: &mut S, position: &G::Position, depth: u32) {
        let name = "a state gives the estimate of its evaluation in a tree";
        self.compare(state, position, name);
        if depth == 0 {
            return;
        }
        for mv in self.game.moves(position).into_iter().take(TREE_MOVES) {
            let mut after = position.clone();
            state.play_move(self.game, &mut after, mv);
            self.check_tree(state, &after, depth - 1);
            state.undo_move();
        }
        self.compare(state, position, name);
    }
}
