//! What a game has beyond what every game gets: players of its own, proven values, networks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use agon_core::{
    Evaluate, Exact, Game, Indexed, Notation as _, Present, Proven, Settings, Side, Silent, Stop,
    Tree, Value,
};
use agon_games::byte::{self, Byte};
use agon_games::santorini::Santorini;
use agon_games::theseus::{self, AssignmentNode, DEPTHS, Solved, Theseus};
use agon_network::{Network, NetworkInputs, NetworkRefusal};
use agon_search::{AlphaBetaProver, KnowledgeBase, SolveLimits};

use crate::data::PositionPacking;
use crate::levels::Level;
use crate::player_spec::read_options;
use crate::players::theseus::{DieRoller, FairMinMax, Heuristic, MinMax, SensingLevel};
use crate::players::{Player, PrepareExact, ViewOnly};
#[cfg(feature = "tablebase")]
use crate::small_boards;
use crate::{OptionForm, OptionValue, PlayerForm, PlayerRefusal, PlayerSpec, Refused};

/// Players of one game alone, rules that depend on the players, proven values, and networks. `()` is
/// for games that have nothing of the kind.
pub trait GameExtras<G: Game>: 'static {
    /// The players that only this game has.
    const PLAYERS: &'static [PlayerForm] = &[];

    /// Works out the proven values, in games that are solved.
    const EXACT: Option<PrepareExact<G>> = None;

    /// Gives the proven values of openings, in games that are not solved; `None` if none are known.
    fn openings(_game: &G) -> Option<Box<dyn Exact<G>>> {
        None
    }

    /// Works out the proven values of endgames, in games that are not solved.
    const ENDINGS: Option<PrepareExact<G>> = None;

    /// Reads a network for the game, if there can be one.
    const NETWORK: Option<ReadNetwork<G>> = None;

    /// The game's own player for a spec, if it has one.
    fn player(
        _game: &G,
        _side: Side,
        _spec: &PlayerSpec,
    ) -> Result<Option<Box<dyn Player<G>>>, PlayerRefusal> {
        Ok(None)
    }

    /// The players of `PLAYERS` that have a tree to show.
    const TREES: &'static [&'static str] = &[];

    /// The tree that a player builds in a position, if it has one to show.
    fn player_tree(
        _game: &G,
        _position: &G::Position,
        _spec: &PlayerSpec,
    ) -> Result<Option<Tree<AssignmentNode>>, PlayerRefusal> {
        Ok(None)
    }

    /// Whether the game is solved with these parameters.
    fn is_solved(_game: &G) -> bool {
        Self::EXACT.is_some()
    }

    /// The values of the game's parameters with which it is solved, where that depends on them.
    fn solved_with() -> Vec<Settings> {
        Vec::new()
    }

    /// Refuses proven values that would take too much memory.
    fn check_exact(_game: &G) -> Result<(), Refused> {
        Ok(())
    }

    /// About how many bytes the proven values take.
    fn exact_bytes(_game: &G) -> u64 {
        0
    }

    /// The packed form of positions, in games that have one.
    const PACKING: Option<PositionPacking<G>> = None;

    /// The names of the sides, as people call them.
    fn sides(_game: &G) -> [&'static str; 2]
    where
        G: Present,
    {
        G::SIDES
    }

    /// Adapts the rules to the player of a side.
    fn adapt(_game: &mut G, _side: Side, _spec: &PlayerSpec) {}
}

impl<G: Game> GameExtras<G> for () {}

/// Reads a network for a game with its parameters, under a name.
pub type ReadNetwork<G> = fn(&G, &str, &[u8]) -> Result<Arc<dyn Evaluate<G>>, NetworkRefusal>;

fn read_network<G: NetworkInputs>(
    game: &G,
    name: &str,
    bytes: &[u8],
) -> Result<Arc<dyn Evaluate<G>>, NetworkRefusal> {
    Ok(Arc::new(Network::read(game, name, bytes)?))
}

/// Extras of Santorini, which has networks, whose positions can be packed, and whose small boards
/// are solved; of some larger ones the placement is.
pub struct SantoriniExtras;

impl GameExtras<Santorini> for SantoriniExtras {
    const NETWORK: Option<ReadNetwork<Santorini>> = Some(read_network);
    const PACKING: Option<PositionPacking<Santorini>> = Some(PositionPacking::of());

    #[cfg(feature = "tablebase")]
    const EXACT: Option<PrepareExact<Santorini>> = Some(small_boards::prepare);

