//! Plays each level against the one below it:
//! `cargo run --release -p agon-tools --example levels -- GAME [GAMES] [PLIES] [LEVEL]`, with GAMES games
//! per pair after PLIES random plies, from LEVEL on; each opening is played with both
//! colours.

mod selfplay;

use agon_arena::{LEVELS, PlayerSpec, find};
use agon_core::{Rng, Side};
use agon_search::SearchControl;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game = arguments.first().map_or("santorini", String::as_str);
    let number = |place: usize, usual| {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, plies) = (number(1, 200), number(2, 2));
    let lowest = number(3, 2) as u32;
    for level in lowest..=LEVELS.len() as u32 {
        let results = selfplay::in_parallel(games, |number| play(game, level, number, plies));
        println!("{game} level {level} against {}: {}", level - 1, selfplay::report(&results));
    }
}

/// Plays a game whose opening is drawn from its number, and gives its value for the level.
fn play(game: &str, level: u32, number: u64, plies: u64) -> f64 {
    let mut session = find(game).expect("a game").start();
    let mut rng = Rng::seeded(number / 2 + 1000 * u64::from(level));
    for _ in 0..plies {
        let moves = session.moves();
        if let Some(mv) = rng.pick(&moves) {
            session.play(&mv.text).expect("a legal move");
        }
    }
    let side = Side::BOTH[number as usize % 2];
    for (side, level) in [(side, level), (side.opponent(), level - 1)] {
        session.set_player(side, PlayerSpec::Level { level, seed: Some(number) }).expect("a level");
    }
    while session.think(&SearchControl::default(), &()).expect("a move").is_some() {}
    selfplay::worth(session.outcome(), side)
}
