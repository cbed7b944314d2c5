//! Who sits at a table, as people write it.

use std::fmt;
use std::str::FromStr;

use agon_core::quote;

/// A player as it is named: `person`, `random`, `random:seed=7`, `minimax`,
/// `minimax:depth=2,eval=hand`.
///
/// ```
/// use agon_arena::Seat;
/// let seat: Seat = "minimax:depth=2".parse().unwrap();
/// assert_eq!(seat, Seat::Minimax { depth: 2, eval: None });
/// assert_eq!(seat.to_string(), "minimax:depth=2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody outside, who makes moves by telling the table.
    Person,
    /// Picks among the legal moves by dice.
    Random {
        /// The seed of the dice; a table takes 0 for a seed that nobody chose.
        seed: Option<u64>,
    },
    /// Looks a fixed number of plies ahead.
    Minimax {
        /// The number of plies.
        depth: u32,
        /// The evaluation by name; the game's first one if not given.
        eval: Option<String>,
    },
}

agon_core::refusals! {
    /// Why the name of a player is refused.
    pub enum SeatRefusal {
        UnknownPlayer { found: String } => "{found} is not a player: there are person, random and minimax (as in minimax:depth=3)",
        UnknownOption { player: &'static str, found: String } => "{player} does not know the option {found}",
        Seed { found: String } => "the seed of random is a whole number, not {found}",
        Depth { found: String, most: u32 } => "the depth of minimax is a whole number from 1 to {most}, not {found}",
        UnknownEvaluation { found: String, known: String } => "there is no evaluation {found} for this game, only {known}",
    }
}

impl Seat {
    /// How far ahead minimax looks when nothing else is said.
    pub const DEPTH: u32 = 3;

    /// How far ahead minimax may be told to look.
    pub const MAX_DEPTH: u32 = 9;

    /// The computer player that is taken when nothing else is said.
    pub const COMPUTER: Seat = Seat::Minimax { depth: Seat::DEPTH, eval: None };

    /// Whether this is somebody outside.
    pub fn is_person(&self) -> bool {
        *self == Seat::Person
    }
}

impl FromStr for Seat {
    type Err = SeatRefusal;

    fn from_str(text: &str) -> Result<Seat, SeatRefusal> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut seat = match name {
            "person" => Seat::Person,
            "random" => Seat::Random { seed: None },
            "minimax" => Seat::COMPUTER,
            _ => return Err(SeatRefusal::UnknownPlayer { found: quote(name) }),
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            seat.set(option)?;
        }
        Ok(seat)
    }
}

impl Seat {
    fn set(&mut self, option: &str) -> Result<(), SeatRefusal> {
        let unknown = |player| SeatRefusal::UnknownOption { player, found: quote(option) };
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match (self, key) {
            (Seat::Random { seed }, "seed") => {
                let number =
                    value.parse().map_err(|_| SeatRefusal::Seed { found: quote(value) })?;
                *seed = Some(number);
            }
            (Seat::Minimax { depth, .. }, "depth") => {
                let plies =
                    value.parse().ok().filter(|plies| (1..=Seat::MAX_DEPTH).contains(plies));
                *depth = plies
                    .ok_or(SeatRefusal::Depth { found: quote(value), most: Seat::MAX_DEPTH })?;
            }
            (Seat::Minimax { eval, .. }, "eval") => *eval = Some(value.to_string()),
            (Seat::Person, _) => return Err(unknown("person")),
            (Seat::Random { .. }, _) => return Err(unknown("random")),
            (Seat::Minimax { .. }, _) => return Err(unknown("minimax")),
        }
        Ok(())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str("person"),
            Seat::Random { seed: None } => f.write_str("random"),
            Seat::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
            Seat::Minimax { depth, eval: None } => write!(f, "minimax:depth={depth}"),
            Seat::Minimax { depth, eval: Some(eval) } => {
                write!(f, "minimax:depth={depth},eval={eval}")
            }
        }
    }
}
