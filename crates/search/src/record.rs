//! Minimax that writes down what it sees, for people to look at.
//!
//! It tries moves in the game's order and prunes by the book or not at all, so that one
//! sees what alpha-beta saves.

use agon_core::{Bound, Cut, Evaluate, Game, NodeId, Score, SearchNode, Side, Tree};

/// What is to be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recording {
    /// How many plies to look ahead.
    pub depth: u32,
    /// Whether to prune by alpha and beta.
    pub pruning: bool,
    /// How many children of each node to keep, the best for the side to move there.
    pub top: usize,
    /// The most positions to look at.
    pub nodes: u64,
}

/// A tree that was written down, and how many positions were looked at.
#[derive(Clone, Debug)]
pub struct Recorded<M, P> {
    /// The tree, as far as it was kept.
    pub tree: Tree<SearchNode<M, P>>,
    /// How many positions were looked at, the root among them.
    pub nodes: u64,
}

/// Looks ahead by minimax and writes down what it sees; `None` if more positions would
/// have to be looked at than allowed.
///
/// ```
/// use agon_core::dummy::{Points, TreeGame};
/// use agon_core::{Notation, score_words};
/// use agon_search::{Recording, record};
///
/// let (game, start) = TreeGame::read("a(b(a:5(1)a:3(1))b(a:-1(1)a:1(1)))").unwrap();
/// let recording = Recording { depth: 2, pruning: true, top: 10, nodes: 100 };
/// let recorded = record(&game, &start, &Points, &recording).unwrap();
/// let words = recorded.tree.outline(score_words);
/// assert!(words.contains("1: <= -1 [+3, -] pruned 1 move: -1 <= alpha +3, found at 0"), "{words}");
/// ```
pub fn record<G: Game>(
    game: &G,
    position: &G::Position,
    evaluator: &dyn Evaluate<G>,
    recording: &Recording,
) -> Option<Recorded<G::Move, G::Position>> {
    let root = game.to_move(position);
    let mut recorder = Recorder { game, evaluator, recording, root, line: Vec::new(), nodes: 0 };
    let open =
        Bounds { low: Score::WORST, low_at: Vec::new(), high: Score::BEST, high_at: Vec::new() };
    let branch = recorder.visit(position, None, recording.depth, open)?;
    let mut tree = Tree::new(branch.node);
    plant(&mut tree, Tree::<SearchNode<G::Move, G::Position>>::ROOT, branch.children);
    mark_chosen(&mut tree, root);
    Some(Recorded { tree, nodes: recorder.nodes })
}

/// What is known before a node is looked at, and by which lines it was found.
#[derive(Clone)]
struct Bounds<M> {
    low: Score,
    low_at: Vec<M>,
    high: Score,
    high_at: Vec<M>,
}

/// A node with what was kept below it.
struct Branch<M, P> {
    node: SearchNode<M, P>,
    children: Vec<Branch<M, P>>,
}

struct Recorder<'a, G: Game> {
    game: &'a G,
    evaluator: &'a dyn Evaluate<G>,
    recording: &'a Recording,
    /// The side whose values are written down.
    root: Side,
    /// The moves from the root to the present node.
    line: Vec<G::Move>,
    nodes: u64,
}

