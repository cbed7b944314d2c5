//! The resources of the server for all games.

use std::fmt;
use std::sync::Arc;

use agon_arena::{Analysis, EvaluationProgram};
use agon_core::quote;

use crate::refusal::ServiceRefusal;

/// The resources of the server for all games: threads, and evaluation programs.
#[derive(Clone, Default)]
pub struct Resources {
    /// The most threads of a player.
    pub max_threads: u32,
    /// The evaluation programs that the operator of the server allows, by name. A client can only
    /// name one of these; it cannot start other programs.
    pub programs: Arc<[Arc<dyn EvaluationProgram>]>,
}

impl Resources {
    /// Only threads.
    pub fn threads(max_threads: u32) -> Resources {
        Resources { max_threads, ..Resources::default() }
    }

    /// The programs that follow games of a kind by rules of their own.
    pub(crate) fn followers(
        &self,
        game: &str,
    ) -> impl Iterator<Item = &Arc<dyn EvaluationProgram>> {
        let plays = move |it: &&Arc<dyn EvaluationProgram>| it.game().is_none_or(|own| own == game);
        self.programs.iter().filter(|it| it.follows_games()).filter(plays)
    }

    /// One of them, by its name.
    pub(crate) fn follower(
        &self,
        name: &str,
        game: &'static str,
    ) -> Result<&Arc<dyn EvaluationProgram>, ServiceRefusal> {
        let unknown = || ServiceRefusal::NoProgram { found: quote(name), game };
        self.followers(game).find(|program| program.name() == name).ok_or_else(unknown)
    }

    /// Adds the programs as evaluations of a session.
    pub(crate) fn add_programs(&self, session: &mut dyn Analysis) {
        for program in self.programs.iter() {
            session.add_program(Arc::clone(program));
        }
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let programs: Vec<&str> = self.programs.iter().map(|program| program.name()).collect();
        let max_threads = self.max_threads;
        f.debug_struct("Resources")
            .field("max_threads", &max_threads)
            .field("programs", &programs)
            .finish()
    }
}
