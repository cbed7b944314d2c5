//! Tasks on this machine: fetched by their hashes, checked, and done.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use agon_arena::PlayerSpec;
use agon_arena::contest::Clock;
use agon_contest::{Entrant, PlayerPool, hash_bytes};
use agon_core::Stop;
use agon_runner::{Executor, Item, Played, TaskRunner, Transport, TransportError};

use super::task::{ReceivedEvent, Task, read_game_item};
use crate::commands::ReadyDataTask;
use crate::grade::{GradeRunner, ReadyGradeTask};

/// How many tasks are kept.
const MAX_TASKS: usize = 8;

/// A task that is ready to be done.
#[derive(Clone)]
enum ReadyTask {
    Games(Arc<ReceivedEvent>),
    Data(Arc<ReadyDataTask>),
    Grade(Arc<ReadyGradeTask>),
}

/// What this machine does with tasks.
pub struct TaskExecutor {
    /// Whether it runs programs of others.
    trusts_programs: bool,
    /// How many items are done at once.
    slots: u64,
    /// How much memory tables may take in all, in bytes.
    memory: Option<u64>,
    ready: Mutex<HashMap<String, ReadyTask>>,
}

impl TaskExecutor {
    /// An executor within these bounds.
    pub fn new(trusts_programs: bool, slots: u32, memory: Option<u64>) -> TaskExecutor {
        TaskExecutor { trusts_programs, slots: slots.into(), memory, ready: Mutex::default() }
    }

    /// Fetches a task and its files.
    fn prepare(&self, hash: &str, transport: &dyn Transport) -> Result<ReadyTask, TransportError> {
        let refused = |what: String| TransportError::Refused(what);
        let fetch = |hash: &str| checked(hash, transport);
        let bytes = fetch(hash)?;
        let task: Task = serde_json::from_slice(&bytes)
            .map_err(|error| refused(format!("its task cannot be read: {error}")))?;
        // What went wrong while files were fetched says whether to try again.
        let trouble = Mutex::new(None);
        let fetch_text = |hash: &str| {
            fetch(hash).map_err(|error| {
                let text = error.to_string();
                *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                text
            })
        };
        let why = |what: String| {
            let trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
            trouble.unwrap_or(TransportError::Refused(what))
        };
        match task {
            Task::Games(task) => {
                self.check_trust(task.has_program())?;
                let event = task.read(&fetch_text).map_err(why)?;
                self.check_memory(&event.entrants)?;
                Ok(ReadyTask::Games(Arc::new(event)))
            }
            Task::Data(task) => {
                self.check_trust(task.has_program())?;
                let ready = task.read(&fetch_text).map_err(why)?;
                self.check_memory(std::slice::from_ref(&ready.player))?;
                Ok(ReadyTask::Data(Arc::new(ready)))
            }
            Task::Grade(task) => {
                self.check_trust(true)?;
                let ready = task.read(&fetch_text).map_err(why)?;
                Ok(ReadyTask::Grade(Arc::new(ready)))
            }
        }
    }

    fn check_trust(&self, has_program: bool) -> Result<(), TransportError> {
        match has_program && !self.trusts_programs {
            false => Ok(()),
            true => Err(TransportError::Refused(
                "it runs programs of others: start the worker with --trust-programs if you trust \
                 who hands them in"
                    .into(),
            )),
        }
    }

    /// Refuses players whose tables do not fit.
    fn check_memory(&self, entrants: &[Entrant]) -> Result<(), TransportError> {
        let Some(memory) = self.memory else { return Ok(()) };
        let table = |entrant: &Entrant| match &entrant.player {
            PlayerSpec::Engine(options) => options.hash_bytes() as u64,
            _ => 0,
        };
        let mut tables: Vec<u64> = entrants.iter().map(table).collect();
        tables.sort_unstable_by(|a, b| b.cmp(a));
        // A thread keeps the players of a few entrants.
        let needed = self.slots * tables.iter().take(PlayerPool::SIZE).sum::<u64>();
        match needed <= memory {
            true => Ok(()),
            false => Err(TransportError::Refused(format!(
                "the tables of its players take {} MB with {} games at once, and --memory allows \
                 {} MB",
                needed >> 20,
                self.slots,
                memory >> 20
            ))),
        }
    }
}

