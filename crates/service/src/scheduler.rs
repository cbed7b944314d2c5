//! Decides which searches run: every account gets its turn, short jobs first, within one memory
//! budget.
//!
//! A job is queued, started, and may be paused and resumed. A paused job keeps its thread and its
//! memory. Accounts take turns by the time that their jobs have run. Times are in microseconds,
//! from any origin.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::ServiceRefusal;
use crate::job::{JobId, JobKind};

/// How long a job runs before others of the same rank get their turn.
const SLICE: u64 = 20_000;

/// A job counts as short until it has run for this long.
const SHORT: u64 = 50_000;

/// Short jobs come first unless their account has run for this much longer than others.
const CREDIT: u64 = 500_000;

/// The most started jobs of an account: these use memory.
const MAX_STARTED: usize = 8;

/// The most jobs of an account in total.
const MAX_SUBMITTED: usize = 64;

/// How many of the first jobs are considered when some are chosen to run: choosing stays fast if
/// thousands wait.
const CONSIDERED: usize = 256;

/// How long an account without jobs is remembered, with the time that it has used.
const MEMORY_OF_ACCOUNTS: u64 = 10_000_000;

#[derive(Clone, Debug)]
pub struct Submission {
    pub id: JobId,
    /// The account whose turn it takes.
    pub account: Arc<str>,
    pub kind: JobKind,
    pub threads: usize,
    pub bytes: u64,
}

/// An action on a job, or on the players that are kept for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobAction {
    Start(JobId),
    Pause(JobId),
    Resume(JobId),
    /// Drop the players that are kept for this game.
    Evict(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Queued,
    Running,
    Paused,
}

#[derive(Debug)]
struct Entry {
    account: Arc<str>,
    kind: JobKind,
    threads: usize,
    bytes: u64,
    state: State,
    /// The time that it has run.
    used: u64,
    /// The order of arrival.
    number: u64,
}

#[derive(Debug, Default)]
struct Account {
    used: u64,
    jobs: usize,
    started: usize,
    last_seen: u64,
}

#[derive(Debug)]
pub struct Scheduler {
    slots: usize,
    budget: u64,
    /// The memory of started jobs.
    reserved: u64,
    jobs: BTreeMap<JobId, Entry>,
    accounts: HashMap<Arc<str>, Account>,
    /// The players that are kept for their next move, by game: their memory and last use.
    kept: HashMap<String, (u64, u64)>,
    submitted: u64,
    /// When the running jobs were last charged.
    charged: u64,
}

impl Scheduler {
    /// A scheduler for this many threads at a time and this many bytes of memory.
    pub fn new(slots: usize, budget: u64) -> Scheduler {
        Scheduler {
            slots: slots.max(1),
            budget,
            reserved: 0,
            jobs: BTreeMap::new(),
            accounts: HashMap::new(),
            kept: HashMap::new(),
            submitted: 0,
            charged: 0,
        }
    }

    /// Adds a job. Refused if it could never run, or if its account has too many.
    pub fn submit(
        &mut self,
        submission: Submission,
        now: u64,
    ) -> Result<Vec<JobAction>, ServiceRefusal> {
        let Submission { id, account, kind, threads, bytes } = submission;
        if bytes > self.budget {
            let (needed, most) = (bytes.div_ceil(1 << 20), self.budget >> 20);
            return Err(ServiceRefusal::NoMemory { needed, most });
        }
        self.charge(now);
        let least = self.least_used();
        let known = self.accounts.entry(Arc::clone(&account)).or_default();
        if known.jobs >= MAX_SUBMITTED {
            return Err(ServiceRefusal::TooMany { most: MAX_SUBMITTED });
        }
        if known.jobs == 0 {
            // Idle time is not credited.
            known.used = known.used.max(least);
        }
        known.jobs += 1;
        self.submitted += 1;
        let threads = threads.clamp(1, self.slots);
        let (state, number) = (State::Queued, self.submitted);
        self.jobs.insert(id, Entry { account, kind, threads, bytes, state, used: 0, number });
        Ok(self.choose())
    }

