//! `agon contest`: a contest that is written in a file.

use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_arena::contest::{
    Format, Pairing, Record, Results, ScheduledGame, Stage, Standings, result_text,
};
use agon_core::counted;
use serde_json::json;

use crate::cli::{ContestArgs, CourseArgs};
use crate::contests::{
    Archive, Bench, ContestFile, Kept, SystemClock, points, record_json, report,
};
use crate::failure::Failure;
use crate::interrupt;
use crate::store::LockedFile;
use crate::terminal::{Progress, notice};

/// Plays the contest, and reports on it.
pub fn contest(args: &ContestArgs, out: &mut impl Write) -> Result<(), Failure> {
    let contest = ContestFile::read(&args.file)?;
    let path = args.archive.clone().unwrap_or_else(|| args.file.with_extension("games"));
    let ContestFile { name, plan, settings, entries, .. } = &contest;
    let archive = Archive::open(&path, name, plan, settings, entries)?;
    let kept = archive.kept()?;
    if !kept.games.is_empty() {
        let games = counted(kept.games.len() as u64, "game");
        notice(format_args!(
            "going on: {games} were played before, and are kept in {}",
            path.display()
        ));
    }
    let course = Course {
        contest: &contest,
        archive: Mutex::new(archive),
        state: Mutex::new(State { results: kept.results(), ..State::default() }),
        changed: Condvar::new(),
        progress: Progress::new(),
    };
    interrupt::during(|| course.run(threads(&args.course)))?;
    course.progress.clear();
    let kept = lock(&course.archive).kept()?;
    let page = args.report.clone().unwrap_or_else(|| args.file.with_extension("html"));
    LockedFile::lock(&page)?.write(report(&kept)?.as_bytes())?;
    if let Some(path) = &args.course.records {
        let records: Vec<Record> = kept.games.iter().map(|(_, record)| record.clone()).collect();
        write_records(path, &records)?;
    }
    let stage = plan.stage(&kept.results());
    match args.course.json {
        true => print_json(&kept, &stage, out)?,
        false => print(&kept, &stage, out)?,
    }
    notice(format_args!("the report is in {}", page.display()));
    if !stage.is_over {
        notice("stopped before all games were played; the same command goes on");
        return Err(Failure::Unknown);
    }
    Ok(())
}

/// How many games are played at once.
pub fn threads(course: &CourseArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    course.concurrency.map_or_else(processors, usize::from)
}

/// What a thread that panicked leaves is whole: results are added in one go.
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
struct Course<'a> {
    contest: &'a ContestFile,
    archive: Mutex<Archive>,
    state: Mutex<State>,
    /// Told when a game is over.
    changed: Condvar,
    progress: Progress,
}

#[derive(Default)]
struct State {
    results: Results,
    waiting: VecDeque<ScheduledGame>,
    playing: HashSet<String>,
    failed: Option<Failure>,
}

