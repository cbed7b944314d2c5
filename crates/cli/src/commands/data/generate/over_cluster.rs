//! Self-play on other machines.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use agon_arena::data::{DataRecord, PlayedData, SelfPlaySettings, StoredPosition};
use agon_arena::{AnySession, find};
use agon_contest::Entrant;
use agon_core::Stop;
use agon_host::Failure;
use agon_runner::{Item, Played, ResultOrigin, TaskRunner, Work};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::json::{read_record, write_record};
use super::DataRun;
use crate::cluster::{Cluster, EntrantText, Fetch, Objects, Task};
use crate::commands::contest::lock;

/// How many games may wait in memory for an earlier one.
const MAX_EARLY: u64 = 10_000;

/// How games of self-play are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataTask {
    game: String,
    start: String,
    player: EntrantText,
    random_plies: [u32; 2],
    player_first: u32,
    random_moves: u32,
    random_children: u32,
    skip_decided: bool,
    skip_threatened: bool,
    seed: u64,
    is_packed: bool,
}

impl DataTask {
    /// Whether a program of others plays.
    pub fn has_program(&self) -> bool {
        self.player.has_program()
    }

    /// The task with its player here.
    pub fn read(&self, fetch: Fetch<'_>) -> Result<ReadyDataTask, String> {
        let game = find(&self.game).ok_or_else(|| format!("there is no game {}", self.game))?;
        let player = self.player.read(fetch)?;
        // It fails here rather than in every game.
        player.open_session(game, &self.start).map_err(|failure| failure.to_string())?;
        Ok(ReadyDataTask { task: self.clone(), player })
    }
}

/// A task whose player is here.
pub struct ReadyDataTask {
    task: DataTask,
    /// The player.
    pub player: Entrant,
}

impl ReadyDataTask {
    /// What plays its games.
    pub fn runner(self: &Arc<Self>) -> Result<Box<dyn TaskRunner>, String> {
        let game = find(&self.task.game).ok_or("there is no such game")?;
        let session = self.player.open_session(game, &self.task.start);
        let session = session.map_err(|failure| failure.to_string())?;
        Ok(Box::new(DataRunner { ready: Arc::clone(self), session }))
    }
}

struct DataRunner {
    ready: Arc<ReadyDataTask>,
    session: Box<dyn AnySession>,
}

/// Stops a game when its job is no longer wanted.
struct JobStop<'a>(&'a (dyn Fn() -> bool + Sync));

impl Stop for JobStop<'_> {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

impl TaskRunner for DataRunner {
    fn play(&mut self, item: &Item, stop: &(dyn Fn() -> bool + Sync)) -> Result<Played, String> {
        let number = item.body.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.ok_or("the item has no number")?;
        let ReadyDataTask { task, player } = &*self.ready;
        let settings = SelfPlaySettings {
            random_plies: task.random_plies[0]..=task.random_plies[1],
            player_first: task.player_first,
            random_moves: task.random_moves,
            random_children: task.random_children,
            skip_decided: task.skip_decided,
            skip_threatened: task.skip_threatened,
        };
        let played = self.session.play_itself(
            &player.player,
            &settings,
            task.seed,
            number,
            task.is_packed,
            &JobStop(stop),
        );
        match played.map_err(|refused| refused.to_string())? {
            Some(data) => Ok(Played::Done(write_played(&data))),
            None => Ok(Played::Stopped),
        }
    }
}

/// A game of self-play as text: JSON, in which packed records are hexadecimal numbers.
fn write_played(data: &PlayedData) -> String {
    let record = |record: &DataRecord| {
        let mut bytes = Vec::new();
        match record.stored {
            StoredPosition::Packed { .. } => {
                record.write(&mut bytes);
                bytes.iter().map(|byte| format!("{byte:02x}")).collect()
            }
            StoredPosition::Text { .. } => {
                write_record(record, &mut bytes);
                String::from_utf8_lossy(&bytes).trim_end().to_string()
            }
        }
    };
    let keys: Vec<u64> = data.records.iter().map(|(key, _)| *key).collect();
    let records: Vec<String> = data.records.iter().map(|(_, one)| record(one)).collect();
    json!({ "keys": keys, "records": records, "skipped": data.skipped, "nodes": data.nodes })
        .to_string()
}

#[derive(Deserialize)]
struct PlayedText {
    keys: Vec<u64>,
    records: Vec<String>,
    skipped: u64,
    nodes: u64,
}

