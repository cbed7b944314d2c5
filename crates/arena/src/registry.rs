//! The registry of games.

use std::sync::OnceLock;

use agon_core::{
    About, BoardStyle, DefaultEval, Edit, Facts, Indexed, Notation, Parameter, Present, Progress,
    Samples, Scale, Settings, StateSpace, Texts, Verdict,
};
use agon_game_file::DatalogGame;
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
use crate::game_files::{self, FileExtras, file_session};
use crate::knowledge_base::{self, AnyKnowledgeBase};
use crate::player_spec::{PlayerForm, PlayerSpec};
use crate::puzzle::{self, PuzzleMaker};
use crate::refused::Refused;
use crate::session::{self, Session};

/// The games that come with the program, one line each.
///
/// It is a static: a constant would be evaluated, and all sessions, players and searches be
/// compiled again, in each crate that reads it.
static STANDARD: [GameEntry; 5] = [
    GameEntry::with_extras::<Santorini, SantoriniExtras>()
        .edited::<Santorini>()
        .benched_at(11)
        .solved_as(Solving::Boards)
        .with_network(|| &santorini::NETWORK)
        .assigned("minimax:depth=3", "minimax, three plies deep, with the evaluation hand")
        .with_puzzles::<Santorini>(puzzle::from_games::<Santorini>, true),
    GameEntry::with_extras::<Nim, ClosedForm>()
        .solved_by_search::<Nim>()
        .solved_by_theory(nim::theory)
        .edited::<Nim>()
        .assigned("perfect", "play/2: a move that wins, if there is one")
        .with_puzzles::<Nim>(puzzle::from_heaps, false),
    GameEntry::with_extras::<Byte, ByteExtras>()
        .decided_by_search::<Byte>()
        .edited::<Byte>()
        .benched_at(17)
        .assigned(
            "minimax:depth=3,eval=course",
            "minimax, three plies deep, which evaluates states by inference from rules",
        )
        .with_puzzles::<Byte>(puzzle::from_games::<Byte>, false),
    GameEntry::with_extras::<Theseus, TheseusExtras>()
        .edited::<Theseus>()
        .benched_at(14)
        .solved_as(Solving::Mazes)
        .assigned("minmax", "MinMaxPlayer: minimax on a tree of two plies")
        .with_puzzles::<Theseus>(puzzle::from_mazes, false),
    GameEntry::with_extras::<TicTacToe, FullySolved>()
        .solved_by_search::<TicTacToe>()
        .edited::<TicTacToe>()
        .benched_at(9)
        .assigned("perfect", "play/2: a move that wins, or else one that draws")
        .with_puzzles::<TicTacToe>(puzzle::from_solved::<TicTacToe>, true),
];

/// The games of a program.
///
/// ```
/// use agon_arena::Registry;
///
/// let games = Registry::standard();
/// assert_eq!(games.entries().len(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Registry(Vec<GameEntry>);

/// The games of this program, once they are known.
static INSTALLED: OnceLock<Vec<GameEntry>> = OnceLock::new();

impl Registry {
    /// The games that come with Agon.
    pub fn standard() -> Registry {
        Registry(STANDARD.to_vec())
    }

    /// A program with one game.
    pub fn of(game: GameEntry) -> Registry {
        Registry(vec![game])
    }

    /// The same with one more game, or with another of the same name.
    #[must_use]
    pub fn with(mut self, game: GameEntry) -> Registry {
        self.0.retain(|known| known.name != game.name);
        self.0.push(game);
        self
    }

    /// The games.
    pub fn entries(&self) -> &[GameEntry] {
        &self.0
    }

    /// Makes these the games of this program. To be called once, before anything asks for them.
    ///
    /// # Panics
    ///
    /// If the games of the program are known already.
    pub fn install(self) {
        assert!(INSTALLED.set(self.0).is_ok(), "the games are installed once, at the beginning");
    }
}

/// The games of this program: those that were [installed](Registry::install), or else those that
/// come with Agon. Help, completions, the page, the chooser and the tests are made from them.
pub fn games() -> &'static [GameEntry] {
    INSTALLED.get_or_init(|| STANDARD.to_vec())
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

/// How `agon solve` solves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solving {
    /// Each position by theory, by search or not at all.
    Positions,
    /// Whole boards, with tables that are kept.
    Boards,
    /// A maze from scratch, every position of it.
    Mazes,
}

