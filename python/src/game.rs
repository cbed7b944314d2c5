//! The games, with their parameters.

use std::sync::Arc;

use agon_core::Settings;
use agon_games::byte::Byte;
use agon_games::theseus::{MazeGenerator, Style, Theseus, most_walls};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::batch::Batch;
use crate::encoding::Encoding;
use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::position::Position;
use crate::untyped::{AnyPosition, At, read_any, start_of};

/// The rules of a game with their parameters.
///
/// `Game(name)` is the usual variant. Parameters are keywords, those of the command line with `_` for
/// `-`; `Game.nim`, `Game.byte`, `Game.theseus` and `Game.maze` take them as numbers. `start` is the
/// text of a start position, which names the parameters too.
///
/// >>> import agon
/// >>> agon.Game("byte", size=10)
/// Game('byte', size=10)
/// >>> agon.Game("theseus", maze="new", maze_size=5, maze_seed=7)
/// Game('theseus', maze 5x5, loot=4, plies=200)
/// >>> [agon.Game(name).num_actions for name in agon.GAMES]
/// [1900, 50, 897, 5, 9]
/// >>> agon.Game("tictactoe").start().play("11").play("00").legal_moves()
/// ['01', '02', '10', '12', '20', '21', '22']
#[pyclass(frozen, module = "agon._native")]
#[derive(Clone)]
pub struct Game {
    start: Arc<dyn AnyPosition>,
}

impl Game {
    pub fn of(position: &dyn AnyPosition) -> Game {
        Game { start: position.start() }
    }

    pub fn any_start(&self) -> &Arc<dyn AnyPosition> {
        &self.start
    }

