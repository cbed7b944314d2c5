//! The visible part of a game: a position as far as the viewer may know it.

use agon_arena::ListedMove;
use agon_core::{ElementId, Outcome, Place, Scene, Side};

use crate::layout::BoardSize;
use crate::played_game::PlayedGame;

/// A position as it is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    pub scene: Scene,
    /// The legal moves. Empty for past positions.
    pub moves: Vec<ListedMove>,
    /// What each element of a move selects.
    pub phases: &'static [&'static str],
    pub to_move: Side,
    /// The outcome, if the game is over here.
    pub outcome: Option<Outcome>,
    /// The kind of ending.
    pub ending: Option<&'static str>,
    /// Why the game is over, if the game says why.
    pub why_over: Option<String>,
    /// The number of moves made here.
    pub ply: usize,
    /// The elements of the last move, unless they are hidden.
    pub last: Vec<ElementId>,
    /// The moves of the game and their sides, including undone moves. Empty if they are hidden.
    pub line: Vec<(Side, String)>,
    /// The rounds so far, in games that are reported by rounds.
    pub rounds: Vec<String>,
    /// A line about the position, such as the score.
    pub details: String,
    /// The statistics of the sides after the game.
    pub statistics: Vec<String>,
}

impl Shown {
    /// Shows the current position, or the position after `look` moves. `entered` holds the click
    /// paths of moves, as far as known.
    pub fn new(
        game: &mut PlayedGame,
        look: Option<usize>,
        entered: &[Option<Vec<ElementId>>],
    ) -> Shown {
        let (viewer, hides) = (game.viewer(), game.hides());
        let is_person = game.session().player(game.session().to_move()).is_person();
        let session = game.session_mut();
        let present = session.ply();
        session.jump(look.unwrap_or(present));
        let ply = session.ply();
        let outcome = session.outcome();
        let moves = match ply == present && is_person {
            true => session.selectable_moves(),
            false => Vec::new(),
        };
        let line = match hides {
            true => Vec::new(),
            false => session.movers().into_iter().zip(session.line()).collect(),
        };
        let known = &entered[..ply.min(entered.len())];
        let details = session.text_board(viewer);
        let details = details.and_then(|text| Some(text.trim_end().lines().last()?.to_string()));
        let statistics = outcome.into_iter().flat_map(|_| Side::BOTH).filter_map(|side| {
            let words = session.statistics(side)?;
            Some(format!("{}: {words}", session.sides()[side.index()]))
        });
        let mut shown = Shown {
            scene: session.scene_of_line(viewer, known),
            moves,
            phases: session.phases(),
            to_move: session.to_move(),
            outcome,
            ending: session.ending(),
            why_over: outcome.and_then(|_| session.why_not(&[])).map(|why| why.to_string()),
            ply,
            last: session.last_move_path().filter(|_| !hides).unwrap_or_default(),
            line,
            rounds: Vec::new(),
            details: details.unwrap_or_default(),
            statistics: statistics.collect(),
        };
        if session.is_told_by_rounds() {
            for ply in 1..=ply {
                session.jump(ply);
                shown.rounds.extend(session.round(viewer));
            }
        }
        session.jump(present);
        shown
    }

    pub fn board_size(&self) -> BoardSize {
        let labels = self.scene.rows.iter().map(|label| label.chars().count());
        BoardSize {
            rows: self.scene.rows.len(),
            columns: self.scene.columns.len(),
            label: labels.max().unwrap_or(0),
        }
    }

    /// The place of a cell, or of the cell below a token.
    pub fn place(&self, id: &str) -> Option<Place> {
        let token = self.scene.tokens.iter().find(|token| token.id == id);
        let cell = token.map_or(id, |token| token.cell.as_str());
        let cell = self.scene.cells.iter().find(|other| other.id == cell)?;
        Some(Place { row: cell.row, column: cell.column })
    }

    pub fn cell_at(&self, place: Place) -> Option<&str> {
        let is_here =
            |cell: &&agon_core::Cell| (cell.row, cell.column) == (place.row, place.column);
        self.scene.cells.iter().find(is_here).map(|cell| cell.id.as_str())
    }

    /// Whether an element is a token, such as a checker in a stack.
    pub fn is_token(&self, id: &str) -> bool {
        self.scene.tokens.iter().any(|token| token.id == id)
    }

    /// Whether a move is a range of elements, given by the first and the last one.
    pub fn selects_range(&self) -> bool {
        self.phases.last() == Some(&"take_to")
    }

    /// Whether a move is a step of a side's only piece. Arrow keys then make moves.
    pub fn walks(&self) -> bool {
        self.phases.first() == Some(&"go")
    }
}
