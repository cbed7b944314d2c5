//! A dummy game whose whole tree is written out, for testing searches.
//!
//! The tree is text: `a` and `b` are positions in which the first or the second
//! player moves, followed by what they lead to in parentheses; `1`, `2` and `=`
//! are finished games. A number after a colon is what the evaluation says of a
//! position, for the first player. A position is a tree and the way to a node:
//!
//! ```
//! use agon_core::dummy::TreeGame;
//! use agon_core::{Exact, Game, Notation, Proven, perft};
//!
//! let (game, start) = TreeGame::read("a(b:5(1=)b(2)) start").unwrap();
//! assert_eq!(perft(&game, &start, 2), 3);
//! assert_eq!(game.exact(&game, &start), Some(Proven::DRAW));
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::conformance::TrialMoves;
use crate::{
    DefaultEval, Evaluate, Exact, Explain, Feature, Game, Indexed, MoveOrdering, NodeId, Notation,
    Observer, Outcome, Proven, Rng, Score, Side, Stateless, Term, Tree, quote,
};

/// A game that is nothing but its tree. Moves are the numbers of children.
#[derive(Clone, Debug)]
pub struct TreeGame {
    tree: Arc<Tree<Node>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Turn { mover: Side, points: i32 },
    Over(Outcome),
}

crate::refusals! {
    /// Why a text or a move of a [`TreeGame`] is refused.
    pub enum TreeRefusal {
        NotATree { found: String, place: usize } => "found {found} at {place}, where a tree needs a, b, 1, 2, =, ( or )",
        Unfinished => "the tree ends before its last parenthesis",
        TooDeep => "the tree is deeper than 100",
        NoWay { found: String } => "{found} is not the way to a node",
        NotAMove { found: String } => "{found} is not the number of a move",
        NoSuchChild { wanted: usize, children: usize } => "there is no move {wanted}, only {children}",
    }
}

const DEEPEST: usize = 100;

impl Default for TreeGame {
    fn default() -> TreeGame {
        TreeGame::grown(0, 3)
    }
}

impl TreeGame {
    /// A random tree of at most this depth. Turns often do not alternate, and
    /// who moved last may lose.
    pub fn grown(seed: u64, depth: u32) -> TreeGame {
        let mut dice = Rng::seeded(seed);
        let turn = |dice: &mut Rng| Node::Turn {
            mover: Side::BOTH[dice.below(2)],
            points: dice.below(201) as i32 - 100,
        };
        let mut tree = Tree::new(turn(&mut dice));
        let mut growing = vec![Tree::<Node>::ROOT];
        while let Some(id) = growing.pop() {
            for _ in 0..1 + dice.below(4) {
                if tree.depth(id) + 1 < depth && dice.below(5) > 0 {
                    let node = turn(&mut dice);
                    growing.push(tree.add(id, node));
                } else {
                    let ends =
                        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
                    tree.add(id, Node::Over(ends[dice.below(3)]));
                }
            }
        }
        // Reading numbers the nodes as every reader of the text would.
        let grown = TreeGame { tree: Arc::new(tree) };
        let text = grown.write(&grown.start());
        TreeGame::read(&text).expect("a tree that was written").0
    }

    fn node(&self, position: NodeId) -> Node {
        *self.tree.data(position)
    }
}

impl Game for TreeGame {
    type Position = NodeId;
    type Move = usize;
    type Refusal = TreeRefusal;

    const NAME: &'static str = "tree";

    fn start(&self) -> NodeId {
        Tree::<Node>::ROOT
    }

    fn to_move(&self, position: &NodeId) -> Side {
        match self.node(*position) {
            Node::Turn { mover, .. } => mover,
            Node::Over(_) => Side::First,
        }
    }

    fn outcome(&self, position: &NodeId) -> Option<Outcome> {
        match self.node(*position) {
            Node::Turn { .. } => None,
            Node::Over(outcome) => Some(outcome),
        }
    }

    fn try_for_each_move(
        &self,
        position: &NodeId,
        visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..self.tree.children(*position).len()).try_for_each(visit)
    }

    fn check(&self, position: &NodeId, mv: usize) -> Result<(), TreeRefusal> {
        let children = self.tree.children(*position).len();
        if mv < children { Ok(()) } else { Err(TreeRefusal::NoSuchChild { wanted: mv, children }) }
    }

    fn play_observed(&self, position: &mut NodeId, mv: usize, observer: &mut impl Observer) {
        if let Some(&child) = self.tree.children(*position).get(mv) {
            observer.remove(position.number());
            observer.add(child.number());
            *position = child;
        }
    }

    fn max_plies(&self) -> u32 {
        self.tree.nodes().map(|id| self.tree.depth(id)).max().unwrap_or(0)
    }

    /// Nodes are numbered by 32 bits, so children are too.
    fn encode(&self, mv: usize) -> u32 {
        u32::try_from(mv).unwrap_or(u32::MAX)
    }

    fn decode(&self, code: u32) -> Option<usize> {
        (code < u32::MAX).then_some(code as usize)
    }

    fn feature_count(&self) -> Feature {
        self.tree.nodes().count() as Feature
    }

    fn features(&self, position: &NodeId, observer: &mut impl Observer) {
        observer.add(position.number());
    }
}

impl Notation for TreeGame {
    fn write(&self, position: &NodeId) -> String {
        let mut way: Vec<String> = Vec::new();
        let mut id = *position;
        while let Some(parent) = self.tree.parent(id) {
            let place = self.tree.children(parent).iter().position(|&child| child == id);
            way.push(place.expect("a child of its parent").to_string());
            id = parent;
        }
        way.reverse();
        let way = if way.is_empty() { "start".into() } else { way.join(".") };
        format!("{} {way}", self.write_tree(Tree::<Node>::ROOT))
    }

