//! What tic-tac-toe says about itself.

use agon_core::{About, Samples, Scale, Texts};

use super::rules::TicTacToe;

impl About for TicTacToe {
    const TEXTS: &'static [Texts] = &[Texts {
        language: "en",
        texts: &[
            ("instruct.mark", "mark an empty cell"),
            ("ending.row", "{winner} has three in a row"),
            ("ending.full", "the board is full"),
        ],
    }];

    const SAMPLES: Samples = Samples {
        emblem: "([1,-1,0,0,1,0,-1,0,0],1)",
        pictures: &["startpos", "([1,-1,0,0,1,0,0,0,-1],1)", "([1,1,1,-1,-1,0,0,0,0],-1)"],
        starts: &[],
    };

    const LESSON: &'static str = include_str!("lesson.json");
    const PUZZLES: &'static str = include_str!("puzzles.json");
    const SCALES: &'static [Scale] = &[Scale { positions: "", evaluation: "lines", points: 6.8 }];
}
