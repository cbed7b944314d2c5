//! Records as JSON, one per line.

use agon_arena::MoveQuality;
use agon_arena::contest::{
    MAX_VARIATION_MOVES, MoveNote, MoveReview, PositionReview, Record, Thousandths, VariationMove,
    read_result, result_text,
};
use agon_core::{Score, Verdict};
use serde_json::{Map, Value, json};

pub fn record_json(record: &Record) -> Value {
    let tags: Map<String, Value> =
        record.tags.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    let [p1, p2] = &record.players;
    let mut object = json!({
        "game": record.game, "p1": p1, "p2": p2, "position": record.start,
        "moves": record.moves, "result": result_text(record.result), "reason": record.reason,
        "tags": tags,
    });
    if !record.notes.is_empty() {
        object["notes"] = record.notes.iter().map(note_json).collect();
    }
    if !record.opening.is_empty() {
        object["opening"] = note_json(&record.opening);
    }
    if !record.variations.is_empty() {
        let variation = |it: &VariationMove| {
            let mut object = json!({ "after": it.after, "mv": it.mv });
            if !it.note.is_empty() {
                object["note"] = note_json(&it.note);
            }
            object
        };
        object["variations"] = record.variations.iter().map(variation).collect();
    }
    object
}

/// The note of a move as JSON: an object, or null. Its time is in seconds.
pub fn note_json(note: &MoveNote) -> Value {
    if note.is_empty() {
        return Value::Null;
    }
    let mut object = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            object.insert(name.into(), value);
        }
    };
    if let Some((name, value)) = note.score.map(score_json) {
        set(name, Some(value));
    }
    set("depth", note.depth.map(Value::from));
    set("time", note.micros.map(|micros| json!(micros as f64 / 1e6)));
    set("nodes", note.nodes.map(Value::from));
    set("comment", note.comment.as_deref().map(Value::from));
    let marks: Vec<String> = note.marks.iter().map(ToString::to_string).collect();
    set("marks", (!marks.is_empty()).then(|| json!(marks)));
    set("eval", note.eval.as_ref().map(position_json));
    set("quality", note.quality.map(move_json));
    Value::Object(object)
}

/// A score as a field of its own name.
fn score_json(score: Score) -> (&'static str, Value) {
    match score.proven().map(|proven| (proven.verdict, proven.plies.unwrap_or(0))) {
        Some((Verdict::Win, plies)) => ("win", plies.into()),
        Some((Verdict::Lose, plies)) => ("lose", plies.into()),
        _ => ("score", score.points().into()),
    }
}

fn read_score(name: &str, value: &Value) -> Option<Score> {
    let plies = || value.as_u64()?.try_into().ok().filter(|&plies| plies <= Score::MAX_PLIES);
    match name {
        "score" => Some(Score::estimate(value.as_i64()?.try_into().ok()?)),
        "win" => plies().map(Score::win_in),
        "lose" => plies().map(Score::lose_in),
        _ => None,
    }
}

fn position_json(found: &PositionReview) -> Value {
    let (name, score) = score_json(found.score);
    json!({ name: score, "chance": found.chance.get(), "line": found.line() })
}

fn read_position(value: &Value) -> Option<PositionReview> {
    let object = value.as_object().filter(|object| object.len() == 3)?;
    let mut scores = object.iter().filter_map(|(name, value)| read_score(name, value));
    let line = words(object.get("line")?)?;
    let given = line.len();
    let found = PositionReview::new(scores.next()?, read_share(object.get("chance")?)?, line);
    Some(found).filter(|found| found.line().len() == given)
}

fn move_json(found: MoveReview) -> Value {
    let gave_away = found.gave_away.map(|verdict| verdict.to_string());
    json!({ "name": found.quality.name(), "loss": found.loss.get(), "gave_away": gave_away })
}

