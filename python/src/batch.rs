//! Batches: many positions of one game, with actions and observations as arrays.

use numpy::{IxDyn, PyArray, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::position::Position;
use crate::rules::EvaluationArgument;
use crate::untyped::{AnyBatch, AnyPosition};

/// The most positions of a batch.
pub const MAX_POSITIONS: usize = 1 << 22;

/// The most bytes of an array that is returned.
const MAX_BYTES: usize = 2 << 30;

/// Many positions of one game, which are held outside of Python: actions and observations cross as
/// arrays, one row for each position.
///
/// >>> import agon, numpy
/// >>> batch = agon.Game("tictactoe").batch(3)
/// >>> batch.apply(numpy.array([0, 4, 8]))
/// >>> batch.legal_actions_mask().sum(axis=1).tolist(), str(batch[1])
/// ([8, 8, 8], '([0,0,0,0,1,0,0,0,0],-1)')
#[pyclass(module = "agon._native")]
pub struct Batch {
    batch: Box<dyn AnyBatch>,
}

impl From<Box<dyn AnyBatch>> for Batch {
    fn from(batch: Box<dyn AnyBatch>) -> Batch {
        Batch { batch }
    }
}

/// Rows of numbers, one for each position.
type Rows<'py, T> = Bound<'py, PyArray2<T>>;

impl Batch {
    /// A batch of `size` copies of a position.
    pub fn of_copies(position: &dyn AnyPosition, size: usize) -> PyResult<Batch> {
        check_size(size)?;
        Ok(Batch { batch: position.batch(size) })
    }

    /// An array of zeros with `width` numbers for each position.
    fn zeros<T: Clone + Default>(&self, width: usize) -> PyResult<Vec<T>> {
        let count = self.batch.len().saturating_mul(width);
        let bytes = count.saturating_mul(size_of::<T>());
        if bytes > MAX_BYTES {
            let (megabytes, most) = (bytes >> 20, MAX_BYTES >> 20);
            return Err(refused(ArgumentRefusal::ArraySize { megabytes, most }));
        }
        Ok(vec![T::default(); count])
    }

    /// Rows that `work` fills without the interpreter's lock.
    fn filled<'py, T: Clone + Default + Send + numpy::Element>(
        &self,
        py: Python<'py>,
        width: usize,
        fill: impl FnOnce(&dyn AnyBatch, &mut [T]) + Send,
    ) -> PyResult<Rows<'py, T>> {
        let mut numbers = self.zeros(width)?;
        let batch = &*self.batch;
        py.detach(|| fill(batch, &mut numbers));
        PyArray1::from_vec(py, numbers).reshape([batch.len(), width])
    }
}

