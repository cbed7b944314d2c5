//! Values of positions: from one side's point of view (`Score`), and absolute (`Value`).

use std::ops::{Neg, Sub};

#[cfg(feature = "serde")]
use crate::Verdict;
use crate::{Proven, Side};

/// A value from one side's point of view: more is better for that side.
///
/// Estimates of an evaluation lie strictly between the proven losses and the
/// proven wins, so a win, however late, beats every estimate. Sooner wins and
/// later losses are better.
///
/// ```
/// use agon_core::Score;
/// assert!(Score::win_in(1) > Score::win_in(3));
/// assert!(Score::win_in(10_000) > Score::estimate(i32::MAX));
/// assert!(Score::lose_in(3) > Score::lose_in(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "WrittenScore", into = "WrittenScore"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "WrittenScore"))]
pub struct Score(i32);

/// A score as it is written: points, or plies to a win or a loss.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
enum WrittenScore {
    Points(i32),
    Win(u32),
    Lose(u32),
}

#[cfg(feature = "serde")]
impl From<Score> for WrittenScore {
    fn from(score: Score) -> WrittenScore {
        match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
            Some((Verdict::Win, plies)) => WrittenScore::Win(plies),
            Some((Verdict::Lose, plies)) => WrittenScore::Lose(plies),
            _ => WrittenScore::Points(score.points()),
        }
    }
}

#[cfg(feature = "serde")]
impl From<WrittenScore> for Score {
    fn from(score: WrittenScore) -> Score {
        match score {
            WrittenScore::Points(points) => Score::estimate(points),
            WrittenScore::Win(plies) => Score::win_in(plies),
            WrittenScore::Lose(plies) => Score::lose_in(plies),
        }
    }
}

impl Score {
    /// The value of a drawn game, and of a level position.
    pub const DRAW: Score = Score(0);

    /// Better than every value; no position is worth it.
    pub const BEST: Score = Score(Self::WIN + 1);

    /// Worse than every value; no position is worth it.
    pub const WORST: Score = Score(-Self::WIN - 1);

    /// The longest distance to a win or a loss that is distinguished from shorter ones.
    pub const MAX_PLIES: u32 = 10_000;

    /// The largest estimate, in points.
    pub const MAX_ESTIMATE: i32 = Self::WIN - Self::MAX_PLIES as i32 - 1;

    const WIN: i32 = 1_000_000;

    /// An estimate in points, clamped to [`Score::MAX_ESTIMATE`].
    pub const fn estimate(points: i32) -> Score {
        if points > Self::MAX_ESTIMATE {
            Score(Self::MAX_ESTIMATE)
        } else if points < -Self::MAX_ESTIMATE {
            Score(-Self::MAX_ESTIMATE)
        } else {
            Score(points)
        }
    }

