//! Self-play data files as arrays. The format is described in docs/training.md.

use agon_arena::data::{DataHeader, DataRecord, FIXED_BYTES, RecordRefusal, StoredPosition};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::{Batch, MAX_POSITIONS};
use crate::errors::{ArgumentRefusal, in_range, refused};
use crate::game::Game;
use crate::interruptible::interruptible;

/// The fields of the header of a file of data, and where its records begin. The bytes are those
/// of the beginning of the file.
#[pyfunction]
pub fn read_data_header(bytes: &[u8]) -> PyResult<(Vec<(String, String)>, usize)> {
    const END: &[u8] = b"\n\n";
    let end = bytes.windows(END.len()).position(|window| window == END);
    let end = end.map_or(bytes.len(), |end| end + END.len());
    let header = DataHeader::read(&String::from_utf8_lossy(&bytes[..end])).map_err(refused)?;
    Ok((header.fields().to_vec(), end))
}

/// Reads packed records of a game: a dict of arrays, and a batch of the positions.
#[pyfunction]
pub fn read_records<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    bytes: &[u8],
) -> PyResult<(Bound<'py, PyDict>, Batch)> {
    let start = game.any_start();
    let none = || refused(ArgumentRefusal::Packed { game: start.entry().name });
    let packed_size = start.packed_size().ok_or_else(none)?;
    let size = FIXED_BYTES + packed_size;
    if !bytes.len().is_multiple_of(size) {
        return Err(refused(ArgumentRefusal::RecordLength { bytes: bytes.len(), size }));
    }
    in_range("the number of records", (bytes.len() / size) as i64, 1..=MAX_POSITIONS as i64)?;
    let (columns, batch, actions) = interruptible(py, move |stop| {
        let mut columns = Columns::default();
        for (number, record) in bytes.chunks_exact(size).enumerate() {
            let in_record = |refusal: RecordRefusal| ArgumentRefusal::Record {
                number: number + 1,
                reason: refusal.to_string(),
            };
            columns.add(DataRecord::read(record, packed_size).map_err(in_record)?);
        }
        let batch = start.unpack_all(&columns.packed, stop)?;
        let actions = batch.actions_of_codes(&columns.codes)?;
        Ok::<_, agon_arena::Refused>((columns, batch, actions))
    })?
    .map_err(refused)?;
    let arrays = PyDict::new(py);
    arrays.set_item("game", PyArray1::from_vec(py, columns.games))?;
    arrays.set_item("ply", PyArray1::from_vec(py, columns.plies))?;
    arrays.set_item("score", PyArray1::from_vec(py, columns.scores))?;
    arrays.set_item("has_score", PyArray1::from_vec(py, columns.has_score))?;
    arrays.set_item("result", PyArray1::from_vec(py, columns.results))?;
    arrays.set_item("action", PyArray1::from_vec(py, actions))?;
    arrays.set_item("is_last", PyArray1::from_vec(py, columns.is_last))?;
    arrays.set_item("wins_now", PyArray1::from_vec(py, columns.wins_now))?;
    arrays.set_item("is_aside", PyArray1::from_vec(py, columns.is_aside))?;
    Ok((arrays, batch.into()))
}

/// The fields of records, one list for each.
#[derive(Default)]
struct Columns {
    games: Vec<u32>,
    plies: Vec<u16>,
    scores: Vec<i32>,
    has_score: Vec<bool>,
    results: Vec<u8>,
    codes: Vec<u32>,
    is_last: Vec<bool>,
    wins_now: Vec<bool>,
    is_aside: Vec<bool>,
    packed: Vec<u8>,
}

impl Columns {
    fn add(&mut self, record: DataRecord) {
        self.games.push(record.game);
        self.plies.push(record.ply);
        self.scores.push(record.score.map_or(0, agon_core::Score::points));
        self.has_score.push(record.score.is_some());
        self.results.push(record.result as u8);
        self.is_last.push(record.is_last);
        self.wins_now.push(record.wins_now);
        self.is_aside.push(record.is_aside);
        if let StoredPosition::Packed { position, mv } = record.stored {
            self.packed.extend(position);
            self.codes.push(mv);
        }
    }
}