fn read_move(value: &Value) -> Option<MoveReview> {
    let object = value.as_object().filter(|object| object.len() == 3)?;
    let gave_away = match object.get("gave_away")? {
        Value::Null => None,
        value => match value.as_str()? {
            "win" => Some(Verdict::Win),
            "draw" => Some(Verdict::Draw),
            _ => return None,
        },
    };
    let quality = MoveQuality::named(object.get("name")?.as_str()?)?;
    Some(MoveReview { quality, loss: read_share(object.get("loss")?)?, gave_away })
}

fn read_share(value: &Value) -> Option<Thousandths> {
    Thousandths::of(value.as_f64()?)
}

fn read_note(value: &Value) -> Option<MoveNote> {
    if value.is_null() {
        return Some(MoveNote::default());
    }
    let object = value.as_object()?;
    let mut note = MoveNote::default();
    for (name, value) in object {
        match name.as_str() {
            "score" | "win" | "lose" => note.score = Some(read_score(name, value)?),
            "eval" => note.eval = Some(read_position(value)?),
            "quality" => note.quality = Some(read_move(value)?),
            "depth" => note.depth = Some(value.as_u64()?.try_into().ok()?),
            "nodes" => note.nodes = Some(value.as_u64()?),
            "time" => {
                let seconds = value.as_f64().filter(|seconds| (0.0..1e9).contains(seconds))?;
                note.micros = Some((seconds * 1e6).round() as u64);
            }
            "comment" => {
                note.comment = MoveNote::comment_of(value.as_str()?, usize::MAX);
            }
            "marks" => {
                let marks = value.as_array()?.iter().map(|mark| mark.as_str()?.parse().ok());
                note.set_marks(marks.collect::<Option<Vec<_>>>()?);
            }
            _ => return None,
        }
    }
    Some(note)
}

/// Reads a record from a line of JSON.
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
    let notes = match object.get("notes") {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(notes) => notes.as_array().and_then(|notes| notes.iter().map(read_note).collect()),
    };
    let notes: Vec<MoveNote> = notes.ok_or(
        "notes is a list with null or an object for each move: score (or win, lose), depth, time, \
         nodes, comment, marks, eval, quality",
    )?;
    let opening = read_note(object.get("opening").unwrap_or(&Value::Null));
    let opening = opening.ok_or("opening is an object like those of notes")?;
    let variations = match object.get("variations") {
        None | Some(Value::Null) => Some(Vec::new()),
        Some(list) => read_variations(list, moves.len()),
    };
    let variations = variations.ok_or_else(|| {
        format!(
            "variations is a list of at most {MAX_VARIATION_MOVES} moves, each with after (the \
             number of a move before it), mv, and note"
        )
    })?;
    let mut record = Record {
        game: text("game")?.ok_or("game is missing")?,
        players: [text("p1")?.unwrap_or_default(), text("p2")?.unwrap_or_default()],
        start: text("position")?.filter(|start| start != "startpos"),
        moves,
        result,
        reason: text("reason")?,
        tags,
        notes: Vec::new(),
        opening,
        variations: Vec::new(),
    };
    record.set_notes(notes);
    record.set_variations(&variations);
    Ok(record)
}

fn read_variations(list: &Value, length: usize) -> Option<Vec<VariationMove>> {
    let list = list.as_array().filter(|list| list.len() <= MAX_VARIATION_MOVES)?;
    let read = |(place, value): (usize, &Value)| {
        let known = ["after", "mv", "note"];
        let object = value.as_object()?;
        let is_known = object.keys().all(|name| known.contains(&name.as_str()));
        let after = object.get("after")?.as_u64()?.try_into().ok();
        let after = after.filter(|&after: &usize| is_known && after <= length + place)?;
        let note = read_note(object.get("note").unwrap_or(&Value::Null))?;
        Some(VariationMove { after, mv: word(object.get("mv")?)?, note })
    };
    list.iter().enumerate().map(read).collect()
}

fn words(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(word).collect()
}

