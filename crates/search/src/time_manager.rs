//! Decides when a search with a time limit ends. It reads no clock: the caller passes the elapsed
//! time. `core::time` has durations and no clocks.

use core::time::Duration;

use crate::Info;

/// Decides when a search ends, by the available time and by the results of the search.
///
/// A fixed time is used up. Of a clock a move gets a share, which is smaller while the best move
/// stays the same from depth to depth, and larger after the score has dropped.
///
/// ```
/// use core::time::Duration;
/// use agon_search::TimeManager;
/// let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
/// let manager: TimeManager = TimeManager::clock(minute, second);
/// assert!(!manager.is_enough(second));
/// assert!(manager.is_enough(manager.hard()) && manager.hard() < minute / 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeManager<M = String> {
    /// The share of a move; `None` if its time is fixed.
    optimum: Option<Duration>,
    /// The time after which the search stops.
    hard: Duration,
    /// The last depth that was reported, and its best move.
    depth: u32,
    best: Option<M>,
    /// The depth since which this move is the best.
    best_since: u32,
    /// The scores of the last depths in points, the latest first.
    scores: [Option<i32>; 3],
}

/// The part of the clock that is kept for communication.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The number of moves that the remaining time should last for.
const MOVES_TO_GO: u32 = 25;

/// A search gets at most this many shares.
const MAX_SHARES: u32 = 4;

/// The shortest hard limit of a clock.
const LEAST: Duration = Duration::from_millis(1);

/// The percentage of a share that a move gets, by the number of depths for which its best move
/// has stayed the same. The last one holds for all larger numbers.
const STABILITY_PERCENT: [u32; 6] = [135, 115, 100, 85, 75, 65];

/// The drop of the score, in points, that doubles the time; a larger drop does not add more.
const LARGE_DROP: i32 = 100;

impl<M: Clone + PartialEq> TimeManager<M> {
    /// All of a time for the move.
    pub fn fixed(time: Duration) -> TimeManager<M> {
        TimeManager::new(None, time)
    }

    /// A share of the time that is left for the game, with the increment of each move.
    pub fn clock(left: Duration, increment: Duration) -> TimeManager<M> {
        let usable = left.saturating_sub(OVERHEAD).max(LEAST);
        let share = usable / MOVES_TO_GO + increment / 4 * 3;
        let hard = (share * MAX_SHARES).min(usable / 2).max(LEAST);
        TimeManager::new(Some(share.min(hard)), hard)
    }

    fn new(optimum: Option<Duration>, hard: Duration) -> TimeManager<M> {
        let (depth, best, best_since, scores) = (0, None, 0, [None; 3]);
        TimeManager { optimum, hard, depth, best, best_since, scores }
    }

    /// The time after which the search stops wherever it is.
    pub fn hard(&self) -> Duration {
        self.hard
    }

    /// Takes note of a line. A depth may be reported more than once: the last report counts.
    pub fn report(&mut self, info: &Info<M>) {
        let Some(best) = info.moves.first().filter(|_| info.line == 1) else { return };
        if info.depth > self.depth {
            self.scores.rotate_right(1);
        }
        self.depth = info.depth;
        self.scores[0] = Some(info.score.points());
        if self.best.as_ref() != Some(best) {
            self.best = Some(best.clone());
            self.best_since = info.depth;
        }
    }

    /// Whether to start no further depth after this much time.
    pub fn is_enough(&self, elapsed: Duration) -> bool {
        elapsed >= self.soft()
    }

    /// The time after which no further depth is started.
    fn soft(&self) -> Duration {
        let Some(optimum) = self.optimum else { return self.hard };
        let stable = self.depth.saturating_sub(self.best_since) as usize;
        let stability = STABILITY_PERCENT[stable.min(STABILITY_PERCENT.len() - 1)];
        let drop = (100 * self.drop() / LARGE_DROP).unsigned_abs();
        (optimum * (stability * (100 + drop) / 100) / 100).min(self.hard)
    }

