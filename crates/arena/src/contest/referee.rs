//! The referee: plays one game between two players by our rules.

use std::fmt;

use agon_core::{Outcome, Proven, Side, Stop, Verdict, quote};
use agon_search::{Limits, SearchControl};

use super::score_rules::{ScoreCounts, ScoreRules, ScoreVerdict};
use super::{MoveNote, Record};
use crate::move_limits::MoveLimits;
use crate::{
    AnyEngine, AnySession, GameClock, GameEntry, GameLine, Play, PositionView, Refused, SearchKind,
    SearchRequest, SearchStats,
};

/// How late a move may come, in milliseconds, for what happens around the search. The referee of
/// matches and contests, the arbiter of engines and `agon ugi --check` all use it.
pub const TIME_MARGIN: u64 = 50;

/// The size of the table of the referee's own search.
const PROOF_BYTES: usize = 1 << 20;

/// The clock that games are played by.
pub trait Clock: Stop {
    /// Microseconds since some fixed moment.
    fn now(&self) -> u64;
}

/// What a player needs to know when a game begins.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
    /// The moves that lead to the start, if they are known.
    pub opening: Option<&'a GameLine>,
    /// The side of the player.
    pub side: Side,
    /// The limits of a move.
    pub limits: MoveLimits,
    /// The random seed of the player.
    pub seed: u64,
}

/// What a player needs to know when it is to move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position that the game started from, as text.
    pub start: &'a str,
    /// The moves made since.
    pub moves: &'a [String],
    /// The referee's session.
    pub session: &'a dyn PositionView,
    /// The side to move.
    pub side: Side,
    /// The limits of its moves.
    pub limits: MoveLimits,
    /// The clock of the game.
    pub clock: &'a GameClock,
    /// How late the move may come, in milliseconds.
    pub margin: u64,
}

impl Turn<'_> {
    /// The time limit of this move in microseconds, if there is one.
    pub fn allowed(&self) -> Option<u64> {
        let left = self.clock.control(self.side).map(|_| self.clock.left()[self.side.index()]);
        [left, self.limits.movetime].into_iter().flatten().min()
    }
}

agon_core::refusals! {
    /// Why a player loses a game that the rules have not decided.
    pub enum Fault {
        Illegal { found: String, reason: String } => "made the move {found}, which is refused: {reason}",
        Time { over: u64 } => "took {over} ms too long",
        Failed { reason: String } => "{reason}",
    }
}

/// A player as the referee sees it, of this program or a program of its own.
pub trait AnyPlayer: Send {
    /// Adapts the referee's rules to this player, in games where they depend on the players.
    fn adapt(&self, _session: &mut dyn Play, _side: Side) -> Result<(), Refused> {
        Ok(())
    }

    /// The limits that hold for it instead of those of the game, if it has any.
    fn own_limits(&self) -> Option<MoveLimits> {
        None
    }

    /// How late its moves may come, in milliseconds, if it says so.
    fn margin(&self) -> Option<u64> {
        None
    }

    /// Begins a game.
    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault>;

    /// Chooses a move. It may read the clock, and must return when that is stopped.
    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<PlayerMove, Fault>;
}

/// A move as its player gives it to the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerMove {
    /// The move in the game's notation.
    pub mv: String,
    /// What the player reports about its search.
    pub stats: SearchStats,
    /// How long it took in microseconds, if the player knows better than the referee: a program
    /// is not charged for what happens before its search.
    pub time: Option<u64>,
}

/// A move without anything about its search.
impl From<String> for PlayerMove {
    fn from(mv: String) -> PlayerMove {
        PlayerMove { mv, ..PlayerMove::default() }
    }
}

