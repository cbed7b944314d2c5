//! What a game brings to the session beyond what every game gets.

use std::sync::{Mutex, PoisonError};

use agon_core::{Exact, Game, Indexed, Proven, Side, Silent, quote};
use agon_games::byte::{self, Byte};
use agon_games::theseus::{DEPTHS, Solved, Theseus};
use agon_search::{AlphaBetaProver, KnowledgeBase, SolveLimits};

use crate::player_spec::{check_repeated, read_seed};
use crate::players::theseus::{FairMinMax, Heuristic, MinMax, Thrower};
use crate::players::{Player, Prepare, Sensing};
use crate::{PlayerRefusal, PlayerSpec, Refused};

/// Players that only one game has, rules that depend on who plays, and proven values.
/// A game that has nothing of the kind is at home in `()`.
pub trait GameExtras<G: Game>: 'static {
    /// The names of the players that only this game has.
    const PLAYERS: &'static [&'static str] = &[];

    /// What works out the proven values, in games that are solved.
    const EXACT: Option<Prepare<G>> = None;

    /// What knows how games end, where that can be found out only late in a game.
    const ENDINGS: Option<Prepare<G>> = None;

    /// The player that this game has for a seat, if it has one of its own.
    fn player(
        _game: &G,
        _side: Side,
        _seat: &PlayerSpec,
    ) -> Result<Option<Box<dyn Player<G>>>, PlayerRefusal> {
        Ok(None)
    }

    /// Refuses a perfect player whose values would take too much to work out.
    fn check_exact(_game: &G) -> Result<(), Refused> {
        Ok(())
    }

    /// Fits the rules to who plays a side.
    fn adapt(_game: &mut G, _side: Side, _seat: &PlayerSpec) {}
}

impl<G: Game> GameExtras<G> for () {}

/// The house of games whose rules know who wins.
pub struct KnownByTheory;

impl<G: Game + Exact<G>> GameExtras<G> for KnownByTheory {
    const EXACT: Option<Prepare<G>> = Some(|game, _| Ok(Box::new(game.clone())));
}

/// The house of games that are small enough to be solved whole at once.
pub struct SolvedAtOnce;

impl<G: Indexed> GameExtras<G> for SolvedAtOnce {
    const EXACT: Option<Prepare<G>> = Some(|game, stop| {
        let mut base = KnowledgeBase::new(game.clone());
        base.solve(&game.start(), &SolveLimits::default(), &Silent(stop))?;
        Ok(Box::new(base))
    });
}

/// The house of Byte, whose ends can be decided.
pub struct DecidedLate;

/// With at most so many stacks a position of Byte is worth trying to decide.
const FEW_STACKS: usize = 11;

/// How many positions may be looked at to decide one.
const PROVER_NODES: u64 = 200_000;

impl GameExtras<Byte> for DecidedLate {
    const ENDINGS: Option<Prepare<Byte>> =
        Some(|_, _| Ok(Box::new(LateByte(Mutex::new(AlphaBetaProver::new(1 << 18))))));
}

/// Decides late positions of Byte.
struct LateByte(Mutex<AlphaBetaProver>);

impl Exact<Byte> for LateByte {
    fn exact(&self, game: &Byte, position: &byte::Position) -> Option<Proven> {
        if position.occupied().count() > FEW_STACKS {
            return None;
        }
        let mut prover = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = prover.prove(game, position, PROVER_NODES, &())?;
        Some(Proven { verdict, plies: None })
    }
}

/// The house of Theseus and the Minotaur.
pub struct Labyrinth;

/// The most memory that solving a maze for perfect play may take.
const MOST_MEMORY: u64 = 1 << 30;

impl GameExtras<Theseus> for Labyrinth {
    const PLAYERS: &'static [&'static str] = &["heuristic", "minmax"];

    const EXACT: Option<Prepare<Theseus>> =
        Some(|game, stop| Ok(Box::new(Solved::new(game, MOST_MEMORY, stop)?)));

    fn player(
        _: &Theseus,
        side: Side,
        seat: &PlayerSpec,
    ) -> Result<Option<Box<dyn Player<Theseus>>>, PlayerRefusal> {
        Ok(match seat {
            PlayerSpec::Random { seed } => {
                Some(Box::new(Sensing { side, limited: Thrower::seeded(seed.unwrap_or(0)) }))
            }
            PlayerSpec::Own { name, options } if name == "heuristic" => {
                let Options { seed, .. } = Options::read("heuristic", options, &["seed"])?;
                Some(Box::new(Sensing { side, limited: Heuristic::seeded(seed) }))
            }
            PlayerSpec::Own { name, options } if name == "minmax" => {
                let known = ["seed", "depth", "fair"];
                let Options { seed, depth, fair } = Options::read("minmax", options, &known)?;
                match fair {
                    true => Some(Box::new(Sensing { side, limited: FairMinMax::new(depth, seed) })),
                    false => Some(Box::new(MinMax::new(side, depth, seed))),
                }
            }
            _ => None,
        })
    }

    fn check_exact(game: &Theseus) -> Result<(), Refused> {
        Ok(Solved::check_size(game, MOST_MEMORY)?)
    }

    /// One who throws a die runs into walls.
    fn adapt(game: &mut Theseus, side: Side, seat: &PlayerSpec) {
        if matches!(seat, PlayerSpec::Random { .. }) {
            *game = game.clone().with_stumble(side, true);
        }
    }
}

/// What can be said of the players of Theseus and the Minotaur after the colon.
struct Options {
    seed: u64,
    depth: u32,
    fair: bool,
}

impl Options {
    fn read(player: &'static str, text: &str, known: &[&str]) -> Result<Options, PlayerRefusal> {
        let mut options = Options { seed: 0, depth: MinMax::DEPTH, fair: false };
        let given: Vec<&str> = text.split(',').filter(|option| !option.is_empty()).collect();
        check_repeated(&given)?;
        for option in given {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            match key {
                _ if !known.contains(&key) => {
                    let found = quote(option);
                    return Err(PlayerRefusal::UnknownOption { player, found });
                }
                "seed" => options.seed = read_seed(value)?,
                "depth" => {
                    let depth = value.parse().ok().filter(|depth| DEPTHS.contains(depth));
                    options.depth = depth.ok_or_else(|| PlayerRefusal::OwnDepth {
                        player,
                        found: quote(value),
                        least: *DEPTHS.start(),
                        most: *DEPTHS.end(),
                    })?;
                }
                _ if value.is_empty() => options.fair = true,
                _ => {
                    let found = quote(option);
                    return Err(PlayerRefusal::UnknownOption { player, found });
                }
            }
        }
        Ok(options)
    }
}
