//! The referee: plays one game between two players by our rules.

use agon_core::{Outcome, Proven, Side, Stop, Verdict, quote};

use super::Record;
use crate::{AnySession, GameEntry, Play, PositionView, Refused};

/// The clock that games are played by.
pub trait Clock: Stop {
    /// Microseconds since some fixed moment.
    fn now(&self) -> u64;
}

/// The limits of a move, for players that name none themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit a move.
    pub nodes: Option<u64>,
    /// The time for a move, in microseconds.
    pub movetime: Option<u64>,
    /// The time for a game.
    pub clock: Option<TimeControl>,
}

/// The time for a game, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time at the start.
    pub base: u64,
    /// The time that every move adds.
    pub increment: u64,
}

/// What a player needs to know when a game begins.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
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
    /// The limits of a move.
    pub limits: MoveLimits,
    /// The remaining time of the two sides for the game, in microseconds.
    pub left: [u64; 2],
}

impl Turn<'_> {
    /// The time limit of this move in microseconds, if there is one.
    pub fn allowed(&self) -> Option<u64> {
        let clock = self.limits.clock.map(|_| self.left[self.side.index()]);
        [clock, self.limits.movetime].into_iter().flatten().min()
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

    /// Begins a game.
    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault>;

    /// Chooses a move. It may read the clock, and must return when that is stopped.
    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<String, Fault>;
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules.
    Rules,
    /// Its proven value.
    Proven,
    /// The limit of plies.
    TooLong,
    /// A player broke a rule or failed.
    Fault(Side, Fault),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Rules => f.write_str("rules"),
            Reason::Proven => f.write_str("proven value"),
            Reason::TooLong => f.write_str("limit of plies"),
            Reason::Fault(side, fault) => write!(f, "P{} {fault}", side.index() + 1),
        }
    }
}

/// How late a move may come, in microseconds, for what happens around the search.
const MOVE_OVERHEAD: u64 = 50_000;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GameSetup<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
    /// The limits of a move.
    pub limits: MoveLimits,
    /// The number of plies after which it is a draw.
    pub max_plies: Option<usize>,
    /// Whether it ends as soon as its value is proven.
    pub adjudicate: bool,
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
        Record {
            moves: self.moves,
            result: Some(self.result),
            reason: Some(self.reason.to_string()),
            ..Record::new(game, &self.start, players)
        }
    }
}

impl GameSetup<'_> {
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
        let base = self.limits.clock.map_or(0, |clock| clock.base);
        let start = session.position();
        let mut game = RunningGame {
            setup: self,
            start,
            session,
            moves: Vec::new(),
            left: [base; 2],
            time_used: [0; 2],
            has_moved: [false; 2],
        };
        let Some((result, reason)) = game.run(players, clock) else { return Ok(None) };
        let RunningGame { start, moves, time_used, .. } = game;
        Ok(Some(PlayedGame { start, moves, result, reason, time_used }))
    }
}

/// A game in progress.
struct RunningGame<'a> {
    setup: &'a GameSetup<'a>,
    start: String,
    session: Box<dyn AnySession>,
    moves: Vec<String>,
    left: [u64; 2],
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
            let &GameSetup { game, limits, .. } = self.setup;
            let start = GameStart { game, start: &self.start, side, limits, seed };
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
        let is_long = self.setup.max_plies.is_some_and(|most| self.moves.len() >= most);
        is_long.then_some((Outcome::Draw, Reason::TooLong))
    }

    /// Makes the first legal one of a side's preferred first moves, if there is one.
    fn make_first_move(&mut self, side: Side) -> bool {
        if std::mem::replace(&mut self.has_moved[side.index()], true) {
            return false;
        }
        let made =
            self.setup.first_moves[side.index()].iter().find_map(|mv| self.session.play(mv).ok());
        let is_made = made.is_some();
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
        let limits = self.setup.limits;
        let &mut RunningGame { ref start, ref moves, ref session, left, .. } = self;
        let turn = Turn { start, moves, session: &**session, side, limits, left };
        let allowed = turn.allowed();
        let began = clock.now();
        let chosen = player.choose(&turn, clock);
        let spent = clock.now().saturating_sub(began);
        self.time_used[side.index()] += spent;
        let chosen = chosen?;
        if let Some(allowed) = allowed.filter(|allowed| spent > allowed + MOVE_OVERHEAD) {
            return Err(Fault::Time { over: (spent - allowed).div_ceil(1000) });
        }
        if let Some(control) = limits.clock {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(spent) + control.increment;
        }
        let played = self.session.play(&chosen);
        let made = played.map_err(|refused| Fault::Illegal {
            found: quote(&chosen),
            reason: refused.to_string(),
        })?;
        self.moves.push(made);
        Ok(())
    }
}