/// A word. Moves must not contain blanks, which separate them in records.
fn word(text: &Value) -> Option<String> {
    let word = text.as_str()?.trim();
    (!word.is_empty() && !word.contains(char::is_whitespace)).then(|| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_moves_come_back_from_json_and_others_are_refused() {
        let text = "[Game \"nim\"]\n\n1. [1,7] {+35/8 0.12s 1200n good} [1] {#-4} 2. [] {#5/3} *\n";
        let record = &Record::read(text).unwrap()[0];
        let line = record_json(record).to_string();
        assert_eq!(read_record(&line).unwrap(), *record, "{line}");
        assert!(line.contains(r#""notes":[{"comment":"good","depth":8,"nodes":1200"#), "{line}");
        assert!(!record_json(&Record::default()).to_string().contains("notes"));
        for notes in ["3", "[3]", r#"[{"time":-1}]"#, r#"[{"win":1.5}]"#, r#"[{"colour":1}]"#] {
            let line = format!(r#"{{"game":"nim","moves":["[1]"],"notes":{notes}}}"#);
            assert!(
                read_record(&line).is_err_and(|why| why.contains("notes is a list")),
                "{notes}"
            );
        }
    }

    #[test]
    fn reviews_come_back_from_json_and_others_are_refused() {
        let text = "[Game \"nim\"]\n\n{[%eval #5 1 [1,7] [1]]} 1. [1,7] {good [%eval -35 0.125] [%quality only 0]} [1] {[%eval #-2 0 []] [%quality blunder 0.5 draw]} *";
        let record = &Record::read(text).unwrap()[0];
        assert_eq!(record.position_reviews().map(|found| found.len()), Some(3));
        let line = record_json(record).to_string();
        assert_eq!(read_record(&line).unwrap(), *record, "{line}");
        let eval = r#""eval":{"chance":1.0,"line":["[1,7]","[1]"],"win":5}"#;
        assert!(line.contains(eval), "{line}");
        for wrong in [
            r#"{"eval":{"chance":1,"line":[]}}"#,
            r#"{"eval":{"chance":1.5,"line":[],"win":5}}"#,
            r#"{"eval":{"chance":1,"line":["["],"win":5}}"#,
            r#"{"eval":{"chance":1,"line":[],"win":5,"more":1}}"#,
            r#"{"quality":{"name":"good","loss":0,"gave_away":null}}"#,
            r#"{"quality":{"name":"fine","loss":-1,"gave_away":null}}"#,
            r#"{"quality":{"name":"fine","loss":0,"gave_away":"loss"}}"#,
        ] {
            let line = format!(r#"{{"game":"nim","moves":["[1]"],"notes":[{wrong}]}}"#);
            let refused = read_record(&line);
            assert!(refused.is_err_and(|why| why.contains("notes is a list")), "{wrong}");
        }
    }

    #[test]
    fn variations_and_marks_come_back_from_json_and_others_are_refused() {
        let text = "[Game \"tictactoe\"]\n\n{at first} 1. 11 {[%csl G11]} (1. 00 {no} 11) 01 (... 2. 22) *";
        let record = &Record::read(text).unwrap()[0];
        let line = record_json(record).to_string();
        assert_eq!(read_record(&line).unwrap(), *record, "{line}");
        let variations = r#"[{"after":0,"mv":"00","note":{"comment":"no"}},{"after":3,"mv":"11"},"#;
        assert!(line.contains(variations), "{line}");
        for wrong in [
            r#"{"after":2,"mv":"00"}"#,
            r#"{"after":-1,"mv":"00"}"#,
            r#"{"after":0}"#,
            r#"{"after":0,"mv":"0 0"}"#,
            r#"{"after":0,"mv":"00","note":{"marks":["11"]}}"#,
            r#"{"after":0,"mv":"00","colour":1}"#,
        ] {
            let line = format!(r#"{{"game":"tictactoe","moves":["11"],"variations":[{wrong}]}}"#);
            let refused = read_record(&line);
            assert!(refused.is_err_and(|why| why.starts_with("variations is a list")), "{wrong}");
        }
    }

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
