//! `agon data GAME`: a player plays against itself, and its positions are written.

mod over_cluster;

pub use over_cluster::{DataTask, ReadyDataTask};

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use agon_arena::contest::MoveLimits;
use agon_arena::data::{
    DataHeader, DataRecord, KnownKeys, PlayedData, SelfPlayRefusal, SelfPlaySettings,
};
use agon_arena::{GameEntry, PlayerRefusal};
use agon_contest::{Entrant, PairQueue, run_workers};
use agon_core::{Stop, counted};
use agon_host::{Failure, Progress, interrupt, notice};

use super::file::DataFile;
use crate::cli::{DataFormat, GenerateArgs};
use crate::cluster::Cluster;
use crate::commands::contest::lock;

/// The player if none is named.
const PLAYER: &str = "engine:nodes=5000,hash=1";

/// Generates data, or goes on with a file.
pub fn generate(args: &GenerateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.position.game();
    let session = args.position.open()?;
    if session.outcome().is_some() {
        return Err(Failure::Refused("the game is over in this position".into()));
    }
    let start = session.position();
    let format = args.format.unwrap_or_else(|| format_of(&args.output));
    let packed_bytes = match (format, session.packed_bytes()) {
        (DataFormat::Jsonl, _) => None,
        (DataFormat::Binary, None) => {
            let refused = SelfPlayRefusal::NotPacked { game: game.name };
            return Err(Failure::Usage(refused.to_string()));
        }
        (DataFormat::Binary, bytes) => bytes,
    };
    let player = player(args, game, &start)?;
    let settings = settings(args);
    let seed = args.seed.unwrap_or(0);
    let hash = player.evaluation_hash()?;
    let header = DataHeader::new(
        game.name,
        &start,
        &player.player_text(),
        hash.as_deref(),
        seed,
        &settings,
        packed_bytes,
    );
    let cluster = Cluster::connect(&args.cluster)?;
    let (file, continued) = DataFile::open(&args.output, &header, format)?;
    if continued.next_game > 0 {
        let games = counted(u64::from(continued.next_game), "game");
        notice(format_args!("going on: {games} were played before"));
    }
    let first = continued.next_game.min(args.games);
    let run = DataRun {
        game,
        start: &start,
        player: &player,
        settings: &settings,
        seed,
        is_packed: packed_bytes.is_some(),
        first,
        games: args.games,
        output: Mutex::new(Output {
            queue: PairQueue::new(u64::from(args.games - first), 1),
            file,
            known: continued.known,
            before: continued.records,
            counts: Counts::default(),
        }),
        has_failed: AtomicBool::new(false),
        began: Instant::now(),
        progress: Progress::new(),
    };
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(processors, usize::from);
    interrupt::during(|| match &cluster {
        Some(cluster) => run.run_over(cluster, packed_bytes),
        None => run.run(threads),
    })?;
    run.finish(out)
}

fn format_of(path: &Path) -> DataFormat {
    match path.extension().is_some_and(|ending| ending == "jsonl") {
        true => DataFormat::Jsonl,
        false => DataFormat::Binary,
    }
}

fn settings(args: &GenerateArgs) -> SelfPlaySettings {
    let usual = SelfPlaySettings::default();
    SelfPlaySettings {
        random_plies: args.random_plies.clone().unwrap_or(usual.random_plies),
        player_first: args.player_first.unwrap_or(usual.player_first),
        random_moves: args.random_moves.unwrap_or(usual.random_moves),
        random_children: args.random_children.unwrap_or(usual.random_children),
        skip_decided: args.skip_decided,
        skip_threatened: args.skip_threatened,
    }
}

/// The player, ready to play from this start.
fn player(args: &GenerateArgs, game: &'static GameEntry, start: &str) -> Result<Entrant, Failure> {
    let text = args.player.as_deref().unwrap_or(PLAYER);
    let player = Entrant::read(game, "the player", text, Path::new(""))?;
    if player.is_engine() {
        return Err(Failure::Usage(PlayerRefusal::Program.to_string()));
    }
    let repeatable = player.player.check_repeatable();
    repeatable.map_err(|refused| Failure::Usage(refused.to_string()))?;
    let limits = MoveLimits { depth: None, nodes: None, movetime: None, clock: None };
    player.check(game, start, limits)?;
    Ok(player)
}

