//! `agon ugi --check`: tests an engine, and says what to fix.

use std::io::Write;

use agon_arena::ugi::{Arbiter, EngineIo as _, Forfeit, Go, Query};
use agon_arena::{GAMES, GameEntry, Refused};
use agon_core::{Refusal as _, counted, quote};
use serde_json::json;

use crate::engines::{EngineLimits, ExternalEngine, Process, Restrictions};
use crate::failure::Failure;
use crate::terminal::notice;

/// How many moves an engine makes in a game.
const PLIES: usize = 12;

/// How long an engine thinks about a move, in milliseconds.
const MOVETIME: u64 = 50;

/// The time limit after `stop`, in milliseconds.
const STOPPING: u64 = 2_000;

/// The result of a check.
enum CheckResult {
    Fine,
    /// Not an error, but worth knowing.
    Note(String),
    /// What is wrong, and how to fix it.
    Wrong {
        found: String,
        fix: &'static str,
    },
}

/// Tests the engine that a command starts.
pub fn check(command: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let mut report = Report { out, json, wrong: 0, points: 0 };
    notice(Restrictions::of_this_system());
    let limits = EngineLimits::default();
    match ExternalEngine::start(command, &limits) {
        Ok(mut engine) => {
            let point = format!("ugi is answered by ugiok: {}", engine.name());
            report.tell(None, &point, CheckResult::Fine)?;
            introduction(&mut engine, &mut report)?;
            for entry in GAMES {
                game(&mut engine, entry, &mut report)?;
            }
            strange_words(&mut engine, &mut report)?;
            farewell(&mut engine, &mut report)?;
        }
        Err(forfeit) => report.tell(None, "ugi is answered by ugiok", wrong(&forfeit))?,
    }
    report.close()
}

/// Its name, author, games and options.
fn introduction(
    engine: &mut ExternalEngine,
    report: &mut Report<impl Write>,
) -> Result<(), Failure> {
    let reported = engine.with(|arbiter| {
        let said = |text: &str| !text.is_empty();
        let known = arbiter.games().iter().any(|name| GAMES.iter().any(|game| game.name == name));
        Ok((said(arbiter.name()), said(arbiter.author()), known))
    });
    let (name, author, games) = match reported {
        Ok(reported) => reported,
        Err(forfeit) => return report.tell(None, "it stays", wrong(&forfeit)),
    };
    let unless = |fine: bool, found: &str, fix| match fine {
        true => CheckResult::Fine,
        false => CheckResult::Wrong { found: found.into(), fix },
    };
    let fix = "before ugiok, write: id name NAME";
    report.tell(None, "it says its name", unless(name, "there was no id name", fix))?;
    let fix = "before ugiok, write: id author NAME";
    report.tell(None, "it says its author", unless(author, "there was no id author", fix))?;
    let fix = "before ugiok, write: option name Game type combo default santorini var santorini \
                var nim, with the games that it plays";
    let found = "the option Game offers no game that is known here";
    report.tell(None, "it offers games", unless(games, found, fix))?;
    let set = options(engine).map_or_else(|forfeit| wrong(&forfeit), |()| CheckResult::Fine);
    report.tell(None, "its options can be set", set)
}

/// Sets every option to its default.
fn options(engine: &mut ExternalEngine) -> Result<(), Forfeit> {
    let options = engine.with(|arbiter| Ok(arbiter.options().to_vec()))?;
    for option in &options {
        engine.set(&option.name, &option.default)?;
    }
    engine.with(Arbiter::ready)
}

