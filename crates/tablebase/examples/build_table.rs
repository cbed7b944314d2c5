//! Builds the table of a board without the rest of the program, looks up positions, and measures both:
//! `cargo run --release -p agon-tablebase --example build_table -- 3x4 2 FOLDER THREADS`. With the word
//! `streamed` behind it, the board is solved layer by layer, with a bit a position, and may be larger.

use std::env;
use std::path::Path;
use std::time::Instant;

use agon_core::Rng;
use agon_games::santorini::Position;
use agon_tablebase::{
    Board, Build, BuildOptions, Estimate, Grid, StreamedBuild, StreamedEstimate, StreamedOptions,
    Table, TableRefusal, Values as _, all_positions,
};

/// How many positions are looked up.
const PROBES: usize = 200_000;

fn main() -> Result<(), TableRefusal> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [size, pawns, folder, threads, word] = &arguments[..]
        && word == "streamed"
    {
        let (width, height) = size.split_once('x').unwrap_or_default();
        let number = |text: &str| text.parse::<usize>().unwrap_or_default();
        let grid = Grid::new(number(width), number(height), number(pawns))?;
        return solve_streamed(grid, Path::new(folder), number(threads).max(1));
    }
    let [size, pawns, folder, threads] = &arguments[..] else {
        eprintln!("type: build_table WIDTHxHEIGHT PAWNS FOLDER THREADS");
        return Ok(());
    };
    let board = size.parse::<Board>()?.with_pawns(pawns.parse().unwrap_or_default())?;
    let threads = threads.parse().unwrap_or(1);
    println!("{board}: {:?}", Estimate::new(board));
    let build =
        Build::open(board, Path::new(folder), BuildOptions { threads, ..BuildOptions::default() })?;
    let begun = build.done();
    let started = Instant::now();
    let mut last = started;
    let manifest = build.run(&(), |record| {
        let seconds = last.elapsed().as_secs_f64();
        last = Instant::now();
        let speed = record.summary.indexed as f64 / seconds / 1e6;
        println!("{:?} in {seconds:.1} s, {speed:.1} million a second", record.summary);
    })?;
    let solved = Estimate::new(board).positions - begun;
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{solved} positions in {seconds:.1} s, {:.1} million a second, checksum {:08x}",
        solved as f64 / seconds / 1e6,
        manifest.checksum()
    );
    let table = Table::open(Path::new(folder))?;
    let layers = manifest.layers.iter().filter(|record| record.summary.indexed > 0);
    let layers: Vec<(usize, u64)> =
        layers.map(|record| (record.summary.layer, record.summary.indexed)).collect();
    let mut rng = Rng::seeded(1);
    let random = |_| {
        let (layer, positions) = layers[rng.below(layers.len())];
        table.position(layer, rng.bits() % positions)
    };
    let positions: Vec<Position> = (0..PROBES).filter_map(random).collect();
    for time in ["first", "again"] {
        let started = Instant::now();
        for position in &positions {
            table.value(position)?;
        }
        let micros = started.elapsed().as_secs_f64() * 1e6 / positions.len() as f64;
        println!("{} random positions, {time}: {micros:.2} microseconds each", positions.len());
    }
    Ok(())
}

fn solve_streamed(grid: Grid, folder: &Path, threads: usize) -> Result<(), TableRefusal> {
    let estimate = StreamedEstimate::new(grid);
    println!("{grid}: {estimate:?}");
    let options = StreamedOptions { threads, memory: 1 << 40, disk: 1 << 40 };
    let build = StreamedBuild::open(grid, folder, options)?;
    let begun: u64 = build.layers().iter().map(|layer| layer.won + layer.lost).sum();
    let started = Instant::now();
    let (manifest, placements) = build.run(&(), |layer| println!("{layer:?}"))?;
    let share = (all_positions(grid).iter().sum::<u64>() - begun) / grid.symmetry_count();
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{share} positions in {seconds:.1} s, {:.1} million a second, checksum {:08x}",
        share as f64 / seconds / 1e6,
        manifest.checksum()
    );
    let beaten = placements.iter().filter(|placement| !placement.beating.is_empty()).count();
    println!("{beaten} of {} first placements are beaten", placements.len());
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
    }
    Ok(())
}
