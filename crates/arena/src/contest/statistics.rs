//! Statistics of a match: Elo, its interval, likelihood of superiority, and SPRT.
//!
//! All figures follow from how many pairs of games gave how many points (pentanomial), because the
//! two games of a pair have one starting position and are not independent. The test is the
//! generalised SPRT by maximum likelihood of fishtest, without a normal approximation. Intervals
//! hold for few pairs, too, and for pairs of one kind: see [`Pairs::elo_interval`].

use agon_core::{Outcome, Side};

/// Elo differences beyond this are told as this.
const MAX_ELO: f64 = 4000.0;

/// What a 95 % confidence interval leaves out at each end.
const TAIL: f64 = 0.025;

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
}

/// The counts of the five outcomes of a pair, or weights in their place.
type Weights = [f64; 5];

/// What an outcome that has not been seen counts in a likelihood, as in fishtest.
const UNSEEN: f64 = 1e-3;

/// Normalised Elo of a mean that is one standard deviation of a game above 1/2.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

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

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The player's share of all points, from 0 to 1; 1/2 without pairs.
    pub fn score(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            _ => moments(&self.0.map(|count| count as f64)).0,
        }
    }

    /// The Elo difference of the score.
    pub fn elo(&self) -> f64 {
        elo_for(self.score())
    }

    /// The Elo difference of the field's second scale, by the standard deviation of a game instead
    /// of by its score: where most games are drawn, a small score is a large strength.
    pub fn normalized_elo(&self) -> f64 {
        let (mean, variance) = moments(&self.regular());
        (NORMALIZED * (mean - 0.5) / (2.0 * variance).sqrt()).clamp(-MAX_ELO, MAX_ELO)
    }

    /// The 95 % confidence interval of the Elo difference. It ends at the largest difference if the
    /// player has won everything, or lost.
    ///
    /// This is the bound of Gaffke for the mean of a bounded quantity: one more pair is counted at
    /// the end of the scale, and the true shares are Dirichlet distributed. For pairs that are won
    /// or lost it is the exact binomial interval (Clopper and Pearson).
    pub fn elo_interval(&self) -> (f64, f64) {
        let end = |place: usize, chance: f64| {
            let mut weights = self.0.map(|count| count as f64);
            weights[place] += 1.0;
            let [mut low, mut high] = [0.0, 1.0];
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                let is_above = chance_above(&weights, middle) > chance;
                *(if is_above { &mut low } else { &mut high }) = middle;
            }
            elo_for((low + high) / 2.0)
        };
        (end(0, 1.0 - TAIL), end(4, TAIL))
    }

    /// The likelihood of superiority (LOS): that the player is the stronger one. Half a pair is
    /// added at both ends of the scale, which for pairs that are won or lost is the prior of
    /// Jeffreys.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let mut weights = self.0.map(|count| count as f64);
        weights[0] += 0.5;
        weights[4] += 0.5;
        chance_above(&weights, 0.5)
    }

    /// By how much a pair varies more than two independent games without draws would. A pair is
    /// added at both ends of the scale, so that a few equal pairs do not seem certain.
    pub fn dispersion(&self) -> f64 {
        let mut weights = self.0.map(|count| count as f64);
        weights[0] += 1.0;
        weights[4] += 1.0;
        let (mean, variance) = moments(&weights);
        2.0 * variance / (mean * (1.0 - mean))
    }

    /// The counts, without zeros.
    fn regular(&self) -> Weights {
        self.0.map(|count| if count == 0 { UNSEEN } else { count as f64 })
    }
}

/// The points of a pair as shares of all, from 0 to 1.
const SHARES: Weights = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean and the variance of the points of a pair.
fn moments(weights: &Weights) -> (f64, f64) {
    let all: f64 = weights.iter().sum();
    let of = |value: &dyn Fn(f64) -> f64| -> f64 {
        weights.iter().zip(SHARES).map(|(weight, share)| weight * value(share)).sum::<f64>() / all
    };
    let mean = of(&|share| share);
    (mean, of(&|share| (share - mean).powi(2)))
}

