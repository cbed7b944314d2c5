//! The opening table of Santorini: `cargo run --release -p agon-tools --example
//! santorini_openings -- NODES [THREADS]` searches every placement of both sides, symmetric ones
//! once, with the engine and its network for NODES nodes on one thread, from an empty table.
//!
//! Prints a line for each, sorted: blue's pawns, red's pawns, how many placements are symmetric to
//! it, the score for blue in the evaluation's points or `win`, `lose` with the plies of a proof,
//! the depth, and the best move. The same NODES give the same lines.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::thread;

use agon_core::{DefaultEval as _, Game as _, Notation as _};
use agon_games::santorini::{Position, Santorini};
use agon_search::{Engine, Limits, SearchControl};
use agon_tools::with_threads;

/// The transposition table of each search, in bytes.
const HASH: usize = 32 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = arguments.iter().map(|text| text.parse().ok()).collect();
    let (nodes, threads) = match numbers.as_deref() {
        Some(&[nodes]) => (nodes, thread::available_parallelism().map_or(1, usize::from)),
        Some(&[nodes, threads]) => (nodes, threads.clamp(1, 256) as usize),
        _ => {
            eprintln!("usage: NODES [THREADS]");
            return ExitCode::FAILURE;
        }
    };
    let game = Santorini::default();
    let openings: Vec<(Position, u32)> = openings(&game).into_values().collect();
    let engine = || Engine::new(HASH);
    let mut lines = with_threads(threads, openings.len() as u64, engine, |engine, number| {
        let (position, count) = &openings[number as usize];
        searched(&game, position, *count, nodes, engine)
    });
    lines.sort();
    lines.iter().for_each(|line| println!("{line}"));
    ExitCode::SUCCESS
}

/// All placements of both sides, by the key that symmetric ones share, with their number.
fn openings(game: &Santorini) -> BTreeMap<u64, (Position, u32)> {
    let mut found: BTreeMap<u64, (Position, u32)> = BTreeMap::new();
    let start = game.start();
    for blue in game.moves(&start) {
        let placed = game.after(&start, blue);
        for red in game.moves(&placed) {
            let position = game.after(&placed, red);
            let images = (0..game.symmetry_count())
                .map(|symmetry| game.key(&game.transform(symmetry, &position)).bits());
            let key = images.min().unwrap_or_default();
            found.entry(key).or_insert((position, 0)).1 += 1;
        }
    }
    found
}

fn searched(
    game: &Santorini,
    position: &Position,
    count: u32,
    nodes: u64,
    engine: &mut Engine<Santorini>,
) -> String {
    engine.clear(&());
    let limits = Limits { nodes, ..Limits::default() };
    let text = game.write(position);
    let [.., blue, red] = text.split(' ').collect::<Vec<_>>()[..] else { return text };
    let evaluation = game.engine_eval();
    let Some(found) =
        engine.best(game, position, &*evaluation, &limits, &SearchControl::default(), &())
    else {
        return format!("{blue} {red} {count} - 0 -");
    };
    let score = match found.score.proven() {
        Some(proven) => proven.to_string().replace(" in ", ":"),
        None => found.score.points().to_string(),
    };
    let best = found.moves.first().map_or("-".into(), |&mv| game.write_move(position, mv));
    format!("{blue} {red} {count} {score} {} {best}", found.depth)
}