    /// Removes a job that has ended, or that is not wanted and was never started. `kept` is the
    /// memory of the players that are kept for its game's next move.
    pub fn finish(&mut self, id: &JobId, kept: Option<u64>, now: u64) -> Vec<JobAction> {
        self.charge(now);
        if let Some(entry) = self.jobs.remove(id) {
            let account = self.accounts.entry(entry.account).or_default();
            account.jobs = account.jobs.saturating_sub(1);
            account.last_seen = now;
            if entry.state != State::Queued {
                account.started = account.started.saturating_sub(1);
                self.reserved = self.reserved.saturating_sub(entry.bytes);
            }
        }
        if let Some(bytes) = kept.filter(|&bytes| bytes > 0) {
            self.kept.insert(id.game.clone(), (bytes, now));
        }
        let is_recent = |account: &Account| {
            account.jobs > 0 || now.saturating_sub(account.last_seen) < MEMORY_OF_ACCOUNTS
        };
        self.accounts.retain(|_, account| is_recent(account));
        let mut actions = self.choose();
        actions.extend(self.evict_for(0));
        actions
    }

    /// Forgets the players that were kept for a game.
    pub fn forget(&mut self, game: &str) {
        self.kept.remove(game);
    }

    /// Whether a job waits to be started or resumed, so that [`tick`](Scheduler::tick) is needed
    /// after a while.
    pub fn is_contended(&self) -> bool {
        self.jobs.values().any(|entry| entry.state != State::Running)
    }

    /// Gives others their turn.
    pub fn tick(&mut self, now: u64) -> Vec<JobAction> {
        self.charge(now);
        self.choose()
    }

    pub fn is_started(&self, id: &JobId) -> bool {
        self.jobs.get(id).is_some_and(|entry| entry.state != State::Queued)
    }

    /// How many jobs of a kind are running, paused and queued.
    pub fn count(&self, kind: JobKind) -> [usize; 3] {
        [State::Running, State::Paused, State::Queued].map(|state| {
            self.jobs.values().filter(|entry| entry.kind == kind && entry.state == state).count()
        })
    }

    /// The memory in use, and the budget.
    pub fn memory(&self) -> (u64, u64) {
        (self.reserved + self.kept_bytes(), self.budget)
    }

    fn kept_bytes(&self) -> u64 {
        self.kept.values().map(|(bytes, _)| bytes).sum()
    }

    /// The least time that an account with jobs has used.
    fn least_used(&self) -> u64 {
        let active = self.accounts.values().filter(|account| account.jobs > 0);
        active.map(|account| account.used).min().unwrap_or(0)
    }

    /// Charges the time since the last call to the jobs that ran, and to their accounts.
    fn charge(&mut self, now: u64) {
        let time = now.saturating_sub(self.charged);
        self.charged = now;
        for entry in self.jobs.values_mut().filter(|entry| entry.state == State::Running) {
            entry.used += time;
            if let Some(account) = self.accounts.get_mut(&entry.account) {
                account.used += time * entry.threads as u64;
            }
        }
    }

    /// Chooses the jobs that run now. Returns the changes.
    fn choose(&mut self) -> Vec<JobAction> {
        let least = self.least_used();
        let rank = |entry: &Entry| {
            let used = self.accounts.get(&entry.account).map_or(0, |account| account.used);
            let is_short = entry.used < SHORT && used <= least + CREDIT;
            let level = match entry.kind {
                JobKind::Move if is_short => 0,
                JobKind::Question if is_short => 1,
                _ => 2,
            };
            let is_waiting = entry.state != State::Running;
            (level, used / SLICE, entry.kind, entry.used / SLICE, is_waiting, entry.number)
        };
        let mut order: Vec<(_, &JobId, &Entry)> =
            self.jobs.iter().map(|(id, entry)| (rank(entry), id, entry)).collect();
        order.sort_unstable_by_key(|(rank, ..)| *rank);
        let is_considered =
            |place: usize, entry: &Entry| place < CONSIDERED || entry.state == State::Running;
        let considered: Vec<JobId> = order
            .iter()
            .enumerate()
            .filter(|(place, (_, _, entry))| is_considered(*place, entry))
            .map(|(_, (_, id, _))| (*id).clone())
            .collect();
        let (mut free, mut actions, mut starts) = (self.slots, Vec::new(), Vec::new());
        for id in considered {
            let Some(entry) = self.jobs.get(&id) else { continue };
            let (state, threads) = (entry.state, entry.threads);
            let is_chosen =
                threads <= free && (state != State::Queued || self.reserve(&id, &mut actions));
            if is_chosen {
                free -= threads;
            } else if threads > free {
                // Jobs behind it must not keep it from ever having enough threads.
                free = 0;
            }
            let Some(entry) = self.jobs.get_mut(&id) else { continue };
            match (state, is_chosen) {
                (State::Running, false) => {
                    entry.state = State::Paused;
                    actions.push(JobAction::Pause(id));
                }
                (State::Paused, true) => {
                    entry.state = State::Running;
                    starts.push(JobAction::Resume(id));
                }
                (State::Queued, true) => {
                    entry.state = State::Running;
                    starts.push(JobAction::Start(id));
                }
                _ => (),
            }
        }
        actions.extend(starts);
        actions
    }

