//! Trees of searches, and trees that players of a game build.

use agon_arena::{AnySession, PlayerSpec, Refused};
use agon_core::{SearchNode, Stop, Tree as CoreTree};
use agon_games::theseus::{AssignmentNode, Worth};
use agon_search::TreeOptions;

use crate::job_context::{JobContext, add_words};
use crate::protocol::{BranchView, MoveDictionary, RequestError, Tree, TreeNode, TreeRequest};
use crate::refusal::{ServiceRefusal, check_range};
use crate::snapshot::Snapshot;

/// The most nodes that a tree may visit.
const MAX_TREE_NODES: u64 = 1_000_000;

/// The most nodes that a tree outside a game may visit.
const MAX_SMALL_TREE: u64 = 100_000;

/// The most positions of plain minimax that are counted, about.
const MAX_COUNTED: u64 = 300_000_000;

/// The most nodes of a tree that are sent.
const MAX_SHOWN_NODES: usize = 4000;

/// The largest depth of a tree, in plies.
const MAX_TREE_DEPTH: u32 = 6;

/// The least depth of a player's own tree, in plies.
const MIN_PLAYER_DEPTH: u32 = 2;

/// The most children of a node that are sent.
const MAX_CHILDREN: usize = 50;

/// Records the tree of a request.
pub(crate) fn record(
    snapshot: &Snapshot,
    request: &TreeRequest,
    context: &dyn JobContext,
) -> Result<Tree, RequestError> {
    recorded(snapshot.open()?, request, &context, [MAX_TREE_NODES, MAX_COUNTED])
}

/// The tree of a request outside a game, which is smaller.
pub(crate) fn grow(
    session: Box<dyn AnySession>,
    request: &TreeRequest,
    stop: &dyn Stop,
) -> Result<Tree, RequestError> {
    check_range("moves", request.moves.len(), 0, MAX_TREE_DEPTH as usize)?;
    recorded(session, request, stop, [MAX_SMALL_TREE; 2])
}

/// A tree that visits at most this many nodes; plain minimax is counted up to the second number.
fn recorded(
    mut session: Box<dyn AnySession>,
    request: &TreeRequest,
    stop: &dyn Stop,
    most: [u64; 2],
) -> Result<Tree, RequestError> {
    check_range("depth", request.depth as usize, 1, MAX_TREE_DEPTH as usize)?;
    check_range("top", request.top, 1, MAX_CHILDREN)?;
    let root_mover = session.to_move();
    session.play_all(&request.moves.join(" "))?;
    let is_opponent = session.to_move() != root_mover;
    let mut tree = match &request.player {
        Some(player) => player_tree(&*session, player, request.depth)?,
        None => searched_tree(&*session, request, stop, most)?,
    };
    add_tree_words(&mut *session, &tree.tree, &mut tree.words);
    if request.branch {
        tree.tree = BranchView { is_opponent, moves: request.moves.clone() }.apply(tree.tree);
    }
    Ok(tree)
}

fn searched_tree(
    session: &dyn AnySession,
    request: &TreeRequest,
    stop: &dyn Stop,
    [most, most_counted]: [u64; 2],
) -> Result<Tree, RequestError> {
    // A tree with its pruned moves is large, so it is searched only as far as it can be sent.
    let most = if request.whole { MAX_SHOWN_NODES as u64 } else { most };
    let record = |depth: u32| {
        let options = TreeOptions {
            depth,
            pruning: request.pruning,
            top: if request.whole { usize::MAX } else { request.top },
            nodes: most,
            with_pruned: request.whole,
        };
        let recorded = session.tree(&options, request.eval.as_deref(), stop)?;
        Ok(recorded.map(|it| (it.tree.nodes().count(), it)))
    };
    let recorded = fitting(request.depth, 1, most, record)?;
    let root = TreeNode::of(&recorded.tree, CoreTree::<SearchNode<String, String>>::ROOT);
    let plain = match request.pruning {
        true => all_positions(session, request.depth, stop, most_counted),
        false => Some(recorded.nodes),
    };
    Ok(Tree {
        tree: root,
        nodes: recorded.nodes,
        plain,
        scale: 1,
        words: MoveDictionary::default(),
    })
}

/// The tree that a player of the game builds, up to a depth.
fn player_tree(session: &dyn AnySession, player: &str, depth: u32) -> Result<Tree, RequestError> {
    let spec: PlayerSpec = player.parse().map_err(Refused::from)?;
    let build = |depth: u32| {
        let tree = session.player_tree(&spec.clone().with_depth(depth))?;
        Ok(Some((tree.nodes().count(), tree)))
    };
    let tree = fitting(depth, MIN_PLAYER_DEPTH, MAX_SHOWN_NODES as u64, build)?;
    let nodes = tree.nodes().count();
    let root = CoreTree::<AssignmentNode>::ROOT;
    let nodes = nodes as u64;
    Ok(Tree {
        tree: TreeNode::of_player(&tree, root, session.to_move()),
        nodes,
        plain: Some(nodes),
        scale: Worth::SCALE,
        words: MoveDictionary::default(),
    })
}

/// The tree of a depth, if it can be sent; otherwise the refusal says which depth can. `build`
/// returns the tree of a depth with the number of its nodes, unless it has more than `most`.
fn fitting<T>(
    depth: u32,
    least: u32,
    most: u64,
    build: impl Fn(u32) -> Result<Option<(usize, T)>, RequestError>,
) -> Result<T, RequestError> {
    let fits = |(nodes, _): &(usize, T)| *nodes <= MAX_SHOWN_NODES;
    let built = build(depth)?;
    let most = if built.is_some() { MAX_SHOWN_NODES as u64 } else { most };
    if let Some((_, tree)) = built.filter(fits) {
        return Ok(tree);
    }
    let mut best = (0, 0);
    for less in least..depth {
        let Some((nodes, _)) = build(less)?.filter(fits) else { break };
        best = (less, nodes as u64);
    }
    let (fits, nodes) = best;
    Err(ServiceRefusal::TreeTooLarge { depth, most, fits, nodes }.into())
}

/// How many nodes minimax visits without pruning; `None` if counting them would take long.
fn all_positions(session: &dyn AnySession, depth: u32, stop: &dyn Stop, most: u64) -> Option<u64> {
    let (mut positions, mut before, mut last) = (1, 1, 1);
    for plies in 1..=depth {
        // Estimated with the branching factor of the previous ply.
        if last * (last / before) > most {
            return None;
        }
        let counted = session.divide(plies, stop, &mut |_, _| ());
        if stop.is_stopped() {
            return None;
        }
        (before, last) = (last.max(1), counted);
        positions += counted;
    }
    Some(positions)
}

/// Adds the words of the moves below a node. The session is in its position, and returns to it.
fn add_tree_words(session: &mut dyn AnySession, node: &TreeNode, words: &mut MoveDictionary) {
    let ply = session.ply();
    for child in node.branches().1 {
        let (Some(mv), children) = child.branches() else { continue };
        add_words(&*session, mv, words);
        if !children.is_empty() && session.play(mv).is_ok() {
            add_tree_words(session, child, words);
            session.jump(ply);
        }
    }
}
