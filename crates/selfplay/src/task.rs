//! Self-play as a task for other machines, and games as text.

use agon_arena::GameEntry;
use agon_arena::data::{DataRecord, PlayedData, SelfPlaySettings, StoredPosition};
use agon_contest::EntrantText;
use agon_host::{Failure, hex};
use agon_runner::{FetchObject, Objects};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::json::{read_record, write_record};
use super::self_player::SelfPlaySetup;

/// The settings of self-play games, as sent to other machines.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DataTask {
    game: &'static GameEntry,
    start: String,
    player: EntrantText,
    settings: SelfPlaySettings,
    seed: u64,
    is_packed: bool,
}

impl DataTask {
    /// The task for these games. Adds its files to the objects.
    pub fn of(setup: &SelfPlaySetup, objects: &mut Objects) -> Result<DataTask, Failure> {
        let SelfPlaySetup { game, start, player, settings, seed, is_packed } = setup;
        Ok(DataTask {
            game,
            start: start.clone(),
            player: EntrantText::of(player, objects)?,
            settings: settings.clone(),
            seed: *seed,
            is_packed: *is_packed,
        })
    }

    /// Whether the player is an external program.
    pub fn has_program(&self) -> bool {
        self.player.has_program()
    }

    /// Makes the setup on this machine.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<SelfPlaySetup, String> {
        let DataTask { game, start, settings, seed, is_packed, .. } = self.clone();
        let player = self.player.read(fetch)?;
        // Fails here rather than in every game.
        player.open_session(game, &start).map_err(|failure| failure.to_string())?;
        Ok(SelfPlaySetup { game, start, player, settings, seed, is_packed })
    }
}

/// Writes a game as JSON. Packed records are hexadecimal.
pub fn write_played(data: &PlayedData) -> String {
    let record = |record: &DataRecord| {
        let mut bytes = Vec::new();
        match record.stored {
            StoredPosition::Packed { .. } => {
                record.write(&mut bytes);
                hex(&bytes)
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

/// Reads a game. Positions are packed into `packed_bytes` bytes, or text if that is `None`.
pub fn read_played(text: &str, packed_bytes: Option<usize>) -> Result<PlayedData, String> {
    let PlayedText { keys, records, skipped, nodes } =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    if keys.len() != records.len() {
        return Err("it does not have a key for each record".into());
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
