//! How positions near the end of a game are reached, for programs that are told games move by move.

use std::collections::HashMap;

use agon_core::{Game, Notation};

use crate::evaluation_program::GameLine;

/// The most positions that are kept.
const MAX_POSITIONS: usize = 20_000;

/// Positions, each with the one before it and the move from there.
type Level<G> = HashMap<<G as Game>::Position, Option<(<G as Game>::Position, <G as Game>::Move)>>;

/// The positions after each number of moves from the end of a line, each with the one before it.
pub(crate) struct Reached<G: Game> {
    line: GameLine,
    game: G,
    levels: Vec<Level<G>>,
    count: usize,
}

impl<G: Notation> Reached<G> {
    /// Begins at the end of a line; `None` if it is not one of this game.
    pub(crate) fn new(line: GameLine) -> Option<Reached<G>> {
        let (game, mut position) = G::read(&line.start).ok()?;
        for text in &line.moves {
            let mv = game.read_move(&position, text).ok()?;
            game.play(&mut position, mv).ok()?;
        }
        let levels = vec![HashMap::from([(position, None)])];
        Some(Reached { line, game, levels, count: 1 })
    }

    pub(crate) fn line(&self) -> &GameLine {
        &self.line
    }

    /// The moves from the end of the line to a position, by the fewest moves; `None` if it is too
    /// far away.
    pub(crate) fn moves_to(&mut self, position: &G::Position) -> Option<Vec<String>> {
        let level = (0..).find_map(|level| {
            if level == self.levels.len() && !self.extend() {
                return Some(None);
            }
            self.levels[level].contains_key(position).then_some(Some(level))
        });
        let mut at = position;
        let mut moves = Vec::new();
        for level in (0..=level??).rev() {
            let Some(Some((before, mv))) = self.levels[level].get(at) else { break };
            moves.push(self.game.write_move(before, *mv));
            at = before;
        }
        moves.reverse();
        Some(moves)
    }

    /// Adds the positions after one more move; `false` if there are none, or too many.
    fn extend(&mut self) -> bool {
        let mut next = HashMap::new();
        for position in self.levels.last().into_iter().flat_map(HashMap::keys) {
            if self.game.outcome(position).is_some() {
                continue;
            }
            for mv in self.game.moves(position) {
                let after = self.game.after(position, mv);
                next.entry(after).or_insert_with(|| Some((position.clone(), mv)));
            }
            if self.count + next.len() > MAX_POSITIONS {
                return false;
            }
        }
        self.count += next.len();
        let is_some = !next.is_empty();
        self.levels.push(next);
        is_some
    }
}

#[cfg(test)]
mod tests {
    use agon_games::byte::Byte;

    use super::*;

    #[test]
    fn moves_lead_to_the_position_that_was_asked_for() {
        let game = Byte::default();
        let start = game.start();
        let first = game.moves(&start)[0];
        let root = game.after(&start, first);
        let line =
            GameLine { start: game.write(&start), moves: vec![game.write_move(&start, first)] };
        let mut reached = Reached::<Byte>::new(line).unwrap();
        assert_eq!(reached.moves_to(&root), Some(Vec::new()));
        for mv in game.moves(&root) {
            let after = game.after(&root, mv);
            for reply in game.moves(&after) {
                let leaf = game.after(&after, reply);
                let mut position = root;
                for text in reached.moves_to(&leaf).unwrap() {
                    let mv = game.read_move(&position, &text).unwrap();
                    game.play(&mut position, mv).unwrap();
                }
                assert_eq!(position, leaf);
            }
        }
        // The number of checkers never grows, so the start is not reached again.
        assert_eq!(reached.moves_to(&start), None);
    }
}
