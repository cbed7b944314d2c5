//! Proven values of Santorini's small boards: solved on the spot, or from tables on disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use agon_core::{Exact, Game as _, Progress, Proven, Score, Settings, Stop, Value};
use agon_games::santorini::{self, Position, Santorini};
use agon_tablebase::{Board, Estimate, Solution, Starts, Table, TableRefusal, Values};

use crate::{PlayerRefusal, Refused};

/// The most cells of boards that are solved on the spot: they have at most 2^25 positions.
const MOST_CELLS: usize = 9;

/// About how many bytes a table on disk takes in memory: what is known of heights, where the
/// positions of each layer are, and checksums.
const TABLE_BYTES: u64 = 27 << 20;

/// The values of a board, shared by everybody who needs them.
type SharedValues = Arc<dyn Values + Send + Sync>;

/// The values that somebody has asked for. They stay until they are forgotten: all boards that are
/// solved on the spot take less than 64 MiB together, and nobody can have them solved again and again.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

struct Known {
    board: Board,
    values: SharedValues,
    bytes: u64,
}

/// The folder with the tables.
static TABLES: OnceLock<PathBuf> = OnceLock::new();

/// Names the folder with the folders of the tables; later calls change nothing.
pub fn use_tables(folder: PathBuf) {
    let _ = TABLES.set(folder);
}

/// The folder of a board's table, if a folder with tables is named.
pub fn table_folder(board: Board) -> Option<PathBuf> {
    let name = format!("santorini-{}x{}-{}", board.width(), board.height(), board.pawns());
    Some(TABLES.get()?.join(name))
}

/// The board of a game, if it is small.
pub fn board_of(game: &Santorini) -> Option<Board> {
    Board::small(*game.board())
}

/// Whether the values of a game's positions can be had.
pub(crate) fn is_solved(game: &Santorini) -> bool {
    board_of(game).and_then(Source::of).is_some()
}

/// About how many bytes the values take that somebody has asked for.
pub fn known_bytes() -> u64 {
    all_known().iter().map(|known| known.bytes).sum()
}

/// Forgets the values that nobody needs now.
pub fn forget_unused() {
    let is_unused = |known: &mut Known| Arc::strong_count(&known.values) == 1;
    let unused: Vec<Known> = all_known().extract_if(.., is_unused).collect();
    // Freeing much memory takes a while, and nobody waits for it.
    drop(unused);
}

/// The boards that are solved, as the game's parameters.
pub(crate) fn solved_with() -> Vec<Settings> {
    let boards = santorini::Board::all();
    let solved = boards.filter(|&board| is_solved(&Santorini::on(board)));
    let settings = |board: santorini::Board| {
        let size = format!("{}x{}", board.width(), board.height());
        Settings::default().with("board", size).with("pawns", board.pawns().to_string())
    };
    solved.map(settings).collect()
}

/// About how many bytes the values take while they are worked out.
pub(crate) fn bytes(game: &Santorini) -> u64 {
    board_of(game).and_then(Source::of).map_or(0, |source| source.bytes())
}

/// The values of a game's positions: those that somebody has already, or else worked out.
pub(crate) fn prepare(
    game: &Santorini,
    stop: &dyn Stop,
) -> Result<Box<dyn Exact<Santorini>>, Refused> {
    let source = board_of(game).and_then(Source::of);
    let source = source.ok_or(PlayerRefusal::NotSolved { game: Santorini::NAME })?;
    Ok(Box::new(SmallBoard(source.values(stop)?)))
}

/// The values of a board's starts, if only these are known.
pub(crate) fn openings(game: &Santorini) -> Option<Box<dyn Exact<Santorini>>> {
    Some(Box::new(Openings(Starts::of(game.board())?)))
}

