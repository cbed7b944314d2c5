//! Admission: decides which request is handled next, so that every session and every address gets
//! its share.
//!
//! A request costs the time that it took, which is charged afterwards; what it will cost is assumed
//! from the last requests of the same kind. Accounts take turns by what they have used, and of
//! equal ones the cheaper request comes first. Some slots are only for cheap requests, so that no
//! expensive one of another account delays them. Requests about one game are handled one at a time.
//! Times are in microseconds.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::ServiceRefusal;
use crate::shares::{Account, Shares};

/// A request that takes less time is cheap.
const CHEAP: u64 = 5_000;

/// Addresses whose use differs by less than this take turns by their sessions.
const SLICE: u64 = 20_000;

/// The most requests of an account that are handled at a time.
const MAX_RUNNING: usize = 2;

/// The most requests of an account that wait, and the most time that they may be going to take.
const MAX_WAITING: usize = 256;
const MAX_BACKLOG: u64 = 5_000_000;

/// The longest wait that a client is told, in seconds.
const MAX_WAIT: u64 = 600;

/// How many costs are remembered before those of accounts that have left are forgotten.
const MAX_COSTS: usize = 10_000;

/// What is known of a request before it is handled.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub account: Account,
    /// The number of its connection.
    pub client: u64,
    /// Its name.
    pub kind: &'static str,
    /// The game that it is about.
    pub game: Option<String>,
}

/// A request that is being handled.
#[derive(Clone, Debug)]
pub struct Admitted {
    pub arrival: Arrival,
    pub is_cheap: bool,
}

