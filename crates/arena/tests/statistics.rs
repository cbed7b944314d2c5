//! The figures of matches, against a session from elsewhere and against simulated matches.

use agon_arena::contest::{Pairs, Sample, Sprt, SprtVerdict, Tally, expected_score};
use agon_core::{Outcome, Rng, Side};

/// Kind; counts; elo0 elo1; LLR; Elo; Elo low; Elo high; LOS.
const PUBLISHED: &str = include_str!("sprt.txt");

#[test]
fn the_figures_are_those_of_the_table_to_the_digits_shown() {
    let mut lines = 0;
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let counts: Vec<u64> = fields[1].split(' ').map(|count| count.parse().unwrap()).collect();
        let sample = match counts.as_slice() {
            &[wins, draws, losses] => Tally { wins, draws, losses }.sample(),
            pairs => Pairs(pairs.try_into().unwrap()).sample(),
        };
        let (elo0, elo1) = fields[2].split_once(' ').unwrap();
        let sprt = Sprt::new(elo0.parse().unwrap(), elo1.parse().unwrap(), 0.05, 0.05).unwrap();
        let (low, high) = sample.elo_interval();
        assert_eq!(format!("{:.4}", sprt.llr(&sample)), fields[3], "{line}");
        assert_eq!(format!("{:.2}", sample.elo()), fields[4], "{line}");
        assert_eq!(format!("{low:.2}"), fields[5], "{line}");
        assert_eq!(format!("{high:.2}"), fields[6], "{line}");
        assert_eq!(format!("{:.4}", sample.likelihood_of_superiority()), fields[7], "{line}");
        lines += 1;
    }
    assert_eq!(lines, 7);
    let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
    assert_eq!(format!("{low:.3} {high:.3}"), "-2.944 2.944");
}

#[test]
fn a_sample_of_nothing_or_of_one_kind_has_figures() {
    let none = Sample::of(&[0; 5]);
    assert_eq!((none.elo(), none.likelihood_of_superiority()), (0.0, 0.5));
    for counts in [[0, 0, 0, 0, 9], [0, 0, 9, 0, 0], [9, 0, 0, 0, 0], [0; 5]] {
        let sample = Sample::of(&counts);
        let (low, high) = sample.elo_interval();
        assert!(low <= sample.elo() && sample.elo() <= high && low.is_finite() && high.is_finite());
        assert!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().llr(&sample).is_finite());
    }
}

#[test]
fn tests_that_make_no_sense_are_refused() {
    for (elo0, elo1, alpha, beta) in [
        (5.0, 0.0, 0.05, 0.05),
        (0.0, f64::NAN, 0.05, 0.05),
        (0.0, 1e9, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.05, 0.5),
    ] {
        assert!(Sprt::new(elo0, elo1, alpha, beta).is_err(), "{elo0} {elo1} {alpha} {beta}");
    }
}

/// A match of pairs between players so many Elo apart, where every third game is drawn,
/// until the test ends.
fn simulated(sprt: &Sprt, elo: f64, rng: &mut Rng) -> SprtVerdict {
    let draws = 1.0 / 3.0;
    let wins = expected_score(elo) - draws / 2.0;
    let mut game = || match rng.bits() as f64 / u64::MAX as f64 {
        share if share < wins => 2,
        share if share < wins + draws => 1,
        _ => 0,
    };
    let mut pairs = Pairs::default();
    loop {
        pairs.0[game() + game()] += 1;
        if let Some(verdict) = sprt.verdict(&pairs.sample()) {
            return verdict;
        }
    }
}

/// In how many of a hundred matches the wrong hypothesis is accepted, by which is true.
fn errors(sprt: &Sprt, matches: usize) -> [f64; 2] {
    [(sprt.elo0, SprtVerdict::H1), (sprt.elo1, SprtVerdict::H0)].map(|(elo, wrong)| {
        let mut rng = Rng::seeded(9);
        let found = (0..matches).filter(|_| simulated(sprt, elo, &mut rng) == wrong).count();
        100.0 * found as f64 / matches as f64
    })
}

#[test]
fn a_test_errs_as_often_as_it_may_and_not_more() {
    // With 1000 matches, four standard errors of 5 in 100 are 2.8.
    for found in errors(&Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap(), 1000) {
        assert!((1.0..7.8).contains(&found), "{found}");
    }
    let [first, second] = errors(&Sprt::new(-20.0, 40.0, 0.01, 0.2).unwrap(), 1000);
    assert!(first < 2.3 && (10.0..25.0).contains(&second), "{first} {second}");
}

#[test]
#[ignore = "the full run: 10,000 matches of each kind"]
fn a_test_errs_as_often_as_it_may_and_not_more_in_ten_thousand_matches() {
    let matches = std::env::var("AGON_TRIALS").map_or(10_000, |count| count.parse().unwrap());
    for (elo0, elo1, alpha, beta) in [
        (0.0, 10.0, 0.05, 0.05),
        (-5.0, 0.0, 0.05, 0.05),
        (0.0, 50.0, 0.05, 0.05),
        (0.0, 20.0, 0.01, 0.1),
    ] {
        let [first, second] = errors(&Sprt::new(elo0, elo1, alpha, beta).unwrap(), matches);
        // Three standard errors above what is stated.
        let deviation = |rate: f64| (rate * (1.0 - rate) / matches as f64).sqrt();
        let most = |rate: f64| 100.0 * (rate + 3.0 * deviation(rate));
        let is_within = first < most(alpha) && second < most(beta);
        assert!(is_within, "[{elo0}, {elo1}]: {first} % and {second} %");
    }
}

#[test]
fn pairs_are_counted_for_the_player_that_began() {
    let [p1, p2] = Side::BOTH.map(Outcome::Win);
    let mut pairs = Pairs::default();
    for (results, place) in [
        ([p1, p2], 4),
        ([p1, p1], 2),
        ([Outcome::Draw, p2], 3),
        ([p2, Outcome::Draw], 1),
        ([p2, p1], 0),
    ] {
        let before = pairs.0[place];
        pairs.add(results);
        assert_eq!(pairs.0[place], before + 1, "{results:?}");
    }
}