/// The values of the positions in which nothing is built.
struct Openings(&'static Starts);

impl Exact<Santorini> for Openings {
    fn exact(&self, game: &Santorini, position: &Position) -> Option<Proven> {
        self.0.value(game.board(), position)
    }

    /// Of placements that lose, one that fewer replies beat is better.
    fn tie_break(&self, game: &Santorini, position: &Position) -> Value {
        let refutations = self.0.refutations(game.board(), position).unwrap_or_default();
        Score::DRAW.plus(refutations as i32).absolute(game.to_move(position))
    }
}

/// Where the values of a board come from.
struct Source {
    /// The board, which may be the transposed one of that which is played on.
    board: Board,
    /// The folder of its table, unless it is solved on the spot.
    table: Option<PathBuf>,
}

impl Source {
    /// Where the values of a board, or of the transposed one, come from.
    fn of(board: Board) -> Option<Source> {
        let either = [board, board.transposed()];
        if board.cells() <= MOST_CELLS {
            let upright = either.into_iter().find(|board| board.width() <= board.height());
            return upright.map(|board| Source { board, table: None });
        }
        let is_there =
            |folder: &Path, board| known(board).is_some() || Table::is_built(folder, board);
        either.into_iter().find_map(|board| {
            let table = table_folder(board).filter(|folder| is_there(folder, board));
            table.map(|folder| Source { board, table: Some(folder) })
        })
    }

    fn bytes(&self) -> u64 {
        if self.table.is_some() {
            return TABLE_BYTES;
        }
        let estimate = Estimate::new(self.board);
        estimate.memory + estimate.positions
    }

    /// How many bytes the values take when they are worked out.
    fn known_bytes(&self) -> u64 {
        if self.table.is_some() { TABLE_BYTES } else { Solution::positions(self.board) }
    }

    /// Two who ask for a board that nobody has solved both work, and both are done when the first
    /// one is: nobody waits for one who is paused. A table in which damage was found is refused.
    fn values(&self, stop: &dyn Stop) -> Result<SharedValues, TableRefusal> {
        if let Some(values) = known(self.board) {
            return values.damage().cloned().map_or(Ok(Arc::clone(&values)), Err);
        }
        let found: SharedValues = match &self.table {
            Some(folder) => Arc::new(Table::open(folder)?),
            None => match Solution::solve(self.board, 1, &UntilKnown { board: self.board, stop }) {
                Ok(solution) => Arc::new(solution),
                Err(refusal) => return known(self.board).ok_or(refusal),
            },
        };
        let mut all = all_known();
        if let Some(known) = all.iter().find(|known| known.board == self.board) {
            return Ok(Arc::clone(&known.values));
        }
        let (board, values, bytes) = (self.board, Arc::clone(&found), self.known_bytes());
        all.push(Known { board, values, bytes });
        Ok(found)
    }
}

fn all_known() -> MutexGuard<'static, Vec<Known>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The values of a board, if somebody has asked for them.
fn known(board: Board) -> Option<SharedValues> {
    all_known().iter().find(|known| known.board == board).map(|known| Arc::clone(&known.values))
}

/// Stops when the other does, or when somebody else has solved the board.
struct UntilKnown<'a> {
    board: Board,
    stop: &'a dyn Stop,
}

impl Stop for UntilKnown<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || known(self.board).is_some()
    }
}

impl Progress for UntilKnown<'_> {
    fn report_progress(&self, _: u64, _: u64) {}
}

/// The values of a board, or of the transposed one.
struct SmallBoard(SharedValues);

impl Exact<Santorini> for SmallBoard {
    fn exact(&self, game: &Santorini, position: &Position) -> Option<Proven> {
        self.0.value(&converted(game, position, self.0.board())?).ok()
    }
}

