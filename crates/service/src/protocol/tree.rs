//! The minimax tree in messages.

use agon_core::{Bound, NodeId, Score, SearchNode, Side, Tree};
use agon_games::theseus::{AssignmentNode, Worth};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A node of the minimax tree. Its values are those of the side to move at the root.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TreeNode {
    n: u32,
    mv: Option<String>,
    /// In a player's own tree: row and column of the tile that is left, and the die.
    node_move: Option<[i32; 3]>,
    position: String,
    mover: Side,
    /// In a player's own tree: the evaluation of the node itself, besides its minimax value.
    evaluation: Option<Score>,
    value: Score,
    is: Bound,
    alpha: Option<Score>,
    beta: Option<Score>,
    cut: Option<Cutoff>,
    chosen: bool,
    more: usize,
    /// Whether it was pruned: then its value means nothing.
    pruned: bool,
    children: Vec<TreeNode>,
}

/// Why the remaining moves were left out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Cutoff {
    by: CutWord,
    bound: Score,
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

/// How a branch is seen from the root of the tree that it is added to.
#[derive(Clone, Debug)]
pub struct BranchView {
    /// Whether the other side moves at the root of the tree.
    pub is_opponent: bool,
    /// The moves from the root of the tree to the branch.
    pub moves: Vec<String>,
}

impl BranchView {
    fn score(&self, score: Score) -> Score {
        let score = score.plies_earlier(self.moves.len() as u32);
        if self.is_opponent { -score } else { score }
    }

    fn cutoff(&self, cut: Cutoff) -> Cutoff {
        let by = match (cut.by, self.is_opponent) {
            (by, false) => by,
            (CutWord::Alpha, true) => CutWord::Beta,
            (CutWord::Beta, true) => CutWord::Alpha,
        };
        let at = self.moves.iter().cloned().chain(cut.at).collect();
        Cutoff { by, bound: self.score(cut.bound), at, left: cut.left }
    }

    /// A branch with values from the root of the tree, instead of its own root.
    pub fn apply(&self, node: TreeNode) -> TreeNode {
        let score = |score: Option<Score>| score.map(|score| self.score(score));
        let (alpha, beta) = match self.is_opponent {
            false => (node.alpha, node.beta),
            true => (node.beta, node.alpha),
        };
        let is = match (node.is, self.is_opponent) {
            (is, false) | (is @ Bound::Exact, true) => is,
            (Bound::Upper, true) => Bound::Lower,
            (Bound::Lower, true) => Bound::Upper,
        };
        TreeNode {
            is,
            value: self.score(node.value),
            alpha: score(alpha),
            beta: score(beta),
            cut: node.cut.map(|cut| self.cutoff(cut)),
            chosen: false,
            children: node.children.into_iter().map(|child| self.apply(child)).collect(),
            ..node
        }
    }
}

impl TreeNode {
    /// The move that leads to it, and its children.
    pub fn branches(&self) -> (Option<&str>, &[TreeNode]) {
        (self.mv.as_deref(), &self.children)
    }

    pub fn of(tree: &Tree<SearchNode<String, String>>, id: NodeId) -> TreeNode {
        let node = tree.data(id);
        let bound = |bound: Score| match bound {
            Score::WORST | Score::BEST => None,
            bound => Some(bound),
        };
        let [alpha, beta] = node.window.map_or([None, None], |window| window.map(bound));
        let cut = node.cut.as_ref().map(|cut| Cutoff {
            by: if cut.from_above { CutWord::Beta } else { CutWord::Alpha },
            bound: cut.bound,
            at: cut.found_at.clone(),
            left: cut.left,
        });
        TreeNode {
            n: id.number(),
            mv: node.mv.clone(),
            node_move: None,
            position: node.position.clone(),
            mover: node.mover,
            evaluation: None,
            value: node.value,
            is: node.bound,
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
        let score = |Worth(points): Worth| Score::estimate(points);
        let children = tree.children(id).iter();
        TreeNode {
            n: id.number(),
            mv: node.mv.and_then(|mv| mv.die()).map(|die| die.to_string()),
            node_move: node.mv.map(|mv| mv.0),
            position: node.position.clone().unwrap_or_default(),
            mover: if node.is_max { me } else { me.opponent() },
            evaluation: Some(score(node.evaluation)),
            value: score(node.value),
            is: Bound::Exact,
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
