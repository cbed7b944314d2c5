//! The laws of the words of moves, and of the scenes of lines.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::law;
use crate::{MoveWords, Notation, Present, Scene};

/// Checks that every move has words of its own, and that its notation is enough to know them;
/// `known` has the words of the moves so far.
pub(super) fn check_words<G: Notation + Present>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<String, MoveWords>,
) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let moves = game.moves(position);
    let mut seen = HashSet::new();
    for &mv in &moves {
        let words = game.words(position, mv);
        law(!words.kind.is_empty(), "every move has words");
        let text = game.write_move(position, mv);
        let before = known.entry(text).or_insert_with(|| words.clone());
        law(*before == words, "moves of the same notation have the same words");
        seen.insert(words);
    }
    law(seen.len() == moves.len(), "different moves have different words");
}

/// Checks that the scene of a line shows the pieces of its last position, each on the same cell.
pub(super) fn check_line_scene<G: Notation + Present>(
    game: &G,
    line: &[(&G::Position, G::Move)],
    position: &G::Position,
) {
    let law = |holds, name: &str| law(holds, name, game, position);
    let view = game.view(position, None);
    let (scene, shown) = (game.scene(&view), game.scene_of_line(line, &[], &view));
    let standing = |scene: &Scene| -> BTreeSet<_> {
        let tokens = scene.tokens.iter();
        tokens.map(|token| (token.cell.clone(), token.order, token.symbol)).collect()
    };
    let cells =
        |scene: &Scene| -> BTreeSet<_> { scene.cells.iter().map(|cell| cell.id.clone()).collect() };
    law(
        cells(&scene) == cells(&shown) && standing(&scene) == standing(&shown),
        "the scene of a line has the cells and pieces of its last position",
    );
    let is_within =
        |row: usize, column: usize| row < shown.rows.len() && column < shown.columns.len();
    law(
        shown.cells.iter().all(|cell| is_within(cell.row, cell.column))
            && shown.taken.iter().all(|place| is_within(place.row, place.column)),
        "the scene of a line lies within its labelled rows and columns",
    );
}
