//! The check of an engine: tests it as the referee would, and reports what to fix.

mod games;
mod moves;
mod positions;
mod report;
mod reports;
mod stall_meter;
mod starts;
mod timing;

use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::Arbiter;
use crate::ExternalEngine;
use agon_arena::{GameEntry, Refused, games};
use agon_core::quote;
use agon_host::Failure;
use agon_sandbox::{EngineIo as _, EngineLimits, EngineLog, Forfeit, Level};

use positions::{TestPositions, random_positions};
use report::{CheckResult, Report, wrong};

/// How many positions of each game an engine is tested in.
const POSITIONS: usize = 200;

/// The random seed of the positions.
const SEED: u64 = 22;

/// How long to wait for the last lines of a process that has ended.
const LAST_LINES_TIMEOUT: Duration = Duration::from_millis(500);

/// Tests the engine that a command starts, and writes the report, optionally as JSON lines. All
/// lines to and from the engine are logged to the file.
pub fn check(
    command: &str,
    log: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let report = Report::new(out, json);
    agon_sandbox::announce(Level::Unprotected)?;
    let log = EngineLog::create(log)?;
    let limits = EngineLimits { log: Some((log.clone(), "engine".into())), ..Default::default() };
    let mut check = Check { command, limits, log, report, playable: Vec::new() };
    match ExternalEngine::start(command, &check.limits) {
        Ok(mut engine) => {
            let point = format!("ugi is answered by ugiok: {}", engine.name());
            check.report.record(None, &point, &CheckResult::Fine)?;
            check.introduction(&mut engine)?;
            for entry in games() {
                check.game(&mut engine, entry)?;
            }
            check.return_to_first_game(&mut engine)?;
            check.words(&mut engine)?;
            check.end(&mut engine)?;
            check.starts(&mut engine)?;
        }
        Err(forfeit) => {
            let result = check.wrong(&forfeit);
            check.report.record(None, "ugi is answered by ugiok", &result)?;
        }
    }
    check.report.close()
}

struct Check<'a> {
    command: &'a str,
    limits: EngineLimits,
    log: EngineLog,
    report: Report<'a>,
    /// The games in which the engine makes legal moves.
    playable: Vec<&'static str>,
}

