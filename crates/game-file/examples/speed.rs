//! How fast games as files are beside the same games in Rust, in one run:
//! `cargo run --release -p agon-game-file --example speed`; a word after `--` measures only the
//! games whose names have it.

use std::time::{Duration, Instant};

use agon_core::Game;
use agon_game_file::{DatalogGame, find_shipped, shipped};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;
use agon_infer::GameRules;

/// The time that this thread has had a processor, where the system tells: others on the machine do
/// not count. Otherwise the time since `begin`.
fn processor_time(begin: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Positions expanded a second: every move of a position is listed and made, and the result known.
fn expanded<G: Game>(game: &G) -> f64 {
    fn walk<G: Game>(game: &G, position: &G::Position, depth: u32, left: &mut u64) {
        if game.outcome(position).is_some() || *left == 0 {
            return;
        }
        *left -= 1;
        let mut moves = Vec::new();
        game.for_each_move(position, |mv| moves.push(mv));
        if depth > 0 {
            for mv in moves {
                walk(game, &game.after(position, mv), depth - 1, left);
            }
        }
    }
    let begin = Instant::now();
    let (first, mut count) = (processor_time(begin), 0);
    loop {
        let mut left = 20_000;
        walk(game, &game.start(), 6, &mut left);
        count += 20_000 - left;
        let spent = processor_time(begin) - first;
        if spent >= Duration::from_secs(1) {
            return count as f64 / spent.as_secs_f64();
        }
    }
}

fn main() {
    for name in shipped() {
        let begin = Instant::now();
        let text = find_shipped(name).expect("shipped");
        let game = GameRules::read(name, text.as_bytes(), &mut find_shipped);
        println!("{name}: {:?} to load", begin.elapsed());
        drop(game.expect("shipped"));
    }
    let only = std::env::args().nth(1).unwrap_or_default();
    let tell = |name: &str, twin: &dyn Fn() -> f64| {
        if name.contains(&only) {
            let file = expanded(&DatalogGame::shipped(name).expect("shipped"));
            let twin = twin();
            println!(
                "{name}: {file:.0} a second, the twin {twin:.0}: {:.1} %",
                100.0 * file / twin
            );
        }
    };
    tell("tictactoe", &|| expanded(&TicTacToe));
    tell("nim", &|| expanded(&Nim::default()));
    tell("theseus_figure1", &|| expanded(&Theseus::default()));
    tell("santorini", &|| expanded(&Santorini::default()));
    tell("byte", &|| expanded(&Byte::default()));
}