    /// How far the score has dropped, in points. It often differs between odd and even depths, so
    /// it must be lower than that of both depths before.
    fn drop(&self) -> i32 {
        match self.scores {
            [Some(now), Some(before), Some(earlier)] => {
                (before.min(earlier) - now).clamp(0, LARGE_DROP)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Score;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_secs(60);

    fn info(depth: u32, line: usize, best: &str, score: Score) -> Info<String> {
        let moves = vec![best.to_string()];
        Info { depth, selective_depth: depth, line, score, moves, nodes: 1, hits: 0, fill: 0 }
    }

    /// The soft limit after one depth for each of these best moves and scores.
    fn soft_after(depths: &[(&str, i32)]) -> Duration {
        let mut manager = TimeManager::clock(MINUTE, Duration::ZERO);
        for (depth, &(best, points)) in (1..).zip(depths) {
            manager.report(&info(depth, 1, best, Score::estimate(points)));
        }
        manager.soft()
    }

    #[test]
    fn a_fixed_time_is_used_up_whatever_is_found() {
        let mut manager = TimeManager::fixed(SECOND);
        for depth in 1..20 {
            manager.report(&info(depth, 1, "a", Score::estimate(0)));
        }
        assert_eq!(manager.hard(), SECOND);
        assert!(!manager.is_enough(SECOND - Duration::from_nanos(1)));
        assert!(manager.is_enough(SECOND));
    }

    #[test]
    fn a_clock_is_never_used_up() {
        let times = [0, 1, 10, 31, 100, 1_000, 60_000, u64::MAX].map(Duration::from_millis);
        let increments = [0, 10, 1_000, u64::MAX].map(Duration::from_millis);
        for left in times {
            for increment in increments {
                let manager: TimeManager = TimeManager::clock(left, increment);
                let hard = manager.hard();
                assert!(hard >= LEAST && hard <= (left / 2).max(LEAST), "{left:?} {increment:?}");
                assert!(manager.soft() <= hard, "{left:?} {increment:?}");
                assert!(left <= OVERHEAD * 2 || hard <= left - OVERHEAD);
            }
        }
    }

    #[test]
    fn more_time_and_increment_give_a_longer_search() {
        let soft = |left, increment| TimeManager::<String>::clock(left, increment).soft();
        assert!(soft(MINUTE, Duration::ZERO) > soft(SECOND, Duration::ZERO) * 20);
        let with_increment = soft(MINUTE, SECOND);
        assert!(with_increment > soft(MINUTE, Duration::ZERO) + SECOND / 2);
        assert!(with_increment < soft(MINUTE, Duration::ZERO) + SECOND * 2);
    }

    #[test]
    fn a_stable_best_move_ends_the_search_earlier() {
        let changing = soft_after(&[("a", 0), ("b", 0), ("a", 0), ("b", 0)]);
        let settling = soft_after(&[("a", 0), ("b", 0), ("a", 0), ("a", 0)]);
        let stable = soft_after(&[("a", 0); 6]);
        assert!(changing > settling && settling > stable, "{changing:?} {settling:?} {stable:?}");
        assert!(changing >= stable * 2);
        assert_eq!(stable, soft_after(&[("a", 0); 30]));
    }

    #[test]
    fn a_dropped_score_makes_the_search_longer() {
        let level = soft_after(&[("a", 50), ("a", 50), ("a", 50)]);
        let dropped = soft_after(&[("a", 50), ("a", 50), ("a", 0)]);
        let crashed = soft_after(&[("a", 50), ("a", 50), ("a", -1000)]);
        assert_eq!(dropped, level * 3 / 2);
        assert_eq!(crashed, level * 2);
        assert_eq!(soft_after(&[("a", 50), ("a", 50), ("a", 500)]), level, "a rise does not");
        let alternating = soft_after(&[("a", 50), ("a", 0), ("a", 50), ("a", 0)]);
        assert_eq!(alternating, soft_after(&[("a", 50); 4]), "nor do odd and even depths");
    }

    #[test]
    fn the_last_report_of_a_depth_counts_and_only_the_best_line() {
        let mut manager = TimeManager::clock(MINUTE, Duration::ZERO);
        let mut expected = manager.clone();
        for depth in 1..=3 {
            manager.report(&info(depth, 1, "a", Score::estimate(-200)));
            manager.report(&info(depth, 1, "a", Score::estimate(10)));
            manager.report(&info(depth, 2, "b", Score::estimate(-300)));
            expected.report(&info(depth, 1, "a", Score::estimate(10)));
        }
        assert_eq!(manager, expected);
    }
}
