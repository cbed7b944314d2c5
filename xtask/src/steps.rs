//! The steps of a long command, with the minutes of each.

use std::thread;
use std::time::{Duration, Instant};

/// The steps that were run, in order.
#[derive(Default)]
pub struct Steps {
    done: Vec<(&'static str, Option<Duration>)>,
    /// The time in which two steps ran at once.
    shared: Duration,
}

impl Steps {
    /// Runs a step and prints its time. An error names the step.
    pub fn run(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), String> {
        let (took, result) = timed(name, work);
        self.done.push((name, Some(took)));
        result
    }

    /// Runs two steps at once: one that computes and one that mostly waits.
    pub fn run_both(
        &mut self,
        (first, work): (&'static str, impl FnOnce() -> Result<(), String> + Send),
        (second, waiting): (&'static str, impl FnOnce() -> Result<(), String>),
    ) -> Result<(), String> {
        let (one, two) = thread::scope(|scope| {
            let one = scope.spawn(|| timed(first, work));
            let two = timed(second, waiting);
            (one.join().expect("a step that fails returns an error"), two)
        });
        self.done.extend([(first, Some(one.0)), (second, Some(two.0))]);
        self.shared += one.0.min(two.0);
        one.1.and(two.1)
    }

    /// Runs a step with its tool, or notes that it is skipped.
    pub fn run_with<T>(
        &mut self,
        tool: &Option<T>,
        name: &'static str,
        work: impl FnOnce(&T) -> Result<(), String>,
    ) -> Result<(), String> {
        match tool {
            Some(tool) => self.run(name, || work(tool)),
            None => {
                self.skip(name);
                Ok(())
            }
        }
    }

    /// Notes a skipped step.
    pub fn skip(&mut self, name: &'static str) {
        println!("== {name}: skipped");
        self.done.push((name, None));
    }

    /// A line for each step with its minutes, and the total.
    pub fn table(&self) -> String {
        let sum: Duration = self.done.iter().filter_map(|(_, took)| *took).sum();
        let total = sum.saturating_sub(self.shared);
        let mut table = format!("{:15} minutes\n", "step");
        for (name, took) in self.done.iter().copied().chain([("total", Some(total))]) {
            let took = took.map_or("skipped".to_string(), minutes);
            table += &format!("{name:15} {took:>7}\n");
        }
        table
    }
}

/// Runs a step and prints its time.
fn timed(name: &str, work: impl FnOnce() -> Result<(), String>) -> (Duration, Result<(), String>) {
    println!("== {name}");
    let start = Instant::now();
    let result = work();
    let took = start.elapsed();
    println!("== {name}: {} minutes", minutes(took));
    (took, result.map_err(|error| format!("{name}: {error}")))
}

/// A duration in minutes. Two digits still show a second.
fn minutes(took: Duration) -> String {
    format!("{:.2}", took.as_secs_f64() / 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_step_and_the_total() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let done = vec![("tidy", seconds(3)), ("browser tests", None), ("tests", seconds(90))];
        let expected = "\
step            minutes
tidy               0.05
browser tests   skipped
tests              1.50
total              1.55
";
        assert_eq!(Steps { done, ..Steps::default() }.table(), expected);
    }

    #[test]
    fn two_steps_at_the_same_time_both_run_to_the_end() {
        let mut steps = Steps::default();
        let (back, forth) = (std::sync::mpsc::channel::<()>(), std::sync::mpsc::channel::<()>());
        let both = steps.run_both(
            ("first", move || {
                forth.0.send(()).unwrap();
                back.1.recv().map_err(|_| "alone".into())
            }),
            ("second", move || {
                forth.1.recv().unwrap();
                back.0.send(()).unwrap();
                Err("no".into())
            }),
        );
        assert_eq!(both, Err("second: no".into()));
        assert_eq!(steps.done.len(), 2);
        assert!(steps.shared > Duration::ZERO);
    }

    #[test]
    fn a_step_that_fails_is_named_and_has_its_time() {
        let mut steps = Steps::default();
        assert_eq!(steps.run("first", || Ok(())), Ok(()));
        let failed = steps.run("second", || Err("no".into()));
        assert_eq!(failed, Err("second: no".into()));
        assert_eq!(steps.run_with(&None::<()>, "third", |()| Err("no".into())), Ok(()));
        assert_eq!(
            steps.run_with(&Some(4), "fourth", |&four| Err(format!("{four}"))),
            Err("fourth: 4".into())
        );
        let names: Vec<_> = steps.done.iter().map(|(name, took)| (*name, took.is_some())).collect();
        assert_eq!(names, [("first", true), ("second", true), ("third", false), ("fourth", true)]);
    }
}
