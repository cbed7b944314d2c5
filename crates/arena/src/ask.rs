//! Searches asked for in words, whichever game it is.

use agon_core::{Evaluate, Judged, Notation};
use agon_search::{Control, Crew, Engine, Goal, Info};

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Which search.
    pub search: Search,
    /// Where it ends by itself.
    pub goal: Goal,
    /// The evaluation by name; the game's own if not given.
    pub eval: Option<String>,
    /// The memory of the engine, in bytes.
    pub table: usize,
}

/// The two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// A fixed depth, with the value and the move of plain minimax.
    Minimax,
    /// As strong as can be.
    Engine,
}

/// Runs a search in a position that is not finished, and speaks of moves as text.
pub(crate) fn run<G: Notation + Judged>(
    game: &G,
    position: &G::Position,
    ask: &Ask,
    named: Option<&(dyn Evaluate<G> + 'static)>,
    control: &dyn Control<String>,
    crew: &dyn Crew,
) -> Option<Info<String>> {
    let spoken = Spoken { game, position, control };
    let mut engine = Engine::new(ask.table);
    let own = G::Own::default();
    let (goal, control) = (&ask.goal, &spoken);
    let found = match (ask.search, named) {
        (Search::Minimax, None) => engine.minimax(game, position, &own, goal, control),
        (Search::Minimax, Some(named)) => engine.minimax(game, position, named, goal, control),
        (Search::Engine, None) => engine.best(game, position, &own, goal, control, crew),
        (Search::Engine, Some(named)) => engine.best(game, position, named, goal, control, crew),
    };
    found.map(|info| spoken.in_words(&info))
}

/// Listens to a search, and tells it on with moves as text.
struct Spoken<'a, G: Notation> {
    game: &'a G,
    position: &'a G::Position,
    control: &'a dyn Control<String>,
}

impl<G: Notation> Spoken<'_, G> {
    fn in_words(&self, info: &Info<G::Move>) -> Info<String> {
        let mut position = self.position.clone();
        let mut moves = Vec::new();
        for &mv in &info.moves {
            moves.push(self.game.write_move(&position, mv));
            self.game.play_unchecked(&mut position, mv);
        }
        let &Info { depth, selective_depth, line, score, nodes, hits, fill, .. } = info;
        Info { depth, selective_depth, line, score, moves, nodes, hits, fill }
    }
}

impl<G: Notation> Control<G::Move> for Spoken<'_, G> {
    fn must_stop(&self) -> bool {
        self.control.must_stop()
    }

    fn is_enough(&self) -> bool {
        self.control.is_enough()
    }

    fn tell(&self, info: &Info<G::Move>) {
        self.control.tell(&self.in_words(info));
    }
}