/// The game of a text, whose records have positions of so many bytes or text.
fn read_played(text: &str, packed_bytes: Option<usize>) -> Result<PlayedData, String> {
    let PlayedText { keys, records, skipped, nodes } =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    if keys.len() != records.len() {
        return Err("it has not a key for each record".into());
    }
    let read = |text: &String| match packed_bytes {
        None => read_record(text),
        Some(bytes) => {
            let packed = unhex(text).ok_or("a record is not hexadecimal")?;
            DataRecord::read(&packed, bytes).map_err(|refused| refused.to_string())
        }
    };
    let records = records.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(PlayedData { records: keys.into_iter().zip(records).collect(), skipped, nodes })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8]| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8);
    let is_even = text.len().is_multiple_of(2);
    text.as_bytes().chunks_exact(2).map(byte).collect::<Option<_>>().filter(|_| is_even)
}

impl DataRun<'_> {
    /// Lets workers elsewhere play the games.
    pub(super) fn run_over(
        &self,
        cluster: &Cluster,
        packed_bytes: Option<usize>,
    ) -> Result<(), Failure> {
        let mut objects = Objects::new();
        let settings = self.settings;
        let task = DataTask {
            game: self.game.name.into(),
            start: self.start.into(),
            player: EntrantText::of(self.player, &mut objects)?,
            random_plies: [*settings.random_plies.start(), *settings.random_plies.end()],
            player_first: settings.player_first,
            random_moves: settings.random_moves,
            random_children: settings.random_children,
            skip_decided: settings.skip_decided,
            skip_threatened: settings.skip_threatened,
            seed: self.seed,
            is_packed: self.is_packed,
        };
        let title = format!("self-play of {}", self.game.name);
        let packed = Task::Data(task).pack(objects);
        let (failed, has_failed) = (Mutex::new(None), AtomicBool::new(false));
        let mut work = DataWork {
            run: self,
            packed_bytes,
            failed: &failed,
            has_failed: &has_failed,
            waiting: VecDeque::new(),
            handed_out: 0,
        };
        let result = cluster.run(&title, packed, 1, &mut work);
        // What is finished is kept, also after a failure.
        lock(&self.output).file.flush()?;
        match lock(&failed).take() {
            Some(failure) => Err(failure),
            None => result,
        }
    }
}

/// The games of self-play as work for a cluster.
struct DataWork<'a> {
    run: &'a DataRun<'a>,
    packed_bytes: Option<usize>,
    failed: &'a Mutex<Option<Failure>>,
    has_failed: &'a AtomicBool,
    /// The games whose data has come, by number, and is not in the file.
    waiting: VecDeque<u64>,
    handed_out: u64,
}

impl Work for DataWork<'_> {
    fn next(&mut self) -> Option<Item> {
        let mut output = lock(&self.run.output);
        if self.handed_out >= output.queue.reported() + MAX_EARLY {
            return None;
        }
        let number = output.queue.next_chunk()?.start;
        self.handed_out = number + 1;
        let game = u64::from(self.run.first) + number;
        Some(Item { key: number.to_string(), body: game.into() })
    }

    fn left(&self) -> Option<u64> {
        Some(u64::from(self.run.games).saturating_sub(u64::from(self.run.first) + self.handed_out))
    }

    fn accept(&mut self, key: &str, result: &str, _: ResultOrigin<'_>) -> Result<(), String> {
        let number: u64 = key.parse().map_err(|_| "it has no number")?;
        let game = u64::from(self.run.first) + number;
        let data = read_played(result, self.packed_bytes)?;
        if data.records.iter().any(|(_, record)| u64::from(record.game) != game) {
            return Err("it has records of another game".into());
        }
        let mut output = lock(&self.run.output);
        self.waiting.push_back(number);
        if let Err(failure) = output.submit(number, data) {
            lock(self.failed).get_or_insert(failure);
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.run.progress.show(self.run.line(&output));
        Ok(())
    }

    /// A game is stored when it is in the file, behind all earlier ones.
    fn take_stored(&mut self) -> Vec<String> {
        if self.waiting.is_empty() {
            return Vec::new();
        }
        let mut output = lock(&self.run.output);
        let reported = output.queue.reported();
        let (stored, waiting): (Vec<u64>, Vec<u64>) =
            self.waiting.drain(..).partition(|&number| number < reported);
        self.waiting = waiting.into();
        if !stored.is_empty()
            && let Err(failure) = output.file.flush()
        {
            lock(self.failed).get_or_insert(failure);
            self.has_failed.store(true, Ordering::Relaxed);
            return Vec::new();
        }
        stored.iter().map(u64::to_string).collect()
    }

    fn is_done(&mut self) -> bool {
        lock(&self.run.output).queue.is_over()
    }

    fn is_stopped(&self) -> bool {
        self.run.is_stopped() || self.has_failed.load(Ordering::Relaxed)
    }

    fn progress(&self) -> String {
        self.run.line(&lock(&self.run.output))
    }
}
