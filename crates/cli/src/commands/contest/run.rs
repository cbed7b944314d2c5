//! A contest while it is played: which games are next, and the threads that play them.

mod over_cluster;

use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::SyncSender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use agon_arena::contest::Record;
use agon_contest::{
    Batch, ContestFile, Event, Format, GameEnd, GameWriter, LiveFile, NEITHER_COULD_PLAY,
    PlayerPool, Results, ScheduledGame, game_end, run_workers, store_behind,
};
use agon_core::{Outcome, Side};
use agon_host::{Failure, Progress, interrupt};
use agon_ugi::SystemClock;

use super::lock;

/// A contest in progress.
pub struct ContestRun<'a> {
    contest: &'a ContestFile,
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

impl<'a> ContestRun<'a> {
    /// A contest with the results so far.
    pub fn new(contest: &'a ContestFile, results: Results) -> ContestRun<'a> {
        let state = RunState { results, ..RunState::default() };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        ContestRun { contest, state, changed, progress: Progress::new() }
    }

    /// Plays all games that can be played, this many at once. A game counts once it is stored.
    pub fn run(&self, writer: GameWriter, threads: usize, live: &LiveFile) -> Result<(), Failure> {
        let failed = |failure: Failure| {
            lock(&self.state).failed.get_or_insert(failure);
            self.changed.notify_all();
        };
        store_behind(
            writer,
            |(key, result)| self.count(key, result),
            failed,
            |sender| run_workers(threads, || self.work(sender, live), failed),
        );
        match lock(&self.state).failed.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Removes the line of progress.
    pub fn clear_progress(&self) {
        self.progress.clear();
    }

    /// Plays game after game, and hands them over to be stored.
    fn work(
        &self,
        sender: &SyncSender<Batch<(String, Option<GameEnd>)>>,
        live: &LiveFile,
    ) -> Result<(), Failure> {
        let mut pool = PlayerPool::shown_in(live.add());
        let clock = SystemClock::start();
        while let Some(game) = self.next() {
            let Some(record) = self.play(&game, &mut pool, &clock)? else { return Ok(()) };
            let key = game.key();
            let games = vec![(key.clone(), record.to_string())];
            // Who stores them has failed if nobody takes them.
            if sender.send(Batch { games, told: (key, game_end(&record)) }).is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Counts a game that is stored.
    fn count(&self, key: String, result: Option<GameEnd>) {
        let mut state = lock(&self.state);
        state.playing.remove(&key);
        state.results.extend(result.map(|result| (key, result)));
        let (done, all) = (state.results.len(), self.contest.tournament.games());
        drop(state);
        self.changed.notify_all();
        let is_estimate = matches!(self.contest.tournament.format, Format::Elimination { .. });
        let about = if is_estimate { "about " } else { "" };
        self.progress.show(format_args!("{done} of {about}{all} games"));
    }

    /// The next game to be played; waits while that depends on games in progress. `None` if
    /// there is none, or the contest was stopped.
    fn next(&self) -> Option<ScheduledGame> {
        let mut state = lock(&self.state);
        loop {
            if state.failed.is_some() || interrupt::interrupted() {
                return None;
            }
            if let Some(game) = self.take_ready(&mut state) {
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

    /// A game that can be played now.
    fn take_ready(&self, state: &mut RunState) -> Option<ScheduledGame> {
        if state.waiting.is_empty() {
            let tournament = self.contest.tournament.state(&state.results);
            let ready = tournament.ready().filter(|game| !state.playing.contains(&game.key()));
            let ready: VecDeque<ScheduledGame> = ready.cloned().collect();
            state.waiting = ready;
        }
        let game = state.waiting.pop_front()?;
        state.playing.insert(game.key());
        Some(game)
    }

    /// Plays a game; `None` if it was stopped.
    fn play(
        &self,
        game: &ScheduledGame,
        pool: &mut PlayerPool,
        clock: &SystemClock,
    ) -> Result<Option<Record>, Failure> {
        if let Some(record) = self.walkover(game)? {
            return Ok(Some(record));
        }
        let start = self.contest.settings.start(game.opening.into())?;
        self.event().play(game, &start, pool, clock)
    }

    /// How its games are played.
    pub fn event(&self) -> Event<'a> {
        let ContestFile { name, settings, rules, entrants, .. } = self.contest;
        Event { name, is_match: false, settings, rules: *rules, entrants }
    }

    /// The record of a game with one who cannot play: that one loses without play. Two such both
    /// lose, so the record has no result.
    fn walkover(&self, game: &ScheduledGame) -> Result<Option<Record>, Failure> {
        let ContestFile { settings, entrants, .. } = self.contest;
        let broken = game.players.map(|player| entrants[player].broken.is_some());
        let (result, reason) = match broken {
            [false, false] => return Ok(None),
            [true, false] => (Some(Outcome::Win(Side::Second)), "P1 could not play"),
            [false, true] => (Some(Outcome::Win(Side::First)), "P2 could not play"),
            [true, true] => (None, NEITHER_COULD_PLAY),
        };
        let start = settings.start(game.opening.into())?;
        let event = self.event();
        let mut record = Record::new(settings.game, &start, event.names(game));
        (record.result, record.reason) = (result, Some(reason.into()));
        Ok(Some(event.tagged(game, record)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use agon_contest::{Archive, ArchiveContest};

    #[test]
    fn a_worker_that_panics_ends_the_contest_and_finished_games_are_kept() {
        let entry = |name| format!("[[entry]]\nname = \"{name}\"\nplayer = \"random\"\n");
        let head = "game = \"tictactoe\"\nformat = \"swiss\"\nrounds = 2\n";
        let file = [head.to_string(), entry("a"), entry("b"), entry("c"), entry("d")].concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        fs::write(&path, file).unwrap();
        let mut contest = ContestFile::read(&path, &[], None).unwrap();
        let ContestFile { name, tournament, identity: settings, entrants, .. } = &contest;
        let (bonus, may_change) = (&[][..], true);
        let described = ArchiveContest { name, tournament, settings, entrants, bonus, may_change };
        let path = folder.path().join("c.games");
        let (archive, _) = Archive::open(&path, &described).unwrap();
        // Nobody plays for the last one: who looks for it panics. The others wait for the end of
        // the first round.
        contest.entrants.pop();
        let run = ContestRun::new(&contest, Results::new());
        let Err(Failure::Refused(message)) =
            LiveFile::during(&path, |live| run.run(archive.writer().unwrap(), 3, live))
        else {
            panic!("the contest has failed")
        };
        assert!(message.starts_with("this is a bug in agon"), "{message}");
        assert!(message.contains("index out of bounds"), "{message}");
        assert!(archive.load().unwrap().games.len() < 4);
    }
}