    fn starting_with<G: Encoding>(game: G) -> Game {
        let start = game.start();
        Game { start: At::any(game, start) }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, start=None, **settings))]
    fn new(
        name: &str,
        start: Option<&str>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let usual = start_of(name).map_err(refused)?;
        let settings = read_settings(settings)?;
        let entry = usual.entry();
        let text = match start {
            None if settings.is_empty() => return Ok(Game { start: usual }),
            None => entry.start_text(&settings),
            Some(start) => entry.position_text(start, &settings),
        };
        let text = &text.map_err(refused)?;
        let given = read_any(name, text).map_err(refused)?;
        let start = given.start();
        if !start.is_same(&*given) {
            return Err(refused(ArgumentRefusal::NotAStart));
        }
        Ok(Game { start })
    }

    /// NIM with these heaps; matches and heaps together are at most 65.
    ///
    /// >>> import agon
    /// >>> agon.Game.nim([1, 2]).start().legal_moves()
    /// ['[2]', '[1,1]', '[1]']
    #[classmethod]
    fn nim(_cls: &Bound<'_, PyType>, heaps: Vec<i64>) -> PyResult<Game> {
        let heaps: Vec<String> = heaps.iter().map(i64::to_string).collect();
        Game::new("nim", Some(&format!("[{}]", heaps.join(","))), None)
    }

    /// Byte on a board of 8 or 10 squares a side.
    #[classmethod]
    #[pyo3(signature = (size=8))]
    fn byte(_cls: &Bound<'_, PyType>, size: i64) -> PyResult<Game> {
        // A negative size becomes 0, which is refused too.
        let game = Byte::new(usize::try_from(size).unwrap_or(0)).map_err(refused)?;
        Ok(Game::starting_with(game))
    }

    /// Theseus and the Minotaur in a maze that is drawn in text, as `agon maze` prints it. `plies`
    /// is the ply limit, in place of that of the drawing.
    ///
    /// >>> import agon
    /// >>> game = agon.Game.theseus('''
    /// ... +---+---+---+
    /// ... |     s1|   |
    /// ... +   +   +   +
    /// ... |     M   s2|
    /// ... +   +   +   +
    /// ... | T         |
    /// ... +---+---+---+'''.strip(), plies=50)
    /// >>> game
    /// Game('theseus', maze 3x3, loot=2, plies=50)
    #[classmethod]
    #[pyo3(signature = (drawing, plies=None))]
    fn theseus(_cls: &Bound<'_, PyType>, drawing: &str, plies: Option<i64>) -> PyResult<Game> {
        with_plies(Theseus::from_drawing(drawing).map_err(refused)?, plies)
    }

    /// A random maze: `size` tiles a side (odd), so many pieces of loot, and so many inner walls, by
    /// default half of what is possible. The same seed gives the same maze.
    #[classmethod]
    #[pyo3(signature = (size=15, loot=4, seed=0, walls=None, plies=None))]
    fn maze(
        _cls: &Bound<'_, PyType>,
        size: i64,
        loot: i64,
        seed: u64,
        walls: Option<i64>,
        plies: Option<i64>,
    ) -> PyResult<Game> {
        // The generator refuses an impossible size before it looks at the walls.
        let size = usize::try_from(size).unwrap_or(0);
        let most = if (3..=31).contains(&size) { most_walls(size) } else { 0 };
        let walls = walls.map_or(Ok(most / 2), |walls| {
            in_range("the number of walls", walls, 0..=10_000).map(|walls| walls as usize)
        })?;
        let loot = usize::try_from(loot).unwrap_or(0);
        let generator =
            MazeGenerator::new(size, loot, Style::Classic { walls }).map_err(refused)?;
        with_plies(generator.generate(seed), plies)
    }

    /// The name: 'santorini', 'nim', 'byte', 'theseus' or 'tictactoe'.
    #[getter]
    fn name(&self) -> &'static str {
        self.start.entry().name
    }

    /// The name as people write it.
    #[getter]
    fn title(&self) -> &'static str {
        self.start.entry().title
    }

    /// The names of the two sides.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        self.start.entry().sides.into()
    }

    /// The number of actions: actions are numbered from 0.
    #[getter]
    fn num_actions(&self) -> usize {
        self.start.action_count()
    }

    /// An upper bound on the plies of a game.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.start.max_plies()
    }

    /// The shape of an observation.
    #[getter]
    fn observation_shape<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.start.observation_shape())
    }

    /// The number of features of positions.
    #[getter]
    fn num_features(&self) -> usize {
        self.start.feature_count()
    }

    /// The number of inputs of networks, or None in games without networks.
    #[getter]
    fn num_inputs(&self) -> Option<usize> {
        self.start.network_inputs()
    }

    /// The bytes of a packed position in files of data, or None in games without that form.
    #[getter]
    fn packed_size(&self) -> Option<usize> {
        self.start.packed_size()
    }

    /// The names of the evaluations that come with the game.
    #[getter]
    fn evaluations(&self) -> PyResult<Vec<String>> {
        let mut known = self.start.session().map_err(refused)?.evaluations();
        known.extend(agon_arena::built_in_rule_names(self.name()).map(String::from));
        Ok(known)
    }

    /// An example of a rule file for the game.
    #[getter]
    fn example_rules(&self) -> &'static str {
        self.start.entry().example
    }

    /// The starting position.
    fn start(&self) -> Position {
        Position::from(Arc::clone(&self.start))
    }

    /// The position of this game that a text stands for.
    ///
    /// >>> import agon
    /// >>> agon.Game("nim").position("[1,2] second").to_move
    /// 1
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(self.start.read(text).map_err(refused)?.into())
    }

    /// A batch of so many starting positions.
    fn batch(&self, size: usize) -> PyResult<Batch> {
        Batch::of_copies(&*self.start, size)
    }

    fn __eq__(&self, other: PyRef<'_, Game>) -> bool {
        self.start.is_same_game(&*other.start)
    }

    fn __hash__(&self) -> u64 {
        self.start.key()
    }

    fn __copy__(slf: PyRef<'_, Game>) -> PyRef<'_, Game> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Game>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Game> {
        slf
    }

    fn __repr__(&self) -> String {
        match self.start.parameters() {
            none if none.is_empty() => format!("Game('{}')", self.name()),
            parameters => format!("Game('{}', {parameters})", self.name()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> (Bound<'py, PyType>, (&'static str, String)) {
        let game = slf.get();
        (slf.get_type(), (game.name(), game.start.text()))
    }
}

/// The values of parameters that are given as keywords.
fn read_settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in given.into_iter().flatten() {
        settings.set(&name.to_string().replace('_', "-"), value.str()?.to_string());
    }
    Ok(settings)
}

/// A maze with another ply limit.
fn with_plies(maze: Theseus, plies: Option<i64>) -> PyResult<Game> {
    let most = i64::from(agon_games::theseus::MOST_PLIES);
    let maze = match plies {
        None => maze,
        Some(plies) => maze.with_plies(in_range("the ply limit", plies, 0..=most)? as u16),
    };
    Ok(Game::starting_with(maze))
}

/// The position that a text of a game stands for, with the parameters that it names.
///
/// >>> import agon
/// >>> agon.position("byte", "10 start").game
/// Game('byte', size=10)
#[pyfunction(name = "position")]
pub fn position_of(name: &str, text: &str) -> PyResult<Position> {
    Ok(read_any(name, text).map_err(refused)?.into())
}
