//! The fit of winning chances to recorded games: logistic regression, checked on games that were
//! set aside.

use std::collections::BTreeSet;

use crate::winning_chance::logistic;

/// How many games in a hundred are set aside to check the fit.
const HELD_OUT_PERCENT: u64 = 20;

/// The number of groups in the table of reliability.
const BINS: usize = 10;

/// A slope that depends on the ply is preferred if it reduces the loss on the games set aside by
/// this share, and by twice its standard error. A position that was set up has no ply, so a small
/// gain is not worth it.
const MIN_IMPROVEMENT: f64 = 0.05;

/// The smallest chance that a loss is computed with, so that one surprise is not infinitely bad.
const LEAST: f64 = 1e-6;

/// An estimate of a position, and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSample {
    /// The number of the game; games of different files have different numbers.
    pub game: u64,
    /// How many moves were made before.
    pub ply: u32,
    /// The estimate for the side to move, in points.
    pub points: i32,
    /// The result for the side to move: 0, a half or 1.
    pub result: f64,
}

/// A logistic curve: the odds are e to 1 per so many points, perhaps depending on the ply.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curve {
    /// The logit of a point at the start of the game.
    pub slope: f64,
    /// How much that grows with a ply.
    pub per_ply: f64,
}

impl Curve {
    /// The expected result of an estimate.
    pub fn chance(&self, points: i32, ply: u32) -> f64 {
        logistic(f64::from(points) * (self.slope + self.per_ply * f64::from(ply)))
    }

    /// How many points make odds of e to 1 at a ply.
    pub fn scale(&self, ply: u32) -> f64 {
        1.0 / (self.slope + self.per_ply * f64::from(ply))
    }
}

/// One group of the table of reliability: positions with about the same chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReliabilityBin {
    /// How many positions there are.
    pub positions: u64,
    /// From how many games.
    pub games: u64,
    /// The mean of their chances.
    pub predicted: f64,
    /// The mean of their results.
    pub actual: f64,
    /// The standard error of that mean. Positions of a game count as one, as they share a
    /// result.
    pub error: f64,
}

/// A curve, and how well it describes the games that were set aside.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedCurve {
    /// The curve.
    pub curve: Curve,
    /// The mean loss of the games that it was fitted to: the negative logarithm of the chance
    /// of the result.
    pub fitted_loss: f64,
    /// The mean loss of the games that were set aside.
    pub held_out_loss: f64,
}

/// What a fit has found.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceFit {
    /// How many games the curve was fitted to, and how many were set aside.
    pub games: [u64; 2],
    /// The same for positions.
    pub positions: [u64; 2],
    /// The loss on the games set aside if every chance were a half.
    pub even_loss: f64,
    /// The curve with one slope.
    pub plain: CheckedCurve,
    /// The curve whose slope depends on the ply.
    pub by_ply: CheckedCurve,
    /// By how much the second one reduces the loss on the games set aside, and the standard
    /// error of that.
    pub improvement: [f64; 2],
    /// How reliable the chosen curve is on the games set aside, by chance.
    pub reliability: Vec<ReliabilityBin>,
}

impl ChanceFit {
    /// Fits both curves; `None` if there are no games to fit them to or to check them with, or
    /// if no estimate differs from 0.
    pub fn of(samples: &[FitSample]) -> Option<ChanceFit> {
        let (held_out, fitted): (Vec<FitSample>, Vec<FitSample>) =
            samples.iter().partition(|sample| is_held_out(sample.game));
        if held_out.is_empty() || fitted.iter().all(|sample| sample.points == 0) {
            return None;
        }
        let checked = |curve: Curve| CheckedCurve {
            curve,
            fitted_loss: mean_loss(&curve, &fitted),
            held_out_loss: mean_loss(&curve, &held_out),
        };
        let plain = checked(fit(&fitted, false));
        let by_ply = checked(fit(&fitted, true));
        let improvement = improvement(&plain.curve, &by_ply.curve, &held_out);
        let count = |samples: &[FitSample]| {
            samples.iter().map(|sample| sample.game).collect::<BTreeSet<u64>>().len() as u64
        };
        let mut found = ChanceFit {
            games: [count(&fitted), count(&held_out)],
            positions: [fitted.len() as u64, held_out.len() as u64],
            even_loss: mean_loss(&Curve::default(), &held_out),
            plain,
            by_ply,
            improvement,
            reliability: Vec::new(),
        };
        found.reliability = reliability(&found.chosen().curve, &held_out);
        Some(found)
    }

