//! How the levels fare against the one below each:
//! `cargo run --release --example levels -- GAME [GAMES] [PLIES]`, with so many games a
//! pair and so many random plies at the start; each start is played each way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_arena::{LEVELS, Seat, find};
use agon_core::{Dice, Outcome, Player};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game = arguments.first().map_or("santorini", String::as_str);
    let number = |place: usize, usual| {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, plies) = (number(1, 200), number(2, 3));
    for level in 2..=LEVELS.len() as u32 {
        let tally = Mutex::new([0_u64; 3]);
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return;
                        }
                        let end = play(game, level, number, plies);
                        tally.lock().expect("no thread panics")[end] += 1;
                    }
                });
            }
        });
        let [won, drawn, lost] = tally.into_inner().expect("no thread panics");
        let share = 100.0 * (won as f64 + drawn as f64 / 2.0) / games as f64;
        println!(
            "{game} level {level} against {}: +{won} ={drawn} -{lost}, {share:.1} %",
            level - 1
        );
    }
}

/// Plays a game from a start that follows from its number: 0 if the level wins.
fn play(game: &str, level: u32, number: u64, plies: u64) -> usize {
    let mut table = find(game).expect("a game").start();
    let mut dice = Dice::seeded(number / 2 + 1000 * u64::from(level));
    for _ in 0..plies {
        let moves = table.moves();
        if let Some(mv) = dice.pick(&moves) {
            table.play(&mv.text).expect("a legal move");
        }
    }
    let side = Player::BOTH[number as usize % 2];
    for (side, level) in [(side, level), (side.opponent(), level - 1)] {
        table.set_seat(side, Seat::Level { level, seed: Some(number) }).expect("a level");
    }
    while table.think().expect("a move").is_some() {}
    match table.outcome() {
        Some(Outcome::Win(winner)) if winner == side => 0,
        Some(Outcome::Win(_)) => 2,
        _ => 1,
    }
}
