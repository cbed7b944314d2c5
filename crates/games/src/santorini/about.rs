//! What Santorini says about itself.

use agon_core::{About, Parameter, Refusal, Samples, Scale, Settings, Texts};

use super::board::Board;
use super::rules::Santorini;

/// Every size of a board.
const SIZES: &[&str] = &[
    "5x5", "2x2", "2x3", "2x4", "2x5", "2x6", "3x2", "3x3", "3x4", "3x5", "3x6", "4x2", "4x3",
    "4x4", "4x5", "4x6", "5x2", "5x3", "5x4", "6x2", "6x3", "6x4",
];

impl About for Santorini {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::text(
            "board",
            "width and height of the board, 2 to 6 cells each and 25 in all at most",
            "WIDTHxHEIGHT",
            SIZES,
        )
        .default("5x5"),
        Parameter::number("pawns", "pawns of each side", 1, 2).default("2"),
    ];

    /// The assignment's: minimax, three plies deep.
    const OPPONENT: &'static str = "minimax:depth=3";

    const TEXTS: &'static [Texts] = &[Texts {
        language: "en",
        texts: &[
            ("instruct.place", "place your first pawn"),
            ("instruct.place_one", "place your pawn"),
            ("instruct.place_second", "place your second pawn"),
            ("instruct.pawn", "choose a pawn"),
            ("instruct.step", "step to a marked cell"),
            ("instruct.build", "build next to your pawn"),
            ("ending.climbed", "{winner} stands on the third level"),
            ("ending.stuck", "{loser} cannot move"),
        ],
    }];

    const SAMPLES: Samples = Samples {
        emblem: "00100/01210/00342/01210/00100 B 12,31 13,33",
        pictures: &[
            "00000/00000/00000/00000/00000 B 11,33 13,31",
            "00000/01200/00310/00000/00000 B 11,33 13,31",
            "00000/01200/00340/01000/00000 R 22,33 13,31",
        ],
        starts: &[],
    };

    const LESSON: &'static str = include_str!("lesson.json");
    const PUZZLES: &'static str = include_str!("puzzles.json");

    const SCALES: &'static [Scale] = &[
        Scale { positions: "", evaluation: "hand", points: 46.8 },
        Scale { positions: "", evaluation: "network", points: 43.3 },
    ];

    /// The board may name the pawns itself, as `3x4/1`.
    fn start_with(settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let board = settings.get("board").unwrap_or("5x5").trim();
        let pawns = if settings.number("pawns") == Some(1) { "/1" } else { "" };
        let board = format!("{board}{pawns}").parse::<Board>()?;
        Ok(format!("{board} start"))
    }

    fn variant(&self) -> Option<String> {
        (*self.board() != Board::STANDARD).then(|| self.board().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_listed() {
        let sizes: Vec<String> =
            Board::all().filter(|board| board.pawns() == 2).map(|it| it.to_string()).collect();
        assert_eq!(sizes.len(), SIZES.len());
        assert!(sizes.iter().all(|size| SIZES.contains(&size.as_str())), "{sizes:?}");
    }
}
