//! Positions: queries and moves.

use std::sync::Arc;

use agon_arena::{AnyEngine, AnySession, ExplainLimits, Refused};
use agon_core::{Outcome, Proven as CoreProven, Side};
use agon_search::SolveLimits;
use numpy::{IxDyn, PyArray, PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::batch::Batch;
use crate::engine::SearchArguments;
use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::results::{MoveExplanation, Proven, Score, SearchResult, Term};
use crate::rules::{EvaluationArgument, evaluated};
use crate::untyped::AnyPosition;

/// A position of a game. It does not change: moves give new positions.
///
/// Positions are equal if the same can be played from them; they can be hashed, copied and pickled.
///
/// >>> import agon, pickle
/// >>> start = agon.Game("tictactoe").start()
/// >>> one = start.play("11").play("00").play("22")
/// >>> two = start.play("22").play("00").play("11")
/// >>> one == two, one == start, len({one, two})
/// (True, False, 1)
/// >>> pickle.loads(pickle.dumps(one)) == one
/// True
#[pyclass(frozen, module = "agon._native")]
pub struct Position {
    here: Arc<dyn AnyPosition>,
}

impl From<Arc<dyn AnyPosition>> for Position {
    fn from(here: Arc<dyn AnyPosition>) -> Position {
        Position { here }
    }
}

/// A move as a number or as text.
#[derive(FromPyObject)]
pub enum MoveArgument {
    Action(i64),
    Text(String),
}

impl Position {
    pub fn any(&self) -> &Arc<dyn AnyPosition> {
        &self.here
    }

    fn session(&self) -> PyResult<Box<dyn AnySession>> {
        self.here.session().map_err(refused)
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(game: PyRef<'_, Game>, text: &str) -> PyResult<Position> {
        Ok(game.any_start().read(text).map_err(refused)?.into())
    }

    /// The game with its parameters.
    #[getter]
    fn game(&self) -> Game {
        Game::of(&*self.here)
    }

    /// The side to move: 0 or 1.
    #[getter]
    fn to_move(&self) -> usize {
        self.here.to_move().index()
    }

    /// Whether the game is over.
    #[getter]
    fn is_finished(&self) -> bool {
        self.here.outcome().is_some()
    }

    /// The side that has won, or None: the game goes on, or is drawn.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.here.outcome().and_then(Outcome::winner).map(Side::index)
    }

    /// The Zobrist key: equal positions have equal keys.
    #[getter]
    fn key(&self) -> u64 {
        self.here.key()
    }

    /// The legal actions as an array, in the game's order.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.here.legal_actions())
    }

    /// The legal moves in the game's notation, in the game's order.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let actions = self.here.legal_actions().into_iter();
        actions.map(|action| self.here.write_action(action.into()).map_err(refused)).collect()
    }

    /// The position after a legal move, which is a number or text.
    ///
    /// >>> import agon
    /// >>> start = agon.Game("tictactoe").start()
    /// >>> start.play(4) == start.play("11")
    /// True
    /// >>> start.play(4).play(4)
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: 11 is taken
    fn play(&self, r#move: MoveArgument) -> PyResult<Position> {
        let action = match r#move {
            MoveArgument::Action(action) => action,
            MoveArgument::Text(text) => self.here.read_action(&text).map_err(refused)?.into(),
        };
        Ok(self.here.after(action).map_err(refused)?.into())
    }

    /// The action of a legal move in the game's notation.
    fn action(&self, text: &str) -> PyResult<u32> {
        self.here.read_action(text).map_err(refused)
    }

    /// A legal action in the game's notation.
    fn move_text(&self, action: i64) -> PyResult<String> {
        self.here.write_action(action).map_err(refused)
    }

    /// The number of lines of play of exactly so many plies.
    ///
    /// >>> import agon
    /// >>> [agon.Game("tictactoe").start().perft(depth) for depth in range(4)]
    /// [1, 9, 72, 504]
    fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u64> {
        match in_range("the depth", depth, 0..=100)? {
            0 => Ok(1),
            _ => Ok(self.divide(py, depth)?.into_iter().map(|(_, leaves)| leaves).sum()),
        }
    }

    /// The legal actions, each with the number of lines of play of so many plies that begin with
    /// it.
    fn divide(&self, py: Python<'_>, depth: i64) -> PyResult<Vec<(i32, u64)>> {
        let depth = in_range("the depth", depth, 1..=100)? as u32;
        let session = self.session()?;
        let counts = interruptible(py, move |stop| {
            let mut counts = Vec::new();
            session.divide(depth, stop, &mut |_, leaves| counts.push(leaves));
            counts
        })?;
        Ok(self.here.legal_actions().into_iter().zip(counts).collect())
    }

    /// The numbers of the position's features, sorted.
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.here.features())
    }

    /// The active inputs of networks in the view of a side (the side to move), sorted.
    #[pyo3(signature = (side=None))]
    fn network_inputs<'py>(
        &self,
        py: Python<'py>,
        side: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let side = crate::errors::side(side, self.here.to_move())?;
        if self.here.network_inputs().is_none() {
            return Err(refused(ArgumentRefusal::NoInputs { game: self.here.entry().name }));
        }
        Ok(PyArray1::from_vec(py, self.here.active_inputs(side)))
    }

    /// What a side (the side to move) may know of the position, as an array of numbers. In Theseus
    /// and the Minotaur that is only what the side senses.
    ///
    /// >>> import agon
    /// >>> agon.Game("tictactoe").start().play("11").observation(0)[0].tolist()
    /// [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    #[pyo3(signature = (side=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        side: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray<f32, IxDyn>>> {
        let side = crate::errors::side(side, self.here.to_move())?;
        let numbers = PyArray1::from_vec(py, self.here.observation(side));
        numbers.reshape(self.here.observation_shape())
    }

    /// The value of the position for a side (the side to move) by an evaluation: the game's first,
    /// one of `game.evaluations` by its name, rules or a network.
    ///
    /// >>> import agon
    /// >>> agon.Game("tictactoe").start().play("11").evaluate(side=0)
    /// Score(+4)
    #[pyo3(signature = (eval=None, side=None))]
    fn evaluate(&self, eval: Option<EvaluationArgument<'_>>, side: Option<i64>) -> PyResult<Score> {
        let source = EvaluationArgument::source(eval, &*self.here)?;
        Ok(evaluated(&*self.here, &source, side)?.score.into())
    }

    /// The terms of the value for a side (the side to move), or None where the evaluation does not
    /// explain itself in terms. Rules explain themselves by `Rules.explain`.
    #[pyo3(signature = (eval=None, side=None))]
    fn explain(
        &self,
        eval: Option<EvaluationArgument<'_>>,
        side: Option<i64>,
    ) -> PyResult<Option<Vec<Term>>> {
        let source = EvaluationArgument::source(eval, &*self.here)?;
        let terms = evaluated(&*self.here, &source, side)?.terms;
        Ok(terms.map(|terms| terms.into_iter().map(Term::from).collect()))
    }

    /// Why a legal move is good or bad, compared with a better one if that is named: claims that are
    /// proven by the rules or by a search of at most so many nodes.
    ///
    /// >>> import agon
    /// >>> explained = agon.Game("nim").position("[1,2]").explain_move("[1,1]", better="[1]")
    /// >>> [claim.kind for claim in explained.claims]
    /// ['throws_away_win_in', 'nim.even_ones', 'nim.exception']
    /// >>> explained.claims[1].args["count"], str(explained.claims[0])
    /// (2, 'throws away a win: [1] wins in 2 moves')
    #[pyo3(signature = (r#move, *, better=None, nodes=12_000))]
    fn explain_move(
        &self,
        py: Python<'_>,
        r#move: MoveArgument,
        better: Option<MoveArgument>,
        nodes: i64,
    ) -> PyResult<MoveExplanation> {
        let nodes = in_range("the number of nodes", nodes, 1..=1 << 40)? as u64;
        let text = |argument| match argument {
            MoveArgument::Action(action) => self.here.write_action(action).map_err(refused),
            MoveArgument::Text(text) => Ok(text),
        };
        let (mv, better) = (text(r#move)?, better.map(text).transpose()?);
        let session = self.session()?;
        let explained = interruptible(py, move |stop| {
            let limits = ExplainLimits { nodes, better: better.as_deref() };
            let explanation = session.explain(&mv, &limits, stop)?;
            Ok::<_, Refused>(MoveExplanation::of(explanation, &*session))
        })?;
        explained.map_err(refused)
    }

    /// Searches for the best move with a new engine of so many MB; `agon.Engine` keeps its table from
    /// search to search. At least one limit is needed: `depth` in plies, `nodes`, or `time` in seconds.
    ///
    /// `lines` finds so many best lines, `search='minimax'` looks to a fixed depth with the value and
    /// the move of plain minimax. Other threads of Python run on meanwhile, and Ctrl-C stops it.
    ///
    /// >>> import agon
    /// >>> agon.Game("tictactoe").start().play("00").play("01").search(depth=9)
    /// SearchResult(move='11', score=win in 5, depth=5, nodes=...)
    #[pyo3(signature = (*, depth=None, nodes=None, time=None, lines=1, threads=1, hash_mb=16, eval=None, search="engine"))]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        py: Python<'_>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        lines: i64,
        threads: i64,
        hash_mb: i64,
        eval: Option<EvaluationArgument<'_>>,
        search: &str,
    ) -> PyResult<SearchResult> {
        let source = EvaluationArgument::source(eval, &*self.here)?;
        let arguments = SearchArguments { depth, nodes, time, lines, threads, hash_mb, search };
        crate::engine::search(py, &mut AnyEngine::default(), &self.here, source, &arguments)
    }

    /// The proven value for the side to move, or None if it is not proven within so many positions
    /// and so much memory.
    ///
    /// By default a closed form is used where there is one; `by='search'` searches all positions, and
    /// tells in how many plies. Games that are too large are refused; in Byte, endgames can be solved, and in
    /// Santorini boards of at most nine cells.
    ///
    /// >>> import agon
    /// >>> agon.Game("nim").start().solve(), agon.Game("nim").start().solve(by="search")
    /// (Proven(win), Proven(win in 14))
    #[pyo3(signature = (*, by=None, nodes=20_000_000, memory_mb=1024))]
    fn solve(
        &self,
        py: Python<'_>,
        by: Option<&str>,
        nodes: i64,
        memory_mb: i64,
    ) -> PyResult<Option<Proven>> {
        let entry = self.here.entry();
        let by_theory = match by {
            None => entry.theory.is_some(),
            Some("theory") => true,
            Some("search") => false,
            Some(other) => {
                let found = agon_core::quote(other);
                return Err(refused(ArgumentRefusal::Method { found }));
            }
        };
        let positions = in_range("the number of nodes", nodes, 1..=i64::MAX)? as u64;
        let memory = in_range("the memory in MB", memory_mb, 1..=1 << 20)? as u64;
        let limits = SolveLimits { memory: memory << 20, positions };
        let text = self.here.text();
        if by_theory {
            let none = || refused(ArgumentRefusal::NoTheory { game: entry.name });
            let verdict = (entry.theory.ok_or_else(none)?)(&text).map_err(refused)?;
            return Ok(Some(CoreProven { verdict, plies: None }.into()));
        }
        let session = self.session()?;
        let solved = interruptible(py, move |stop| match (entry.base, entry.decide) {
            (Some(base), _) => {
                let mut base = base();
                base.canonical(&text)?;
                // A position beyond the limits is not proven.
                Ok(base.solve(&text, &limits, stop).ok())
            }
            (None, Some(decide)) => {
                let verdict = decide(&text, positions, stop)?.0;
                Ok(verdict.map(|verdict| CoreProven { verdict, plies: None }))
            }
            (None, None) if session.is_solved() => match session.proven_bytes() > limits.memory {
                true => Ok(None),
                false => session.proven(stop),
            },
            (None, None) => {
                let size = format!("{:.1e}", (entry.size)());
                Err(ArgumentRefusal::TooLarge { game: entry.name, size }.into())
            }
        })?;
        Ok(solved.map_err(refused)?.map(Proven::from))
    }

    /// The legal actions with their proven values for the side to move, as far as they are known: in
    /// NIM, tic-tac-toe, mazes, small boards of Santorini, and endgames of Byte.
    fn proven_moves(&self, py: Python<'_>) -> PyResult<Vec<(i32, Proven)>> {
        let session = self.session()?;
        let moves = interruptible(py, move |stop| session.verdicts(stop))?.map_err(refused)?;
        let action = |text: &str| self.here.read_action(text).map_err(refused);
        let moves = moves.into_iter();
        moves.map(|mv| Ok((action(&mv.text)? as i32, mv.proven.into()))).collect()
    }

    /// A batch of so many copies.
    fn batch(&self, size: usize) -> PyResult<Batch> {
        Batch::of_copies(&*self.here, size)
    }

    fn __eq__(&self, other: PyRef<'_, Position>) -> bool {
        self.here.is_same(&*other.here)
    }

    fn __hash__(&self) -> u64 {
        self.here.key()
    }

    fn __copy__(slf: PyRef<'_, Position>) -> PyRef<'_, Position> {
        slf
    }

    fn __deepcopy__<'py>(
        slf: PyRef<'py, Position>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyRef<'py, Position> {
        slf
    }

    fn __str__(&self) -> String {
        self.here.text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.here.entry().name, self.here.text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> (Bound<'py, PyType>, (Game, String)) {
        let position = slf.get();
        (slf.get_type(), (position.game(), position.here.text()))
    }
}
