//! The control of a running search of `agon ugi`: its time, `stop` and `ponderhit`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use agon_arena::{TimeManager, info_line};
use agon_core::Stop;
use agon_search::{Info, SearchControl};

use crate::event::Event;

/// What the main loop tells a running search.
pub(super) struct Signals {
    stop: AtomicBool,
    /// Since when the time of the move counts; unset while pondering.
    clock: OnceLock<Instant>,
    /// Whether enough was found while pondering.
    has_enough: AtomicBool,
}

impl Signals {
    /// Those of a search whose time counts from a moment on, or from `ponderhit` on.
    pub(super) fn new(began: Option<Instant>) -> Signals {
        let clock = began.map_or(OnceLock::new(), OnceLock::from);
        Signals { stop: AtomicBool::new(false), clock, has_enough: AtomicBool::new(false) }
    }

    /// Stops the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Lets the time count from a moment on. If the search has found enough while pondering, it
    /// stops.
    pub(super) fn ponder_hit(&self, now: Instant) {
        self.clock.get_or_init(|| now);
        if self.has_enough.load(Ordering::SeqCst) {
            self.stop();
        }
    }
}

/// Stops a search in time, and sends its info lines to the main loop.
pub(super) struct UgiControl {
    signals: Arc<Signals>,
    began: Instant,
    /// The time after which the search stops, and who decides whether it ends earlier.
    time: Option<(Duration, Mutex<TimeManager>)>,
    to: SyncSender<Event>,
}

impl UgiControl {
    /// The control of a search that began at a moment.
    pub(super) fn new(
        signals: Arc<Signals>,
        began: Instant,
        time: Option<TimeManager>,
        to: SyncSender<Event>,
    ) -> UgiControl {
        let time = time.map(|time| (time.hard(), Mutex::new(time)));
        UgiControl { signals, began, time, to }
    }
}

impl Stop for UgiControl {
    fn is_stopped(&self) -> bool {
        let is_up = |&(hard, _): &(Duration, Mutex<TimeManager>)| {
            self.signals.clock.get().is_some_and(|clock| clock.elapsed() >= hard)
        };
        self.signals.stop.load(Ordering::Relaxed) || self.time.as_ref().is_some_and(is_up)
    }
}

impl SearchControl<String> for UgiControl {
    /// The time of pondering counts here: what was found meanwhile is found.
    fn is_enough(&self) -> bool {
        let Some((_, time)) = &self.time else { return false };
        let time = time.lock().unwrap_or_else(PoisonError::into_inner);
        let is_enough = time.is_enough(self.began.elapsed());
        self.signals.has_enough.store(is_enough, Ordering::SeqCst);
        is_enough && self.signals.clock.get().is_some()
    }

    fn report(&self, info: &Info<String>) {
        if let Some((_, time)) = &self.time {
            time.lock().unwrap_or_else(PoisonError::into_inner).report(info);
        }
        // If the receiver is gone, the program is about to end.
        let _ = self.to.send(Event::Info(info_line(info, self.began.elapsed().as_secs_f64())));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, sync_channel};

    use agon_core::Score;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    /// The control of a search that began an hour ago, and of which a depth is done.
    fn control(signals: &Arc<Signals>, time: TimeManager) -> (UgiControl, Receiver<Event>) {
        let (to, events) = sync_channel(1);
        let began = Instant::now().checked_sub(HOUR).unwrap();
        let control = UgiControl::new(Arc::clone(signals), began, Some(time), to);
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
        (control, events)
    }

    #[test]
    fn a_search_that_ponders_is_stopped_by_ponderhit_when_it_has_found_enough() {
        let signals = Arc::new(Signals::new(None));
        let (control, _events) = control(&signals, TimeManager::clock(HOUR, Duration::ZERO));
        assert!(!control.is_stopped() && !control.is_enough());
        signals.ponder_hit(Instant::now());
        assert!(control.is_stopped());
    }

    #[test]
    fn a_search_that_ponders_goes_on_after_ponderhit_while_it_has_not_found_enough() {
        let signals = Arc::new(Signals::new(None));
        let (control, _events) = control(&signals, TimeManager::clock(HOUR * 999, Duration::ZERO));
        assert!(!control.is_stopped() && !control.is_enough());
        signals.ponder_hit(Instant::now());
        assert!(!control.is_stopped() && !control.is_enough());
        signals.stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn the_time_of_a_move_counts_from_its_start() {
        let began = Instant::now().checked_sub(HOUR);
        let signals = Arc::new(Signals::new(began));
        assert!(control(&signals, TimeManager::fixed(HOUR)).0.is_stopped());
        assert!(!control(&signals, TimeManager::fixed(HOUR * 2)).0.is_stopped());
    }
}
