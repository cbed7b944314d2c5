//! The minimax player of part C of the assignment, with an explicit tree.

use agon_core::{Game as _, NodeId, Score, SearchNode, Side, Tree};

use super::belief::Belief;
use super::die::Die;
use super::heuristic::Worth;
use super::position::Position;
use super::rules::Theseus;
use super::senses::View;

/// A node of the tree: the die, the position after it, and the sum of the ratings from the
/// root in thousandths, with those of the opponent subtracted.
pub type Node = SearchNode<Die, Position>;

/// The possible depths of the tree.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 2..=6;

/// The tree of all lines from a position, `depth` plies deep; lines that end the game are
/// shorter.
pub fn tree(game: &Theseus, position: &Position, depth: u32) -> Tree<Node> {
    let root = SearchNode::new(None, *position, game.to_move(position), Score::DRAW);
    let mut tree = Tree::new(root);
    grow(game, &mut tree, Tree::<Node>::ROOT, game.to_move(position), depth);
    tree
}

/// Adds the subtree below a node: the assignment's `createMySubtree` if `me` is to move,
/// else its `createOpponentSubtree`.
fn grow(game: &Theseus, tree: &mut Tree<Node>, parent: NodeId, me: Side, depth: u32) {
    if depth == 0 {
        return;
    }
    let &SearchNode { position: board, value, .. } = tree.data(parent);
    let mover = game.to_move(&board);
    for die in game.moves(&board) {
        let Worth(worth) = game.evaluate_die(&board, mover, die);
        let change = if mover == me { worth } else { -worth };
        let after = game.after(&board, die);
        let value = Score::estimate(value.points() + change);
        let child = SearchNode::new(Some(die), after, game.to_move(&after), value);
        let child = tree.add(parent, child);
        grow(game, tree, child, me, depth - 1);
    }
}

/// The minimax value of each child of the root, in order. A leaf has its evaluation; the
/// root is a max node.
///
/// ```
/// use agon_core::Tree;
/// use agon_games::theseus::{Worth, child_values};
///
/// // The tree of the assignment: leaves 5 and 3 below the first move, -1 and 1
/// // below the second.
/// let mut tree = Tree::new(0);
/// for leaves in [[5, 3], [-1, 1]] {
///     let child = tree.add(Tree::<i32>::ROOT, 0);
///     for leaf in leaves {
///         tree.add(child, leaf);
///     }
/// }
/// assert_eq!(child_values(&tree, |&leaf| Worth(leaf)), [Worth(3), Worth(-1)]);
/// ```
pub fn child_values<T>(tree: &Tree<T>, worth: impl Fn(&T) -> Worth) -> Vec<Worth> {
    // Children are numbered after their parents, so a loop from the end visits children
    // before parents.
    let nodes: Vec<NodeId> = tree.nodes().collect();
    let mut values = vec![Worth(0); nodes.len()];
    for &node in nodes.iter().rev() {
        let below = tree.children(node).iter().map(|child| values[child.number() as usize]);
        let best = if tree.depth(node).is_multiple_of(2) { below.max() } else { below.min() };
        values[node.number() as usize] = best.unwrap_or_else(|| worth(tree.data(node)));
    }
    let children = tree.children(Tree::<T>::ROOT);
    children.iter().map(|child| values[child.number() as usize]).collect()
}

/// The values of the dice at the root, in the game's order.
pub fn values(tree: &Tree<Node>) -> Vec<(Die, Worth)> {
    let children = tree.children(Tree::<Node>::ROOT).iter();
    let dice = children.filter_map(|&child| tree.data(child).mv);
    dice.zip(child_values(tree, |node| Worth(node.value.points()))).collect()
}

/// The values of the dice for a side that knows only what it senses: sums over all tiles
/// where the opponent may be.
pub fn fair_values(view: &View, belief: &Belief, depth: u32) -> Vec<(Die, Worth)> {
    let (game, positions) = belief.imagine(view);
    let mut sums: Vec<(Die, Worth)> = Vec::new();
    for position in positions {
        for (die, worth) in values(&tree(&game, &position, depth)) {
            match sums.iter_mut().find(|(known, _)| *known == die) {
                Some((_, sum)) => sum.0 += worth.0,
                None => sums.push((die, worth)),
            }
        }
    }
    sums
}

/// The index of the root's first child with the largest value: the assignment's
/// `chooseMinMaxMove`.
pub fn choose_min_max_move(tree: &Tree<Node>) -> Option<usize> {
    let values = values(tree);
    let best = values.iter().map(|&(_, worth)| worth).max()?;
    values.iter().position(|&(_, worth)| worth == best)
}

/// The tree as lines of text: die and evaluation.
pub fn draw_tree(tree: &Tree<Node>) -> String {
    tree.outline(|value| Worth(value.points()).to_string())
}