    /// A proven win after this many plies.
    pub const fn win_in(plies: u32) -> Score {
        let counted = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies };
        Score(Self::WIN - counted as i32)
    }

    /// A proven loss after this many plies.
    pub const fn lose_in(plies: u32) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// The value as a whole number of points.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The proven win or loss that this score stands for; `None` for an estimate and for a
    /// draw, which cannot be distinguished.
    pub fn proven(self) -> Option<Proven> {
        let plies = (Self::WIN - self.0.abs()) as u32;
        match self.0 {
            points if points > Self::MAX_ESTIMATE => Some(Proven::win_in(plies)),
            points if points < -Self::MAX_ESTIMATE => Some(Proven::lose_in(plies)),
            _ => None,
        }
    }

    /// The same value one ply earlier: wins and losses are a ply further away.
    ///
    /// ```
    /// use agon_core::Score;
    /// assert_eq!(Score::win_in(2).one_ply_earlier(), Score::win_in(3));
    /// assert_eq!(Score::lose_in(2).one_ply_earlier(), Score::lose_in(3));
    /// assert_eq!(Score::estimate(40).one_ply_earlier(), Score::estimate(40));
    /// ```
    pub fn one_ply_earlier(self) -> Score {
        self.plies_earlier(1)
    }

    /// The same value so many plies earlier: wins and losses are as many plies further away.
    #[inline]
    pub fn plies_earlier(self, plies: u32) -> Score {
        if self.is_win() {
            Score::win_in((Self::WIN - self.0) as u32 + plies)
        } else if self.is_loss() {
            Score::lose_in((Self::WIN + self.0) as u32 + plies)
        } else {
            self
        }
    }

    /// The same value so many plies later: wins and losses are as many plies closer.
    ///
    /// ```
    /// use agon_core::Score;
    /// assert_eq!(Score::win_in(5).plies_later(2), Score::win_in(3));
    /// assert_eq!(Score::lose_in(5).plies_later(2).plies_earlier(2), Score::lose_in(5));
    /// assert_eq!(Score::estimate(40).plies_later(2), Score::estimate(40));
    /// ```
    #[inline]
    pub fn plies_later(self, plies: u32) -> Score {
        if self.is_win() {
            Score::win_in(((Self::WIN - self.0) as u32).saturating_sub(plies))
        } else if self.is_loss() {
            Score::lose_in(((Self::WIN + self.0) as u32).saturating_sub(plies))
        } else {
            self
        }
    }

    /// Whether it is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_ESTIMATE
    }

    /// Whether it is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_ESTIMATE
    }

    /// The bound of a window that is better by so many points, up to [`Score::BEST`].
    ///
    /// ```
    /// use agon_core::Score;
    /// assert_eq!(Score::estimate(40).plus(-50), Score::estimate(-10));
    /// assert_eq!(Score::win_in(1).plus(1_000), Score::BEST);
    /// ```
    #[inline]
    pub const fn plus(self, points: i32) -> Score {
        let sum = self.0.saturating_add(points);
        if sum > Self::BEST.0 {
            Self::BEST
        } else if sum < Self::WORST.0 {
            Self::WORST
        } else {
            Score(sum)
        }
    }

    /// The score of this many points: the inverse of [`Score::points`].
    #[inline]
    pub const fn from_points(points: i32) -> Score {
        Score::DRAW.plus(points)
    }

    /// The absolute value of this score, which is from `side`'s point of view.
    pub fn absolute(self, side: Side) -> Value {
        match side {
            Side::First => Value(self),
            Side::Second => Value(-self),
        }
    }
}

/// The same value from the other side's point of view.
impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// How many points one score is better than another, both from the same point of view.
impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

/// An absolute value: more is better for the first side, whichever side is to move.
/// [`seen_by`](Value::seen_by) turns it into a [`Score`].
///
/// ```
/// use agon_core::{Side, Score};
/// let value = Score::estimate(30).absolute(Side::Second);
/// assert_eq!(value.seen_by(Side::Second), Score::estimate(30));
/// assert_eq!(value.seen_by(Side::First), Score::estimate(-30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(Score);

impl Value {
    /// The value from `side`'s point of view.
    pub fn seen_by(self, side: Side) -> Score {
        match side {
            Side::First => self.0,
            Side::Second => -self.0,
        }
    }
}

/// What a search result says about the true value: alpha-beta often proves only a bound.
///
/// ```
/// use agon_core::Bound;
///
/// // A cutoff has shown that a position is worth 4 points or more.
/// assert_eq!(Bound::Lower.words("+4"), ">= +4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BoundWord"))]
pub enum Bound {
    /// The value is at most this.
    #[cfg_attr(feature = "serde", serde(rename = "most"))]
    Upper,
    /// The value is at least this.
    #[cfg_attr(feature = "serde", serde(rename = "least"))]
    Lower,
    /// The value is exactly this.
    Exact,
}

impl Bound {
    /// The value as it is shown: `+4`, `<= +4` or `>= +4`.
    pub fn words(self, value: &str) -> String {
        match self {
            Bound::Upper => format!("<= {value}"),
            Bound::Lower => format!(">= {value}"),
            Bound::Exact => value.into(),
        }
    }
}
