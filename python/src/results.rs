//! The results of searches, proofs and explanations.

use std::collections::BTreeMap;

use agon_arena::AnySession;
use agon_core::ClaimArg;
use agon_infer as infer;
use pyo3::prelude::*;

/// The value of a position for one side: points, or a proven win or loss in plies.
///
/// Scores are ordered: every win is better than every estimate, and a sooner one is better.
///
/// >>> import agon
/// >>> score = agon.position("nim", "[1,2]").search(depth=4).score
/// >>> score, score.verdict, score.plies
/// (Score(win in 2), 'win', 2)
/// >>> agon.Score(3) < score
/// True
#[pyclass(frozen, eq, ord, hash, module = "agon._native", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(agon_core::Score);

impl From<agon_core::Score> for Score {
    fn from(score: agon_core::Score) -> Score {
        Score(score)
    }
}

#[pymethods]
impl Score {
    #[new]
    fn new(points: i32) -> Score {
        Score(agon_core::Score::from_points(points))
    }

    /// The value in points; proven wins and losses are close to a million.
    #[getter]
    fn points(&self) -> i32 {
        self.0.points()
    }

    /// 'win' or 'lose' if that is proven, and None for an estimate and for a draw.
    #[getter]
    fn verdict(&self) -> Option<String> {
        self.0.proven().map(|proven| proven.verdict.to_string())
    }

    /// In how many plies the proven win or loss comes.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.0.proven().and_then(|proven| proven.plies)
    }

    fn __int__(&self) -> i32 {
        self.0.points()
    }

    fn __str__(&self) -> String {
        match self.0.proven() {
            Some(proven) => proven.to_string(),
            None => format!("{:+}", self.0.points()),
        }
    }

    fn __repr__(&self) -> String {
        format!("Score({})", self.__str__())
    }

    fn __getnewargs__(&self) -> (i32,) {
        (self.0.points(),)
    }
}

/// A line of play that a search has found: its value, and the moves as numbers and as text.
#[pyclass(frozen, get_all, module = "agon._native", from_py_object)]
#[derive(Clone)]
pub struct Line {
    /// The value for the side to move.
    pub score: Score,
    /// The moves as actions.
    pub actions: Vec<i32>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({}: {})", self.score.__str__(), self.moves.join(" "))
    }
}

/// What a search has found.
#[pyclass(frozen, get_all, module = "agon._native")]
pub struct SearchResult {
    /// The value of the best line for the side to move.
    pub score: Score,
    /// The best move as an action.
    pub action: i32,
    /// The best move in the game's notation.
    pub r#move: String,
    /// The depth that was searched, in plies.
    pub depth: u32,
    /// The largest ply that was reached.
    pub selective_depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// How many of them were found in the transposition table.
    pub hits: u64,
    /// The time that it took, in seconds.
    pub seconds: f64,
    /// The best lines, the best first: as many as were asked for, or as there are legal moves.
    pub lines: Vec<Line>,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let (score, depth, nodes) = (self.score.__str__(), self.depth, self.nodes);
        format!("SearchResult(move='{}', score={score}, depth={depth}, nodes={nodes})", self.r#move)
    }
}

/// A proven value for the side to move.
///
/// >>> import agon
/// >>> agon.Game("tictactoe").start().solve()
/// Proven(draw)
#[pyclass(frozen, get_all, eq, hash, module = "agon._native", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Proven {
    /// 'win', 'draw' or 'lose'.
    pub verdict: String,
    /// In how many plies, where that is known.
    pub plies: Option<u32>,
}

impl From<agon_core::Proven> for Proven {
    fn from(proven: agon_core::Proven) -> Proven {
        Proven { verdict: proven.verdict.to_string(), plies: proven.plies }
    }
}

#[pymethods]
impl Proven {
    fn __str__(&self) -> String {
        match self.plies {
            Some(plies) => format!("{} in {plies}", self.verdict),
            None => self.verdict.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("Proven({})", self.__str__())
    }
}

/// A part of an evaluation: something counted for either side, and what one of it is worth.
#[pyclass(frozen, get_all, module = "agon._native", from_py_object)]
#[derive(Clone)]
pub struct Term {
    /// What is counted.
    pub name: String,
    /// The points that one of it is worth.
    pub weight: i32,
    /// How much of it the side has.
    pub mine: i32,
    /// How much of it the other side has.
    pub theirs: i32,
    /// What the term adds to the value.
    pub points: i32,
}

impl From<agon_core::Term> for Term {
    fn from(term: agon_core::Term) -> Term {
        let points = term.points();
        let agon_core::Term { name, weight, mine, theirs } = term;
        Term { name: name.into(), weight, mine, theirs, points }
    }
}

#[pymethods]
impl Term {
    fn __repr__(&self) -> String {
        format!("Term('{}', points={})", self.name, self.points)
    }
}

/// An argument of a claim: text, a number, or a list of either. A side is 0 or 1.
#[derive(Clone, IntoPyObject)]
pub enum ClaimArgument {
    Text(String),
    Number(i64),
    Texts(Vec<String>),
    Numbers(Vec<u32>),
}

impl From<&ClaimArg> for ClaimArgument {
    fn from(arg: &ClaimArg) -> ClaimArgument {
        match arg {
            ClaimArg::Side(side) => ClaimArgument::Number(side.index() as i64),
            ClaimArg::Number(number) => ClaimArgument::Number((*number).into()),
            ClaimArg::Points(points) => ClaimArgument::Number(*points),
            ClaimArg::Cell(text) | ClaimArg::Move(text) | ClaimArg::Name(text) => {
                ClaimArgument::Text(text.clone())
            }
            ClaimArg::Cells(cells) => ClaimArgument::Texts(cells.clone()),
            ClaimArg::Numbers(numbers) => ClaimArgument::Numbers(numbers.clone()),
        }
    }
}

/// Something that is proven of a move: a kind with arguments.
#[pyclass(frozen, get_all, module = "agon._native", from_py_object)]
#[derive(Clone)]
pub struct Claim {
    /// What is claimed, such as `refuted_by` or `santorini.opens`.
    pub kind: String,
    /// Whether it speaks for the move.
    pub good: bool,
    /// The arguments by name.
    pub args: BTreeMap<String, ClaimArgument>,
    /// The claim in English.
    pub words: String,
}

impl Claim {
    fn of(claim: agon_core::Claim, session: &dyn AnySession) -> Claim {
        let args = claim.args.iter().map(|(name, arg)| (name.to_string(), arg.into())).collect();
        let (kind, good) = (claim.kind.to_string(), claim.good);
        let alone = agon_arena::MoveExplanation { claims: vec![claim], better: None };
        let words = session.explanation_words(&alone).unwrap_or_default();
        Claim { kind, good, args, words: words.trim_start_matches("it ").into() }
    }
}

#[pymethods]
impl Claim {
    fn __str__(&self) -> String {
        self.words.clone()
    }

