//! A game at a line-based terminal.

use std::io::Write;

use agon_arena::{Seat, Table, Thought};
use agon_core::{Outcome, Player, Verdict};

use super::board::draw;
use super::input::{Input, Line};
use crate::failure::Failure;

const HELP: &str = "\
Type a move, or one of these:
  moves [START]   list the legal moves, or those that begin so
  z, undo         take back, to where you last had a choice
  y, redo         make again what was taken back
  a               let the computer play the other side, or stop it
  +, -            let the computer look further ahead, or less far
  board           draw the board again
  position        write the position in one line
  history         list the moves made so far
  help, ?         this list
  q, quit         leave the game";

/// Plays a game until it is over and nobody wants to take anything back, or
/// until the input ends.
pub fn play(
    mut table: Box<dyn Table>,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let has_person = Player::BOTH.iter().any(|&side| table.seat(side).is_person());
    if has_person {
        let moves = table.moves();
        let example = moves
            .get(moves.len() / 2)
            .map_or(String::new(), |mv| format!("a move such as {}, or ", mv.text));
        writeln!(out, "Type {example}help.")?;
    }
    write!(out, "\n{}", draw(&table.scene(None)))?;
    loop {
        let side = table.to_move();
        let name = table.sides()[side.index()];
        if let Some(outcome) = table.outcome() {
            writeln!(out, "{}", announce(&*table, outcome))?;
            if !has_person {
                return Ok(());
            }
        } else if !table.seat(side).is_person() {
            if let Some(thought) = table.think() {
                writeln!(out, "{name} plays {}", describe(&thought))?;
                write!(out, "\n{}", draw(&table.scene(None)))?;
            }
            continue;
        }
        let prompt =
            if table.outcome().is_some() { "undo or quit> ".into() } else { format!("{name}> ") };
        match input.ask(&prompt, out)? {
            Line::End => return Ok(()),
            Line::Unusable(why) => writeln!(out, "{why}")?,
            Line::Text(text) => match obey(&mut *table, &text, out)? {
                Next::Ask => (),
                Next::Draw => write!(out, "\n{}", draw(&table.scene(None)))?,
                Next::Leave => return Ok(()),
            },
        }
    }
}

/// What comes after a line was obeyed.
enum Next {
    Ask,
    Draw,
    Leave,
}

fn obey(table: &mut dyn Table, text: &str, out: &mut impl Write) -> Result<Next, Failure> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let done = match (word, rest.trim()) {
        ("", _) => return Ok(Next::Ask),
        ("q" | "quit" | "exit", "") => return Ok(Next::Leave),
        ("board", "") => return Ok(Next::Draw),
        ("z" | "undo", "") => {
            if table.undo() {
                return Ok(Next::Draw);
            }
            "there is nothing of yours to take back".into()
        }
        ("y" | "redo", "") => {
            if table.redo() {
                return Ok(Next::Draw);
            }
            "nothing was taken back".into()
        }
        ("help" | "?", _) => HELP.into(),
        ("moves", start) => {
            let moves = table.moves().into_iter().map(|mv| mv.text);
            let moves: Vec<String> = moves.filter(|mv| mv.starts_with(start)).collect();
            if moves.is_empty() { "no legal move begins so".into() } else { columns(&moves) }
        }
        ("position", "") => table.position(),
        ("history", "") => table.history().join(" "),
        ("a", "") => toggle(table)?,
        ("+", "") => look(table, 1)?,
        ("-", "") => look(table, -1)?,
        _ => match table.play(text) {
            Ok(_) => return Ok(Next::Draw),
            Err(refused) => refused.to_string(),
        },
    };
    writeln!(out, "{done}")?;
    Ok(Next::Ask)
}

/// Gives the side that is not to move to the computer, or back to a person.
fn toggle(table: &mut dyn Table) -> Result<String, Failure> {
    let side = table.to_move().opponent();
    let seat = if table.seat(side).is_person() { Seat::COMPUTER } else { Seat::Person };
    table.set_seat(side, seat.clone())?;
    Ok(format!("{} is now played by: {seat}", table.sides()[side.index()]))
}

/// Changes how far ahead the computer looks.
fn look(table: &mut dyn Table, change: i32) -> Result<String, Failure> {
    let mut said = Vec::new();
    for side in Player::BOTH {
        if let Seat::Minimax { depth, eval } = table.seat(side).clone() {
            let depth = depth.saturating_add_signed(change).clamp(1, Seat::MAX_DEPTH);
            table.set_seat(side, Seat::Minimax { depth, eval })?;
            said.push(format!("{} looks {depth} plies ahead", table.sides()[side.index()]));
        }
    }
    Ok(if said.is_empty() {
        "the computer does not play; a lets it play the other side".into()
    } else {
        said.join(", ")
    })
}

fn announce(table: &dyn Table, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{} wins.", table.sides()[winner.index()]),
        Outcome::Draw => "The game is drawn.".into(),
    }
}

/// The move, and what its maker expects of it.
fn describe(thought: &Thought) -> String {
    let mv = &thought.mv;
    match thought.score.map(|score| (score, score.verdict())) {
        None => mv.clone(),
        Some((_, Some(Verdict::Win(1)))) => format!("{mv} and wins"),
        Some((_, Some(verdict))) => format!("{mv} ({verdict})"),
        Some((score, None)) => format!("{mv} ({:+})", score.points()),
    }
}

/// Words in rows of at most 80 characters.
fn columns(words: &[String]) -> String {
    let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let rows = words.chunks((80 / (wide + 2)).max(1));
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|word| format!("{word:wide$}")).collect();
        padded.join("  ").trim_end().to_string()
    };
    rows.map(row).collect::<Vec<String>>().join("\n")
}
