//! The menu of games and players for line mode.

use std::io::Write;

use agon_arena::{GameEntry, games};
use agon_core::{Parameter, Settings};
use agon_host::Failure;
use agon_host::input::{Input, Line};

use super::game::play;
use crate::menu::{asked, ways};

/// Words that leave the menu.
const LEAVE: [&str; 3] = ["q", "quit", "exit"];

/// Asks for a game, its parameters that have a few values, and its players, and plays it.
pub fn choose(out: &mut impl Write) -> Result<(), Failure> {
    let mut input = Input::stdin();
    writeln!(out, "Agon: games of pure thought\n")?;
    let listed: Vec<String> =
        games().iter().map(|entry| format!("{}: {}", entry.title, entry.summary)).collect();
    let Some(number) = pick("game", &listed, &mut input, out)? else { return Ok(()) };
    let entry: &GameEntry = &games()[number];
    let mut settings = Settings::default();
    for parameter in asked(entry) {
        let Some(value) = ask_value(parameter, &mut input, out)? else { return Ok(()) };
        settings.set(parameter.name, value);
    }
    let mut session = entry.with(&settings)?;
    let mut ways = ways(entry);
    let listed: Vec<String> = ways.iter().map(|way| way.words.clone()).collect();
    let Some(number) = pick("who plays", &listed, &mut input, out)? else { return Ok(()) };
    let way = ways.swap_remove(number);
    for &side in way.computers {
        session.set_player(side, way.computer.clone())?;
    }
    play(session, way.computer, false, &mut input, out)
}

/// Shows the values of a parameter and asks until one is typed. `None` if the input ends or the
/// person leaves.
fn ask_value(
    parameter: &Parameter,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<&'static str>, Failure> {
    let (name, values) = (parameter.name, parameter.values().join(" or "));
    writeln!(out, "  {name}: {values}")?;
    let find = |text: &str| parameter.values().iter().copied().find(|&known| known == text);
    ask([name, &values, &values], find, input, out)
}

/// Shows a numbered list and asks until one of its numbers is typed. `None` if the input ends or
/// the person leaves.
fn pick(
    what: &str,
    list: &[String],
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<usize>, Failure> {
    for (place, words) in list.iter().enumerate() {
        writeln!(out, "  {}  {words}", place + 1)?;
    }
    let range = format!("1 to {}", list.len());
    let find =
        |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|&it| it < list.len());
    ask([what, &range, &format!("a number from {range}")], find, input, out)
}

/// Asks until `find` accepts the input. `None` if the input ends or the person leaves.
fn ask<T>(
    [what, choices, wanted]: [&str; 3],
    find: impl Fn(&str) -> Option<T>,
    input: &mut Input,
    out: &mut impl Write,
) -> Result<Option<T>, Failure> {
    loop {
        match input.ask(&format!("{what} ({choices}, q to leave)> "), out)? {
            Line::End => return Ok(None),
            Line::Text(text) if LEAVE.contains(&text.as_str()) => return Ok(None),
            Line::Text(text) => match find(&text) {
                Some(found) => {
                    writeln!(out)?;
                    return Ok(Some(found));
                }
                None => writeln!(out, "{wanted}, please")?,
            },
            Line::Unusable(why) => writeln!(out, "{why}")?,
        }
    }
}
