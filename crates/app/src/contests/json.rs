//! Records as JSON, a line each.

use agon_arena::contest::{Record, read_result, result_text};
use serde_json::{Map, Value, json};

/// A record as JSON.
pub fn record_json(record: &Record) -> Value {
    let tags: Map<String, Value> =
        record.tags.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    let [p1, p2] = &record.players;
    json!({
        "game": record.game, "p1": p1, "p2": p2, "position": record.start,
        "moves": record.moves, "result": result_text(record.result), "reason": record.reason,
        "tags": tags,
    })
}

/// The record that a line of JSON holds; the error says what is wrong with it.
pub fn read_record(line: &str) -> Result<Record, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let object = value.as_object().ok_or("a record is an object")?;
    let text = |name: &str| -> Result<Option<String>, String> {
        match object.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("{name} is a text")),
        }
    };
    let moves = match object.get("moves") {
        None => Vec::new(),
        Some(moves) => strings(moves).ok_or("moves is a list of texts")?,
    };
    let result = text("result")?.unwrap_or_else(|| "*".into());
    let result = read_result(&result).ok_or("result is 1-0, 0-1, 1/2-1/2 or *")?;
    let tags = match object.get("tags") {
        None => Vec::new(),
        Some(tags) => {
            let tags = tags.as_object().ok_or("tags is an object of texts")?;
            let tag = |(name, text): (&String, &Value)| {
                let is_tag = Record::is_tag(name);
                text.as_str().filter(|_| is_tag).map(|text| (name.clone(), text.to_string()))
            };
            tags.iter()
                .map(tag)
                .collect::<Option<_>>()
                .ok_or("tags is an object of words and texts")?
        }
    };
    Ok(Record {
        game: text("game")?.ok_or("game is missing")?,
        players: [text("p1")?.unwrap_or_default(), text("p2")?.unwrap_or_default()],
        start: text("position")?.filter(|start| start != "startpos"),
        moves,
        result,
        reason: text("reason")?,
        tags,
    })
}

/// A list of texts.
fn strings(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|text| Some(text.as_str()?.to_string())).collect()
}
