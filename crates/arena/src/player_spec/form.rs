//! The forms that players are written in: options, ranges and help come from one table.

use std::fmt::Write as _;

use crate::levels::LEVELS;
use crate::rules::built_in_rule_names;
use crate::{GAMES, GameEntry};

use super::PlayerSpec;

/// A kind of player: how it is written, what it does, and which options it takes.
#[derive(Clone, Copy, Debug)]
pub struct PlayerForm {
    /// Its name, which comes first in its text.
    pub name: &'static str,
    /// An example of its text.
    pub example: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The options behind the colon.
    pub options: &'static [OptionForm],
}

/// An option of a player.
#[derive(Clone, Copy, Debug)]
pub struct OptionForm {
    /// Its key.
    pub key: &'static str,
    /// Its possible values.
    pub value: OptionValue,
    /// What it does, in a line.
    pub about: &'static str,
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionValue {
    /// A whole number.
    Number {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// Any text; one with a comma in it stands in quotes.
    Text,
    /// No value: the option is given or not.
    Flag,
}

impl OptionForm {
    /// The option of a random seed.
    pub const SEED: OptionForm = OptionForm {
        key: "seed",
        value: OptionValue::Number { least: 0, most: u64::MAX },
        about: "random seed, for games that can be repeated",
    };

    pub(super) const EVAL: OptionForm = OptionForm {
        key: "eval",
        value: OptionValue::Text,
        about: "an evaluation of the game, a rule file, a network, or program:COMMAND",
    };
}

const CLOCK: OptionForm = OptionForm {
    key: "clock",
    value: OptionValue::Text,
    about: "seconds a game plus increment, as 10+0.1; in matches and contests",
};

const MARGIN: OptionForm = OptionForm {
    key: "margin",
    value: OptionValue::Number { least: 0, most: PlayerSpec::MAX_MARGIN },
    about: "how late a move may come there, in milliseconds (50 if left out)",
};

/// What the key of an option of a program itself begins with.
pub(super) const PROGRAM_OPTION: &str = "option.";

const fn number(key: &'static str, most: u64, about: &'static str) -> OptionForm {
    OptionForm { key, value: OptionValue::Number { least: 1, most }, about }
}

/// The players that every game has, and programs.
pub(super) const FORMS: [PlayerForm; 7] = [
    PlayerForm { name: "person", example: "person", about: "a person", options: &[] },
    PlayerForm {
        name: "random",
        example: "random:seed=7",
        about: "any legal move; in theseus it rolls the die, and may hit a wall",
        options: &[OptionForm::SEED],
    },
    PlayerForm {
        name: "level",
        example: "level:5",
        about: "the engine at a level from 1 (a child can beat it) to 8 (full strength)",
        options: &[OptionForm::SEED],
    },
    PlayerForm {
        name: "engine",
        example: "engine:movetime=50,eval=hand,hash=64,threads=2",
        about: "the engine within limits; outside of matches at least one is needed",
        options: &[
            number("depth", PlayerSpec::MAX_ENGINE_DEPTH as u64, "depth limit in plies"),
            number("nodes", u64::MAX, "node limit a move"),
            number("movetime", PlayerSpec::MAX_MOVETIME, "time limit a move, in milliseconds"),
            OptionForm::EVAL,
            number("hash", PlayerSpec::MAX_HASH as u64, "transposition table, in MB"),
            number("threads", PlayerSpec::MAX_THREADS as u64, "search threads"),
            CLOCK,
            MARGIN,
        ],
    },
    PlayerForm {
        name: "minimax",
        example: "minimax:depth=3,eval=FILE",
        about: "minimax of a fixed depth",
        options: &[
            number("depth", PlayerSpec::MAX_DEPTH as u64, "depth in plies (3 if left out)"),
            OptionForm::EVAL,
        ],
    },
    PlayerForm {
        name: "perfect",
        example: "perfect",
        about: "plays the proven values, in games that are solved",
        options: &[],
    },
    PlayerForm {
        name: "ugi",
        example: "ugi:\"./bot --fast\",name=Bot,clock=10+0.1,option.Hash=64",
        about: "a program that speaks UGI, in matches and contests",
        options: &[
            OptionForm { key: "name", value: OptionValue::Text, about: "the name to show" },
            number("depth", PlayerSpec::MAX_ENGINE_DEPTH as u64, "depth limit in plies"),
            number("nodes", u64::MAX, "node limit a move"),
            number("movetime", PlayerSpec::MAX_MOVETIME, "time limit a move, in milliseconds"),
            CLOCK,
            MARGIN,
            OptionForm {
                key: "option.NAME",
                value: OptionValue::Text,
                about: "the value of an option that the program offers",
            },
        ],
    },
];

/// The form of a player that every game has.
pub(super) fn form(name: &str) -> Option<&'static PlayerForm> {
    FORMS.iter().find(|form| form.name == name)
}

/// The grammar of players, as `agon help players` prints it.
pub fn players_help() -> String {
    let mut text = String::from(
        "A player is a name, and behind a colon its options with commas between. The same text\n\
         works for play, match, contest files, maze ladder and the page.\n",
    );
    let every = FORMS.iter().map(|form| (form, String::new()));
    let own = GAMES.iter().flat_map(|entry| {
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
    let perfect: Vec<&str> = GAMES
        .iter()
        .filter(|entry| (entry.players)().contains(&"perfect"))
        .map(|entry| entry.name)
        .collect();
    let on_boards: Vec<&str> = GAMES
        .iter()
        .filter(|entry| !(entry.solved_with)().is_empty())
        .map(|entry| entry.name)
        .collect();
    let on_boards = match on_boards.is_empty() {
        true => String::new(),
        false => format!("; on small boards also {}", on_boards.join(", ")),
    };
    let _ = write!(
        text,
        "\nSolved games, which have perfect: {}{on_boards}.\n\
         Levels: {}.\n\n\
         Evaluations:\n{}\n\
         In matches and contests, players that name no limit take those of the match. A program\n\
         may also be written without quotes, as ugi:./bot --fast; then the command runs to the end\n\
         or to a comma with one of its options behind. A value with a comma in it stands in\n\
         quotes, as eval=\"my, file.rules\"; within quotes, a backslash stands before a quote or\n\
         a backslash. engine:level=5 means level:5.\n\
         An evaluation of your own is a program that reads positions and writes numbers, as in\n\
         minimax:eval=\"program:python3 eval.py\" (docs/evaluators.md).\n\
         hash and threads are the engine's; several threads do not repeat a game exactly.\n",
        perfect.join(", "),
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
    GAMES.iter().map(of_game).collect()
}
