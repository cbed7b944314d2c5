//! Searches from Python.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use agon_arena::{AnyEngine, Refused, SearchKind, SearchRequest};
use agon_core::quote;
use agon_search::{Info, Limits, SearchControl, TimeManager};
use agon_threads::ScopedThreads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::evaluation_source::EvaluationSource;
use crate::interruptible::interruptible;
use crate::position::Position;
use crate::results::{Line, SearchResult};
use crate::rules::EvaluationArgument;
use crate::untyped::AnyPosition;

/// An engine whose transposition table of so many MB is kept from search to search.
///
/// >>> import agon
/// >>> engine = agon.Engine(hash_mb=4)
/// >>> position = agon.Game("byte").start()
/// >>> engine.search(position, depth=4).nodes > engine.search(position, depth=4).nodes
/// True
#[pyclass(frozen, module = "agon._native")]
pub struct Engine {
    engine: Mutex<AnyEngine>,
    hash_mb: i64,
}

impl Engine {
    /// Works with the engine, unless another thread does.
    fn with<T>(&self, work: impl FnOnce(&mut AnyEngine) -> PyResult<T>) -> PyResult<T> {
        let mut engine = match self.engine.try_lock() {
            Ok(engine) => engine,
            Err(TryLockError::Poisoned(engine)) => engine.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this engine is searching on another thread: use an engine for each",
                ));
            }
        };
        work(&mut engine)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash_mb=16))]
    fn new(hash_mb: i64) -> PyResult<Engine> {
        let hash_mb = hash_size(hash_mb)?;
        Ok(Engine { engine: Mutex::new(AnyEngine::default()), hash_mb })
    }

    /// The size of the table in MB.
    #[getter]
    fn hash_mb(&self) -> i64 {
        self.hash_mb
    }

    /// Searches for the best move, as `Position.search` does.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1, threads=1, eval=None, search="engine"))]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        lines: i64,
        threads: i64,
        eval: Option<EvaluationArgument<'_>>,
        search: &str,
    ) -> PyResult<SearchResult> {
        let here = position.any();
        let source = EvaluationArgument::source(eval, &**here)?;
        let hash_mb = self.hash_mb;
        let arguments = SearchArguments { depth, nodes, time, lines, threads, hash_mb, search };
        self.with(|engine| crate::engine::search(py, engine, here, source, &arguments))
    }

    /// Forgets all that earlier searches have found.
    fn clear(&self) -> PyResult<()> {
        self.with(|engine| {
            engine.clear(&());
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("Engine(hash_mb={})", self.hash_mb)
    }
}

/// The arguments of a search.
pub struct SearchArguments<'a> {
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub time: Option<f64>,
    pub lines: i64,
    pub threads: i64,
    pub hash_mb: i64,
    /// `engine` or `minimax`.
    pub search: &'a str,
}

fn hash_size(megabytes: i64) -> PyResult<i64> {
    in_range("the table in MB", megabytes, 1..=65_536)
}

impl SearchArguments<'_> {
    fn request(&self, source: &EvaluationSource) -> PyResult<SearchRequest> {
        let search = match self.search {
            "engine" => SearchKind::Engine,
            "minimax" => SearchKind::Minimax,
            other => return Err(refused(ArgumentRefusal::Kind { found: quote(other) })),
        };
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return Err(refused(ArgumentRefusal::NoLimit));
        }
        if search == SearchKind::Minimax && self.depth.is_none() {
            return Err(refused(ArgumentRefusal::NoDepth));
        }
        let mut limits = Limits::default();
        if let Some(depth) = self.depth {
            limits.depth = in_range("the depth", depth, 1..=limits.depth.into())? as u32;
        }
        if let Some(nodes) = self.nodes {
            limits.nodes = in_range("the number of nodes", nodes, 1..=i64::MAX)? as u64;
        }
        limits.lines = in_range("the number of lines", self.lines, 1..=500)? as usize;
        let hash_bytes = (hash_size(self.hash_mb)? as usize) << 20;
        Ok(SearchRequest { search, limits, eval: source.name().map(String::from), hash_bytes })
    }

    fn time(&self) -> PyResult<Option<Duration>> {
        let Some(seconds) = self.time else { return Ok(None) };
        if !(0.001..=86_400.0).contains(&seconds) {
            return Err(refused(ArgumentRefusal::Seconds));
        }
        Ok(Some(Duration::from_secs_f64(seconds)))
    }
}

pub fn search(
    py: Python<'_>,
    engine: &mut AnyEngine,
    here: &Arc<dyn AnyPosition>,
    source: EvaluationSource,
    arguments: &SearchArguments<'_>,
) -> PyResult<SearchResult> {
    let request = arguments.request(&source)?;
    let time = arguments.time()?;
    let threads = in_range("the number of threads", arguments.threads, 1..=256)? as usize;
    if here.outcome().is_some() {
        return Err(refused(ArgumentRefusal::GameOver));
    }
    let mut session = here.session().map_err(refused)?;
    source.load(&mut *session).map_err(refused)?;
    let (search, limits) = (request.search, request.limits);
    let started = Instant::now();
    let (found, lines) = interruptible(py, move |stop| {
        let reports = Mutex::new(Reports::default());
        let report = |info: &Info<String>| {
            reports.lock().unwrap_or_else(PoisonError::into_inner).add(info);
        };
        let elapsed = || started.elapsed();
        let time = time.map(TimeManager::fixed);
        let control = SearchControl::until(&stop).timed(time, &elapsed).reporting(&report);
        let found = session.best_with(engine, &request, &control, &ScopedThreads(threads));
        (found, reports.into_inner().unwrap_or_else(PoisonError::into_inner))
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let found: Result<Option<Info<String>>, Refused> = found;
    let best = found.map_err(refused)?.ok_or_else(|| {
        refused(match search {
            SearchKind::Minimax => ArgumentRefusal::StoppedMinimax { depth: limits.depth },
            SearchKind::Engine => ArgumentRefusal::Stopped,
        })
    })?;
    let line = |info: &Info<String>| Line {
        score: info.score.into(),
        actions: here.actions_of(&info.moves),
        moves: info.moves.clone(),
    };
    let all = lines.best_first(&best, limits.lines);
    let lines: Vec<Line> = all.into_iter().map(line).collect();
    let first = line(&best);
    let no_move = || refused(ArgumentRefusal::Stopped);
    Ok(SearchResult {
        score: first.score,
        action: *first.actions.first().ok_or_else(no_move)?,
        r#move: first.moves.into_iter().next().ok_or_else(no_move)?,
        depth: best.depth,
        selective_depth: best.selective_depth,
        nodes: best.nodes,
        hits: best.hits,
        seconds,
        lines,
    })
}

/// The lines that a search has reported: those of the last depth, and those of the depth before.
#[derive(Default)]
struct Reports {
    latest: Vec<Info<String>>,
    before: Vec<Info<String>>,
}

impl Reports {
    fn add(&mut self, info: &Info<String>) {
        if info.line == 1 {
            self.before = std::mem::take(&mut self.latest);
        }
        self.latest.push(info.clone());
    }

    /// The best lines, each with another first move. If the last depth is unfinished, the missing
    /// lines come from the depth before.
    fn best_first<'a>(&'a self, best: &'a Info<String>, count: usize) -> Vec<&'a Info<String>> {
        let mut first_moves = HashSet::new();
        let reported = self.latest.iter().chain(&self.before);
        let lines = std::iter::once(best).chain(reported);
        lines.filter(|info| first_moves.insert(info.moves.first())).take(count).collect()
    }
}