/// A run in progress.
struct DataRun<'a> {
    game: &'static GameEntry,
    start: &'a str,
    player: &'a Entrant,
    settings: &'a SelfPlaySettings,
    seed: u64,
    is_packed: bool,
    /// The number of the first game of this run.
    first: u32,
    /// The number of games in the file at the end.
    games: u32,
    output: Mutex<Output>,
    has_failed: AtomicBool,
    began: Instant,
    progress: Progress,
}

/// What the games of this run came to.
#[derive(Default)]
struct Counts {
    records: u64,
    duplicates: u64,
    skipped: u64,
    nodes: u64,
}

/// The games that are still to be played, and the file for those that are done, in order.
struct Output {
    queue: PairQueue<PlayedData>,
    file: DataFile,
    known: KnownKeys,
    /// The records of earlier runs.
    before: u64,
    counts: Counts,
}

impl Output {
    /// Takes a game, and writes those that are next in order.
    fn submit(&mut self, number: u64, data: PlayedData) -> Result<(), Failure> {
        let Output { queue, file, known, counts, .. } = self;
        let mut written = Ok(());
        queue.submit(number, data, |data| {
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
}

/// Ends the games when the program is interrupted or a worker has failed.
impl Stop for DataRun<'_> {
    fn is_stopped(&self) -> bool {
        interrupt::interrupted() || self.has_failed.load(Ordering::Relaxed)
    }
}

impl DataRun<'_> {
    fn run(&self, threads: usize) -> Result<(), Failure> {
        let failed = Mutex::new(None);
        run_workers(
            threads,
            || self.work(),
            |failure| {
                self.has_failed.store(true, Ordering::Relaxed);
                lock(&failed).get_or_insert(failure);
            },
        );
        // What is finished is kept, also if a worker failed.
        lock(&self.output).file.flush()?;
        match lock(&failed).take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays game after game, with a player of its own.
    fn work(&self) -> Result<(), Failure> {
        let mut session = self.player.open_session(self.game, self.start)?;
        let player = &self.player.player;
        while !self.is_stopped() {
            let Some(chunk) = lock(&self.output).queue.next_chunk() else { return Ok(()) };
            for number in chunk {
                // The queue ends at the number of games, which fits.
                let game = self.first + number as u32;
                let played = session.play_itself(
                    player,
                    self.settings,
                    self.seed,
                    game,
                    self.is_packed,
                    self,
                )?;
                let Some(data) = played else { return Ok(()) };
                let mut output = lock(&self.output);
                output.submit(number, data)?;
                self.progress.show(self.line(&output));
            }
        }
        Ok(())
    }

    fn line(&self, Output { queue, counts, .. }: &Output) -> String {
        let games = u64::from(self.first) + queue.reported();
        let seconds = self.began.elapsed().as_secs_f64().max(1e-6);
        format!(
            "{games} games  {} positions  {:.0} positions/s  {:.2} M nodes/s",
            counts.records,
            counts.records as f64 / seconds,
            counts.nodes as f64 / seconds / 1e6
        )
    }

    fn finish(self, out: &mut impl Write) -> Result<(), Failure> {
        self.progress.clear();
        let seconds = self.began.elapsed().as_secs_f64().max(1e-6);
        let output = self.output.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Counts { records, duplicates, skipped, nodes } = output.counts;
        writeln!(out, "games       {}", u64::from(self.first) + output.queue.reported())?;
        writeln!(out, "positions   {}", output.before + records)?;
        writeln!(out, "left out    {duplicates} duplicates, {skipped} decided or threatened")?;
        // The speed differs from run to run, so it is not part of the output.
        let speed = (records as f64 / seconds, nodes as f64 / seconds);
        notice(format_args!("{:.0} positions a second, {:.0} nodes a second", speed.0, speed.1));
        if !output.queue.is_over() {
            notice("stopped before all games were played; the same command goes on");
            return Err(Failure::Unknown);
        }
        Ok(())
    }
}
