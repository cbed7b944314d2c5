//! Where the work of a command is done: by threads of this process, or by workers of a server.
//! Progress, signals and failures are handled here for all commands.

use std::fmt::{self, Display};
use std::path::Path;
use std::thread;
use std::time::Duration;

use agon_arena::contest::Record;
use agon_contest::{Event, GamePlayer, GamesTask, LiveFile, ScheduledGame};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_runner::{
    Coordinator, Note, Objects, RunFailure, RunNotice, SharedWork, SigningKey, Stop, Threads,
    Transport, Trust, Work,
};

use crate::cli::ClusterArgs;
use crate::cluster::{AcceptedWorkers, PackedTask, THREADS, Task, connect, measure};

/// The environment variable that names the server if `--workers` does not.
const VARIABLE: &str = "AGON_WORKERS";

/// How long a coordinator tries to connect.
const PATIENCE: Duration = Duration::from_secs(20);

pub enum Workplace {
    /// This many threads of this process.
    Threads(usize),
    /// Workers of a server.
    Server {
        transport: Box<dyn Transport>,
        /// The share of the workers, relative to other runs.
        weight: u32,
        /// The minimum speed of a worker in nodes per second.
        min_speed: u64,
        /// The workers that are believed; all, if it is `None`.
        accepted: Option<AcceptedWorkers>,
        /// One in this many results is checked.
        replay_rate: u32,
    },
}

/// The number of threads: that of the option, or one per processor.
pub fn threads(option: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    option.map_or_else(processors, usize::from)
}

impl Workplace {
    /// The server that the command line or the environment names, or threads.
    pub fn of(args: &ClusterArgs, threads: Option<u16>) -> Result<Workplace, Failure> {
        let variable = || std::env::var(VARIABLE).ok().filter(|url| !url.is_empty());
        let Some(url) = args.workers.clone().or_else(variable) else {
            return Ok(Workplace::Threads(self::threads(threads)));
        };
        if let Some(threads) = url.strip_prefix(THREADS) {
            let threads = threads.parse().ok().filter(|threads| (1..=256).contains(threads));
            let wrong = || Failure::Usage("write threads:N with N from 1 to 256".into());
            return Ok(Workplace::Threads(threads.ok_or_else(wrong)?));
        }
        let accepted = match args.accept_all_workers {
            true => None,
            false => {
                let accepted = AcceptedWorkers::of_user()?;
                // A mistake in the list is told now, and not in the middle of the run.
                accepted.read()?;
                Some(accepted)
            }
        };
        let transport =
            connect(&url, &args.server, "coordinator", Some(PATIENCE)).map_err(|failure| {
                // A variable is not visible on the command line, so the error names it.
                match (&args.workers, failure) {
                    (None, Failure::Refused(what)) => {
                        Failure::Refused(format!("{VARIABLE}: {what}"))
                    }
                    (_, failure) => failure,
                }
            })?;
        let (weight, min_speed, replay_rate) = (args.weight, args.min_speed, args.replay_rate);
        Ok(Workplace::Server { transport, weight, min_speed, accepted, replay_rate })
    }