    /// Reserves memory for a job that is to start; `false` if there is not enough.
    fn reserve(&mut self, id: &JobId, actions: &mut Vec<JobAction>) -> bool {
        let Some(entry) = self.jobs.get(id) else { return false };
        let (bytes, kind) = (entry.bytes, entry.kind);
        let Some(account) = self.accounts.get_mut(&entry.account) else { return false };
        if account.started >= MAX_STARTED || self.reserved + bytes > self.budget {
            return false;
        }
        account.started += 1;
        if kind == JobKind::Move {
            // The job takes over the kept players.
            self.kept.remove(&id.game);
        }
        actions.extend(self.evict_for(bytes));
        self.reserved += bytes;
        true
    }

    /// Drops kept players until `bytes` are free, the least recently used first.
    fn evict_for(&mut self, bytes: u64) -> Vec<JobAction> {
        let mut evicted = Vec::new();
        while self.reserved + self.kept_bytes() + bytes > self.budget {
            let oldest = self.kept.iter().min_by_key(|(_, (_, used))| *used);
            let Some(game) = oldest.map(|(game, _)| game.clone()) else { break };
            self.kept.remove(&game);
            evicted.push(JobAction::Evict(game));
        }
        evicted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(game: &str) -> JobId {
        JobId { game: game.into(), opening: 1, number: 1 }
    }

    fn submission(game: &str, account: &str, kind: JobKind) -> Submission {
        Submission { id: id(game), account: account.into(), kind, threads: 1, bytes: 1 }
    }

    /// The games with a running job.
    fn running(scheduler: &Scheduler) -> Vec<&str> {
        let jobs = scheduler.jobs.iter();
        let running = jobs.filter(|(_, entry)| entry.state == State::Running);
        running.map(|(id, _)| id.game.as_str()).collect()
    }

    #[test]
    fn a_short_move_runs_at_once_beside_endless_ones_of_another_client() {
        let mut scheduler = Scheduler::new(2, 1 << 30);
        for number in 0..20 {
            let endless = submission(&format!("endless {number}"), "hostile", JobKind::Move);
            scheduler.submit(endless, 0).unwrap();
        }
        for tick in 1..1000 {
            scheduler.tick(tick * SLICE);
        }
        let now = 1000 * SLICE;
        let actions = scheduler.submit(submission("short", "victim", JobKind::Move), now).unwrap();
        assert!(actions.contains(&JobAction::Start(id("short"))), "{actions:?}");
        assert_eq!(running(&scheduler).len(), 2);
    }

    #[test]
    fn accounts_share_the_time_whatever_number_of_jobs_they_have() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        for number in 0..6 {
            let many = submission(&format!("many {number}"), "many", JobKind::Analysis);
            scheduler.submit(many, 0).unwrap();
        }
        scheduler.submit(submission("one", "one", JobKind::Analysis), 0).unwrap();
        for tick in 1..=1000 {
            scheduler.tick(tick * SLICE);
        }
        let used = |account: &str| scheduler.accounts[account].used;
        let (many, one) = (used("many"), used("one"));
        assert!(many.abs_diff(one) <= 2 * SLICE, "{many} {one}");
        let least = scheduler.jobs.values().map(|entry| entry.used).min();
        assert!(least > Some(0), "all have had a turn");
    }

