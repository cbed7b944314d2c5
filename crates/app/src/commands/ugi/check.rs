//! `agon ugi --check`: tests somebody's engine, and says what to mend.

use std::io::Write;

use agon_arena::ugi::{Arbiter, Forfeit, Go, Lines as _, Question};
use agon_arena::{GAMES, GameEntry, Refused};
use agon_core::{Refusal as _, counted, quote};
use serde_json::json;

use crate::engines::{Engine, EngineLimits, Process};
use crate::failure::Failure;

/// How many moves an engine makes in a game.
const PLIES: usize = 12;

/// How long an engine thinks about a move, in milliseconds.
const MOVETIME: u64 = 50;

/// How long it may take to come to an end, in milliseconds.
const STOPPING: u64 = 2_000;

/// What became of a point.
enum Verdict {
    Fine,
    /// Nothing that must be mended, but worth knowing.
    Note(String),
    /// What is wrong, and what would be right.
    Wrong {
        found: String,
        mend: &'static str,
    },
}

/// Tests the engine that a command starts, point by point.
pub fn check(command: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let mut report = Report { out, json, wrong: 0, points: 0 };
    let limits = EngineLimits::default();
    match Engine::start(command, &limits) {
        Ok(mut engine) => {
            let point = format!("ugi is answered by ugiok: {}", engine.name());
            report.tell(None, &point, Verdict::Fine)?;
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

/// Who it is, and which games it plays.
fn introduction(engine: &mut Engine, report: &mut Report<impl Write>) -> Result<(), Failure> {
    let heard = engine.with(|arbiter| {
        let said = |text: &str| !text.is_empty();
        let known = arbiter.games().iter().any(|name| GAMES.iter().any(|game| game.name == name));
        Ok((said(arbiter.name()), said(arbiter.author()), known))
    });
    let (name, author, games) = match heard {
        Ok(heard) => heard,
        Err(forfeit) => return report.tell(None, "it stays", wrong(&forfeit)),
    };
    let unless = |fine: bool, found: &str, mend| match fine {
        true => Verdict::Fine,
        false => Verdict::Wrong { found: found.into(), mend },
    };
    let mend = "before ugiok, write: id name NAME";
    report.tell(None, "it says its name", unless(name, "there was no id name", mend))?;
    let mend = "before ugiok, write: id author NAME";
    report.tell(None, "it says its author", unless(author, "there was no id author", mend))?;
    let mend = "before ugiok, write: option name Game type combo default santorini var santorini \
                var nim, with the games that it plays";
    let found = "the option Game offers no game that is known here";
    report.tell(None, "it offers games", unless(games, found, mend))?;
    let set = options(engine).map_or_else(|forfeit| wrong(&forfeit), |()| Verdict::Fine);
    report.tell(None, "its options can be set", set)
}

/// Sets every option to what it is at first.
fn options(engine: &mut Engine) -> Result<(), Forfeit> {
    let offers = engine.with(|arbiter| Ok(arbiter.offers().to_vec()))?;
    for offer in &offers {
        engine.set(&offer.name, &offer.default)?;
    }
    engine.with(Arbiter::ready)
}

/// Everything about one game; nothing of one that it does not offer.
fn game(
    engine: &mut Engine,
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
    let begun = engine.new_game(entry).map(|()| Verdict::Fine);
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
        let chosen = engine.choose(&*session, "startpos", &[], &go).map(|_| Verdict::Fine);
        if !report.tell_result(name, &format!("{go} is answered"), chosen)? {
            return Ok(());
        }
    }
    let stopped = engine.with(|arbiter| stop(arbiter, entry));
    if !report.tell_result(name, "stop ends go infinite", stopped)? {
        return Ok(());
    }
    let answered = engine.with(|arbiter| questions(arbiter, entry));
    report.tell_result(name, "what it answers to query is true", answered)?;
    Ok(())
}

/// Has an engine play both sides for a while, told the moves or the position by turns.
fn play(engine: &mut Engine, entry: &GameEntry, start: &str) -> Result<Verdict, Forfeit> {
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
    Ok(Verdict::Fine)
}

/// Begins a search that does not end, and ends it. There must be one move, not two.
fn stop(arbiter: &mut Arbiter<Process>, entry: &GameEntry) -> Result<Verdict, Forfeit> {
    let go = Go { infinite: true, ..Go::default() };
    arbiter.go("startpos", &[], &go, STOPPING)?;
    arbiter.stop(STOPPING)?;
    arbiter.best_move(&*entry.start(), STOPPING)?;
    arbiter.ready()?;
    Ok(Verdict::Fine)
}

/// Asks about the start, of which our rules know everything.
fn questions(arbiter: &mut Arbiter<Process>, entry: &GameEntry) -> Result<Verdict, Forfeit> {
    let sorted = |words: &str| {
        let mut words: Vec<String> = words.split_whitespace().map(String::from).collect();
        words.sort();
        words
    };
    arbiter.position("startpos", &[])?;
    let mut unanswered = Vec::new();
    for question in Question::ALL {
        let (word, right) = (question.word(), question.answer(&*entry.start()));
        match arbiter.query(question)? {
            None => unanswered.push(word),
            Some(answer) if sorted(&answer) == sorted(&right) => (),
            Some(answer) => {
                let (answer, right) = (quote(&answer), quote(&right));
                return Ok(Verdict::Wrong {
                    found: format!(
                        "at the start query {word} is answered by {answer}, not {right}"
                    ),
                    mend: "mend the rules of the engine, or do not answer the question at all",
                });
            }
        }
    }
    Ok(match unanswered.is_empty() {
        true => Verdict::Fine,
        false => Verdict::Note(format!(
            "it does not answer {}; Agon need not ask, but others may",
            unanswered.join(", ")
        )),
    })
}

/// Words that nobody knows must be let pass.
fn strange_words(engine: &mut Engine, report: &mut Report<impl Write>) -> Result<(), Failure> {
    let passed = engine.with(|arbiter| {
        arbiter.position("startpos", &[])?;
        arbiter.lines().send("xyzzy 1 2 3")?;
        arbiter.ready()
    });
    let verdict = passed.map_or_else(|forfeit| wrong(&forfeit), |()| Verdict::Fine);
    report.tell(None, "words that it does not know are let pass", verdict)
}

/// It must leave when it is told to.
fn farewell(engine: &mut Engine, report: &mut Report<impl Write>) -> Result<(), Failure> {
    let left = engine.with(|arbiter| {
        arbiter.lines().send("quit")?;
        Ok(arbiter.lines().leaves())
    });
    let verdict = match left {
        Ok(true) => Verdict::Fine,
        Ok(false) => Verdict::Wrong {
            found: "it is still there".into(),
            mend: "end the program when quit is read, and when there is no more to read",
        },
        Err(forfeit) => wrong(&forfeit),
    };
    engine.end();
    report.tell(None, "quit ends it", verdict)
}

/// What is wrong with an engine that forfeits, and what would be right.
fn wrong(forfeit: &Forfeit) -> Verdict {
    let mend = match forfeit {
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
    Verdict::Wrong { found: format!("it {forfeit} ({})", forfeit.kind()), mend }
}

/// Tells what becomes of the points, and counts.
struct Report<'a, W> {
    out: &'a mut W,
    json: bool,
    wrong: usize,
    points: usize,
}

impl<W: Write> Report<'_, W> {
    /// Tells a point of a game; `false` where the engine forfeits.
    fn tell_result(
        &mut self,
        game: &str,
        point: &str,
        result: Result<Verdict, Forfeit>,
    ) -> Result<bool, Failure> {
        let goes_on = result.is_ok();
        let verdict = result.unwrap_or_else(|forfeit| wrong(&forfeit));
        self.tell(Some(game), point, verdict)?;
        Ok(goes_on)
    }

    fn tell(&mut self, game: Option<&str>, point: &str, verdict: Verdict) -> Result<(), Failure> {
        self.points += 1;
        let (word, found, mend) = match &verdict {
            Verdict::Fine => ("ok", None, None),
            Verdict::Note(found) => ("note", Some(found), None),
            Verdict::Wrong { found, mend } => {
                self.wrong += 1;
                ("wrong", Some(found), Some(*mend))
            }
        };
        if self.json {
            let line = json!({
                "point": point, "game": game, "verdict": word, "found": found, "mend": mend,
            });
            writeln!(self.out, "{line}")?;
        } else {
            let game = game.map_or(String::new(), |game| format!("{game}: "));
            let found = found.map_or(String::new(), |found| format!(": {found}"));
            writeln!(self.out, "{word:<5} {game}{point}{found}")?;
            if let Some(mend) = mend {
                writeln!(self.out, "      to mend it: {mend}")?;
            }
        }
        Ok(self.out.flush()?)
    }

    /// Says how it all went.
    fn close(self) -> Result<(), Failure> {
        if !self.json {
            let points = counted(self.points, "point");
            match self.wrong {
                0 => writeln!(self.out, "all is well: {points}")?,
                wrong => writeln!(self.out, "{wrong} of {points} to be mended")?,
            }
        }
        if self.wrong == 0 { Ok(()) } else { Err(Failure::Unknown) }
    }
}
