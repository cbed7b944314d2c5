//! Measures the overhead of contests: `cargo build --release -p agon && cargo run --release -p agon-tools --example referee`.
//!
//! - The time per move between random players, and the referee's part of it.
//! - The games per second of two parallel games in one process, relative to two processes.
//! - The time of a contest of 32 rule files.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use agon_arena::contest::{BuiltinPlayer, Clock, GameSetup};
use agon_arena::{GAMES, PlayerSpec};

/// The number of measurements of parallel games.
const ROUNDS: usize = 7;

fn main() {
    for entry in GAMES {
        let [all, own] = cost(entry);
        println!(
            "{:10} {all:6.2} microseconds per move, {own:.2} of them the referee's",
            entry.name
        );
    }
    let mut ratios: Vec<f64> = (0..ROUNDS as u64).map(at_once).collect();
    ratios.sort_by(f64::total_cmp);
    println!("two parallel games: {:.3} of two processes (median of {ROUNDS})", ratios[ROUNDS / 2]);
    println!("a contest of 32: {:.1} seconds", contest());
}

struct Machine(Instant);

impl agon_core::Stop for Machine {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl Clock for Machine {
    fn now(&self) -> u64 {
        self.0.elapsed().as_micros() as u64
    }
}

/// The microseconds per move, and those of them that are not the players', over many random
/// games.
fn cost(game: &'static agon_arena::GameEntry) -> [f64; 2] {
    let random = PlayerSpec::Random { seed: None };
    let random = || BuiltinPlayer::new(random.clone(), None, Box::new(()));
    let [mut first, mut second] = [random(), random()];
    let clock = Machine(Instant::now());
    let (mut moves, mut thought) = (0, 0);
    for seed in 0..500 {
        let setup = GameSetup { seed, ..GameSetup::new(game, "startpos") };
        let played = setup.play([&mut first, &mut second], &clock).unwrap().unwrap();
        moves += played.moves.len();
        thought += played.time_used.iter().sum::<u64>();
    }
    let all = clock.now();
    [all, all - thought].map(|time| time as f64 / moves as f64)
}

/// The program, which must have been built before.
fn agon() -> PathBuf {
    let example = std::env::current_exe().unwrap();
    example.parent().and_then(Path::parent).unwrap().join("agon")
}

fn play(pairs: u32, concurrency: u32) -> Child {
    Command::new(agon())
        .args(["match", "santorini", "minimax:depth=2", "minimax:depth=3", "--openings", "none"])
        .args(["--pairs", &pairs.to_string()])
        .args(["--concurrency", &concurrency.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The games per second of one process with two parallel games, divided by those of two
/// processes with one each. The order alternates.
fn at_once(round: u64) -> f64 {
    const PAIRS: u32 = 150;
    let time = |programs: Vec<Child>, began: Instant| {
        programs.into_iter().for_each(|mut program| drop(program.wait()));
        began.elapsed().as_secs_f64()
    };
    // Without random openings all pairs are the same work.
    let together = || {
        let began = Instant::now();
        time(vec![play(2 * PAIRS, 2)], began)
    };
    let apart = || {
        let began = Instant::now();
        time(vec![play(PAIRS, 1), play(PAIRS, 1)], began)
    };
    let (one, two) = match round % 2 {
        0 => (together(), apart()),
        _ => {
            let two = apart();
            (together(), two)
        }
    };
    two / one
}

/// The seconds that a single elimination of 32 rule files takes.
fn contest() -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let mut file =
        String::from("game = \"santorini\"\nformat = \"single-elimination\"\nseed = 1\n");
    let rules = include_str!("../../rules/santorini.rules");
    for number in 0..32 {
        // Each entrant has its own weights for height and centre.
        let rules = rules
            .replace("value(C, 62)", &format!("value(C, {})", 30 + 2 * number))
            .replace("24 * (2 - S)", &format!("{} * (2 - S)", 40 - number));
        std::fs::write(folder.path().join(format!("{number}.rules")), rules).unwrap();
        file += &format!("[[entry]]\nname = \"team {number}\"\neval = \"{number}.rules\"\n");
    }
    let path = folder.path().join("contest.toml");
    std::fs::write(&path, file).unwrap();
    let began = Instant::now();
    let done = Command::new(agon()).arg("contest").arg(&path).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    began.elapsed().as_secs_f64()
}