/// A position of the game as one of this board, which may be the transposed one; `None` if it is
/// neither.
fn converted(game: &Santorini, position: &Position, to: Board) -> Option<Position> {
    let board = board_of(game)?;
    if board == to {
        return Some(*position);
    }
    if board.transposed() == to { board.turn(position) } else { None }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use agon_core::{Notation as _, Rng, Verdict};
    use agon_tablebase::{Build, BuildOptions};
    use tempfile::TempDir;

    use super::*;

    fn game(board: &str) -> Santorini {
        Santorini::on(board.parse().unwrap())
    }

    /// A game of random moves, with all its positions.
    fn positions(game: &Santorini, rng: &mut Rng) -> Vec<Position> {
        let mut all = vec![game.start()];
        loop {
            let last = all[all.len() - 1];
            let moves = game.moves(&last);
            let Some(&mv) = rng.pick(&moves) else { return all };
            all.push(game.after(&last, mv));
        }
    }

    #[test]
    fn a_position_is_turned_and_turned_back() {
        let mut rng = Rng::seeded(1);
        for board in ["2x2", "2x3/1", "3x2", "3x3", "3x3/1", "4x3", "3x4/1", "5x2", "2x6", "6x2/1"]
        {
            let game = game(board);
            let small = board_of(&game).unwrap();
            for position in (0..20).flat_map(|_| positions(&game, &mut rng)) {
                assert_eq!(converted(&game, &position, small), Some(position), "{board}");
                let turned = converted(&game, &position, small.transposed()).unwrap();
                let moves = small.transposed().game().moves(&turned);
                assert_eq!(moves.len(), game.moves(&position).len(), "{}", game.write(&position));
                let back = converted(&small.transposed().game(), &turned, small);
                assert_eq!(back, Some(position), "{}", game.write(&position));
            }
        }
        let (large, other) = (game("5x5"), board_of(&game("2x3")).unwrap());
        assert_eq!(converted(&large, &large.start(), other), None);
        assert_eq!(converted(&game("2x3/1"), &game("2x3/1").start(), other), None);
    }

    #[test]
    fn a_value_follows_from_those_of_the_moves_also_on_the_transposed_board() {
        let mut rng = Rng::seeded(2);
        for board in ["2x3", "3x2", "3x2/1"] {
            let game = game(board);
            let exact = prepare(&game, &()).unwrap();
            for position in (0..50).flat_map(|_| positions(&game, &mut rng)) {
                let moves = game.moves(&position);
                let after = |mv: &santorini::Move| exact.exact(&game, &game.after(&position, *mv));
                let replies: Vec<Proven> = moves.iter().filter_map(after).collect();
                assert_eq!(replies.len(), moves.len());
                let lost = replies.iter().filter(|reply| reply.verdict == Verdict::Lose);
                let plies = |reply: &Proven| reply.plies.unwrap() + 1;
                let expected = match lost.clone().map(plies).min() {
                    Some(plies) => Proven::win_in(plies),
                    None => Proven::lose_in(replies.iter().map(plies).max().unwrap_or(0)),
                };
                assert_eq!(
                    exact.exact(&game, &position),
                    Some(expected),
                    "{}",
                    game.write(&position)
                );
            }
        }
    }

    #[test]
    fn boards_of_up_to_nine_cells_are_solved_and_have_less_than_a_bound_of_positions() {
        let mut bytes = 0;
        for board in Board::all().into_iter().filter(|board| board.cells() <= MOST_CELLS) {
            let positions = Solution::positions(board);
            assert!(positions <= 1 << 25, "{board}: {positions}");
            bytes += positions;
        }
        assert!(bytes < 64 << 20, "{bytes}");
        assert!(is_solved(&game("3x3")) && is_solved(&game("4x2/1")));
        for unsolved in ["5x5", "5x5/1", "4x4", "3x5", "3x4", "5x2", "6x2", "6x4"] {
            assert!(!is_solved(&game(unsolved)), "{unsolved}: no table is named");
            assert_eq!(super::bytes(&game(unsolved)), 0);
            assert!(prepare(&game(unsolved), &()).is_err());
        }
        assert!(super::bytes(&game("3x3")) > Solution::positions(board_of(&game("3x3")).unwrap()));
        assert_eq!(solved_with().len(), 2 * 6);
    }

    #[test]
    fn a_board_is_solved_once_for_all_and_a_stopped_solver_leaves_nothing() {
        let board = board_of(&game("2x4")).unwrap();
        let source = Source::of(board.transposed()).unwrap();
        let stopped = AtomicBool::new(true);
        assert_eq!(source.values(&stopped).err(), Some(TableRefusal::Stopped));
        assert!(known(board).is_none());
        let solved = source.values(&()).unwrap();
        assert!(Arc::ptr_eq(&solved, &source.values(&stopped).unwrap()), "it is there");
        assert!(Arc::ptr_eq(&solved, &Source::of(board).unwrap().values(&()).unwrap()));
        // One who works when somebody else is done is done, too.
        assert!(UntilKnown { board, stop: &() }.is_stopped());
        let bytes = Solution::positions(board);
        assert!(known_bytes() >= bytes);
        forget_unused();
        assert!(known(board).is_some(), "somebody needs it");
        drop(solved);
        forget_unused();
        assert!(known(board).is_none());
    }

    #[test]
    fn a_damaged_table_is_refused_once_a_value_is_missing() {
        let folder = TempDir::new().unwrap();
        let board = board_of(&game("3x2/1")).unwrap();
        let build = Build::open(board, folder.path(), BuildOptions::default()).unwrap();
        build.run(&(), |_| ()).unwrap();
        let empty = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
        empty.persist(folder.path().join("layer-01.crc")).unwrap();
        let source = Source { board, table: Some(folder.path().to_path_buf()) };
        let game = game("3x2/1");
        let start = game.moves(&game.start()).into_iter().fold(None, |_, mv| {
            let placed = game.after(&game.start(), mv);
            Some(game.after(&placed, game.moves(&placed)[0]))
        });
        let start = start.unwrap();
        let exact = SmallBoard(source.values(&()).unwrap());
        assert!(exact.exact(&game, &start).is_some(), "its layer is as it was");
        assert!(source.values(&()).is_ok());
        let next = game.after(&start, game.moves(&start)[0]);
        assert_eq!(exact.exact(&game, &next), None);
        let refusal = source.values(&()).err().unwrap().to_string();
        assert!(refusal.contains("layer-01.crc: damaged"), "{refusal}");
    }

    #[test]
    fn a_table_knows_who_wins() {
        let folder = TempDir::new().unwrap();
        let folder = folder.path();
        let board = board_of(&game("2x3/1")).unwrap();
        Build::open(board, folder, BuildOptions::default()).unwrap().run(&(), |_| ()).unwrap();
        assert!(Table::is_built(folder, board));
        assert!(!Table::is_built(folder, board.transposed()));
        let table = SmallBoard(Arc::new(Table::open(folder).unwrap()));
        let mut rng = Rng::seeded(3);
        for board in ["2x3/1", "3x2/1"] {
            let game = game(board);
            let solved = prepare(&game, &()).unwrap();
            for position in (0..20).flat_map(|_| positions(&game, &mut rng)) {
                let verdict = |exact: &dyn Exact<Santorini>| {
                    exact.exact(&game, &position).map(|proven| proven.verdict)
                };
                let known = verdict(&table);
                assert!(known.is_some(), "{}", game.write(&position));
                assert_eq!(known, verdict(&*solved), "{}", game.write(&position));
            }
        }
    }
}