/// Checks one game, if the engine plays it.
fn game(
    engine: &mut ExternalEngine,
    entry: &'static GameEntry,
    report: &mut Report<impl Write>,
) -> Result<(), Failure> {
    let name = entry.name;
    let offered = engine.with(|arbiter| Ok(arbiter.games().iter().any(|game| game == name)));
    match offered {
        Ok(true) => (),
        Ok(false) => return Ok(()),
        Err(forfeit) => return report.tell(Some(name), "it can be started again", wrong(&forfeit)),
    }
    let begun = engine.new_game(entry).map(|()| CheckResult::Fine);
    if !report.tell_result(name, "a game is begun", begun)? {
        return Ok(());
    }
    let parameter = entry.parameter.iter();
    let values = parameter
        .flat_map(|parameter| parameter.known.iter().filter(|&&value| value != parameter.default));
    let others =
        values.filter_map(|value| entry.with(value).ok()).map(|session| session.position());
    for start in ["startpos".to_string()].into_iter().chain(others) {
        let played = engine.new_game(entry).and_then(|()| play(engine, entry, &start));
        let point = format!("legal moves from {}", quote(&start));
        if !report.tell_result(name, &point, played)? {
            return Ok(());
        }
    }
    for go in
        [Go::depth(1), Go::nodes(100), Go::movetime(MOVETIME), Go::clock([1_000, 1_000], [10, 10])]
    {
        let session = entry.start();
        let chosen = engine.choose(&*session, "startpos", &[], &go).map(|_| CheckResult::Fine);
        if !report.tell_result(name, &format!("{go} is answered"), chosen)? {
            return Ok(());
        }
    }
    let stopped = engine.with(|arbiter| stop(arbiter, entry));
    if !report.tell_result(name, "stop ends go infinite", stopped)? {
        return Ok(());
    }
    let answered = engine.with(|arbiter| queries(arbiter, entry));
    report.tell_result(name, "what it answers to query is true", answered)?;
    Ok(())
}

/// Lets the engine play both sides for some moves; it gets the moves or the position in turn.
fn play(
    engine: &mut ExternalEngine,
    entry: &GameEntry,
    start: &str,
) -> Result<CheckResult, Forfeit> {
    let refused = |refused: Refused| Forfeit::NotStarted { reason: refused.to_string() };
    let mut session = entry.open(start).map_err(refused)?;
    for ply in 0..PLIES {
        if session.outcome().is_some() {
            break;
        }
        let (start, moves) = match ply % 2 {
            0 => (start.to_string(), session.history()),
            _ => (session.position(), Vec::new()),
        };
        let chosen = engine.choose(&*session, &start, &moves, &Go::movetime(MOVETIME))?;
        session.play(&chosen.mv).map_err(refused)?;
    }
    Ok(CheckResult::Fine)
}

/// Starts an infinite search, and stops it. There must be one move, not two.
fn stop(arbiter: &mut Arbiter<Process>, entry: &GameEntry) -> Result<CheckResult, Forfeit> {
    let go = Go { infinite: true, ..Go::default() };
    arbiter.go("startpos", &[], &go, STOPPING)?;
    arbiter.stop(STOPPING)?;
    arbiter.best_move(&*entry.start(), STOPPING)?;
    arbiter.ready()?;
    Ok(CheckResult::Fine)
}

/// Sends queries about the start, whose answers our rules know.
fn queries(arbiter: &mut Arbiter<Process>, entry: &GameEntry) -> Result<CheckResult, Forfeit> {
    let sorted = |words: &str| {
        let mut words: Vec<String> = words.split_whitespace().map(String::from).collect();
        words.sort();
        words
    };
    arbiter.position("startpos", &[])?;
    let mut unanswered = Vec::new();
    for query in Query::ALL {
        let (word, right) = (query.word(), query.answer(&*entry.start()));
        match arbiter.query(query)? {
            None => unanswered.push(word),
            Some(answer) if sorted(&answer) == sorted(&right) => (),
            Some(answer) => {
                let (answer, right) = (quote(&answer), quote(&right));
                return Ok(CheckResult::Wrong {
                    found: format!(
                        "at the start query {word} is answered by {answer}, not {right}"
                    ),
                    fix: "fix the rules of the engine, or do not answer the query at all",
                });
            }
        }
    }
    Ok(match unanswered.is_empty() {
        true => CheckResult::Fine,
        false => CheckResult::Note(format!(
            "it does not answer {}; Agon need not ask, but others may",
            unanswered.join(", ")
        )),
    })
}