    fn read(text: &str) -> Result<(TreeGame, NodeId), TreeRefusal> {
        let (tree, way) = text.split_once(' ').unwrap_or((text, "start"));
        let tree = read_tree(tree)?;
        let mut id = Tree::<Node>::ROOT;
        if way != "start" {
            for step in way.split('.') {
                let number: Option<usize> = step.parse().ok();
                let child = number.and_then(|number| tree.children(id).get(number));
                id = *child.ok_or_else(|| TreeRefusal::NoWay { found: quote(way) })?;
            }
        }
        Ok((TreeGame { tree: Arc::new(tree) }, id))
    }

    fn write_move(&self, _: &NodeId, mv: usize) -> String {
        mv.to_string()
    }

    fn read_move(&self, _: &NodeId, text: &str) -> Result<usize, TreeRefusal> {
        text.parse().map_err(|_| TreeRefusal::NotAMove { found: quote(text) })
    }
}

impl TreeGame {
    fn write_tree(&self, id: NodeId) -> String {
        match self.node(id) {
            Node::Over(Outcome::Win(Side::First)) => "1".into(),
            Node::Over(Outcome::Win(Side::Second)) => "2".into(),
            Node::Over(Outcome::Draw) => "=".into(),
            Node::Turn { mover, points } => {
                let letter = ["a", "b"][mover.index()];
                let points = if points == 0 { String::new() } else { format!(":{points}") };
                let children = self.tree.children(id).iter().map(|&child| self.write_tree(child));
                format!("{letter}{points}({})", children.collect::<String>())
            }
        }
    }
}

fn read_tree(text: &str) -> Result<Tree<Node>, TreeRefusal> {
    let mut tree: Option<Tree<Node>> = None;
    let mut open: Vec<NodeId> = Vec::new();
    let mut rest = text;
    loop {
        let place = text.len() - rest.len();
        let wrong = || TreeRefusal::NotATree { found: quote(rest), place };
        let Some(letter) = rest.chars().next() else {
            return tree.filter(|_| open.is_empty()).ok_or(TreeRefusal::Unfinished);
        };
        rest = &rest[letter.len_utf8()..];
        let node = match letter {
            ')' => {
                let closed = open.pop().ok_or_else(wrong)?;
                let filled = tree.as_ref().is_some_and(|tree| !tree.children(closed).is_empty());
                if filled {
                    continue;
                }
                return Err(wrong());
            }
            'a' | 'b' => {
                let end = rest.find('(').ok_or(TreeRefusal::Unfinished)?;
                let points = match rest[..end].strip_prefix(':') {
                    Some(number) => number.parse().map_err(|_| wrong())?,
                    None if end == 0 => 0,
                    None => return Err(wrong()),
                };
                rest = &rest[end + 1..];
                let mover = if letter == 'a' { Side::First } else { Side::Second };
                Node::Turn { mover, points }
            }
            '1' => Node::Over(Outcome::Win(Side::First)),
            '2' => Node::Over(Outcome::Win(Side::Second)),
            '=' => Node::Over(Outcome::Draw),
            _ => return Err(wrong()),
        };
        let id = match (&mut tree, open.last()) {
            (Some(tree), Some(&parent)) => tree.add(parent, node),
            (None, _) => {
                tree = Some(Tree::new(node));
                Tree::<Node>::ROOT
            }
            (Some(_), None) => return Err(wrong()),
        };
        if let Node::Turn { .. } = node {
            open.push(id);
            if open.len() > DEEPEST {
                return Err(TreeRefusal::TooDeep);
            }
        }
    }
}

/// The evaluation of a [`TreeGame`]: the numbers that stand in its tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Points;

impl DefaultEval for TreeGame {
    type Eval = Stateless<Points>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(Points))
    }
}

impl TrialMoves for TreeGame {
    fn trial_moves(&self, position: &NodeId) -> Vec<usize> {
        (0..self.tree.children(*position).len() + 2).collect()
    }
}

impl MoveOrdering for TreeGame {
    /// Whether some move lets the other side win at once.
    fn is_threatened(&self, position: &NodeId) -> bool {
        let mover = self.to_move(position);
        let loses = |child: &NodeId| self.to_move(child) != mover && self.can_win_now(child);
        self.tree.children(*position).iter().any(loses)
    }
}

impl Evaluate<TreeGame> for Points {
    fn name(&self) -> &str {
        "points"
    }

    fn evaluate(&self, game: &TreeGame, position: &NodeId) -> Score {
        match game.node(*position) {
            Node::Turn { mover, points } => {
                Score::estimate(points).absolute(Side::First).seen_by(mover)
            }
            Node::Over(outcome) => outcome.seen_by(Side::First),
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

/// The game knows its own values, worked out by looking at the whole tree.
impl Exact<TreeGame> for TreeGame {
    fn exact(&self, game: &TreeGame, position: &NodeId) -> Option<Proven> {
        Some(game.value(*position).proven().unwrap_or(Proven::DRAW))
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
        self.tree.nodes().find(|node| u64::from(node.number()) == index)
    }
}

impl TreeGame {
    /// The value to the side to move in `position`.
    fn value(&self, position: NodeId) -> Score {
        let mover = self.to_move(&position);
        match self.node(position) {
            Node::Over(outcome) => outcome.seen_by(mover),
            Node::Turn { .. } => {
                let seen = |&child: &NodeId| {
                    let theirs = self.value(child).absolute(self.to_move(&child));
                    theirs.seen_by(mover).one_ply_earlier()
                };
                let values = self.tree.children(position).iter().map(seen);
                values.max().expect("a turn has moves")
            }
        }
    }
}
