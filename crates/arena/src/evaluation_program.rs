//! Evaluation programs: programs of others that evaluate positions, as evaluations of any game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_core::{BatchState, EvalState, Evaluate, Game, Notation, Score, Stop};

use crate::PlayerRefusal;
use crate::followed::{Followed, GameStep};
use crate::reached::Reached;

/// A game as far as it has come, for programs that are told games move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLine {
    /// The start in the game's notation, which carries its parameters.
    pub start: String,
    /// The moves so far, in the game's notation.
    pub moves: Vec<String>,
}

/// The line of a session, for the evaluations that it has handed out.
pub(crate) type SharedLine = Arc<Mutex<GameLine>>;

/// A program that evaluates positions. Whoever opens it runs it: nothing here starts one.
pub trait EvaluationProgram: Send + Sync {
    /// The name of the evaluation in player specs.
    fn name(&self) -> &str;

    /// Adds the value of each of the `positions`, for the side to move, to `values`.
    /// `positions` has one in each line; none of them is finished. A program that gives no
    /// answers is ended, and started again for the next question.
    fn evaluate(&self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswer>;

    /// Starts it, if that takes long, before its time counts.
    fn prepare(&self) -> Result<(), NoAnswer> {
        Ok(())
    }

    /// The name of its game, if it knows only one.
    fn game(&self) -> Option<&str> {
        None
    }

    /// Whether it is told games move by move, because it cannot read positions.
    fn follows_games(&self) -> bool {
        false
    }

    /// The same as [`evaluate`](EvaluationProgram::evaluate), for the positions that are reached
    /// from the end of `line` by the moves of each of the `leaves`.
    fn evaluate_leaves(
        &self,
        _line: &GameLine,
        _leaves: &[Vec<String>],
        _values: &mut Vec<i64>,
    ) -> Result<(), NoAnswer> {
        Err(NoAnswer::Failed("cannot follow a game".into()))
    }

    /// The move that it chooses itself at the end of `line`; `None` if it only evaluates.
    fn choose(&self, _line: &GameLine) -> Result<Option<String>, NoAnswer> {
        Ok(None)
    }

    /// The game after the last of the `steps`, by the program's own rules.
    fn follow(&self, _start: &str, _steps: &[GameStep]) -> Result<Followed, NoAnswer> {
        Err(NoAnswer::Failed("has no rules of its own".into()))
    }

    /// The move that somebody has tried by selecting these elements of the board, of which the last
    /// makes it illegal; `None` if it takes more to be a move.
    fn tried(&self, _path: &[String]) -> Option<String> {
        None
    }
}

/// Why an evaluation program gives no answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// All work was stopped, which is not its fault.
    Stopped,
    /// It failed, for this reason.
    Failed(String),
}

/// An evaluation program as an evaluation. Once it has failed it is not asked again until the
/// failure was taken.
pub(crate) struct ProgramEval<G: Game> {
    program: Arc<dyn EvaluationProgram>,
    line: SharedLine,
    reached: Mutex<Option<Reached<G>>>,
    failure: Mutex<Option<NoAnswer>>,
    has_failed: AtomicBool,
}

impl<G: Notation> ProgramEval<G> {
    pub(crate) fn new(program: Arc<dyn EvaluationProgram>, line: SharedLine) -> ProgramEval<G> {
        let (failure, has_failed) = (Mutex::new(None), AtomicBool::new(false));
        ProgramEval { program, line, reached: Mutex::new(None), failure, has_failed }
    }

