//! `agon puzzles`: makes puzzles, and proves files of puzzles.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use agon_arena::GameEntry;
use agon_arena::puzzle::{Puzzle, PuzzleCollection, PuzzleMaker, PuzzleRefusal};
use agon_core::counted;
use agon_host::{
    Failure, interrupt, notice,
    store::{self, LockedFile},
};
use agon_runner::{InOrder, Stop, Work};
use agon_service::puzzles::{MAX_BYTES, PuzzleFile};
use agon_ugi::SystemClock;

use crate::cli::{MakePuzzlesArgs, PuzzleAction, PuzzlesArgs};
use crate::workplace::{run_on_threads, threads};

/// The most batches of candidates.
const MAX_BATCHES: u64 = 1 << 20;

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

/// The puzzle maker of a game. Refused if it has none.
fn maker(game: &GameEntry) -> Result<PuzzleMaker, Failure> {
    game.puzzles.ok_or_else(|| Failure::Refused(format!("{} has no puzzles", game.name)))
}

/// Batches of candidates as work. Collects the puzzles of finished batches in order.
struct PuzzleWork {
    queue: InOrder<Option<Vec<Puzzle>>>,
    collection: PuzzleCollection,
}

impl Work for PuzzleWork {
    type Item = u64;
    /// The puzzles of the batch. `None` if there is no such batch.
    type Output = Option<Vec<Puzzle>>;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<u64>, Failure> {
        Ok(self.queue.take_next())
    }

    fn accept(&mut self, number: u64, batch: Option<Vec<Puzzle>>) -> Result<(), Failure> {
        let PuzzleWork { queue, collection } = self;
        queue.submit(number, batch, |batch| {
            let is_last = batch.is_none();
            collection.add(batch.unwrap_or_default());
            !is_last && !collection.is_full()
        });
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.queue.is_over()
    }

    fn progress(&self) -> String {
        let goals = self.collection.goals().into_iter();
        let goals = goals.map(|(goal, count)| format!("{goal}: {count}"));
        let goals: Vec<String> = goals.collect();
        format!("{} searched  {}", self.queue.reported(), goals.join("  "))
    }
}

fn make(args: &MakePuzzlesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let maker = maker(args.game)?;
    let (queue, collection) = (InOrder::below(MAX_BATCHES), PuzzleCollection::new(args.count));
    let mut work = PuzzleWork { queue, collection };
    // Locks the file first, so that a write error is noticed at once.
    let file = LockedFile::lock(&args.output)?;
    run_on_threads(threads(args.threads), 1, &mut work, || {
        Ok(|number: &u64, stop: Stop<'_>| batch(maker, args.seed, *number, stop))
    })?;
    let chosen = work.collection.chosen();
    if chosen.is_empty() {
        return Err(Failure::Refused("no puzzles were found; nothing was written".into()));
    }
    let text = PuzzleFile::write(args.game.name, args.seed, &chosen);
    file.write(text.as_bytes())?;
    report(&chosen, out)?;
    if !work.queue.is_over() {
        notice("stopped before all puzzles were found; the file has those found so far");
        return Err(Failure::Unknown);
    }
    if chosen.len() < args.count {
        notice(format_args!("there are no more of {}", args.game.name));
    }
    Ok(())
}

/// The puzzles of a batch: `Some(None)` if there is no such batch, `None` if the search was
/// stopped.
fn batch(
    maker: PuzzleMaker,
    seed: u64,
    number: u64,
    stop: Stop<'_>,
) -> Result<Option<Option<Vec<Puzzle>>>, Failure> {
    let clock = SystemClock::until(stop);
    // There are far fewer batches than numbers.
    let candidates = match (maker.find)(seed, number as u32, &clock) {
        _ if stop() => return Ok(None),
        Ok(Some(candidates)) => candidates,
        Ok(None) => return Ok(Some(None)),
        Err(refused) => return Err(refused.into()),
    };
    let mut proven = Vec::new();
    for candidate in &candidates {
        let puzzle = maker.prove(candidate, &clock);
        if stop() {
            return Ok(None);
        }
        // Most candidates have several solutions.
        proven.extend(puzzle.ok());
    }
    Ok(Some(Some(proven)))
}

/// Prints the number of puzzles for each goal and each theme.
fn report(puzzles: &[Puzzle], out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "puzzles     {}", puzzles.len())?;
    let mut goals: Vec<_> = puzzles.iter().map(|puzzle| puzzle.goal).collect();
    goals.sort();
    for same in goals.chunk_by(|one, two| one == two) {
        writeln!(out, "{:<11} {}", same[0].to_string(), same.len())?;
    }
    let mut themes: Vec<_> = puzzles.iter().map(|puzzle| puzzle.theme).collect();
    themes.sort();
    let themes = themes.chunk_by(|one, two| one == two);
    let themes: Vec<String> = themes.map(|same| format!("{} {}", same[0], same.len())).collect();
    writeln!(out, "themes      {}", themes.join(", "))?;
    Ok(())
}

/// A file of puzzles as work: proves each one.
#[derive(Default)]
struct CheckWork {
    next: Range<usize>,
    count: usize,
    done: u64,
    /// The indices of puzzles that are equal up to symmetry.
    known: HashMap<String, Vec<usize>>,
    wrong: Vec<(usize, String)>,
}

impl Work for CheckWork {
    type Item = usize;
    /// The canonical position, equal for symmetric puzzles; or what is wrong.
    type Output = Result<String, String>;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<usize>, Failure> {
        Ok(self.next.next())
    }

    fn accept(&mut self, place: usize, proof: Result<String, String>) -> Result<(), Failure> {
        self.done += 1;
        match proof {
            Ok(canonical) => self.known.entry(canonical).or_default().push(place),
            Err(why) => self.wrong.push((place, why)),
        }
        Ok(())
    }

    fn progress(&self) -> String {
        String::new()
    }

    fn steps(&self) -> Option<(u64, u64)> {
        Some((self.done, self.count as u64))
    }
}

/// Proves every puzzle of a file.
fn check(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let bytes = store::read(path, MAX_BYTES as u64)?;
    let bytes = bytes.ok_or_else(|| store::about_file(path, "there is no such file or folder"))?;
    let file = PuzzleFile::read(&bytes)
        .map_err(|refusal| store::about_file(path, &refusal.to_string()))?;
    let maker = maker(file.entry)?;
    let count = file.puzzles.len();
    let mut work = CheckWork { next: 0..count, count, ..CheckWork::default() };
    run_on_threads(threads(None), 1, &mut work, || {
        Ok(|&place: &usize, stop: Stop<'_>| {
            let puzzle = &file.puzzles[place];
            let clock = SystemClock::until(stop);
            let proof = maker.check(&puzzle.position, puzzle.goal, &puzzle.line, &clock);
            let proof = proof.map_err(|refused| refused.to_string()).and_then(|proven| {
                let right = proven.theme;
                match puzzle.theme.filter(|&found| found != right) {
                    Some(found) => Err(PuzzleRefusal::Theme { found, right }.to_string()),
                    None => Ok(proven.canonical),
                }
            });
            Ok((!stop()).then_some(proof))
        })
    })?;
    if interrupt::interrupted() {
        notice("stopped before all puzzles were proven");
        return Err(Failure::Unknown);
    }
    let CheckWork { known, mut wrong, .. } = work;
    for same in known.values().filter(|same| same.len() > 1) {
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
