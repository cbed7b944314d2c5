//! Positions and moves as text.

use crate::Game;

/// The one notation of a game. Text that is written reads back as the same
/// thing; text from outside becomes a playable position only through `read`.
pub trait Notation: Game {
    /// Writes a position in one line, the game's parameters included.
    fn write(&self, position: &Self::Position) -> String;

    /// Reads a position, and with it the game's parameters; refuses what could
    /// not be played on from.
    fn read(text: &str) -> Result<(Self, Self::Position), Self::Refusal>;

    /// Writes a move that can be made in `position`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move as people type it. Whether it is legal is for
    /// [`Game::check`] to say.
    fn read_move(&self, position: &Self::Position, text: &str)
    -> Result<Self::Move, Self::Refusal>;
}