    fn __repr__(&self) -> String {
        format!("Claim('{}', good={})", self.kind, if self.good { "True" } else { "False" })
    }
}

/// Why a move is good or bad, as claims that are proven by the rules or by a search.
#[pyclass(frozen, get_all, module = "agon._native")]
pub struct MoveExplanation {
    /// What is true of the move, the most important first.
    pub claims: Vec<Claim>,
    /// The better move that it is compared with, in the game's notation, or None.
    pub better: Option<String>,
    /// What is true of the better move and not of this one.
    pub better_claims: Vec<Claim>,
    /// All of it in English.
    pub words: String,
}

impl MoveExplanation {
    pub fn of(
        explanation: agon_arena::MoveExplanation,
        session: &dyn AnySession,
    ) -> MoveExplanation {
        let words = session.explanation_words(&explanation).unwrap_or_default();
        let agon_arena::MoveExplanation { claims, better } = explanation;
        let all = |claims: Vec<agon_core::Claim>| {
            claims.into_iter().map(|claim| Claim::of(claim, session)).collect()
        };
        let (better, of_better) = better.map(|it| (it.mv, it.claims)).unzip();
        let better_claims = all(of_better.unwrap_or_default());
        MoveExplanation { claims: all(claims), better, better_claims, words }
    }
}

#[pymethods]
impl MoveExplanation {
    fn __str__(&self) -> String {
        self.words.clone()
    }

    fn __repr__(&self) -> String {
        format!("MoveExplanation('{}')", self.words)
    }
}

/// What a line of a rule file contributes to a value. Pairs are for the side that was asked about
/// and for the other.
#[pyclass(frozen, get_all, module = "agon._native", from_py_object)]
#[derive(Clone)]
pub struct RuleLine {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The points that it gives each time, if that is a constant.
    pub weight: Option<i32>,
    /// How often it holds.
    pub counts: (u64, u64),
    /// How many points that gives.
    pub points: (i64, i64),
    /// The first proofs, if they were asked for.
    pub proofs: Vec<Proof>,
}

impl From<infer::LineReport> for RuleLine {
    fn from(report: infer::LineReport) -> RuleLine {
        RuleLine {
            line: report.line,
            text: report.text,
            weight: report.weight,
            counts: report.counts.into(),
            points: report.points.into(),
            proofs: report.proofs.into_iter().map(Proof::from).collect(),
        }
    }
}

#[pymethods]
impl RuleLine {
    fn __repr__(&self) -> String {
        let (mine, theirs) = self.points;
        format!("RuleLine({}, points=({mine}, {theirs}))", self.line)
    }
}

/// Why a line of a rule file holds: what follows, and from what.
#[pyclass(frozen, get_all, module = "agon._native", from_py_object)]
#[derive(Clone)]
pub struct Proof {
    /// What holds.
    pub conclusion: String,
    /// The proofs of what it follows from; empty for a fact.
    pub premises: Vec<Proof>,
}

impl From<infer::Proof> for Proof {
    fn from(proof: infer::Proof) -> Proof {
        let premises = proof.premises.into_iter().map(Proof::from).collect();
        Proof { conclusion: proof.conclusion, premises }
    }
}

#[pymethods]
impl Proof {
    fn __repr__(&self) -> String {
        format!("Proof({}, premises={})", self.conclusion, self.premises.len())
    }
}

/// What the value of a position by rules is made of.
#[pyclass(frozen, get_all, module = "agon._native")]
pub struct Explanation {
    /// The value for the side that was asked about.
    pub score: Score,
    /// The value lines in the order of the file.
    pub lines: Vec<RuleLine>,
    /// Whether a number overflowed, so that the value is only a bound.
    pub saturated: bool,
    /// Whether there were too many rows to list, so that counts and points are incomplete.
    pub is_partial: bool,
}

impl From<infer::Explanation> for Explanation {
    fn from(explanation: infer::Explanation) -> Explanation {
        let infer::Explanation { lines, score, saturated, is_partial } = explanation;
        let lines = lines.into_iter().map(RuleLine::from).collect();
        Explanation { score: score.into(), lines, saturated, is_partial }
    }
}

#[pymethods]
impl Explanation {
    fn __repr__(&self) -> String {
        format!("Explanation(score={}, lines={})", self.score.__str__(), self.lines.len())
    }
}
