//! Fits the weights of an evaluation to recorded games: logistic regression with many terms,
//! checked on a validation set of games.

use agon_arena::data::{ChanceFit, FitSample, is_held_out};
use agon_arena::logistic;

pub const MAX_TERMS: usize = 500;

/// The strength of the prior that holds weights near their old values, as a number of positions. A
/// term that never occurs keeps its weight.
const PRIOR_POSITIONS: f64 = 10.0;

/// The scale, if the old weights say nothing about the results.
const USUAL_SCALE: f64 = 100.0;

/// A position as an evaluation sees it, and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSample {
    /// The number of the game, unique over all files.
    pub game: u64,
    /// The occurrences of each term for the side to move, minus those for the other side.
    pub counts: Vec<f64>,
    /// The points of terms that are not fitted.
    pub fixed: f64,
    /// The result for the side to move: 0, 0.5 or 1.
    pub result: f64,
}

/// Weights fitted to results.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFit {
    /// The new weights in points.
    pub weights: Vec<i32>,
    /// The number of points that make odds of e to 1, the same for the old weights and the new.
    pub scale: f64,
    /// The mean loss with the old weights, over the training set and the validation set.
    pub before: [f64; 2],
    /// The same with the new weights.
    pub after: [f64; 2],
    /// The numbers of positions in the training set and the validation set.
    pub positions: [usize; 2],
}

impl WeightFit {
    /// Fits weights, starting from the old ones. `None` if either set has no games or there are no
    /// terms.
    pub fn of(samples: &[WeightSample], old: &[i32]) -> Option<WeightFit> {
        let (aside, fitted): (Vec<&WeightSample>, Vec<&WeightSample>) =
            samples.iter().partition(|sample| is_held_out(sample.game));
        if aside.is_empty() || fitted.is_empty() || old.is_empty() || old.len() > MAX_TERMS {
            return None;
        }
        let scale = scale_of(samples, old);
        let start: Vec<f64> = old.iter().map(|&weight| f64::from(weight) / scale).collect();
        let mut logits = start.clone();
        for _ in 0..30 {
            let step = newton_step(&fitted, &logits, &start, scale);
            for (logit, step) in logits.iter_mut().zip(&step) {
                *logit += step.clamp(-1.0, 1.0);
            }
            if step.iter().all(|step| step.abs() < 1e-7) {
                break;
            }
        }
        let weights: Vec<i32> = logits.iter().map(|logit| (logit * scale).round() as i32).collect();
        let losses = |weights: &[i32]| {
            let logits: Vec<f64> = weights.iter().map(|&it| f64::from(it) / scale).collect();
            [&fitted, &aside].map(|samples| mean_loss(samples, &logits, scale))
        };
        let (before, after) = (losses(old), losses(&weights));
        let positions = [fitted.len(), aside.len()];
        Some(WeightFit { weights, scale, before, after, positions })
    }
}

/// The number of points that make odds of e to 1 with the old weights.
fn scale_of(samples: &[WeightSample], old: &[i32]) -> f64 {
    let sample = |sample: &WeightSample| {
        let terms = sample.counts.iter().zip(old).map(|(count, &weight)| count * f64::from(weight));
        let points = (sample.fixed + terms.sum::<f64>()).clamp(-1e6, 1e6) as i32;
        FitSample { game: sample.game, ply: 0, points, result: sample.result }
    };
    let samples: Vec<FitSample> = samples.iter().map(sample).collect();
    let found = ChanceFit::of(&samples).map(|fit| fit.plain.curve.scale(0));
    found.filter(|scale| (1.0..1e5).contains(scale)).unwrap_or(USUAL_SCALE)
}

fn chance(sample: &WeightSample, logits: &[f64], scale: f64) -> f64 {
    let terms = sample.counts.iter().zip(logits).map(|(count, logit)| count * logit);
    logistic(sample.fixed / scale + terms.sum::<f64>())
}

