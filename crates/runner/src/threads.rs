//! Runs work on threads of this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::work::{RunFailure, Stop, Work};

/// How long to wait for results before checking for a stop, and for results to be stored.
const POLL: Duration = Duration::from_millis(10);

enum Event<W: Work> {
    Done(W::Item, W::Output),
    Failed(RunFailure<W::Failure>),
    /// The thread has finished or left a unit.
    Free,
}

pub struct Threads<'a> {
    pub count: usize,
    /// How many items one thread does in a row, such as the two games of a pair.
    pub unit: usize,
    /// Whether to stop, for example after Ctrl-C.
    pub stop: Stop<'a>,
}

impl Threads<'_> {
    /// Does work until it is done, stopped or has failed. Finished items are stored in every case.
    /// Each thread makes an executor for its first item, and keeps it. An executor returns `None`
    /// if it was stopped. `watch` is called regularly.
    pub fn run<W, E>(
        &self,
        work: &mut W,
        executor: impl Fn() -> Result<E, W::Failure> + Sync,
        mut watch: impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>>
    where
        W: Work,
        W::Item: Send,
        W::Output: Send,
        W::Failure: Send,
        E: FnMut(&W::Item, Stop<'_>) -> Result<Option<W::Output>, W::Failure>,
    {
        let is_over = AtomicBool::new(false);
        let stop = || is_over.load(Ordering::Relaxed) || (self.stop)();
        let (units, waiting) = channel();
        let waiting = Mutex::new(waiting);
        let (sender, events) = channel();
        thread::scope(|scope| {
            for _ in 0..self.count {
                let sender = sender.clone();
                scope.spawn(|| do_units::<W, E>(&waiting, sender, &executor, &stop));
            }
            drop(sender);
            let mut failed = None;
            let mut handed_out = self.hand_out(work, &units, &events, &mut failed, &mut watch);
            // Threads without a unit end; those with one are stopped.
            drop(units);
            is_over.store(true, Ordering::Relaxed);
            for event in events {
                match event {
                    Event::Done(item, output) if handed_out.is_ok() => {
                        handed_out = work.accept(item, output);
                    }
                    Event::Failed(failure) => failed = failed.or(Some(failure)),
                    Event::Done(..) | Event::Free => (),
                }
            }
            let done = handed_out.and_then(|()| work.store(true)).map_err(RunFailure::Work);
            failed.map_or(done, Err)
        })
    }

    /// Hands out units and takes results until no item is left or wanted, or one has failed.
    fn hand_out<W: Work>(
        &self,
        work: &mut W,
        units: &Sender<Vec<W::Item>>,
        events: &Receiver<Event<W>>,
        failed: &mut Option<RunFailure<W::Failure>>,
        watch: &mut impl FnMut(&W),
    ) -> Result<(), W::Failure> {
        let mut out = 0;
        while failed.is_none() && !work.is_over() && !(self.stop)() {
            let is_full = self.fill(work, units, &mut out)?;
            work.store(!is_full)?;
            // Other items may have waited for what is stored now.
            if !is_full {
                self.fill(work, units, &mut out)?;
            }
            if out == 0 {
                return Ok(());
            }
            watch(work);
            let first = events.recv_timeout(POLL).ok();
            for event in first.into_iter().chain(events.try_iter()) {
                match event {
                    Event::Done(item, output) => work.accept(item, output)?,
                    Event::Failed(failure) => *failed = Some(failure),
                    Event::Free => out -= 1,
                }
            }
        }
        Ok(())
    }

    /// Hands out units until enough are out. Returns false if there are too few.
    fn fill<W: Work>(
        &self,
        work: &mut W,
        units: &Sender<Vec<W::Item>>,
        out: &mut usize,
    ) -> Result<bool, W::Failure> {
        let most = self.count + work.ahead();
        while *out < most {
            let mut unit = Vec::new();
            while unit.len() < self.unit.max(1)
                && let Some(item) = work.next()?
            {
                unit.push(item);
            }
            if unit.is_empty() {
                return Ok(false);
            }
            *out += 1;
            // The receiver lives as long as the threads.
            let _ = units.send(unit);
        }
        Ok(true)
    }
}

fn do_units<W, E>(
    waiting: &Mutex<Receiver<Vec<W::Item>>>,
    sender: Sender<Event<W>>,
    make: &impl Fn() -> Result<E, W::Failure>,
    stop: Stop<'_>,
) where
    W: Work,
    E: FnMut(&W::Item, Stop<'_>) -> Result<Option<W::Output>, W::Failure>,
{
    let mut executor = None;
    loop {
        let unit = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(unit) = unit else { return };
        for item in unit {
            if stop() {
                break;
            }
            let execute = || -> Result<Option<W::Output>, W::Failure> {
                let executor = match &mut executor {
                    Some(executor) => executor,
                    None => executor.insert(make()?),
                };
                executor(&item, stop)
            };
            // After a panic the run ends, and the executor is not used again.
            let event = match catch_unwind(AssertUnwindSafe(execute)) {
                Ok(Ok(Some(output))) => Event::Done(item, output),
                Ok(Ok(None)) => break,
                Ok(Err(failure)) => Event::Failed(RunFailure::Work(failure)),
                Err(panic) => Event::Failed(RunFailure::Panic(panic_text(&*panic).into())),
            };
            // The receiver lives as long as the threads.
            let _ = sender.send(event);
        }
        let _ = sender.send(Event::Free);
    }
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below a bound, in rounds: a round must be stored before the next one starts.
    struct Rounds {
        next: u32,
        bound: u32,
        round: u32,
        stored: u32,
        unstored: u32,
        enough: u32,
    }

    impl Rounds {
        fn of(round: u32, bound: u32) -> Rounds {
            Rounds { next: 0, bound, round, stored: 0, unstored: 0, enough: u32::MAX }
        }
    }

    impl Work for Rounds {
        type Item = u32;
        type Output = u32;
        type Failure = String;

        fn next(&mut self) -> Result<Option<u32>, String> {
            let may = self.next < self.bound
                && self.next < self.stored / self.round * self.round + self.round;
            Ok(may.then(|| {
                self.next += 1;
                self.next - 1
            }))
        }

        fn accept(&mut self, item: u32, output: u32) -> Result<(), String> {
            assert_eq!(output, item * item);
            self.unstored += 1;
            Ok(())
        }

        fn store(&mut self, is_awaited: bool) -> Result<(), String> {
            if is_awaited {
                self.stored += std::mem::take(&mut self.unstored);
            }
            Ok(())
        }

        fn is_over(&self) -> bool {
            self.stored >= self.enough
        }

        fn progress(&self) -> String {
            self.stored.to_string()
        }
    }

    fn square([fails_at, panics_at]: [u32; 2]) -> impl FnMut(&u32, Stop<'_>) -> Square {
        move |&item, stop| {
            assert!(item != panics_at, "at {item}");
            match item == fails_at {
                true => Err(format!("no {item}")),
                false => Ok((!stop()).then_some(item * item)),
            }
        }
    }

    type Square = Result<Option<u32>, String>;

    fn run(
        work: &mut Rounds,
        count: usize,
        wrong: [u32; 2],
        stop: Stop<'_>,
    ) -> Result<(), RunFailure<String>> {
        let threads = Threads { count, unit: 2, stop };
        threads.run(work, || Ok(square(wrong)), |_| ())
    }

    const NEVER: [u32; 2] = [u32::MAX; 2];

    #[test]
    fn all_items_are_done_also_those_that_wait_for_others_to_be_stored() {
        for count in [1, 2, 5] {
            let mut work = Rounds::of(3, 20);
            assert_eq!(run(&mut work, count, NEVER, &|| false), Ok(()));
            assert_eq!(work.stored, 20);
        }
    }

    #[test]
    fn a_failure_and_a_panic_end_the_run_and_what_is_finished_is_stored() {
        let mut work = Rounds::of(4, 20);
        let failed = run(&mut work, 2, [9, u32::MAX], &|| false);
        assert_eq!(failed, Err(RunFailure::Work("no 9".into())));
        assert!((8..20).contains(&work.stored), "{}", work.stored);
        let panicked = run(&mut Rounds::of(4, 20), 2, [u32::MAX, 5], &|| false);
        assert_eq!(panicked, Err(RunFailure::Panic("at 5".into())));
        let threads = Threads { count: 2, unit: 1, stop: &|| false };
        let make = || match threads.count {
            0 => Ok(square(NEVER)),
            _ => Err("no player".to_string()),
        };
        let none = threads.run(&mut Rounds::of(1, 3), make, |_| ());
        assert_eq!(none, Err(RunFailure::Work("no player".into())));
    }

    #[test]
    fn work_ends_when_it_is_stopped_or_has_enough() {
        let mut stopped = Rounds::of(4, 20);
        assert_eq!(run(&mut stopped, 2, NEVER, &|| true), Ok(()));
        assert_eq!(stopped.stored, 0);
        let mut enough = Rounds { enough: 8, ..Rounds::of(4, 1000) };
        assert_eq!(run(&mut enough, 2, NEVER, &|| false), Ok(()));
        assert!((8..20).contains(&enough.stored), "{}", enough.stored);
    }
}
