//! The editor of positions.

use agon_arena::{GameEntry, edit};

use crate::protocol::{EditedPosition, RequestError};
use crate::refusal::ServiceRefusal;

/// A draft of a position, after a brush was used on an element.
pub fn edited(
    entry: &GameEntry,
    position: &str,
    brush: Option<&str>,
    element: Option<&str>,
) -> Result<EditedPosition, RequestError> {
    if brush.is_none() && element.is_some() {
        let reason = "an element needs a brush".into();
        return Err(ServiceRefusal::Malformed { reason }.into());
    }
    let draft = edit(entry, position, brush.map(|brush| (brush, element)))?;
    let brushes = entry.editor.map_or(&[][..], |editor| editor.brushes);
    let (to_move, outcome, problem) = match draft.state {
        Ok((side, outcome)) => (Some(side), outcome, None),
        Err(refused) => (None, None, Some(RequestError::from(refused))),
    };
    Ok(EditedPosition {
        position: draft.text,
        scene: draft.scene,
        to_move,
        outcome,
        solved: draft.is_solved,
        problem,
        brushes,
    })
}