/// An address, a session of it or all, and the name of requests.
type CostKey = (Arc<str>, Option<Arc<str>>, &'static str);

struct Waiting<T> {
    arrival: Arrival,
    cost: u64,
    work: T,
}

/// The waiting requests, each with what handles it.
pub struct Admission<T> {
    /// How many expensive requests are handled at a time, and how many of all.
    slots: [usize; 2],
    running: [usize; 2],
    running_by: HashMap<Account, usize>,
    busy: HashSet<String>,
    waiting: BTreeMap<Account, VecDeque<Waiting<T>>>,
    shares: Shares,
    /// What requests of a kind have cost, of a session and of all sessions of an address.
    costs: HashMap<CostKey, u64>,
}

impl<T> Admission<T> {
    /// An admission for a machine with this many processors.
    pub fn new(processors: usize) -> Admission<T> {
        let expensive = processors.saturating_sub(1).max(1);
        Admission {
            slots: [expensive, expensive + processors.max(2)],
            running: [0, 0],
            running_by: HashMap::new(),
            busy: HashSet::new(),
            waiting: BTreeMap::new(),
            shares: Shares::default(),
            costs: HashMap::new(),
        }
    }

    /// Adds a request. Refused if its account has too many already.
    pub fn arrive(&mut self, arrival: Arrival, work: T) -> Result<(), ServiceRefusal> {
        let cost = self.assumed_cost(&arrival);
        let waiting = self.waiting.get(&arrival.account).into_iter().flatten();
        let (count, backlog) = waiting.fold((0, 0), |(count, all), it| (count + 1, all + it.cost));
        if count >= MAX_WAITING || count > 0 && backlog + cost > MAX_BACKLOG {
            let all = self.waiting.values().flatten().map(|it| it.cost).sum::<u64>();
            let seconds = (all / self.slots[0] as u64).div_ceil(1_000_000).clamp(1, MAX_WAIT);
            return Err(ServiceRefusal::TooFast { seconds });
        }
        self.join(arrival, work);
        Ok(())
    }

    /// Adds what must be done, and is bounded elsewhere.
    pub fn join(&mut self, arrival: Arrival, work: T) {
        let cost = self.assumed_cost(&arrival);
        self.shares.begin(&arrival.account);
        let waiting = self.waiting.entry(arrival.account.clone()).or_default();
        waiting.push_back(Waiting { arrival, cost, work });
    }

    /// The request that is handled next, if one may be handled now.
    pub fn admit(&mut self) -> Option<(Admitted, T)> {
        self.shares.settle();
        let may_run = |it: &Waiting<T>| {
            let is_free = it.arrival.game.as_ref().is_none_or(|game| !self.busy.contains(game));
            is_free && self.has_slot(it.cost < CHEAP)
        };
        let ranked = self.waiting.iter().filter_map(|(account, waiting)| {
            let running = self.running_by.get(account).copied().unwrap_or(0);
            let place = waiting.iter().position(may_run).filter(|_| running < MAX_RUNNING)?;
            let used = self.shares.used(account);
            // Of equal accounts the one with fewer requests comes first.
            let cost = used.session + waiting[place].cost;
            Some(((used.address / SLICE, cost, waiting.len()), account, place))
        });
        let (_, account, place) = ranked.min_by_key(|(rank, ..)| *rank)?;
        let account = account.clone();
        let waiting = self.waiting.get_mut(&account)?;
        let Waiting { arrival, cost, work } = waiting.remove(place)?;
        if waiting.is_empty() {
            self.waiting.remove(&account);
        }
        let is_cheap = cost < CHEAP;
        self.running[usize::from(is_cheap)] += 1;
        *self.running_by.entry(account).or_default() += 1;
        self.busy.extend(arrival.game.clone());
        Some((Admitted { arrival, is_cheap }, work))
    }

    /// A request was handled, in this time.
    pub fn finish(&mut self, Admitted { arrival, is_cheap }: Admitted, time: u64, now: u64) {
        self.running[usize::from(is_cheap)] -= 1;
        if let Some(running) = self.running_by.get_mut(&arrival.account) {
            *running -= 1;
            if *running == 0 {
                self.running_by.remove(&arrival.account);
            }
        }
        if let Some(game) = &arrival.game {
            self.busy.remove(game);
        }
        let Account { address, session } = &arrival.account;
        for session in [Some(Arc::clone(session)), None] {
            let cost = self.costs.entry((Arc::clone(address), session, arrival.kind)).or_default();
            // It rises at once and falls slowly, so that a cheap request hides no expensive ones.
            *cost = time.max(*cost / 4 * 3);
        }
        self.shares.charge(&arrival.account, time);
        self.shares.end(&arrival.account, now);
        if self.costs.len() > MAX_COSTS {
            let shares = &self.shares;
            self.costs.retain(|(address, session, _), _| shares.knows(address, session.as_ref()));
        }
    }

    /// A client has left: what it waits for is not handled any more.
    pub fn leave(&mut self, account: &Account, client: u64, now: u64) {
        let Some(waiting) = self.waiting.get_mut(account) else { return };
        let before = waiting.len();
        waiting.retain(|it| it.arrival.client != client);
        let (left, is_empty) = (before - waiting.len(), waiting.is_empty());
        (0..left).for_each(|_| self.shares.end(account, now));
        if is_empty {
            self.waiting.remove(account);
        }
    }

    /// How many requests wait.
    pub fn waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    fn has_slot(&self, is_cheap: bool) -> bool {
        let [expensive, all] = self.slots;
        let [running, cheap] = self.running;
        running + cheap < all && (is_cheap || running < expensive)
    }

    /// What a request will cost: as the last ones of its session, or else of its address.
    fn assumed_cost(&self, Arrival { account, kind, .. }: &Arrival) -> u64 {
        let of = |session| self.costs.get(&(Arc::clone(&account.address), session, *kind));
        of(Some(Arc::clone(&account.session))).or_else(|| of(None)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrival(session: &str, kind: &'static str) -> Arrival {
        Arrival { account: Account::new("address", session), client: 1, kind, game: None }
    }

    /// Lets every waiting request run, one after the other, and returns their work in order.
    fn drain(admission: &mut Admission<&'static str>, time: u64) -> Vec<&'static str> {
        let mut order = Vec::new();
        while let Some((admitted, work)) = admission.admit() {
            admission.finish(admitted, time, 0);
            order.push(work);
        }
        order
    }

    /// An admission in which thirty accounts wait with eight expensive requests each, and as many
    /// as possible are being handled.
    fn attacked() -> (Admission<&'static str>, Vec<Admitted>) {
        let mut admission = Admission::new(2);
        let attackers: Vec<String> = (0..30).map(|number| format!("attacker {number}")).collect();
        for name in &attackers {
            admission.arrive(arrival(name, "facts"), "first").unwrap();
        }
        drain(&mut admission, 20_000);
        for name in attackers.iter().flat_map(|name| [name; 8]) {
            admission.arrive(arrival(name, "facts"), "facts").unwrap();
        }
        let running = std::iter::from_fn(|| admission.admit().map(|(admitted, _)| admitted));
        let running: Vec<Admitted> = running.collect();
        assert_eq!(running.len(), 1, "the other slots are for cheap requests");
        (admission, running)
    }

    #[test]
    fn cheap_requests_of_others_do_not_wait_for_expensive_ones() {
        let (mut admission, _running) = attacked();
        for kind in ["welcome", "list", "create"] {
            admission.arrive(arrival("visitor", kind), kind).unwrap();
            let (admitted, work) = admission.admit().expect("it is handled at once");
            assert_eq!(work, kind);
            admission.finish(admitted, 1000, 0);
        }
    }

    #[test]
    fn an_expensive_request_of_another_account_is_the_next_one() {
        let (mut admission, mut running) = attacked();
        admission.arrive(arrival("visitor", "facts"), "visitor").unwrap();
        assert!(admission.admit().is_none(), "one is being handled");
        admission.finish(running.remove(0), 20_000, 0);
        assert_eq!(admission.admit().map(|(_, work)| work), Some("visitor"));
    }

    #[test]
    fn accounts_take_turns_by_what_their_requests_have_cost() {
        let mut admission = Admission::new(1);
        for (session, work) in [("small", "small"), ("large", "large")] {
            (0..100).for_each(|_| admission.arrive(arrival(session, "x"), work).unwrap());
        }
        let mut handled = HashMap::from([("small", 0), ("large", 0)]);
        for _ in 0..60 {
            let (admitted, work) = admission.admit().unwrap();
            admission.finish(admitted, if work == "large" { 4000 } else { 1000 }, 0);
            *handled.get_mut(work).unwrap() += 1;
        }
        assert!((46..=50).contains(&handled["small"]), "{handled:?}");
    }

    #[test]
    fn what_a_client_that_left_waits_for_is_dropped() {
        let (mut admission, _running) = attacked();
        let before = admission.waiting();
        let other = Arrival { client: 2, ..arrival("attacker 3", "facts") };
        admission.arrive(other, "of another tab").unwrap();
        admission.leave(&Account::new("address", "attacker 3"), 1, 0);
        assert!((before - 8..=before - 6).contains(&admission.waiting()), "the other tab waits on");
    }

    #[test]
    fn an_account_with_too_much_work_is_told_how_long_to_wait() {
        let (mut admission, _running) = attacked();
        let refused = (0..MAX_WAITING)
            .find_map(|_| admission.arrive(arrival("attacker 7", "facts"), "more").err());
        let Some(ServiceRefusal::TooFast { seconds }) = refused else { panic!("{refused:?}") };
        assert!((9..=11).contains(&seconds), "some 490 requests of 20 ms: {seconds}");
        admission.arrive(arrival("visitor", "facts"), "others are not").unwrap();
    }

    #[test]
    fn what_must_be_done_is_never_refused_and_takes_its_turn() {
        let (mut admission, mut running) = attacked();
        while admission.arrive(arrival("attacker 7", "facts"), "more").is_ok() {}
        admission.join(arrival("attacker 7", "facts"), "its own");
        admission.arrive(arrival("visitor", "facts"), "visitor").unwrap();
        admission.finish(running.remove(0), 20_000, 0);
        let (admitted, work) = admission.admit().unwrap();
        assert_eq!(work, "visitor");
        admission.finish(admitted, 20_000, 0);
        assert!(drain(&mut admission, 20_000).contains(&"its own"));
    }

    #[test]
    fn requests_about_one_game_are_handled_one_at_a_time_and_block_no_others() {
        let mut admission = Admission::new(4);
        for (session, game) in [("a", "one"), ("b", "one"), ("a", "two")] {
            let game = Some(game.to_string());
            admission.arrive(Arrival { game, ..arrival(session, "look") }, "").unwrap();
        }
        let games: Vec<Admitted> =
            std::iter::from_fn(|| admission.admit().map(|(admitted, _)| admitted)).collect();
        assert_eq!(games.len(), 2);
        assert_ne!(games[0].arrival.game, games[1].arrival.game);
        assert_eq!(admission.waiting(), 1);
    }

    #[test]
    fn many_sessions_of_one_address_get_no_more_than_one_of_another() {
        let mut admission = Admission::new(1);
        for number in 0..20 {
            for _ in 0..20 {
                admission.arrive(arrival(&number.to_string(), "x"), "many").unwrap();
            }
        }
        let one = || Arrival { account: Account::new("other", "one"), ..arrival("", "x") };
        (0..100).for_each(|_| admission.arrive(one(), "one").unwrap());
        let mut count = 0;
        for _ in 0..100 {
            let (admitted, work) = admission.admit().unwrap();
            admission.finish(admitted, 4000, 0);
            count += usize::from(work == "one");
        }
        assert!((40..=60).contains(&count), "{count}");
    }
}
