//! A student's program as a player: by its own moves, or by its evaluation under minimax.

use std::sync::{Arc, PoisonError};

use agon_core::{DefaultEval, Notation, quote};
use agon_search::{SearchControl, Threads};

use super::{Choice, MinimaxPlayer, Player};
use crate::evaluation_program::SharedLine;
use crate::{EvaluationProgram, NoAnswer, PlayerRefusal, Refused};

pub(crate) struct HandInPlayer<G: DefaultEval> {
    pub(crate) program: Arc<dyn EvaluationProgram>,
    pub(crate) line: SharedLine,
    /// Plays by its evaluation, if it has no function that chooses moves.
    pub(crate) minimax: MinimaxPlayer<G>,
}

impl<G: DefaultEval + Notation> Player<G> for HandInPlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &SearchControl<'_, G::Move>,
        threads: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let failed = |reason: String| {
            let name = self.program.name().to_string();
            PlayerRefusal::HandInFailed { name, reason }
        };
        let chosen = match self.program.choose(&line) {
            Ok(chosen) => chosen,
            Err(NoAnswer::Stopped) => return Ok(None),
            Err(NoAnswer::Failed(reason)) => return Err(failed(reason).into()),
        };
        let Some(text) = chosen else {
            return self.minimax.choose(game, position, moves, control, threads);
        };
        let illegal =
            |why: String| failed(format!("plays {}, which is not legal: {why}", quote(&text)));
        let mv = game.read_move(position, &text).map_err(|why| illegal(why.to_string()))?;
        game.check(position, mv).map_err(|why| illegal(why.to_string()))?;
        Ok(Some(mv.into()))
    }
}
