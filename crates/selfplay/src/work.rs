//! Self-play as work: the games are written to a file in order.

use std::io::Write;
use std::time::Instant;

use crate::KnownKeys;
use agon_arena::data::{DataRecord, PlayedData};
use agon_host::{Failure, notice};
use agon_runner::{InOrder, IsFalse, ResultOrigin, SentItem, SharedWork, Work};

use super::file::{Continued, DataFile};
use super::task::{read_played, write_played};

/// The number of games that may wait in memory for an earlier one.
const MAX_EARLY: u64 = 10_000;

/// Numbers of a game, or of all games in this run.
#[derive(Clone, Copy, Default)]
struct Counts {
    records: u64,
    duplicates: u64,
    skipped: u64,
    nodes: u64,
}

impl Counts {
    fn add(&mut self, game: &Counts) {
        self.records += game.records;
        self.duplicates += game.duplicates;
        self.skipped += game.skipped;
        self.nodes += game.nodes;
    }
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
    /// The numbers of each game, so that games can be taken out.
    of_games: Vec<Counts>,
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
            of_games: Vec::new(),
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
        let DataWork { queue, file, known, counts, of_games, .. } = self;
        let mut written = Ok(());
        queue.submit(u64::from(game - self.first), data, |data| {
            let all = data.records.len() as u64;
            let new = data.records.into_iter().filter(|(key, _)| known.insert(*key));
            let mut records: Vec<DataRecord> = new.map(|(_, record)| record).collect();
            if let Some(last) = records.last_mut() {
                last.is_last = true;
            }
            let (new, nodes) = (records.len() as u64, data.nodes);
            let game = Counts { records: new, duplicates: all - new, skipped: data.skipped, nodes };
            counts.add(&game);
            of_games.push(game);
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
        _: ResultOrigin,
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

    fn repeatable(&self, _: &u32, data: &PlayedData) -> Option<String> {
        // Only players that can be repeated write data.
        Some(write_played(data))
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Failure> {
        let is_false = |number: u64| is_false(&number.to_string());
        let reported = self.queue.reported();
        let mut first = reported;
        // A position is written for the first game that has it, so later games depend on earlier
        // ones: the file is cut, and they are played again.
        if let Some(number) = (0..reported).find(|&number| is_false(number)) {
            let continued = self.file.cut_before(self.first + number as u32)?;
            first = u64::from(continued.next_game.saturating_sub(self.first));
            self.known = continued.known;
            self.of_games.truncate(first as usize);
            self.counts = Counts::default();
            self.of_games.iter().for_each(|game| self.counts.add(game));
        }
        let others = (first..reported).filter(|&number| !is_false(number)).count() as u64;
        self.queue.rewind(first, is_false, |_| None);
        Ok(Some(others))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use agon_arena::contest::MoveLimits;
    use agon_arena::data::{DataHeader, SelfPlaySettings};
    use agon_contest::Entrant;

    use super::*;
    use crate::{DataFormat, SelfPlaySetup, SelfPlayer};

    #[test]
    fn a_file_whose_false_games_were_taken_out_and_played_again_is_that_of_an_honest_run() {
        let game = agon_arena::find("nim").unwrap();
        let start = game.start().position();
        let player = Entrant::read(game, "p", "random", std::path::Path::new("")).unwrap();
        player.check(game, &start, MoveLimits::default()).unwrap();
        let settings = SelfPlaySettings::default();
        let header = DataHeader::new("nim", &start, "random", None, 5, &settings, None);
        let setup = SelfPlaySetup { game, start, player, settings, seed: 5, is_packed: false };
        let mut player = SelfPlayer::new(&setup).unwrap();
        let mut play = |number: u32| player.play(&number, &|| false).unwrap().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let work = |name: &str| {
            let path = folder.path().join(name);
            let (file, continued) = DataFile::open(&path, &header, DataFormat::Jsonl).unwrap();
            DataWork::new(file, continued, 40, None)
        };
        let (mut honest, mut deceived) = (work("honest"), work("deceived"));
        while let Some(number) = honest.next().unwrap() {
            honest.accept(number, play(number)).unwrap();
        }
        let is_false = |number: u32| number % 9 == 4;
        for _ in 0..30 {
            let number = deceived.next().unwrap().unwrap();
            let mut data = play(number);
            if is_false(number) {
                data.records.truncate(1);
                data.nodes += 1;
            }
            deceived.accept(number, data).unwrap();
        }
        let false_ = |key: &str| key.parse().is_ok_and(is_false);
        let others = deceived.retract(&false_).unwrap().unwrap();
        assert!((20..30).contains(&others), "{others} games depend on them");
        while let Some(number) = deceived.next().unwrap() {
            deceived.accept(number, play(number)).unwrap();
        }
        assert!(deceived.queue.is_over());
        let told = |work: DataWork, name: &str| {
            let (mut work, mut out) = (work, Vec::new());
            work.flush().unwrap();
            work.finish(&mut out).unwrap();
            (out, fs::read(folder.path().join(name)).unwrap())
        };
        assert_eq!(told(deceived, "deceived"), told(honest, "honest"));
    }
}
