//! An engine that plays any legal move, and has one fault.

use std::fs::File;
use std::io::{self, BufRead as _, Write as _};
use std::process::exit;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_arena::{AnyEngine, AnySession, SearchKind, SearchRequest, find, info_line};
use agon_core::conformance::TrialMoves;
use agon_core::{Notation, Proven, Refusal as _, Rng, Score, Side, Verdict};
use agon_games::{
    byte::Byte, nim::Nim, santorini::Santorini, theseus::Theseus, tictactoe::TicTacToe,
};
use agon_search::{Info, Limits, SearchControl};
use agon_ugi::{Command, Go, Query};

use super::fault::{Fault, Kind, Report};

/// The extra time of late moves, in milliseconds.
const LATE: u64 = 300;

/// Speaks UGI until the end.
pub fn run(fault: &'static Fault) {
    let (to, lines) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                return;
            }
        }
    });
    let session = find(fault.games[0]).unwrap().start();
    let rng = Rng::seeded(7);
    let mut engine = Engine {
        fault,
        lines,
        session,
        rng,
        game: fault.games[0],
        begun: 0,
        searches: 0,
        told: None,
        new_games: 0,
        moves_told: 0,
        lines_wanted: 1,
        engine: AnyEngine::default(),
        is_stopped: false,
        // The test harness writes nothing to this descriptor.
        out: File::options().write(true).open("/dev/fd/3").expect("a descriptor for the answers"),
    };
    while let Ok(line) = engine.lines.recv() {
        engine.handle(&line);
    }
    if fault.kind == Kind::StaysWithoutInput {
        thread::sleep(Duration::from_secs(1000));
    }
}

struct Engine {
    fault: &'static Fault,
    lines: Receiver<String>,
    session: Box<dyn AnySession>,
    rng: Rng,
    game: &'static str,
    /// The numbers of games and of searches so far.
    begun: u32,
    searches: u32,
    /// The first position of this game.
    told: Option<String>,
    new_games: u32,
    /// The number of moves in the last position command.
    moves_told: usize,
    /// How many best lines it reports.
    lines_wanted: usize,
    engine: AnyEngine,
    /// Whether it was stopped when it did not search.
    is_stopped: bool,
    out: File,
}

impl Engine {
    fn say(&self, line: &str) {
        let line = match self.fault.kind {
            Kind::Instead(begin, other) if line.starts_with(begin) => other,
            _ => line,
        };
        let mut out = &self.out;
        writeln!(out, "{line}").and_then(|()| out.flush()).unwrap_or_else(|_| exit(0));
    }

    fn handle(&mut self, line: &str) {
        match Command::read(line) {
            Ok(Some(Command::Ugi)) => self.introduce(),
            Ok(Some(Command::IsReady)) => self.say("readyok"),
            Ok(Some(Command::SetOption { name, value })) if name == "Game" => self.begin(&value),
            Ok(Some(Command::SetOption { name, value })) if name == "MultiPV" => {
                self.lines_wanted = value.parse().unwrap();
            }
            Ok(Some(Command::NewGame)) => {
                if self.fault.kind == Kind::RefusesGames {
                    self.say("info string error: no board");
                }
                self.told = None;
                self.new_games += 1;
                if self.fault.kind == Kind::NestedGames && self.new_games > 990 {
                    exit(5);
                }
            }
            Ok(Some(Command::Stop)) if self.fault.kind == Kind::LateStop => self.is_stopped = true,
            Ok(Some(Command::Position { start, moves })) => self.set_up(start, moves),
            Ok(Some(Command::Query(query))) => self.answer(query),
            Ok(Some(Command::Go(go))) => self.search(&go),
            Ok(Some(Command::Stop)) if self.fault.kind == Kind::AnswersIdleStop => {
                self.say("bestmove 11");
            }
            Ok(Some(Command::Quit)) if self.fault.kind != Kind::Stays => exit(0),
            Err(_) if self.fault.kind == Kind::Strict => exit(3),
            _ => (),
        }
    }

    fn introduce(&self) {
        self.say("id name Faulty");
        self.say("id author the tests");
        let games = self.fault.games;
        self.say(&format!(
            "option name Game type combo default {} var {}",
            games[0],
            games.join(" var ")
        ));
        if matches!(self.fault.kind, Kind::Searches(_)) {
            self.say("option name MultiPV type spin default 1 min 1 max 9");
        }
        self.say("ugiok");
    }

    fn begin(&mut self, game: &str) {
        self.begun += 1;
        let known = self.fault.games.iter().position(|known| *known == game).unwrap();
        // Options are set to their defaults first, so the first game has begun before.
        let is_back = known == 0 && self.game != self.fault.games[0];
        if self.fault.kind != Kind::OneGame || !is_back {
            self.game = self.fault.games[known];
        }
        self.session = find(self.game).unwrap().start();
        if matches!(self.fault.kind, Kind::Searches(_)) {
            // A network that is built in is read now, not in the time of the first move.
            self.session.prepare(&mut self.engine, 1 << 20).unwrap();
        }
    }

