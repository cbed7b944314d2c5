//! The game and the position that most commands take.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use agon_arena::{AnySession, GameEntry};
use agon_core::{Game as _, Notation as _};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::{MOST_PLIES, Theseus};
use agon_host::Failure;
use agon_inputs::mazes;
use clap::Args;

use super::game_parser;

/// The longest position read from standard input, in bytes.
const MAX_POSITION_BYTES: u64 = 64 << 20;

/// A game, and a position of it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Game
    #[arg(value_parser = game_parser())]
    game: &'static GameEntry,
    /// Position in the game's notation, or startpos; - reads standard input
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    position: String,
    /// Nim: sizes of the heaps, separated by commas [default: 3,5,7]
    #[arg(long, value_name = "SIZES", conflicts_with = "position", allow_hyphen_values = true)]
    heaps: Option<String>,
    /// Santorini: width and height of the board, 2 to 6 cells each and 25 in all at most
    /// [default: 5x5]
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    board: Option<String>,
    /// Santorini: pawns of each side, 1 or 2 [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pawns: Option<u8>,
    /// Byte: squares per side of the board, 8 or 10 [default: 8]
    #[arg(long, value_name = "N", conflicts_with = "position")]
    size: Option<String>,
    /// Theseus: file with a drawing of the maze; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    maze: Option<PathBuf>,
    /// Theseus: ply limit, 0 to 10000 [default: that of the maze]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_PLIES)))]
    plies: Option<u16>,
    /// Moves to play from the position, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game.
    pub fn game(&self) -> &'static GameEntry {
        self.game
    }

    /// Whether a position or moves are given.
    pub fn is_given(&self) -> bool {
        self.position != "startpos" || !self.moves.trim().is_empty()
    }

    /// Whether the position is read from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.position == "-" || self.maze.as_deref() == Some(Path::new("-"))
    }

    /// A session at the position.
    pub fn open(&self) -> Result<Box<dyn AnySession>, Failure> {
        let mut session = self.game.open(&self.text()?)?;
        session.play_all(&self.moves)?;
        Ok(session)
    }

    /// The size of the board and the pawns of each side, as far as they are given.
    pub fn board(&self) -> (Option<&str>, Option<u8>) {
        (self.board.as_deref(), self.pawns)
    }

    /// The position and the moves as they are given, for boards of other sizes.
    pub fn given(&self) -> Result<(String, &str), Failure> {
        self.check_options()?;
        Ok((self.given_position()?, &self.moves))
    }

    /// The position as text. Without moves it is not opened, so that it may be larger than a
    /// session allows.
    pub fn solved_text(&self) -> Result<String, Failure> {
        if self.moves.trim().is_empty() {
            let text = self.text()?;
            if text != "startpos" {
                return Ok(text);
            }
        }
        Ok(self.open()?.position())
    }

    fn text(&self) -> Result<String, Failure> {
        self.check_options()?;
        let text = self.text_of_position()?;
        match self.plies {
            None => Ok(text),
            Some(plies) => {
                let text = if text == "startpos" { self.game.start().position() } else { text };
                Ok(mazes::with_plies(&text, plies)?)
            }
        }
    }

    /// Refuses options of other games.
    fn check_options(&self) -> Result<(), Failure> {
        let options = [
            ("--heaps", self.heaps.is_some(), Nim::NAME),
            ("--board", self.board.is_some(), Santorini::NAME),
            ("--pawns", self.pawns.is_some(), Santorini::NAME),
            ("--size", self.size.is_some(), Byte::NAME),
            ("--maze", self.maze.is_some(), Theseus::NAME),
            ("--plies", self.plies.is_some(), Theseus::NAME),
        ];
        let here = self.game.name;
        match options.into_iter().find(|&(_, is_given, game)| is_given && game != here) {
            None => Ok(()),
            Some((option, _, game)) => {
                Err(Failure::Usage(format!("{option} applies to {game}, not to {here}")))
            }
        }
    }

    fn text_of_position(&self) -> Result<String, Failure> {
        if let Some(file) = &self.maze {
            let game = mazes::read(file)?;
            return Ok(game.write(&game.start()));
        }
        let board = self.board_text()?;
        let given = board.as_ref().or(self.heaps.as_ref()).or(self.size.as_ref());
        match self.game.parameter.zip(given) {
            Some((parameter, value)) => Ok((parameter.start)(value)),
            None => self.given_position(),
        }
    }

    /// The board and the pawns as one text, if one of them is given.
    fn board_text(&self) -> Result<Option<String>, Failure> {
        let (size, pawns) = match (&self.board, self.pawns) {
            (None, None) => return Ok(None),
            (size, pawns) => (size.as_deref().unwrap_or("5x5"), pawns),
        };
        if self.position != "startpos" {
            let told = "--board and --pawns apply to the start; a position tells its board itself";
            return Err(Failure::Usage(told.into()));
        }
        Ok(Some(if pawns == Some(1) { format!("{size}/1") } else { size.into() }))
    }

    fn given_position(&self) -> Result<String, Failure> {
        if self.position != "-" {
            return Ok(self.position.trim().to_string());
        }
        let mut text = String::new();
        io::stdin().lock().take(MAX_POSITION_BYTES).read_to_string(&mut text)?;
        Ok(text.trim().to_string())
    }
}
