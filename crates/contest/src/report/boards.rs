//! The boards of a report's games: scenes as the page draws them, each as the difference from the
//! previous one.

use std::collections::HashMap;

use agon_arena::contest::{Record, RecordRefusal};
use agon_core::{Scene, Side, Token};
use agon_host::Failure;
use serde_json::{Map, Value, json};

/// The starting scenes of the games of a report, each once.
#[derive(Default)]
pub struct Boards {
    numbers: HashMap<String, usize>,
    /// The scenes as JSON.
    pub scenes: Vec<Value>,
}

impl Boards {
    fn number(&mut self, scene: &Scene) -> usize {
        let json = json!(scene);
        *self.numbers.entry(json.to_string()).or_insert_with(|| {
            self.scenes.push(json);
            self.scenes.len() - 1
        })
    }

    /// The board of a game, move by move: the index of the first scene, a step for each move, and
    /// the sides that made them, if they do not alternate from the first.
    pub fn of(&mut self, record: &Record) -> Result<Value, Failure> {
        let refused = |refusal: RecordRefusal| Failure::Refused(refusal.to_string());
        let mut session = record.session().map_err(refused)?;
        let mut before = session.scene(None);
        let start = self.number(&before);
        let (mut steps, mut sides) = (Vec::new(), Vec::new());
        for mv in &record.moves {
            sides.push(session.to_move().index());
            session.play(mv)?;
            let after = session.scene(None);
            steps.push(match is_same_board(&before, &after) {
                true => step(&before, &after),
                false => json!({ "scene": self.number(&after) }),
            });
            before = after;
        }
        let mut board = json!({ "start": start, "steps": steps });
        if sides.iter().enumerate().any(|(ply, side)| ply % 2 != *side) {
            board["sides"] = sides.into();
        }
        Ok(board)
    }
}

/// Whether two scenes differ only in heights, labels, tokens, marks and counts.
fn is_same_board(one: &Scene, other: &Scene) -> bool {
    let frame = |scene: &Scene| {
        let cells: Vec<(String, usize, usize)> =
            scene.cells.iter().map(|cell| (cell.id.clone(), cell.row, cell.column)).collect();
        (scene.rows.clone(), scene.columns.clone(), cells, scene.edges.clone())
    };
    frame(one) == frame(other)
}

/// What a move changes: heights and labels by cell, tokens that have moved (with cell and level),
/// that are new and that are gone, all marks and all counts.
fn step(before: &Scene, after: &Scene) -> Value {
    let mut step = Map::new();
    let cells: Map<String, Value> = before
        .cells
        .iter()
        .zip(&after.cells)
        .filter(|(one, other)| (one.height, one.label) != (other.height, other.label))
        .map(|(_, cell)| (cell.id.clone(), json!([cell.height, cell.label])))
        .collect();
    if !cells.is_empty() {
        step.insert("cells".into(), cells.into());
    }
    let known: HashMap<&str, &Token> =
        before.tokens.iter().map(|token| (token.id.as_str(), token)).collect();
    let (mut moved, mut put) = (Map::new(), Vec::new());
    for token in &after.tokens {
        match known.get(token.id.as_str()) {
            Some(old) if *old == token => (),
            Some(old) if is_same_piece(old, token) => {
                moved.insert(token.id.clone(), json!([token.cell, token.order]));
            }
            _ => put.push(token_json(token)),
        }
    }
    if !moved.is_empty() {
        step.insert("moved".into(), moved.into());
    }
    if !put.is_empty() {
        step.insert("put".into(), put.into());
    }
    let left: Vec<&str> = before
        .tokens
        .iter()
        .map(|token| token.id.as_str())
        .filter(|id| !after.tokens.iter().any(|token| token.id == *id))
        .collect();
    if !left.is_empty() {
        step.insert("gone".into(), json!(left));
    }
    if before.marks != after.marks {
        let marks = after.marks.iter();
        let marks: Vec<Value> =
            marks.map(|mark| json!({ "element": mark.element, "label": mark.label })).collect();
        step.insert("marks".into(), marks.into());
    }
    if before.counts != after.counts {
        let counts = after.counts.iter().map(|count| {
            let owner = count.owner.map(side_name);
            json!({ "label": count.label, "owner": owner, "count": count.count, "of": count.of })
        });
        step.insert("counts".into(), counts.collect());
    }
    Value::Object(step)
}

/// Whether a token has only moved.
fn is_same_piece(one: &Token, other: &Token) -> bool {
    (one.owner, one.label, one.symbol) == (other.owner, other.label, other.symbol)
}

fn token_json(token: &Token) -> Value {
    let Token { id, cell, order, owner, label, symbol } = token;
    json!({
        "id": id, "cell": cell, "order": order, "owner": owner.map(side_name), "label": label,
        "symbol": symbol,
    })
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "p1",
        Side::Second => "p2",
    }
}
