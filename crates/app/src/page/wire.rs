//! What the page is told: plain data, as docs/protocol.md writes it.

use std::collections::BTreeMap;

use agon_arena::contest::RecordRefusal;
use agon_core::{
    self as core, Bound, NodeId, Outcome, Refusal, Score, SearchNode, Side, Tree, Verdict,
};
use agon_games::theseus::PlanRefusal;
use agon_infer::Diagnostics;
use agon_search::Info;
use serde::{Deserialize, Serialize};

use super::refusal::PageRefusal;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// Who moves first.
    P1,
    /// The other.
    P2,
}

impl From<Side> for SideName {
    fn from(player: Side) -> SideName {
        match player {
            Side::First => SideName::P1,
            Side::Second => SideName::P2,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::P1 => Side::First,
            SideName::P2 => Side::Second,
        }
    }
}

/// How a game ended: `p1`, `p2` or `draw`.
pub fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::First) => "p1",
        Some(Side::Second) => "p2",
        None => "draw",
    }
}

/// A value from somebody's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// An estimate.
    Points(i32),
    /// A win after so many plies.
    Win(u32),
    /// A loss after so many plies.
    Lose(u32),
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
            Some((Verdict::Win, plies)) => Worth::Win(plies),
            Some((Verdict::Lose, plies)) => Worth::Lose(plies),
            _ => Worth::Points(score.points()),
        }
    }
}

/// A value of `side` as the first player sees it.
pub fn for_first(score: Score, side: Side) -> Worth {
    score.absolute(side).seen_by(Side::First).into()
}

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Cell>,
    edges: Vec<Edge>,
    tokens: Vec<Token>,
    marks: Vec<Mark>,
    counts: Vec<Count>,
}

#[derive(Clone, Debug, Serialize)]
struct Cell {
    id: String,
    row: usize,
    column: usize,
    height: Option<u8>,
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Edge {
    between: [String; 2],
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Token {
    id: String,
    cell: String,
    order: u8,
    owner: Option<SideName>,
    label: &'static str,
    symbol: char,
}

#[derive(Clone, Debug, Serialize)]
struct Mark {
    element: String,
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Count {
    label: &'static str,
    owner: Option<SideName>,
    count: u32,
    of: Option<u32>,
}

impl From<core::Scene> for Scene {
    fn from(scene: core::Scene) -> Scene {
        let core::Scene { rows, columns, cells, edges, tokens, marks, counts } = scene;
        let cell =
            |core::Cell { id, row, column, height, label }| Cell { id, row, column, height, label };
        let edge = |core::Edge { between, label }| Edge { between, label };
        let token = |core::Token { id, cell, order, owner, label, symbol }: core::Token| Token {
            id,
            cell,
            order,
            owner: owner.map(SideName::from),
            label,
            symbol,
        };
        let mark = |core::Mark { element, label }| Mark { element, label };
        let count = |core::Count { label, owner, count, of }: core::Count| Count {
            label,
            owner: owner.map(SideName::from),
            count,
            of,
        };
        Scene {
            rows,
            columns,
            cells: cells.into_iter().map(cell).collect(),
            edges: edges.into_iter().map(edge).collect(),
            tokens: tokens.into_iter().map(token).collect(),
            marks: marks.into_iter().map(mark).collect(),
            counts: counts.into_iter().map(count).collect(),
        }
    }
}

/// A legal move, and the ways to point it out.
#[derive(Clone, Debug, Serialize)]
pub struct ListedMove {
    /// The move in the game's notation.
    pub text: String,
    /// The ways to point it out.
    pub paths: Vec<Vec<String>>,
}

/// A game as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    pub id: String,
    pub game: &'static str,
    pub title: &'static str,
    pub sides: [&'static str; 2],
    pub seats: [String; 2],
    pub rules: Vec<RulesName>,
    pub start: Option<String>,
    pub position: Option<String>,
    pub line: Vec<Option<String>>,
    pub by: Vec<SideName>,
    pub ply: usize,
    pub to_move: Option<SideName>,
    pub outcome: Option<&'static str>,
    pub scene: Scene,
    pub moves: Vec<ListedMove>,
    pub last: Option<Vec<String>>,
    pub running: bool,
    pub pace: u64,
    pub thinking: bool,
    pub can_undo: bool,
    pub can_redo: bool,
    pub hides: bool,
    pub viewer: Option<SideName>,
    pub evaluations: Vec<String>,
    pub thought: Option<Thought>,
    pub round: Option<String>,
    pub statistics: [Option<String>; 2],
    pub stored: bool,
}

/// A rule file that a game was lent.
#[derive(Clone, Debug, Serialize)]
pub struct RulesName {
    /// Its name.
    pub name: String,
}

/// What a computer thought of its last move.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    /// The move.
    pub mv: String,
    /// What it expects.
    pub score: Option<Worth>,
    /// What else it has to say.
    pub note: Option<String>,
}

/// How a search gets on.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    score: Worth,
    moves: Vec<String>,
}

impl Progress {
    /// What a search of `mover` told after so many seconds.
    pub fn new(info: &Info<String>, mover: Side, seconds: f64) -> Progress {
        Progress {
            depth: info.depth,
            seldepth: info.selective_depth,
            nodes: info.nodes,
            nps: (info.nodes as f64 / seconds.max(1e-6)) as u64,
            score: for_first(info.score, mover),
            moves: info.moves.clone(),
        }
    }
}

/// A node of the minimax tree.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    n: u32,
    mv: Option<String>,
    position: String,
    mover: SideName,
    value: Worth,
    is: &'static str,
    alpha: Option<Worth>,
    beta: Option<Worth>,
    cut: Option<Cut>,
    chosen: bool,
    more: usize,
    children: Vec<Node>,
}

