//! `agon contest`: plays the contest of a file.

use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_arena::contest::{
    Format, Pairing, Record, Results, ScheduledGame, Standings, TournamentState, result_text,
};
use agon_core::counted;
use serde_json::json;

use crate::cli::{ContestArgs, RunArgs};
use crate::contests::{
    Archive, ContestFile, Entrant, PlayerPool, StoredContest, SystemClock, points, record_json,
    report, run_workers,
};
use crate::engines::{EngineLog, Restrictions};
use crate::failure::Failure;
use crate::interrupt;
use crate::store::LockedFile;
use crate::terminal::{Progress, notice};

/// Plays the contest, and reports on it.
pub fn contest(args: &ContestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let path = args.archive.clone().unwrap_or_else(|| args.file.with_extension("games"));
    let mut contest = ContestFile::read(&args.file, std::slice::from_ref(&path))?;
    let log = args.run.log.as_deref().map(|path| EngineLog::create(Some(path))).transpose()?;
    contest.entrants.iter_mut().for_each(|entrant| entrant.log = log.clone());
    let ContestFile { name, tournament, identity, entrants, .. } = &contest;
    let archive = Archive::open(&path, name, tournament, identity, entrants)?;
    if entrants.iter().any(Entrant::has_program) {
        let line = Restrictions::of_this_system().to_string();
        notice(&line);
        archive.store_restrictions(&line)?;
    }
    let stored = archive.load()?;
    if !stored.games.is_empty() {
        let games = counted(stored.games.len() as u64, "game");
        notice(format_args!(
            "going on: {games} were played before, and are kept in {}",
            path.display()
        ));
    }
    let run = ContestRun {
        contest: &contest,
        archive: Mutex::new(archive),
        state: Mutex::new(RunState { results: stored.results(), ..RunState::default() }),
        changed: Condvar::new(),
        progress: Progress::new(),
    };
    interrupt::during(|| run.run(threads(&args.run)))?;
    run.progress.clear();
    let stored = lock(&run.archive).load()?;
    let page = args.report.clone().unwrap_or_else(|| args.file.with_extension("html"));
    LockedFile::lock(&page)?.write(report(&stored)?.as_bytes())?;
    if let Some(path) = &args.run.records {
        let records: Vec<Record> = stored.games.iter().map(|(_, record)| record.clone()).collect();
        write_records(path, &records)?;
    }
    let state = tournament.state(&stored.results());
    match args.run.json {
        true => print_json(&stored, &state, out)?,
        false => print(&stored, &state, out)?,
    }
    notice(format_args!("the report is in {}", page.display()));
    if !state.is_over {
        notice("stopped before all games were played; the same command goes on");
        return Err(Failure::Unknown);
    }
    Ok(())
}

/// The number of games that are played at once.
pub fn threads(run: &RunArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    run.concurrency.map_or_else(processors, usize::from)
}

/// Locks also after a panic: results are added in one step, so the state is consistent.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes records to a file, as text or as JSON lines.
pub fn write_records(path: &Path, records: &[Record]) -> Result<(), Failure> {
    let is_json = path.extension().is_some_and(|ending| ending == "jsonl");
    let text: String = records
        .iter()
        .map(|record| match is_json {
            true => format!("{}\n", record_json(record)),
            false => format!("{record}\n"),
        })
        .collect();
    LockedFile::lock(path)?.write(text.as_bytes())
}

/// A contest in progress.
struct ContestRun<'a> {
    contest: &'a ContestFile,
    archive: Mutex<Archive>,
    state: Mutex<RunState>,
    /// Notified when a game is over.
    changed: Condvar,
    progress: Progress,
}

#[derive(Default)]
struct RunState {
    results: Results,
    waiting: VecDeque<ScheduledGame>,
    playing: HashSet<String>,
    failed: Option<Failure>,
}

