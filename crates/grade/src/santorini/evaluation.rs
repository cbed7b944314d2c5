//! Judges the values of `evaluateState`. Any number is right by itself; what the assignment asks for
//! shows where values are compared.

use agon_core::{Game as _, Outcome, Side};
use agon_games::santorini::{Position, Santorini};

use super::script::{Oracle, stands};

/// The kinds of cases.
pub const NEAR_WIN: &str = "rates a side that can step onto level 3 above the other";
pub const WON: &str = "rates the winner above the loser";
pub const APART: &str = "tells positions apart";
pub const FAST: &str = "is fast enough for a search of depth 3";

/// So many positions are told apart by three values at least.
const POSITIONS: usize = 8;
const LEAST_VALUES: usize = 3;

/// A value is asked so often before it counts as slow.
const CALLS: usize = 4;

/// The time of a search in microseconds: two minutes of a program that ghc has compiled. Its prompt
/// is seven times as slow.
const SEARCH_MICROS: u64 = 120_000_000 * 7;

/// A value that a hand-in has given.
#[derive(Clone, Copy)]
struct Given {
    side: Side,
    value: i64,
    micros: u64,
    position: Position,
    step: usize,
}

/// The values of a game so far.
#[derive(Default)]
pub struct Values {
    given: Vec<Given>,
    /// The sides that were rated rightly where they can win, and where they have won.
    rated: [[bool; 2]; 2],
}

/// What some values show together.
pub struct Verdict {
    pub kind: &'static str,
    /// What is right, if they are wrong.
    pub expected: Option<String>,
    /// The values, one a line.
    pub values: String,
    /// The steps that gave them.
    pub steps: Vec<usize>,
}

impl Values {
    /// Begins another game.
    pub fn begin(&mut self) {
        self.given.clear();
    }

    /// Adds a value and judges those that there are.
    pub fn add(
        &mut self,
        side: Side,
        value: i64,
        micros: u64,
        oracle: &Oracle,
        step: usize,
    ) -> Vec<Verdict> {
        let position = *oracle.position();
        self.given.push(Given { side, value, micros, position, step });
        let found = [self.compare(), self.apart(), self.fast()];
        found.into_iter().flatten().collect()
    }

    /// Compares the last two values, if they are those of both sides where one is far better off. The
    /// check is passed when each side was once the better one: the side must matter.
    fn compare(&mut self) -> Option<Verdict> {
        let &[.., one, other] = &self.given[..] else { return None };
        if one.position != other.position || one.side == other.side {
            return None;
        }
        let position = one.position;
        let won = Santorini::default().outcome(&position).and_then(Outcome::winner);
        let better = won.unwrap_or(position.to_move());
        let is_clear = stands(&position, better.opponent()) == 0
            && match won {
                Some(_) => stands(&position, better) >= 3,
                None => !position.winning_steps(better).is_empty(),
            };
        if !is_clear {
            return None;
        }
        let kind = if won.is_some() { WON } else { NEAR_WIN };
        let of = |side| if one.side == side { one.value } else { other.value };
        let names = if better == Side::First { ["'B'", "'R'"] } else { ["'R'", "'B'"] };
        let is_right = of(better) > of(better.opponent());
        if is_right {
            let rated = &mut self.rated[usize::from(won.is_some())];
            rated[better.index()] = true;
            if *rated != [true; 2] {
                return None;
            }
            *rated = [false; 2];
        }
        let expected = (!is_right).then(|| format!("more for {} than for {}", names[0], names[1]));
        Some(verdict(kind, expected, &[one, other]))
    }

    /// Whether the values of positions tell them apart in which a side stands on different levels.
    fn apart(&self) -> Option<Verdict> {
        let last = self.given.last()?;
        let mut seen: Vec<Given> = Vec::new();
        for given in self.given.iter().filter(|given| given.side == last.side) {
            if seen.iter().all(|known| known.position != given.position) {
                seen.push(*given);
            }
        }
        let distinct = |number: &dyn Fn(&Given) -> i64| {
            let mut numbers: Vec<i64> = seen.iter().map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len()
        };
        let own = |given: &Given| stands(&given.position, last.side) as i64;
        let ahead =
            |given: &Given| own(given) - stands(&given.position, last.side.opponent()) as i64;
        let is_varied = distinct(&own) >= LEAST_VALUES && distinct(&ahead) >= LEAST_VALUES;
        let is_new = seen.last().is_some_and(|given| given.step == last.step);
        if seen.len() < POSITIONS || !is_varied || !is_new {
            return None;
        }
        let is_wrong = distinct(&|given| given.value) < LEAST_VALUES;
        let expected = format!("at least {LEAST_VALUES} different values");
        Some(verdict(APART, is_wrong.then_some(expected), &seen))
    }

    /// Whether a search that looks three moves ahead would take too long. The quickest of several
    /// calls counts, and a call at each of its last positions.
    fn fast(&self) -> Option<Verdict> {
        let last = self.given.last()?;
        let same: Vec<Given> =
            self.given.iter().filter(|given| given.position == last.position).copied().collect();
        let micros = same.iter().map(|given| given.micros).min()?;
        let moves = Santorini::default().count_moves(&last.position);
        if same.len() != CALLS || moves == 0 {
            return None;
        }
        let search = micros.saturating_mul(moves.pow(3));
        let seconds = search * 120 / SEARCH_MICROS;
        let expected = format!(
            "a search of depth 3 in two minutes; at {micros} us a call it takes about {seconds} \
             seconds when it is compiled"
        );
        Some(verdict(FAST, (search > SEARCH_MICROS).then_some(expected), &same))
    }
}

fn verdict(kind: &'static str, expected: Option<String>, given: &[Given]) -> Verdict {
    let values: Vec<String> = given.iter().map(|given| given.value.to_string()).collect();
    let steps = given.iter().map(|given| given.step).collect();
    Verdict { kind, expected, values: values.join("\n"), steps }
}
