//! UGI programs as players of matches and contests.

use std::path::PathBuf;

use agon_arena::contest::{AnyPlayer, Clock, Fault, GameStart, MoveLimits, Turn};
use agon_arena::ugi::{Forfeit, Go};

use crate::engines::{EngineLimits, ExternalEngine};

/// A program that speaks UGI. It is started for its first game, and again after a forfeit.
pub struct UgiPlayer {
    command: String,
    limits: EngineLimits,
    engine: Option<ExternalEngine>,
}

impl UgiPlayer {
    /// A program by its command line, which must not read what is private.
    pub fn new(command: &str, private: Vec<PathBuf>) -> UgiPlayer {
        let limits = EngineLimits { private, ..EngineLimits::default() };
        UgiPlayer { command: command.into(), limits, engine: None }
    }
}

impl AnyPlayer for UgiPlayer {
    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        if start.limits == MoveLimits::default() {
            let reason = "a program needs a limit: depth, nodes, movetime or clock";
            return Err(Fault::Failed { reason: reason.into() });
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => ExternalEngine::start(&self.command, &self.limits).map_err(failed)?,
        };
        self.engine.insert(engine).new_game(start.game).map_err(failed)
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<String, Fault> {
        let not_running = || Fault::Failed { reason: "is not running".into() };
        let engine = self.engine.as_mut().ok_or_else(not_running)?;
        let chosen = engine.choose(turn.session, turn.start, turn.moves, &go(turn));
        chosen.map(|chosen| chosen.mv).map_err(failed)
    }
}

/// The limits of a move as the program gets them.
fn go(turn: &Turn<'_>) -> Go {
    let MoveLimits { depth, nodes, movetime, clock } = turn.limits;
    let milliseconds = |micros: u64| micros / 1000;
    Go {
        depth,
        nodes,
        movetime: movetime.map(milliseconds),
        time: turn.left.map(|left| clock.map(|_| milliseconds(left))),
        increment: [clock.map_or(0, |clock| milliseconds(clock.increment)); 2],
        ..Go::default()
    }
}

fn failed(forfeit: Forfeit) -> Fault {
    Fault::Failed { reason: forfeit.to_string() }
}