/// The most likely distribution whose mean is `score` has the shares weight / (1 + x (points -
/// score)); this is x, the Lagrange multiplier. `score` lies between the outcomes that have weights.
fn multiplier(weights: &Weights, score: f64) -> f64 {
    let terms =
        || weights.iter().zip(SHARES.map(|share| share - score)).filter(|term| *term.0 > 0.0);
    let ends = terms()
        .fold((0.0, 0.0), |(least, most): (f64, f64), (_, off)| (least.min(off), most.max(off)));
    // The equation falls from infinity to minus infinity between these. Newton's method finds its
    // root, and a step out of the interval is replaced by one to its middle.
    let (mut low, mut high) = (-1.0 / ends.1, -1.0 / ends.0);
    let mut x = 0.0;
    for _ in 0..100 {
        let (value, slope) = terms().fold((0.0, 0.0), |(value, slope), (weight, off)| {
            let part = off / (1.0 + x * off);
            (value + weight * part, slope + weight * part * part)
        });
        *(if value > 0.0 { &mut low } else { &mut high }) = x;
        let next = x + value / slope;
        let next = if next > low && next < high { next } else { (low + high) / 2.0 };
        if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// By how much the log-likelihood falls from its largest value if the mean must be `score`.
fn loss(weights: &Weights, score: f64, multiplier: f64) -> f64 {
    let terms = weights.iter().zip(SHARES);
    terms.map(|(weight, share)| weight * (multiplier * (share - score)).ln_1p()).sum()
}

/// The probability that the mean of a pair is above `score`, if the true shares have the Dirichlet
/// distribution with these weights: the saddlepoint approximation of Lugannani and Rice in the form
/// of Barndorff-Nielsen. It is within 0.1 % where intervals end.
fn chance_above(weights: &Weights, score: f64) -> f64 {
    let seen = || SHARES.into_iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
    if seen().all(|(share, _)| share >= score) {
        return 1.0;
    }
    if seen().all(|(share, _)| share <= score) {
        return 0.0;
    }
    let x = multiplier(weights, score);
    let root = -(2.0 * loss(weights, score, x).max(0.0)).sqrt().copysign(x);
    let sum = |power: i32| -> f64 {
        let term = |(share, weight): (f64, &f64)| {
            let off = share - score;
            weight * (off / (1.0 + x * off)).powi(power)
        };
        seen().map(term).sum()
    };
    let deviation = sum(2).sqrt();
    // Where the root is near zero, the limit of the other formula.
    let correction = match root.abs() < 1e-4 {
        true => sum(3) / (3.0 * deviation.powi(3)),
        false => (-x * deviation / root).ln() / root,
    };
    normal_cdf(-(root + correction))
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

    /// The logarithm of how much more likely the pairs are under the second hypothesis, each with
    /// the most likely distribution that fits it.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let weights = pairs.regular();
        let loss = |elo: f64| {
            let score = expected_score(elo);
            loss(&weights, score, multiplier(&weights, score))
        };
        loss(self.elo0) - loss(self.elo1)
    }

    /// The lower and the upper bound of the log-likelihood ratio, those of Wald.
    pub fn bounds(&self) -> (f64, f64) {
        let &Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// In which share of tests a hypothesis is accepted at most where the other one is true: what
    /// Wald's bounds guarantee.
    pub fn most_errors(&self, verdict: SprtVerdict) -> f64 {
        let &Sprt { alpha, beta, .. } = self;
        match verdict {
            SprtVerdict::H0 => beta / (1.0 - alpha),
            SprtVerdict::H1 => alpha / (1.0 - beta),
        }
    }

    /// The fewest pairs that can end a test. If all pairs but a few are drawn, the bound is reached
    /// before the first of the few is likely to have been seen; this is a third later.
    pub fn least_pairs(&self) -> u64 {
        let (low, high) = self.bounds();
        let difference = expected_score(self.elo1) - expected_score(self.elo0);
        ((1.0 + high.max(-low)) / (2.0 * difference)).ceil() as u64
    }

    /// The hypothesis that is accepted, if one is.
    pub fn verdict(&self, pairs: &Pairs) -> Option<SprtVerdict> {
        let (low, high) = self.bounds();
        match pairs.count() >= self.least_pairs() {
            false => None,
            true => match self.llr(pairs) {
                llr if llr <= low => Some(SprtVerdict::H0),
                llr if llr >= high => Some(SprtVerdict::H1),
                _ => None,
            },
        }
    }
}
