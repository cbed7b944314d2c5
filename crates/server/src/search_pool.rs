//! The search pool: runs jobs on threads, as the scheduler decides.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_arena::{AnySession, small_boards};
use agon_core::Stop;
use agon_service::{
    Caller, GameInput, Job, JobAction, JobContext, JobId, JobKind, JobResult, Kept, Report,
    Scheduler, Submission,
};
use agon_threads::ScopedThreads;
use tokio::sync::Notify;

use super::games::GameSender;

/// How often waiting jobs get a chance to run.
const TICK: Duration = Duration::from_millis(20);

/// How often is looked whether solved boards are still needed.
const EXPIRE_EVERY: Duration = Duration::from_secs(5);

/// Searches with more memory than this may get huge pages, which make them faster by a tenth.
const HUGE: u64 = 4 << 20;

/// The niceness of search threads, relative to the server.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

pub struct SearchPool {
    state: Mutex<PoolState>,
    /// Notifies that jobs have begun to wait.
    contended: Notify,
    started: Instant,
}

struct PoolState {
    scheduler: Scheduler,
    jobs: HashMap<JobId, PooledJob>,
    /// Whether searches get huge pages, and how many have them.
    allows_huge: bool,
    huge: usize,
    /// The sessions of players that have moved, by game, so that they keep their tables.
    sessions: HashMap<String, Box<dyn AnySession>>,
}

struct PooledJob {
    gate: Arc<Gate>,
    job: Arc<Job>,
    threads: usize,
    /// Whether it is ended for its memory, and will be started again.
    begins_again: bool,
    game: GameSender,
}

/// The numbers of jobs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobCounts {
    pub running: usize,
    /// Those that wait for their next turn.
    pub paused: usize,
    /// Those that have not begun.
    pub queued: usize,
}

impl SearchPool {
    /// A pool for this many threads at a time, and this many bytes of memory. With huge pages the
    /// system fills what was freed between blocks in use, so that memory does not come back.
    pub fn new(slots: usize, budget: u64, allows_huge: bool) -> Arc<SearchPool> {
        let state = PoolState {
            scheduler: Scheduler::new(slots, budget),
            jobs: HashMap::new(),
            allows_huge,
            huge: 0,
            sessions: HashMap::new(),
        };
        allow_huge_pages(false);
        Arc::new(SearchPool {
            state: Mutex::new(state),
            contended: Notify::new(),
            started: Instant::now(),
        })
    }

    /// Drops solved boards that are no longer needed, forever.
    pub async fn expire(self: Arc<SearchPool>) {
        loop {
            tokio::time::sleep(EXPIRE_EVERY).await;
            let mut state = self.lock();
            let actions = state.scheduler.expire(self.now());
            self.apply(state, actions);
        }
    }

    /// Gives waiting jobs their turns, forever.
    pub async fn keep_turns(self: Arc<SearchPool>) {
        loop {
            self.contended.notified().await;
            while self.lock().scheduler.is_contended() {
                tokio::time::sleep(TICK).await;
                let mut state = self.lock();
                let actions = state.scheduler.tick(self.now());
                self.apply(state, actions);
            }
        }
    }

    /// Adds a job of a game, which gets its reports and its result.
    pub fn submit(
        self: &Arc<SearchPool>,
        id: JobId,
        caller: &Caller,
        (job, threads): (Job, usize),
        game: GameSender,
    ) {
        let submission = Submission {
            id: id.clone(),
            account: caller.account(),
            kind: job.kind(),
            threads,
            bytes: job.bytes,
        };
        let mut state = self.lock();
        match state.scheduler.submit(submission, self.now()) {
            Ok(actions) => {
                let (gate, job, begins_again) = (Arc::default(), Arc::new(job), false);
                state.jobs.insert(id, PooledJob { gate, job, threads, begins_again, game });
                if state.scheduler.is_contended() {
                    self.contended.notify_one();
                }
                self.apply(state, actions);
            }
            Err(refusal) => {
                let result = match job.kind() {
                    JobKind::Move => JobResult::Move(Err(refusal.into())),
                    _ => JobResult::Reply(Err(refusal.into())),
                };
                // The game may be closed.
                game.send(GameInput::Finished(id.number, result));
            }
        }
    }