/// What is known about a move of a game besides the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveStats {
    /// What its player reported about its search; the score is for the side that moved.
    pub stats: SearchStats,
    /// How long it took, in microseconds.
    pub time: u64,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules.
    Rules,
    /// Its proven value.
    Proven,
    /// A search of the referee that has proven a win.
    ProvenBySearch,
    /// The limit of plies.
    TooLong,
    /// A player resigned by its score.
    Resigned(Side),
    /// A player resigned by its score, and its opponent's agreed.
    ResignedByBoth(Side),
    /// The scores of both players were near zero for long.
    DrawnByScore,
    /// A player broke a rule or failed.
    Fault(Side, Fault),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rules => f.write_str("rules"),
            Reason::Proven => f.write_str("proven value"),
            Reason::ProvenBySearch => f.write_str("proven by a search of the referee"),
            Reason::TooLong => f.write_str("limit of plies"),
            Reason::Resigned(side) => write!(f, "P{} resigned by its score", side.index() + 1),
            Reason::ResignedByBoth(side) => {
                write!(f, "P{} resigned by the scores of both", side.index() + 1)
            }
            Reason::DrawnByScore => f.write_str("drawn by the scores of both"),
            Reason::Fault(side, fault) => write!(f, "P{} {fault}", side.index() + 1),
        }
    }
}

impl Reason {
    /// Whether the text of a reason is that of an adjudication: a game that no rule of it has
    /// decided, and nobody's fault.
    ///
    /// ```
    /// use agon_arena::contest::Reason;
    /// use agon_core::Side;
    /// assert!(Reason::is_adjudication(&Reason::ResignedByBoth(Side::First).to_string()));
    /// assert!(!Reason::is_adjudication(&Reason::Rules.to_string()));
    /// ```
    pub fn is_adjudication(text: &str) -> bool {
        let unsided =
            [Reason::Proven, Reason::ProvenBySearch, Reason::TooLong, Reason::DrawnByScore];
        let sided = |side| [Reason::Resigned(side), Reason::ResignedByBoth(side)];
        let sided = Side::BOTH.into_iter().flat_map(sided);
        sided.chain(unsided).any(|reason| reason.to_string() == text)
    }
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GameSetup<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
    /// The moves that lead there, if they are known.
    pub opening: Option<&'a GameLine>,
    /// The limits of a move, for a side that has none of its own.
    pub limits: MoveLimits,
    /// The depth limit that holds for everybody, also for those with limits of their own.
    pub depth: Option<u32>,
    /// How late a move may come, in milliseconds, of a side that does not say it.
    pub margin: u64,
    /// The number of plies after which it is a draw.
    pub max_plies: Option<usize>,
    /// Whether it ends as soon as its value is proven.
    pub adjudicate: bool,
    /// The nodes that the referee's own search may take after each move, if it ends as soon as
    /// that proves a win.
    pub proof_nodes: Option<u64>,
    /// When it ends by the scores of the players.
    pub score_rules: ScoreRules,
    /// The first moves that each side prefers, in order; the first legal one is made for it.
    pub first_moves: [&'a [String]; 2],
    /// The random seed.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The position that it started from, as text.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// What is known about each move; a first move that was made for its player has nothing.
    pub stats: Vec<MoveStats>,
    /// How it ended.
    pub result: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// The time that the two sides used, in microseconds.
    pub time_used: [u64; 2],
}

impl PlayedGame {
    /// The record of the game.
    pub fn record(self, game: &GameEntry, players: [String; 2]) -> Record {
        let mut record = Record {
            moves: self.moves,
            result: Some(self.result),
            reason: Some(self.reason.to_string()),
            ..Record::new(game, &self.start, players)
        };
        record.set_notes(self.stats.iter().map(MoveNote::from));
        record
    }
}

impl<'a> GameSetup<'a> {
    /// A game from a position, without limits.
    pub fn new(game: &'static GameEntry, start: &'a str) -> GameSetup<'a> {
        GameSetup {
            game,
            start,
            opening: None,
            limits: MoveLimits::default(),
            depth: None,
            margin: TIME_MARGIN,
            max_plies: None,
            adjudicate: false,
            proof_nodes: None,
            score_rules: ScoreRules::default(),
            first_moves: [&[], &[]],
            seed: 0,
        }
    }

