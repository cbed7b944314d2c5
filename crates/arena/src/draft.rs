//! Drafts of positions of any game, text in and text out.

use agon_core::{Outcome, Scene, Side, quote};

use crate::refused::Refused;
use crate::registry::GameEntry;

agon_core::refusals! {
    /// Why an edit is refused.
    pub enum EditRefusal {
        NoEditor { game: &'static str } => "positions of {game} cannot be edited",
        NoBrush { found: String, known: String } => "{found} is not one of the brushes: {known}",
        NoElement { brush: &'static str } => "{brush} needs an element of the board",
        DraftLength { most: usize } => "a position has at most {most} bytes",
    }
}

/// The longest draft, in bytes.
const MAX_DRAFT: usize = 4096;

/// A draft of a position.
#[derive(Debug)]
pub struct Draft {
    /// Its text.
    pub text: String,
    /// Its board.
    pub scene: Scene,
    /// The side to move and the outcome, or why the position cannot occur.
    pub state: Result<(Side, Option<Outcome>), Refused>,
    /// Whether the position can occur, and the game is solved on its board.
    pub is_solved: bool,
}

/// A draft of a game, after a brush was used on an element; an action has none.
pub fn edit(
    entry: &GameEntry,
    draft: &str,
    brush: Option<(&str, Option<&str>)>,
) -> Result<Draft, Refused> {
    let editor = entry.editor.ok_or(EditRefusal::NoEditor { game: entry.name })?;
    if draft.len() > MAX_DRAFT {
        return Err(EditRefusal::DraftLength { most: MAX_DRAFT }.into());
    }
    let start = || entry.start().position();
    let draft = if draft.trim() == "startpos" { start() } else { draft.trim().to_string() };
    let text = match brush {
        None => draft,
        Some((name, element)) => {
            let known = editor.brushes.iter().find(|brush| brush.name == name);
            let brush = known.ok_or_else(|| EditRefusal::NoBrush {
                found: quote(name),
                known: editor.brushes.iter().map(|it| it.name).collect::<Vec<_>>().join(", "),
            })?;
            if brush.on_board && element.is_none() {
                return Err(EditRefusal::NoElement { brush: brush.name }.into());
            }
            (editor.edit)(&draft, name, element.unwrap_or_default())?
        }
    };
    let session = entry.open(&text);
    let is_solved = session.as_ref().is_ok_and(|session| session.is_solved());
    let state = session.map(|session| (session.to_move(), session.outcome()));
    Ok(Draft { scene: (editor.scene)(&text)?, text, state, is_solved })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use agon_core::Rng;

    #[test]
    fn any_clicks_make_drafts_that_can_be_drawn_and_edited_again() {
        let mut found = [0; 2];
        for entry in games() {
            let editor = entry.editor.expect("every game has an editor");
            for seed in 0..6 {
                let mut rng = Rng::seeded(seed);
                let mut draft = edit(entry, "startpos", None).expect("the start is a draft");
                for _ in 0..120 {
                    let brush = editor.brushes[rng.below(editor.brushes.len())];
                    // Clearing too often would leave little to edit.
                    if brush.name == "clear" && rng.below(8) > 0 {
                        continue;
                    }
                    let cells = &draft.scene.cells;
                    let id = (!cells.is_empty()).then(|| cells[rng.below(cells.len())].id.clone());
                    match edit(entry, &draft.text, Some((brush.name, id.as_deref()))) {
                        Err(refused) => assert!(!refused.to_string().is_empty()),
                        Ok(next) => {
                            // Its text is that of the same draft.
                            let same = edit(entry, &next.text, None).expect("a draft");
                            assert_eq!((&same.text, &same.scene), (&next.text, &next.scene));
                            found[usize::from(next.state.is_ok())] += 1;
                            draft = next;
                        }
                    }
                }
            }
        }
        assert!(found.iter().all(|&count| count > 300), "{found:?}");
    }

    #[test]
    fn a_position_that_can_occur_stays_what_it_is() {
        for entry in games() {
            let start = entry.start().position();
            let draft = edit(entry, "startpos", None).expect("a draft");
            assert_eq!(draft.text, start);
            assert_eq!(draft.scene, entry.start().scene(None));
            assert!(draft.state.is_ok());
        }
    }

    #[test]
    fn what_is_placed_is_there_and_a_reason_is_told() {
        let of = |game: &str| crate::find(game).expect("it is known");
        let click = |game: &str, draft: &str, brush: &str, element: &str| {
            edit(of(game), draft, Some((brush, Some(element)))).expect("an edit")
        };
        let one = click("santorini", "00000/00000/00000/00000/00000 B - -", "blue", "11");
        assert_eq!(one.text, "00000/00000/00000/00000/00000 B 11 -");
        assert_eq!(one.scene.tokens.len(), 1);
        assert!(one.state.is_err_and(|why| why.to_string().contains("same number")));
        let two = click("santorini", &one.text, "blue", "33");
        assert!(two.state.is_err_and(|why| why.to_string().contains("R")), "red is to place");
        let turned = edit(of("santorini"), &two.text, Some(("turn", None))).expect("an edit");
        assert!(turned.state.is_ok());
        let stack = click("byte", "8 X 0-0 -", "x", "C3");
        let stack = click("byte", &stack.text, "o", "C3/0");
        assert_eq!(stack.text, "8 X 0-0 C3:XO");
        assert_eq!(click("byte", &stack.text, "pop", "C3").text, "8 X 0-0 C3:X");
        let heap = edit(of("nim"), "[3,5]", Some(("heap", None))).expect("an edit");
        assert_eq!(heap.text, "[1,3,5]");
        let mark = click("tictactoe", "([0,0,0,0,0,0,0,0,0],1)", "o", "11");
        assert!(mark.state.is_err_and(|why| why.to_string().contains("X starts")));
        let maze = "000/000/000 0,0-1,1 2,2 20/1/T/-";
        let walled = click("theseus", maze, "wall_up", "0,0");
        let walled = click("theseus", &walled.text, "wall_right", "0,0");
        assert!(walled.state.is_err_and(|why| why.to_string().contains("cannot be reached")));
        let bare = click("theseus", maze, "loot", "2,2");
        assert!(bare.state.is_err_and(|why| why.to_string().contains("1 to 16 pieces")));
        assert!(click("theseus", &bare.text, "loot", "0,2").state.is_ok());
    }

    #[test]
    fn nonsense_is_refused_with_what_would_be_right() {
        let refused = |draft: &str, brush| {
            let entry = crate::find("byte").expect("it is known");
            edit(entry, draft, brush).expect_err("nonsense").to_string()
        };
        assert!(refused("8 start", Some(("dance", Some("C3")))).contains("x, o, pop"));
        assert!(refused("8 start", Some(("x", None))).contains("element"));
        assert!(refused("8 start", Some(("x", Some("Z99")))).contains("Z99"));
        assert!(refused("8 X 0-0 C3:XXXXXXX", Some(("x", Some("C3")))).contains("8 checkers"));
        assert!(refused(&"8".repeat(5000), None).contains("4096"));
        assert!(refused("nonsense", None).contains("4 parts"));
    }
}
