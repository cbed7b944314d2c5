//! What a game says about itself as data: parameters, default opponent, texts, sample positions.
//!
//! The command line and its completion, UGI, the page's dialogs, the terminal and Python are made
//! from it, so none of them knows a game by name.

use crate::{Notation, Parameter, Present, Refusal, Settings};

/// What a game says about itself. Everything has a default: a game without parameters, with the
/// texts that every game has.
pub trait About: Notation + Present {
    /// Its parameters, in the order in which people are asked for them.
    const PARAMETERS: &'static [Parameter] = &[];

    /// The computer that plays when none is named, as a player spec.
    const OPPONENT: &'static str = "level:5";

    /// The colours of the two sides on the page, and of letters on them, as CSS has them; blue and
    /// red if there are none.
    const COLOURS: Option<[[&'static str; 2]; 2]> = None;

    /// How a text screen draws its board.
    const BOARD: BoardStyle = BoardStyle::Grid;

    /// Its texts, English first.
    const TEXTS: &'static [Texts] = &[];

    /// Positions that are worth showing or trying.
    const SAMPLES: Samples = Samples::START;

    /// Its lesson, as the text of a lesson file; empty if it has none.
    const LESSON: &'static str = "";

    /// The puzzles that come with it, as the text of a puzzle file; empty if there are none.
    const PUZZLES: &'static str = "";

    /// How the scores of its evaluations become winning chances. The first is used for
    /// evaluations that have none of their own.
    const SCALES: &'static [Scale] = &[];

    /// The start of the game with these values of its parameters, as text. They have been checked
    /// one by one ([`Settings::check`]); those that are not given have their defaults. The text
    /// may describe a start that is too large to play from, where solvers can still read it.
    fn start_with(_settings: &Settings) -> Result<String, Box<dyn Refusal>> {
        let game = Self::default();
        Ok(game.write(&game.start()))
    }

    /// A position with other values of those parameters that apply to positions
    /// ([`Parameter::applies_to_positions`]), as text.
    fn position_with(position: &str, _: &Settings) -> Result<String, Box<dyn Refusal>> {
        Ok(position.into())
    }

    /// What tells data about this variant of the game from data about others; `None` for the
    /// usual variant of a game, and for games whose data may be mixed.
    fn variant(&self) -> Option<String> {
        None
    }
}

/// How a text screen draws a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Cells with lines between them.
    Grid,
    /// Squares of two colours with stacks.
    Squares,
    /// Rows of matches.
    Heaps,
    /// Tiles with walls between them.
    Maze,
}

/// The texts of a game in a language, by key. The page's own translations come first; a key that
/// neither has is shown as it is.
///
/// | key | what it is |
/// |---|---|
/// | `instruct.PHASE` | what to select next, in a [phase](Present::phases) of a move |
/// | `ending.ENDING` | how the game [ended](Present::ending), with `{winner}` and `{loser}` |
/// | `words.KIND` | what a move does, with the arguments of its [words](Present::words) |
/// | `rules.1`, `rules.2` and so on | the rules |
/// | `rules.how` | how a move is made on the page |
/// | `rules.notation` | how a move is written |
/// | `rules.picture1` and so on | what is seen on the [pictures](Samples::pictures) of the rules |
/// | `side.p1`, `side.p2` | the sides |
/// | `title`, `summary` | the title and the summary |
/// | `count.LABEL` | a counter beside the board |
/// | `parameter.NAME`, `parameter.NAME.VALUE` | a parameter, and one of its values |
/// | `refusal.KIND` | why a move or a text is refused, with the arguments of the refusal |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The code of the language, such as `en`.
    pub language: &'static str,
    /// The texts by key.
    pub texts: &'static [(&'static str, &'static str)],
}

/// Sample positions of a game, each as text; `startpos` is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// The one that represents the game.
    pub emblem: &'static str,
    /// Those that illustrate the rules.
    pub pictures: &'static [&'static str],
    /// Starts on other boards, on which engines are tried.
    pub starts: &'static [&'static str],
}

impl Samples {
    /// The start and nothing else.
    pub const START: Samples = Samples { emblem: "startpos", pictures: &["startpos"], starts: &[] };
}

/// How many points of an evaluation make odds of e to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// How the text of its positions begins, which names the game's parameters.
    pub positions: &'static str,
    /// The evaluation; `network` is every network.
    pub evaluation: &'static str,
    /// The points.
    pub points: f64,
}
