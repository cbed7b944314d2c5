//! The workers that a coordinator knows: which are accepted, present and banned.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::message::{WorkerReport, short_key};
use crate::signed::Signed;

/// A process that has not reported for this long is gone.
pub const WORKER_TIMEOUT: Duration = Duration::from_secs(5);

/// How many workers are known, how many offer themselves, and how many processes there are, at
/// most: nobody can fill the memory with new keys.
const MAX_WORKERS: usize = 20_000;
const MAX_OFFERS: usize = 1000;
const MAX_INSTANCES: usize = 50_000;

/// How many notes about one worker are logged.
const MAX_NOTES: usize = 10;

/// The accepted keys; `None` accepts every worker that the server lets in.
pub type AcceptedKeys = Option<HashSet<String>>;

pub struct KnownWorker {
    pub key: String,
    pub name: String,
    pub is_banned: bool,
    /// How many of its results have counted.
    pub done: u64,
    /// How many of its results were refused.
    pub bad: u32,
    /// The notes that were logged about it.
    noted: HashSet<String>,
}

struct Instance {
    seen: Instant,
    slots: u64,
    /// The number of its last report.
    number: u64,
}

#[derive(Default)]
pub struct Roster {
    accepted: AcceptedKeys,
    /// The accepted workers that have reported or sent results, by number.
    workers: Vec<KnownWorker>,
    numbers: HashMap<String, u32>,
    instances: HashMap<(u32, String), Instance>,
    /// The names of workers that are not accepted, by key.
    offers: BTreeMap<String, (String, Instant)>,
}

impl Roster {
    pub fn set_accepted(&mut self, accepted: AcceptedKeys) {
        self.accepted = accepted;
        let Roster { accepted, offers, instances, .. } = self;
        offers.retain(|key, (_, seen)| {
            let is_accepted = accepted.as_ref().is_none_or(|keys| keys.contains(key));
            !is_accepted && seen.elapsed() < WORKER_TIMEOUT
        });
        instances.retain(|_, instance| instance.seen.elapsed() < WORKER_TIMEOUT);
    }

    /// The accepted keys as notices carry them.
    pub fn short_keys(&self) -> Option<Vec<String>> {
        let mut keys: Vec<String> =
            self.accepted.as_ref()?.iter().map(|key| short_key(key).to_string()).collect();
        keys.sort_unstable();
        Some(keys)
    }

    fn is_accepted(&self, key: &str) -> bool {
        self.accepted.as_ref().is_none_or(|keys| keys.contains(key))
    }

    /// Whether messages of a key may be believed at all. It costs little, unlike a signature.
    pub fn may_send(&self, key: &str) -> bool {
        self.is_accepted(key)
            && (self.workers.len() < MAX_WORKERS || self.numbers.contains_key(key))
    }

    /// The number of an accepted worker.
    pub fn number(&mut self, key: &str) -> u32 {
        let Roster { workers, numbers, .. } = self;
        *numbers.entry(key.into()).or_insert_with(|| {
            workers.push(KnownWorker {
                key: key.into(),
                name: short_key(key).into(),
                is_banned: false,
                done: 0,
                bad: 0,
                noted: HashSet::new(),
            });
            workers.len() as u32 - 1
        })
    }

    pub fn worker(&mut self, number: u32) -> &mut KnownWorker {
        &mut self.workers[number as usize]
    }

    /// The name of a known worker, by its key.
    pub fn name(&self, key: &str) -> Option<String> {
        let number = self.numbers.get(key)?;
        Some(self.workers[*number as usize].name.clone())
    }

    /// Takes a report. Returns the number of the worker, if it is accepted and the report is new.
    pub fn receive(&mut self, report: &Signed<WorkerReport>, is_out: bool) -> Option<u32> {
        let Signed { key, message, .. } = report;
        if !self.may_send(key) {
            let offer = (message.worker.clone(), Instant::now());
            if self.offers.len() < MAX_OFFERS || self.offers.contains_key(key) {
                self.offers.insert(key.clone(), offer);
            }
            return None;
        }
        let number = self.number(key);
        let place = (number, message.instance.clone());
        let last = self.instances.get(&place).map_or(0, |instance| instance.number);
        if message.number <= last || self.instances.len() >= MAX_INSTANCES && last == 0 {
            return None;
        }
        let worker = self.worker(number);
        worker.name.clone_from(&message.worker);
        let is_out = is_out || message.is_leaving || worker.is_banned;
        let slots = if is_out { 0 } else { message.slots.into() };
        let instance = Instance { seen: Instant::now(), slots, number: message.number };
        self.instances.insert(place, instance);
        Some(number)
    }

    /// How many processes of workers take part, and how many items they do at once.
    pub fn present(&self) -> (usize, u64) {
        let there = self.instances.values();
        let there = there.filter(|one| one.seen.elapsed() < WORKER_TIMEOUT && one.slots > 0);
        there.fold((0, 0), |(count, slots), one| (count + 1, slots + one.slots))
    }

    /// Whether a worker other than this one takes part.
    pub fn has_other(&self, worker: u32) -> bool {
        let is_other = |(number, _): &(u32, String), one: &Instance| {
            *number != worker && one.seen.elapsed() < WORKER_TIMEOUT && one.slots > 0
        };
        self.instances.iter().any(|(place, one)| is_other(place, one))
    }

    /// Bans a worker. Returns whether it was not banned before.
    pub fn ban(&mut self, number: u32) -> bool {
        let is_new = !std::mem::replace(&mut self.worker(number).is_banned, true);
        let own = self.instances.iter_mut().filter(|((worker, _), _)| *worker == number);
        own.for_each(|(_, instance)| instance.slots = 0);
        is_new
    }

    /// Whether a note about a worker is new.
    pub fn is_new_note(&mut self, number: u32, note: String) -> bool {
        let noted = &mut self.worker(number).noted;
        noted.len() < MAX_NOTES && noted.insert(note)
    }

    /// The names and keys of workers that wait to be accepted. A name that several have is
    /// no use, so their keys stand for them.
    pub fn offers(&self) -> Vec<String> {
        let name = |(key, (name, _)): (&String, &(String, Instant))| {
            let same = self.offers.values().filter(|(other, _)| other == name).count();
            if same == 1 { name.clone() } else { key.clone() }
        };
        self.offers.iter().map(name).collect()
    }
}
