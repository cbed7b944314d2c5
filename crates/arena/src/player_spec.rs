//! Who sits at a session, as people write it.

use std::collections::HashSet;
use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use agon_core::quote;

use crate::levels::{LEVELS, Level};

/// A player as it is named: `person`, `random`, `random:seed=7`, `minimax`,
/// `minimax:depth=2,eval=hand`, `level:3`, `engine:nodes=100000`, `engine:movetime=500`,
/// `perfect`, or one that only some game has, as `heuristic:seed=7`.
///
/// ```
/// use agon_arena::PlayerSpec;
/// let seat: PlayerSpec = "minimax:depth=2".parse().unwrap();
/// assert_eq!(seat, PlayerSpec::Minimax { depth: 2, eval: None });
/// assert_eq!(seat.to_string(), "minimax:depth=2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Somebody outside, who makes moves by telling the session.
    Person,
    /// Picks among the legal moves by dice.
    Random {
        /// The seed of the dice; a session takes 0 for a seed that nobody chose.
        seed: Option<u64>,
    },
    /// Looks a fixed number of plies ahead.
    Minimax {
        /// The number of plies.
        depth: u32,
        /// The evaluation by name; the game's first one if not given.
        eval: Option<String>,
    },
    /// The engine, at a level for people.
    Level {
        /// The level, counted from 1.
        level: u32,
        /// The seed of its carelessness; a session takes 0 for a seed that nobody chose.
        seed: Option<u64>,
    },
    /// The engine, within limits.
    Engine {
        /// The most plies to look ahead.
        depth: Option<u32>,
        /// The most positions to look at.
        nodes: Option<u64>,
        /// The time a move in milliseconds, which whoever owns the clock sees to.
        movetime: Option<u64>,
        /// The evaluation by name; the game's own if not given.
        eval: Option<String>,
    },
    /// Plays the proven values, in games that are solved.
    Perfect,
    /// A player that only some game has; the session knows whether its game does.
    Own {
        /// Its name, in small letters.
        name: String,
        /// What is said of it after the colon.
        options: String,
    },
}

