//! Alpha-beta windows.

use agon_core::{Bound, Score};

/// The window of an alpha-beta search, from the point of view of the side to move: a value
/// between the bounds is wanted exactly, others only as a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window that contains every value.
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST };

    /// The window of this many points around an expected value.
    pub(super) fn around(expected: Score, points: i32) -> Window {
        Window { alpha: expected.plus(-points), beta: expected.plus(points) }
    }

    /// The same window from the other side's point of view.
    #[inline]
    pub(super) fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window at alpha, which only asks whether a value is better than that.
    #[inline]
    pub(super) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha.plus(1) }
    }

    /// Whether no value fits between the bounds, so that only a bound is asked for.
    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Raises alpha to a value that was found. Returns whether that is a cut-off.
    #[inline]
    pub(super) fn raise(&mut self, value: Score) -> bool {
        self.alpha = self.alpha.max(value);
        self.alpha >= self.beta
    }

    /// The kind of bound that a value found with this window is.
    #[inline]
    pub(super) fn bound_of(self, value: Score) -> Bound {
        match value {
            _ if value >= self.beta => Bound::Lower,
            _ if value > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// Whether a value with its bound settles a search with this window.
    #[inline]
    pub(super) fn is_settled_by(self, value: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        }
    }

    /// Whether a value with its bound is a proven win or loss that settles a search of any
    /// depth. A deeper one may find a sooner win or a later loss, so even an exact value of a
    /// shallow search is but a bound.
    #[inline]
    pub(super) fn is_proven_by(self, value: Score, bound: Bound) -> bool {
        value.is_win() && bound != Bound::Upper && value >= self.beta
            || value.is_loss() && bound != Bound::Lower && value <= self.alpha
    }
}