    #[cfg(feature = "tablebase")]
    fn openings(game: &Santorini) -> Option<Box<dyn Exact<Santorini>>> {
        small_boards::openings(game)
    }

    #[cfg(feature = "tablebase")]
    fn is_solved(game: &Santorini) -> bool {
        small_boards::is_solved(game)
    }

    #[cfg(feature = "tablebase")]
    fn solved_with() -> Vec<Settings> {
        small_boards::solved_with()
    }

    #[cfg(feature = "tablebase")]
    fn exact_bytes(game: &Santorini) -> u64 {
        small_boards::bytes(game)
    }
}

/// Extras of games with a closed form.
pub struct ClosedForm;

impl<G: Game + Exact<G>> GameExtras<G> for ClosedForm {
    const EXACT: Option<PrepareExact<G>> = Some(|game, _| Ok(Box::new(game.clone())));
}

/// Extras of games that are small enough to be solved whole at once.
pub struct FullySolved;

impl<G: Indexed> GameExtras<G> for FullySolved {
    const EXACT: Option<PrepareExact<G>> = Some(|game, stop| {
        let mut base = KnowledgeBase::new(game.clone());
        base.solve(&game.start(), &SolveLimits::default(), &Silent(stop))?;
        Ok(Box::new(base))
    });

    fn exact_bytes(_: &G) -> u64 {
        1 << 20
    }
}

/// Extras of Byte, whose endgames can be proven.
pub struct ByteExtras;

/// The most stacks of a position of Byte that is worth trying to prove.
const ENDGAME_STACKS: usize = 11;

/// The entries of the prover's table.
const PROVER_ENTRIES: usize = 1 << 18;

/// The node limit of a proof.
const PROVER_NODES: u64 = 200_000;

impl GameExtras<Byte> for ByteExtras {
    const NETWORK: Option<ReadNetwork<Byte>> = Some(read_network);
    const PACKING: Option<PositionPacking<Byte>> = Some(PositionPacking::of());

    const ENDINGS: Option<PrepareExact<Byte>> =
        Some(|_, _| Ok(Box::new(EndgameProver(Mutex::new(AlphaBetaProver::new(PROVER_ENTRIES))))));

    fn exact_bytes(_: &Byte) -> u64 {
        16 * PROVER_ENTRIES as u64
    }
}

/// Proves endgames of Byte.
struct EndgameProver(Mutex<AlphaBetaProver>);

impl Exact<Byte> for EndgameProver {
    fn exact(&self, game: &Byte, position: &byte::Position) -> Option<Proven> {
        if position.occupied().count() > ENDGAME_STACKS {
            return None;
        }
        let mut prover = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = prover.prove(game, position, PROVER_NODES, &())?;
        Some(Proven { verdict, plies: None })
    }
}

/// Extras of Theseus and the Minotaur.
pub struct TheseusExtras;

/// The most memory that the proven values of a maze may take, in bytes.
const MAX_EXACT_MEMORY: u64 = 1 << 30;

impl GameExtras<Theseus> for TheseusExtras {
    const PLAYERS: &'static [PlayerForm] = &[HEURISTIC, MINMAX];