    /// Stops a job whose result is not needed any more.
    pub fn stop(self: &Arc<SearchPool>, id: &JobId) {
        let mut state = self.lock();
        let Some(job) = state.jobs.get_mut(id) else { return };
        job.begins_again = false;
        job.gate.stop();
        if !state.scheduler.stop(id, self.now()) {
            state.jobs.remove(id);
            let actions = state.scheduler.finish(id, None, self.now());
            self.apply(state, actions);
        }
    }

    /// Drops the players that are kept for a game.
    pub fn forget(&self, game: &str) {
        let dropped = {
            let mut state = self.lock();
            state.scheduler.forget(game);
            state.sessions.remove(game)
        };
        drop(dropped);
    }

    pub fn count(&self, kind: JobKind) -> JobCounts {
        let [running, paused, queued] = self.lock().scheduler.count(kind);
        JobCounts { running, paused, queued }
    }

    /// The memory in use by searches, and their budget.
    pub fn memory(&self) -> (u64, u64) {
        self.lock().scheduler.memory()
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The microseconds since the pool was created.
    fn now(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    /// Applies the actions of the scheduler.
    fn apply(
        self: &Arc<SearchPool>,
        mut state: MutexGuard<'_, PoolState>,
        actions: Vec<JobAction>,
    ) {
        let (mut evicted, mut drops_boards) = (Vec::new(), false);
        for action in actions {
            match action {
                JobAction::Start(id) => self.start(&mut state, id),
                JobAction::Pause(id) => {
                    state.jobs.get(&id).into_iter().for_each(|it| it.gate.pause())
                }
                JobAction::Resume(id) => {
                    state.jobs.get(&id).into_iter().for_each(|it| it.gate.resume());
                }
                JobAction::End(id) => {
                    if let Some(job) = state.jobs.get_mut(&id) {
                        job.begins_again = true;
                        job.gate.stop();
                    }
                }
                JobAction::Evict(Kept::Players(game)) => {
                    evicted.extend(state.sessions.remove(&game));
                }
                JobAction::Evict(Kept::Boards) => drops_boards = true,
            }
        }
        drop(state);
        // Freeing large tables takes a while.
        drop(evicted);
        if drops_boards {
            small_boards::forget_unused();
        }
    }

    /// Starts the thread of a job.
    fn start(self: &Arc<SearchPool>, state: &mut PoolState, id: JobId) {
        let Some(pooled) = state.jobs.get(&id) else { return };
        let (job, threads) = (Arc::clone(&pooled.job), pooled.threads);
        let session = match job.kind() {
            JobKind::Move => state.sessions.remove(&id.game),
            _ => None,
        };
        let run = Run {
            id: id.clone(),
            gate: Arc::clone(&pooled.gate),
            game: pooled.game.clone(),
            started: Instant::now(),
            session: Mutex::new(session),
            kept: Mutex::new(None),
            is_huge: job.bytes > HUGE,
        };
        let (game, is_huge) = (pooled.game.clone(), run.is_huge);
        state.set_huge(state.huge + usize::from(is_huge));
        let pool = Arc::clone(self);
        let spawned = thread::Builder::new().name("search".into()).spawn(move || {
            lower_priority();
            let work = AssertUnwindSafe(|| job.run(&run, &ScopedThreads(threads)));
            let result = catch_unwind(work).unwrap_or(JobResult::Failed);
            pool.finish(run, result);
        });
        if spawned.is_err() {
            state.set_huge(state.huge - usize::from(is_huge));
            state.jobs.remove(&id);
            // Others get their turn at the next tick.
            state.scheduler.finish(&id, None, self.now());
            self.contended.notify_one();
            game.send(GameInput::Finished(id.number, JobResult::Failed));
        }
    }

    /// Sends the result of a job to its game.
    fn finish(self: &Arc<SearchPool>, run: Run, result: JobResult) {
        let kept = run.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.lock();
        let huge = state.huge - usize::from(run.is_huge);
        state.set_huge(huge);
        if let Some(job) = state.jobs.get_mut(&run.id).filter(|job| job.begins_again) {
            (job.gate, job.begins_again) = (Arc::default(), false);
            drop((kept, run.session));
            let actions = state.scheduler.ended(&run.id, self.now());
            return self.apply(state, actions);
        }
        state.jobs.remove(&run.id);
        // If the game is closed, its players are not needed.
        let is_open = run.game.send(GameInput::Finished(run.id.number, result));
        // A stopped search has no next move that needs its players.
        let is_stopped = run.gate.is_stopped.load(Ordering::Acquire);
        let kept = kept.filter(|_| is_open && !is_stopped);
        let bytes = kept.as_ref().map(|(_, bytes)| *bytes);
        state.scheduler.keep_boards(small_boards::known_bytes(), self.now());
        let dropped =
            kept.and_then(|(session, _)| state.sessions.insert(run.id.game.clone(), session));
        let actions = state.scheduler.finish(&run.id, bytes, self.now());
        self.apply(state, actions);
        drop(dropped);
    }
}

impl PoolState {
    /// Sets how many searches have huge pages. Without any there are none: a small block would keep
    /// two megabytes from the system.
    fn set_huge(&mut self, count: usize) {
        let before = std::mem::replace(&mut self.huge, count);
        if self.allows_huge && (before == 0) != (count == 0) {
            allow_huge_pages(count > 0);
        }
    }
}

struct Run {
    id: JobId,
    gate: Arc<Gate>,
    game: GameSender,
    started: Instant,
    session: Mutex<Option<Box<dyn AnySession>>>,
    kept: Mutex<Option<(Box<dyn AnySession>, u64)>>,
    is_huge: bool,
}

impl Stop for Run {
    fn is_stopped(&self) -> bool {
        self.gate.is_stopped()
    }
}

impl JobContext for Run {
    fn elapsed(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn report(&self, report: Report) {
        // The game may be closed.
        self.game.send(GameInput::Reported(self.id.number, report));
    }

    fn take_session(&self) -> Option<Box<dyn AnySession>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep_session(&self, session: Box<dyn AnySession>, bytes: u64) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((session, bytes));
    }
}

/// Blocks a search while it is paused, and tells it when to stop.
#[derive(Default)]
struct Gate {
    is_stopped: AtomicBool,
    is_paused: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Gate {
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
        self.announce();
    }

    fn pause(&self) {
        self.is_paused.store(true, Ordering::Release);
    }

    fn resume(&self) {
        self.is_paused.store(false, Ordering::Release);
        self.announce();
    }

    fn announce(&self) {
        let _lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }

    /// Waits while the search is paused. Returns whether it must stop.
    fn is_stopped(&self) -> bool {
        let stopped = || self.is_stopped.load(Ordering::Acquire);
        let is_held = || self.is_paused.load(Ordering::Acquire) && !stopped();
        if is_held() {
            let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            while is_held() {
                lock = self.changed.wait(lock).unwrap_or_else(PoisonError::into_inner);
            }
        }
        stopped()
    }
}

/// Whether this process may get huge pages. Without them it only takes more memory, or searches
/// are slower.
fn allow_huge_pages(_is_allowed: bool) {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(!_is_allowed);
}

/// Lowers the priority of this thread below that of threads that answer requests.
fn lower_priority() {
    // On Linux a thread has its own priority. Without it, searches only compete more.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paused_search_waits_until_it_is_resumed_or_stopped() {
        for ends_by_stop in [false, true] {
            let gate = Arc::new(Gate::default());
            gate.pause();
            let (done, result) = std::sync::mpsc::channel();
            let waiting = Arc::clone(&gate);
            thread::spawn(move || done.send(waiting.is_stopped()));
            assert!(result.recv_timeout(Duration::from_millis(50)).is_err(), "it is paused");
            if ends_by_stop {
                gate.stop()
            } else {
                gate.resume()
            }
            assert_eq!(result.recv_timeout(Duration::from_secs(20)), Ok(ends_by_stop));
        }
    }
}
