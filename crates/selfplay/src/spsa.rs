//! SPSA: tunes weights by games between slightly different sets of them.
//!
//! Simultaneous perturbation stochastic approximation changes all weights at once, each randomly up
//! or down, lets the two opposite changes play each other, and moves the weights towards the
//! winner. The exponents are those of J. C. Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization" (1998).

use agon_core::{Rng, derive_seed};

/// The first change of a weight, as a share of its size.
const FIRST_CHANGE: f64 = 0.4;

/// The first step for a won pair, as a share of the change.
const FIRST_STEP: f64 = 0.15;

/// The decay exponents of changes and steps.
const CHANGE_DECAY: f64 = 0.101;
const STEP_DECAY: f64 = 0.602;

/// Steps stay long for this share of all trials.
const STABILITY: f64 = 0.1;

/// The limit of a weight's growth, as a multiple of its first value or of the mean weight.
const MAX_GROWTH: f64 = 4.0;

/// Weights during tuning.
#[derive(Clone, Debug)]
pub struct Spsa {
    weights: Vec<f64>,
    /// The size of each weight. Changes are relative to it.
    sizes: Vec<f64>,
    trials: u64,
    learned: u64,
    seed: u64,
    /// The sum of the weights after each trial of the second half. Their mean has less noise than
    /// the last weights.
    sum: Vec<f64>,
    summed: u64,
}

/// Two sets of weights for a pair of games.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaTrial {
    pub weights: [Vec<i32>; 2],
    number: u64,
    /// The difference of the first set from the current weights.
    changes: Vec<f64>,
}

impl Spsa {
    /// Starts with these weights, for this many trials.
    pub fn new(weights: &[i32], trials: u64, seed: u64) -> Spsa {
        let sizes: Vec<f64> = weights.iter().map(|weight| f64::from(*weight).abs()).collect();
        let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
        // A comparatively small weight must be able to grow.
        let sizes: Vec<f64> = sizes.iter().map(|size| size.max(mean / 4.0).max(2.0)).collect();
        Spsa {
            weights: weights.iter().map(|weight| f64::from(*weight)).collect(),
            sum: vec![0.0; sizes.len()],
            sizes,
            trials,
            learned: 0,
            seed,
            summed: 0,
        }
    }

    /// The trial with this number, from the current weights.
    pub fn trial(&self, number: u64) -> SpsaTrial {
        let mut rng = Rng::seeded(derive_seed(self.seed, &format!("trial {number}")));
        let share = FIRST_CHANGE / ((number + 1) as f64).powf(CHANGE_DECAY);
        let changes: Vec<f64> = self
            .sizes
            .iter()
            .map(|size| (share * size).max(1.0) * if rng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let set = |sign: f64| -> Vec<i32> {
            let changed = self.weights.iter().zip(&changes);
            changed.map(|(weight, change)| (weight + sign * change).round() as i32).collect()
        };
        SpsaTrial { weights: [set(1.0), set(-1.0)], number, changes }
    }

    /// Updates the weights after a trial. `score` is the first set's points minus the second's,
    /// divided by the number of games: from -1 to 1.
    pub fn update(&mut self, trial: &SpsaTrial, score: f64) {
        let stability = STABILITY * self.trials as f64 + 1.0;
        let step = FIRST_STEP / (1.0 + trial.number as f64 / stability).powf(STEP_DECAY);
        for ((weight, change), size) in self.weights.iter_mut().zip(&trial.changes).zip(&self.sizes)
        {
            let most = MAX_GROWTH * size;
            *weight = (*weight + step * score * change).clamp(-most, most);
        }
        self.learned += 1;
        if 2 * self.learned > self.trials {
            self.summed += 1;
            for (sum, weight) in self.sum.iter_mut().zip(&self.weights) {
                *sum += weight;
            }
        }
    }

    /// The weights so far: the mean of the second half, once that has begun.
    pub fn weights(&self) -> Vec<i32> {
        let best = |(sum, weight): (&f64, &f64)| match self.summed {
            0 => *weight,
            summed => sum / summed as f64,
        };
        self.sum.iter().zip(&self.weights).map(best).map(|weight| weight.round() as i32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_arena::contest::expected_score;

    /// The distance of weights from the best ones, relative to these.
    fn distance(weights: &[i32], best: &[i32]) -> f64 {
        let share =
            |(weight, best): (&i32, &i32)| f64::from(weight - best) / f64::from(best.abs().max(10));
        weights.iter().zip(best).map(share).map(|share| share * share).sum::<f64>().sqrt()
    }

    /// Tunes with simulated games: a distance of 1 costs 150 Elo.
    fn tuned(start: &[i32], best: &[i32], trials: u64, seed: u64) -> Vec<i32> {
        let mut spsa = Spsa::new(start, trials, seed);
        let mut rng = Rng::seeded(seed + 1000);
        for number in 0..trials {
            let trial = spsa.trial(number);
            let elo = |set: usize| -150.0 * distance(&trial.weights[set], best).powi(2);
            let chance = expected_score(elo(0) - elo(1));
            let mut game =
                || if (rng.below(1 << 20) as f64) < chance * (1 << 20) as f64 { 1 } else { -1 };
            let score = f64::from(game() + game()) / 2.0;
            spsa.update(&trial, score);
        }
        spsa.weights()
    }

    #[test]
    fn weights_come_nearer_to_those_that_win() {
        let (start, best) = ([40, 10, -5, 100], [80, 25, -20, 60]);
        let before = distance(&start, &best);
        for seed in 0..5 {
            let after = distance(&tuned(&start, &best, 2000, seed), &best);
            assert!(after < 0.5 * before, "{seed}: {before} {after}");
        }
    }

    #[test]
    fn weights_that_are_best_already_stay_near() {
        let best = [80, 25, -20, 60];
        for seed in 0..5 {
            let after = distance(&tuned(&best, &best, 2000, seed), &best);
            assert!(after < 0.5, "{seed}: {after}");
        }
    }

    #[test]
    fn a_trial_changes_every_weight_both_ways_and_bounds_hold() {
        let start = [1, -3, 500];
        let mut spsa = Spsa::new(&start, 100, 7);
        for number in 0..100 {
            let trial = spsa.trial(number);
            assert_eq!(trial, spsa.trial(number), "a trial depends on its number only");
            assert!(trial.weights[0].iter().zip(&trial.weights[1]).all(|(one, two)| one != two));
            // The set with the higher first weight wins.
            let raises = trial.weights[0][0] > trial.weights[1][0];
            spsa.update(&trial, if raises { 1.0 } else { -1.0 });
        }
        let after = spsa.weights();
        assert!(after[0] > 50, "{after:?}");
        assert!(after.iter().all(|weight| weight.abs() <= 2000), "{after:?}");
    }
}
