//! The laws of scenes, and of entering moves on them.

use std::collections::HashSet;

use super::law;
use crate::{ElementId, Notation, Present, Side};

/// Checks that a scene is consistent, and that every move can be entered on it without
/// ambiguity.
pub(super) fn check_scene<G: Notation + Present>(game: &G, position: &G::Position) {
    let law = |holds, name: &str| law(holds, name, game, position);
    law(
        game.ending(position).is_none() || game.outcome(position).is_some(),
        "only a game that is over has an ending",
    );
    let is_other_side = |after: G::Position| {
        let reads_back = G::read(&game.write(&after)).is_ok_and(|(_, read)| read == after);
        game.to_move(&after) != game.to_move(position) && reads_back
    };
    law(
        game.null_move(position).is_none_or(is_other_side),
        "a null move leaves the other side to move in a position that can be written",
    );
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        let scene = game.scene(&game.view(position, viewer));
        let cells: HashSet<&ElementId> = scene.cells.iter().map(|cell| &cell.id).collect();
        law(cells.len() == scene.cells.len(), "names of cells are unique");
        law(
            scene
                .cells
                .iter()
                .all(|cell| cell.row < scene.rows.len() && cell.column < scene.columns.len()),
            "cells lie within the labelled rows and columns",
        );
        let tokens: HashSet<&ElementId> = scene.tokens.iter().map(|token| &token.id).collect();
        law(
            tokens.len() == scene.tokens.len() && tokens.is_disjoint(&cells),
            "names of tokens are unique",
        );
        let stands = scene.tokens.iter().map(|token| &token.cell);
        let parted = scene.edges.iter().flat_map(|edge| &edge.between);
        law(stands.chain(parted).all(|id| cells.contains(id)), "tokens and edges are on cells");
        let known = |id: &ElementId| cells.contains(id) || tokens.contains(id);
        law(scene.marks.iter().all(|mark| known(&mark.element)), "marks are on elements");
        if viewer == Some(game.to_move(position)) {
            let moves = game.moves(position);
            let mut paths: Vec<Vec<ElementId>> = Vec::new();
            for mv in moves {
                let is_decided = game.decided_after(position, mv).is_some();
                law(
                    !is_decided || game.outcome(&game.after(position, mv)).is_some(),
                    "a move that is decided before its last element ends the game",
                );
                let ways = game.paths(position, mv);
                law(!ways.is_empty(), "every move can be entered on the board");
                paths.extend(ways);
            }
            law(paths.iter().flatten().all(known), "moves are entered by elements of the scene");
            let phases = game.phases(position).len();
            law(
                phases == 0 || paths.iter().all(|path| path.len() <= phases),
                "every element of a way to enter a move has its phase",
            );
            let beginnings =
                paths.iter().take(4).flat_map(|path| (1..=path.len()).map(|end| &path[..end]));
            law(
                beginnings.into_iter().all(|path| game.why_not(position, path).is_none()),
                "no reason is given against what begins a way to enter a move",
            );
            paths.sort();
            law(
                paths.windows(2).all(|pair| !pair[1].starts_with(&pair[0])),
                "no way to enter a move begins with another",
            );
        }
    }
}
