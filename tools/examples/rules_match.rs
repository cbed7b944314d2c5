//! Plays a match between two evaluations at the same depth:
//! `cargo run --release -p agon-tools --example rules_match -- GAME ONE TWO GAMES DEPTH [PLIES]`
//!
//! An evaluation is a rule file, `mobility` (a point for every move), `hand` (the game's own)
//! or `random` (random moves instead of a search). Games start after PLIES random plies, and
//! each opening is played with both colours; every move is that of full minimax at DEPTH.

mod selfplay;

use std::sync::Arc;
use std::time::Instant;

use agon_core::{DefaultEval, Evaluate, Facts, Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_infer::RuleSet;
use agon_search::{Engine, Limits, SearchControl};

/// How moves are chosen.
enum Judge<G: DefaultEval> {
    Rng,
    Values(Arc<dyn Evaluate<G>>),
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, one, two, games, depth, rest @ ..] = &arguments[..] else {
        eprintln!("usage: GAME FILE|mobility|hand|random FILE|mobility|hand|random GAMES DEPTH");
        return;
    };
    let games = games.parse().expect("a number of games");
    let depth = depth.parse().expect("a depth");
    let plies = rest.first().map(|text| text.parse().expect("a number of plies"));
    let began = Instant::now();
    let results = match game.as_str() {
        "byte" => {
            let mobility = "game byte. value(C, 1) :- can_move(C, _, _, _).";
            matched(&Byte::default(), mobility, [one, two], games, depth, plies.unwrap_or(6))
        }
        "santorini" => {
            let mobility = "game santorini. value(C, 1) :- pawn(F, C), can_step(F, _).";
            matched(&Santorini::default(), mobility, [one, two], games, depth, plies.unwrap_or(4))
        }
        _ => panic!("there are rules for byte and santorini, not for '{game}'"),
    };
    let report = selfplay::report(&results);
    let seconds = began.elapsed().as_secs_f64();
    println!("{game} depth {depth}, {one} against {two}: {report}, {seconds:.0} s");
}

fn judge<G: DefaultEval + Facts>(game: &G, mobility: &str, name: &str) -> Judge<G> {
    let read = |source: &[u8]| {
        let rules = RuleSet::read(game, name, source).unwrap_or_else(|wrong| panic!("{wrong}"));
        Judge::Values(Arc::new(rules))
    };
    match name {
        "random" => Judge::Rng,
        "hand" => Judge::Values(game.default_eval()),
        "mobility" => read(mobility.as_bytes()),
        file => read(&std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"))),
    }
}

/// The value of each game for the first evaluation.
fn matched<G: DefaultEval + Notation + Facts>(
    game: &G,
    mobility: &str,
    names: [&String; 2],
    games: u64,
    depth: u32,
    plies: usize,
) -> Vec<f64> {
    let judges = names.map(|name| judge(game, mobility, name));
    let limits = Limits { depth, ..Limits::default() };
    selfplay::in_parallel(games, |number| {
        let side = Side::BOTH[number as usize % 2];
        let mut engines = [(); 2].map(|()| Engine::new(1 << 20));
        let mut rng = Rng::seeded(1_000_000 + number);
        let outcome = selfplay::play(game, number / 2, plies, |position| {
            let mover = game.to_move(position);
            let engine = &mut engines[mover.index()];
            match &judges[usize::from(mover != side)] {
                Judge::Rng => rng.pick(&game.moves(position)).copied(),
                Judge::Values(values) => Some(
                    engine
                        .minimax(game, position, &**values, &limits, &SearchControl::default())?
                        .moves[0],
                ),
            }
        });
        selfplay::worth(outcome, side)
    })
}
