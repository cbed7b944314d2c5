//! The grammar of players as text for people, made from the forms and the registry.

use std::fmt::Write as _;

use crate::levels::LEVELS;
use crate::player_spec::{FORMS, OptionValue};
use crate::registry::{GameEntry, games};
use crate::rules::built_in_rule_names;

/// The grammar of players, as `agon help players` prints it.
pub fn players_help() -> String {
    let mut text = String::from(
        "A player is a name, and behind a colon its options with commas between. The same text\n\
         works for play, match, contest files, maze ladder and the page.\n",
    );
    let every = FORMS.iter().map(|form| (form, String::new()));
    let own = games().iter().flat_map(|entry| {
        entry.own_players.iter().map(move |form| (form, format!(" (only in {})", entry.name)))
    });
    // Writing to a string cannot fail.
    for (form, place) in every.chain(own) {
        let _ = writeln!(text, "\n  {}\n      {}{place}", form.example, form.about);
        for option in form.options {
            let written = match option.value {
                OptionValue::Number { .. } => format!("{}=N", option.key),
                OptionValue::Text => format!("{}=TEXT", option.key),
                OptionValue::Flag => option.key.into(),
            };
            let range = match option.value {
                OptionValue::Number { most: u64::MAX, .. } => String::new(),
                OptionValue::Number { least, most } => format!(", {least} to {most}"),
                OptionValue::Text | OptionValue::Flag => String::new(),
            };
            let _ = writeln!(text, "      {written:<12} {}{range}", option.about);
        }
    }
    let perfect: Vec<&str> = games()
        .iter()
        .filter(|entry| (entry.players)().contains(&"perfect"))
        .map(|entry| entry.name)
        .collect();
    let on_boards: Vec<&str> = games()
        .iter()
        .filter(|entry| !(entry.solved_with)().is_empty())
        .map(|entry| entry.name)
        .collect();
    let on_boards = match on_boards.is_empty() {
        true => String::new(),
        false => format!("; on small boards also {}", on_boards.join(", ")),
    };
    if !perfect.is_empty() {
        let games = perfect.join(", ");
        let _ = write!(text, "\nSolved games, which have perfect: {games}{on_boards}.");
    }
    let _ = write!(
        text,
        "\nLevels: {}.\n\n\
         Evaluations:\n{}\n\
         In matches and contests, players that name no limit take those of the match. A program\n\
         may also be written without quotes, as ugi:./bot --fast; then the command runs to the end\n\
         or to a comma with one of its options behind. A value with a comma in it stands in\n\
         quotes, as eval=\"my, file.rules\"; within quotes, a backslash stands before a quote or\n\
         a backslash. engine:level=5 means level:5.\n\
         An evaluation of your own is a program that reads positions and writes numbers, as in\n\
         minimax:eval=\"program:python3 eval.py\" (docs/evaluators.md).\n\
         hash and threads are the engine's; several threads do not repeat a game exactly.\n",
        (1..)
            .zip(LEVELS)
            .map(|(number, level)| format!("{number} {}", level.name))
            .collect::<Vec<_>>()
            .join(", "),
        evaluations(),
    );
    text
}

/// A line for each game with its evaluations, those by rule files included.
fn evaluations() -> String {
    let of_game = |entry: &GameEntry| {
        let mut names = entry.start().evaluations();
        names.extend(built_in_rule_names(entry.name).map(String::from));
        format!("  {:<10} {}\n", entry.name, names.join(", "))
    };
    games().iter().map(of_game).collect()
}