fn mean_loss(samples: &[&WeightSample], logits: &[f64], scale: f64) -> f64 {
    let loss = |sample: &&WeightSample| {
        let chance = chance(sample, logits, scale).clamp(1e-6, 1.0 - 1e-6);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// A step of Newton's method towards the best weights.
fn newton_step(samples: &[&WeightSample], logits: &[f64], start: &[f64], scale: f64) -> Vec<f64> {
    let terms = logits.len();
    let mut gradient = vec![0.0; terms];
    let mut hessian = vec![vec![0.0; terms]; terms];
    for sample in samples {
        let chance = chance(sample, logits, scale);
        let slope = chance * (1.0 - chance);
        let rows = gradient.iter_mut().zip(&mut hessian).zip(&sample.counts);
        for ((gradient, row), &count) in rows.filter(|(_, count)| **count != 0.0) {
            *gradient += (sample.result - chance) * count;
            for (value, other) in row.iter_mut().zip(&sample.counts) {
                *value += slope * count * other;
            }
        }
    }
    for (number, (gradient, row)) in gradient.iter_mut().zip(&mut hessian).enumerate() {
        // As if the term had occurred once in `PRIOR_POSITIONS` positions with a slope of 1/4.
        *gradient -= PRIOR_POSITIONS * 0.25 * (logits[number] - start[number]);
        row[number] += PRIOR_POSITIONS * 0.25;
    }
    solve(hessian, gradient)
}

/// Solves a positive definite system of equations by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (done, rest) = matrix.split_at_mut(pivot + 1);
        let row = &done[pivot];
        for (below, values) in rest.iter_mut().enumerate() {
            let factor = values[pivot] / row[pivot];
            for column in pivot..size {
                values[column] -= factor * row[column];
            }
            right[pivot + 1 + below] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    /// Positions whose results follow from these weights, with a scale of 50 points.
    fn samples(weights: [f64; 3], number: u64) -> Vec<WeightSample> {
        let mut rng = Rng::seeded(3);
        let mut below = move |bound: usize| rng.below(bound);
        (0..number)
            .map(|game| {
                let counts: Vec<f64> = (0..3).map(|_| below(7) as f64 - 3.0).collect();
                let points: f64 = counts.iter().zip(weights).map(|(a, b)| a * b).sum();
                let drawn = below(1_000_000) as f64 / 1e6;
                let result = f64::from(u8::from(drawn < logistic(points / 50.0)));
                WeightSample { game, counts, fixed: 0.0, result }
            })
            .collect()
    }

    #[test]
    fn the_weights_that_made_the_results_are_found() {
        let made = [40.0, -10.0, 25.0];
        let fit = WeightFit::of(&samples(made, 30_000), &[10, 10, 10]).expect("a fit");
        // Weights are determined up to the scale, which comes from the old ones.
        let ratio = |number: usize| f64::from(fit.weights[number]) / f64::from(fit.weights[0]);
        assert!((ratio(1) + 0.25).abs() < 0.05, "{fit:?}");
        assert!((ratio(2) - 0.625).abs() < 0.05, "{fit:?}");
        assert!(fit.after[1] < fit.before[1], "{fit:?}");
    }

    #[test]
    fn weights_that_are_right_already_stay_about_the_same() {
        let fit = WeightFit::of(&samples([40.0, -10.0, 25.0], 30_000), &[40, -10, 25]);
        let fit = fit.expect("a fit");
        for (new, old) in fit.weights.iter().zip([40, -10, 25]) {
            assert!((new - old).abs() <= 2, "{fit:?}");
        }
        assert!((fit.scale / 50.0 - 1.0).abs() < 0.05, "{fit:?}");
    }

    #[test]
    fn a_term_that_never_occurs_keeps_its_weight() {
        let mut samples = samples([40.0, -10.0, 25.0], 2_000);
        samples.iter_mut().for_each(|sample| sample.counts[1] = 0.0);
        let fit = WeightFit::of(&samples, &[40, 77, 25]).expect("a fit");
        assert_eq!(fit.weights[1], 77);
    }

    #[test]
    fn a_system_of_equations_is_solved() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 5.0]];
        let known = [1.0, -2.0, 3.0];
        let row = |row: &Vec<f64>| row.iter().zip(known).map(|(a, b)| a * b).sum::<f64>();
        let right = matrix.iter().map(row).collect();
        let found = solve(matrix, right);
        assert!(found.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn without_games_there_is_no_fit() {
        assert_eq!(WeightFit::of(&[], &[1]), None);
        assert_eq!(WeightFit::of(&samples([1.0, 1.0, 1.0], 100), &[]), None);
    }
}