#[derive(Clone, Debug, Serialize)]
struct Cut {
    by: &'static str,
    bound: Worth,
    at: Vec<String>,
    left: usize,
}

impl Node {
    /// A node of a tree with what is below it.
    pub fn of(tree: &Tree<SearchNode<String, String>>, id: NodeId) -> Node {
        let node = tree.data(id);
        let bound = |bound: Score| match bound {
            Score::WORST | Score::BEST => None,
            bound => Some(Worth::from(bound)),
        };
        let [alpha, beta] = node.window.map_or([None, None], |window| window.map(bound));
        let cut = node.cut.as_ref().map(|cut| Cut {
            by: if cut.from_above { "beta" } else { "alpha" },
            bound: cut.bound.into(),
            at: cut.found_at.clone(),
            left: cut.left,
        });
        Node {
            n: id.number(),
            mv: node.mv.clone(),
            position: node.position.clone(),
            mover: node.mover.into(),
            value: node.value.into(),
            is: match node.bound {
                Bound::Exact => "exact",
                Bound::Upper => "most",
                Bound::Lower => "least",
            },
            alpha,
            beta,
            cut,
            chosen: node.is_chosen,
            more: node.hidden,
            children: tree.children(id).iter().map(|&child| Node::of(tree, child)).collect(),
        }
    }
}

/// Why something was not done.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The name of the reason, the same in every language.
    pub kind: String,
    /// What the wording speaks of, by name.
    pub args: BTreeMap<String, String>,
    /// The English wording.
    pub text: String,
    /// What is wrong with a rule file, place by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Trouble>,
}

/// Something that is wrong with a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct Trouble {
    line: usize,
    column: usize,
    text: String,
    hint: Option<String>,
}

impl From<Box<dyn Refusal>> for Problem {
    fn from(refused: Box<dyn Refusal>) -> Problem {
        let args = refused.arguments().into_iter().map(|(name, value)| (name.to_string(), value));
        Problem {
            kind: refused.kind().into(),
            args: args.collect(),
            text: refused.to_string(),
            troubles: Vec::new(),
        }
    }
}

impl From<Diagnostics> for Problem {
    fn from(diagnostics: Diagnostics) -> Problem {
        let trouble = |diagnostic| {
            let (line, column) = diagnostics.line_and_column(diagnostic);
            let (text, hint) = (diagnostic.kind.to_string(), diagnostic.hint.clone());
            Trouble { line, column, text, hint }
        };
        let troubles = diagnostics.list.iter().map(trouble).collect();
        let text = diagnostics.to_string();
        let args = BTreeMap::from([("file".into(), diagnostics.name)]);
        Problem { kind: "Rules".into(), args, text, troubles }
    }
}

macro_rules! from_refusals {
    ($($refusal:ty),+) => {
        $(impl From<$refusal> for Problem {
            fn from(refusal: $refusal) -> Problem {
                Problem::from(Box::new(refusal) as Box<dyn Refusal>)
            }
        })+
    };
}

from_refusals!(PageRefusal, PlanRefusal, RecordRefusal);
