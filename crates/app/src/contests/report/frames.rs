//! The positions of a game as the page draws them: a grid, and what changes in it.

use agon_arena::contest::Record;
use agon_core::{Scene, Side};
use serde_json::{Value, json};

use crate::failure::Failure;

/// What a cell shows: its height and the letters on it with the number of their owner (0
/// for nobody), from the bottom up. An empty text is an empty cell.
type Face = String;

/// The board of a game move by move: the size of the grid, walls, and for each position the
/// cells that differ from the one before.
pub fn frames(record: &Record) -> Result<Value, Failure> {
    let refused =
        |refusal: agon_arena::contest::RecordRefusal| Failure::Refused(refusal.to_string());
    let mut session = record.session().map_err(refused)?;
    let mut scenes = vec![session.scene(None)];
    for mv in &record.moves {
        session.play(mv)?;
        scenes.push(session.scene(None));
    }
    let rows = scenes.iter().map(|scene| scene.rows.len()).max().unwrap_or(0);
    let columns = scenes.iter().map(|scene| scene.columns.len()).max().unwrap_or(0);
    let mut shown: Vec<Option<Face>> = vec![None; rows * columns];
    let mut steps = Vec::new();
    for scene in &scenes {
        let faces = faces(scene, rows, columns);
        let differs = |&place: &usize| shown[place] != faces[place];
        let step: Vec<Value> =
            (0..faces.len()).filter(differs).map(|place| json!([place, faces[place]])).collect();
        steps.push(step);
        shown = faces;
    }
    let labels = |of: fn(&Scene) -> &Vec<String>| {
        scenes.iter().map(of).max_by_key(|labels| labels.len()).cloned().unwrap_or_default()
    };
    Ok(json!({
        "rows": labels(|scene| &scene.rows), "columns": labels(|scene| &scene.columns),
        "walls": walls(&scenes[0], columns), "steps": steps,
    }))
}

/// What every cell of the grid shows; `None` where there is no cell.
fn faces(scene: &Scene, rows: usize, columns: usize) -> Vec<Option<Face>> {
    let mut faces = vec![None; rows * columns];
    for cell in &scene.cells {
        let mut tokens: Vec<_> =
            scene.tokens.iter().filter(|token| token.cell == cell.id).collect();
        tokens.sort_by_key(|token| token.order);
        let owner = |owner: Option<Side>| owner.map_or(0, |owner| owner.index() + 1);
        let letters: String =
            tokens.iter().map(|token| format!("{}{}", owner(token.owner), token.symbol)).collect();
        let height = cell.height.filter(|&height| height > 0).map(|height| height.to_string());
        let face = format!("{}|{letters}", height.unwrap_or_default());
        if let Some(place) = faces.get_mut(cell.row * columns + cell.column) {
            *place = Some(face);
        }
    }
    faces
}

/// The pairs of cells with a wall between.
fn walls(scene: &Scene, columns: usize) -> Vec<[usize; 2]> {
    let place = |id: &str| {
        let cell = scene.cells.iter().find(|cell| cell.id == id)?;
        Some(cell.row * columns + cell.column)
    };
    let wall = |[one, other]: &[String; 2]| Some([place(one)?, place(other)?]);
    scene.edges.iter().filter_map(|edge| wall(&edge.between)).collect()
}