    /// Executes work until it is done, interrupted or has failed. `unit` items belong together.
    /// Workers on other machines get a task with a title for people. Returns what was checked and
    /// rejected of theirs, in lines for people, which are also logged.
    pub fn run<W, E>(
        &self,
        work: &mut W,
        unit: usize,
        executor: impl Fn() -> Result<E, Failure> + Sync,
        task: impl FnOnce() -> Result<(String, PackedTask), Failure>,
    ) -> Result<Vec<String>, Failure>
    where
        W: SharedWork<Failure = Failure>,
        W::Item: Send,
        W::Output: Send,
        E: FnMut(&W::Item, Stop<'_>) -> Result<Option<W::Output>, Failure>,
    {
        let (transport, accepted, &weight, &min_speed, &replay_rate) = match self {
            Workplace::Threads(count) => {
                return run_on_threads(*count, unit, work, executor).map(|()| Vec::new());
            }
            Workplace::Server { transport, weight, min_speed, accepted, replay_rate } => {
                (transport, accepted, weight, min_speed, replay_rate)
            }
        };
        let (title, task) = task()?;
        let run = RunNotice {
            // The coordinator names it after the key of the run.
            run: String::new(),
            title: title.chars().take(100).collect(),
            task: task.hash,
            identity: measure()?.0,
            weight,
            min_speed,
            accepted: None,
            banned: Vec::new(),
            done: 0,
            progress: String::new(),
            is_over: false,
        };
        let objects = task.objects.into_iter().collect();
        let mut log = |note: Note| notice(note);
        let stop = interrupt::interrupted;
        let accepted = Box::new(|| accepted.as_ref().map(AcceptedWorkers::keys));
        let trust = Trust { key: SigningKey::random(), accepted, replay_rate };
        let mut coordinator =
            Coordinator::new(&**transport, trust, run, objects, unit as u64, &mut log, &stop);
        let result = watched(work, |work, watch| coordinator.run(work, executor, watch));
        let lines = coordinator.report();
        lines.iter().for_each(notice);
        result.map(|()| lines)
    }

    /// Plays games of an event, some of which may be in an archive.
    pub fn play(
        &self,
        event: &Event,
        archive: Option<&Path>,
        unit: usize,
        work: &mut impl SharedWork<Item = ScheduledGame, Output = Record, Failure = Failure>,
    ) -> Result<Vec<String>, Failure> {
        let run = |work: &mut _, live: Option<&LiveFile>| {
            let executor = || {
                let mut player = GamePlayer::new(event, live.and_then(LiveFile::add));
                Ok(move |game: &ScheduledGame, stop: Stop<'_>| player.play(game, stop))
            };
            self.run(work, unit, executor, || {
                let mut objects = Objects::new();
                let task = Task::Games(GamesTask::of(event, &mut objects)?);
                Ok((event.title(), task.pack(objects)))
            })
        };
        match (self, archive) {
            (Workplace::Threads(_), Some(archive)) => {
                LiveFile::during(archive, |live| run(work, Some(live)))
            }
            _ => run(work, None),
        }
    }
}

/// Executes work by this many threads of this process. `unit` items belong together.
pub fn run_on_threads<W, E>(
    count: usize,
    unit: usize,
    work: &mut W,
    executor: impl Fn() -> Result<E, Failure> + Sync,
) -> Result<(), Failure>
where
    W: Work<Failure = Failure>,
    W::Item: Send,
    W::Output: Send,
    E: FnMut(&W::Item, Stop<'_>) -> Result<Option<W::Output>, Failure>,
{
    let threads = Threads { count, unit, stop: &interrupt::interrupted };
    watched(work, |work, watch| threads.run(work, executor, watch))
}

/// Runs work, shows its progress, and stops it on a signal.
fn watched<W: Work<Failure = Failure>>(
    work: &mut W,
    run: impl FnOnce(&mut W, &mut dyn FnMut(&W)) -> Result<(), RunFailure<Failure>>,
) -> Result<(), Failure> {
    let progress = work.steps().map_or_else(Progress::default, |(_, all)| Progress::of(all));
    let mut watch = |work: &W| {
        if let Some((done, _)) = work.steps() {
            progress.advance_to(done);
        }
        progress.show(ProgressLine(work));
    };
    let result = interrupt::during(|| run(work, &mut watch));
    progress.clear();
    result.map_err(|failure| match failure {
        RunFailure::Work(failure) => failure,
        RunFailure::Server(what) => Failure::Refused(what),
        RunFailure::Panic(text) => {
            let what = "this is a bug in agon: the work could not go on";
            Failure::Refused(format!("{what} ({text}); what was stored is kept"))
        }
    })
}

/// The progress of work, computed when it is shown.
struct ProgressLine<'a, W>(&'a W);

impl<W: Work> Display for ProgressLine<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.progress())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use agon_contest::{Archive, ArchiveContest, ContestFile, ContestWork};

    #[test]
    fn a_worker_that_panics_ends_the_contest_and_finished_games_are_kept() {
        let entry = |name| format!("[[entry]]\nname = \"{name}\"\nplayer = \"random\"\n");
        let head = "game = \"tictactoe\"\nformat = \"swiss\"\nrounds = 2\n";
        let file = [head.to_string(), entry("a"), entry("b"), entry("c"), entry("d")].concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        fs::write(&path, file).unwrap();
        let mut contest = ContestFile::read(&path, &[], None).unwrap();
        let ContestFile { event, tournament, identity: settings, .. } = &contest;
        let Event { name, entrants, .. } = event;
        let (bonus, may_change) = (&[][..], true);
        let described = ArchiveContest { name, tournament, settings, entrants, bonus, may_change };
        let path = folder.path().join("c.games");
        let (archive, _) = Archive::open(&path, &described).unwrap();
        // There is no player after the last entrant; indexing it panics. The others wait for the
        // end of the first round.
        contest.event.entrants.pop();
        let mut work =
            ContestWork::new(&contest, &archive.load().unwrap(), archive.writer().unwrap());
        let played = Workplace::Threads(3).play(&contest.event, Some(&path), 1, &mut work);
        let Err(Failure::Refused(message)) = played else { panic!("the contest has failed") };
        assert!(message.starts_with("this is a bug in agon"), "{message}");
        assert!(message.contains("index out of bounds"), "{message}");
        assert!(archive.load().unwrap().games.len() < 4);
    }
}
