//! Which run a worker serves next, by weight (stride scheduling).

use std::collections::BTreeMap;

/// Shares the time of a worker among runs, in proportion to their weights.
#[derive(Clone, Debug, Default)]
pub struct FairShare {
    /// The time that each run has had, divided by its weight, and the weight.
    had: BTreeMap<String, (f64, u32)>,
}

impl FairShare {
    /// Sets the current runs and their weights. A new run starts with the least time of any, so
    /// that it does not get all the time at first.
    pub fn update<'a>(&mut self, runs: impl Iterator<Item = (&'a str, u32)>) {
        let least = self.had.values().map(|(had, _)| *had).fold(f64::INFINITY, f64::min);
        let least = if least.is_finite() { least } else { 0.0 };
        let runs = runs.map(|(run, weight)| {
            let had = self.had.get(run).map_or(least, |(had, _)| *had);
            (run.to_string(), (had, weight.max(1)))
        });
        self.had = runs.collect();
    }

    /// The runs in the order in which they should be served.
    pub fn order(&self) -> Vec<String> {
        let mut runs: Vec<(&String, f64)> =
            self.had.iter().map(|(run, (had, _))| (run, *had)).collect();
        runs.sort_by(|a, b| a.1.total_cmp(&b.1));
        runs.into_iter().map(|(run, _)| run.clone()).collect()
    }

    /// Counts time that a run has used.
    pub fn count(&mut self, run: &str, millis: u64) {
        if let Some((had, weight)) = self.had.get_mut(run) {
            // A chunk that took no time counts too: otherwise one run could get every turn.
            *had += millis.max(1) as f64 / f64::from(*weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_get_time_by_their_weights_whatever_the_length_of_their_chunks() {
        let mut share = FairShare::default();
        share.update([("long", 1), ("short", 1), ("heavy", 2)].into_iter());
        let millis = |run: &str| if run == "long" { 1000 } else { 10 };
        let mut had: BTreeMap<String, u64> = BTreeMap::new();
        for _ in 0..40_000 {
            let run = share.order()[0].clone();
            share.count(&run, millis(&run));
            *had.entry(run.clone()).or_default() += millis(&run);
        }
        let ratio = |a: &str, b: &str| had[a] as f64 / had[b] as f64;
        assert!((0.95..1.05).contains(&ratio("long", "short")), "{had:?}");
        assert!((1.9..2.1).contains(&ratio("heavy", "short")), "{had:?}");
    }

    #[test]
    fn a_new_run_gets_its_share_and_no_more() {
        let mut share = FairShare::default();
        share.update([("old", 1)].into_iter());
        share.count("old", 1_000_000);
        share.update([("old", 1), ("new", 1)].into_iter());
        share.count("new", 10);
        assert_eq!(share.order()[0], "old");
        share.update([("new", 1)].into_iter());
        assert_eq!(share.order(), ["new"]);
    }
}