impl Check<'_> {
    /// The result for an engine that forfeits, with the last lines that it wrote.
    fn wrong(&self, forfeit: &Forfeit) -> CheckResult {
        let transcript = self.log.transcript();
        let lines: Vec<String> = transcript.last_lines.iter().map(|line| quote(line)).collect();
        match lines.is_empty() {
            true => wrong(forfeit, "it has written nothing"),
            false => wrong(forfeit, &format!("the last that it wrote is {}", lines.join(", "))),
        }
    }

    fn record(
        &mut self,
        game: Option<&str>,
        point: &str,
        result: Result<CheckResult, Forfeit>,
    ) -> Result<(), Failure> {
        let result = result.unwrap_or_else(|forfeit| self.wrong(&forfeit));
        self.report.record(game, point, &result)
    }

    /// Checks its name, author, games and options.
    fn introduction(&mut self, engine: &mut ExternalEngine) -> Result<(), Failure> {
        let reported = engine.with(|arbiter| {
            let is_known = |name: &&String| games().iter().any(|game| game.name == **name);
            let (known, unknown): (Vec<&String>, Vec<&String>) =
                arbiter.games().iter().partition(is_known);
            let unknown: Vec<String> = unknown.into_iter().map(|name| quote(name)).collect();
            let has_text = |text: &str| !text.is_empty();
            Ok((has_text(arbiter.name()), has_text(arbiter.author()), known.len(), unknown))
        });
        let (name, author, known, unknown) = match reported {
            Ok(reported) => reported,
            Err(forfeit) => return self.record(None, "it stays", Err(forfeit)),
        };
        let fix = "before ugiok, write: id name NAME";
        let result = CheckResult::unless(name, "there was no id name", fix);
        self.record(None, "it says its name", Ok(result))?;
        let fix = "before ugiok, write: id author NAME";
        let result = CheckResult::unless(author, "there was no id author", fix);
        self.record(None, "it says its author", Ok(result))?;
        let fix = "before ugiok, write: option name Game type combo default santorini var \
                   santorini var nim, with the games that it plays";
        let found = "the option Game offers no game that is known here";
        let result = match unknown.as_slice() {
            [] => CheckResult::unless(known > 0, found, fix),
            _ if known == 0 => CheckResult::unless(false, found, fix),
            unknown => CheckResult::Note(format!("{} is not known here", unknown.join(", "))),
        };
        self.record(None, "it offers games", Ok(result))?;
        let set = options(engine);
        self.record(None, "its options can be set", set)
    }

    /// Checks one game, if the engine plays it.
    fn game(
        &mut self,
        engine: &mut ExternalEngine,
        entry: &'static GameEntry,
    ) -> Result<(), Failure> {
        let name = entry.name;
        match engine.with(|arbiter| Ok(arbiter.games().iter().any(|game| game == name))) {
            Ok(true) => (),
            Ok(false) => return Ok(()),
            Err(forfeit) => {
                return self.record(Some(name), "it can be started again", Err(forfeit));
            }
        }
        let begun = engine.new_game(entry).map(|()| CheckResult::Fine);
        let goes_on = begun.is_ok();
        self.record(Some(name), "a game is begun", begun)?;
        if !goes_on {
            return Ok(());
        }
        let positions = test_positions(entry)?;
        let count = positions.open.len();
        let has_lines =
            engine.with(|arbiter| Ok(arbiter.option(reports::MULTI_PV).is_some())).unwrap_or(false);
        let mut points: Vec<(String, Section, bool)> = vec![
            (format!("legal moves in time, in {count} positions"), moves::moves, false),
            (format!("query tells the truth, in {count} positions"), moves::queries, false),
            ("stop ends go infinite".into(), timing::stops, false),
            (
                "each side uses its own clock, and increments come later".into(),
                timing::clocks,
                true,
            ),
            ("scores are those of the side to move".into(), reports::signs, true),
        ];
        if has_lines {
            points.push(("MultiPV gives the best lines".into(), reports::several_lines, true));
        }
        let mut moves_well = true;
        for (place, (point, section, needs_moves)) in points.into_iter().enumerate() {
            // An engine that cannot move would fail for the same reason again.
            if needs_moves && !moves_well {
                return Ok(());
            }
            let result = match engine.new_game(entry) {
                Ok(()) => section(engine, entry, &positions)?,
                Err(forfeit) => self.wrong(&forfeit),
            };
            let hangs = matches!(&result, CheckResult::Wrong { found, .. } if is_hanging(found));
            moves_well &= place != 0 || !matches!(result, CheckResult::Wrong { .. });
            self.report.record(Some(name), &point, &result)?;
            // An engine that does not answer would take a minute for each further point.
            if hangs {
                return Ok(());
            }
        }
        self.playable.push(name);
        let played = games::games(self.command, &self.limits, entry)?;
        self.report.record(Some(name), "whole games, as in a match", &played)
    }

    /// Checks that the first game can be played again after the others.
    fn return_to_first_game(&mut self, engine: &mut ExternalEngine) -> Result<(), Failure> {
        let mut known = games().iter().filter(|game| self.playable.contains(&game.name));
        let (Some(entry), Some(_)) = (known.next(), known.next()) else { return Ok(()) };
        let positions = test_positions(entry)?;
        let few =
            TestPositions { open: positions.open.into_iter().take(10).collect(), over: Vec::new() };
        let result = match engine.new_game(entry) {
            Ok(()) => moves::moves(engine, entry, &few)?,
            Err(forfeit) => self.wrong(&forfeit),
        };
        self.report.record(Some(entry.name), "it can be played again after other games", &result)
    }

    /// Unknown words and blanks must be ignored, and the engine's own words must be those of the
    /// protocol.
    fn words(&mut self, engine: &mut ExternalEngine) -> Result<(), Failure> {
        let passed = engine.with(|arbiter| {
            arbiter.position("startpos", &[])?;
            let odd = ["xyzzy 1 2 3", "", "   ", "  xyzzy", "setoption name Xyzzy value 1"];
            for line in odd {
                arbiter.io().send(line)?;
            }
            arbiter.settle_with_errors()?;
            Ok(CheckResult::Fine)
        });
        self.record(None, "words that it does not know are let pass", passed)?;
        let lines = engine.with(|arbiter| Ok(arbiter.unknown_lines().to_vec()));
        let result = lines.map(|lines| unknown_lines(&lines));
        self.record(None, "its lines are those of UGI", result)
    }

    /// The engine must exit after `quit` and at the end of its input, and it must have answered
    /// everything once.
    fn end(&mut self, engine: &mut ExternalEngine) -> Result<(), Failure> {
        let fix = "end the program when quit is read, and when there is no more to read";
        let left = engine.with(|arbiter| {
            arbiter.io().send("quit")?;
            Ok(CheckResult::unless(arbiter.io().exits(), "it is still there", fix))
        });
        self.record(None, "quit ends it", left)?;
        engine.end();
        let result = self.counts();
        self.report.record(None, "it answers everything once", &result)?;
        let left = engine.with(|arbiter| {
            let left = arbiter.io().exits_at_end_of_input();
            Ok(CheckResult::unless(left, "it is still there", fix))
        });
        engine.end();
        self.record(None, "the end of its input ends it", left)
    }

    /// Checks what shows only in a process that was just started, or that has played many games.
    fn starts(&mut self, engine: &mut ExternalEngine) -> Result<(), Failure> {
        let first = games().iter().find(|game| self.playable.contains(&game.name));
        let Some(entry) = first else { return Ok(()) };
        let result = starts::first_move(engine, entry)?;
        self.report.record(Some(entry.name), "the first move after a start is in time", &result)?;
        let result = starts::many_games(engine, entry)?;
        self.report.record(Some(entry.name), "many games can be begun in a row", &result)?;
        engine.end();
        Ok(())
    }

    /// Compares the number of requests with the number of answers.
    fn counts(&self) -> CheckResult {
        let began = Instant::now();
        while !self.log.transcript().has_ended && began.elapsed() < LAST_LINES_TIMEOUT {
            thread::sleep(Duration::from_millis(2));
        }
        let transcript = self.log.transcript();
        let pairs = [("ugi", "ugiok"), ("isready", "readyok"), ("go", "bestmove")];
        let surplus = pairs
            .iter()
            .find(|(asked, answer)| transcript.received(answer) > transcript.sent(asked));
        match surplus {
            None => CheckResult::Fine,
            Some((asked, answer)) => CheckResult::Wrong {
                found: format!(
                    "it wrote {answer} {} times, but was asked {asked} {} times",
                    transcript.received(answer),
                    transcript.sent(asked)
                ),
                fix: "write each answer once",
            },
        }
    }
}

