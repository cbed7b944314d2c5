//! The laws of the words of moves, and of the scenes of lines.

use std::collections::{BTreeSet, HashMap};

use super::Case;
use crate::{MoveWords, Notation, Present, Scene};

/// Checks that every move has words of its own, and that its notation is enough to know them;
/// `known` has the words of the moves so far.
pub(super) fn check_words<G: Notation + Present>(
    case: &Case<G>,
    known: &mut HashMap<String, MoveWords>,
) {
    let (game, position) = (case.game, case.position);
    let mut seen = HashMap::new();
    for mv in game.moves(position) {
        case.try_move(Some(mv));
        let words = game.words(position, mv);
        case.law("every move has words", !words.kind.is_empty(), || {
            format!("the kind of {words:?} is empty")
        });
        let text = game.write_move(position, mv);
        let before = known.entry(text).or_insert_with(|| words.clone());
        let law = "moves of the same notation have the same words";
        case.law(law, *before == words, || {
            format!("its words are {words:?}, but earlier, in another position: {before:?}")
        });
        let other = seen.insert(words.clone(), mv);
        case.culprit_law("different moves have different words", other, |other| {
            let other = case.move_text(other);
            format!("the move {other} has the same words: {words:?}")
        });
    }
}

/// Checks that the scene of a line shows the pieces of its last position, each on the same cell.
pub(super) fn check_line_scene<G: Notation + Present>(
    case: &Case<G>,
    line: &[(&G::Position, G::Move)],
) {
    let view = case.game.view(case.position, None);
    let (scene, shown) = (case.game.scene(&view), case.game.scene_of_line(line, &[], &view));
    let law = "the scene of a line has the cells and pieces of its last position";
    let cells =
        |scene: &Scene| -> BTreeSet<_> { scene.cells.iter().map(|cell| cell.id.clone()).collect() };
    case.equal_law(law, "scene_of_line, for cells,", cells(&shown), cells(&scene));
    let standing = |scene: &Scene| -> BTreeSet<_> {
        let tokens = scene.tokens.iter();
        tokens.map(|token| (token.cell.clone(), token.order, token.symbol)).collect()
    };
    case.equal_law(law, "scene_of_line, for pieces,", standing(&shown), standing(&scene));
    let cells = shown.cells.iter().map(|cell| (cell.row, cell.column));
    let mut places = cells.chain(shown.taken.iter().map(|place| (place.row, place.column)));
    let (rows, columns) = (shown.rows.len(), shown.columns.len());
    let outside = places.find(|&(row, column)| row >= rows || column >= columns);
    case.culprit_law(
        "the scene of a line lies within its labelled rows and columns",
        outside,
        |place| format!("row and column {place:?}, but only {rows} rows and {columns} columns"),
    );
}