    /// The limits of a player.
    fn limits_of(&self, player: &dyn AnyPlayer) -> MoveLimits {
        let limits = player.own_limits().unwrap_or(self.limits);
        MoveLimits { depth: self.depth.or(limits.depth), ..limits }
    }

    /// Plays the game to its end; `None` if the clock stopped it.
    pub fn play(
        &self,
        players: [&mut dyn AnyPlayer; 2],
        clock: &dyn Clock,
    ) -> Result<Option<PlayedGame>, Refused> {
        let mut session = self.game.open(self.start)?;
        for (side, player) in Side::BOTH.into_iter().zip(&players) {
            player.adapt(&mut *session, side)?;
        }
        let limits = [0, 1].map(|index: usize| self.limits_of(&*players[index]));
        let margins = [0, 1].map(|index: usize| players[index].margin().unwrap_or(self.margin));
        let start = session.position();
        let mut game = RunningGame {
            setup: self,
            start,
            session,
            moves: Vec::new(),
            stats: Vec::new(),
            scores: ScoreCounts::default(),
            by_score: None,
            prover: AnyEngine::default(),
            limits,
            margins,
            clock: GameClock::new(limits.map(|limits| limits.clock), 0),
            time_used: [0; 2],
            has_moved: [false; 2],
        };
        let Some((result, reason)) = game.run(players, clock) else { return Ok(None) };
        let RunningGame { start, moves, stats, time_used, .. } = game;
        Ok(Some(PlayedGame { start, moves, stats, result, reason, time_used }))
    }
}

/// A game in progress.
struct RunningGame<'a> {
    setup: &'a GameSetup<'a>,
    start: String,
    session: Box<dyn AnySession>,
    moves: Vec<String>,
    stats: Vec<MoveStats>,
    scores: ScoreCounts,
    /// What the scores have decided.
    by_score: Option<ScoreVerdict>,
    /// The referee's own search.
    prover: AnyEngine,
    limits: [MoveLimits; 2],
    margins: [u64; 2],
    clock: GameClock,
    time_used: [u64; 2],
    has_moved: [bool; 2],
}

