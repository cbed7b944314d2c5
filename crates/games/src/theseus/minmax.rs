//! The minimax player of part C of the assignment, with an explicit tree.

use std::fmt;

use agon_core::{Game as _, NodeId, Side, Tree};

use super::belief::Belief;
use super::die::Die;
use super::heuristic::Worth;
use super::maze::Tile;
use super::position::Position;
use super::rules::Theseus;
use super::senses::View;

/// A node of the assignment's tree: what its class `Node` has beside parent and children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move that leads here; the root has none.
    pub mv: Option<NodeMove>,
    /// The position after it. Only a node that was made by hand may have none.
    pub board: Option<Position>,
    /// The depth in the tree, 0 for the root.
    pub depth: u32,
    /// The ratings of the moves that lead here, with those of the opponent subtracted.
    pub evaluation: Worth,
}

/// The assignment's `nodeMove`: row and column of the tile that is left, and the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeMove(pub [i32; 3]);

impl NodeMove {
    /// A die thrown on a tile.
    pub fn new(game: &Theseus, tile: Tile, die: Die) -> NodeMove {
        let (row, column) = game.maze().place(tile);
        NodeMove([row as i32, column as i32, die.number().into()])
    }

    /// The die, if the third number is one.
    pub fn die(self) -> Option<Die> {
        u8::try_from(self.0[2]).ok().and_then(Die::numbered)
    }
}

/// As Java prints an array: `[13, 7, 5]`.
impl fmt::Display for NodeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, column, die] = self.0;
        write!(f, "[{row}, {column}, {die}]")
    }
}

/// The possible depths of the tree.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 2..=6;

/// The tree of all lines from a position, `depth` plies deep; lines that end the game are
/// shorter.
pub fn tree(game: &Theseus, position: &Position, depth: u32) -> Tree<Node> {
    let root = Node { board: Some(*position), ..Node::default() };
    grown(game, root, position, game.to_move(position), depth)
}

/// A node with the `plies` levels below it, from a position and for the side whose tree it is.
/// The first of these levels is the assignment's `createMySubtree` if that side is to move, else
/// its `createOpponentSubtree`. The position itself stays as it is: children get copies.
pub fn grown(game: &Theseus, node: Node, position: &Position, me: Side, plies: u32) -> Tree<Node> {
    let mut tree = Tree::new(node);
    grow(game, &mut tree, Tree::<Node>::ROOT, position, me, plies);
    tree
}

fn grow(
    game: &Theseus,
    tree: &mut Tree<Node>,
    parent: NodeId,
    position: &Position,
    me: Side,
    plies: u32,
) {
    if plies == 0 {
        return;
    }
    let &Node { depth, evaluation: Worth(before), .. } = tree.data(parent);
    let mover = game.to_move(position);
    for die in game.moves(position) {
        let Worth(worth) = game.evaluate_die(position, mover, die);
        let after = game.after(position, die);
        let child = Node {
            mv: Some(NodeMove::new(game, position.tile(mover), die)),
            board: Some(after),
            depth: depth + 1,
            evaluation: Worth(before + if mover == me { worth } else { -worth }),
        };
        let child = tree.add(parent, child);
        grow(game, tree, child, &after, me, plies - 1);
    }
}

/// The minimax value of each node, by its number. A leaf has its evaluation; the root is a max
/// node if `is_max`, and the levels alternate.
pub(super) fn minimax_values<T>(
    tree: &Tree<T>,
    is_max: bool,
    worth: impl Fn(&T) -> Worth,
) -> Vec<Worth> {
    // Children are numbered after their parents, so a loop from the end visits children
    // before parents.
    let nodes: Vec<NodeId> = tree.nodes().collect();
    let mut values = vec![Worth(0); nodes.len()];
    for &node in nodes.iter().rev() {
        let below = tree.children(node).iter().map(|child| values[child.number() as usize]);
        let best =
            if tree.depth(node).is_multiple_of(2) == is_max { below.max() } else { below.min() };
        values[node.number() as usize] = best.unwrap_or_else(|| worth(tree.data(node)));
    }
    values
}

/// The minimax value of each child of the root, in order.
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
    let values = minimax_values(tree, true, worth);
    let children = tree.children(Tree::<T>::ROOT);
    children.iter().map(|child| values[child.number() as usize]).collect()
}

/// The values of the dice at the root, in the game's order.
pub fn values(tree: &Tree<Node>) -> Vec<(Die, Worth)> {
    let children = tree.children(Tree::<Node>::ROOT).iter();
    let dice = children.filter_map(|&child| tree.data(child).mv?.die());
    dice.zip(child_values(tree, |node| node.evaluation)).collect()
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
    let values = child_values(tree, |node| node.evaluation);
    let best = values.iter().copied().max()?;
    values.iter().position(|&worth| worth == best)
}
