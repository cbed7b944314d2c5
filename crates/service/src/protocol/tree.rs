//! The minimax tree as it is sent.

use agon_core::{Bound, NodeId, Score, SearchNode, Side, Tree};
use agon_games::theseus::{AssignmentNode, Worth};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{ScoreMessage, SideName};

/// A node of the minimax tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TreeNode {
    n: u32,
    mv: Option<String>,
    /// In a player's own tree: row and column of the tile that is left, and the die.
    node_move: Option<[i32; 3]>,
    position: String,
    mover: SideName,
    /// In a player's own tree: the evaluation of the node itself, beside its minimax value.
    evaluation: Option<ScoreMessage>,
    value: ScoreMessage,
    is: BoundWord,
    alpha: Option<ScoreMessage>,
    beta: Option<ScoreMessage>,
    cut: Option<Cutoff>,
    chosen: bool,
    more: usize,
    /// Whether it was pruned: then its value means nothing.
    pruned: bool,
    children: Vec<TreeNode>,
}

/// Whether a value is exact, or a bound.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) enum BoundWord {
    Exact,
    Most,
    Least,
}

/// Why the moves that follow were left out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Cutoff {
    by: CutWord,
    bound: ScoreMessage,
    at: Vec<String>,
    left: usize,
}

/// The bound that a value has reached.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) enum CutWord {
    Alpha,
    Beta,
}

impl TreeNode {
    /// A node with its subtree.
    pub fn of(tree: &Tree<SearchNode<String, String>>, id: NodeId) -> TreeNode {
        let node = tree.data(id);
        let bound = |bound: Score| match bound {
            Score::WORST | Score::BEST => None,
            bound => Some(ScoreMessage::from(bound)),
        };
        let [alpha, beta] = node.window.map_or([None, None], |window| window.map(bound));
        let cut = node.cut.as_ref().map(|cut| Cutoff {
            by: if cut.from_above { CutWord::Beta } else { CutWord::Alpha },
            bound: cut.bound.into(),
            at: cut.found_at.clone(),
            left: cut.left,
        });
        TreeNode {
            n: id.number(),
            mv: node.mv.clone(),
            node_move: None,
            position: node.position.clone(),
            mover: node.mover.into(),
            evaluation: None,
            value: node.value.into(),
            is: match node.bound {
                Bound::Exact => BoundWord::Exact,
                Bound::Upper => BoundWord::Most,
                Bound::Lower => BoundWord::Least,
            },
            alpha,
            beta,
            cut,
            chosen: node.is_chosen,
            more: node.hidden,
            pruned: node.is_pruned,
            children: tree.children(id).iter().map(|&child| TreeNode::of(tree, child)).collect(),
        }
    }

    /// A node of a player's own tree with its subtree; `me` is the side to move at the root.
    pub fn of_player(tree: &Tree<AssignmentNode>, id: NodeId, me: Side) -> TreeNode {
        let node = tree.data(id);
        let score = |Worth(points): Worth| ScoreMessage::from(Score::estimate(points));
        let children = tree.children(id).iter();
        TreeNode {
            n: id.number(),
            mv: node.mv.and_then(|mv| mv.die()).map(|die| die.to_string()),
            node_move: node.mv.map(|mv| mv.0),
            position: node.position.clone().unwrap_or_default(),
            mover: if node.is_max { me } else { me.opponent() }.into(),
            evaluation: Some(score(node.evaluation)),
            value: score(node.value),
            is: BoundWord::Exact,
            alpha: None,
            beta: None,
            cut: None,
            chosen: node.is_chosen,
            more: 0,
            pruned: false,
            children: children.map(|&child| TreeNode::of_player(tree, child, me)).collect(),
        }
    }
}
