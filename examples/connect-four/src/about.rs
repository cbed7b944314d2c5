//! What the game says about itself: its parameter, its texts, positions worth a picture.

use agon_core::{About, Game as _, Notation as _, Parameter, Refusal, Samples, Settings, Texts};

use crate::rules::ConnectFour;

impl About for ConnectFour {
    const PARAMETERS: &'static [Parameter] =
        &[Parameter::choice("grid", "columns and rows of the board", &["7x6", "6x5", "8x7"])];

    const COLOURS: Option<[[&'static str; 2]; 2]> =
        Some([["#f2b705", "#2b2000"], ["#c0392b", "#ffffff"]]);

    const TEXTS: &'static [Texts] = &[
        Texts {
            language: "en",
            texts: &[
                ("instruct.drop", "choose a column for your disc"),
                ("ending.four", "{winner} has four in a row"),
                ("ending.full", "the board is full"),
                ("words.drop", "a disc in column {column}"),
                ("parameter.grid", "Board size"),
                (
                    "rules.1",
                    "Yellow and red take turns dropping a disc into a column. Yellow begins.",
                ),
                ("rules.2", "The disc falls to the lowest free place of the column."),
                ("rules.3", "Four of your discs in a row win: across, up or diagonally."),
                ("rules.4", "A full board without four in a row is a draw."),
                ("rules.how", "On this page: select any place of the column."),
                (
                    "rules.notation",
                    "d: a disc in column d. A position is its rows from the top, with Y and R for discs.",
                ),
                ("rules.picture1", "The empty board."),
                ("rules.picture2", "Yellow threatens to win in column b and in column f."),
                ("rules.picture3", "Red has won."),
            ],
        },
        Texts {
            language: "el",
            texts: &[
                ("title", "Σκορ 4"),
                ("summary", "Ρίξτε πούλια στις στήλες και φτιάξτε τέσσερα στη σειρά."),
                ("side.p1", "Κίτρινο"),
                ("side.p2", "Κόκκινο"),
                ("instruct.drop", "διαλέξτε στήλη για το πούλι σας"),
                ("ending.four", "{winner}: τέσσερα στη σειρά"),
                ("ending.full", "το ταμπλό γέμισε"),
                ("words.drop", "πούλι στη στήλη {column}"),
                ("parameter.grid", "Μέγεθος του ταμπλό"),
            ],
        },
    ];

    const SAMPLES: Samples = Samples {
        emblem: "......./......./......./...R.../..RY.../..YYR..",
        pictures: &[
            "startpos",
            "......./......./......./......./..RR.../..YYY..",
            "......./......./...R.../...RY../...RY../...RYY.",
        ],
        starts: &["....../....../....../....../......"],
    };

    fn start_with(settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let wanted = settings.get("grid").unwrap_or("7x6");
        let size = wanted.split_once('x').and_then(|(columns, rows)| {
            ConnectFour::sized(columns.parse().ok()?, rows.parse().ok()?)
        });
        let game = size.ok_or_else(|| crate::Refusal::Board { found: agon_core::quote(wanted) })?;
        Ok(game.write(&game.start()))
    }
}