impl<G: Game> Recorder<'_, G> {
    fn visit(
        &mut self,
        position: &G::Position,
        mv: Option<G::Move>,
        depth: u32,
        mut bounds: Bounds<G::Move>,
    ) -> Option<Branch<G::Move, G::Position>> {
        self.nodes += 1;
        if self.nodes > self.recording.nodes {
            return None;
        }
        let mover = self.game.to_move(position);
        let mut node = SearchNode::new(mv, position.clone(), mover, Score::DRAW);
        node.window = self.recording.pruning.then_some([bounds.low, bounds.high]);
        if let Some(value) = self.value_here(position, depth) {
            node.value = value;
            return Some(Branch { node, children: Vec::new() });
        }
        let is_max = mover == self.root;
        let moves = self.game.moves(position);
        let mut best: Option<Score> = None;
        let mut children = Vec::new();
        for (number, &mv) in moves.iter().enumerate() {
            let next = self.game.after(position, mv);
            self.line.push(mv);
            let child = self.visit(&next, Some(mv), depth - 1, bounds.clone())?;
            let value = child.node.value;
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                if is_max && value > bounds.low {
                    (bounds.low, bounds.low_at) = (value, self.line.clone());
                } else if !is_max && value < bounds.high {
                    (bounds.high, bounds.high_at) = (value, self.line.clone());
                }
            }
            self.line.pop();
            children.push(child);
            let left = moves.len() - number - 1;
            if self.recording.pruning && bounds.low >= bounds.high && left > 0 {
                // What this side has found is more than the other will let it have.
                let (bound, found_at) = match is_max {
                    true => (bounds.high, bounds.high_at.clone()),
                    false => (bounds.low, bounds.low_at.clone()),
                };
                node.cut = Some(Cut { bound, from_above: is_max, found_at, left });
                break;
            }
        }
        node.value = best.unwrap_or(Score::DRAW);
        node.bound_kind = bound_kind(&node, &children, is_max);
        node.hidden = keep_best(&mut children, self.recording.top, is_max);
        Some(Branch { node, children })
    }

    /// The value of a node below which nothing is looked at.
    fn value_here(&self, position: &G::Position, depth: u32) -> Option<Score> {
        let mover = self.game.to_move(position);
        let seen = match self.game.outcome(position) {
            Some(outcome) => outcome.seen_by(mover),
            None if depth == 0 => self.evaluator.evaluate(self.game, position),
            None => return None,
        };
        let here = seen.absolute(mover).seen_by(self.root);
        Some(self.line.iter().fold(here, |value, _| value.one_ply_earlier()))
    }
}

/// What the value of a node says, by what the values of its children say. Where the
/// largest is taken, it is reached if a child of this value is worth no less, and kept to
/// if all were looked at and none may be worth more; where the smallest is taken, the
/// other way round.
fn bound_kind<M, P>(node: &SearchNode<M, P>, children: &[Branch<M, P>], is_max: bool) -> Bound {
    let (short, beyond) = match is_max {
        true => (Bound::AtMost, Bound::AtLeast),
        false => (Bound::AtLeast, Bound::AtMost),
    };
    let mut below = children.iter().map(|child| &child.node);
    let is_kept_to = node.cut.is_none() && below.clone().all(|child| child.bound_kind != beyond);
    let is_reached = below.any(|child| child.value == node.value && child.bound_kind != short);
    match (is_reached, is_kept_to) {
        (true, true) => Bound::Exact,
        (_, true) => short,
        // What is cut or may be worth more is beyond the window, and so reached.
        (_, false) => beyond,
    }
}

/// Keeps the best children for the side to move, of equals the first, in their order;
/// tells how many are gone.
fn keep_best<M, P>(children: &mut Vec<Branch<M, P>>, top: usize, is_max: bool) -> usize {
    let gone = children.len().saturating_sub(top.max(1));
    if gone > 0 {
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|&place| {
            let value = children[place].node.value;
            if is_max { -value } else { value }
        });
        let mut kept: Vec<bool> = vec![false; children.len()];
        order[..children.len() - gone].iter().for_each(|&place| kept[place] = true);
        let mut kept = kept.into_iter();
        children.retain(|_| kept.next().unwrap_or(false));
    }
    gone
}

fn plant<M, P>(tree: &mut Tree<SearchNode<M, P>>, parent: NodeId, children: Vec<Branch<M, P>>) {
    for child in children {
        let id = tree.add(parent, child.node);
        plant(tree, id, child.children);
    }
}

/// Marks the line that both sides choose: of equals the first.
fn mark_chosen<M, P>(tree: &mut Tree<SearchNode<M, P>>, root: Side) {
    let mut id = Tree::<SearchNode<M, P>>::ROOT;
    loop {
        tree.data_mut(id).is_chosen = true;
        let is_max = tree.data(id).mover == root;
        let mut best: Option<NodeId> = None;
        for &child in tree.children(id) {
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
