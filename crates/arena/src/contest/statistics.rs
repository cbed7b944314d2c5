//! Statistics of a match: Elo, likelihood of superiority, and SPRT.
//!
//! Elo is logistic. The test is a generalised SPRT with the normal approximation, on games
//! (trinomial) or on pairs of games (pentanomial); pairs are the better sample, because two
//! games from one starting position are not independent.

use agon_core::{Outcome, Side};

/// Elo differences are clamped to this.
const MAX_ELO: f64 = 2000.0;

/// The 97.5 % quantile of the normal distribution, for 95 % confidence intervals.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// The wins, draws and losses of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
}

impl Tally {
    /// Adds a game in which the player had this side.
    pub fn add(&mut self, result: Outcome, side: Side) {
        match result.winner() {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Twice the points, so that they are whole.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The games as a sample.
    pub fn sample(&self) -> Sample {
        Sample::of(&[self.losses, self.draws, self.wins])
    }
}

/// How many pairs of games gave a player 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Adds a pair of games; the player had the first side in the first one, and the second
    /// side in the other.
    pub fn add(&mut self, results: [Outcome; 2]) {
        let mut tally = Tally::default();
        results.into_iter().zip(Side::BOTH).for_each(|(result, side)| tally.add(result, side));
        self.0[tally.half_points() as usize] += 1;
    }

    /// The pairs as a sample.
    pub fn sample(&self) -> Sample {
        Sample::of(&self.0)
    }
}

/// A sample of outcomes: their number, mean and variance, each outcome from 0 (all points
/// lost) to 1 (all won).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of outcomes.
    pub count: u64,
    /// Their mean, from 0 to 1.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
}

impl Sample {
    /// The sample with these counts of outcomes, which are evenly spaced from 0 to 1.
    pub fn of(counts: &[u64]) -> Sample {
        let count: u64 = counts.iter().sum();
        let exact: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        let (mean, variance) = moments(&exact);
        // If all outcomes are equal, the variance is unknown; then half an outcome of each
        // kind is added.
        let variance = match variance > 0.0 {
            true => variance,
            false => moments(&exact.iter().map(|count| count + 0.5).collect::<Vec<_>>()).1,
        };
        Sample { count, mean, variance }
    }

    /// The Elo difference of the mean.
    pub fn elo(&self) -> f64 {
        elo_for(self.mean)
    }

    /// The 95 % confidence interval of the Elo difference.
    pub fn elo_interval(&self) -> (f64, f64) {
        let spread = QUANTILE * self.error();
        (elo_for(self.mean - spread), elo_for(self.mean + spread))
    }

    /// The likelihood of superiority (LOS): that the player is the stronger one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        match self.count {
            0 => 0.5,
            _ => normal_cdf((self.mean - 0.5) / self.error()),
        }
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        (self.variance / self.count.max(1) as f64).sqrt()
    }
}

/// The mean and the variance of outcomes that are evenly spaced from 0 to 1.
fn moments(counts: &[f64]) -> (f64, f64) {
    let all: f64 = counts.iter().sum();
    if all == 0.0 {
        return (0.5, 0.0);
    }
    let most = (counts.len() - 1) as f64;
    let shares = || counts.iter().enumerate().map(|(place, count)| (place as f64 / most, count));
    let mean = shares().map(|(share, count)| share * count).sum::<f64>() / all;
    let squares = shares().map(|(share, count)| (share - mean).powi(2) * count).sum::<f64>();
    (mean, squares / all)
}

/// The expected score of an Elo difference, from 0 to 1.
///
/// ```
/// use agon_arena::contest::expected_score;
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a score.
fn elo_for(score: f64) -> f64 {
    let elo = -400.0 * (1.0 / score.clamp(f64::EPSILON, 1.0) - 1.0).log10();
    // Adding zero makes the negative one positive.
    elo.clamp(-MAX_ELO, MAX_ELO) + 0.0
}

/// The cumulative normal distribution.
fn normal_cdf(deviations: f64) -> f64 {
    0.5 * complementary_error(-deviations / std::f64::consts::SQRT_2)
}

/// The complementary error function, by the rational Chebyshev fit of W. H. Press and
/// others, with an error below 1.2e-7 everywhere.
fn complementary_error(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let polynomial = FIT.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (-x * x + polynomial).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

/// A sequential probability ratio test between two hypotheses: the first player is `elo0` Elo
/// better than the second, or `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// The probability to accept `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability to accept `elo0` if `elo1` is true.
    pub beta: f64,
}

/// Which hypothesis was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// That of `elo0`.
    H0,
    /// That of `elo1`.
    H1,
}

agon_core::refusals! {
    /// Why a test is refused.
    pub enum SprtRefusal {
        Order => "the second hypothesis of a test is the larger one, as in 0,10",
        Range => "the hypotheses of a test lie between -1000 and 1000 Elo",
        Errors => "the error rates of a test lie above 0 and below 0.5",
    }
}

impl Sprt {
    /// The error rates if none are given.
    pub const ERRORS: f64 = 0.05;

    /// The fewest outcomes that can end a test: with fewer, the variance is too uncertain.
    pub const LEAST: u64 = 48;

    /// A test with valid hypotheses and error rates.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtRefusal> {
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let is_error = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_elo(elo0) || !is_elo(elo1) {
            return Err(SprtRefusal::Range);
        }
        if elo0 >= elo1 {
            return Err(SprtRefusal::Order);
        }
        if !is_error(alpha) || !is_error(beta) {
            return Err(SprtRefusal::Errors);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The log-likelihood ratio of the sample.
    pub fn llr(&self, sample: &Sample) -> f64 {
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        let &Sample { count, mean, variance } = sample;
        count as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let &Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The hypothesis that is accepted, if one is.
    pub fn verdict(&self, sample: &Sample) -> Option<SprtVerdict> {
        let (low, high) = self.bounds();
        let llr = self.llr(sample);
        match sample.count >= Sprt::LEAST {
            true if llr <= low => Some(SprtVerdict::H0),
            true if llr >= high => Some(SprtVerdict::H1),
            _ => None,
        }
    }
}
