//! Who sits at a table, as people write it.

use std::fmt;
use std::str::FromStr;

use agon_core::quote;

/// A player as it is named: `person`, `random`, `random:seed=7`, `minimax`,
/// `minimax:depth=2,eval=hand`, `perfect`, or one that only some game has, as
/// `heuristic:seed=7`.
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
    /// Plays the proven values, in games that are solved.
    Perfect,
    /// A player that only some game has; the table knows whether its game does.
    Own {
        /// Its name, in small letters.
        name: String,
        /// What is said of it after the colon.
        options: String,
    },
}

agon_core::refusals! {
    /// Why the name of a player is refused.
    pub enum SeatRefusal {
        UnknownPlayer { found: String } => "{found} is not a player: there are person, random, minimax (as in minimax:depth=3) and perfect, and some games have more",
        NotHere { found: String, known: String } => "{found} is not a player of this game: there are {known}",
        NotSolved { game: &'static str } => "nobody plays {game} perfectly: it is not solved",
        UnknownOption { player: &'static str, found: String } => "{player} does not know the option {found}",
        Seed { found: String } => "a seed is a whole number, not {found}",
        OwnDepth { player: &'static str, found: String, least: u32, most: u32 } => "the depth of {player} is a whole number from {least} to {most}, not {found}",
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
            "perfect" => Seat::Perfect,
            _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                return Ok(Seat::Own { name: name.into(), options: options.into() });
            }
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
            (Seat::Random { seed }, "seed") => *seed = Some(read_seed(value)?),
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
            (Seat::Perfect, _) => return Err(unknown("perfect")),
            // What options such a player has is for its game to say.
            (Seat::Own { .. }, _) => (),
        }
        Ok(())
    }
}

/// Reads the seed of a player that throws dice.
pub(crate) fn read_seed(text: &str) -> Result<u64, SeatRefusal> {
    text.parse().map_err(|_| SeatRefusal::Seed { found: quote(text) })
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
            Seat::Perfect => f.write_str("perfect"),
            Seat::Own { name, options } if options.is_empty() => f.write_str(name),
            Seat::Own { name, options } => write!(f, "{name}:{options}"),
        }
    }
}
