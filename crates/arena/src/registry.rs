//! The registry of games.

use agon_core::{
    DefaultEval, Edit, Facts, Indexed, Notation, Present, Progress, StateSpace, Verdict,
};
use agon_games::byte::Byte;
use agon_games::nim::{self, Nim};
use agon_games::santorini::{self, Santorini};
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_network::AnyNetworkSlot;
use agon_search::AlphaBetaProver;

use crate::any_session::AnySession;
use crate::editor::Editor;
use crate::extras::{
    ByteExtras, ClosedForm, FullySolved, GameExtras, SantoriniExtras, TheseusExtras,
};
use crate::knowledge_base::{self, AnyKnowledgeBase};
use crate::player_spec::PlayerForm;
use crate::puzzle::{self, PuzzleMaker};
use crate::refused::Refused;
use crate::session::{self, Session};

/// Every game, one line each. Help, completions, the chooser and the tests are made from
/// it.
///
/// It is a static: a constant would be evaluated, and all sessions, players and searches be
/// compiled again, in each crate that reads it.
pub static GAMES: &[GameEntry] = &[
    GameEntry::with_extras::<Santorini, SantoriniExtras>()
        .edited::<Santorini>()
        .benched_at(11)
        .with_parameter(Parameter::BOARD)
        .with_network(|| &santorini::NETWORK)
        .with_puzzles::<Santorini>(puzzle::from_games::<Santorini>, true),
    GameEntry::with_extras::<Nim, ClosedForm>()
        .solved_by_search::<Nim>()
        .solved_by_theory(nim::theory)
        .edited::<Nim>()
        .with_parameter(Parameter::HEAPS)
        .with_puzzles::<Nim>(puzzle::from_heaps, false),
    GameEntry::with_extras::<Byte, ByteExtras>()
        .decided_by_search::<Byte>()
        .edited::<Byte>()
        .benched_at(17)
        .with_parameter(Parameter::SIZE)
        .with_puzzles::<Byte>(puzzle::from_games::<Byte>, false),
    GameEntry::with_extras::<Theseus, TheseusExtras>()
        .edited::<Theseus>()
        .benched_at(14)
        .with_puzzles::<Theseus>(puzzle::from_mazes, false),
    GameEntry::with_extras::<TicTacToe, FullySolved>()
        .solved_by_search::<TicTacToe>()
        .edited::<TicTacToe>()
        .benched_at(9)
        .with_puzzles::<TicTacToe>(puzzle::from_solved::<TicTacToe>, true),
];

/// A parameter of a game, such as the size of its board.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub default: &'static str,
    /// Its possible values; empty if they cannot be listed.
    pub known: &'static [&'static str],
    /// The start of the game with it, in the game's notation.
    pub start: fn(&str) -> String,
    /// The value of a position in the game's notation, where positions with different values are
    /// different kinds of data; `None` also for the default of Santorini.
    pub of: fn(&str) -> Option<String>,
}

impl Parameter {
    const HEAPS: Parameter = Parameter {
        name: "Heaps",
        default: "3,5,7",
        known: &[],
        start: |heaps| {
            let heaps = heaps.trim();
            if heaps.starts_with('[') { heaps.into() } else { format!("[{heaps}]") }
        },
        of: |_| None,
    };

    const BOARD: Parameter = Parameter {
        name: "Board",
        default: "5x5",
        known: &[],
        start: |board| format!("{board} start"),
        of: |position| {
            let (game, _) = Santorini::read(position).ok()?;
            (*game.board() != santorini::Board::STANDARD).then(|| game.board().to_string())
        },
    };

    const SIZE: Parameter = Parameter {
        name: "Size",
        default: "8",
        known: &["8", "10"],
        start: |size| format!("{size} start"),
        of: |position| position.split_whitespace().next().map(String::from),
    };
}

/// A closed form: the value of a position that is given as text, of any size.
pub type Theory = fn(&str) -> Result<Verdict, Refused>;

/// Proves the value of a position that is given as text, within a node limit; returns the node
/// count, too.
pub type Decide = fn(&str, u64, &dyn Progress) -> Result<(Option<Verdict>, u64), Refused>;

fn decide<G: Notation>(
    text: &str,
    limit: u64,
    progress: &dyn Progress,
) -> Result<(Option<Verdict>, u64), Refused> {
    const ENTRIES: usize = 1 << 22;
    let (game, position) = G::read(text)?;
    let mut prover = AlphaBetaProver::new(ENTRIES);
    Ok((prover.prove(&game, &position, limit, progress), prover.nodes()))
}