impl RunningGame<'_> {
    fn run(
        &mut self,
        players: [&mut dyn AnyPlayer; 2],
        clock: &dyn Clock,
    ) -> Option<(Outcome, Reason)> {
        let lost = |side: Side, fault| (Outcome::Win(side.opponent()), Reason::Fault(side, fault));
        for side in Side::BOTH {
            // Each has a seed of its own.
            let seed = self.setup.seed.wrapping_mul(2).wrapping_add(side.index() as u64);
            let (game, limits) = (self.setup.game, self.limits[side.index()]);
            let (start, opening) = (&self.start, self.setup.opening);
            let start = GameStart { game, start, opening, side, limits, seed };
            let begun = players[side.index()].begin(&start);
            if clock.is_stopped() {
                return None;
            }
            if let Err(fault) = begun {
                return Some(lost(side, fault));
            }
        }
        loop {
            if let Some(end) = self.end(clock) {
                return Some(end);
            }
            let side = self.session.to_move();
            if self.make_first_move(side) {
                continue;
            }
            let moved = self.turn(side, &mut *players[side.index()], clock);
            // A player that was stopped is not to blame for its answer.
            if clock.is_stopped() {
                return None;
            }
            if let Err(fault) = moved {
                return Some(lost(side, fault));
            }
        }
    }

    /// How the game ended, if it did.
    fn end(&mut self, clock: &dyn Clock) -> Option<(Outcome, Reason)> {
        if let Some(outcome) = self.session.outcome() {
            return Some((outcome, Reason::Rules));
        }
        match self.by_score {
            Some(ScoreVerdict::Resigns(side)) => {
                let is_agreed = self.setup.score_rules.resign.is_some_and(|rule| rule.both);
                let reason = if is_agreed { Reason::ResignedByBoth } else { Reason::Resigned };
                return Some((Outcome::Win(side.opponent()), reason(side)));
            }
            Some(ScoreVerdict::Drawn) => return Some((Outcome::Draw, Reason::DrawnByScore)),
            None => (),
        }
        if self.setup.adjudicate
            && let Ok(Some(Proven { verdict, .. })) = self.session.proven(&clock)
        {
            let side = self.session.to_move();
            let outcome = match verdict {
                Verdict::Win => Outcome::Win(side),
                Verdict::Lose => Outcome::Win(side.opponent()),
                Verdict::Draw => Outcome::Draw,
            };
            return Some((outcome, Reason::Proven));
        }
        if let Some(nodes) = self.setup.proof_nodes
            && let Some(winner) = self.prove(nodes, clock)
        {
            return Some((Outcome::Win(winner), Reason::ProvenBySearch));
        }
        let is_long = self.setup.max_plies.is_some_and(|most| self.moves.len() >= most);
        is_long.then_some((Outcome::Draw, Reason::TooLong))
    }

    /// The side that wins, if a search of so many nodes proves it. The search is the same wherever
    /// the game is played: one thread, and a table that is empty at its start.
    fn prove(&mut self, nodes: u64, clock: &dyn Clock) -> Option<Side> {
        let limits = Limits { nodes, ..Limits::default() };
        let request = SearchRequest {
            search: SearchKind::Engine,
            limits,
            eval: None,
            hash_bytes: PROOF_BYTES,
        };
        let control = SearchControl::until(&clock);
        let found = self.session.best_with(&mut self.prover, &request, &control, &()).ok()??;
        let side = self.session.to_move();
        match found.score {
            score if score.is_win() => Some(side),
            score if score.is_loss() => Some(side.opponent()),
            _ => None,
        }
    }

    /// Makes the first legal one of a side's preferred first moves, if there is one.
    fn make_first_move(&mut self, side: Side) -> bool {
        if std::mem::replace(&mut self.has_moved[side.index()], true) {
            return false;
        }
        let made =
            self.setup.first_moves[side.index()].iter().find_map(|mv| self.session.play(mv).ok());
        let is_made = made.is_some();
        self.stats.extend(made.iter().map(|_| MoveStats::default()));
        self.moves.extend(made);
        is_made
    }

    /// Asks a player for a move, and makes it.
    fn turn(
        &mut self,
        side: Side,
        player: &mut dyn AnyPlayer,
        clock: &dyn Clock,
    ) -> Result<(), Fault> {
        let (limits, margin) = (self.limits[side.index()], self.margins[side.index()]);
        self.clock.begin_turn(side);
        let RunningGame { start, moves, session, clock: game_clock, .. } = &*self;
        let session = &**session;
        let turn = Turn { start, moves, session, side, limits, clock: game_clock, margin };
        let allowed = turn.allowed();
        let began = clock.now();
        let chosen = player.choose(&turn, clock);
        let measured = clock.now().saturating_sub(began);
        let known = chosen.as_ref().ok().and_then(|chosen| chosen.time);
        let spent = known.unwrap_or(measured);
        self.time_used[side.index()] += spent;
        let PlayerMove { mv: chosen, stats, .. } = chosen?;
        let is_late = |allowed: &u64| spent > allowed.saturating_add(margin.saturating_mul(1000));
        if let Some(allowed) = allowed.filter(is_late) {
            return Err(Fault::Time { over: (spent - allowed).div_ceil(1000) });
        }
        self.clock.charge(side, spent);
        self.clock.add_increment(side);
        let played = self.session.play(&chosen);
        let made = played.map_err(|refused| Fault::Illegal {
            found: quote(&chosen),
            reason: refused.to_string(),
        })?;
        self.moves.push(made);
        self.stats.push(MoveStats { stats, time: spent });
        let rules = &self.setup.score_rules;
        self.by_score = self.scores.add(rules, side, stats.score, self.moves.len());
        Ok(())
    }
}
