//! The forms that players are written in: options, ranges and help come from one table.

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
        about: "as hand, or a rule file, a network, program:COMMAND, hand-in:PATH",
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
pub(crate) const FORMS: [PlayerForm; 8] = [
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
        options: &[
            OptionForm {
                key: "all-knowing",
                value: OptionValue::Flag,
                about: "sees what is hidden from its side; without it, it knows what it senses",
            },
            OptionForm::SEED,
        ],
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
        name: "hand-in",
        example: "hand-in:ann,depth=2",
        about: "a student's program: by its own moves, or by its evaluation under minimax",
        options: &[number(
            "depth",
            PlayerSpec::MAX_DEPTH as u64,
            "depth of minimax in plies (2 if left out)",
        )],
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
