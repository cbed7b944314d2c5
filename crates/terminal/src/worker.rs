//! The thread that runs searches, one after another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_arena::{AnyEngine, AnySession, SearchKind, SearchRequest};
use agon_core::{Side, Stop};
use agon_search::{Info, Limits, SearchControl, Threads, TimeManager};

use crate::job::{Job, Report, SearchPurpose};

/// The time limit of a hint.
const HINT_TIME: Duration = Duration::from_millis(700);

/// The time limit of an analysis.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);

/// The size of the transposition table for hints and analyses, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// Makes this many threads for a search.
pub type MakeThreads = fn(usize) -> Box<dyn Threads>;

/// The search thread. It ends when this value is dropped.
pub struct Worker {
    jobs: Option<Sender<(Job, Arc<AtomicBool>)>>,
    reports: Receiver<(u64, Report)>,
    /// Stops the search that was started last.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread. `session` has its evaluations loaded.
    pub fn new(session: Box<dyn AnySession>, threads: MakeThreads) -> Worker {
        let (jobs, taken) = channel::<(Job, Arc<AtomicBool>)>();
        let (told, reports) = channel();
        let thread = thread::spawn(move || {
            let mut searcher = Searcher { session, engine: AnyEngine::default(), threads, told };
            for (job, stop) in taken {
                searcher.run(&job, &stop);
            }
        });
        let stop = Arc::new(AtomicBool::new(false));
        Worker { jobs: Some(jobs), reports, stop, thread: Some(thread) }
    }

    /// Starts a search and stops the running one.
    pub fn start(&mut self, job: Job) {
        self.stop();
        self.stop = Arc::new(AtomicBool::new(false));
        if let Some(jobs) = &self.jobs {
            // The send cannot fail: the thread catches panics and takes jobs until this value is
            // dropped.
            let _ = jobs.send((job, Arc::clone(&self.stop)));
        }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The reports since the last call.
    pub fn reports(&self) -> Vec<(u64, Report)> {
        self.reports.try_iter().collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The data of the thread.
struct Searcher {
    session: Box<dyn AnySession>,
    /// For hints and analyses. It keeps its tables between searches.
    engine: AnyEngine,
    threads: MakeThreads,
    told: Sender<(u64, Report)>,
}

impl Searcher {
    fn run(&mut self, job: &Job, stop: &AtomicBool) {
        if stop.is_stopped() {
            return;
        }
        // A panic leaves the session valid, because a search does not change its moves.
        let done = catch_unwind(AssertUnwindSafe(|| self.search(job, stop)));
        let report = done.unwrap_or_else(|_| {
            let why = "the search has failed".to_string();
            match job.purpose {
                SearchPurpose::Move => Report::Chosen(Err(why)),
                SearchPurpose::Hint | SearchPurpose::Analysis => Report::Found(Err(why)),
            }
        });
        let _ = self.told.send((job.number, report));
    }

    fn search(&mut self, job: &Job, stop: &AtomicBool) -> Report {
        let prepared = self.prepare(job);
        let started = Instant::now();
        let elapsed = || started.elapsed();
        let told = self.told.clone();
        let report = |info: &Info<String>| {
            let _ = told.send((job.number, Report::Progress(info.clone())));
        };
        let control = |limit: Option<Duration>| {
            let time = limit.map(TimeManager::fixed);
            SearchControl::until(&stop).timed(time, &elapsed).reporting(&report)
        };
        if job.purpose == SearchPurpose::Move {
            let player = self.session.player(self.session.to_move());
            let control = control(player.movetime().map(Duration::from_millis));
            let threads = (self.threads)(player.threads());
            let chosen = prepared.and_then(|()| {
                self.session.choose(&control, &*threads).map_err(|refused| refused.to_string())
            });
            return Report::Chosen(chosen);
        }
        let is_hint = job.purpose == SearchPurpose::Hint;
        let control = control(Some(if is_hint { HINT_TIME } else { ANALYSIS_TIME }));
        let request = SearchRequest {
            search: SearchKind::Engine,
            limits: Limits::default(),
            eval: None,
            hash_bytes: HASH_BYTES,
        };
        let found = prepared.and_then(|()| {
            let best = self.session.best_with(&mut self.engine, &request, &control, &());
            best.map_err(|refused| refused.to_string())
        });
        Report::Found(found)
    }

    /// Brings the session to the position of a job. Players that stay the same keep their tables.
    fn prepare(&mut self, job: &Job) -> Result<(), String> {
        let session = &mut *self.session;
        let mut go = || {
            // The line has moves of a random player that other players cannot make.
            if session.catch_up(&job.made).is_err() {
                session.jump(0);
                session.follow(&job.made.join(" "))?;
            }
            for (side, player) in Side::BOTH.into_iter().zip(&job.players) {
                if session.player(side) != player {
                    session.set_player(side, player.clone())?;
                }
            }
            Ok(())
        };
        go().map_err(|refused: agon_arena::Refused| refused.to_string())
    }
}

#[cfg(test)]
mod tests {
    use agon_arena::{PlayerSpec, find};

    use super::*;

    fn worker(game: &str) -> Worker {
        Worker::new(find(game).unwrap().start(), |_| Box::new(()))
    }

    fn job(number: u64, purpose: SearchPurpose, players: [&str; 2]) -> Job {
        let players = players.map(|player| player.parse::<PlayerSpec>().unwrap());
        Job { number, purpose, made: Vec::new(), players }
    }

    fn end_of(worker: &Worker, number: u64) -> Report {
        loop {
            let (found, report) = worker.reports.recv().unwrap();
            if found == number && !matches!(report, Report::Progress(_)) {
                return report;
            }
        }
    }

    #[test]
    fn a_stopped_search_makes_room_for_the_next_one() {
        let mut worker = worker("santorini");
        worker.start(job(1, SearchPurpose::Move, ["engine:movetime=3600000", "person"]));
        worker.start(job(2, SearchPurpose::Move, ["minimax:depth=1", "person"]));
        let Report::Chosen(Ok(Some(chosen))) = end_of(&worker, 2) else { panic!("no move") };
        assert!(chosen.mv.starts_with('@'), "{}", chosen.mv);
    }

    #[test]
    fn a_job_is_done_in_its_own_position() {
        let mut worker = worker("tictactoe");
        let made = ["00", "11", "01", "22"].map(String::from).to_vec();
        worker.start(Job { made, ..job(1, SearchPurpose::Hint, ["person", "person"]) });
        let Report::Found(Ok(Some(best))) = end_of(&worker, 1) else { panic!("nothing found") };
        assert_eq!(best.moves[0], "02", "which wins");
        let made = ["00", "11", "22"].map(String::from).to_vec();
        worker.start(Job { made, ..job(2, SearchPurpose::Move, ["person", "minimax:depth=9"]) });
        let Report::Chosen(Ok(Some(chosen))) = end_of(&worker, 2) else { panic!("no move") };
        assert!(["01", "10", "12", "21"].contains(&chosen.mv.as_str()), "{}", chosen.mv);
    }

    #[test]
    fn a_player_that_fails_is_reported() {
        let mut worker = worker("tictactoe");
        let mut broken = job(1, SearchPurpose::Move, ["minimax:depth=1", "person"]);
        broken.made = vec!["99".into()];
        worker.start(broken);
        assert!(matches!(end_of(&worker, 1), Report::Chosen(Err(_))));
        worker.start(job(2, SearchPurpose::Move, ["minimax:depth=1", "person"]));
        assert!(matches!(end_of(&worker, 2), Report::Chosen(Ok(Some(_)))));
    }
}
