//! Decides which searches run: every account gets its turn, short jobs first, within one memory
//! budget.
//!
//! A job is queued, started, and may be paused and resumed. Accounts take turns by the time that
//! their jobs have run. A paused job keeps its thread and its memory until another account needs
//! the memory for its own share; then it ends, gives its memory up, and begins again later. Times
//! are in microseconds, from any origin.

use std::collections::{BTreeMap, HashMap};

use crate::ServiceRefusal;
use crate::job::{JobId, JobKind};
use crate::shares::{Account, Shares, Used};

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

/// How long a job that needs more than its share runs at least before it is ended for another one.
const GUARANTEED: u64 = 1_000_000;

/// How long solved boards are kept when nothing is searched, in microseconds.
const BOARDS_TIME: u64 = 30_000_000;

/// When to come back with a search that is refused because there are too many, in seconds: the
/// longest takes no longer.
const COME_BACK: u64 = 60;

/// How many of the first jobs are considered when some are chosen to run: choosing stays fast if
/// thousands wait.
const CONSIDERED: usize = 256;

/// How fast a kind of job uses up its turn: what somebody waits for gets more of the time of an
/// account, but not all.
fn weight(kind: JobKind) -> u64 {
    match kind {
        JobKind::Move | JobKind::Question => 1,
        JobKind::Review | JobKind::Analysis => 4,
    }
}

#[derive(Clone, Debug)]
pub struct Submission {
    pub id: JobId,
    /// The account whose turn it takes.
    pub account: Account,
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
    /// End a job, so that its memory is free, and call [`Scheduler::ended`]. It is started again
    /// later.
    End(JobId),
    /// Drop what is kept.
    Evict(Kept),
}

/// What searches leave behind for later ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The players of this game, for their next move.
    Players(String),
    /// Boards that were solved, for all games.
    Boards,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Queued,
    Running,
    Paused,
    /// It still has its memory. When it has ended it is finished, or waits to be started again.
    Ending,
}

#[derive(Debug)]
struct Entry {
    account: Account,
    kind: JobKind,
    threads: usize,
    bytes: u64,
    state: State,
    /// The time that it has run.
    used: u64,
    /// By which the jobs of an account take turns: the time that it has run, weighted by its kind,
    /// and counted from where the others were when it came.
    turn: u64,
    /// The time that it has run when it may be ended for another account that has no more than its
    /// own share. It grows with each end, so that a long job comes to its own end.
    guaranteed: u64,
    /// The order of arrival.
    number: u64,
}

/// What an account has used, its share of the memory, the memory of its started jobs, and how many
/// of these it has.
struct Standing {
    used: Used,
    part: u64,
    held: u64,
    started: usize,
}

/// Whether memory could be reserved.
enum Reserved {
    Yes,
    /// Its account has started too many jobs.
    Never,
    NoMemory,
}