    #[test]
    fn idle_time_is_not_saved_up() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        scheduler.submit(submission("one", "one", JobKind::Analysis), 0).unwrap();
        let late = 1000 * SLICE;
        scheduler.submit(submission("two", "two", JobKind::Analysis), late).unwrap();
        for tick in 1..=10 {
            scheduler.tick(late + tick * SLICE);
        }
        let used = |game: &str| scheduler.jobs[&id(game)].used;
        assert!(used("two") <= 6 * SLICE, "{}", used("two"));
    }

    #[test]
    fn moves_come_before_analyses_of_the_same_client() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        scheduler.submit(submission("analysis", "one", JobKind::Analysis), 0).unwrap();
        let actions = scheduler.submit(submission("move", "one", JobKind::Move), 1).unwrap();
        assert_eq!(actions, [JobAction::Pause(id("analysis")), JobAction::Start(id("move"))]);
        let actions = scheduler.finish(&id("move"), None, 2);
        assert_eq!(actions, [JobAction::Resume(id("analysis"))]);
        assert!(!scheduler.is_contended());
    }

    #[test]
    fn many_short_jobs_do_not_keep_an_analysis_of_another_page_from_its_turn() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        scheduler.submit(submission("analysis", "victim", JobKind::Analysis), 0).unwrap();
        scheduler.submit(submission("short", "hostile", JobKind::Move), 0).unwrap();
        // There is always a short job, and each runs for a few milliseconds.
        let (step, steps) = (2000, 5000);
        for number in 1..=steps {
            let now = number * step;
            scheduler.tick(now);
            if scheduler.jobs[&id("short")].used >= 2 * step {
                scheduler.finish(&id("short"), None, now);
                scheduler.submit(submission("short", "hostile", JobKind::Move), now).unwrap();
            }
        }
        let used = scheduler.jobs[&id("analysis")].used;
        assert!(used > steps * step / 3, "the analysis ran for {used} of {}", steps * step);
    }

    #[test]
    fn memory_is_bounded_and_the_least_recently_used_players_are_dropped_first() {
        let mut scheduler = Scheduler::new(4, 100);
        let sized =
            |game: &str, bytes| Submission { bytes, ..submission(game, game, JobKind::Move) };
        for (game, now) in [("a", 1), ("b", 2)] {
            scheduler.submit(sized(game, 40), now).unwrap();
            assert_eq!(scheduler.finish(&id(game), Some(40), now), []);
        }
        assert_eq!(scheduler.memory(), (80, 100));
        let actions = scheduler.submit(sized("c", 30), 3).unwrap();
        assert_eq!(actions, [JobAction::Evict("a".into()), JobAction::Start(id("c"))]);
        let actions = scheduler.submit(sized("d", 90), 4).unwrap();
        assert_eq!(actions, [], "it waits for memory");
        assert_eq!(
            scheduler.submit(sized("e", 101), 5),
            Err(ServiceRefusal::NoMemory { needed: 1, most: 0 })
        );
        let actions = scheduler.finish(&id("c"), None, 6);
        assert_eq!(actions, [JobAction::Evict("b".into()), JobAction::Start(id("d"))]);
    }

    #[test]
    fn a_move_takes_over_the_players_that_are_kept_for_its_game() {
        let mut scheduler = Scheduler::new(1, 100);
        let sized = |bytes| Submission { bytes, ..submission("a", "a", JobKind::Move) };
        scheduler.submit(sized(80), 0).unwrap();
        scheduler.finish(&id("a"), Some(80), 1);
        assert_eq!(scheduler.submit(sized(80), 2), Ok(vec![JobAction::Start(id("a"))]));
        assert_eq!(scheduler.memory(), (80, 100));
    }

    #[test]
    fn a_job_with_several_threads_gets_them_all() {
        let mut scheduler = Scheduler::new(2, 100);
        scheduler.submit(submission("a", "one", JobKind::Analysis), 0).unwrap();
        scheduler.submit(submission("b", "one", JobKind::Analysis), 0).unwrap();
        let wide = Submission { threads: 2, ..submission("c", "two", JobKind::Analysis) };
        scheduler.submit(wide, 0).unwrap();
        let mut ran = 0;
        for tick in 1..100 {
            scheduler.tick(tick * SLICE);
            ran += usize::from(running(&scheduler) == ["c"]);
        }
        assert!((40..60).contains(&ran), "{ran} of 100");
    }

    #[test]
    fn one_account_cannot_queue_without_end() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        let submit = |scheduler: &mut Scheduler, number| {
            let job = submission(&format!("{number}"), "one", JobKind::Analysis);
            scheduler.submit(job, 0).map(drop)
        };
        for number in 0..MAX_SUBMITTED {
            assert_eq!(submit(&mut scheduler, number), Ok(()));
        }
        let most = MAX_SUBMITTED;
        assert_eq!(submit(&mut scheduler, most), Err(ServiceRefusal::TooMany { most }));
        let started = scheduler.jobs.values().filter(|entry| entry.state != State::Queued).count();
        assert!(started <= MAX_STARTED, "{started}");
    }
}
