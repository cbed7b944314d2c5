//! Ratings: Bayesian Elo from all games of a tournament at once.
//!
//! The model is that of Bradley and Terry: the expected score of a game is a logistic function
//! of the difference of the two ratings, and a draw is half a win and half a loss. Every
//! rating has the same normal prior, so that those who have won or lost every game have a
//! finite rating, too. The ratings are the mode of the posterior, whatever the order of the
//! games; their average is 1500. Intervals come from the curvature at the mode.
//!
//! The unit is the pair of games, as in a match: games count by how much more or less the pairs of
//! two entrants vary than independent games would (quasi-likelihood).

/// The average rating.
const AVERAGE: f64 = 1500.0;

/// The standard deviation of the prior, in Elo.
const PRIOR_DEVIATION: f64 = 400.0;

/// Elo for one unit of the logistic scale: 400 / ln 10.
const SCALE: f64 = 173.717_792_761_248_85;

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// Newton's method stops at a step below this, in units of the logistic scale.
const PRECISION: f64 = 1e-9;

/// The most steps of Newton's method; it takes about ten.
const MAX_STEPS: usize = 100;

/// The largest change of a rating in one step, in units of the logistic scale.
const MAX_STEP: f64 = 2.0;

/// The games between two entrants: the first one's score, and how many there were.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The two entrants.
    pub entrants: [usize; 2],
    /// The number of games.
    pub games: f64,
    /// The points of the first one: 1 for a win, 1/2 for a draw.
    pub score: f64,
    /// How many times the variance of independent games without draws theirs is.
    pub dispersion: f64,
}

/// A rating with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub elo: f64,
    /// The 95 % interval, relative to the average of all entrants.
    pub interval: (f64, f64),
}

pub fn ratings(entrants: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let precision = (SCALE / PRIOR_DEVIATION).powi(2);
    let mut strengths = vec![0.0; entrants];
    for _ in 0..MAX_STEPS {
        let (gradient, curvature) = derivatives(&strengths, encounters, precision);
        let Some(factor) = cholesky(curvature, entrants) else { break };
        let step = solve(&factor, gradient);
        let largest = step.iter().fold(0.0_f64, |largest, one| largest.max(one.abs()));
        let damping = (MAX_STEP / largest.max(f64::MIN_POSITIVE)).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, one)| *strength += damping * one);
        if largest < PRECISION {
            break;
        }
    }
    let (_, curvature) = derivatives(&strengths, encounters, precision);
    let factor = cholesky(curvature, entrants);
    // The common level of all ratings is known only from the prior, and is not part of the
    // uncertainty of a single one.
    let common = 1.0 / (precision * entrants.max(1) as f64);
    let variance = |entrant: usize| {
        let Some(factor) = &factor else { return 1.0 / precision };
        let mut unit = vec![0.0; entrants];
        unit[entrant] = 1.0;
        (solve(factor, unit)[entrant] - common).max(0.0)
    };
    let rating = |(entrant, strength): (usize, &f64)| {
        let elo = AVERAGE + SCALE * strength;
        let margin = QUANTILE * SCALE * variance(entrant).sqrt();
        Rating { elo, interval: (elo - margin, elo + margin) }
    };
    strengths.iter().enumerate().map(rating).collect()
}

/// The gradient of the logarithm of the posterior, and its curvature with the sign changed.
fn derivatives(
    strengths: &[f64],
    encounters: &[Encounter],
    precision: f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut gradient: Vec<f64> = strengths.iter().map(|strength| -precision * strength).collect();
    let mut curvature = vec![vec![0.0; count]; count];
    (0..count).for_each(|place| curvature[place][place] = precision);
    for &Encounter { entrants: [one, other], games, score, dispersion } in encounters {
        let expected = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
        let surplus = (score - games * expected) / dispersion;
        gradient[one] += surplus;
        gradient[other] -= surplus;
        let weight = games * expected * (1.0 - expected) / dispersion;
        curvature[one][one] += weight;
        curvature[other][other] += weight;
        curvature[one][other] -= weight;
        curvature[other][one] -= weight;
    }
    (gradient, curvature)
}

/// The lower Cholesky factor of a matrix; `None` if it is not positive definite.
fn cholesky(mut matrix: Vec<Vec<f64>>, count: usize) -> Option<Vec<Vec<f64>>> {
    for row in 0..count {
        let (above, rest) = matrix.split_at_mut(row);
        let this = &mut rest[0];
        for (column, other) in above.iter().enumerate() {
            let known: f64 = this[..column].iter().zip(&other[..column]).map(|(a, b)| a * b).sum();
            this[column] = (this[column] - known) / other[column];
        }
        let rest = this[row] - this[..row].iter().map(|a| a * a).sum::<f64>();
        if rest.is_nan() || rest <= 0.0 {
            return None;
        }
        this[row] = rest.sqrt();
    }
    Some(matrix)
}

