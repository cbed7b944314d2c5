//! Programs of others as competitors.

use agon_arena::contest::{AnyPlayer, Clock, Fault, Limits, Opening, Turn};
use agon_arena::ugi::{Forfeit, Go};

use crate::engines::{Engine, EngineLimits};

/// A program that speaks the engine protocol. It is started for its first game, and again
/// when it had to be ended.
pub struct Program {
    command: String,
    engine: Option<Engine>,
}

impl Program {
    /// A program by its command line.
    pub fn new(command: &str) -> Program {
        Program { command: command.into(), engine: None }
    }
}

impl AnyPlayer for Program {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        if opening.limits == Limits::default() {
            let reason = "a program needs a limit: depth, nodes, movetime or clock";
            return Err(Fault::Failed { reason: reason.into() });
        }
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.command, &EngineLimits::default()).map_err(failed)?,
        };
        self.engine.insert(engine).new_game(opening.game).map_err(failed)
    }

    fn choose(&mut self, turn: &Turn<'_>, _: &dyn Clock) -> Result<String, Fault> {
        let gone = || Fault::Failed { reason: "is not running".into() };
        let engine = self.engine.as_mut().ok_or_else(gone)?;
        let chosen = engine.choose(turn.session, turn.start, turn.moves, &go(turn));
        chosen.map(|chosen| chosen.mv).map_err(failed)
    }
}

/// What a program is told of its limits.
fn go(turn: &Turn<'_>) -> Go {
    let Limits { depth, nodes, movetime, clock } = turn.limits;
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
