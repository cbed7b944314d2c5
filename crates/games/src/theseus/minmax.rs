//! The player of part C of the assignment: an explicit tree of moves and answers.

use agon_core::{Game as _, NodeId, Score, SearchNode, Side, Tree};

use super::belief::Belief;
use super::die::Die;
use super::heuristic::Worth;
use super::position::Position;
use super::rules::Theseus;
use super::senses::View;

/// A node of the tree: the die that was chosen, the board after it, and what the moves
/// from the root to here are worth in thousandths: one's own, less the opponent's.
pub type Node = SearchNode<Die, Position>;

/// How far the tree may go.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 2..=6;

/// The tree of all moves of the side to move and the answers to them, `depth` plies
/// deep; lines that end the game end earlier.
pub fn tree(game: &Theseus, position: &Position, depth: u32) -> Tree<Node> {
    let root = SearchNode::new(None, *position, game.to_move(position), Score::DRAW);
    let mut tree = Tree::new(root);
    grow(game, &mut tree, Tree::<Node>::ROOT, game.to_move(position), depth);
    tree
}

/// Adds the moves below a node, and what follows. The assignment's
/// `createMySubtree` where `me` is to move, `createOpponentSubtree` where not.
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

/// The value of each child of the root, in their order: at a leaf its evaluation,
/// above it the largest or the smallest of the values below, in turn. The root is
/// where the largest is taken.
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
    // Children are numbered after their parents, so one walk from the end has the
    // values below a node before the node.
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

/// The values of the dice that can be chosen at the root, in the game's order.
pub fn values(tree: &Tree<Node>) -> Vec<(Die, Worth)> {
    let children = tree.children(Tree::<Node>::ROOT).iter();
    let dice = children.filter_map(|&child| tree.data(child).mv);
    dice.zip(child_values(tree, |node| Worth(node.value.points()))).collect()
}

/// The values of the dice to one who knows only its senses: the sum over all tiles
/// where the opponent may be. Each die is worth what its tree says there.
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

/// The place among the root's children of the first move of the largest value: the
/// assignment's `chooseMinMaxMove`.
pub fn choose_min_max_move(tree: &Tree<Node>) -> Option<usize> {
    let values = values(tree);
    let best = values.iter().map(|&(_, worth)| worth).max()?;
    values.iter().position(|&(_, worth)| worth == best)
}

/// The tree as lines of text: die and evaluation.
pub fn draw_tree(tree: &Tree<Node>) -> String {
    tree.outline(|value| Worth(value.points()).to_string())
}
