//! Compares both searches with the crate `minimax` (iterative deepening with a transposition
//! table), on the same position of Santorini, evaluation and depth:
//! `cargo run --release -p agon-tools --example versus_crate -- [DEPTH]`.

use std::time::Instant;

use agon_core::{Evaluate, Game as _, Notation as _, Score, Side, Stateless};
use agon_games::santorini::{Move, Position, Santorini};
use agon_search::{Engine, Limits, SearchControl};
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy as _, Winner};

/// The heights of a side's pawns, and their possible steps.
#[derive(Default)]
struct Simple;

fn points(position: &Position, side: Side) -> i32 {
    let pawns = position.pawns(side);
    pawns.map(|pawn| 10 * i32::from(position.height(pawn))).sum()
}

impl Evaluate<Santorini> for Simple {
    fn name(&self) -> &str {
        "simple"
    }

    fn evaluate(&self, _: &Santorini, position: &Position) -> Score {
        let mover = position.to_move();
        Score::estimate(points(position, mover) - points(position, mover.opponent()))
    }
}

/// The game as the crate's traits require it.
struct Theirs;

impl minimax::Game for Theirs {
    type S = Position;
    type M = Move;

    fn generate_moves(position: &Position, moves: &mut Vec<Move>) -> Option<Winner> {
        if Santorini::default().outcome(position).is_some() {
            return Some(Winner::PlayerJustMoved);
        }
        Santorini::default().for_each_move(position, |mv| moves.push(mv));
        None
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        Santorini::default().outcome(position).map(|_| Winner::PlayerJustMoved)
    }

    fn apply(position: &mut Position, mv: Move) -> Option<Position> {
        Some(Santorini::default().after(position, mv))
    }

    fn zobrist_hash(position: &Position) -> u64 {
        Santorini::default().key(position).bits()
    }
}

impl minimax::Evaluator for Simple {
    type G = Theirs;

    fn evaluate(&self, position: &Position) -> Evaluation {
        Evaluate::evaluate(self, &Santorini::default(), position).points() as Evaluation
    }
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(6);
    let text = "00000/00000/00000/00000/00000 B 11,33 13,31";
    let (game, position) = Santorini::read(text).expect("a position");

    let options = IterativeOptions::new().with_table_byte_size(16 << 20);
    let mut theirs = IterativeSearch::new(Simple, options);
    theirs.set_max_depth(depth);
    let started = Instant::now();
    let mv = theirs.choose_move(&position).map(|mv| game.write_move(&position, mv));
    let crate_time = started.elapsed().as_secs_f64();
    println!("crate minimax: {crate_time:.3} s, value {}, {mv:?}", theirs.root_value());

    let limits = Limits { depth: depth.into(), ..Limits::default() };
    let mut engine = Engine::new(16 << 20);
    for is_sound in [true, false] {
        engine.clear(&());
        let started = Instant::now();
        let found = match is_sound {
            true => engine.minimax(
                &game,
                &position,
                &Stateless(Simple),
                &limits,
                &SearchControl::default(),
            ),
            false => engine.best(
                &game,
                &position,
                &Stateless(Simple),
                &limits,
                &SearchControl::default(),
                &(),
            ),
        };
        let time = started.elapsed().as_secs_f64();
        let found = found.expect("a best move");
        let mv = found.moves.first().map(|&mv| game.write_move(&position, mv));
        let name = if is_sound { "our minimax" } else { "our engine" };
        println!(
            "{name}: {time:.3} s, value {}, {mv:?}, {} nodes, {:.1} times faster",
            found.score.points(),
            found.nodes,
            crate_time / time
        );
    }
}