impl Course<'_> {
    fn run(&self, threads: usize) -> Result<(), Failure> {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(failure) = self.work() {
                        lock(&self.state).failed.get_or_insert(failure);
                    }
                    self.changed.notify_all();
                });
            }
        });
        match lock(&self.state).failed.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays game after game. A game is kept before the next one begins.
    fn work(&self) -> Result<(), Failure> {
        let mut bench = Bench::default();
        let clock = SystemClock::start();
        while let Some(fixture) = self.next() {
            let Some(record) = self.play(&fixture, &mut bench, &clock)? else { return Ok(()) };
            let key = fixture.key();
            lock(&self.archive).keep(&key, &record)?;
            let mut state = lock(&self.state);
            state.playing.remove(&key);
            state.results.extend(record.result.map(|result| (key, result)));
            let (done, all) = (state.results.len(), self.contest.plan.games());
            drop(state);
            self.changed.notify_all();
            let about = if matches!(self.contest.plan.format, Format::Elimination { .. }) {
                "about "
            } else {
                ""
            };
            self.progress.show(format_args!("{done} of {about}{all} games"));
        }
        Ok(())
    }

    /// The next game to be played; waits while that depends on games in progress. `None`
    /// where there is none, or everything ends.
    fn next(&self) -> Option<ScheduledGame> {
        let mut state = lock(&self.state);
        loop {
            if state.failed.is_some() || interrupt::interrupted() {
                return None;
            }
            if state.waiting.is_empty() {
                let stage = self.contest.plan.stage(&state.results);
                let ready = stage.ready().filter(|game| !state.playing.contains(&game.key()));
                let ready: VecDeque<ScheduledGame> = ready.cloned().collect();
                state.waiting = ready;
            }
            if let Some(fixture) = state.waiting.pop_front() {
                state.playing.insert(fixture.key());
                return Some(fixture);
            }
            if state.playing.is_empty() {
                return None;
            }
            // Woken from time to time, to look whether Ctrl-C was pressed.
            let waited = self.changed.wait_timeout(state, Duration::from_millis(200));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Plays a game; `None` where it was stopped.
    fn play(
        &self,
        fixture: &ScheduledGame,
        bench: &mut Bench,
        clock: &SystemClock,
    ) -> Result<Option<Record>, Failure> {
        let ContestFile { name, setup, entries, .. } = self.contest;
        let start = setup.start(fixture.opening.into())?;
        let wishes = fixture.players.map(|player| entries[player].wishes.as_slice());
        let players = bench.two(entries, fixture.players);
        let key = fixture.key();
        let played = setup.play(&key, &start, fixture.depth, wishes, players, clock)?;
        let Some(played) = played else { return Ok(None) };
        let names = fixture.players.map(|player| entries[player].name.clone());
        let mut record = played.record(setup.game, names);
        record.set_tag("Event", name);
        record.set_tag("Round", key);
        record.set_tag("Seed", setup.seed);
        if let Some(depth) = fixture.depth {
            record.set_tag("Depth", depth);
        }
        Ok(Some(record))
    }
}

/// The standings, and in an elimination who met whom.
fn print(kept: &Kept, stage: &Stage, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", kept.name)?;
    if matches!(kept.plan.format, Format::Elimination { .. }) {
        for meeting in &stage.meetings {
            print_meeting(kept, meeting, out)?;
        }
    }
    let wide = kept.entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6}  95 %",
        "place", "name", "points", "won", "drawn", "lost", "rating"
    )?;
    for row in &Standings::of(&kept.plan, stage).0 {
        let (low, high) = row.interval;
        writeln!(
            out,
            "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6.0}  {low:.0} to {high:.0}",
            row.place,
            kept.entries[row.entry].0,
            points(row.half_points),
            row.tally.wins,
            row.tally.draws,
            row.tally.losses,
            row.rating,
        )?;
    }
    Ok(())
}

fn print_meeting(kept: &Kept, meeting: &Pairing, out: &mut impl Write) -> Result<(), Failure> {
    let name = |entry: usize| &kept.entries[entry].0;
    let [round, number] = meeting.number;
    let third = if meeting.for_third { " for the third place" } else { "" };
    let Some(second) = meeting.second else {
        return Ok(writeln!(out, "{round}.{number}  {} has a bye", name(meeting.first))?);
    };
    let [mine, theirs] = meeting.half_points().map(points);
    let first = name(meeting.first);
    write!(out, "{round}.{number}  {first} {mine} : {theirs} {}{third}", name(second))?;
    if let Some(begins) = meeting.lots.begins {
        write!(out, "; by lot {} began one more game", name(begins))?;
    }
    if let Some(goes_on) = meeting.lots.goes_on {
        write!(out, ", which was drawn; by lot {} goes on", name(goes_on))?;
    }
    Ok(writeln!(out)?)
}

fn print_json(kept: &Kept, stage: &Stage, out: &mut impl Write) -> Result<(), Failure> {
    for (key, record) in &kept.games {
        let line = json!({
            "game": key, "p1": record.players[0], "p2": record.players[1],
            "result": result_text(record.result), "reason": record.reason,
            "plies": record.moves.len(),
        });
        writeln!(out, "{line}")?;
    }
    for meeting in &stage.meetings {
        let name = |entry: Option<usize>| entry.map(|entry| &kept.entries[entry].0);
        let [round, number] = meeting.number;
        let line = json!({
            "round": round, "meeting": number, "first": name(Some(meeting.first)),
            "second": name(meeting.second), "points": meeting.half_points().map(points),
            "winner": name(meeting.winner()), "third_place": meeting.for_third,
            "begins_by_lot": name(meeting.lots.begins), "goes_on_by_lot": name(meeting.lots.goes_on),
        });
        writeln!(out, "{line}")?;
    }
    for row in &Standings::of(&kept.plan, stage).0 {
        let (name, player) = &kept.entries[row.entry];
        let line = json!({
            "place": row.place, "name": name, "player": player, "points": points(row.half_points),
            "won": row.tally.wins, "drawn": row.tally.draws, "lost": row.tally.losses,
            "rating": row.rating, "interval": [row.interval.0, row.interval.1],
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
