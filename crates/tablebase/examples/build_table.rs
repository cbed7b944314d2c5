//! Builds the table of a board without the rest of the program, and measures it:
//! `cargo run --release -p agon-tablebase --example build_table -- 3x4 2 FOLDER THREADS`.

use std::env;
use std::path::Path;
use std::time::Instant;

use agon_tablebase::{Board, Build, BuildOptions, Estimate, TableRefusal};

fn main() -> Result<(), TableRefusal> {
    let arguments: Vec<String> = env::args().skip(1).collect();
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
    Ok(())
}
