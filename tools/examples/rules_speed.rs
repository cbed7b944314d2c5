//! Measures how many positions are evaluated per second by eight rules and nine value lines for
//! Byte, or by those of a file:
//! `cargo run --release -p agon-tools --example rules_speed -- [FILE [BATCHES]]`.
//!
//! Positions come from random games and are evaluated for the side to move. Every batch has games
//! of its own. `along games` takes the positions of each game in order, `in trees` those two plies
//! below some of them, as in a search, and `from scratch` is the plan that remembers nothing.
//! Rates are by processor time, which Linux tells, so that other work counts little.

use std::hint::black_box;
use std::time::Instant;

use agon_core::{EvalState as _, Facts, IncrementalEval as _, Rng};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_games::tictactoe::TicTacToe;
use agon_infer::RuleSet;
use agon_tools::cpu_time;

/// How many batches are measured unless the command line says so.
const BATCHES: u64 = 20;
const POSITIONS: usize = 20_000;

fn main() {
    let source = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file).expect("a rule file"),
        None => include_bytes!("../../crates/infer/tests/byte.rules").to_vec(),
    };
    let text = String::from_utf8_lossy(&source);
    let is_for = |game: &str| text.contains(&format!("game {game}"));
    match () {
        () if is_for("santorini") => measure(&Santorini::default(), &source),
        () if is_for("tictactoe") => measure(&TicTacToe, &source),
        () => measure(&Byte::default(), &source),
    }
}

fn measure<G: Facts>(game: &G, source: &[u8]) {
    let began = Instant::now();
    let rules = RuleSet::read(game, "rules", source).unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("compiled in {:.2} ms", began.elapsed().as_secs_f64() * 1e3);
    if std::env::args().nth(3).is_some() {
        for line in rules.planned_lines() {
            println!("{:?} {} {}", line.evaluation, line.steps, line.line.text);
        }
        println!("{:#?}", rules.pattern_tables());
    }
    let mut state = rules.state(game, &game.start());
    let mut timed = [("along games", Timed::default()); 3];
    (timed[1].0, timed[2].0) = ("in trees", "from scratch");
    let batches = std::env::args().nth(2).and_then(|text| text.parse().ok());
    for batch in 0..batches.unwrap_or(BATCHES).max(1) {
        let positions = random_games(game, batch);
        let tree = tree(game, &positions);
        let mut evaluate = |position: &G::Position| {
            black_box(state.evaluate(game, black_box(position)));
        };
        timed[0].1.add(&positions, &mut evaluate);
        timed[1].1.add(&tree, &mut evaluate);
        timed[2].1.add(&positions[..POSITIONS / 10], |position| {
            let me = game.to_move(position);
            black_box(rules.points_from_scratch(game, black_box(position), me));
        });
    }
    for (name, Timed { positions, seconds }) in timed {
        println!("{name}: {:.0} positions per second", positions as f64 / seconds);
    }
}

/// The unfinished positions of random games, game by game.
fn random_games<G: Facts>(game: &G, seed: u64) -> Vec<G::Position> {
    let mut rng = Rng::seeded(seed);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = game.start();
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            positions.push(position.clone());
            game.play_unchecked(&mut position, mv);
        }
    }
    positions
}

/// The unfinished positions two plies after some positions.
fn tree<G: Facts>(game: &G, positions: &[G::Position]) -> Vec<G::Position> {
    let after = |position: &G::Position| -> Vec<G::Position> {
        game.moves(position).into_iter().map(|mv| game.after(position, mv)).collect()
    };
    let mut below = Vec::new();
    for position in positions.iter().step_by(97) {
        let two_plies = after(position).iter().flat_map(after).collect::<Vec<_>>();
        below.extend(two_plies.into_iter().filter(|end| game.outcome(end).is_none()));
        if below.len() >= POSITIONS {
            break;
        }
    }
    below
}

/// How many positions were judged, and how long it took.
#[derive(Clone, Copy, Default)]
struct Timed {
    positions: usize,
    seconds: f64,
}

impl Timed {
    fn add<P>(&mut self, positions: &[P], judge: impl FnMut(&P)) {
        let began = cpu_time();
        positions.iter().for_each(judge);
        self.positions += positions.len();
        self.seconds += (cpu_time() - began).as_secs_f64();
    }
}
