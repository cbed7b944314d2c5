//! The two sides of a game.

/// One of the two sides. `P1` is the side that moves first by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player: blue, X, Theseus.
    P1,
    /// The second player: red, O, the Minotaur.
    P2,
}

impl Player {
    /// Both sides, the first player first.
    pub const BOTH: [Player; 2] = [Player::P1, Player::P2];

    /// The other side.
    ///
    /// ```
    /// use agon_core::Player;
    /// assert_eq!(Player::P1.opponent(), Player::P2);
    /// assert_eq!(Player::P2.opponent(), Player::P1);
    /// ```
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::P1 => Player::P2,
            Player::P2 => Player::P1,
        }
    }

    /// 0 for the first player and 1 for the second, to index a pair by side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