    const TREES: &'static [&'static str] = &[MINMAX.name];

    const EXACT: Option<PrepareExact<Theseus>> =
        Some(|game, stop| Ok(Box::new(solved_maze(game, stop)?)));

    fn player(
        _: &Theseus,
        side: Side,
        spec: &PlayerSpec,
    ) -> Result<Option<Box<dyn Player<Theseus>>>, PlayerRefusal> {
        Ok(match spec {
            PlayerSpec::Random { seed } => {
                Some(Box::new(ViewOnly { side, player: DieRoller::seeded(seed.unwrap_or(0)) }))
            }
            PlayerSpec::Level { level, seed, all_knowing: false } => {
                let level = Level::numbered(*level);
                Some(Box::new(SensingLevel::new(side, level, seed.unwrap_or(0))))
            }
            PlayerSpec::Own { name, options } if name == "heuristic" => {
                let seed = read_options(&HEURISTIC, options)?.number("seed").unwrap_or(0);
                Some(Box::new(ViewOnly { side, player: Heuristic::seeded(seed) }))
            }
            PlayerSpec::Own { name, options } if name == "minmax" => {
                let options = read_options(&MINMAX, options)?;
                let seed = options.number("seed").unwrap_or(0);
                let depth = options.small("depth").unwrap_or(MinMax::DEPTH);
                match options.is_given("fair") {
                    true => Some(Box::new(ViewOnly { side, player: FairMinMax::new(depth, seed) })),
                    false => Some(Box::new(MinMax::new(side, depth, seed))),
                }
            }
            _ => None,
        })
    }

    fn player_tree(
        game: &Theseus,
        position: &theseus::Position,
        spec: &PlayerSpec,
    ) -> Result<Option<Tree<AssignmentNode>>, PlayerRefusal> {
        let PlayerSpec::Own { name, options } = spec else { return Ok(None) };
        if name != MINMAX.name {
            return Ok(None);
        }
        let options = read_options(&MINMAX, options)?;
        if options.is_given("fair") {
            return Err(PlayerRefusal::FairTree);
        }
        let depth = options.small("depth").unwrap_or(MinMax::DEPTH);
        let tree = theseus::tree(game, position, depth);
        Ok(Some(theseus::assignment_tree(&tree, |position| game.write(position))))
    }

    fn check_exact(game: &Theseus) -> Result<(), Refused> {
        Ok(Solved::check_size(game, MAX_EXACT_MEMORY)?)
    }

    /// The known part of the table is its lower bound; the times of the loot add about as much.
    fn exact_bytes(game: &Theseus) -> u64 {
        (2 * Solved::least_bytes(game)).min(MAX_EXACT_MEMORY)
    }

    /// A random player runs into walls.
    fn adapt(game: &mut Theseus, side: Side, spec: &PlayerSpec) {
        if matches!(spec, PlayerSpec::Random { .. }) {
            *game = game.clone().with_stumble(side, true);
        }
    }
}

/// The values of a maze, shared by everybody who needs them at the same time.
struct SharedMaze(Arc<Solved>);

/// The mazes that are in use, by their text.
static SOLVED_MAZES: Mutex<Option<HashMap<String, Weak<Solved>>>> = Mutex::new(None);

/// The values of a maze: those that somebody has already, or else worked out.
fn solved_maze(game: &Theseus, stop: &dyn Stop) -> Result<SharedMaze, Refused> {
    let stumbles = game.rules().stumble;
    let key = format!("{} {stumbles:?}", game.write(&game.start()));
    let mazes = || SOLVED_MAZES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = mazes().as_ref().and_then(|mazes| mazes.get(&key)?.upgrade());
    if let Some(solved) = known {
        return Ok(SharedMaze(solved));
    }
    // Two who ask at the same moment both work; nobody waits for the other.
    let solved = Arc::new(Solved::new(game, MAX_EXACT_MEMORY, stop)?);
    let mut mazes = mazes();
    let mazes = mazes.get_or_insert_default();
    mazes.retain(|_, solved| solved.strong_count() > 0);
    mazes.insert(key, Arc::downgrade(&solved));
    Ok(SharedMaze(solved))
}

impl Exact<Theseus> for SharedMaze {
    fn exact(&self, game: &Theseus, position: &theseus::Position) -> Option<Proven> {
        self.0.exact(game, position)
    }

    fn tie_break(&self, game: &Theseus, position: &theseus::Position) -> Value {
        self.0.tie_break(game, position)
    }
}

const HEURISTIC: PlayerForm = PlayerForm {
    name: "heuristic",
    example: "heuristic:seed=7",
    about: "judges each die by what it senses",
    options: &[OptionForm::SEED],
};

const MINMAX: PlayerForm = PlayerForm {
    name: "minmax",
    example: "minmax:depth=4,fair",
    about: "the assignment's minimax tree",
    options: &[
        OptionForm {
            key: "depth",
            value: OptionValue::Number {
                least: *DEPTHS.start() as u64,
                most: *DEPTHS.end() as u64,
            },
            about: "depth in plies (2 if left out)",
        },
        OptionForm { key: "fair", value: OptionValue::Flag, about: "knows only what it senses" },
        OptionForm::SEED,
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_is_solved_once_for_all_who_need_it_at_the_same_time() {
        let game = Theseus::default();
        let first = solved_maze(&game, &()).unwrap();
        let second = solved_maze(&game, &()).unwrap();
        assert!(Arc::ptr_eq(&first.0, &second.0));
        let other = solved_maze(&game.clone().with_plies(7), &()).unwrap();
        assert!(!Arc::ptr_eq(&first.0, &other.0), "other rules have other values");
        let weak = Arc::downgrade(&first.0);
        drop((first, second));
        assert!(weak.upgrade().is_none(), "nobody needs it any more");
    }
}