fn check_size(size: usize) -> PyResult<()> {
    match size {
        1..=MAX_POSITIONS => Ok(()),
        found => Err(refused(ArgumentRefusal::BatchSize { most: MAX_POSITIONS, found })),
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(game: PyRef<'_, Game>, positions: Vec<PyRef<'_, Position>>) -> PyResult<Batch> {
        check_size(positions.len())?;
        let mut batch = game.any_start().batch(positions.len());
        for (index, position) in positions.iter().enumerate() {
            if !batch.set(index, &**position.any()) {
                let wanted = game.any_start().entry().name.to_string();
                let reason = ArgumentRefusal::OtherGame { wanted }.to_string();
                return Err(refused(ArgumentRefusal::InBatch { index, reason }));
            }
        }
        Ok(Batch { batch })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game::of(&*self.batch.start())
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        let count = self.batch.len();
        let place = if index < 0 { count.checked_add_signed(index) } else { Some(index as usize) };
        let position = place.and_then(|place| self.batch.get(place));
        let outside =
            || PyIndexError::new_err(format!("a batch of {count} has no position {index}"));
        Ok(position.ok_or_else(outside)?.into())
    }

    /// A copy, which can be played on by itself.
    fn copy(&self) -> Batch {
        Batch { batch: self.batch.copy() }
    }

    /// The sides to move, 0 or 1.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.batch.to_move())
    }

    /// Which games are over.
    #[getter]
    fn finished<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.batch.finished())
    }

    /// The results for side 0: 1, 0 or -1; 0 also while the game goes on.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.batch.results())
    }

    /// The Zobrist keys.
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.batch.keys())
    }

    /// Which actions are legal, one row for each position.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Rows<'py, bool>> {
        let width = self.batch.start().action_count();
        self.filled(py, width, |batch, mask| batch.fill_mask(mask))
    }

    /// The legal actions of all positions one after the other, and where those of each begin: an
    /// array that is longer by one than the batch. In games with many actions this is much smaller
    /// than the mask.
    ///
    /// >>> import agon
    /// >>> batch = agon.Game.nim([1, 1]).batch(2)
    /// >>> batch.apply([0, 0])
    /// >>> [array.tolist() for array in batch.legal_actions()]
    /// [[0, 0], [0, 1, 2]]
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i64>>) {
        let batch = &*self.batch;
        let (actions, begins) = py.detach(|| batch.legal_actions());
        (PyArray1::from_vec(py, actions), PyArray1::from_vec(py, begins))
    }

    /// Makes an action in each position; where the game is over it must be -1. If one is not legal, a
    /// ValueError says which, and nothing has changed.
    fn apply(&mut self, py: Python<'_>, actions: Actions<'_>) -> PyResult<()> {
        let actions = actions.numbers()?;
        let (wanted, found) = (self.batch.len(), actions.len());
        if wanted != found {
            return Err(refused(ArgumentRefusal::Length { wanted, found }));
        }
        let batch = &mut *self.batch;
        py.detach(|| batch.apply(&actions)).map_err(refused)
    }

    /// Puts games that are over back to the start; returns how many there were.
    fn restart_finished(&mut self) -> usize {
        self.batch.restart_finished()
    }

    /// Makes so many random moves in each position, or fewer where the game ends; returns how many
    /// were made in all.
    #[pyo3(signature = (plies, seed))]
    fn play_random(&mut self, py: Python<'_>, plies: i64, seed: u64) -> PyResult<u64> {
        let plies = in_range("the number of plies", plies, 1..=100_000)? as u32;
        let batch = &mut *self.batch;
        interruptible(py, move |stop| batch.play_random(plies, seed, stop))
    }

    /// Plays so many random games from each position to the end, and leaves the positions as they
    /// are. Returns an array with a row for each position (how many games side 0 has won, how many
    /// were drawn, how many side 1 has won), and the number of moves of all games.
    #[pyo3(signature = (games, seed))]
    fn random_playouts<'py>(
        &self,
        py: Python<'py>,
        games: i64,
        seed: u64,
    ) -> PyResult<(Rows<'py, u32>, u64)> {
        let games = in_range("the number of games", games, 1..=1_000_000_000)? as u32;
        let batch = &*self.batch;
        let (counts, moves) =
            interruptible(py, move |stop| batch.random_playouts(games, seed, stop))?;
        Ok((PyArray1::from_vec(py, counts).reshape([batch.len(), 3])?, moves))
    }

    /// The features of the positions as rows of 0 and 1.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Rows<'py, u8>> {
        let width = self.batch.start().feature_count();
        self.filled(py, width, |batch, rows| batch.fill_features(rows))
    }

    /// The inputs of networks as rows of 0 and 1, in the view of the sides to move.
    fn network_inputs<'py>(&self, py: Python<'py>) -> PyResult<Rows<'py, u8>> {
        let start = self.batch.start();
        let none = || refused(ArgumentRefusal::NoInputs { game: start.entry().name });
        let width = start.network_inputs().ok_or_else(none)?;
        self.filled(py, width, |batch, rows| batch.fill_inputs(rows))
    }

    /// What the sides to move may know: an array of as many observations as there are positions.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray<f32, IxDyn>>> {
        let shape = self.batch.start().observation_shape();
        let width = shape.iter().product();
        let rows = self.filled(py, width, |batch, rows| batch.fill_observations(rows))?;
        rows.reshape([&[self.batch.len()], &shape[..]].concat())
    }

    /// The values in points for the sides to move, as of `Position.evaluate`.
    #[pyo3(signature = (eval=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        eval: Option<EvaluationArgument<'_>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let source = EvaluationArgument::source(eval, &*self.batch.start())?;
        let batch = &*self.batch;
        let values = interruptible(py, move |stop| batch.evaluate(&source, stop))?;
        Ok(PyArray1::from_vec(py, values.map_err(refused)?))
    }

    fn __repr__(&self) -> String {
        format!("Batch('{}', {} positions)", self.batch.start().entry().name, self.batch.len())
    }
}

/// Actions as an array of whole numbers, or as a list.
#[derive(FromPyObject)]
enum Actions<'py> {
    Short(PyReadonlyArray1<'py, i32>),
    Long(PyReadonlyArray1<'py, i64>),
    List(Vec<i64>),
}

impl Actions<'_> {
    /// The numbers. Those that are too large become an action that does not exist.
    fn numbers(&self) -> PyResult<Vec<i32>> {
        let short = |&action: &i64| i32::try_from(action).unwrap_or(i32::MIN);
        Ok(match self {
            Actions::Short(array) => array.as_array().iter().copied().collect(),
            Actions::Long(array) => array.as_array().iter().map(short).collect(),
            Actions::List(list) => list.iter().map(short).collect(),
        })
    }
}
