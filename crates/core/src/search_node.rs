//! A minimax tree as data, node by node.

use std::fmt::{Display, Write as _};

use crate::{Bound, NodeId, Score, Side, SvgNode, Tree, counted};

/// A node of a minimax tree. All values are those of the side to move at the root, with
/// wins and losses counted in plies from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchNode<M, P> {
    /// The move that leads here; the root has none.
    pub mv: Option<M>,
    /// The position after it.
    pub position: P,
    /// The side to move here.
    pub mover: Side,
    /// The value of the node, or a bound on it.
    pub value: Score,
    /// Whether the value is exact.
    pub bound: Bound,
    /// The window (alpha, beta) on entry, if the search prunes.
    pub window: Option<[Score; 2]>,
    /// Why the rest of the moves was pruned, if it was.
    pub cut: Option<Cut<M>>,
    /// Whether it is on the principal variation.
    pub is_chosen: bool,
    /// How many more moves were searched than the tree shows.
    pub hidden: usize,
    /// Whether alpha-beta left it out: then it was not searched, and its value means nothing.
    pub is_pruned: bool,
}

/// An alpha-beta cut-off: a value found elsewhere is better for the side that could have
/// avoided this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<M> {
    /// That value.
    pub bound: Score,
    /// Whether it bounds from above (beta) or from below (alpha).
    pub from_above: bool,
    /// The line from the root by which it was found.
    pub found_at: Vec<M>,
    /// How many moves were pruned.
    pub left: usize,
}

impl<M, P> SearchNode<M, P> {
    /// A leaf with an exact value.
    pub fn new(mv: Option<M>, position: P, mover: Side, value: Score) -> SearchNode<M, P> {
        SearchNode {
            mv,
            position,
            mover,
            value,
            bound: Bound::Exact,
            window: None,
            cut: None,
            is_chosen: false,
            hidden: 0,
            is_pruned: false,
        }
    }

    /// The same node with its moves and positions written in another form.
    pub fn map<N, Q>(
        &self,
        mv: Option<N>,
        position: Q,
        found_at: impl Fn(&[M]) -> Vec<N>,
    ) -> SearchNode<N, Q> {
        let cut = self.cut.as_ref().map(|cut| Cut {
            bound: cut.bound,
            from_above: cut.from_above,
            found_at: found_at(&cut.found_at),
            left: cut.left,
        });
        SearchNode {
            mv,
            position,
            mover: self.mover,
            value: self.value,
            bound: self.bound,
            window: self.window,
            cut,
            is_chosen: self.is_chosen,
            hidden: self.hidden,
            is_pruned: self.is_pruned,
        }
    }
}

impl<M: Display> Cut<M> {
    /// The reason, as `pruned: 6 >= beta 4, found at a2`.
    pub fn words(&self, value: Score, words: &impl Fn(Score) -> String) -> String {
        let line: Vec<String> = self.found_at.iter().map(M::to_string).collect();
        let (sign, name) = if self.from_above { (">=", "beta") } else { ("<=", "alpha") };
        let (value, bound) = (words(value), words(self.bound));
        let many = counted(self.left, "move");
        format!("pruned {many}: {value} {sign} {name} {bound}, found at {}", line.join(" "))
    }
}

/// A value as it is shown in a tree: `+12`, `win in 3`.
pub fn score_words(score: Score) -> String {
    match score.proven() {
        Some(proven) => proven.to_string(),
        None => format!("{:+}", score.points()),
    }
}

impl<M: Display, P> Tree<SearchNode<M, P>> {
    /// The tree as lines of text, with `words` for values. Nodes of the principal variation
    /// are starred.
    pub fn outline(&self, words: impl Fn(Score) -> String) -> String {
        self.draw(|node| node_words(node, &words))
    }

    /// The tree in the language of Graphviz, with `words` for values.
    pub fn to_dot(&self, words: impl Fn(Score) -> String) -> String {
        let mut text = String::from("digraph tree {\n  node [shape=box, fontname=monospace];\n");
        // Writing to a string cannot fail.
        for id in self.nodes() {
            let node = self.data(id);
            let mut label = match node.is_pruned {
                true => "not searched".into(),
                false => node.bound.words(&words(node.value)),
            };
            if let Some(cut) = &node.cut {
                label = format!("{label}\\n{}", cut.words(node.value, &words));
            }
            if node.hidden > 0 {
                label = format!("{label}\\n{} more", node.hidden);
            }
            let style = match (node.is_chosen, node.is_pruned) {
                (true, _) => ", penwidth=2",
                (false, true) => ", style=dashed, color=gray",
                (false, false) => "",
            };
            let label = label.replace('"', "'");
            let _ = writeln!(text, "  n{} [label=\"{label}\"{style}];", id.number());
            if let (Some(parent), Some(mv)) = (self.parent(id), &node.mv) {
                let (from, to, mv) = (parent.number(), id.number(), mv.to_string());
                let mv = mv.replace('"', "'");
                let _ = writeln!(text, "  n{from} -> n{to} [label=\"{mv}\"{style}];");
            }
        }
        text.push_str("}\n");
        text
    }

    /// The tree as a picture, with `words` for values.
    pub fn to_svg(&self, words: impl Fn(Score) -> String) -> String {
        self.svg(|node| {
            let mv = node.mv.as_ref().map_or_else(|| "root".into(), M::to_string);
            if node.is_pruned {
                let lines = vec![mv, "not searched".into()];
                return SvgNode { lines, is_chosen: false, is_faint: true };
            }
            let mut lines = vec![mv, node.bound.words(&words(node.value))];
            if let Some([low, high]) = node.window {
                lines.push(format!(
                    "[{}, {}]",
                    bound_words(low, &words),
                    bound_words(high, &words)
                ));
            }
            if let Some(cut) = &node.cut {
                lines.push(format!("pruned {}", counted(cut.left, "move")));
            }
            if node.hidden > 0 {
                lines.push(format!("{} more", node.hidden));
            }
            SvgNode { lines, is_chosen: node.is_chosen, is_faint: false }
        })
    }

    /// The child on the principal variation.
    pub fn chosen(&self, node: NodeId) -> Option<NodeId> {
        self.children(node).iter().copied().find(|&child| self.data(child).is_chosen)
    }
}

fn node_words<M: Display, P>(node: &SearchNode<M, P>, words: &impl Fn(Score) -> String) -> String {
    let mut text = match &node.mv {
        None => "root".to_string(),
        Some(mv) => mv.to_string(),
    };
    if node.is_chosen {
        text.push('*');
    }
    if node.is_pruned {
        text.push_str(": not searched");
        return text;
    }
    let _ = write!(text, ": {}", node.bound.words(&words(node.value)));
    if let Some([low, high]) = node.window {
        let _ = write!(text, " [{}, {}]", bound_words(low, words), bound_words(high, words));
    }
    if let Some(cut) = &node.cut {
        let _ = write!(text, " {}", cut.words(node.value, words));
    }
    if node.hidden > 0 {
        let _ = write!(text, " ({} more)", node.hidden);
    }
    text
}

/// A bound of the window, where `-` stands for an infinite one.
fn bound_words(bound: Score, words: &impl Fn(Score) -> String) -> String {
    match bound {
        _ if bound == Score::WORST => "-".into(),
        _ if bound == Score::BEST => "-".into(),
        _ => words(bound),
    }
}
