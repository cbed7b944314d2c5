//! One game between two players, of whom only our rules are believed.

use agon_core::{Outcome, Proven, Side, Stop, Verdict, quote};

use super::Record;
use crate::{AnySession, GameEntry, Refused};

/// Whoever owns the time.
pub trait Clock: Stop {
    /// How many microseconds have passed since some beginning.
    fn now(&self) -> u64;
}

/// What players may spend, where they have not said so themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most positions to look at for a move.
    pub nodes: Option<u64>,
    /// The time for a move, in microseconds.
    pub movetime: Option<u64>,
    /// The time for a game.
    pub clock: Option<TimeControl>,
}

/// The time for a game: so much to begin with, and so much more with every move, in
/// microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What there is to begin with.
    pub base: u64,
    /// What every move adds.
    pub increment: u64,
}

/// What a player is told when a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
    /// The side that the player has.
    pub side: Side,
    /// What may be spent.
    pub limits: Limits,
    /// For those who throw dice.
    pub seed: u64,
}

/// What a player is told when it is to move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The position that the game started from, as text.
    pub start: &'a str,
    /// The moves made since.
    pub moves: &'a [String],
    /// The referee's session.
    pub session: &'a dyn AnySession,
    /// The side to move.
    pub side: Side,
    /// What may be spent.
    pub limits: Limits,
    /// What the two sides have left of their time for the game, in microseconds.
    pub left: [u64; 2],
}

impl Turn<'_> {
    /// The time after which the move comes too late, in microseconds, if it can.
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

/// One who takes part in games, inside the program or outside.
pub trait AnyPlayer: Send {
    /// Fits the referee's rules to this player, in games where they depend on who plays.
    fn adapt(&self, _table: &mut dyn AnySession, _side: Side) -> Result<(), Refused> {
        Ok(())
    }

    /// A game begins.
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault>;

    /// The move that it makes. It may look at the clock, and is to end when that says so.
    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<String, Fault>;
}

/// What decided a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules.
    Rules,
    /// Proven values.
    Proven,
    /// It was longer than allowed.
    TooLong,
    /// A player could not or did not play.
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

/// How late a move may come, in microseconds: what it takes to ask and to answer.
const GRACE: u64 = 50_000;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Bout<'a> {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that it starts from, as text.
    pub start: &'a str,
    /// What the players may spend.
    pub limits: Limits,
    /// The number of plies after which it is a draw.
    pub most_plies: Option<usize>,
    /// Whether it ends as soon as its value is proven.
    pub by_proof: bool,
    /// The first moves that each side would like to make, the best first.
    pub wishes: [&'a [String]; 2],
    /// The seed of those who throw dice.
    pub seed: u64,
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position that it started from, as text.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: Outcome,
    /// Why so.
    pub reason: Reason,
    /// How long the two sides thought, in microseconds.
    pub thought: [u64; 2],
}

impl Played {
    /// The game written down.
    pub fn record(self, game: &GameEntry, players: [String; 2]) -> Record {
        Record {
            moves: self.moves,
            result: Some(self.result),
            reason: Some(self.reason.to_string()),
            ..Record::new(game, &self.start, players)
        }
    }
}

impl Bout<'_> {
    /// Plays the game to its end; `None` where the clock stopped it.
    pub fn play(
        &self,
        players: [&mut dyn AnyPlayer; 2],
        clock: &dyn Clock,
    ) -> Result<Option<Played>, Refused> {
        let mut session = self.game.open(self.start)?;
        for (side, player) in Side::BOTH.into_iter().zip(&players) {
            player.adapt(&mut *session, side)?;
        }
        let base = self.limits.clock.map_or(0, |clock| clock.base);
        let start = session.position();
        let mut course = Course {
            bout: self,
            start,
            session,
            moves: Vec::new(),
            left: [base; 2],
            thought: [0; 2],
            has_moved: [false; 2],
        };
        let Some((result, reason)) = course.run(players, clock) else { return Ok(None) };
        let Course { start, moves, thought, .. } = course;
        Ok(Some(Played { start, moves, result, reason, thought }))
    }
}

/// A game in progress under the referee's eyes.
struct Course<'a> {
    bout: &'a Bout<'a>,
    start: String,
    session: Box<dyn AnySession>,
    moves: Vec<String>,
    left: [u64; 2],
    thought: [u64; 2],
    has_moved: [bool; 2],
}

impl Course<'_> {
    fn run(
        &mut self,
        players: [&mut dyn AnyPlayer; 2],
        clock: &dyn Clock,
    ) -> Option<(Outcome, Reason)> {
        let lost = |side: Side, fault| (Outcome::Win(side.opponent()), Reason::Fault(side, fault));
        for side in Side::BOTH {
            // Each has dice of its own.
            let seed = self.bout.seed.wrapping_mul(2).wrapping_add(side.index() as u64);
            let &Bout { game, limits, .. } = self.bout;
            let opening = Opening { game, start: &self.start, side, limits, seed };
            let begun = players[side.index()].begin(&opening);
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
            if self.grant_wish(side) {
                continue;
            }
            let moved = self.turn(side, &mut *players[side.index()], clock);
            // What a player says when it is stopped is not held against it.
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
        if self.bout.by_proof
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
        let is_long = self.bout.most_plies.is_some_and(|most| self.moves.len() >= most);
        is_long.then_some((Outcome::Draw, Reason::TooLong))
    }

    /// Makes the first of the moves that a side would like to begin with, if one can be
    /// made.
    fn grant_wish(&mut self, side: Side) -> bool {
        if std::mem::replace(&mut self.has_moved[side.index()], true) {
            return false;
        }
        let granted =
            self.bout.wishes[side.index()].iter().find_map(|mv| self.session.play(mv).ok());
        let is_granted = granted.is_some();
        self.moves.extend(granted);
        is_granted
    }

    /// Asks a player for a move, and makes it.
    fn turn(
        &mut self,
        side: Side,
        player: &mut dyn AnyPlayer,
        clock: &dyn Clock,
    ) -> Result<(), Fault> {
        let limits = self.bout.limits;
        let &mut Course { ref start, ref moves, ref session, left, .. } = self;
        let turn = Turn { start, moves, session: &**session, side, limits, left };
        let allowed = turn.allowed();
        let began = clock.now();
        let chosen = player.choose(&turn, clock);
        let spent = clock.now().saturating_sub(began);
        self.thought[side.index()] += spent;
        let chosen = chosen?;
        if let Some(allowed) = allowed.filter(|allowed| spent > allowed + GRACE) {
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
