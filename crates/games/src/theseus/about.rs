//! What Theseus and the Minotaur says about itself.

use agon_core::{
    About, BoardStyle, Game as _, Notation as _, Parameter, Refusal, Samples, Scale, Settings,
    Texts,
};

use super::generate::{MazeGenerator, Style, most_walls};
use super::rules::{MOST_LOOT, MOST_PLIES, Theseus};

/// The value of `maze` that has one generated.
const NEW: &str = "new";

/// The percentage of its walls that are opened in a labyrinth.
const OPEN: u32 = 5;

impl About for Theseus {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::file(
            "maze",
            "file with a drawing of the maze, first (the assignment's) or new (a random one)",
            &["first", NEW],
        ),
        Parameter::number("maze-size", "tiles per side of a new maze, odd", 3, 31)
            .step(2)
            .default("9")
            .needs("maze", NEW),
        Parameter::number("maze-loot", "pieces of loot in a new maze", 1, MOST_LOOT as u32)
            .default("4")
            .needs("maze", NEW),
        Parameter::choice("maze-style", "walls of a new maze", &["classic", "labyrinth"])
            .needs("maze", NEW),
        Parameter::seed("maze-seed", "seed of a new maze").needs("maze", NEW),
        Parameter::number("plies", "ply limit", 0, MOST_PLIES as u32).of_positions(),
    ];

    /// It knows no more than its side senses.
    const OPPONENT: &'static str = "minmax:depth=4,fair";

    const BOARD: BoardStyle = BoardStyle::Maze;

    const TEXTS: &'static [Texts] = &[Texts {
        language: "en",
        texts: &[
            ("instruct.go", "go with an arrow key"),
            ("ending.dawn", "it is dawn: the ply limit is reached"),
            ("ending.loot", "Theseus has collected the loot"),
            ("ending.caught", "the Minotaur has caught Theseus"),
        ],
    }];

    const SAMPLES: Samples = Samples {
        emblem: "startpos",
        pictures: &[
            "startpos",
            "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 3 0,1-1,2 11",
            "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 6 0,3-2,3 01",
        ],
        starts: &[
            "020/000/000 0,0-1,1 2,1 200/1/T/-",
            "00000/01000/00020/00000/00000 0,0-4,4 2,2-1,3-4,0 60/2/M/-",
        ],
    };

    const LESSON: &'static str = include_str!("lesson.json");
    const PUZZLES: &'static str = include_str!("puzzles.json");
    const SCALES: &'static [Scale] = &[Scale { positions: "", evaluation: "hand", points: 989.5 }];

    fn start_with(settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let game = match settings.get("maze").unwrap_or("first") {
            "first" => Theseus::default(),
            NEW => generated(settings)?,
            drawing => Theseus::from_text(drawing)?,
        };
        Theseus::position_with(&game.write(&game.start()), settings)
    }

    /// A limit below the plies that are played already is refused.
    fn position_with(position: &str, settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let Some(plies) = settings.number("plies") else { return Ok(position.into()) };
        let (game, position) = Theseus::read(position)?;
        let text = game.with_plies(plies as u16).write(&position);
        Theseus::read(&text)?;
        Ok(text)
    }
}

fn generated(settings: &Settings) -> Result<Theseus, Box<dyn Refusal>> {
    let number = |name, default| settings.number(name).unwrap_or(default) as usize;
    let size = number("maze-size", 9);
    let style = match settings.get("maze-style") {
        Some("labyrinth") => Style::Labyrinth { open: OPEN },
        _ => Style::Classic { walls: most_walls(size.clamp(3, 31)) },
    };
    let generator = MazeGenerator::new(size, number("maze-loot", 4), style)?;
    Ok(generator.generate(settings.number("maze-seed").unwrap_or(0)))
}