/// A part of the check of a game.
type Section =
    fn(&mut ExternalEngine, &'static GameEntry, &TestPositions) -> Result<CheckResult, Refused>;

/// Whether the finding is that the engine does not answer.
fn is_hanging(found: &str) -> bool {
    ["(Silent)", "(NotReading)", "(NotStarted)"].iter().any(|kind| found.contains(kind))
}

/// Positions of random games from the usual start and from other boards.
fn test_positions(entry: &'static GameEntry) -> Result<TestPositions, Refused> {
    let mut starts = vec!["startpos".to_string()];
    for start in entry.samples.starts {
        starts.push(entry.open(start)?.position());
    }
    random_positions(entry, &starts, POSITIONS, SEED)
}

/// Sets every option to its default, which must be one of its values.
fn options(engine: &mut ExternalEngine) -> Result<CheckResult, Forfeit> {
    let options = engine.with(|arbiter| Ok(arbiter.options().to_vec()))?;
    for option in &options {
        if let Err(refusal) = option.check(&option.default) {
            let found = format!("its default does not fit: {refusal}");
            let fix = "give each option a default that is one of its values";
            return Ok(CheckResult::Wrong { found, fix });
        }
        engine.with(|arbiter| arbiter.set(&option.name, &option.default))?;
    }
    engine.with(Arbiter::ready)?;
    Ok(CheckResult::Fine)
}

/// The result for unknown lines: a known word with a wrong argument is a fault, others are only
/// ignored.
fn unknown_lines(lines: &[String]) -> CheckResult {
    let fix = |line: &String| match line.split_whitespace().next()? {
        "id" => Some("write id name NAME and id author NAME"),
        "option" => {
            Some("write option name N type combo default D var V1 var V2, or type spin min A max B")
        }
        "query" => Some("query knows gameover, p1turn, result, legal and fen"),
        "info" => Some("a score is score value 12, score win 3 or score lose 4"),
        _ => None,
    };
    if let Some((line, fix)) = lines.iter().find_map(|line| Some((line, fix(line)?))) {
        return CheckResult::Wrong { found: format!("{} is not understood", quote(line)), fix };
    }
    match lines.first() {
        None => CheckResult::Fine,
        Some(line) => CheckResult::Note(format!("{} is ignored, as are other words", quote(line))),
    }
}
