//! The assignment's tree as plain data, with the minimax value of each node beside its
//! evaluation, and as text.

use std::fmt::Write as _;

use agon_core::{NodeId, Tree};

use super::heuristic::Worth;
use super::minmax::{Node, NodeMove, minimax_values};
use super::position::Position;

/// A node of the assignment's tree, with what the algorithm makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignmentNode {
    /// Row, column and die of the move that leads here; the root has none.
    pub mv: Option<NodeMove>,
    /// The depth that the node has been given.
    pub depth: u32,
    /// The position after the move, as text.
    pub position: Option<String>,
    /// The evaluation of the node itself.
    pub evaluation: Worth,
    /// The minimax value; that of a leaf is its evaluation.
    pub value: Worth,
    /// Whether the player whose tree it is chooses here, and not the opponent.
    pub is_max: bool,
    /// Whether it is on the principal variation: what both choose from the root on.
    pub is_chosen: bool,
    /// The index of the child that is chosen here, the first of equal ones.
    pub choice: Option<usize>,
    /// Why that one: the values of the children, the best first, as in `3 > -1`.
    pub reason: Option<String>,
}

/// The tree with its minimax values, and positions written by `write`. It may be a part of a
/// larger one: at a node of odd depth the opponent chooses.
pub fn assignment_tree(
    tree: &Tree<Node>,
    write: impl Fn(&Position) -> String,
) -> Tree<AssignmentNode> {
    let root = Tree::<Node>::ROOT;
    let is_mine = tree.data(root).depth.is_multiple_of(2);
    let values = minimax_values(tree, is_mine, |node| node.evaluation);
    let value = |id: NodeId| values[id.number() as usize];
    let node = |id: NodeId, is_chosen: bool| {
        let Node { mv, depth, board, evaluation } = tree.data(id);
        let is_max = tree.depth(id).is_multiple_of(2) == is_mine;
        let below: Vec<Worth> = tree.children(id).iter().map(|&child| value(child)).collect();
        AssignmentNode {
            mv: *mv,
            depth: *depth,
            position: board.as_ref().map(&write),
            evaluation: *evaluation,
            value: value(id),
            is_max,
            is_chosen,
            choice: below.iter().position(|&below| below == value(id)),
            reason: (below.len() > 1).then(|| comparison(below, is_max)),
        }
    };
    let mut shown = Tree::new(node(root, true));
    // Nodes are numbered in the order of adding, so the copy numbers them alike.
    for id in tree.nodes().skip(1) {
        if let Some(parent) = tree.parent(id) {
            let above = shown.data(parent);
            let index = tree.children(parent).iter().position(|&child| child == id);
            let is_chosen = above.is_chosen && above.choice == index;
            shown.add(parent, node(id, is_chosen));
        }
    }
    shown
}

/// Values in the order in which a side prefers them: `3 > -1` or `3 < 5`.
fn comparison(mut values: Vec<Worth>, is_max: bool) -> String {
    values.sort();
    if is_max {
        values.reverse();
    }
    let mut text = String::new();
    let mut before = None;
    for value in values {
        text.push_str(match before {
            None => "",
            Some(before) if before == value => " = ",
            Some(_) if is_max => " > ",
            Some(_) => " < ",
        });
        text.push_str(value.to_string().trim_start_matches('+'));
        before = Some(value);
    }
    text
}

/// The tree as lines of text, one a node; the principal variation is starred.
///
/// ```
/// use agon_core::Tree;
/// use agon_games::theseus::{Node, Worth, assignment_text, assignment_tree};
///
/// let node = |depth, thousandths| Node { depth, evaluation: Worth(thousandths), ..Node::default() };
/// let mut tree = Tree::new(node(0, 0));
/// for leaf in [3000, -1000] {
///     tree.add(Tree::<Node>::ROOT, node(1, leaf));
/// }
/// let text = "root*, depth 0: evaluation 0, minimax +3 because 3 > -1\n\
///             ├─ node*, depth 1: evaluation +3, minimax +3\n\
///             └─ node, depth 1: evaluation -1, minimax -1\n";
/// assert_eq!(assignment_text(&assignment_tree(&tree, |_| String::new())), text);
/// ```
pub fn assignment_text(tree: &Tree<AssignmentNode>) -> String {
    tree.draw(|node| {
        let AssignmentNode { depth, evaluation, value, .. } = node;
        let star = if node.is_chosen { "*" } else { "" };
        let name = match node.mv {
            Some(mv) => mv.to_string(),
            None if *depth == 0 => "root".into(),
            None => "node".into(),
        };
        let reason = node.reason.as_ref().map_or(String::new(), |why| format!(" because {why}"));
        format!("{name}{star}, depth {depth}: evaluation {evaluation}, minimax {value}{reason}")
    })
}

/// The tree in the language of Graphviz; the principal variation has thick lines.
pub fn assignment_dot(tree: &Tree<AssignmentNode>) -> String {
    let mut text = String::from("digraph tree {\n  node [shape=box, fontname=monospace];\n");
    // Writing to a string cannot fail.
    for id in tree.nodes() {
        let node = tree.data(id);
        let AssignmentNode { depth, evaluation, value, .. } = node;
        let mut label = format!("depth {depth}\\nevaluation {evaluation}\\nminimax {value}");
        if let Some(reason) = &node.reason {
            let _ = write!(label, "\\n{reason}");
        }
        let style = if node.is_chosen { ", penwidth=2" } else { "" };
        let _ = writeln!(text, "  n{} [label=\"{label}\"{style}];", id.number());
        if let Some(parent) = tree.parent(id) {
            let mv = node.mv.map_or(String::new(), |mv| mv.to_string());
            let (from, to) = (parent.number(), id.number());
            let _ = writeln!(text, "  n{from} -> n{to} [label=\"{mv}\"{style}];");
        }
    }
    text.push_str("}\n");
    text
}