/// A game as the registry knows it.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// What the game is about, in a line.
    pub summary: &'static str,
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// An example rule file, or nothing.
    pub example: &'static str,
    /// The names of its players.
    pub players: fn() -> Vec<&'static str>,
    /// The values of its parameter with which it is solved, where that depends on it.
    pub solved_with: fn() -> Vec<String>,
    /// The players that only this game has.
    pub own_players: &'static [PlayerForm],
    /// The approximate number of positions.
    pub size: fn() -> f64,
    /// An empty knowledge base, for games small enough to be solved whole.
    pub base: Option<fn() -> Box<dyn AnyKnowledgeBase>>,
    /// Proves the value of a position, for games without cycles whose endgames can be proven.
    pub decide: Option<Decide>,
    /// The depth of `agon bench`.
    pub bench_depth: u32,
    /// The value of a position by a closed form, for games that have one.
    pub theory: Option<Theory>,
    /// Its parameter, if it has one.
    pub parameter: Option<Parameter>,
    /// The editor of its positions, if it has one.
    pub editor: Option<Editor>,
    /// Makes puzzles, in games that have them.
    pub puzzles: Option<PuzzleMaker>,
    /// The network that it comes with, if there is one.
    pub network: Option<fn() -> &'static dyn AnyNetworkSlot>,
    start: fn() -> Box<dyn AnySession>,
    read: fn(&str) -> Result<Box<dyn AnySession>, Refused>,
}

impl GameEntry {
    /// The entry of a game without extras.
    pub const fn of<G: Notation + Present + DefaultEval + Facts + StateSpace>() -> GameEntry {
        GameEntry::with_extras::<G, ()>()
    }

    /// The entry of a game with extras: players of its own, or proven values.
    pub(crate) const fn with_extras<
        G: Notation + Present + DefaultEval + Facts + StateSpace,
        H: GameExtras<G>,
    >() -> GameEntry {
        GameEntry {
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            sides: G::SIDES,
            example: G::EXAMPLE,
            players: session::players::<G, H>,
            solved_with: H::solved_with,
            own_players: H::PLAYERS,
            size: || G::default().state_space(),
            base: None,
            decide: None,
            bench_depth: 6,
            theory: None,
            parameter: None,
            editor: None,
            puzzles: None,
            network: None,
            start: || {
                let game = G::default();
                let start = game.start();
                Box::new(Session::<G, H>::new(game, start))
            },
            read: |text| {
                let (game, position) = G::read(text)?;
                Ok(Box::new(Session::<G, H>::new(game, position)))
            },
        }
    }

    /// The same for a game that is small enough to be solved whole.
    pub const fn solved_by_search<G: Indexed + Notation>(mut self) -> GameEntry {
        self.base = Some(knowledge_base::open::<G>);
        self
    }

    /// The same for a game without cycles, whose endgames can be proven.
    pub const fn decided_by_search<G: Notation>(mut self) -> GameEntry {
        self.decide = Some(decide::<G>);
        self
    }

    /// The same for a game whose positions can be edited.
    pub const fn edited<G: Edit>(mut self) -> GameEntry {
        self.editor = Some(Editor::of::<G>());
        self
    }

    /// The same with this depth of `agon bench`.
    pub const fn benched_at(mut self, depth: u32) -> GameEntry {
        self.bench_depth = depth;
        self
    }

    /// The same for a game with a closed form.
    pub const fn solved_by_theory(mut self, theory: Theory) -> GameEntry {
        self.theory = Some(theory);
        self
    }

    /// The same for a game with a parameter.
    pub(crate) const fn with_parameter(mut self, parameter: Parameter) -> GameEntry {
        self.parameter = Some(parameter);
        self
    }

    /// The same for a game that comes with a network.
    pub(crate) const fn with_network(
        mut self,
        network: fn() -> &'static dyn AnyNetworkSlot,
    ) -> GameEntry {
        self.network = Some(network);
        self
    }

    /// The same for a game with puzzles: where their candidates come from, and whether a side
    /// wins only by moves of its own.
    pub(crate) const fn with_puzzles<G: Notation + Present + DefaultEval>(
        mut self,
        find: puzzle::FindCandidates,
        ends_on_own_move: bool,
    ) -> GameEntry {
        let (prove, refute) = (puzzle::prove_text::<G>, puzzle::refute_text::<G>);
        self.puzzles = Some(PuzzleMaker::new(find, prove, refute, ends_on_own_move));
        self
    }

    /// A session at the start of the game, with a person on either side.
    pub fn start(&self) -> Box<dyn AnySession> {
        (self.start)()
    }

    /// A session at a position in the game's notation, or at `startpos`.
    pub fn open(&self, position: &str) -> Result<Box<dyn AnySession>, Refused> {
        if position.trim() == "startpos" { Ok(self.start()) } else { (self.read)(position) }
    }

    /// A session at the start of the game with a value of its parameter, if it has one.
    pub fn with(&self, value: &str) -> Result<Box<dyn AnySession>, Refused> {
        match self.parameter {
            Some(parameter) => self.open(&(parameter.start)(value)),
            None => Ok(self.start()),
        }
    }
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// A game is written as its name.
#[cfg(feature = "serde")]
impl serde::Serialize for GameEntry {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.name.serialize(to)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for &'static GameEntry {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        find(&name).ok_or_else(|| serde::de::Error::custom(format!("there is no game {name} here")))
    }
}
