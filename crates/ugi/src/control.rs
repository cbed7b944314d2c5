//! The signals of the main loop of `agon ugi` to a running search: `stop` and `ponderhit`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_core::Stop;
use agon_search::SearchClock;

/// Stops a search, and measures the time that counts.
pub(super) struct Signals {
    stop: AtomicBool,
    began: Instant,
    /// When the time of the move began; unset while pondering.
    clock: OnceLock<Instant>,
}

impl Signals {
    /// The signals of a search that began at `began`. If it ponders, its time counts from
    /// `ponderhit` on.
    pub(super) fn new(began: Instant, is_pondering: bool) -> Signals {
        let clock = if is_pondering { OnceLock::new() } else { OnceLock::from(began) };
        Signals { stop: AtomicBool::new(false), began, clock }
    }

    /// Stops the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Starts the time of the move. A search that has found enough while pondering stops.
    pub(super) fn ponder_hit(&self, now: Instant) {
        self.clock.get_or_init(|| now);
    }
}

impl Stop for Signals {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

impl SearchClock for Signals {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn charged(&self) -> Option<Duration> {
        self.clock.get().map(Instant::elapsed)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Score;
    use agon_search::{Info, SearchControl, TimeManager};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn an_hour_ago() -> Instant {
        Instant::now().checked_sub(HOUR).unwrap()
    }

    /// The control of a search that has finished one depth.
    fn control(signals: &Signals, time: TimeManager) -> SearchControl<'_, String> {
        let control = SearchControl::until(signals).timed(Some(time), signals);
        let (score, moves) = (Score::DRAW, vec!["a".to_string()]);
        control.report(&Info {
            depth: 1,
            selective_depth: 1,
            line: 1,
            score,
            moves,
            nodes: 1,
            hits: 0,
            fill: 0,
        });
        control
    }

    #[test]
    fn a_search_that_ponders_is_stopped_by_ponderhit_when_it_has_found_enough() {
        let signals = Signals::new(an_hour_ago(), true);
        let control = control(&signals, TimeManager::clock(HOUR, Duration::ZERO));
        assert!(!control.is_stopped() && !control.is_enough());
        signals.ponder_hit(Instant::now());
        assert!(control.is_stopped());
    }

    #[test]
    fn a_search_that_ponders_goes_on_after_ponderhit_while_it_has_not_found_enough() {
        let signals = Signals::new(an_hour_ago(), true);
        let control = control(&signals, TimeManager::clock(HOUR * 999, Duration::ZERO));
        assert!(!control.is_stopped() && !control.is_enough());
        signals.ponder_hit(Instant::now());
        assert!(!control.is_stopped() && !control.is_enough());
        signals.stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn the_time_of_a_move_counts_from_its_start() {
        let signals = Signals::new(an_hour_ago(), false);
        assert!(control(&signals, TimeManager::fixed(HOUR)).is_stopped());
        assert!(!control(&signals, TimeManager::fixed(HOUR * 2)).is_stopped());
    }
}
