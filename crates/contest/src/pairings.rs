//! Pairings of rounds. Entrants are numbers from 0.

use std::collections::HashSet;

use agon_core::{Rng, derive_seed};

/// How often the pairing of a Swiss round is tried without repeated pairings.
const TRIES: u32 = 100_000;

/// The numbers below `count` in random order.
pub fn draw_order(count: usize, seed: u64) -> Vec<usize> {
    let mut rng = Rng::seeded(derive_seed(seed, "draw"));
    let mut order: Vec<usize> = (0..count).collect();
    for place in (1..count).rev() {
        order.swap(place, rng.below(place + 1));
    }
    order
}

/// The rounds of a round robin. With an odd number of entrants, one has a bye in each round.
///
/// ```
/// use agon_contest::round_robin;
/// assert_eq!(round_robin(4), [[[0, 3], [1, 2]], [[3, 2], [0, 1]], [[1, 3], [2, 0]]]);
/// ```
pub fn round_robin(count: usize) -> Vec<Vec<[usize; 2]>> {
    let places = count + count % 2;
    let last = places.saturating_sub(1);
    let round = |number: usize| {
        // The circle method: one entrant stays, the others rotate.
        let turned = |place: usize| match place {
            _ if place == last => last,
            _ => (place + number * (places / 2)) % last,
        };
        let pairs = (0..places / 2).map(|place| {
            let pair = [turned(place), turned(last - place)];
            if place == 0 && number % 2 == 1 { [pair[1], pair[0]] } else { pair }
        });
        pairs.filter(|pair| pair.iter().all(|&one| one < count)).collect()
    };
    (0..last).map(round).collect()
}

/// A Swiss round. `order` is paired from the top, each entrant with the next that it has not met.
/// With an odd number, the last one without a bye gets one. If all have met, some pairings are
/// repeated.
pub fn swiss(
    order: &[usize],
    met: &HashSet<[usize; 2]>,
    had_bye: &HashSet<usize>,
) -> (Vec<[usize; 2]>, Option<usize>) {
    let mut left = order.to_vec();
    let bye = (left.len() % 2 == 1).then(|| {
        let fresh = left.iter().rposition(|one| !had_bye.contains(one));
        left.remove(fresh.unwrap_or(left.len() - 1))
    });
    let mut tries = TRIES;
    let fresh = pair_off(&left, met, &mut tries);
    let pairs = fresh.unwrap_or_else(|| left.chunks_exact(2).map(|two| [two[0], two[1]]).collect());
    (pairs, bye)
}

/// Pairs all entrants without repeating a pairing, if that is found within `tries` attempts.
fn pair_off(left: &[usize], met: &HashSet<[usize; 2]>, tries: &mut u32) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = left.split_first() else { return Some(Vec::new()) };
    for (place, &other) in others.iter().enumerate() {
        if met.contains(&[first.min(other), first.max(other)]) {
            continue;
        }
        *tries = tries.checked_sub(1)?;
        let mut rest = others.to_vec();
        rest.remove(place);
        if let Some(mut pairs) = pair_off(&rest, met, tries) {
            pairs.insert(0, [first, other]);
            return Some(pairs);
        }
    }
    None
}

/// The first round of an elimination, in the order of a draw. If the number is not a power of two,
/// those drawn first have a bye, and the byes are spread over the bracket.
///
/// ```
/// use agon_contest::bracket;
/// assert_eq!(bracket(&[7, 8, 9]), [(7, None), (8, Some(9))]);
/// ```
pub fn bracket(order: &[usize]) -> Vec<(usize, Option<usize>)> {
    let ties = order.len().next_power_of_two() / 2;
    let byes = 2 * ties - order.len();
    // The two halves of the bracket get byes alternately, recursively.
    let spread = |tie: usize| match ties {
        0 | 1 => 0,
        _ => tie.reverse_bits() >> (usize::BITS - ties.trailing_zeros()),
    };
    let mut entrants = order.iter().copied();
    let mut filled: Vec<(usize, Option<usize>)> = Vec::with_capacity(ties);
    for number in 0..ties {
        let Some(first) = entrants.next() else { break };
        filled.push((first, if number < byes { None } else { entrants.next() }));
    }
    (0..filled.len()).map(|tie| filled[spread(tie)]).collect()
}
