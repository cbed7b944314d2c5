//! `agon puzzles`: makes puzzles of a game, and proves files of them.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use agon_arena::GameEntry;
use agon_arena::puzzle::{Puzzle, PuzzleCollection, PuzzleMaker};
use agon_contest::{PairQueue, run_workers};
use agon_core::{Stop, counted};
use agon_host::store::{self, LockedFile};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_service::puzzles::{MAX_BYTES, PuzzleFile};

use super::contest::lock;
use crate::cli::{MakePuzzlesArgs, PuzzleAction, PuzzlesArgs};

/// The most batches of candidates.
const MAX_BATCHES: u64 = 1 << 20;

/// Makes puzzles, or proves a file.
pub fn puzzles(args: &PuzzlesArgs, out: &mut impl Write) -> Result<(), Failure> {
    match (&args.action, &args.make) {
        (Some(PuzzleAction::Check { file }), _) => check(file, out),
        (None, Some(args)) => make(args, out),
        (None, None) => {
            let what = "name a game and a file to write (-o FILE), or check and a file";
            Err(Failure::Usage(what.into()))
        }
    }
}

/// The puzzles of a game; refused if it has none.
fn maker(game: &GameEntry) -> Result<PuzzleMaker, Failure> {
    game.puzzles.ok_or_else(|| Failure::Refused(format!("{} has no puzzles", game.name)))
}

/// A run in progress.
struct Run {
    maker: PuzzleMaker,
    seed: u64,
    found: Mutex<Found>,
    has_failed: AtomicBool,
    progress: Progress,
}

/// The batches that are still to be searched, and the puzzles of those that are done, in order.
struct Found {
    queue: PairQueue<Option<Vec<Puzzle>>>,
    collection: PuzzleCollection,
    /// Whether there were enough puzzles, or no more batches.
    is_done: bool,
}

/// Ends the searches when the program is interrupted, a worker has failed, or there are enough.
impl Stop for Run {
    fn is_stopped(&self) -> bool {
        interrupt::interrupted() || self.has_failed.load(Ordering::Relaxed)
    }
}

fn make(args: &MakePuzzlesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let run = Run {
        maker: maker(args.game)?,
        seed: args.seed,
        found: Mutex::new(Found {
            queue: PairQueue::new(MAX_BATCHES, 1),
            collection: PuzzleCollection::new(args.count),
            is_done: false,
        }),
        has_failed: AtomicBool::new(false),
        progress: Progress::new(),
    };
    // Before the work, so that a file that cannot be written is noticed at once.
    let file = LockedFile::lock(&args.output)?;
    interrupt::during(|| run.work_on(threads(args.threads)))?;
    run.progress.clear();
    let Found { collection, is_done, .. } =
        run.found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let chosen = collection.chosen();
    if chosen.is_empty() {
        return Err(Failure::Refused("no puzzles were found; nothing was written".into()));
    }
    let text = PuzzleFile::write(args.game.name, args.seed, &chosen);
    file.write(text.as_bytes())?;
    report(&chosen, out)?;
    if !is_done {
        notice("stopped before all puzzles were found; the file has those found so far");
        return Err(Failure::Unknown);
    }
    if chosen.len() < args.count {
        notice(format_args!("there are no more of {}", args.game.name));
    }
    Ok(())
}

fn threads(wanted: Option<u16>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(processors, usize::from)
}

impl Run {
    fn work_on(&self, threads: usize) -> Result<(), Failure> {
        let failed = Mutex::new(None);
        run_workers(
            threads,
            || self.work(),
            |failure| {
                self.has_failed.store(true, Ordering::Relaxed);
                lock(&failed).get_or_insert(failure);
            },
        );
        lock(&failed).take().map_or(Ok(()), Err)
    }