/// Unknown words must be ignored.
fn strange_words(
    engine: &mut ExternalEngine,
    report: &mut Report<impl Write>,
) -> Result<(), Failure> {
    let passed = engine.with(|arbiter| {
        arbiter.position("startpos", &[])?;
        arbiter.io().send("xyzzy 1 2 3")?;
        arbiter.ready()
    });
    let verdict = passed.map_or_else(|forfeit| wrong(&forfeit), |()| CheckResult::Fine);
    report.tell(None, "words that it does not know are let pass", verdict)
}

/// The engine must exit after `quit`.
fn farewell(engine: &mut ExternalEngine, report: &mut Report<impl Write>) -> Result<(), Failure> {
    let left = engine.with(|arbiter| {
        arbiter.io().send("quit")?;
        Ok(arbiter.io().exits())
    });
    let verdict = match left {
        Ok(true) => CheckResult::Fine,
        Ok(false) => CheckResult::Wrong {
            found: "it is still there".into(),
            fix: "end the program when quit is read, and when there is no more to read",
        },
        Err(forfeit) => wrong(&forfeit),
    };
    engine.end();
    report.tell(None, "quit ends it", verdict)
}

/// What is wrong with an engine that forfeits, and how to fix it.
fn wrong(forfeit: &Forfeit) -> CheckResult {
    let fix = match forfeit {
        Forfeit::NotStarted { .. } => "say how to start the engine, as in --check 'python3 bot.py'",
        Forfeit::Crashed { .. } => "keep reading lines until quit",
        Forfeit::Silent { word: "ugi", .. } => {
            "answer ugi by ugiok, and flush what is written after each line"
        }
        Forfeit::Silent { word: "isready", .. } => "answer isready by readyok, always",
        Forfeit::Silent { .. } => "answer go by bestmove MOVE in time, and at once after stop",
        Forfeit::Deaf => "keep reading lines while thinking",
        Forfeit::Flood { .. } => "write less while thinking",
        Forfeit::LongLine { .. } => "end each line, and keep it short",
        Forfeit::NotText => "write UTF-8, or only ASCII",
        Forfeit::Garbage { .. } => "write exactly two words: bestmove MOVE",
        Forfeit::Unasked { .. } => "write bestmove once for each go, and never else",
        Forfeit::NotOffered { .. } => "name the game in the option Game",
        Forfeit::Illegal { .. } => {
            "set up the position that was told before go; query legal, written while choosing a \
             move, asks for the legal moves"
        }
    };
    CheckResult::Wrong { found: format!("it {forfeit} ({})", forfeit.kind()), fix }
}

/// Prints the results of the checks, and counts them.
struct Report<'a, W> {
    out: &'a mut W,
    json: bool,
    wrong: usize,
    points: usize,
}

impl<W: Write> Report<'_, W> {
    /// Prints a check of a game; `false` if the engine forfeits.
    fn tell_result(
        &mut self,
        game: &str,
        point: &str,
        result: Result<CheckResult, Forfeit>,
    ) -> Result<bool, Failure> {
        let goes_on = result.is_ok();
        let verdict = result.unwrap_or_else(|forfeit| wrong(&forfeit));
        self.tell(Some(game), point, verdict)?;
        Ok(goes_on)
    }

    fn tell(
        &mut self,
        game: Option<&str>,
        point: &str,
        verdict: CheckResult,
    ) -> Result<(), Failure> {
        self.points += 1;
        let (word, found, fix) = match &verdict {
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
    fn close(self) -> Result<(), Failure> {
        if !self.json {
            let points = counted(self.points, "point");
            match self.wrong {
                0 => writeln!(self.out, "all is well: {points}")?,
                wrong => writeln!(self.out, "{wrong} of {points} to be fixed")?,
            }
        }
        if self.wrong == 0 { Ok(()) } else { Err(Failure::Unknown) }
    }
}