impl ContestRun<'_> {
    fn run(&self, threads: usize) -> Result<(), Failure> {
        let failed = |failure: Failure| {
            lock(&self.state).failed.get_or_insert(failure);
            self.changed.notify_all();
        };
        run_workers(threads, || self.work(), failed);
        match lock(&self.state).failed.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays game after game. A game is stored before the next one begins.
    fn work(&self) -> Result<(), Failure> {
        let mut pool = PlayerPool::default();
        let clock = SystemClock::start();
        while let Some(game) = self.next() {
            let Some(record) = self.play(&game, &mut pool, &clock)? else { return Ok(()) };
            let key = game.key();
            lock(&self.archive).store(&key, &record)?;
            let mut state = lock(&self.state);
            state.playing.remove(&key);
            state.results.extend(record.result.map(|result| (key, result)));
            let (done, all) = (state.results.len(), self.contest.tournament.games());
            drop(state);
            self.changed.notify_all();
            let about = if matches!(self.contest.tournament.format, Format::Elimination { .. }) {
                "about "
            } else {
                ""
            };
            self.progress.show(format_args!("{done} of {about}{all} games"));
        }
        Ok(())
    }

    /// The next game to be played; waits while that depends on games in progress. `None` if
    /// there is none, or the contest was stopped.
    fn next(&self) -> Option<ScheduledGame> {
        let mut state = lock(&self.state);
        loop {
            if state.failed.is_some() || interrupt::interrupted() {
                return None;
            }
            if state.waiting.is_empty() {
                let tournament = self.contest.tournament.state(&state.results);
                let ready = tournament.ready().filter(|game| !state.playing.contains(&game.key()));
                let ready: VecDeque<ScheduledGame> = ready.cloned().collect();
                state.waiting = ready;
            }
            if let Some(game) = state.waiting.pop_front() {
                state.playing.insert(game.key());
                return Some(game);
            }
            if state.playing.is_empty() {
                return None;
            }
            // The timeout is for signals, which notify nobody.
            let waited = self.changed.wait_timeout(state, Duration::from_millis(200));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(
        &self,
        game: &ScheduledGame,
        pool: &mut PlayerPool,
        clock: &SystemClock,
    ) -> Result<Option<Record>, Failure> {
        let ContestFile { name, settings, entrants, .. } = self.contest;
        let start = settings.start(game.opening.into())?;
        let first_moves = game.players.map(|player| entrants[player].first_moves.as_slice());
        let players = pool.pair(entrants, game.players);
        let key = game.key();
        let played = settings.play(&key, &start, game.depth, first_moves, players, clock)?;
        let Some(played) = played else { return Ok(None) };
        let names = game.players.map(|player| entrants[player].name.clone());
        let mut record = played.record(settings.game, names);
        record.set_tag("Event", name);
        record.set_tag("Round", key);
        record.set_tag("Seed", settings.seed);
        if let Some(depth) = game.depth {
            record.set_tag("Depth", depth);
        }
        Ok(Some(record))
    }
}

/// Prints the standings, and the pairings of an elimination.
fn print(
    stored: &StoredContest,
    state: &TournamentState,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", stored.name)?;
    if matches!(stored.tournament.format, Format::Elimination { .. }) {
        for pairing in &state.pairings {
            print_pairing(stored, pairing, out)?;
        }
    }
    let wide =
        stored.entrants.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6}  95 %",
        "place", "name", "points", "won", "drawn", "lost", "rating"
    )?;
    for row in &Standings::of(&stored.tournament, state).0 {
        let (low, high) = row.interval;
        writeln!(
            out,
            "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6.0}  {low:.0} to {high:.0}",
            row.place,
            stored.entrants[row.entrant].0,
            points(row.half_points),
            row.tally.wins,
            row.tally.draws,
            row.tally.losses,
            row.rating,
        )?;
    }
    Ok(())
}

fn print_pairing(
    stored: &StoredContest,
    pairing: &Pairing,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = |entry: usize| &stored.entrants[entry].0;
    let [round, number] = pairing.number;
    let third = if pairing.for_third { " for the third place" } else { "" };
    let Some(second) = pairing.second else {
        return Ok(writeln!(out, "{round}.{number}  {} has a bye", name(pairing.first))?);
    };
    let [mine, theirs] = pairing.half_points().map(points);
    let first = name(pairing.first);
    write!(out, "{round}.{number}  {first} {mine} : {theirs} {}{third}", name(second))?;
    if let Some(begins) = pairing.lots.begins {
        write!(out, "; by lot {} began one more game", name(begins))?;
    }
    if let Some(advances) = pairing.lots.advances {
        write!(out, ", which was drawn; by lot {} goes on", name(advances))?;
    }
    Ok(writeln!(out)?)
}

fn print_json(
    stored: &StoredContest,
    state: &TournamentState,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for (key, record) in &stored.games {
        let line = json!({
            "game": key, "p1": record.players[0], "p2": record.players[1],
            "result": result_text(record.result), "reason": record.reason,
            "plies": record.moves.len(),
        });
        writeln!(out, "{line}")?;
    }
    for pairing in &state.pairings {
        let name = |entry: Option<usize>| entry.map(|entry| &stored.entrants[entry].0);
        let [round, number] = pairing.number;
        let line = json!({
            "round": round, "meeting": number, "first": name(Some(pairing.first)),
            "second": name(pairing.second), "points": pairing.half_points().map(points),
            "winner": name(pairing.winner()), "third_place": pairing.for_third,
            "begins_by_lot": name(pairing.lots.begins), "goes_on_by_lot": name(pairing.lots.advances),
        });
        writeln!(out, "{line}")?;
    }
    for row in &Standings::of(&stored.tournament, state).0 {
        let (name, player) = &stored.entrants[row.entrant];
        let line = json!({
            "place": row.place, "name": name, "player": player, "points": points(row.half_points),
            "won": row.tally.wins, "drawn": row.tally.draws, "lost": row.tally.losses,
            "rating": row.rating, "interval": [row.interval.0, row.interval.1],
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_worker_that_panics_ends_the_contest_and_finished_games_are_kept() {
        let entry = |name| format!("[[entry]]\nname = \"{name}\"\nplayer = \"random\"\n");
        let head = "game = \"tictactoe\"\nformat = \"swiss\"\nrounds = 2\n";
        let file = [head.to_string(), entry("a"), entry("b"), entry("c"), entry("d")].concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        fs::write(&path, file).unwrap();
        let mut contest = ContestFile::read(&path, &[]).unwrap();
        let ContestFile { name, tournament, identity, entrants, .. } = &contest;
        let path = folder.path().join("c.games");
        let archive = Archive::open(&path, name, tournament, identity, entrants).unwrap();
        // Nobody plays for the last one: who looks for it panics. The others wait for the end of
        // the first round.
        contest.entrants.pop();
        let run = ContestRun {
            contest: &contest,
            archive: Mutex::new(archive),
            state: Mutex::default(),
            changed: Condvar::new(),
            progress: Progress::new(),
        };
        let Err(Failure::Refused(message)) = run.run(3) else { panic!("the contest has failed") };
        assert!(message.starts_with("this is a bug in agon"), "{message}");
        assert!(message.contains("index out of bounds"), "{message}");
        assert!(lock(&run.archive).load().unwrap().games.len() < 4);
    }
}
