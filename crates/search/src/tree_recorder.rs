//! A minimax search that records its tree, for people to study.
//!
//! It tries moves in the game's order and uses textbook alpha-beta or no pruning at all, so
//! that the tree shows what alpha-beta saves.

use agon_core::{
    BatchState, Bound, Cut, EvalState as _, Evaluate, Game, NodeId, Score, SearchNode, Side, Stop,
    Tree,
};

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// The depth of the search, in plies.
    pub depth: u32,
    /// Whether to use alpha-beta pruning.
    pub pruning: bool,
    /// How many children of each node to keep, the best for the side to move there.
    pub top: usize,
    /// The maximum number of nodes to search.
    pub nodes: u64,
    /// Whether to add the moves that were pruned, as nodes that were not searched.
    pub with_pruned: bool,
}

/// A recorded search tree.
///
/// ```
/// use agon_core::Notation;
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_search::{TreeOptions, record_tree};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let nodes = |pruning| {
///     let options = TreeOptions { depth: 2, pruning, top: 10, nodes: 100, with_pruned: false };
///     record_tree(&game, &start, &Points, &options, &()).unwrap().nodes
/// };
/// assert_eq!((nodes(false), nodes(true)), (7, 6));
/// ```
#[derive(Clone, Debug)]
pub struct RecordedTree<M, P> {
    /// The tree, with the children that were kept.
    pub tree: Tree<SearchNode<M, P>>,
    /// How many nodes were searched, the root included.
    pub nodes: u64,
}

/// Searches by minimax and records the tree; `None` if that takes more nodes than allowed,
/// or if it is stopped.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, score_words};
/// use agon_search::{TreeOptions, record_tree};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let options = TreeOptions { depth: 2, pruning: true, top: 10, nodes: 100, with_pruned: false };
/// let recorded = record_tree(&game, &start, &Points, &options, &()).unwrap();
/// let words = recorded.tree.outline(score_words);
/// assert!(words.contains("1: <= -1 [+3, -] pruned 1 move: -1 <= alpha +3, found at 0"), "{words}");
/// ```
pub fn record_tree<G: Game>(
    game: &G,
    position: &G::Position,
    evaluator: &dyn Evaluate<G>,
    options: &TreeOptions,
    stop: &dyn Stop,
) -> Option<RecordedTree<G::Move, G::Position>> {
    let root = game.to_move(position);
    let batches = evaluator.prefers_batches().then(|| BatchState::new(evaluator, position));
    let line = Vec::new();
    let mut recorder = Recorder { game, evaluator, batches, options, stop, root, line, nodes: 0 };
    let open = Window {
        alpha: Score::WORST,
        alpha_at: Vec::new(),
        beta: Score::BEST,
        beta_at: Vec::new(),
    };
    let branch = recorder.visit(position, None, options.depth, open)?;
    let mut tree = Tree::new(branch.node);
    add_children(&mut tree, Tree::<SearchNode<G::Move, G::Position>>::ROOT, branch.children);
    mark_chosen(&mut tree, root);
    Some(RecordedTree { tree, nodes: recorder.nodes })
}

/// The window of a node, with the lines by which its window were found.
#[derive(Clone)]
struct Window<M> {
    alpha: Score,
    alpha_at: Vec<M>,
    beta: Score,
    beta_at: Vec<M>,
}

/// A node with the children that were kept.
struct Branch<M, P> {
    node: SearchNode<M, P>,
    children: Vec<Branch<M, P>>,
}

/// How many nodes are searched between two checks whether to stop.
const CHECK_INTERVAL: u64 = 1 << 10;

struct Recorder<'a, G: Game> {
    game: &'a G,
    evaluator: &'a dyn Evaluate<G>,
    /// Evaluates the children of a node together, if the evaluation prefers that.
    batches: Option<BatchState<'a, G>>,
    options: &'a TreeOptions,
    stop: &'a dyn Stop,
    /// The side whose values are recorded: the side to move at the root.
    root: Side,
    /// The moves from the root to the current node.
    line: Vec<G::Move>,
    nodes: u64,
}

