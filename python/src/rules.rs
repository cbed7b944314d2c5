//! Rule files and networks as evaluations.

use std::sync::Arc;

use agon_core::quote;
use agon_infer::RuleSet;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::evaluation_source::EvaluationSource;
use crate::game::Game;
use crate::position::Position;
use crate::results::{Explanation, Score};
use crate::untyped::AnyPosition;

/// An evaluation as an argument: its name, rules, or a network.
#[derive(FromPyObject)]
pub enum EvaluationArgument<'py> {
    /// The name of an evaluation that comes with the game.
    Name(String),
    Rules(PyRef<'py, Rules>),
    Network(PyRef<'py, Network>),
}

impl EvaluationArgument<'_> {
    /// The evaluation for positions of the given position's game.
    pub fn source(
        argument: Option<EvaluationArgument<'_>>,
        here: &dyn AnyPosition,
    ) -> PyResult<EvaluationSource> {
        match argument {
            None => Ok(EvaluationSource::Default),
            Some(EvaluationArgument::Name(name)) => Ok(EvaluationSource::Named(name)),
            Some(EvaluationArgument::Rules(rules)) => {
                check_same_game(&*rules.start, here)?;
                Ok(rules.source())
            }
            Some(EvaluationArgument::Network(network)) => {
                check_same_game(&*network.start, here)?;
                let (name, bytes) = (network.name.clone(), Arc::clone(&network.bytes));
                Ok(EvaluationSource::Network { name, bytes })
            }
        }
    }
}

/// The value of a position for a side (the side to move), with its terms.
pub fn evaluated(
    here: &dyn AnyPosition,
    source: &EvaluationSource,
    side: Option<i64>,
) -> PyResult<agon_arena::Evaluation> {
    let side = crate::errors::side(side, here.to_move())?;
    let mut session = here.session().map_err(refused)?;
    source.load(&mut *session).map_err(refused)?;
    session.evaluate(source.name(), side).map_err(refused)
}

/// Refuses a position of another game than the evaluation's. In NIM the heaps do not matter.
fn check_same_game(start: &dyn AnyPosition, here: &dyn AnyPosition) -> PyResult<()> {
    let is_same = start.entry().name == here.entry().name
        && (start.parameters() == here.parameters() && start.is_same(&*here.start())
            || start.entry().theory.is_some());
    let name = |position: &dyn AnyPosition| {
        format!("{} {}", position.entry().name, position.parameters()).trim().to_string()
    };
    match is_same {
        true => Ok(()),
        false => {
            Err(refused(ArgumentRefusal::OtherPosition { found: name(here), wanted: name(start) }))
        }
    }
}

/// Refuses the name of one of the game's own evaluations, which would be used in place of the file.
fn check_name(start: &dyn AnyPosition, name: &str) -> PyResult<()> {
    let own = start.session().map_err(refused)?.evaluations();
    match own.iter().any(|own| own == name) {
        true => Err(refused(ArgumentRefusal::OwnName { name: quote(name) })),
        false => Ok(()),
    }
}

/// An evaluation that is written as rules; docs/rules.md is the guide to their language.
///
/// >>> import agon
/// >>> game = agon.Game("tictactoe")
/// >>> rules = agon.Rules(game, "game tictactoe.\nvalue(C, 5) :- mark(11, C).")
/// >>> position = game.start().play("11")
/// >>> rules.evaluate(position, side=0), rules.evaluate(position, side=1)
/// (Score(+5), Score(-5))
/// >>> [(line.line, line.counts, line.points) for line in rules.explain(position, side=0).lines]
/// [(2, (1, 0), (5, 0))]
#[pyclass(frozen, module = "agon._native")]
pub struct Rules {
    start: Arc<dyn AnyPosition>,
    rules: Arc<RuleSet>,
    text: Arc<[u8]>,
}

impl Rules {
    fn source(&self) -> EvaluationSource {
        let (rules, source) = (Arc::clone(&self.rules), Arc::clone(&self.text));
        EvaluationSource::Rules { rules, source }
    }
}

/// The length limit of a rule file, in bytes.
const LONGEST: usize = 64 << 10;

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (game, text, name="rules.rules"))]
    fn new(game: PyRef<'_, Game>, text: &str, name: &str) -> PyResult<Rules> {
        let start = game.any_start();
        in_range("the length of a rule file in bytes", text.len() as i64, 0..=LONGEST as i64)?;
        check_name(&**start, name)?;
        let rules = start.read_rules(name, text.as_bytes()).map_err(refused)?;
        let text = text.as_bytes().into();
        Ok(Rules { start: Arc::clone(start), rules: Arc::new(rules), text })
    }

    /// The name of the file.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The text of the file.
    #[getter]
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// The value of a position for a side (the side to move).
    #[pyo3(signature = (position, side=None))]
    fn evaluate(&self, position: PyRef<'_, Position>, side: Option<i64>) -> PyResult<Score> {
        let here = position.any();
        check_same_game(&*self.start, &**here)?;
        Ok(evaluated(&**here, &self.source(), side)?.score.into())
    }

    /// What each line of the file contributes to the value of a position for a side (the side to
    /// move), with proofs if they are wanted.
    #[pyo3(signature = (position, side=None, proofs=false))]
    fn explain(
        &self,
        position: PyRef<'_, Position>,
        side: Option<i64>,
        proofs: bool,
    ) -> PyResult<Explanation> {
        let here = position.any();
        check_same_game(&*self.start, &**here)?;
        let side = crate::errors::side(side, here.to_move())?;
        Ok(here.explain(&self.rules, side, proofs).into())
    }

    /// The answers to a query in a position, in which `me` is a side (the side to move): a dict for
    /// each.
    ///
    /// >>> import agon
    /// >>> game = agon.Game("tictactoe")
    /// >>> rules = agon.Rules(game, game.example_rules)
    /// >>> rules.query(game.start().play("11"), "mark(S, C)")
    /// [{'S': '11', 'C': 'you'}]
    #[pyo3(signature = (position, query, side=None))]
    fn query<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, Position>,
        query: &str,
        side: Option<i64>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let here = position.any();
        check_same_game(&*self.start, &**here)?;
        in_range("the length of a query in bytes", query.len() as i64, 0..=LONGEST as i64)?;
        let side = crate::errors::side(side, here.to_move())?;
        let answers = here.query(&self.rules, side, query).map_err(refused)?;
        let mut found = Vec::new();
        for row in answers.rows {
            let answer = PyDict::new(py);
            for (name, value) in answers.names.iter().zip(row) {
                answer.set_item(name, value)?;
            }
            found.push(answer);
        }
        Ok(found)
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}', '{}')", self.start.entry().name, self.name())
    }
}

/// A network of Santorini or Byte as an evaluation; docs/networks.md describes the file.
#[pyclass(frozen, module = "agon._native")]
pub struct Network {
    start: Arc<dyn AnyPosition>,
    name: String,
    bytes: Arc<[u8]>,
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (game, bytes, name="network.net"))]
    fn new(game: PyRef<'_, Game>, bytes: &[u8], name: &str) -> PyResult<Network> {
        let start = game.any_start();
        check_name(&**start, name)?;
        let mut session = start.session().map_err(refused)?;
        session.load_network(name, bytes).map_err(refused)?;
        Ok(Network { start: Arc::clone(start), name: name.into(), bytes: bytes.into() })
    }

    /// The name of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Network('{}', '{}')", self.start.entry().name, self.name)
    }
}
