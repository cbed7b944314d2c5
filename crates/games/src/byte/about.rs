//! What Byte says about itself.

use agon_core::{About, BoardStyle, Parameter, Refusal, Samples, Scale, Settings, Texts};

use super::rules::Byte;

impl About for Byte {
    const PARAMETERS: &'static [Parameter] =
        &[Parameter::choice("size", "squares per side of the board", &["8", "10"])];

    const BOARD: BoardStyle = BoardStyle::Squares;

    const TEXTS: &'static [Texts] = &[Texts {
        language: "en",
        texts: &[
            ("instruct.stack", "choose a stack"),
            ("instruct.level", "choose with the arrow keys how much of the stack moves"),
            ("instruct.target", "choose the square to move to"),
            ("ending.majority", "{winner} has won most of the stacks"),
            ("ending.stuck", "neither side can move, and nobody has the majority"),
        ],
    }];

    const SAMPLES: Samples = Samples {
        emblem: "startpos",
        pictures: &["startpos", "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X", "8 X 1-1 C3:XOXO,D4:OXXX"],
        starts: &["10 start"],
    };

    const LESSON: &'static str = include_str!("lesson.json");
    const PUZZLES: &'static str = include_str!("puzzles.json");

    const SCALES: &'static [Scale] = &[
        Scale { positions: "8 ", evaluation: "hand", points: 92.3 },
        Scale { positions: "10 ", evaluation: "hand", points: 116.8 },
    ];

    fn start_with(settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        Ok(format!("{} start", settings.get("size").unwrap_or("8").trim()))
    }

    fn variant(&self) -> Option<String> {
        Some(self.side().to_string())
    }
}