#[derive(Debug)]
pub struct Scheduler {
    slots: usize,
    budget: u64,
    /// The memory of started jobs.
    reserved: u64,
    jobs: BTreeMap<JobId, Entry>,
    shares: Shares,
    /// What is kept, with its memory and its last use.
    kept: HashMap<Kept, (u64, u64)>,
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
            shares: Shares::default(),
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
        if self.shares.active(&account) >= MAX_SUBMITTED {
            return Err(ServiceRefusal::TooFast { seconds: COME_BACK });
        }
        self.shares.settle();
        self.shares.begin(&account);
        self.submitted += 1;
        let threads = threads.clamp(1, self.slots);
        let (state, number) = (State::Queued, self.submitted);
        let (used, guaranteed) = (0, GUARANTEED);
        let others = self.jobs.values().filter(|entry| entry.account == account);
        let turn = others.map(|entry| entry.turn).min().unwrap_or(0);
        let entry = Entry { account, kind, threads, bytes, state, used, turn, guaranteed, number };
        self.jobs.insert(id, entry);
        Ok(self.choose())
    }

    /// Removes a job that has ended, or that is not wanted and was never started. `kept` is the
    /// memory of the players that are kept for its game's next move.
    pub fn finish(&mut self, id: &JobId, kept: Option<u64>, now: u64) -> Vec<JobAction> {
        self.charge(now);
        if let Some(entry) = self.jobs.remove(id) {
            self.shares.end(&entry.account, now);
            if entry.state != State::Queued {
                self.reserved = self.reserved.saturating_sub(entry.bytes);
            }
        }
        if let Some(bytes) = kept.filter(|&bytes| bytes > 0) {
            self.kept.insert(Kept::Players(id.game.clone()), (bytes, now));
        }
        let mut actions = self.choose();
        actions.extend(self.evict_for(0));
        actions
    }

    /// A job that was to end has ended: it waits to be started again.
    pub fn ended(&mut self, id: &JobId, now: u64) -> Vec<JobAction> {
        self.charge(now);
        if let Some(entry) = self.jobs.get_mut(id) {
            self.reserved = self.reserved.saturating_sub(entry.bytes);
            entry.state = State::Queued;
            entry.guaranteed = entry.used + 2 * entry.guaranteed;
        }
        self.choose()
    }

    /// Forgets the players that were kept for a game.
    pub fn forget(&mut self, game: &str) {
        self.kept.remove(&Kept::Players(game.into()));
    }

    /// Counts the memory of the boards that searches have solved until now.
    pub fn keep_boards(&mut self, bytes: u64, now: u64) {
        self.kept.remove(&Kept::Boards);
        if bytes > 0 {
            self.kept.insert(Kept::Boards, (bytes, now));
        }
    }

    /// Drops what is kept for all games if nothing has been searched for a while.
    pub fn expire(&mut self, now: u64) -> Vec<JobAction> {
        let boards = self.kept.get(&Kept::Boards).filter(|_| self.jobs.is_empty());
        if boards.is_none_or(|(_, used)| now < used + BOARDS_TIME) {
            return Vec::new();
        }
        self.kept.remove(&Kept::Boards);
        vec![JobAction::Evict(Kept::Boards)]
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

    /// A job is not wanted any more. Returns whether it has been started, and so will end; if not,
    /// it is to be finished.
    pub fn stop(&mut self, id: &JobId, now: u64) -> bool {
        self.charge(now);
        let started = self.jobs.get_mut(id).filter(|entry| entry.state != State::Queued);
        // Not to be ended once more for its memory, after which it would begin again.
        started.map(|entry| entry.state = State::Ending).is_some()
    }

    /// How many jobs of a kind are running, paused and queued.
    pub fn count(&self, kind: JobKind) -> [usize; 3] {
        let [running, paused, queued, ending] =
            [State::Running, State::Paused, State::Queued, State::Ending].map(|state| {
                let is_it = |entry: &&Entry| entry.kind == kind && entry.state == state;
                self.jobs.values().filter(is_it).count()
            });
        [running, paused, queued + ending]
    }

    /// The memory in use, and the budget.
    pub fn memory(&self) -> (u64, u64) {
        (self.reserved + self.kept_bytes(), self.budget)
    }

    fn kept_bytes(&self) -> u64 {
        self.kept.values().map(|(bytes, _)| bytes).sum()
    }

    /// Charges the time since the last call to the jobs that ran, and to their accounts.
    fn charge(&mut self, now: u64) {
        let time = now.saturating_sub(self.charged);
        self.charged = now;
        let works = |entry: &Entry| matches!(entry.state, State::Running | State::Ending);
        for entry in self.jobs.values_mut().filter(|entry| works(entry)) {
            entry.used += time;
            entry.turn += time * weight(entry.kind);
            self.shares.charge(&entry.account, time * entry.threads as u64);
        }
    }

    /// Chooses the jobs that run now. Returns the changes.
    fn choose(&mut self) -> Vec<JobAction> {
        self.shares.settle();
        let mut standings = self.standings();
        let rank = |entry: &Entry| {
            let used = standings[&entry.account].used;
            let is_short = entry.used < SHORT && used.address.max(used.session) <= CREDIT;
            let level = match entry.kind {
                JobKind::Move if is_short => 0,
                JobKind::Question if is_short => 1,
                _ => 2,
            };
            let is_waiting = entry.state != State::Running;
            let used = (used.address / SLICE, used.session / SLICE);
            (level, used, entry.turn / SLICE, entry.kind, is_waiting, entry.number)
        };
        let mut order: Vec<(_, &JobId, &Entry)> =
            self.jobs.iter().map(|(id, entry)| (rank(entry), id, entry)).collect();
        order.sort_unstable_by_key(|(rank, ..)| *rank);
        let is_considered =
            |place: usize, entry: &Entry| place < CONSIDERED || entry.state != State::Queued;
        let considered: Vec<JobId> = order
            .iter()
            .enumerate()
            .filter(|(place, (_, _, entry))| is_considered(*place, entry))
            .map(|(_, (_, id, _))| (*id).clone())
            .collect();
        let (mut free, mut actions, mut starts) = (self.slots, Vec::new(), Vec::new());
        let mut has_ended_others = false;
        for (place, id) in considered.iter().enumerate() {
            let Some(entry) = self.jobs.get(id) else { continue };
            let (state, threads) = (entry.state, entry.threads);
            let is_chosen = match state {
                State::Ending => false,
                State::Queued if threads <= free => {
                    let behind = &considered[place + 1..];
                    match self.reserve(id, &mut standings, &mut actions) {
                        Reserved::Yes => true,
                        Reserved::Never => false,
                        // Only for the first one, so that choosing stays fast.
                        Reserved::NoMemory => {
                            has_ended_others = has_ended_others
                                || self.end_others(id, behind, &mut standings, &mut actions);
                            false
                        }
                    }
                }
                _ => threads <= free,
            };
            if is_chosen {
                free -= threads;
            } else if threads > free && state != State::Ending {
                // Jobs behind it must not keep it from ever having enough threads.
                free = 0;
            }
            let Some(entry) = self.jobs.get_mut(id) else { continue };
            match (state, is_chosen) {
                (State::Running, false) => {
                    entry.state = State::Paused;
                    actions.push(JobAction::Pause(id.clone()));
                }
                (State::Paused, true) => {
                    entry.state = State::Running;
                    starts.push(JobAction::Resume(id.clone()));
                }
                (State::Queued, true) => {
                    entry.state = State::Running;
                    starts.push(JobAction::Start(id.clone()));
                }
                _ => (),
            }
        }
        actions.extend(starts);
        actions
    }

    /// What accounts have used and hold now.
    fn standings(&self) -> HashMap<Account, Standing> {
        let mut standings: HashMap<Account, Standing> = HashMap::new();
        for entry in self.jobs.values() {
            let account = &entry.account;
            let standing = match standings.get_mut(account) {
                Some(standing) => standing,
                None => standings.entry(account.clone()).or_insert(Standing {
                    used: self.shares.used(account),
                    part: self.shares.part(self.budget, account),
                    held: 0,
                    started: 0,
                }),
            };
            standing.started += usize::from(entry.state != State::Queued);
            if matches!(entry.state, State::Running | State::Paused) {
                standing.held += entry.bytes;
            }
        }
        standings
    }

    /// Reserves memory for a job that is to start.
    fn reserve(
        &mut self,
        id: &JobId,
        standings: &mut HashMap<Account, Standing>,
        actions: &mut Vec<JobAction>,
    ) -> Reserved {
        let Some(entry) = self.jobs.get(id) else { return Reserved::Never };
        let Some(standing) = standings.get_mut(&entry.account) else { return Reserved::Never };
        let (bytes, kind) = (entry.bytes, entry.kind);
        if standing.started >= MAX_STARTED {
            return Reserved::Never;
        }
        if self.reserved + bytes > self.budget {
            return Reserved::NoMemory;
        }
        standing.started += 1;
        standing.held += bytes;
        if kind == JobKind::Move {
            // The job takes over the kept players.
            self.kept.remove(&Kept::Players(id.game.clone()));
        }
        actions.extend(self.evict_for(bytes));
        self.reserved += bytes;
        Reserved::Yes
    }

    /// Ends jobs of accounts that have more than their share of the memory, the last ones first,
    /// until there will be enough for a job of another account that has less. `behind` are the jobs
    /// that come later. Returns whether the job waits for an end.
    fn end_others(
        &mut self,
        id: &JobId,
        behind: &[JobId],
        standings: &mut HashMap<Account, Standing>,
        actions: &mut Vec<JobAction>,
    ) -> bool {
        let Some(Entry { account, bytes, .. }) = self.jobs.get(id) else { return false };
        let Some(own) = standings.get(account) else { return false };
        let is_within_share = own.held + bytes <= own.part;
        if !is_within_share && own.held > 0 {
            return false;
        }
        let ending = self.jobs.values().filter(|entry| entry.state == State::Ending);
        let ending: u64 = ending.map(|entry| entry.bytes).sum();
        let mut free = self.budget.saturating_sub(self.reserved) + ending;
        let mut ends = Vec::new();
        for id in behind.iter().rev() {
            if free >= *bytes {
                break;
            }
            let Some(entry) = self.jobs.get(id) else { continue };
            let Some(standing) = standings.get_mut(&entry.account) else { continue };
            let has_begun = matches!(entry.state, State::Running | State::Paused);
            let may_end = is_within_share || entry.used >= entry.guaranteed;
            if has_begun && may_end && standing.held > standing.part && entry.account != *account {
                standing.held -= entry.bytes;
                free += entry.bytes;
                ends.push(id.clone());
            }
        }
        // Too little would help nobody.
        let is_enough = free >= *bytes;
        for id in ends.into_iter().filter(|_| is_enough) {
            self.jobs.get_mut(&id).into_iter().for_each(|it| it.state = State::Ending);
            actions.push(JobAction::End(id));
        }
        is_enough
    }

    /// Drops what is kept until `bytes` are free, the least recently used first.
    fn evict_for(&mut self, bytes: u64) -> Vec<JobAction> {
        let mut evicted = Vec::new();
        while self.reserved + self.kept_bytes() + bytes > self.budget {
            let oldest = self.kept.iter().min_by_key(|(_, (_, used))| *used);
            let Some(kept) = oldest.map(|(kept, _)| kept.clone()) else { break };
            self.kept.remove(&kept);
            evicted.push(JobAction::Evict(kept));
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
        let account = Account::new("address", account);
        Submission { id: id(game), account, kind, threads: 1, bytes: 1 }
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
        let used = |account| scheduler.shares.used(&Account::new("address", account)).session;
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
    fn endless_moves_of_an_account_leave_time_for_its_questions_and_some_for_its_reviews() {
        let mut scheduler = Scheduler::new(1, 1 << 30);
        for (game, kind) in [("question", JobKind::Question), ("review", JobKind::Review)] {
            scheduler.submit(submission(game, "one", kind), 0).unwrap();
        }
        scheduler.submit(submission("move", "one", JobKind::Move), 0).unwrap();
        let seconds = 60;
        for tick in 1..=seconds * 50 {
            let now = tick * SLICE;
            scheduler.tick(now);
            // The next move of a computer that plays itself.
            if scheduler.jobs[&id("move")].used >= 1_000_000 {
                scheduler.finish(&id("move"), None, now);
                scheduler.submit(submission("move", "one", JobKind::Move), now).unwrap();
            }
        }
        let used = ["question", "review"].map(|game| scheduler.jobs[&id(game)].used / 1_000_000);
        assert!(used[0] >= 4 * seconds / 10 && used[1] >= seconds / 10, "{used:?} of {seconds}");
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
        assert_eq!(
            actions,
            [JobAction::Evict(Kept::Players("a".into())), JobAction::Start(id("c"))]
        );
        let actions = scheduler.submit(sized("d", 90), 4).unwrap();
        assert_eq!(actions, [], "it waits for memory");
        assert_eq!(
            scheduler.submit(sized("e", 101), 5),
            Err(ServiceRefusal::NoMemory { needed: 1, most: 0 })
        );
        let actions = scheduler.finish(&id("c"), None, 6);
        assert_eq!(
            actions,
            [JobAction::Evict(Kept::Players("b".into())), JobAction::Start(id("d"))]
        );
    }

    #[test]
    fn solved_boards_count_and_are_dropped_for_searches_or_when_nothing_is_searched() {
        let mut scheduler = Scheduler::new(1, 100);
        scheduler.keep_boards(60, 1);
        assert_eq!(scheduler.memory(), (60, 100));
        let dropped = JobAction::Evict(Kept::Boards);
        let large = Submission { bytes: 50, ..submission("a", "a", JobKind::Move) };
        let actions = scheduler.submit(large, 2).unwrap();
        assert_eq!(actions, [dropped.clone(), JobAction::Start(id("a"))]);
        scheduler.keep_boards(20, 3);
        assert_eq!(scheduler.expire(4 + BOARDS_TIME), [], "something is searched");
        scheduler.finish(&id("a"), None, 5);
        assert_eq!(scheduler.expire(2 + BOARDS_TIME), []);
        assert_eq!(scheduler.expire(3 + BOARDS_TIME), [dropped]);
        assert_eq!(scheduler.memory(), (0, 100));
    }

    #[test]
    fn paused_jobs_beyond_a_share_give_their_memory_up_and_begin_again() {
        let mut scheduler = Scheduler::new(2, 100);
        let sized = |game: &str, account, bytes| Submission {
            bytes,
            ..submission(game, account, JobKind::Move)
        };
        for number in 0..5 {
            scheduler.submit(sized(&format!("{number}"), "greedy", 20), 0).unwrap();
        }
        (1..200).for_each(|tick| drop(scheduler.tick(tick * SLICE)));
        assert_eq!(scheduler.memory(), (100, 100), "it may have all while nobody else needs it");
        let now = 200 * SLICE;
        let ends = |actions: Vec<JobAction>| -> Vec<JobId> {
            let end = |action| if let JobAction::End(id) = action { Some(id) } else { None };
            actions.into_iter().filter_map(end).collect()
        };
        let ended = ends(scheduler.submit(sized("visitor", "visitor", 30), now).unwrap());
        assert_eq!(ended.len(), 2, "no more than needed: {ended:?}");
        assert!(!running(&scheduler).contains(&"visitor"), "the memory is not free yet");
        assert_eq!(ends(scheduler.ended(&ended[0], now)), []);
        let actions = scheduler.ended(&ended[1], now);
        assert!(actions.contains(&JobAction::Start(id("visitor"))), "{actions:?}");
        assert_eq!(scheduler.memory(), (90, 100));
        assert_eq!(ends(scheduler.submit(sized("more", "visitor", 30), now).unwrap()), []);
        assert_eq!(ends(scheduler.tick(300 * SLICE)), [], "beyond its own share it waits");
        scheduler.finish(&id("visitor"), None, 301 * SLICE);
        scheduler.finish(&id("more"), None, 301 * SLICE);
        (302..400).for_each(|tick| drop(scheduler.tick(tick * SLICE)));
        assert_eq!(scheduler.memory(), (100, 100), "the ended jobs have begun again");
    }

    #[test]
    fn jobs_that_are_stopped_are_not_ended_for_their_memory_and_so_do_not_begin_again() {
        let mut scheduler = Scheduler::new(2, 100);
        let sized =
            |game, account| Submission { bytes: 50, ..submission(game, account, JobKind::Move) };
        for game in ["first", "second"] {
            scheduler.submit(sized(game, "greedy"), 0).unwrap();
            assert!(scheduler.stop(&id(game), 0), "it runs");
        }
        let actions = scheduler.submit(sized("visitor", "visitor"), SLICE).unwrap();
        assert_eq!(actions, [], "their memory will soon be free");
        assert!(!scheduler.stop(&id("visitor"), SLICE), "it waits for that");
        let actions = scheduler.finish(&id("first"), None, 2 * SLICE);
        assert_eq!(actions, [JobAction::Start(id("visitor"))]);
    }

    #[test]
    fn jobs_larger_than_a_share_take_turns_and_come_to_their_end() {
        let mut scheduler = Scheduler::new(1, 100);
        for name in ["a", "b", "c"] {
            let large = Submission { bytes: 80, ..submission(name, name, JobKind::Move) };
            scheduler.submit(large, 0).unwrap();
        }
        // A job needs five seconds without an end; `begun` is what it had run when it was started.
        let (mut now, mut begun, mut done) = (0, HashMap::from([(id("a"), 0)]), Vec::new());
        while done.len() < 3 && now < 100_000_000 {
            now += SLICE;
            let mut actions = scheduler.tick(now);
            let is_done = |(id, used): &(&JobId, &u64)| scheduler.jobs[id].used > *used + 5_000_000;
            if let Some(id) = begun.iter().find(is_done).map(|(id, _)| id.clone()) {
                begun.remove(&id);
                actions.extend(scheduler.finish(&id, None, now));
                done.push(id);
            }
            while let Some(action) = actions.pop() {
                match action {
                    JobAction::End(id) => {
                        begun.remove(&id);
                        actions.extend(scheduler.ended(&id, now));
                    }
                    JobAction::Start(id) => {
                        begun.insert(id.clone(), scheduler.jobs[&id].used);
                    }
                    _ => (),
                }
            }
        }
        assert_eq!(done.len(), 3, "{done:?}");
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
        let refused = ServiceRefusal::TooFast { seconds: COME_BACK };
        assert_eq!(submit(&mut scheduler, most), Err(refused));
        let started = scheduler.jobs.values().filter(|entry| entry.state != State::Queued).count();
        assert!(started <= MAX_STARTED, "{started}");
    }
}
