//! The moves of a game, with undo and redo.

use agon_core::Game;

/// A line of play from a starting position, and how many of its moves have been made.
///
/// A new move discards those that were undone; a refused move changes nothing.
#[derive(Clone, Debug)]
pub struct MoveList<G: Game> {
    game: G,
    start: G::Position,
    line: Vec<(G::Move, G::Position)>,
    ply: usize,
}

impl<G: Game> MoveList<G> {
    /// An empty list from the start of a game.
    pub fn new(game: G) -> MoveList<G> {
        let start = game.start();
        MoveList::from(game, start)
    }

    /// An empty list from a given position.
    pub fn from(game: G, start: G::Position) -> MoveList<G> {
        MoveList { game, start, line: Vec::new(), ply: 0 }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Changes the rules for the moves to come.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        self.position_after(self.ply)
    }

    /// The moves that led from the start to the present position, each with the
    /// position in which it was made.
    pub fn history(&self) -> impl ExactSizeIterator<Item = (&G::Position, G::Move)> {
        self.line().take(self.ply)
    }

    /// All moves from the start, with those that were undone, each with the position in
    /// which it was made.
    pub fn line(&self) -> impl ExactSizeIterator<Item = (&G::Position, G::Move)> {
        self.line.iter().enumerate().map(|(ply, &(mv, _))| (self.position_after(ply), mv))
    }

    /// Makes a move if it is legal, and discards those that were undone.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        let mut position = self.position().clone();
        self.game.play(&mut position, mv)?;
        self.line.truncate(self.ply);
        self.line.push((mv, position));
        self.ply += 1;
        Ok(())
    }

    /// Undoes the last move. `false` at the start.
    pub fn undo(&mut self) -> bool {
        let possible = self.ply > 0;
        self.ply -= usize::from(possible);
        possible
    }

    /// Redoes the move that was last undone. `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.ply < self.line.len();
        self.ply += usize::from(possible);
        possible
    }

    /// Goes to the position after `ply` moves of the line. `false` if it is shorter.
    pub fn jump(&mut self, ply: usize) -> bool {
        let possible = ply <= self.line.len();
        if possible {
            self.ply = ply;
        }
        possible
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// How many moves the line has, with those that were undone.
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether no move was ever made.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The position after `ply` moves of the line, or after all of a shorter one.
    pub fn position_after(&self, ply: usize) -> &G::Position {
        match ply.checked_sub(1) {
            None => &self.start,
            Some(last) => {
                self.line.get(last).or(self.line.last()).map_or(&self.start, |(_, after)| after)
            }
        }
    }
}