/// The solution of a system of equations by its Cholesky factor.
fn solve(factor: &[Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for row in 0..count {
        let known: f64 = factor[row][..row].iter().zip(&right).map(|(a, b)| a * b).sum();
        right[row] = (right[row] - known) / factor[row][row];
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|below| factor[below][row] * right[below]).sum();
        right[row] = (right[row] - known) / factor[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use agon_arena::contest::Pairs;
    use agon_core::Rng;

    use super::*;

    /// The logarithm of the posterior, computed directly: the obvious twin of `derivatives`.
    fn log_posterior(strengths: &[f64], encounters: &[Encounter]) -> f64 {
        let deviation = PRIOR_DEVIATION / SCALE;
        let prior: f64 = strengths.iter().map(|one| -0.5 * (one / deviation).powi(2)).sum();
        let games = encounters.iter().map(|encounter| {
            let [one, other] = encounter.entrants.map(|entrant| strengths[entrant].exp());
            let losses = encounter.games - encounter.score;
            let wins = encounter.score * (one / (one + other)).ln();
            (wins + losses * (other / (one + other)).ln()) / encounter.dispersion
        });
        prior + games.sum::<f64>()
    }

    fn random_encounters(entrants: usize, rng: &mut Rng) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        for one in 0..entrants {
            for other in 0..one {
                let games = rng.below(7) as f64;
                let score = rng.below(2 * games as usize + 1) as f64 / 2.0;
                let dispersion = (1 + rng.below(20)) as f64 / 10.0;
                encounters.push(Encounter { entrants: [one, other], games, score, dispersion });
            }
        }
        encounters
    }

    #[test]
    fn no_other_ratings_are_more_likely() {
        let mut rng = Rng::seeded(4);
        for entrants in [1, 2, 3, 7] {
            let encounters = random_encounters(entrants, &mut rng);
            let found = ratings(entrants, &encounters);
            let strengths: Vec<f64> =
                found.iter().map(|rating| (rating.elo - AVERAGE) / SCALE).collect();
            let best = log_posterior(&strengths, &encounters);
            for _ in 0..200 {
                let jump = |strength: &f64| strength + (rng.below(2001) as f64 - 1000.0) / 5000.0;
                let other: Vec<f64> = strengths.iter().map(jump).collect();
                assert!(log_posterior(&other, &encounters) <= best);
            }
            let average = strengths.iter().sum::<f64>() / entrants as f64;
            assert!(average.abs() < 1e-6, "{average}");
        }
    }

    #[test]
    fn intervals_are_those_of_a_numeric_curvature() {
        let encounters = random_encounters(2, &mut Rng::seeded(8));
        let found = ratings(2, &encounters);
        let strengths: Vec<f64> = found.iter().map(|one| (one.elo - AVERAGE) / SCALE).collect();
        // With two entrants only the difference counts: each is half of it away from the average.
        let along = |by: f64| {
            log_posterior(&[strengths[0] + by / 2.0, strengths[1] - by / 2.0], &encounters)
        };
        let h = 1e-3;
        let curvature = -(along(h) - 2.0 * along(0.0) + along(-h)) / (h * h);
        let margin = QUANTILE * SCALE * 0.5 / curvature.sqrt();
        assert!((found[0].interval.1 - found[0].elo - margin).abs() < 0.01);
    }

    #[test]
    fn the_order_of_games_makes_no_difference_and_more_games_narrow_the_interval() {
        let mut encounters = random_encounters(6, &mut Rng::seeded(5));
        let before = ratings(6, &encounters);
        encounters.reverse();
        let after = ratings(6, &encounters);
        for (one, other) in before.iter().zip(&after) {
            assert!((one.elo - other.elo).abs() < 1e-6);
        }
        let even = |games: f64| {
            let score = games / 2.0;
            let encounter = Encounter { entrants: [0, 1], games, score, dispersion: 1.0 };
            let rating = ratings(2, &[encounter])[0];
            assert!((rating.elo - AVERAGE).abs() < 1e-9);
            rating.interval.1 - rating.interval.0
        };
        assert!(even(0.0) > even(2.0) && even(2.0) > 2.0 * even(100.0));
    }

    #[test]
    fn intervals_hold_for_pairs_that_depend_on_each_other() {
        let mut rng = Rng::seeded(2);
        // In a thousand: pairs with 0, 1/2, 1, 3/2, 2 points.
        for shares in [[20, 200, 500, 240, 40], [300, 0, 300, 0, 400], [0, 10, 980, 10, 0]] {
            let score: usize = shares.iter().enumerate().map(|(place, share)| place * share).sum();
            let expected = AVERAGE - 200.0 * (4000.0 / score as f64 - 1.0).log10();
            for count in [10, 100] {
                let is_missed = |_: &i32| {
                    let mut pairs = Pairs::default();
                    for _ in 0..count {
                        let mut left = rng.below(1000);
                        let is_it = |&place: &usize| match left < shares[place] {
                            true => true,
                            false => {
                                left -= shares[place];
                                false
                            }
                        };
                        pairs.0[(0..5).find(is_it).unwrap()] += 1;
                    }
                    let (games, dispersion) = (2.0 * count as f64, pairs.dispersion());
                    let score = games * pairs.score();
                    let encounter = Encounter { entrants: [0, 1], games, score, dispersion };
                    let (low, high) = ratings(2, &[encounter])[0].interval;
                    !(low..=high).contains(&expected)
                };
                let missed = (0..400).filter(is_missed).count();
                // Three standard errors of 20 in 400 are 13.
                assert!(missed <= 33, "{shares:?}, {count} pairs: {missed} of 400");
            }
        }
    }

    #[test]
    fn who_wins_everything_has_a_finite_rating() {
        let [games, score, dispersion] = [1e5, 1e5, 2.0];
        let encounter = Encounter { entrants: [0, 1], games, score, dispersion };
        let found = ratings(2, &[encounter]);
        assert!(found[0].elo > 2000.0 && found[0].elo < 4000.0, "{found:?}");
    }
}
