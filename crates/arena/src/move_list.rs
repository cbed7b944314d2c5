//! A game in progress, with a history that can be walked back and forth.

use agon_core::Game;

/// A line of play from a starting position, and the place in it that is shown.
///
/// A move that is made goes behind the present place and forgets what was undone;
/// a move that is refused changes nothing.
#[derive(Clone, Debug)]
pub struct MoveList<G: Game> {
    game: G,
    start: G::Position,
    line: Vec<(G::Move, G::Position)>,
    ply: usize,
}

impl<G: Game> MoveList<G> {
    /// A session from the start of a game.
    pub fn new(game: G) -> MoveList<G> {
        let start = game.start();
        MoveList::from(game, start)
    }

    /// A session that starts from a given position.
    pub fn from(game: G, start: G::Position) -> MoveList<G> {
        MoveList { game, start, line: Vec::new(), ply: 0 }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Plays on by other rules; what was played stays played.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        self.before(self.ply)
    }

    /// The moves that led from the start to the present position, each with the
    /// position in which it was made.
    pub fn history(&self) -> impl ExactSizeIterator<Item = (&G::Position, G::Move)> {
        self.line().take(self.ply)
    }

    /// All moves from the start, with those that were undone and can be made again, each
    /// with the position in which it was made.
    pub fn line(&self) -> impl ExactSizeIterator<Item = (&G::Position, G::Move)> {
        self.line.iter().enumerate().map(|(ply, &(mv, _))| (self.before(ply), mv))
    }

    /// Makes a move if it is legal, and forgets what was undone.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        let mut position = self.position().clone();
        self.game.play(&mut position, mv)?;
        self.line.truncate(self.ply);
        self.line.push((mv, position));
        self.ply += 1;
        Ok(())
    }

    /// Takes back the last move, which [`redo`](MoveList::redo) can make again.
    /// `false` at the start.
    pub fn undo(&mut self) -> bool {
        let possible = self.ply > 0;
        self.ply -= usize::from(possible);
        possible
    }

    /// Makes the move again that was last undone. `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.ply < self.line.len();
        self.ply += usize::from(possible);
        possible
    }

    /// Goes to where so many moves of the line have been made. `false` if it is shorter.
    pub fn jump(&mut self, ply: usize) -> bool {
        let possible = ply <= self.line.len();
        if possible {
            self.ply = ply;
        }
        possible
    }

    /// The position after `ply` moves of the line.
    fn before(&self, ply: usize) -> &G::Position {
        match ply.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.line[last].1,
        }
    }
}
