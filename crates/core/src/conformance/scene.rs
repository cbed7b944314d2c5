//! The laws of scenes, and of entering moves on them.

use std::collections::HashSet;

use super::Case;
use crate::{ElementId, Notation, Present, Scene, Side};

/// Checks that a scene is consistent, and that every move can be entered on it without
/// ambiguity.
pub(super) fn check_scene<G: Notation + Present>(case: &Case<G>) {
    let (game, position) = (case.game, case.position);
    let ending = game.ending(position).filter(|_| game.outcome(position).is_none());
    case.culprit_law("only a game that is over has an ending", ending, |ending| {
        format!("ending gives {ending:?}, but the game goes on")
    });
    if let Some(after) = game.null_move(position) {
        let text = game.write(&after);
        let read = G::read(&text).map(|(_, read)| read);
        let mover = game.to_move(&after);
        case.law(
            "a null move leaves the other side to move in a position that can be written",
            mover != game.to_move(position) && read.as_ref() == Ok(&after),
            || format!("{mover:?} moves in {text:?}, which is read as {read:?}"),
        );
    }
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        let who = viewer.map_or("an onlooker".into(), |side| format!("{side:?}"));
        case.about(format!("the scene as {who} sees it"));
        let scene = game.scene(&game.view(position, viewer));
        let known = check_elements(case, &scene);
        if viewer == Some(game.to_move(position)) {
            check_paths(case, &known);
        }
    }
}

/// Checks the elements of a scene; gives their names.
fn check_elements<'s, G: Notation>(case: &Case<G>, scene: &'s Scene) -> HashSet<&'s ElementId> {
    let mut cells = HashSet::new();
    let (rows, columns) = (scene.rows.len(), scene.columns.len());
    for cell in &scene.cells {
        case.law("names of cells are unique", cells.insert(&cell.id), || {
            format!("two cells are named {:?}", cell.id)
        });
        case.law(
            "cells lie within the labelled rows and columns",
            cell.row < rows && cell.column < columns,
            || format!("{cell:?}, but only {rows} rows and {columns} columns"),
        );
    }
    let mut known = cells.clone();
    for token in &scene.tokens {
        case.law("names of tokens are unique", known.insert(&token.id), || {
            format!("a cell or another token is named {:?} too", token.id)
        });
    }
    let stands = scene.tokens.iter().map(|token| &token.cell);
    let parted = scene.edges.iter().flat_map(|edge| &edge.between);
    let nowhere = stands.chain(parted).find(|id| !cells.contains(id));
    case.culprit_law("tokens and edges are on cells", nowhere, |id| {
        format!("a token or an edge is on {id:?}, which is no cell")
    });
    let lost = scene.marks.iter().find(|mark| !known.contains(&mark.element));
    case.culprit_law("marks are on elements", lost, |mark| {
        format!("{mark:?} is on no cell and no token")
    });
    known
}

/// Checks that every move can be entered by the elements of a scene, without ambiguity.
fn check_paths<G: Notation + Present>(case: &Case<G>, known: &HashSet<&ElementId>) {
    let (game, position) = (case.game, case.position);
    let phases = game.phases(position).len();
    let mut paths: Vec<(Vec<ElementId>, G::Move)> = Vec::new();
    for mv in game.moves(position) {
        case.try_move(Some(mv));
        let decided = game.decided_after(position, mv);
        let goes_on = |_: &usize| game.outcome(&game.after(position, mv)).is_none();
        case.culprit_law(
            "a move that is decided before its last element ends the game",
            decided.filter(goes_on),
            |elements| format!("decided after {elements} elements, but the game goes on after it"),
        );
        let ways = game.paths(position, mv);
        case.law("every move can be entered on the board", !ways.is_empty(), || {
            "paths gives no way to enter it".into()
        });
        for path in ways {
            let unknown = path.iter().find(|id| !known.contains(id));
            case.culprit_law("moves are entered by elements of the scene", unknown, |id| {
                format!("{id:?} of the path {path:?} is no cell and no token")
            });
            case.law(
                "every element of a way to enter a move has its phase",
                phases == 0 || path.len() <= phases,
                || format!("the path {path:?} has more elements than the {phases} phases"),
            );
            if paths.len() < 4 {
                for end in 1..=path.len() {
                    let begun = &path[..end];
                    let reason = game.why_not(position, begun);
                    case.culprit_law(
                        "no reason is given against what begins a way to enter a move",
                        reason,
                        |reason| format!("why_not of {begun:?} says: {reason}"),
                    );
                }
            }
            paths.push((path, mv));
        }
    }
    paths.sort_by(|one, other| one.0.cmp(&other.0));
    for pair in paths.windows(2) {
        let [(path, mv), (longer, other)] = pair else { continue };
        case.try_move(Some(*mv));
        case.law("no way to enter a move begins with another", !longer.starts_with(path), || {
            let other = case.move_text(*other);
            format!("its path {path:?} is or begins the path {longer:?} of the move {other}")
        });
    }
    case.try_move(None);
}
