//! A dummy game whose whole tree is written out, for testing searches.
//!
//! The tree is text: `a` and `b` are positions in which the first or the second side
//! moves, followed by their children in parentheses; `1`, `2` and `=` are finished games.
//! A number after a colon is the evaluation of a position for the first side. Positions
//! are numbered in the order of the text, from 0 for the root, and a number in brackets
//! is a transposition: `[3]` stands for the position of that number, which must be written
//! out further left. A position is a tree and the way to a node, as numbers of children:
//!
//! ```
//! use agon_core::dummy::TreeGame;
//! use agon_core::{Exact, Game, Notation, Proven, perft};
//!
//! let (game, start) = TreeGame::read("a(b:5(1=)b(2)) start").unwrap();
//! assert_eq!(perft(&game, &start, 2), 3);
//! assert_eq!(game.exact(&game, &start), Some(Proven::DRAW));
//!
//! // Two ways lead to position 1, one of them a ply longer.
//! let (game, shared) = TreeGame::read("a(b(1)b([1])) 1.0").unwrap();
//! assert_eq!(shared, game.after(&game.start(), 0));
//! assert_eq!(game.write(&shared), "a(b(1)b([1])) 0");
//! ```

mod growth;
mod reader;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::conformance::TrialMoves;
use crate::{
    DefaultEval, Evaluate, Exact, Explain, Feature, Game, Indexed, MoveOrdering, NodeId, Notation,
    Observer, Outcome, Proven, Score, Side, Stateless, Term, Tree, quote,
};

/// A game that is nothing but its tree. Moves are the numbers of children.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Notation, Outcome, Side};
///
/// let (game, start) = TreeGame::read("a(1b(2)=)").unwrap();
/// assert_eq!(game.moves(&start), [0, 1, 2]);
/// assert_eq!(game.outcome(&game.after(&start, 0)), Some(Outcome::Win(Side::First)));
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    nodes: Arc<[Node]>,
}

#[derive(Clone, Debug)]
struct Node {
    state: State,
    children: Vec<NodeId>,
    /// Where the node is written out: its parent, and its place among the children.
    parent: Option<(NodeId, usize)>,
    /// The plies of the longest line from here.
    height: usize,
    /// The value to the side to move.
    value: Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Turn { mover: Side, points: i32 },
    Over(Outcome),
}

impl State {
    fn mover(self) -> Side {
        match self {
            State::Turn { mover, .. } => mover,
            State::Over(_) => Side::First,
        }
    }
}

crate::refusals! {
    /// Why a text or a move of a [`TreeGame`] is refused.
    pub enum TreeRefusal {
        NotATree { found: String, place: usize } => "found {found} at {place}, where a tree needs a, b, 1, 2, =, [, ( or )",
        NotWrittenYet { found: String, place: usize } => "{found} at {place} is not the number of a position that is written out before",
        Unfinished => "the tree ends before its last parenthesis",
        TooDeep => "the tree is deeper than 100",
        NoWay { found: String } => "{found} is not the way to a node",
        NotAMove { found: String } => "{found} is not the number of a move",
        NoSuchChild { wanted: usize, children: usize } => "there is no move {wanted}, only {children}",
    }
}

/// The most plies that a line of play may have.
const MAX_DEPTH: usize = 100;

const ROOT: NodeId = Tree::<State>::ROOT;

impl Default for TreeGame {
    fn default() -> TreeGame {
        TreeGame::grown(0, 3)
    }
}

impl TreeGame {
    fn node(&self, position: NodeId) -> &Node {
        &self.nodes[position.number() as usize]
    }

    fn children(&self, position: NodeId) -> &[NodeId] {
        &self.node(position).children
    }
}

impl Game for TreeGame {
    type Position = NodeId;
    type Move = usize;
    type Refusal = TreeRefusal;

    const NAME: &'static str = "tree";

    fn start(&self) -> NodeId {
        ROOT
    }

    fn to_move(&self, position: &NodeId) -> Side {
        self.node(*position).state.mover()
    }

    fn outcome(&self, position: &NodeId) -> Option<Outcome> {
        match self.node(*position).state {
            State::Turn { .. } => None,
            State::Over(outcome) => Some(outcome),
        }
    }

    fn try_for_each_move(
        &self,
        position: &NodeId,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..self.children(*position).len()).try_for_each(visit)
    }

    fn check(&self, position: &NodeId, mv: usize) -> Result<(), TreeRefusal> {
        let children = self.children(*position).len();
        if mv < children { Ok(()) } else { Err(TreeRefusal::NoSuchChild { wanted: mv, children }) }
    }

    fn play_observed(&self, position: &mut NodeId, mv: usize, observer: &mut impl Observer) {
        if let Some(&child) = self.children(*position).get(mv) {
            observer.remove(position.number());
            observer.add(child.number());
            *position = child;
        }
    }

    fn max_plies(&self) -> u32 {
        self.node(ROOT).height as u32
    }

    /// Nodes are numbered by 32 bits, so children are too.
    fn encode(&self, mv: usize) -> u32 {
        u32::try_from(mv).unwrap_or(u32::MAX)
    }

    fn decode(&self, code: u32) -> Option<usize> {
        (code < u32::MAX).then_some(code as usize)
    }

    fn feature_count(&self) -> Feature {
        self.nodes.len() as Feature
    }

    fn features(&self, position: &NodeId, observer: &mut impl Observer) {
        observer.add(position.number());
    }
}

