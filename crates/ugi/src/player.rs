//! UGI programs as players of matches and contests, and the clock of their games.

use std::time::Instant;

use agon_arena::contest::{AnyPlayer, Clock, Fault, GameStart, MoveLimits, PlayerMove, Turn};
use agon_arena::{PlayerSpec, UgiOptions};
use agon_core::{Side, Stop};
use agon_host::interrupt;
use agon_sandbox::{EngineLimits, Forfeit, Timeouts};

use crate::{ExternalEngine, Go};

/// A program that speaks UGI. It is started for its first game, and again after a forfeit.
pub struct UgiPlayer {
    command: String,
    own_limits: Option<MoveLimits>,
    options: UgiOptions,
    limits: EngineLimits,
    engine: Option<ExternalEngine>,
}

impl UgiPlayer {
    /// The program of a player, within limits; `None` if the player is not a program.
    pub fn new(spec: &PlayerSpec, limits: EngineLimits) -> Option<UgiPlayer> {
        let PlayerSpec::Ugi { command, options, .. } = spec else { return None };
        let (command, options) = (command.clone(), options.clone());
        Some(UgiPlayer { command, own_limits: spec.own_limits(), options, limits, engine: None })
    }

    /// The fault of a forfeit, with the end of the program's standard error.
    fn fault(&self, forfeit: &Forfeit) -> Fault {
        let words = self.engine.as_ref().map_or("", ExternalEngine::stderr_tail);
        let reason = match words {
            "" => forfeit.to_string(),
            words => format!("{forfeit}, with {words}"),
        };
        Fault::Failed { reason }
    }
}

impl AnyPlayer for UgiPlayer {
    fn own_limits(&self) -> Option<MoveLimits> {
        self.own_limits
    }

    fn margin(&self) -> Option<u64> {
        self.options.margin
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        if start.limits == MoveLimits::default() {
            let reason = "a program needs a limit: depth, nodes, movetime or clock";
            return Err(Fault::Failed { reason: reason.into() });
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let set = &self.options.set;
                let started = ExternalEngine::start_with(&self.command, &self.limits, set);
                started.map_err(|forfeit| self.fault(&forfeit))?
            }
        };
        let begun = self.engine.insert(engine).new_game(start.game);
        begun.map_err(|forfeit| self.fault(&forfeit))
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<PlayerMove, Fault> {
        let not_running = || Fault::Failed { reason: "is not running".into() };
        let engine = self.engine.as_mut().ok_or_else(not_running)?;
        let Timeouts { patience, thinking, .. } = self.limits.timeouts;
        // The referee judges whether the move is in time.
        let timed = |allowed: u64| (allowed / 1000).saturating_add(turn.margin + patience);
        let within = turn.allowed().map_or(thinking, timed);
        let chosen = engine.with(|arbiter| {
            arbiter.go(turn.start, turn.moves, &go(turn), within)?;
            arbiter.best_move(turn.session, within)
        });
        let chosen = chosen.map_err(|forfeit| self.fault(&forfeit))?;
        Ok(PlayerMove { mv: chosen.mv, stats: chosen.stats, time: Some(chosen.time) })
    }
}

/// The limits of a move as the program gets them.
fn go(turn: &Turn<'_>) -> Go {
    let MoveLimits { depth, nodes, movetime, .. } = turn.limits;
    let milliseconds = |micros: u64| micros / 1000;
    // A program without a clock does not get the clock of the opponent.
    let control = |side: Side| turn.clock.control(turn.side).and(turn.clock.control(side));
    Go {
        depth,
        nodes,
        movetime: movetime.map(milliseconds),
        time: Side::BOTH
            .map(|side| control(side).map(|_| milliseconds(turn.clock.left()[side.index()]))),
        increment: Side::BOTH
            .map(|side| control(side).map_or(0, |control| milliseconds(control.increment()))),
        ..Go::default()
    }
}

/// The clock of the machine, and a condition that stops the game.
pub struct SystemClock<'a> {
    began: Instant,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl SystemClock<'_> {
    /// A clock that starts now. The game stops when the program is interrupted.
    pub fn start() -> SystemClock<'static> {
        SystemClock::until(&interrupt::interrupted)
    }

    /// A clock that starts now. The game stops when `stop` returns true.
    pub fn until(stop: &(dyn Fn() -> bool + Sync)) -> SystemClock<'_> {
        SystemClock { began: Instant::now(), stop }
    }
}

impl Clock for SystemClock<'_> {
    fn now(&self) -> u64 {
        self.began.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}

impl Stop for SystemClock<'_> {
    fn is_stopped(&self) -> bool {
        (self.stop)()
    }
}
