//! Measures the time and memory that solving mazes takes:
//! `cargo run --release -p agon-tools --example mazes`.

use std::time::Instant;

use agon_core::Game as _;
use agon_games::theseus::{MazeGenerator, Solved, Style, most_walls, winner_without_ply_limit};

fn main() {
    println!("{:28} {:>10} {:>10} {:>9}", "", "verdict", "with steps", "memory");
    for (side, loot) in [(15, 4), (31, 4), (31, 8)] {
        let classic = most_walls(side);
        let styles = [40, 100, 139].map(|walls| Style::Classic { walls: classic * walls / 139 });
        for style in styles.into_iter().chain([Style::Labyrinth { open: 5 }]) {
            let generator = MazeGenerator::new(side, loot, style).expect("a valid generator");
            let game = generator.generate(1);
            let start = game.start();
            let verdict = best_of(5, || winner_without_ply_limit(&game, &start, &()));
            print!("{:28} {verdict:>7.2} ms", format!("{side}x{side}, {loot} loot, {style:?}"));
            if Solved::least_bytes(&game) < 100 << 20 {
                let steps =
                    best_of(5, || Solved::new(&game, 1 << 30, &()).map(|solved| solved.bytes()));
                let bytes = Solved::new(&game, 1 << 30, &()).map_or(0, |solved| solved.bytes());
                print!(" {steps:>7.2} ms {:>6.2} MB", bytes as f64 / 1e6);
            }
            println!();
        }
    }
}

/// The milliseconds of the fastest of several runs.
fn best_of<T>(runs: usize, work: impl Fn() -> T) -> f64 {
    let times = (0..runs).map(|_| {
        let started = Instant::now();
        std::hint::black_box(work());
        started.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::MAX, f64::min)
}