    /// Whether the games set aside support a slope that depends on the ply.
    pub fn depends_on_ply(&self) -> bool {
        let [gain, error] = self.improvement;
        gain > 2.0 * error && gain > MIN_IMPROVEMENT * self.plain.held_out_loss
    }

    /// The curve that the games set aside support.
    pub fn chosen(&self) -> &CheckedCurve {
        if self.depends_on_ply() { &self.by_ply } else { &self.plain }
    }
}

/// Whether a game is set aside. Numbers are mixed, so that it does not matter which games share
/// a remainder.
pub fn is_held_out(game: u64) -> bool {
    let mixed = (game ^ (game >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed >> 32) % 100 < HELD_OUT_PERCENT
}

fn loss(curve: &Curve, sample: &FitSample) -> f64 {
    let chance = curve.chance(sample.points, sample.ply).clamp(LEAST, 1.0 - LEAST);
    -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
}

fn mean_loss(curve: &Curve, samples: &[FitSample]) -> f64 {
    samples.iter().map(|sample| loss(curve, sample)).sum::<f64>() / samples.len().max(1) as f64
}

/// Logistic regression by Newton's method. Where the sign of every estimate tells the result, no
/// slope is the best one: each is worse than a steeper one. Then it stays at a bound.
fn fit(samples: &[FitSample], by_ply: bool) -> Curve {
    const STEPS: usize = 60;
    // In units in which the numbers are about 1.
    let mean = |value: fn(&FitSample) -> f64| {
        samples.iter().map(value).sum::<f64>() / samples.len().max(1) as f64
    };
    let points = mean(|sample| f64::from(sample.points.abs())).max(1e-3);
    let plies = mean(|sample| f64::from(sample.ply)).max(1.0);
    // A mean estimate with odds of a hundred million to 1 is certain.
    let bound = 18.0;
    let mut weights = [0.0, 0.0];
    for _ in 0..STEPS {
        let (mut gradient, mut hessian) = ([0.0; 2], [[0.0; 2]; 2]);
        for sample in samples {
            let input = f64::from(sample.points) / points;
            let inputs = [input, if by_ply { input * f64::from(sample.ply) / plies } else { 0.0 }];
            let chance = logistic(weights[0] * inputs[0] + weights[1] * inputs[1]);
            for row in 0..2 {
                gradient[row] += (sample.result - chance) * inputs[row];
                for column in 0..2 {
                    hessian[row][column] += chance * (1.0 - chance) * inputs[row] * inputs[column];
                }
            }
        }
        // A little more on the diagonal, so that there is always a solution.
        let ridge = 1e-9 * samples.len() as f64;
        let [[a, b], [_, d]] = hessian;
        let (a, d) = (a + ridge, d + ridge);
        let determinant = a * d - b * b;
        let step = [
            (d * gradient[0] - b * gradient[1]) / determinant,
            (a * gradient[1] - b * gradient[0]) / determinant,
        ];
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight = (*weight + step.clamp(-2.0, 2.0)).clamp(-bound, bound);
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    Curve { slope: weights[0] / points, per_ply: weights[1] / points / plies }
}

/// By how much the mean loss of the second curve is smaller, and the standard error of that,
/// where the positions of a game count as one.
fn improvement(first: &Curve, second: &Curve, samples: &[FitSample]) -> [f64; 2] {
    let gains = samples.iter().map(|sample| loss(first, sample) - loss(second, sample));
    let by_game = samples.iter().map(|sample| sample.game).zip(gains);
    mean_and_error(by_game)
}

/// The mean of values, and its standard error, where values of a game vary together.
fn mean_and_error(values: impl Iterator<Item = (u64, f64)>) -> [f64; 2] {
    let mut games: std::collections::BTreeMap<u64, (f64, f64)> = Default::default();
    for (game, value) in values {
        let (sum, count) = games.entry(game).or_default();
        *sum += value;
        *count += 1.0;
    }
    let (sum, count) = games.values().fold((0.0, 0.0), |(a, b), (sum, count)| (a + sum, b + count));
    let mean = sum / f64::max(count, 1.0);
    let squares = games.values().map(|(sum, count)| (sum - mean * count).powi(2)).sum::<f64>();
    [mean, squares.sqrt() / f64::max(count, 1.0)]
}

fn reliability(curve: &Curve, samples: &[FitSample]) -> Vec<ReliabilityBin> {
    let mut bins: Vec<Vec<(f64, &FitSample)>> = vec![Vec::new(); BINS];
    for sample in samples {
        let chance = curve.chance(sample.points, sample.ply);
        let place = ((chance * BINS as f64) as usize).min(BINS - 1);
        bins[place].push((chance, sample));
    }
    let bin = |members: &Vec<(f64, &FitSample)>| {
        let games: BTreeSet<u64> = members.iter().map(|(_, sample)| sample.game).collect();
        let results = members.iter().map(|(_, sample)| (sample.game, sample.result));
        let [actual, error] = mean_and_error(results);
        let count = members.len() as f64;
        ReliabilityBin {
            positions: members.len() as u64,
            games: games.len() as u64,
            predicted: members.iter().map(|(chance, _)| chance).sum::<f64>() / count.max(1.0),
            actual,
            error,
        }
    };
    bins.iter().map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;

    /// Games whose results follow a curve.
    fn games(curve: Curve, number: u64) -> Vec<FitSample> {
        let mut rng = Rng::seeded(7);
        let mut number_below = move |bound: usize| rng.below(bound);
        let mut samples = Vec::new();
        for game in 0..number {
            let points = number_below(401) as i32 - 200;
            let ply = number_below(60) as u32;
            let drawn = number_below(1_000_000) as f64 / 1e6;
            let result = f64::from(u8::from(drawn < curve.chance(points, ply)));
            samples.push(FitSample { game, ply, points, result });
        }
        samples
    }

    #[test]
    fn the_curve_that_made_the_results_is_found() {
        let made = Curve { slope: 0.012, per_ply: 0.0 };
        let found = ChanceFit::of(&games(made, 20_000)).expect("there are games");
        assert!((found.plain.curve.slope / made.slope - 1.0).abs() < 0.05, "{found:?}");
        assert!(!found.depends_on_ply());
        assert!(found.chosen().held_out_loss < found.even_loss);
        for bin in found.reliability.iter().filter(|bin| bin.games > 50) {
            assert!((bin.actual - bin.predicted).abs() < 4.0 * bin.error, "{bin:?}");
        }
    }

    #[test]
    fn a_slope_that_grows_with_the_ply_is_noticed() {
        let made = Curve { slope: -0.004, per_ply: 0.0006 };
        let found = ChanceFit::of(&games(made, 20_000)).expect("there are games");
        assert!(found.depends_on_ply());
        assert!((found.chosen().curve.scale(30) / made.scale(30) - 1.0).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn newtons_method_finds_no_worse_slope_than_trying_them_all() {
        let samples = games(Curve { slope: 0.007, per_ply: 0.0 }, 500);
        let fitted = fit(&samples, false);
        for tried in 1..200 {
            let tried = Curve { slope: f64::from(tried) * 1e-4, per_ply: 0.0 };
            assert!(mean_loss(&fitted, &samples) <= mean_loss(&tried, &samples) + 1e-12);
        }
    }

    #[test]
    fn estimates_that_are_always_right_have_a_steep_but_finite_slope() {
        let sure = |game| {
            let points = if game % 2 == 0 { 100 } else { -100 };
            FitSample { game, ply: 3, points, result: f64::from(u8::from(points > 0)) }
        };
        let found = ChanceFit::of(&(0..400).map(sure).collect::<Vec<_>>()).expect("a fit");
        assert!(found.plain.curve.slope.is_finite());
        assert!(found.plain.curve.chance(100, 3) > 0.99);
        assert!(found.chosen().held_out_loss < 0.01);
    }

    #[test]
    fn without_games_or_estimates_there_is_no_fit() {
        let level = |game| FitSample { game, ply: 3, points: 0, result: 0.5 };
        assert_eq!(ChanceFit::of(&[]), None);
        assert_eq!(ChanceFit::of(&(0..100).map(level).collect::<Vec<_>>()), None);
    }
}
