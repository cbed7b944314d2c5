//! Commands in the comments of a record, as in PGN: what is drawn on the board, and what a review
//! found.

use super::marks::{self, BoardMark};
use super::review::{MoveReview, PositionReview};

/// How a command begins.
pub(super) const BEGIN: &str = "[%";

/// A command: a word behind `[%`, and its arguments up to the closing bracket.
pub(super) enum Command {
    Marks(Vec<BoardMark>),
    Position(PositionReview),
    Move(MoveReview),
}

/// The words of a comment without its commands, and these.
pub(super) fn take_out(text: &str) -> (String, Vec<Command>) {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = one_line(text);
    let mut commands = Vec::new();
    // What is left may be a command again.
    while let Some((kept, found)) = take_one(&text) {
        commands.push(found);
        text = one_line(&kept);
    }
    (text, commands)
}

/// The text without its first command, and that.
fn take_one(text: &str) -> Option<(String, Command)> {
    text.match_indices(BEGIN).find_map(|(place, _)| {
        let behind = &text[place + BEGIN.len()..];
        let (inside, rest) = behind.split_at(closing(behind)?);
        let command = read(inside)?;
        Some((format!("{} {}", &text[..place], &rest[1..]), command))
    })
}

/// Where the bracket closes that was opened before a text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    let mut brackets = text.match_indices(['[', ']']);
    let end = brackets.find(|(_, bracket)| {
        open = if *bracket == "[" { open + 1 } else { open - 1 };
        open == 0
    });
    end.map(|(place, _)| place)
}

fn read(inside: &str) -> Option<Command> {
    let (name, arguments) = inside.split_once(' ')?;
    match name {
        "eval" => arguments.parse().ok().map(Command::Position),
        "quality" => arguments.parse().ok().map(Command::Move),
        _ if marks::COMMANDS.contains(&name) => marks::read_list(arguments).map(Command::Marks),
        _ => None,
    }
}