/// Bytes that have the hash by which they were fetched.
fn checked(hash: &str, transport: &dyn Transport) -> Result<Vec<u8>, TransportError> {
    let bytes = transport.fetch(hash)?;
    match hash_bytes(&bytes) == hash {
        true => Ok(bytes),
        false => Err(TransportError::Refused(format!(
            "a file at the server is not what its hash {} says",
            hash.get(..16).unwrap_or(hash)
        ))),
    }
}

impl Executor for TaskExecutor {
    fn open(
        &self,
        task: &str,
        transport: &dyn Transport,
    ) -> Result<Box<dyn TaskRunner>, TransportError> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ready.get(task).cloned();
        let prepared = match known {
            Some(prepared) => prepared,
            None => {
                let prepared = self.prepare(task, transport)?;
                if ready.len() >= MAX_TASKS {
                    ready.clear();
                }
                ready.insert(task.into(), prepared.clone());
                prepared
            }
        };
        match prepared {
            ReadyTask::Games(event) => Ok(Box::new(GameRunner {
                event,
                pool: PlayerPool::default(),
                began: Instant::now(),
                start: None,
            })),
            ReadyTask::Data(ready) => ready.runner().map_err(TransportError::Refused),
            ReadyTask::Grade(ready) => Ok(Box::new(GradeRunner(ready))),
        }
    }
}

/// Plays games of an event.
struct GameRunner {
    event: Arc<ReceivedEvent>,
    pool: PlayerPool,
    began: Instant,
    /// The last starting position, which both games of a pair have.
    start: Option<(u32, String)>,
}

impl TaskRunner for GameRunner {
    fn play(&mut self, item: &Item, stop: &(dyn Fn() -> bool + Sync)) -> Result<Played, String> {
        let event = self.event.event();
        let game = read_game_item(item, event.entrants.len())?;
        let known = self.start.take().filter(|(opening, _)| *opening == game.opening);
        let start = match known {
            Some((_, start)) => start,
            None => {
                event.settings.start(game.opening.into()).map_err(|refused| refused.to_string())?
            }
        };
        let clock = ItemClock { began: self.began, stop };
        let played = event.play(&game, &start, &mut self.pool, &clock);
        self.start = Some((game.opening, start));
        match played {
            Ok(Some(record)) => Ok(Played::Done(record.to_string())),
            Ok(None) => Ok(Played::Stopped),
            Err(failure) => Err(failure.to_string()),
        }
    }
}

/// The clock of an item, which stops when the item is no longer wanted.
struct ItemClock<'a> {
    began: Instant,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Stop for ItemClock<'_> {
    fn is_stopped(&self) -> bool {
        (self.stop)()
    }
}

impl Clock for ItemClock<'_> {
    fn now(&self) -> u64 {
        self.began.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use agon_runner::LocalTransport;

    use super::*;

    /// Why an executor takes no part, when the server has these bytes under the hash of others.
    fn refusal(bytes: &[u8], hash: &str) -> String {
        let transport = LocalTransport::default();
        transport.store(hash, bytes).unwrap();
        match TaskExecutor::new(false, 1, None).open(hash, &transport) {
            Err(TransportError::Refused(what)) => what,
            Err(other) => panic!("it is tried again: {other}"),
            Ok(_) => panic!("it is done"),
        }
    }

    #[test]
    fn what_is_not_what_its_hash_says_is_refused() {
        let task = b"{\"kind\":\"games\"}";
        let hash = hash_bytes(task);
        let changed = refusal(b"{\"kind\":\"gamez\"}", &hash);
        let expected = format!("a file at the server is not what its hash {} says", &hash[..16]);
        assert_eq!(changed, expected);
        // The right bytes come as far as their content.
        assert!(refusal(task, &hash).starts_with("its task cannot be read: missing field"));
    }
}