impl Notation for TreeGame {
    fn write(&self, position: &NodeId) -> String {
        let mut way: Vec<String> = Vec::new();
        let mut id = *position;
        while let Some((parent, place)) = self.node(id).parent {
            way.push(place.to_string());
            id = parent;
        }
        way.reverse();
        let way = if way.is_empty() { "start".into() } else { way.join(".") };
        let mut text = String::new();
        self.write_node(ROOT, &mut text);
        format!("{text} {way}")
    }

    fn read(text: &str) -> Result<(TreeGame, NodeId), TreeRefusal> {
        let (tree, way) = text.split_once(' ').unwrap_or((text, "start"));
        let game = TreeGame { nodes: reader::read_tree(tree)?.into() };
        let mut id = ROOT;
        if way != "start" {
            for step in way.split('.') {
                let number: Option<usize> = step.parse().ok();
                let child = number.and_then(|number| game.children(id).get(number));
                id = *child.ok_or_else(|| TreeRefusal::NoWay { found: quote(way) })?;
            }
        }
        Ok((game, id))
    }

    fn write_move(&self, _: &NodeId, mv: usize) -> String {
        mv.to_string()
    }

    fn read_move(&self, _: &NodeId, text: &str) -> Result<usize, TreeRefusal> {
        text.parse().map_err(|_| TreeRefusal::NotAMove { found: quote(text) })
    }
}

impl TreeGame {
    fn write_node(&self, id: NodeId, text: &mut String) {
        *text += &opening(self.node(id).state);
        if let State::Over(_) = self.node(id).state {
            return;
        }
        text.push('(');
        for (place, &child) in self.children(id).iter().enumerate() {
            if self.node(child).parent == Some((id, place)) {
                self.write_node(child, text);
            } else {
                *text += &format!("[{}]", child.number());
            }
        }
        text.push(')');
    }
}

/// The text of a node up to its children.
fn opening(state: State) -> String {
    match state {
        State::Over(Outcome::Win(Side::First)) => "1".into(),
        State::Over(Outcome::Win(Side::Second)) => "2".into(),
        State::Over(Outcome::Draw) => "=".into(),
        State::Turn { mover, points: 0 } => ["a", "b"][mover.index()].into(),
        State::Turn { mover, points } => format!("{}:{points}", ["a", "b"][mover.index()]),
    }
}

/// The evaluation of a [`TreeGame`]: the numbers that stand in its tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Points;

impl DefaultEval for TreeGame {
    type Eval = Stateless<Points>;
    type EngineEval = Self::Eval;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(Points))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

impl TrialMoves for TreeGame {
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("1 start", Outcome::Win(Side::First)),
            ("a(b(2)) 0.0", Outcome::Win(Side::Second)),
            ("= start", Outcome::Draw),
        ]
    }

    fn trial_moves(&self, position: &NodeId) -> Vec<usize> {
        (0..self.children(*position).len() + 2).collect()
    }
}

impl MoveOrdering for TreeGame {
    /// Whether some move lets the other side win at once.
    fn is_threatened(&self, position: &NodeId) -> bool {
        let mover = self.to_move(position);
        let loses = |child: &NodeId| self.to_move(child) != mover && self.can_win_now(child);
        self.children(*position).iter().any(loses)
    }
}

impl Evaluate<TreeGame> for Points {
    fn name(&self) -> &str {
        "points"
    }

    fn evaluate(&self, game: &TreeGame, position: &NodeId) -> Score {
        match game.node(*position).state {
            State::Turn { mover, points } => {
                Score::estimate(points).absolute(Side::First).seen_by(mover)
            }
            State::Over(outcome) => outcome.seen_by(Side::First),
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<TreeGame>> {
        Some(self)
    }
}

impl Explain<TreeGame> for Points {
    fn explain(&self, game: &TreeGame, position: &NodeId) -> Vec<Term> {
        let points = self.evaluate(game, position).points();
        vec![Term { name: "points", weight: 1, mine: points, theirs: 0 }]
    }
}

/// The values of the whole tree.
impl Exact<TreeGame> for TreeGame {
    fn exact(&self, game: &TreeGame, position: &NodeId) -> Option<Proven> {
        Some(game.node(*position).value.proven().unwrap_or(Proven::DRAW))
    }
}

/// The index of a position is the number of its node.
impl Indexed for TreeGame {
    fn index_bound(&self, _: &NodeId) -> u64 {
        self.feature_count().into()
    }

    fn index_of(&self, position: &NodeId) -> u64 {
        position.number().into()
    }

    fn position_at(&self, index: u64) -> Option<NodeId> {
        let index = usize::try_from(index).ok().filter(|&index| index < self.nodes.len());
        index.map(NodeId::numbered)
    }
}
