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
        Some(moves) => words(moves).ok_or("moves is a list of texts without blanks in them")?,
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

/// A list of words: moves stand between blanks where a record is written as text.
fn words(list: &Value) -> Option<Vec<String>> {
    let word = |text: &Value| {
        let word = text.as_str()?.trim();
        (!word.is_empty() && !word.contains(char::is_whitespace)).then(|| word.to_string())
    };
    list.as_array()?.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_json_have_no_blanks_so_that_records_can_be_written_as_text() {
        let line = |mv: &str| json!({ "game": "nim", "moves": [mv] }).to_string();
        let record = read_record(&line(" [5,7]\t")).unwrap();
        assert_eq!(record.moves, ["[5,7]"]);
        assert_eq!(Record::read(&record.to_string()).unwrap(), [record]);
        for mv in ["[5, 7]", "", " ", "a\u{2003}b"] {
            assert!(
                read_record(&line(mv)).is_err_and(|message| message.contains("blanks")),
                "{mv:?}"
            );
        }
    }
}