/// The opponent that the university assignment of a game asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The opponent as a player spec, with its evaluation.
    pub opponent: &'static str,
    /// The opponent in words, in English.
    pub about: &'static str,
}

impl Assignment {
    /// The opponent.
    pub fn opponent(&self) -> PlayerSpec {
        self.opponent.parse().unwrap_or(PlayerSpec::COMPUTER)
    }
}

/// A game as the registry knows it: everything that the rest of the program needs to know of it, as
/// data.
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
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The computer that plays when none is named, as a player spec.
    pub opponent: &'static str,
    /// The opponent of its assignment, if it comes from one. Games of the assignment have the usual start.
    pub assignment: Option<Assignment>,
    /// The colours of the two sides, and of letters on them, as CSS has them.
    pub colours: Option<[[&'static str; 2]; 2]>,
    /// How a text screen draws its board.
    pub board: BoardStyle,
    /// Its texts, English first.
    pub texts: &'static [Texts],
    /// Positions that are worth showing or trying.
    pub samples: Samples,
    /// Its lesson, as the text of a lesson file; empty if it has none.
    pub lesson: &'static str,
    /// The puzzles that come with it, as the text of a puzzle file; empty if there are none.
    pub puzzle_file: &'static str,
    /// How the scores of its evaluations become winning chances.
    pub scales: &'static [Scale],
    /// What tells data about a position's variant of the game from data about others.
    pub variant: fn(&str) -> Option<String>,
    /// An example rule file, or nothing.
    pub example: &'static str,
    /// The same in the Lisp dialect, or nothing.
    pub course_example: &'static str,
    /// The rule files that come with it: the name of the evaluation, and the text.
    pub rule_files: &'static [(&'static str, &'static str)],
    /// The names of its players.
    pub players: fn() -> Vec<&'static str>,
    /// The values of its parameters with which it is solved, where that depends on them.
    pub solved_with: fn() -> Vec<Settings>,
    /// How `agon solve` solves it.
    pub solving: Solving,
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
    /// The editor of its positions, if it has one.
    pub editor: Option<Editor>,
    /// Makes puzzles, in games that have them.
    pub puzzles: Option<PuzzleMaker>,
    /// The game, if its rules are a file.
    pub file: Option<&'static DatalogGame>,
    /// The network that it comes with, if there is one.
    pub network: Option<fn() -> &'static dyn AnyNetworkSlot>,
    start: fn() -> Box<dyn AnySession>,
    start_with: fn(&Settings) -> Result<String, Refused>,
    position_with: fn(&str, &Settings) -> Result<String, Refused>,
    read: fn(&str) -> Result<Box<dyn AnySession>, Refused>,
}

impl GameEntry {
    /// The entry of a game without extras.
    pub const fn of<G: About + DefaultEval + Facts + StateSpace>() -> GameEntry {
        GameEntry::with_extras::<G, ()>()
    }

    /// The entry of a game with extras: players of its own, or proven values.
    pub(crate) const fn with_extras<
        G: About + DefaultEval + Facts + StateSpace,
        H: GameExtras<G>,
    >() -> GameEntry {
        GameEntry {
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            sides: G::SIDES,
            parameters: G::PARAMETERS,
            opponent: G::OPPONENT,
            assignment: None,
            colours: G::COLOURS,
            board: G::BOARD,
            texts: G::TEXTS,
            samples: G::SAMPLES,
            lesson: G::LESSON,
            puzzle_file: G::PUZZLES,
            scales: G::SCALES,
            variant: |position| G::read(position).ok()?.0.variant(),
            example: G::EXAMPLE,
            course_example: G::COURSE_EXAMPLE,
            rule_files: G::RULE_FILES,
            players: session::players::<G, H>,
            solved_with: H::solved_with,
            solving: Solving::Positions,
            own_players: H::PLAYERS,
            size: || G::default().state_space(),
            base: None,
            decide: None,
            bench_depth: 6,
            theory: None,
            editor: None,
            puzzles: None,
            file: None,
            network: None,
            start: || {
                let game = G::default();
                let start = game.start();
                Box::new(Session::<G, H>::new(game, start))
            },
            start_with: G::start_with,
            position_with: G::position_with,
            read: |text| {
                let (game, position) = G::read(text)?;
                Ok(Box::new(Session::<G, H>::new(game, position)))
            },
        }
    }

    /// The entry of a game whose rules are a file.
    pub(crate) fn of_file(
        game: &'static DatalogGame,
        name: &'static str,
        title: &'static str,
        sides: [&'static str; 2],
    ) -> GameEntry {
        let entry = GameEntry::with_extras::<DatalogGame, FileExtras>();
        let entry = entry.decided_by_search::<DatalogGame>();
        GameEntry { name, title, sides, file: Some(game), ..entry }
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

    /// The same for a game that `agon solve` solves in a way of its own.
    const fn solved_as(mut self, solving: Solving) -> GameEntry {
        self.solving = solving;
        self
    }

    /// The same for a game from an assignment with this opponent, as a player spec and in words.
    const fn assigned(mut self, opponent: &'static str, about: &'static str) -> GameEntry {
        self.assignment = Some(Assignment { opponent, about });
        self
    }

    /// The same for a game that comes with a network.
    const fn with_network(mut self, network: fn() -> &'static dyn AnyNetworkSlot) -> GameEntry {
        self.network = Some(network);
        self
    }

    /// The same for a game with puzzles: where their candidates come from, and whether a side
    /// wins only by moves of its own.
    const fn with_puzzles<G: Notation + Present + DefaultEval>(
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
        match self.file {
            Some(game) => file_session(game.clone()),
            None => (self.start)(),
        }
    }

    /// An empty knowledge base, for games small enough to be solved whole.
    pub fn knowledge_base(&self) -> Option<Box<dyn AnyKnowledgeBase>> {
        match self.file {
            Some(game) => Some(knowledge_base::of(game.clone())),
            None => self.base.map(|open| open()),
        }
    }

    /// A name for files of the data folder: that of a game file has its rules in it.
    pub fn file_stem(&self) -> String {
        self.file.map_or_else(|| self.name.into(), |game| game.id().replace('#', "-"))
    }

    /// Whether the game is small enough to be solved whole, or a file, of which this is not known.
    pub fn has_knowledge_base(&self) -> bool {
        self.base.is_some() || self.file.is_some()
    }

    /// The approximate number of positions.
    pub fn state_space(&self) -> f64 {
        self.file.map_or_else(self.size, StateSpace::state_space)
    }

    /// A session at a position in the game's notation, or at `startpos`.
    pub fn open(&self, position: &str) -> Result<Box<dyn AnySession>, Refused> {
        if position.trim() == "startpos" {
            return Ok(self.start());
        }
        if let Some(game) = self.file {
            game.check_name(position)?;
        }
        (self.read)(position)
    }

    /// The start of the game with these values of its parameters, as text; `startpos` if none is
    /// given.
    pub fn start_text(&self, settings: &Settings) -> Result<String, Refused> {
        settings.check(self.parameters)?;
        if settings.is_empty() { Ok("startpos".into()) } else { (self.start_with)(settings) }
    }

    /// A position with other values of the parameters that apply to positions, as text.
    pub fn position_text(&self, position: &str, settings: &Settings) -> Result<String, Refused> {
        settings.check_for_position(self.parameters)?;
        if settings.is_empty() {
            return Ok(position.into());
        }
        match position.trim() {
            "startpos" => (self.position_with)(&self.start().position(), settings),
            position => (self.position_with)(position, settings),
        }
    }

    /// A session at the start of the game with these values of its parameters.
    pub fn with(&self, settings: &Settings) -> Result<Box<dyn AnySession>, Refused> {
        self.open(&self.start_text(settings)?)
    }

    /// The English text of a key; see [`Texts`].
    pub fn text(&self, key: &str) -> Option<&'static str> {
        let texts = self.texts.iter().find(|texts| texts.language == "en")?.texts;
        texts.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
    }

    /// The parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The computer that plays when none is named.
    pub fn opponent(&self) -> PlayerSpec {
        self.opponent.parse().unwrap_or(PlayerSpec::COMPUTER)
    }
}

/// The game of this name: one of the program, or a file that was opened or comes with it.
pub fn find(name: &str) -> Option<&'static GameEntry> {
    let known = games().iter().find(|entry| entry.name == name);
    known.or_else(|| game_files::find_game_file(name))
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
