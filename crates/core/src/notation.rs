//! Positions and moves as text.

use crate::Game;

/// The notation of a game. Text that is written reads back as the same position or move;
/// text from outside becomes a playable position only through `read`.
pub trait Notation: Game {
    /// Writes a position in one line, the game's parameters included.
    fn write(&self, position: &Self::Position) -> String;

    /// Reads a position and the game's parameters; refuses positions that cannot be
    /// played.
    fn read(text: &str) -> Result<(Self, Self::Position), Self::Refusal>;

    /// Writes a move that can be made in `position`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move as people type it. The move need not be legal; [`Game::check`] tells.
    fn read_move(&self, position: &Self::Position, text: &str)
    -> Result<Self::Move, Self::Refusal>;
}