    fn set_up(&mut self, start: String, mut moves: Vec<String>) {
        let mut start = start;
        self.moves_told = moves.len();
        match self.fault.kind {
            Kind::NoMoves => moves.clear(),
            Kind::Stale => {
                let told = self.told.get_or_insert(format!("{start}|{}", moves.join(" ")));
                let (first, line) = told.split_once('|').unwrap();
                (start, moves) =
                    (first.into(), line.split_whitespace().map(String::from).collect());
            }
            _ => (),
        }
        let Ok(mut session) = find(self.game).unwrap().open(&start) else { return };
        if moves.iter().all(|mv| session.play(mv).is_ok()) {
            self.session = session;
        }
    }

    fn answer(&self, query: Query) {
        let right = query.answer(&*self.session);
        let answer = match self.fault.kind {
            Kind::Answer(word, answer) if word == query.word() => answer.into(),
            Kind::MissingMove if query == Query::Legal => {
                right.rsplit_once(' ').map_or(right.clone(), |(most, _)| most.to_string())
            }
            _ => right,
        };
        self.say(&format!("response {answer}"));
    }

    fn search(&mut self, go: &Go) {
        self.searches += 1;
        if std::mem::take(&mut self.is_stopped) {
            self.say("bestmove none");
            return;
        }
        let mv = self.choose();
        match self.fault.kind {
            Kind::Searches(report) => {
                let best = self.search_and_report(report, go);
                self.think(go);
                self.say(&best);
                return;
            }
            Kind::Info(line) => self.say(line),
            Kind::AlwaysWins => self.say("info depth 1 score win 3"),
            Kind::FirstSideScores => self.say_score_of_first_side(),
            _ => self.say("info depth 1 score value 0 nodes 1"),
        }
        self.think(go);
        self.say(&format!("bestmove {mv}"));
    }

    fn say_score_of_first_side(&self) {
        let Ok(Some(Proven { verdict, .. })) = self.session.proven(&()) else { return };
        let is_first = self.session.to_move() == Side::First;
        match if is_first { verdict } else { verdict.for_opponent() } {
            Verdict::Win => self.say("info score win 9"),
            Verdict::Lose => self.say("info score lose 9"),
            Verdict::Draw => self.say("info score value 0"),
        }
    }

    /// Searches, and says what it has found. Returns its last line.
    fn search_and_report(&mut self, report: Report, go: &Go) -> String {
        // Little, so that it is in time on a busy machine.
        let depth = if go.nodes.is_some() { 3 } else { go.depth.unwrap_or(2).min(2) };
        let nodes = go.nodes.unwrap_or(u64::MAX);
        let limits = Limits { depth, nodes, lines: self.lines_wanted };
        let (search, eval) = (SearchKind::Engine, None);
        let request = SearchRequest { search, limits, eval, hash_bytes: 1 << 20 };
        let found = Mutex::new(Vec::new());
        let keep = |info: &Info<String>| found.lock().unwrap().push(info.clone());
        let control = SearchControl::default().reporting(&keep);
        let best = self.session.best_with(&mut self.engine, &request, &control, &()).unwrap();
        let Some(best) = best else { return "bestmove none".into() };
        let deepest = best.depth;
        let mut found = found.into_inner().unwrap();
        found.retain(|info| info.depth == deepest);
        if report == Report::OneLine {
            found.truncate(1);
        }
        let numbers: Vec<usize> = (1..=found.len()).collect();
        if report == Report::WorstLineFirst {
            found.reverse();
        }
        let mut own = best.moves[0].clone();
        for (info, number) in found.iter_mut().zip(numbers) {
            info.line = number;
            self.falsify(info, &best, report);
            self.say(&info_line(info, 0.01));
            if number == 1 {
                own.clone_from(&info.moves[0]);
            }
        }
        match report {
            Report::OtherMove => own = self.session.moves().pop().unwrap().text,
            Report::OwnReply => return format!("bestmove {own} ponder {own}"),
            Report::OpponentsLine => own.clone_from(&best.moves[0]),
            _ => {}
        }
        format!("bestmove {own}")
    }

