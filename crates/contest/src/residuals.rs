//! Workers whose games differ from those of others more than by chance: all that can be said about
//! games that cannot be repeated.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use agon_arena::contest::Pairs;
use agon_core::Outcome;

/// The number of pairs from which a worker is compared with the others.
const MIN_PAIRS: u64 = 20;

/// How likely it may be that an honest worker of a run is named.
const ALARM: f64 = 0.01;

/// The workers whose pairs differ from those of all others, by a chi-square test of each. Workers
/// are compared several at a time, so each must differ more. The one that differs most is left out
/// before the rest is compared, for it makes all others differ, too.
pub fn outliers(pairs: impl Iterator<Item = (u32, [Outcome; 2])>) -> Vec<(u32, String)> {
    let mut workers: BTreeMap<u32, Pairs> = BTreeMap::new();
    for (worker, results) in pairs {
        workers.entry(worker).or_default().add(results);
    }
    let compared = workers.values().filter(|own| count(&own.0) >= MIN_PAIRS).count() as f64;
    let mut found = Vec::new();
    loop {
        let mut all = [0; 5];
        workers
            .values()
            .for_each(|own| all.iter_mut().zip(own.0).for_each(|(sum, own)| *sum += own));
        let test = |(&worker, own): (&u32, &Pairs)| {
            let others: Vec<u64> = all.iter().zip(own.0).map(|(all, own)| all - own).collect();
            let is_large = count(&own.0) >= MIN_PAIRS && count(&others) >= MIN_PAIRS;
            let (chi_square, freedom) = is_large.then(|| chi_square(&own.0, &others))?;
            let is_outlier = tail(chi_square, freedom) * compared < ALARM;
            is_outlier.then_some((chi_square, worker, own.0, others))
        };
        let tested: Vec<_> = workers.iter().filter_map(test).collect();
        let most = tested.iter().map(|test| test.0).fold(0.0, f64::max);
        // Of two workers that differ, both are named: nobody knows which is right.
        let worst: Vec<_> = tested.into_iter().filter(|test| test.0 >= most - 1e-6).collect();
        if worst.is_empty() {
            return found;
        }
        for (chi_square, worker, own, others) in worst {
            workers.remove(&worker);
            let [own, others] = [&own[..], &others]
                .map(|counts| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
            let text = format!("pairs {own} against {others}, chi-square {chi_square:.1}");
            found.push((worker, text));
        }
    }
}

fn count(pairs: &[u64]) -> u64 {
    pairs.iter().sum()
}

/// The chi-square of two rows of counts and its degrees of freedom. Neighbouring columns are added
/// until at least five are expected in each.
fn chi_square(one: &[u64], two: &[u64]) -> (f64, u32) {
    let sums = [one, two].map(|row| row.iter().sum::<u64>() as f64);
    let all = sums[0] + sums[1];
    let is_enough = |column: [f64; 2]| {
        let both = column[0] + column[1];
        sums.iter().all(|sum| both * sum / all >= 5.0)
    };
    let mut columns = vec![[0.0; 2]];
    for (&first, &second) in one.iter().zip(two) {
        if columns.last().is_some_and(|&last| is_enough(last)) {
            columns.push([0.0; 2]);
        }
        if let Some(last) = columns.last_mut() {
            *last = [last[0] + first as f64, last[1] + second as f64];
        }
    }
    if columns.len() > 1
        && let Some(last) = columns.pop_if(|&mut last| !is_enough(last))
        && let Some(before) = columns.last_mut()
    {
        *before = [before[0] + last[0], before[1] + last[1]];
    }
    let term = |column: &[f64; 2]| {
        let both = column[0] + column[1];
        let part = |place: usize| {
            let expected = both * sums[place] / all;
            (column[place] - expected).powi(2) / expected
        };
        part(0) + part(1)
    };
    (columns.iter().map(term).sum(), columns.len() as u32 - 1)
}

/// How likely a chi-square of at least `x` is, with so many degrees of freedom.
fn tail(x: f64, freedom: u32) -> f64 {
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    let (half, a) = (x / 2.0, f64::from(freedom) / 2.0);
    // The gamma function of a + 1, for whole and half numbers.
    let (mut gamma, mut step) = match freedom.is_multiple_of(2) {
        true => (1.0, 1.0),
        false => (PI.sqrt(), 0.5),
    };
    while step <= a {
        gamma *= step;
        step += 1.0;
    }
    // The series of the incomplete gamma function.
    let (mut sum, mut term, mut n) = (0.0, 1.0, 0.0);
    while term > 1e-17 * sum {
        sum += term;
        n += 1.0;
        term *= half / (a + n);
    }
    (1.0 - (a * half.ln() - half).exp() / gamma * sum).max(0.0)
}

#[cfg(test)]
mod tests {
    use agon_core::{Rng, Side};

    use super::*;

    #[test]
    fn the_tail_is_that_of_tables() {
        for (x, freedom, expected) in [
            (3.841, 1, 0.05),
            (9.210, 2, 0.01),
            (7.815, 3, 0.05),
            (18.467, 4, 0.001),
            (0.0, 3, 1.0),
        ] {
            let found = tail(x, freedom);
            assert!((found - expected).abs() < 1e-4, "{x} {freedom}: {found}");
        }
    }

    /// Pairs by three workers; the second one wins so many of a thousand games for A, the others
    /// half.
    fn pairs(wins: usize, count: u32) -> Vec<(u32, [Outcome; 2])> {
        let mut rng = Rng::seeded(wins as u64);
        let mut pair = |worker: u32| {
            let share = if worker == 1 { wins } else { 500 };
            let sides = [(Side::First, Side::Second), (Side::Second, Side::First)];
            let results =
                sides.map(|(a, b)| Outcome::Win(if rng.below(1000) < share { a } else { b }));
            (worker, results)
        };
        (0..count).map(|number| pair(number % 3)).collect()
    }

    #[test]
    fn a_worker_whose_pairs_differ_is_named_and_others_are_not() {
        assert_eq!(outliers(pairs(500, 600).into_iter()), []);
        let found = outliers(pairs(800, 600).into_iter());
        assert_eq!(found.iter().map(|(worker, _)| *worker).collect::<Vec<_>>(), [1], "{found:?}");
        assert_eq!(outliers(pairs(1000, 30).into_iter()), [], "too few pairs");
    }

    #[test]
    fn honest_workers_are_seldom_named() {
        let named = (0..400).filter(|&seed| {
            !outliers(pairs(490 + seed % 20, 300 + seed as u32).into_iter()).is_empty()
        });
        assert!(named.count() <= 12);
    }
}
