//! Messages to the page: plain data, as docs/protocol.md describes it.

use std::collections::BTreeMap;

use agon_arena::contest::RecordRefusal;
use agon_core::{
    self as core, Bound, NodeId, Outcome, Refusal, Score, SearchNode, Side, Tree, Verdict,
};
use agon_games::theseus::GeneratorRefusal;
use agon_infer::Diagnostics;
use agon_search::Info;
use serde::{Deserialize, Serialize};

use super::refusal::PageRefusal;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// The side that moves first.
    P1,
    /// The other side.
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

/// An outcome: `p1`, `p2` or `draw`.
pub fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Side::First) => "p1",
        Some(Side::Second) => "p2",
        None => "draw",
    }
}

/// A score, from a point of view that the message defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreMessage {
    /// An estimate.
    Points(i32),
    /// A win in this many plies.
    Win(u32),
    /// A loss in this many plies.
    Lose(u32),
}

impl From<Score> for ScoreMessage {
    fn from(score: Score) -> ScoreMessage {
        match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
            Some((Verdict::Win, plies)) => ScoreMessage::Win(plies),
            Some((Verdict::Lose, plies)) => ScoreMessage::Lose(plies),
            _ => ScoreMessage::Points(score.points()),
        }
    }
}

/// A score of `side` from the first side's point of view.
pub fn for_first(score: Score, side: Side) -> ScoreMessage {
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

/// A legal move, and how it is selected on the board.
#[derive(Clone, Debug, Serialize)]
pub struct ListedMove {
    /// The move in the game's notation.
    pub text: String,
    /// The sequences of elements that select it.
    pub paths: Vec<Vec<String>>,
}

/// A game as a page sees it.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
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

/// A rule file of a game.
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
    /// Its score.
    pub score: Option<ScoreMessage>,
    /// A note of the player.
    pub note: Option<String>,
}

/// The progress of a search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchInfo {
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    score: ScoreMessage,
    moves: Vec<String>,
}

impl SearchInfo {
    /// The progress that a search for `mover` reports after this many seconds.
    pub fn new(info: &Info<String>, mover: Side, seconds: f64) -> SearchInfo {
        SearchInfo {
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
pub struct TreeNode {
    n: u32,
    mv: Option<String>,
    position: String,
    mover: SideName,
    value: ScoreMessage,
    is: &'static str,
    alpha: Option<ScoreMessage>,
    beta: Option<ScoreMessage>,
    cut: Option<Cut>,
    chosen: bool,
    more: usize,
    children: Vec<TreeNode>,
}

#[derive(Clone, Debug, Serialize)]
struct Cut {
    by: &'static str,
    bound: ScoreMessage,
    at: Vec<String>,
    left: usize,
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
        let cut = node.cut.as_ref().map(|cut| Cut {
            by: if cut.from_above { "beta" } else { "alpha" },
            bound: cut.bound.into(),
            at: cut.found_at.clone(),
            left: cut.left,
        });
        TreeNode {
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
            children: tree.children(id).iter().map(|&child| TreeNode::of(tree, child)).collect(),
        }
    }
}

/// Why a request was refused.
#[derive(Clone, Debug, Serialize)]
pub struct RequestError {
    /// The kind of the refusal, by which the page translates it.
    pub kind: String,
    /// The arguments of the wording, by name.
    pub args: BTreeMap<String, String>,
    /// The English wording.
    pub text: String,
    /// The errors of a rule file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<RuleError>,
}

/// An error in a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct RuleError {
    line: usize,
    column: usize,
    text: String,
    hint: Option<String>,
}

impl From<Box<dyn Refusal>> for RequestError {
    fn from(refused: Box<dyn Refusal>) -> RequestError {
        let args = refused.arguments().into_iter().map(|(name, value)| (name.to_string(), value));
        RequestError {
            kind: refused.kind().into(),
            args: args.collect(),
            text: refused.to_string(),
            troubles: Vec::new(),
        }
    }
}

impl From<Diagnostics> for RequestError {
    fn from(diagnostics: Diagnostics) -> RequestError {
        let error = |diagnostic| {
            let (line, column) = diagnostics.line_and_column(diagnostic);
            let (text, hint) = (diagnostic.kind.to_string(), diagnostic.hint.clone());
            RuleError { line, column, text, hint }
        };
        let troubles = diagnostics.list.iter().map(error).collect();
        let text = diagnostics.to_string();
        let args = BTreeMap::from([("file".into(), diagnostics.name)]);
        RequestError { kind: "Rules".into(), args, text, troubles }
    }
}

macro_rules! from_refusals {
    ($($refusal:ty),+) => {
        $(impl From<$refusal> for RequestError {
            fn from(refusal: $refusal) -> RequestError {
                RequestError::from(Box::new(refusal) as Box<dyn Refusal>)
            }
        })+
    };
}

from_refusals!(PageRefusal, GeneratorRefusal, RecordRefusal);
