//! Data records as JSON lines.

use agon_arena::data::{
    DataHeader, DataRecord, GameResult, HeaderRefusal, RecordRefusal, StoredPosition,
};
use agon_core::quote;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The key of the format version in the header.
const VERSION: &str = "agon data";

#[derive(Serialize, Deserialize)]
struct JsonRecord {
    game: u32,
    ply: u16,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    /// The score in points. Proven wins and losses are close to a million.
    score: Option<i32>,
    result: String,
    #[serde(default, skip_serializing_if = "is_false")]
    wins_now: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    aside: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    last: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Writes a header as a line.
pub fn header_line(header: &DataHeader) -> String {
    let version = (VERSION.to_string(), Value::from("1"));
    let fields = header.fields().iter().map(|(key, value)| (key.clone(), value.as_str().into()));
    let object: Map<String, Value> = [version].into_iter().chain(fields).collect();
    format!("{}\n", Value::Object(object))
}

/// Reads a header from a line.
pub fn read_header(line: &str) -> Result<DataHeader, HeaderRefusal> {
    let object: Map<String, Value> =
        serde_json::from_str(line).map_err(|_| HeaderRefusal::Foreign)?;
    let version = object.get(VERSION).and_then(Value::as_str).ok_or(HeaderRefusal::Foreign)?;
    DataHeader::check_version(version)?;
    let fields = object.iter().filter(|(key, _)| key.as_str() != VERSION);
    let field = |(key, value): (&String, &Value)| match value.as_str() {
        Some(value) => Ok((key.clone(), value.to_string())),
        None => Err(HeaderRefusal::Line { found: quote(key) }),
    };
    Ok(DataHeader::of_fields(fields.map(field).collect::<Result<_, _>>()?))
}

/// Writes a record with a text position as a line.
pub fn write_record(record: &DataRecord, bytes: &mut Vec<u8>) {
    let StoredPosition::Text { position, mv } = &record.stored else { return };
    let object = JsonRecord {
        game: record.game,
        ply: record.ply,
        position: position.clone(),
        mv: mv.clone(),
        score: record.score.map(|score| score.points()),
        result: record.result.name().into(),
        wins_now: record.wins_now,
        aside: record.is_aside,
        last: record.is_last,
    };
    // Writing numbers and text to a vector cannot fail.
    let _ = serde_json::to_writer(&mut *bytes, &object);
    bytes.push(b'\n');
}

/// Reads a record from a line.
pub fn read_record(line: &str) -> Result<DataRecord, String> {
    let object: JsonRecord = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let score = object.score.map(DataRecord::read_score).transpose();
    let result = GameResult::named(&object.result)
        .ok_or_else(|| format!("{} is not a result", quote(&object.result)))?;
    Ok(DataRecord {
        game: object.game,
        ply: object.ply,
        score: score.map_err(|refused: RecordRefusal| refused.to_string())?,
        result,
        is_last: object.last,
        wins_now: object.wins_now,
        is_aside: object.aside,
        stored: StoredPosition::Text { position: object.position, mv: object.mv },
    })
}
