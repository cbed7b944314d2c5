//! Search requests with moves as text, for any game.

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, NodeId, Notation, SearchNode, Stop, Tree};
use agon_search::{Info, Limits, RecordedTree, SearchControl, Threads};

use crate::evaluation_program::{UntilFailed, check_failure};
use crate::{AnyEngine, Refused};

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The kind of search.
    pub search: SearchKind,
    /// Where it ends by itself.
    pub limits: Limits,
    /// The evaluation by name; if not given, the game's default one, or that of the engine.
    pub eval: Option<String>,
    /// The size of the transposition table in bytes.
    pub hash_bytes: usize,
}

/// The kinds of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// A fixed depth, with the value and the move of plain minimax.
    Minimax,
    /// The engine at full strength.
    Engine,
}

/// Runs a search in a position that is not finished, and reports moves as text. Refused if
/// there is no memory for it, or its evaluation fails.
pub(crate) fn run<G: Notation + DefaultEval>(
    game: &G,
    position: &G::Position,
    engine: &mut AnyEngine,
    request: &SearchRequest,
    named: Option<&dyn Evaluate<G>>,
    control: &SearchControl<'_, String>,
    threads: &dyn Threads,
) -> Result<Option<Info<String>>, Refused> {
    let limits = &request.limits;
    let here = game.engine_eval_here().filter(|_| request.search == SearchKind::Engine);
    let named = named.or(here.as_deref());
    let report = |info: &Info<G::Move>| {
        // What was found since an evaluation failed is worthless.
        if !named.is_some_and(|named| named.has_failed()) {
            control.report(&info_as_text(game, position, info));
        }
    };
    let failed = named.map(|evaluation| UntilFailed { evaluation, stop: &() });
    let stop = failed.as_ref().map_or(&() as &dyn Stop, |failed| failed);
    let control = SearchControl::within(control, stop).reporting(&report);
    let found = engine.with(request.hash_bytes, |engine| match (request.search, named) {
        // Compiled once for all evaluations of a game: it is made for lessons, not for speed.
        (SearchKind::Minimax, named) => {
            let own: Arc<dyn Evaluate<G>> = game.default_eval();
            engine.minimax(game, position, named.unwrap_or(&*own), limits, &control)
        }
        (SearchKind::Engine, None) => {
            engine.best(game, position, &*game.engine_eval(), limits, &control, threads)
        }
        (SearchKind::Engine, Some(named)) => {
            engine.best(game, position, named, limits, &control, threads)
        }
    })?;
    named.map_or(Ok(()), check_failure)?;
    Ok(found.map(|info| info_as_text(game, position, &info)))
}

/// A tree with moves and positions as text.
pub(crate) fn tree_as_text<G: Notation>(
    game: &G,
    recorded: &RecordedTree<G::Move, G::Position>,
) -> RecordedTree<String, String> {
    type Node = SearchNode<String, String>;
    let old = &recorded.tree;
    let start = &old.data(Tree::<Node>::ROOT).position;
    let line = |moves: &[G::Move]| line_as_text(game, start, moves);
    let node = |id: NodeId| {
        let data = old.data(id);
        let before = old.parent(id).map(|parent| &old.data(parent).position);
        let mv = data.mv.zip(before).map(|(mv, before)| game.write_move(before, mv));
        data.map(mv, game.write(&data.position), line)
    };
    let mut tree = Tree::new(node(Tree::<Node>::ROOT));
    // Nodes are numbered in the order of adding, so the copy numbers them alike.
    for id in old.nodes().skip(1) {
        if let Some(parent) = old.parent(id) {
            tree.add(parent, node(id));
        }
    }
    RecordedTree { tree, nodes: recorded.nodes }
}

/// A line of play from a position, as text.
fn line_as_text<G: Notation>(game: &G, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(game.write_move(&position, mv));
        game.play_unchecked(&mut position, mv);
    }
    texts
}

/// A line of a search from a position, with moves as text.
pub(crate) fn info_as_text<G: Notation>(
    game: &G,
    position: &G::Position,
    info: &Info<G::Move>,
) -> Info<String> {
    let moves = line_as_text(game, position, &info.moves);
    let &Info { depth, selective_depth, line, score, nodes, hits, fill, .. } = info;
    Info { depth, selective_depth, line, score, moves, nodes, hits, fill }
}