    /// Searches batch after batch.
    fn work(&self) -> Result<(), Failure> {
        while !self.is_stopped() {
            let Some(chunk) = lock(&self.found).queue.next_chunk() else { return Ok(()) };
            for number in chunk {
                // The queue ends long before this number is too large.
                let Some(batch) = self.batch(number as u32)? else { return Ok(()) };
                let mut found = lock(&self.found);
                let Found { queue, collection, is_done } = &mut *found;
                queue.submit(number, batch, |batch| {
                    *is_done = batch.is_none();
                    collection.add(batch.unwrap_or_default());
                    *is_done |= collection.is_full();
                    !*is_done
                });
                let goals: Vec<String> =
                    collection.goals().map(|(goal, count)| format!("{goal}: {count}")).collect();
                let batches = queue.reported();
                self.progress.show(format_args!("{batches} searched  {}", goals.join("  ")));
            }
        }
        Ok(())
    }

    /// The puzzles of a batch: `Some(None)` if there is no such batch, and `None` if the search
    /// was stopped.
    fn batch(&self, number: u32) -> Result<Option<Option<Vec<Puzzle>>>, Failure> {
        let candidates = match (self.maker.find)(self.seed, number, self) {
            _ if self.is_stopped() => return Ok(None),
            Ok(Some(candidates)) => candidates,
            Ok(None) => return Ok(Some(None)),
            Err(refused) => return Err(refused.into()),
        };
        let mut proven = Vec::new();
        for candidate in &candidates {
            let puzzle = self.maker.prove(candidate, self);
            if self.is_stopped() {
                return Ok(None);
            }
            // Most candidates have several solutions.
            proven.extend(puzzle.ok());
        }
        Ok(Some(Some(proven)))
    }
}

/// Prints how many puzzles there are of each goal.
fn report(puzzles: &[Puzzle], out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "puzzles     {}", puzzles.len())?;
    let mut goals: Vec<_> = puzzles.iter().map(|puzzle| puzzle.goal).collect();
    goals.sort();
    for same in goals.chunk_by(|one, two| one == two) {
        writeln!(out, "{:<11} {}", same[0].to_string(), same.len())?;
    }
    Ok(())
}

/// Proves every puzzle of a file.
fn check(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let bytes = store::read(path, MAX_BYTES as u64)?;
    let bytes = bytes.ok_or_else(|| store::about_file(path, "there is no such file or folder"))?;
    let file = PuzzleFile::read(&bytes)
        .map_err(|refusal| store::about_file(path, &refusal.to_string()))?;
    let maker = maker(file.entry)?;
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let known = Mutex::new(HashMap::new());
    let progress = Progress::of(file.puzzles.len() as u64);
    let failed = Mutex::new(None);
    let work = || loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(puzzle) = file.puzzles.get(place).filter(|_| !interrupt::interrupted()) else {
            return Ok(());
        };
        let proof = maker.check(&puzzle.position, puzzle.goal, &puzzle.line, &interrupt::Interrupt);
        progress.advance_to(place as u64);
        match proof {
            Ok(proven) => lock(&known).entry(proven.canonical).or_insert_with(Vec::new).push(place),
            Err(refused) => lock(&wrong).push((place, refused.to_string())),
        }
    };
    interrupt::during(|| {
        run_workers(threads(None), work, |failure| {
            lock(&failed).get_or_insert(failure);
        })
    });
    progress.clear();
    if let Some(failure) = lock(&failed).take() {
        return Err(failure);
    }
    if interrupt::interrupted() {
        notice("stopped before all puzzles were proven");
        return Err(Failure::Unknown);
    }
    let mut wrong = lock(&wrong).clone();
    for same in lock(&known).values().filter(|same| same.len() > 1) {
        let first = same.iter().min().map_or(0, |first| first + 1);
        let others = same.iter().filter(|&&place| place + 1 != first);
        let why = format!("it is puzzle {first} up to symmetry");
        wrong.extend(others.map(|&place| (place, why.clone())));
    }
    wrong.sort();
    for (place, why) in &wrong {
        writeln!(out, "puzzle {} of line {} is wrong: {why}", place + 1, place + 2)?;
    }
    let all = counted(file.puzzles.len(), "puzzle");
    match wrong.len() {
        0 => writeln!(out, "{all} of {} proven", file.entry.name)?,
        count => {
            writeln!(out, "{count} of {all} wrong")?;
            return Err(Failure::Unknown);
        }
    }
    Ok(())
}
