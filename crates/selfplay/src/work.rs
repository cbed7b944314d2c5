//! Self-play as work: the games are written to a file in order.

use std::io::Write;
use std::time::Instant;

use crate::KnownKeys;
use agon_arena::data::{DataRecord, PlayedData};
use agon_host::{Failure, notice};
use agon_runner::{InOrder, ResultOrigin, SentItem, SharedWork, Work};

use super::file::{Continued, DataFile};
use super::task::read_played;

/// The number of games that may wait in memory for an earlier one.
const MAX_EARLY: u64 = 10_000;

/// Totals of the games in this run.
#[derive(Default)]
struct Counts {
    records: u64,
    duplicates: u64,
    skipped: u64,
    nodes: u64,
}

/// The games that are left to play, and the file for finished ones.
pub struct DataWork {
    queue: InOrder<PlayedData>,
    file: DataFile,
    known: KnownKeys,
    /// The number of the first game in this run.
    first: u32,
    /// The number of records from earlier runs.
    before: u64,
    counts: Counts,
    /// The size of a position in bytes. `None` if positions are text.
    packed_bytes: Option<usize>,
    began: Instant,
}

impl DataWork {
    /// Continues a file until it has this many games.
    pub fn new(
        file: DataFile,
        continued: Continued,
        games: u32,
        packed_bytes: Option<usize>,
    ) -> DataWork {
        let Continued { next_game, records: before, known } = continued;
        let first = next_game.min(games);
        DataWork {
            queue: InOrder::below(u64::from(games - first)),
            file,
            known,
            first,
            before,
            counts: Counts::default(),
            packed_bytes,
            began: Instant::now(),
        }
    }

    /// Writes the pending records.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.file.flush()
    }

    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64().max(1e-6)
    }

    fn games(&self) -> u64 {
        u64::from(self.first) + self.queue.reported()
    }

    /// Prints what the file holds. Fails if the run was stopped.
    pub fn finish(self, out: &mut impl Write) -> Result<(), Failure> {
        let seconds = self.seconds();
        let Counts { records, duplicates, skipped, nodes } = self.counts;
        writeln!(out, "games       {}", self.games())?;
        writeln!(out, "positions   {}", self.before + records)?;
        writeln!(out, "left out    {duplicates} duplicates, {skipped} decided or threatened")?;
        // The speed differs from run to run, so it goes to standard error.
        let speed = (records as f64 / seconds, nodes as f64 / seconds);
        notice(format_args!("{:.0} positions a second, {:.0} nodes a second", speed.0, speed.1));
        if !self.queue.is_over() {
            notice("stopped before all games were played; the same command goes on");
            return Err(Failure::Unknown);
        }
        Ok(())
    }
}

impl Work for DataWork {
    type Item = u32;
    type Output = PlayedData;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<u32>, Failure> {
        if self.queue.unreported() >= MAX_EARLY {
            return Ok(None);
        }
        // The queue ends at the number of games, which fits.
        Ok(self.queue.take_next().map(|number| self.first + number as u32))
    }

    fn accept(&mut self, game: u32, data: PlayedData) -> Result<(), Failure> {
        let DataWork { queue, file, known, counts, .. } = self;
        let mut written = Ok(());
        queue.submit(u64::from(game - self.first), data, |data| {
            let all = data.records.len() as u64;
            let new = data.records.into_iter().filter(|(key, _)| known.insert(*key));
            let mut records: Vec<DataRecord> = new.map(|(_, record)| record).collect();
            if let Some(last) = records.last_mut() {
                last.is_last = true;
            }
            counts.records += records.len() as u64;
            counts.duplicates += all - records.len() as u64;
            counts.skipped += data.skipped;
            counts.nodes += data.nodes;
            written = file.append(&records);
            written.is_ok()
        });
        written
    }

    fn progress(&self) -> String {
        let Counts { records, nodes, .. } = self.counts;
        format!(
            "{} games  {records} positions  {:.0} positions/s  {:.2} M nodes/s",
            self.games(),
            records as f64 / self.seconds(),
            nodes as f64 / self.seconds() / 1e6
        )
    }
}

impl SharedWork for DataWork {
    fn send(&self, &game: &u32) -> SentItem {
        SentItem { key: (game - self.first).to_string(), body: game.into() }
    }

    fn receive(
        &mut self,
        &game: &u32,
        result: &str,
        _: ResultOrigin<'_>,
    ) -> Result<PlayedData, String> {
        let data = read_played(result, self.packed_bytes)?;
        match data.records.iter().all(|(_, record)| record.game == game) {
            true => Ok(data),
            false => Err("it has records of another game".into()),
        }
    }

    fn left(&self) -> Option<u64> {
        Some(self.queue.left())
    }
}
