//! The two sides of a game.

/// One of the two sides. `First` is the side that moves first by default.
///
/// ```
/// use agon_core::Side;
///
/// let names = ["blue", "red"];
/// let to_move = Side::First;
/// assert_eq!(names[to_move.index()], "blue");
/// assert_eq!(names[to_move.opponent().index()], "red");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Side {
    /// The first side: blue, X, Theseus.
    #[cfg_attr(feature = "serde", serde(rename = "p1"))]
    First,
    /// The second side: red, O, the Minotaur.
    #[cfg_attr(feature = "serde", serde(rename = "p2"))]
    Second,
}

impl Side {
    /// Both sides, `First` first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    ///
    /// ```
    /// use agon_core::Side;
    /// assert_eq!(Side::First.opponent(), Side::Second);
    /// assert_eq!(Side::Second.opponent(), Side::First);
    /// ```
    #[inline]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side and 1 for the second, to index a pair by side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
