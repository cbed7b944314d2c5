//! Prepares tasks on this machine: fetches them by hash, checks them and executes their items.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use agon_arena::PlayerSpec;
use agon_arena::contest::Record;
use agon_contest::{Entrant, Event, GamePlayer, PlayerPool, read_game_item};
use agon_host::{Failure, hash_bytes};
use agon_runner::{Fetch, TaskExecutor, Tasks, TransportError};

use super::task::Task;
use agon_grade::{Grade, GradeSetup};
use agon_selfplay::{SelfPlaySetup, SelfPlayer, write_played};

/// The number of tasks that are kept.
const MAX_TASKS: usize = 8;

/// A task that is ready to be executed.
#[derive(Clone)]
enum ReadyTask {
    Games(Arc<Event>),
    Data(Arc<SelfPlaySetup>),
    Grade(Arc<GradeSetup>),
}

/// The tasks of this machine, by hash.
pub struct ReadyTasks {
    /// Whether external programs may run.
    trusts_programs: bool,
    /// The number of items that run at once.
    slots: u64,
    /// The memory limit for all tables, in bytes.
    memory: Option<u64>,
    ready: Mutex<HashMap<String, ReadyTask>>,
}

impl ReadyTasks {
    /// Takes only tasks within these limits.
    pub fn new(trusts_programs: bool, slots: u32, memory: Option<u64>) -> ReadyTasks {
        ReadyTasks { trusts_programs, slots: slots.into(), memory, ready: Mutex::default() }
    }

    /// Fetches a task and its files.
    fn prepare(&self, hash: &str, fetch: Fetch<'_>) -> Result<ReadyTask, TransportError> {
        let refused = |what: String| TransportError::Refused(what);
        let fetch = |hash: &str| checked(hash, fetch);
        let bytes = fetch(hash)?;
        let task: Task = serde_json::from_slice(&bytes)
            .map_err(|error| refused(format!("its task cannot be read: {error}")))?;
        // The error from fetching tells whether to try again.
        let fetch_error = Mutex::new(None);
        let fetch_text = |hash: &str| {
            fetch(hash).map_err(|error| {
                let text = error.to_string();
                *fetch_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                text
            })
        };
        let why = |what: String| {
            let error = fetch_error.lock().unwrap_or_else(PoisonError::into_inner).take();
            error.unwrap_or(TransportError::Refused(what))
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

/// Fetches bytes and checks their hash.
fn checked(hash: &str, fetch: Fetch<'_>) -> Result<Vec<u8>, TransportError> {
    let bytes = fetch(hash)?;
    match hash_bytes(&bytes) == hash {
        true => Ok(bytes),
        false => Err(TransportError::Refused(format!(
            "a file at the server is not what its hash {} says",
            hash.get(..16).unwrap_or(hash)
        ))),
    }
}

impl Tasks for ReadyTasks {
    fn open(&self, task: &str, fetch: Fetch<'_>) -> Result<Box<TaskExecutor>, TransportError> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let prepared = match ready.get(task) {
            Some(prepared) => prepared.clone(),
            None => {
                let prepared = self.prepare(task, fetch)?;
                if ready.len() >= MAX_TASKS {
                    ready.clear();
                }
                ready.insert(task.into(), prepared.clone());
                prepared
            }
        };
        prepared.executor().map_err(|failure| TransportError::Refused(failure.to_string()))
    }
}

impl ReadyTask {
    /// Makes the executor of the task's items.
    fn executor(self) -> Result<Box<TaskExecutor>, Failure> {
        Ok(match self {
            ReadyTask::Games(event) => {
                let mut player = GamePlayer::new(event, None);
                Box::new(move |item, stop| {
                    let game = read_game_item(item, player.event().entrants.len())?;
                    text_of(player.play(&game, stop), Record::to_string)
                })
            }
            ReadyTask::Data(setup) => {
                let mut player = SelfPlayer::new(setup)?;
                Box::new(move |item, stop| {
                    let number = item.body.as_u64().and_then(|number| u32::try_from(number).ok());
                    let number = number.ok_or("the item has no number")?;
                    text_of(player.play(&number, stop), write_played)
                })
            }
            ReadyTask::Grade(setup) => Box::new(move |item, stop| {
                let place = item.body.as_u64().and_then(|place| usize::try_from(place).ok());
                let place = place.filter(|&place| place < setup.hand_ins.len());
                // Its maps have text keys, so this cannot fail.
                let write = |grade: &Grade| serde_json::to_string(grade).unwrap_or_default();
                text_of(setup.grade(place.ok_or("no such hand-in")?, stop), write)
            }),
        })
    }
}

/// Writes the result of an item as text.
fn text_of<T>(
    result: Result<Option<T>, Failure>,
    write: impl Fn(&T) -> String,
) -> Result<Option<String>, String> {
    Ok(result.map_err(|failure| failure.to_string())?.as_ref().map(write))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of an executor when the server has these bytes under a wrong hash.
    fn refusal(bytes: &[u8], hash: &str) -> String {
        match ReadyTasks::new(false, 1, None).open(hash, &|_| Ok(bytes.to_vec())) {
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
        // Bytes with the right hash fail only when they are parsed.
        assert!(refusal(task, &hash).starts_with("its task cannot be read: missing field"));
    }
}