agon_core::refusals! {
    /// Why the name of a player is refused.
    pub enum PlayerRefusal {
        UnknownPlayer { found: String } => "{found} is not a player: there are person, random, level (as in level:3), minimax (as in minimax:depth=3), engine (as in engine:nodes=100000) and perfect, and some games have more",
        NotHere { found: String, known: String } => "{found} is not a player of this game: there are {known}",
        NotSolved { game: &'static str } => "nobody plays {game} perfectly: it is not solved",
        UnknownOption { player: &'static str, found: String } => "{player} does not know the option {found}",
        Repeated { option: String } => "the option {option} is given twice",
        Seed { found: String } => "a seed is a whole number, not {found}",
        OwnDepth { player: &'static str, found: String, least: u32, most: u32 } => "the depth of {player} is a whole number from {least} to {most}, not {found}",
        Level { found: String, most: usize } => "a level is a whole number from 1 to {most}, as in level:3, not {found}",
        Nodes { found: String } => "the most positions to look at are a whole number above 0, not {found}",
        NodesTooLarge { found: String } => "{found} is too large: at most 18446744073709551615 positions can be looked at",
        Time { found: String, most: u64 } => "the time a move is a whole number of milliseconds from 1 to {most}, not {found}",
        NoLimit => "the engine needs a limit, as in engine:nodes=100000, engine:movetime=500 or engine:depth=8",
        Depth { found: String, most: u32 } => "the depth is a whole number from 1 to {most}, not {found}",
        UnknownEvaluation { found: String, known: String } => "there is no evaluation {found} for this game, only {known}",
    }
}

impl PlayerSpec {
    /// How far ahead minimax looks when nothing else is said.
    pub const DEPTH: u32 = 3;

    /// How far ahead minimax may be told to look.
    pub const MAX_DEPTH: u32 = 9;

    /// The computer player that is taken when nothing else is said.
    pub const COMPUTER: PlayerSpec = PlayerSpec::Level { level: 5, seed: None };

    /// How long the engine may be told to think about a move, in milliseconds.
    pub const MAX_MOVETIME: u64 = 3_600_000;

    /// How deep the engine may be told to look.
    pub const MAX_ENGINE_DEPTH: u32 = 100;

    /// Makes a computer player stronger or weaker by so many levels or plies, and says
    /// what it is now; `None` if it has neither.
    pub fn change(&mut self, by: i32) -> Option<String> {
        match self {
            PlayerSpec::Level { level, .. } => {
                *level = level.saturating_add_signed(by).clamp(1, LEVELS.len() as u32);
                Some(format!("plays at level {level}, {}", Level::numbered(*level).name))
            }
            PlayerSpec::Minimax { depth, .. } => {
                *depth = depth.saturating_add_signed(by).clamp(1, PlayerSpec::MAX_DEPTH);
                Some(format!("looks {depth} plies ahead"))
            }
            _ => None,
        }
    }

    /// The evaluation that it judges by, if one is named.
    pub fn eval(&self) -> Option<&str> {
        match self {
            PlayerSpec::Minimax { eval, .. } | PlayerSpec::Engine { eval, .. } => eval.as_deref(),
            _ => None,
        }
    }

    /// How long it may think about a move, in milliseconds, if a time is its limit.
    pub fn movetime(&self) -> Option<u64> {
        match self {
            PlayerSpec::Engine { movetime, .. } => *movetime,
            _ => None,
        }
    }

    /// Whether this is somebody outside.
    pub fn is_person(&self) -> bool {
        *self == PlayerSpec::Person
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerRefusal;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerRefusal> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let mut seat = match name {
            "person" => PlayerSpec::Person,
            "random" => PlayerSpec::Random { seed: None },
            "minimax" => PlayerSpec::Minimax { depth: PlayerSpec::DEPTH, eval: None },
            "level" => PlayerSpec::COMPUTER,
            "engine" => PlayerSpec::Engine { depth: None, nodes: None, movetime: None, eval: None },
            "perfect" => PlayerSpec::Perfect,
            _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                return Ok(PlayerSpec::Own {
                    name: name.into(),
                    options: options.unwrap_or_default().into(),
                });
            }
            _ => return Err(PlayerRefusal::UnknownPlayer { found: quote(name) }),
        };
        let mut options: Vec<&str> = options.map_or(Vec::new(), |text| text.split(',').collect());
        // The number of a level comes first, without a word before it.
        if let (PlayerSpec::Level { level, .. }, Some(number)) = (&mut seat, options.first())
            && !number.contains('=')
        {
            *level = read_level(number)?;
            options.remove(0);
        }
        check_repeated(&options)?;
        options.into_iter().try_for_each(|option| seat.set(option))?;
        Ok(seat)
    }
}

/// Refuses options of which one is given twice.
pub(crate) fn check_repeated(options: &[&str]) -> Result<(), PlayerRefusal> {
    let key = |option: &str| option.split('=').next().unwrap_or_default().to_string();
    let mut seen = HashSet::new();
    match options.iter().map(|option| key(option)).find(|key| !seen.insert(key.clone())) {
        None => Ok(()),
        Some(option) => Err(PlayerRefusal::Repeated { option: quote(&option) }),
    }
}

impl PlayerSpec {
    fn set(&mut self, option: &str) -> Result<(), PlayerRefusal> {
        let unknown = |player| PlayerRefusal::UnknownOption { player, found: quote(option) };
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match (self, key) {
            (PlayerSpec::Random { seed }, "seed") => *seed = Some(read_seed(value)?),
            (PlayerSpec::Minimax { depth, .. }, "depth") => {
                let plies =
                    value.parse().ok().filter(|plies| (1..=PlayerSpec::MAX_DEPTH).contains(plies));
                *depth = plies.ok_or(PlayerRefusal::Depth {
                    found: quote(value),
                    most: PlayerSpec::MAX_DEPTH,
                })?;
            }
            (PlayerSpec::Minimax { eval, .. }, "eval") => *eval = Some(value.to_string()),
            (PlayerSpec::Level { seed, .. }, "seed") => *seed = Some(read_seed(value)?),
            (PlayerSpec::Engine { depth, .. }, "depth") => {
                let most = PlayerSpec::MAX_ENGINE_DEPTH;
                let plies = value.parse().ok().filter(|plies| (1..=most).contains(plies));
                *depth = Some(plies.ok_or(PlayerRefusal::Depth { found: quote(value), most })?);
            }
            (PlayerSpec::Engine { nodes, .. }, "nodes") => {
                *nodes = Some(read_nodes(value)?);
            }
            (PlayerSpec::Engine { movetime, .. }, "movetime") => {
                let most = PlayerSpec::MAX_MOVETIME;
                let time = value.parse().ok().filter(|time| (1..=most).contains(time));
                *movetime = Some(time.ok_or(PlayerRefusal::Time { found: quote(value), most })?);
            }
            (PlayerSpec::Engine { eval, .. }, "eval") => *eval = Some(value.to_string()),
            (PlayerSpec::Person, _) => return Err(unknown("person")),
            (PlayerSpec::Level { .. }, _) => return Err(unknown("level")),
            (PlayerSpec::Engine { .. }, _) => return Err(unknown("engine")),
            (PlayerSpec::Random { .. }, _) => return Err(unknown("random")),
            (PlayerSpec::Minimax { .. }, _) => return Err(unknown("minimax")),
            (PlayerSpec::Perfect, _) => return Err(unknown("perfect")),
            // What options such a player has is for its game to say.
            (PlayerSpec::Own { .. }, _) => (),
        }
        Ok(())
    }
}

/// Reads the number of a level.
fn read_level(text: &str) -> Result<u32, PlayerRefusal> {
    let most = LEVELS.len();
    let level = text.parse().ok().filter(|level| (1..=most as u32).contains(level));
    level.ok_or_else(|| PlayerRefusal::Level { found: quote(text), most })
}

/// Reads a limit of positions.
fn read_nodes(text: &str) -> Result<u64, PlayerRefusal> {
    let found = quote(text);
    match text.parse::<u64>().map_err(|error| *error.kind()) {
        Ok(nodes) if nodes > 0 => Ok(nodes),
        Err(IntErrorKind::PosOverflow) => Err(PlayerRefusal::NodesTooLarge { found }),
        _ => Err(PlayerRefusal::Nodes { found }),
    }
}

/// Reads the seed of a player that throws dice.
pub(crate) fn read_seed(text: &str) -> Result<u64, PlayerRefusal> {
    text.parse().map_err(|_| PlayerRefusal::Seed { found: quote(text) })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Person => f.write_str("person"),
            PlayerSpec::Random { seed: None } => f.write_str("random"),
            PlayerSpec::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
            PlayerSpec::Minimax { depth, eval: None } => write!(f, "minimax:depth={depth}"),
            PlayerSpec::Minimax { depth, eval: Some(eval) } => {
                write!(f, "minimax:depth={depth},eval={eval}")
            }
            PlayerSpec::Level { level, seed: None } => write!(f, "level:{level}"),
            PlayerSpec::Level { level, seed: Some(seed) } => write!(f, "level:{level},seed={seed}"),
            PlayerSpec::Engine { depth, nodes, movetime, eval } => {
                let depth = depth.map(|depth| format!("depth={depth}"));
                let nodes = nodes.map(|nodes| format!("nodes={nodes}"));
                let movetime = movetime.map(|time| format!("movetime={time}"));
                let eval = eval.as_ref().map(|eval| format!("eval={eval}"));
                let options: Vec<String> =
                    [depth, nodes, movetime, eval].into_iter().flatten().collect();
                let joint = if options.is_empty() { "" } else { ":" };
                write!(f, "engine{joint}{}", options.join(","))
            }
            PlayerSpec::Perfect => f.write_str("perfect"),
            PlayerSpec::Own { name, options } if options.is_empty() => f.write_str(name),
            PlayerSpec::Own { name, options } => write!(f, "{name}:{options}"),
        }
    }
}
