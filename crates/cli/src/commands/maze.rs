//! `agon maze`: generates, checks and shows mazes.

use std::io::Write;

use agon_arena::Refused;
use agon_core::{Game as _, Notation as _, Side};
use agon_games::theseus::{Rules, Theseus, winner_without_ply_limit};
use agon_host::interrupt::{self, Interrupt};
use agon_host::{Failure, Progress, notice};
use agon_inputs::mazes;

use super::ladder::ladder;
use super::play::seed_by_clock;
use crate::cli::{MazeAction, MazeArgs, NewMazeArgs, PlanArgs, Winner};

pub fn maze(args: &MazeArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.action {
        MazeAction::New(args) => new(args, out),
        MazeAction::Check { file } => check(&mazes::read(file)?, out),
        MazeAction::Show { file, line } => {
            let game = mazes::read(file)?;
            match line {
                true => writeln!(out, "{}", game.write(&game.start()))?,
                false => write!(out, "{}", game.drawing())?,
            }
            Ok(())
        }
        MazeAction::Ladder(args) => ladder(args, out),
    }
}

/// Returns a function that makes a game from a seed.
pub fn maker(args: &PlanArgs) -> Result<impl Fn(u64) -> Result<Theseus, Refused>, Failure> {
    if let Some(why) = args.misplaced() {
        return Err(Failure::Usage(why.into()));
    }
    let generator = args.plan().map_err(|refusal| Failure::Usage(refusal.to_string()))?;
    let (plies, need, first) = (args.plies, args.need, args.first);
    let make = move |seed| -> Result<Theseus, Refused> {
        let game = generator.generate(seed);
        let usual = game.rules();
        let need = need.unwrap_or(usual.need);
        Ok(game.with_rules(Rules { plies, need, first: first.into(), ..usual })?)
    };
    // The rules are valid for all mazes of the generator or for none.
    make(0).map_err(|refused| Failure::Usage(refused.to_string()))?;
    Ok(make)
}

fn new(args: &NewMazeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let make = maker(&args.plan)?;
    let seed = args.seed.unwrap_or_else(|| seed_by_clock(Side::First));
    let found = match args.value {
        None => Some(seed),
        Some(wanted) => find_seed(wanted, seed, &make)?,
    };
    let Some(found) = found else { return Err(Failure::Unknown) };
    if args.seed != Some(found) {
        notice(format_args!("seed {found}"));
    }
    write!(out, "{}", make(found)?.drawing())?;
    Ok(())
}

/// The number of mazes that are tried to find one with a given value.
const MAX_TRIES: u64 = 20_000;

/// The first seed from `seed` on whose maze has the wanted value.
fn find_seed(
    wanted: Winner,
    seed: u64,
    make: &impl Fn(u64) -> Result<Theseus, Refused>,
) -> Result<Option<u64>, Failure> {
    let progress = Progress::default();
    let found = interrupt::during(|| -> Result<Option<u64>, Refused> {
        for tried in 0..MAX_TRIES {
            if interrupt::interrupted() {
                notice("stopped");
                return Ok(None);
            }
            if tried % 16 == 0 {
                progress.show(format_args!("{tried} of at most {MAX_TRIES} mazes tried"));
            }
            let game = make(seed.wrapping_add(tried))?;
            let Ok(end) = winner_without_ply_limit(&game, &game.start(), &Interrupt) else {
                continue;
            };
            let end = end.filter(|&(_, plies)| plies <= game.rules().plies.into());
            if end.map(|(winner, _)| winner) == wanted.player() {
                return Ok(Some(seed.wrapping_add(tried)));
            }
        }
        notice(format_args!(
            "no maze with this value in {MAX_TRIES} seeds from {seed} on; try --style labyrinth, \
             --need or --size"
        ));
        Ok(None)
    });
    progress.clear();
    Ok(found?)
}

fn check(game: &Theseus, out: &mut impl Write) -> Result<(), Failure> {
    let maze = game.maze();
    let Rules { plies, need, first, .. } = game.rules();
    let loot: Vec<String> = game.loot().iter().map(|&tile| maze.name(tile).to_string()).collect();
    let names = ["Theseus", "the Minotaur"];
    writeln!(out, "size: {0} by {0} tiles", maze.side())?;
    writeln!(out, "inner walls: {}", maze.walls())?;
    writeln!(
        out,
        "starts: Theseus {}, the Minotaur {}",
        maze.name(maze.start(Side::First)),
        maze.name(maze.start(Side::Second))
    )?;
    writeln!(out, "loot: {}", loot.join(" "))?;
    writeln!(
        out,
        "rules: {} moves first, {need} of {} pieces of loot are needed, dawn after {plies} plies",
        names[first.index()],
        loot.len()
    )?;
    Ok(())
}
