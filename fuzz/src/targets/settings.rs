//! What is set on the command line.

use agon::parsers;

use crate::features::Features;
use crate::target::{Target, text, words};

/// Whole command lines; they are parsed and not run.
pub const COMMAND_LINE: Target = Target {
    name: "command-line",
    shows: "every command line is accepted or refused with its usage",
    words: || {
        words(
            "serve play repl moves perft solve kb eval best tree bench match contest replay maze rules \
             ugi players help new check show ladder santorini nim byte theseus tictactoe --position \
             --p1 --p2 --depth --nodes --movetime --clock --sprt --size --loot --style classic \
             labyrinth --walls --open --need --plies --seed --eval --json --format --port --data \
             --help --version -- - '' \" ' = 10+0.1 0,10 level:3 --pairs --openings random --boards",
        )
    },
    run: run_command_line,
    short: 6000,
};

/// Time controls.
pub const CLOCK: Target = Target {
    name: "clock",
    shows: "a time control that is accepted is between a microsecond and a day",
    words: || words("10+0.1 + . 0 1 86400 86401 1e-7 1e3 inf NaN -1 -0 0x1 e E _ infinity"),
    run: run_clock,
    short: 60_000,
};

fn run_command_line(input: &[u8], features: &mut Features) {
    let Some(words) = shlex::split(&text(input)) else { return features.add("quotes") };
    match parsers::command_line(&words) {
        Ok(settings) => {
            // The command, and which of its settings are given.
            let parts = settings.split(['(', '{']).skip(2).take(2);
            features.add(parts.collect::<Vec<&str>>());
            features.count("given", settings.matches("Some(").count());
        }
        Err(kind) => features.add((kind, words.len().min(6))),
    }
}

fn run_clock(input: &[u8], features: &mut Features) {
    const DAY: u64 = 86_400_000_000;
    match parsers::clock(&text(input)) {
        Ok([time, increment]) => {
            assert!((1..=DAY).contains(&time) && increment <= DAY, "{time} {increment}");
            features.count("time", time as usize);
            features.count("increment", increment as usize);
        }
        Err(message) => features.message(&message),
    }
}