    /// Asks the program for the values of positions, each one move from the end of `path` if that
    /// is not empty.
    fn ask(
        &self,
        game: &G,
        path: &[G::Position],
        positions: &[G::Position],
        values: &mut Vec<i64>,
    ) -> Result<(), NoAnswer> {
        if !self.program.follows_games() {
            let lines: String =
                positions.iter().map(|position| game.write(position) + "\n").collect();
            return self.program.evaluate(&lines, values);
        }
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if line.start.is_empty() {
            // Nobody plays: each position is asked about by itself.
            return positions.iter().try_for_each(|position| {
                let line = GameLine { start: game.write(position), moves: Vec::new() };
                self.program.evaluate_leaves(&line, &[Vec::new()], values)
            });
        }
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if reached.as_ref().is_none_or(|reached| *reached.line() != line) {
            *reached = Reached::new(line);
        }
        let far = || {
            let reason = "is told games move by move, and cannot be asked about a position that is so far from the game";
            NoAnswer::Failed(reason.into())
        };
        let reached = reached.as_mut().ok_or_else(far)?;
        // A search may be many moves from the game: it says which.
        let on_the_way = match path.split_first() {
            Some((root, _)) => {
                let more = path.windows(2).map(|pair| move_between(game, &pair[0], &pair[1]));
                let first = reached.moves_to(root).ok_or_else(far)?;
                [first, more.collect::<Option<_>>().ok_or_else(far)?].concat()
            }
            None => Vec::new(),
        };
        let leaf = |position| match path.last() {
            Some(parent) => {
                let last = move_between(game, parent, position)?;
                Some([&on_the_way[..], &[last]].concat())
            }
            None => reached.moves_to(position),
        };
        let leaves = positions.iter().map(leaf).collect::<Option<Vec<_>>>().ok_or_else(far)?;
        self.program.evaluate_leaves(reached.line(), &leaves, values)
    }

    fn failure(&self) -> MutexGuard<'_, Option<NoAnswer>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The move that leads from a position to another, in the game's notation.
fn move_between<G: Notation>(game: &G, from: &G::Position, to: &G::Position) -> Option<String> {
    let leads_there = |mv: &G::Move| game.after(from, *mv) == *to;
    let mv = game.moves(from).into_iter().find(leads_there)?;
    Some(game.write_move(from, mv))
}

impl<G: Notation> Evaluate<G> for ProgramEval<G> {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let scores = self.evaluate_all(game, std::slice::from_ref(position));
        scores.first().copied().unwrap_or(Score::DRAW)
    }

    fn evaluate_all(&self, game: &G, positions: &[G::Position]) -> Vec<Score> {
        self.evaluate_children(game, &[], positions)
    }

    fn evaluate_children(
        &self,
        game: &G,
        path: &[G::Position],
        positions: &[G::Position],
    ) -> Vec<Score> {
        let mut values = Vec::with_capacity(positions.len());
        if !positions.is_empty()
            && !self.has_failed.load(Ordering::Acquire)
            && let Err(failure) = self.ask(game, path, positions, &mut values)
        {
            // Of several threads, the first one to fail says why.
            self.failure().get_or_insert(failure);
            self.has_failed.store(true, Ordering::Release);
            values.clear();
        }
        values.resize(positions.len(), 0);
        values.into_iter().map(score).collect()
    }

    fn prefers_batches(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    fn take_failure(&self) -> Option<String> {
        let failure = self.failure().take();
        self.has_failed.store(false, Ordering::Release);
        match failure? {
            NoAnswer::Stopped => None,
            NoAnswer::Failed(reason) => Some(reason),
        }
    }

    fn dyn_state<'e>(&'e self, _: &G, root: &G::Position) -> Option<Box<dyn EvalState<G> + 'e>> {
        Some(Box::new(BatchState::new(self, root)))
    }
}

/// A value of a program as an estimate, clamped to the range of estimates.
fn score(value: i64) -> Score {
    Score::estimate(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// Refuses the result of work for which an evaluation has failed.
pub(crate) fn check_failure<G: Notation>(
    evaluation: &dyn Evaluate<G>,
) -> Result<(), PlayerRefusal> {
    match evaluation.take_failure() {
        None => Ok(()),
        Some(reason) => {
            let name = evaluation.name().into();
            Err(PlayerRefusal::EvaluationFailed { name, reason })
        }
    }
}

/// Stops work when something else does, or when its evaluation has failed.
pub(crate) struct UntilFailed<'a, G> {
    pub(crate) evaluation: &'a dyn Evaluate<G>,
    pub(crate) stop: &'a dyn Stop,
}

impl<G: Notation> Stop for UntilFailed<'_, G> {
    fn is_stopped(&self) -> bool {
        self.evaluation.has_failed() || self.stop.is_stopped()
    }
}