impl<G: Game> Recorder<'_, G> {
    fn visit(
        &mut self,
        position: &G::Position,
        mv: Option<G::Move>,
        depth: u32,
        mut window: Window<G::Move>,
    ) -> Option<Branch<G::Move, G::Position>> {
        self.nodes += 1;
        let is_checked = self.nodes.is_multiple_of(CHECK_INTERVAL) || self.batches.is_some();
        if self.nodes > self.options.nodes || is_checked && self.stop.is_stopped() {
            return None;
        }
        let mover = self.game.to_move(position);
        let mut node = SearchNode::new(mv, position.clone(), mover, Score::DRAW);
        node.window = self.options.pruning.then_some([window.alpha, window.beta]);
        if let Some(value) = self.value_here(position, depth) {
            node.value = value;
            return Some(Branch { node, children: Vec::new() });
        }
        if let Some(batches) = self.batches.as_mut().filter(|_| depth == 1) {
            batches.expect_children(self.game, position);
        }
        let is_max = mover == self.root;
        let moves = self.game.moves(position);
        let mut best: Option<Score> = None;
        let mut children = Vec::new();
        let mut pruned = Vec::new();
        for (number, &mv) in moves.iter().enumerate() {
            let next = self.game.after(position, mv);
            self.line.push(mv);
            if let Some(batches) = &mut self.batches {
                batches.end_move(self.game, &next);
            }
            let child = self.visit(&next, Some(mv), depth - 1, window.clone())?;
            if let Some(batches) = &mut self.batches {
                batches.undo_move();
            }
            let value = child.node.value;
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                if is_max && value > window.alpha {
                    (window.alpha, window.alpha_at) = (value, self.line.clone());
                } else if !is_max && value < window.beta {
                    (window.beta, window.beta_at) = (value, self.line.clone());
                }
            }
            self.line.pop();
            children.push(child);
            let left = moves.len() - number - 1;
            if self.options.pruning && window.alpha >= window.beta && left > 0 {
                let (bound, found_at) = match is_max {
                    true => (window.beta, window.beta_at.clone()),
                    false => (window.alpha, window.alpha_at.clone()),
                };
                node.cut = Some(Cut { bound, from_above: is_max, found_at, left });
                if self.options.with_pruned {
                    pruned.extend(moves[number + 1..].iter().map(|&mv| self.pruned(position, mv)));
                }
                break;
            }
        }
        node.value = best.unwrap_or(Score::DRAW);
        node.bound = bound(&node, &children, is_max);
        node.hidden = keep_best(&mut children, self.options.top, is_max);
        children.extend(pruned);
        Some(Branch { node, children })
    }

    /// The node of a move that was not searched.
    fn pruned(&self, position: &G::Position, mv: G::Move) -> Branch<G::Move, G::Position> {
        let next = self.game.after(position, mv);
        let mover = self.game.to_move(&next);
        let node = SearchNode::new(Some(mv), next, mover, Score::DRAW);
        Branch { node: SearchNode { is_pruned: true, ..node }, children: Vec::new() }
    }

    /// The value of a leaf; `None` for an inner node.
    fn value_here(&mut self, position: &G::Position, depth: u32) -> Option<Score> {
        let mover = self.game.to_move(position);
        let score = match self.game.outcome(position) {
            Some(outcome) => outcome.seen_by(mover),
            None if depth == 0 => match &mut self.batches {
                Some(batches) => batches.evaluate(self.game, position),
                None => self.evaluator.evaluate(self.game, position),
            },
            None => return None,
        };
        let here = score.absolute(mover).seen_by(self.root);
        Some(self.line.iter().fold(here, |value, _| value.one_ply_earlier()))
    }
}

/// Whether the value of a node is exact or a bound, from its children. At a node that
/// maximises, the value is reached if a child of this value is worth no less, and not
/// exceeded if all moves were searched and no child may be worth more; at one that
/// minimises, the other way round.
fn bound<M, P>(node: &SearchNode<M, P>, children: &[Branch<M, P>], is_max: bool) -> Bound {
    let (short, beyond) = match is_max {
        true => (Bound::Upper, Bound::Lower),
        false => (Bound::Lower, Bound::Upper),
    };
    let mut below = children.iter().map(|child| &child.node);
    let is_not_exceeded = node.cut.is_none() && below.clone().all(|child| child.bound != beyond);
    let is_reached = below.any(|child| child.value == node.value && child.bound != short);
    match (is_reached, is_not_exceeded) {
        (true, true) => Bound::Exact,
        (_, true) => short,
        // A value that may be exceeded is beyond the window, and so it is reached.
        (_, false) => beyond,
    }
}

/// Keeps the best children for the side to move, of equals the first, in their order, and
/// returns how many were dropped.
fn keep_best<M, P>(children: &mut Vec<Branch<M, P>>, top: usize, is_max: bool) -> usize {
    let dropped = children.len().saturating_sub(top.max(1));
    if dropped > 0 {
        let value =
            |child: &Branch<M, P>| if is_max { -child.node.value } else { child.node.value };
        let mut order: Vec<(Score, usize)> = children.iter().map(value).zip(0..).collect();
        order.sort_unstable();
        let mut kept: Vec<bool> = vec![false; children.len()];
        order[..children.len() - dropped].iter().for_each(|&(_, index)| kept[index] = true);
        let mut kept = kept.into_iter();
        children.retain(|_| kept.next().unwrap_or(false));
    }
    dropped
}

fn add_children<M, P>(
    tree: &mut Tree<SearchNode<M, P>>,
    parent: NodeId,
    children: Vec<Branch<M, P>>,
) {
    for child in children {
        let id = tree.add(parent, child.node);
        add_children(tree, id, child.children);
    }
}

/// Marks the principal variation: of equal moves the first.
fn mark_chosen<M, P>(tree: &mut Tree<SearchNode<M, P>>, root: Side) {
    let mut id = Tree::<SearchNode<M, P>>::ROOT;
    loop {
        tree.data_mut(id).is_chosen = true;
        let is_max = tree.data(id).mover == root;
        let mut best: Option<NodeId> = None;
        for &child in tree.children(id).iter().filter(|&&child| !tree.data(child).is_pruned) {
            let value = tree.data(child).value;
            let better = best.is_none_or(|best| {
                let known = tree.data(best).value;
                if is_max { value > known } else { value < known }
            });
            if better {
                best = Some(child);
            }
        }
        match best {
            Some(child) => id = child,
            None => return,
        }
    }
}
