//! Searches asked for in words, whichever game it is.

use agon_core::{DefaultEval, Evaluate, NodeId, Notation, SearchNode, Stop, Tree};
use agon_search::{Engine, Info, Limits, MemoryRefusal, RecordedTree, SearchControl, Threads};

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Which search.
    pub search: Search,
    /// Where it ends by itself.
    pub limits: Limits,
    /// The evaluation by name; the game's own if not given.
    pub eval: Option<String>,
    /// The memory of the engine, in bytes.
    pub hash_bytes: usize,
}

/// The two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// A fixed depth, with the value and the move of plain minimax.
    Minimax,
    /// As strong as can be.
    Engine,
}

/// Runs a search in a position that is not finished, and speaks of moves as text. Refused
/// where there is no memory for it.
pub(crate) fn run<G: Notation + DefaultEval>(
    game: &G,
    position: &G::Position,
    ask: &Ask,
    named: Option<&dyn Evaluate<G>>,
    control: &dyn SearchControl<String>,
    threads: &dyn Threads,
) -> Result<Option<Info<String>>, MemoryRefusal> {
    let spoken = Spoken { game, position, control };
    let mut engine = Engine::with_memory(ask.hash_bytes)?;
    let own = game.default_eval();
    let (limits, control) = (&ask.limits, &spoken);
    let found = match (ask.search, named) {
        (Search::Minimax, None) => engine.minimax(game, position, &*own, limits, control),
        (Search::Minimax, Some(named)) => engine.minimax(game, position, named, limits, control),
        (Search::Engine, None) => engine.best(game, position, &*own, limits, control, threads),
        (Search::Engine, Some(named)) => {
            engine.best(game, position, named, limits, control, threads)
        }
    };
    Ok(found.map(|info| spoken.in_words(&info)))
}

/// A tree with moves and positions as text.
pub(crate) fn in_words<G: Notation>(
    game: &G,
    recorded: &RecordedTree<G::Move, G::Position>,
) -> RecordedTree<String, String> {
    type Words = SearchNode<String, String>;
    let old = &recorded.tree;
    let start = &old.data(Tree::<Words>::ROOT).position;
    let line = |moves: &[G::Move]| line_in_words(game, start, moves);
    let node = |id: NodeId| {
        let data = old.data(id);
        let before = old.parent(id).map(|parent| &old.data(parent).position);
        let mv = data.mv.zip(before).map(|(mv, before)| game.write_move(before, mv));
        data.map(mv, game.write(&data.position), line)
    };
    let mut tree = Tree::new(node(Tree::<Words>::ROOT));
    // Nodes are numbered in the order of adding, so the copy numbers them alike.
    for id in old.nodes().skip(1) {
        if let Some(parent) = old.parent(id) {
            tree.add(parent, node(id));
        }
    }
    RecordedTree { tree, nodes: recorded.nodes }
}

/// A line of play from a position, as text.
fn line_in_words<G: Notation>(game: &G, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(game.write_move(&position, mv));
        game.play_unchecked(&mut position, mv);
    }
    words
}

/// Listens to a search, and tells it on with moves as text.
pub(crate) struct Spoken<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    pub(crate) control: &'a dyn SearchControl<String>,
}

impl<G: Notation> Spoken<'_, G> {
    fn in_words(&self, info: &Info<G::Move>) -> Info<String> {
        let moves = line_in_words(self.game, self.position, &info.moves);
        let &Info { depth, selective_depth, line, score, nodes, hits, fill, .. } = info;
        Info { depth, selective_depth, line, score, moves, nodes, hits, fill }
    }
}

impl<G: Notation> Stop for Spoken<'_, G> {
    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

impl<G: Notation> SearchControl<G::Move> for Spoken<'_, G> {
    fn is_enough(&self) -> bool {
        self.control.is_enough()
    }

    fn report(&self, info: &Info<G::Move>) {
        self.control.report(&self.in_words(info));
    }
}
