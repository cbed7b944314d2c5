//! Positions and moves as text.

use crate::Game;

/// The notation of a game. Text that is written reads back as the same position or move;
/// text from outside becomes a playable position only through `read`.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Notation};
///
/// // The text has the game's parameters too, here its whole tree.
/// let (game, position) = TreeGame::read("a(b(2)1) 0").unwrap();
/// assert_eq!(game.write(&position), "a(b(2)1) 0");
/// let mv = game.read_move(&position, "0").unwrap();
/// assert_eq!(game.check(&position, mv), Ok(()));
/// assert_eq!(game.write_move(&position, mv), "0");
/// // A text that is no position is refused with the reason.
/// assert!(TreeGame::read("a(b(2)").is_err());
/// # }
/// ```
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