    /// Makes what was found as wrong as the fault is.
    fn falsify(&self, info: &mut Info<String>, best: &Info<String>, report: Report) {
        let Info { score, moves, .. } = info;
        let is_first = self.session.to_move() == Side::First;
        // As large as an estimate can be.
        let value = Score::estimate(score.points());
        match report {
            Report::Honest | Report::OneLine | Report::OtherMove | Report::OwnReply => {}
            Report::WorstLineFirst => {}
            Report::Values => *score = value,
            Report::Inverted => *score = -value,
            Report::ForFirstSide => *score = if is_first { value } else { -value },
            Report::ForOpponent => *score = -*score,
            Report::WinInThree => *score = Score::win_in(3),
            Report::WinInZero => *score = Score::win_in(0),
            Report::LateWin => {
                if let (true, Some(Proven { plies: Some(plies), .. })) =
                    (score.is_win(), score.proven())
                {
                    *score = Score::win_in(plies + 1);
                }
            }
            Report::EarlyLoss if score.points() < 0 => *score = Score::lose_in(2),
            Report::EarlyLoss => {}
            Report::TenfoldNodes => info.nodes *= 10,
            Report::RepeatedMove => moves.insert(0, moves[0].clone()),
            Report::BeyondTheEnd => {
                moves.extend(["00", "01", "02", "10", "11", "12"].map(Into::into))
            }
            Report::OpponentsLine => {
                moves.remove(0);
                moves.extend(best.moves.first().cloned());
            }
            Report::SameLines => *moves = best.moves.clone(),
        }
    }

    /// Waits as long as a search would take.
    fn think(&mut self, go: &Go) {
        let mine = self.session.to_move().index();
        let limit = go.deadline(self.session.to_move());
        let is_timed = limit.is_some() && self.fault.games[0] == "tictactoe";
        let late = match self.fault.kind {
            Kind::Late => limit.unwrap_or(0) + LATE,
            Kind::SometimesLate if self.searches.is_multiple_of(5) => limit.unwrap_or(0) + LATE,
            Kind::OtherClock => go.time[1 - mine].map_or(0, |time| time / 40),
            Kind::Increment => go.increment[mine] / 2,
            Kind::ClockByMoves => go.time[self.moves_told % 2].map_or(0, |time| time / 40),
            Kind::LoadsLate if self.searches == 1 => LATE,
            _ => 0,
        };
        if is_timed && limit.is_some_and(|limit| limit < 10_000) {
            thread::sleep(Duration::from_millis(late));
        }
        // A long search, which can be stopped.
        let is_long = go.is_infinite() || limit.is_some_and(|limit| limit >= 10_000);
        let is_free = go.time[mine].is_none_or(|time| time >= 10_000);
        if is_long && is_free {
            self.wait_for_stop();
        }
    }

    fn wait_for_stop(&mut self) {
        let began = Instant::now();
        if self.fault.kind == Kind::NoStop {
            thread::sleep(Duration::from_secs(2));
            return;
        }
        loop {
            match self.lines.recv_timeout(Duration::from_secs(20).saturating_sub(began.elapsed())) {
                Ok(line) if line.trim() == "stop" => {
                    if self.fault.kind == Kind::Twice {
                        self.say(&format!("bestmove {}", self.session.moves()[0].text));
                    }
                    return;
                }
                Ok(line) if self.fault.kind != Kind::Deaf => self.handle(&line),
                Ok(_) => (),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn choose(&mut self) -> String {
        let legal: Vec<String> = self.session.moves().into_iter().map(|mv| mv.text).collect();
        match self.fault.kind {
            Kind::NoPass if legal == ["pass"] => exit(4),
            Kind::ShortBreath if self.session.ply() >= 10 => exit(4),
            Kind::Illegal(kind) if self.rng.below(4) == 0 => {
                let refused = self.refused(kind);
                if let Some(mv) = self.rng.pick(&refused) {
                    return mv.clone();
                }
            }
            Kind::OtherSide => {
                let fen = self.session.position();
                let other = match fen.contains(" B ") {
                    true => fen.replace(" B ", " R "),
                    false => fen.replace(" R ", " B "),
                };
                let other = find(self.game).unwrap().open(&other).map(|session| session.moves());
                if let Ok(moves) = other
                    && let Some(mv) = self.rng.pick(&moves)
                {
                    return mv.text.clone();
                }
            }
            _ => (),
        }
        self.rng.pick(&legal).cloned().unwrap_or_else(|| "none".into())
    }

    /// The moves here that are refused for a reason.
    fn refused(&self, kind: &str) -> Vec<String> {
        let fen = self.session.position();
        let all = match self.game {
            "santorini" => refused::<Santorini>(&fen),
            "nim" => refused::<Nim>(&fen),
            "byte" => refused::<Byte>(&fen),
            "theseus" => refused::<Theseus>(&fen),
            _ => refused::<TicTacToe>(&fen),
        };
        let of_kind = all.into_iter().filter(|(_, found)| *found == kind).map(|(mv, _)| mv);
        of_kind.filter(|mv| self.session.read(mv).is_err()).collect()
    }
}

/// The moves of a position that the rules refuse, with the kinds of their refusals.
fn refused<G: Notation + TrialMoves>(fen: &str) -> Vec<(String, &'static str)> {
    let Ok((game, position)) = G::read(fen) else { return Vec::new() };
    let trials = game.trial_moves(&position).into_iter();
    let refused = trials.filter_map(|mv| {
        let kind = game.check(&position, mv).err()?.kind();
        Some((game.write_move(&position, mv), kind))
    });
    refused.collect()
}
