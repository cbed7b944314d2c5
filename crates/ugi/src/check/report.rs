//! The report of a check: one line for each point, and how to fix faults.

use std::io::Write;

use agon_core::{Refusal as _, counted};
use agon_host::Failure;
use agon_sandbox::Forfeit;
use serde_json::json;

/// The result of one point.
#[derive(Debug)]
pub enum CheckResult {
    /// There is no fault.
    Fine,
    /// Not a fault, but worth knowing.
    Note(String),
    /// A fault.
    Wrong {
        /// What is wrong.
        found: String,
        /// How to fix it.
        fix: &'static str,
    },
}

impl CheckResult {
    /// Fine if `fine` holds, else a fault.
    pub fn unless(fine: bool, found: impl Into<String>, fix: &'static str) -> CheckResult {
        if fine { CheckResult::Fine } else { CheckResult::Wrong { found: found.into(), fix } }
    }
}

/// The fault of an engine that forfeits, and how to fix it. `context` is what it was sent before,
/// or what it wrote last.
pub fn wrong(forfeit: &Forfeit, context: &str) -> CheckResult {
    let fix = match forfeit {
        Forfeit::NotStarted { .. } => "say how to start the engine, as in --check 'python3 bot.py'",
        Forfeit::Crashed { .. } => "keep reading lines until quit",
        Forfeit::Silent { word: "ugi", .. } => {
            "answer ugi by ugiok, and flush what is written after each line"
        }
        Forfeit::Silent { word: "isready", .. } => "answer isready by readyok, always",
        Forfeit::Silent { .. } => "answer go by bestmove MOVE in time, and at once after stop",
        Forfeit::Late { .. } => "stop the search earlier: the time counts from go to bestmove",
        Forfeit::Option { .. } => "list the options before ugiok, each with a default that fits",
        Forfeit::Refused { .. } => {
            "take setoption, uginewgame and position as they are sent here, without info string error"
        }
        Forfeit::NotReading => "keep reading lines while thinking",
        Forfeit::Flood { .. } => "write less while thinking",
        Forfeit::LongLine { .. } => "end each line, and keep it short",
        Forfeit::NotText => "write UTF-8, or only ASCII",
        Forfeit::Garbage { .. } => "write exactly two words: bestmove MOVE",
        Forfeit::Unasked { .. } => "write bestmove once for each go, and never else",
        Forfeit::NotOffered { .. } => "name the game in the option Game",
        Forfeit::Illegal { .. } => {
            "set up the position that was sent before go; query legal, written while choosing a \
             move, asks for the legal moves"
        }
    };
    let context = if context.is_empty() { String::new() } else { format!("; {context}") };
    CheckResult::Wrong { found: format!("it {forfeit} ({}){context}", forfeit.kind()), fix }
}

/// Prints the results of the points, and counts them.
pub struct Report<'a> {
    out: &'a mut dyn Write,
    json: bool,
    wrong: usize,
    points: usize,
}

impl<'a> Report<'a> {
    /// A report without results.
    pub fn new(out: &'a mut dyn Write, json: bool) -> Report<'a> {
        Report { out, json, wrong: 0, points: 0 }
    }

    /// Prints the result of a point.
    pub fn record(
        &mut self,
        game: Option<&str>,
        point: &str,
        result: &CheckResult,
    ) -> Result<(), Failure> {
        self.points += 1;
        let (word, found, fix) = match result {
            CheckResult::Fine => ("ok", None, None),
            CheckResult::Note(found) => ("note", Some(found), None),
            CheckResult::Wrong { found, fix } => {
                self.wrong += 1;
                ("wrong", Some(found), Some(*fix))
            }
        };
        if self.json {
            let line = json!({
                "point": point, "game": game, "verdict": word, "found": found, "mend": fix,
            });
            writeln!(self.out, "{line}")?;
        } else {
            let game = game.map_or(String::new(), |game| format!("{game}: "));
            let found = found.map_or(String::new(), |found| format!(": {found}"));
            writeln!(self.out, "{word:<5} {game}{point}{found}")?;
            if let Some(fix) = fix {
                writeln!(self.out, "      to fix it: {fix}")?;
            }
        }
        Ok(self.out.flush()?)
    }

    /// Prints the summary.
    pub fn close(self) -> Result<(), Failure> {
        if !self.json {
            let points = counted(self.points as u64, "point");
            match self.wrong {
                0 => writeln!(self.out, "all is well: {points}")?,
                wrong => writeln!(self.out, "{wrong} of {points} to be fixed")?,
            }
        }
        if self.wrong == 0 { Ok(()) } else { Err(Failure::Unknown) }
    }
}
