//! The ends of lines: where most of the work of a search is done.

use agon_core::{DefaultEval, IncrementalEval};

use super::values::{INFINITE, PROVEN, WIN, ended};
use super::worker::{FURTHER, MAX_PLY, Node, Shared, Stopped, Worker};

impl<'a, G: DefaultEval, E: IncrementalEval<G> + ?Sized> Worker<'a, G, E> {
    /// The value of a position one ply before the end of a line: most of the work is
    /// done here, so moves are neither listed nor ranked nor remembered.
    pub(super) fn last_ply(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared { game, evaluator, is_sound, ref selectivity, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        if !is_sound && beta - alpha == 1 && beta.abs() < PROVEN {
            let value = evaluator.read(game, position, node.kept).points();
            if selectivity.is_enough(value - beta, 1) {
                return Ok(value);
            }
        }
        self.reach(ply + 1);
        let killers = self.habits.killers(ply);
        let mut most = -INFINITE;
        for mv in killers.into_iter().flatten() {
            if game.is_legal(position, mv) {
                let value = self.leaf(node, mv, alpha, beta)?;
                most = most.max(value);
                alpha = alpha.max(value);
                if value >= beta {
                    return Ok(value);
                }
            }
        }
        let mut stopped = false;
        game.for_each_move(position, |mv| {
            if most >= beta || stopped || killers.contains(&Some(mv)) {
                return;
            }
            match self.leaf(node, mv, alpha, beta) {
                Ok(value) => {
                    most = most.max(value);
                    alpha = alpha.max(value);
                    if value >= beta {
                        self.habits.learn_killer(ply, mv);
                    }
                }
                Err(Stopped) => stopped = true,
            }
        });
        if stopped { Err(Stopped) } else { Ok(most) }
    }

    /// The value of the last move of a line to the side that makes it.
    #[inline]
    fn leaf(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        mv: G::Move,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        let mut kept = node.kept.clone();
        game.play_observed(&mut position, mv, &mut kept);
        self.count()?;
        let (side, ply) = (game.to_move(node.position), node.ply + 1);
        if let Some(outcome) = game.outcome(&position) {
            return Ok(ended(outcome, side, ply));
        }
        let next = Node { position: &position, key: node.key, kept: &kept, ply };
        match game.to_move(&position) == side {
            true => self.quiet(&next, alpha, beta, FURTHER),
            false => Ok(-self.quiet(&next, -beta, -alpha, FURTHER)?),
        }
    }

    /// The value of a position at the end of a line: what the evaluation says, once
    /// nobody is about to win.
    #[inline(always)]
    pub(super) fn quiet(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        alpha: i32,
        beta: i32,
        further: u32,
    ) -> Result<i32, Stopped> {
        let Shared { game, evaluator, is_sound, .. } = *self.shared;
        let &Node { position, ply, kept, .. } = node;
        if !is_sound {
            if game.can_win_now(position) {
                self.reach(ply + 1);
                return Ok(WIN - ply as i32 - 1);
            }
            if further > 0 && ply < MAX_PLY && game.is_threatened(position) {
                return self.answers(node, alpha, beta, further);
            }
        }
        Ok(evaluator.read(game, position, kept).points())
    }

    /// The value of a position at the end of a line whose side to move must answer: all
    /// moves but answers lose at once, so that only those are worth looking at.
    fn answers(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        alpha: i32,
        beta: i32,
        further: u32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let &Node { position, ply, kept, .. } = node;
        let side = game.to_move(position);
        let mut most = ply as i32 + 2 - WIN;
        let first = self.moves.len();
        self.list(position);
        let mut alpha = alpha;
        for number in first..self.moves.len() {
            let mut after = position.clone();
            let mut told = kept.clone();
            game.play_observed(&mut after, self.moves[number].mv, &mut told);
            if game.can_win_now(&after) && game.to_move(&after) != side {
                continue;
            }
            if let Err(stopped) = self.count() {
                self.moves.truncate(first);
                return Err(stopped);
            }
            self.reach(ply + 1);
            let value = match game.outcome(&after) {
                Some(outcome) => ended(outcome, side, ply + 1),
                None => {
                    let next = Node { position: &after, key: node.key, kept: &told, ply: ply + 1 };
                    let same = game.to_move(&after) == side;
                    let window = if same { (alpha, beta) } else { (-beta, -alpha) };
                    let found = self.quiet(&next, window.0, window.1, further - 1);
                    let Ok(value) = found else {
                        self.moves.truncate(first);
                        return found;
                    };
                    if same { value } else { -value }
                }
            };
            most = most.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(most)
    }
}
