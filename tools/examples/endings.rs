//! Measures how early the ends of games are proven, and what the proofs are worth in games.
//!
//! `cargo run --release -p agon-tools --example endings -- proofs GAME GAMES PLIES NODES`
//!
//! Plays games of the engine against itself with 20,000 nodes a move. From each position up to
//! PLIES before the end, the engine, the engine without proofs and the prover search once with
//! NODES nodes. Prints by plies before the end how many of a hundred positions were proven
//! within a hundredth of the nodes, a tenth, and all of them.
//!
//! `cargo run --release -p agon-tools --example endings -- match GAME GAMES NODES`
//!
//! Plays the engine against the engine without proofs, with NODES nodes a move. A pair of games
//! begins where proofs begin, so that nothing is played twice.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::{DefaultEval, Notation, Side, Stop};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_search::{AlphaBetaProver, Engine, Info, Limits, MAX_DEPTH, SearchControl};
use agon_tools::{in_parallel, opening, play, report, worth};

/// The nodes of the first proven report of a search, which ends with it; 0 before.
struct FirstProof(AtomicU64);

impl Stop for FirstProof {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// The limits of a search. One that has a limit of depth makes no proofs.
fn limits(nodes: u64, with_proofs: bool) -> Limits {
    let depth = if with_proofs { MAX_DEPTH } else { MAX_DEPTH - 1 };
    Limits { depth, nodes, ..Limits::default() }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let numbers = [number(2), number(3), number(4)].map(|found| found.unwrap_or(0));
    match words[..] {
        ["proofs", "byte", ..] => proofs(&Byte::default(), 6, numbers),
        ["proofs", "santorini", ..] => proofs(&Santorini::default(), 2, numbers),
        ["match", "byte", ..] => matched(&Byte::default(), 6, numbers[0], numbers[1]),
        ["match", "santorini", ..] => matched(&Santorini::default(), 2, numbers[0], numbers[1]),
        _ => eprintln!("usage: proofs GAME GAMES PLIES NODES, or match GAME GAMES NODES"),
    }
}

/// The positions of a game of the engine against itself after some random plies, as long as
/// `goes_on` holds, and the one after them.
fn line<G: DefaultEval + Notation>(
    game: &G,
    (seed, plies, nodes): (u64, usize, u64),
    goes_on: impl Fn(&G::Position) -> bool,
) -> (Vec<G::Position>, G::Position) {
    let mut position = opening(game, plies, seed);
    let mut engines = Side::BOTH.map(|_| Engine::new(1 << 20));
    let own = game.default_eval();
    let mut line = Vec::new();
    while game.outcome(&position).is_none() && goes_on(&position) {
        line.push(position.clone());
        let engine = &mut engines[game.to_move(&position).index()];
        let found = engine.best(
            game,
            &position,
            &*own,
            &limits(nodes, false),
            &SearchControl::default(),
            &(),
        );
        game.play_unchecked(&mut position, found.expect("a move").moves[0]);
    }
    (line, position)
}

fn proofs<G: DefaultEval + Notation>(game: &G, opening: usize, [games, plies, nodes]: [u64; 3]) {
    let budgets = [nodes / 100, nodes / 10, nodes];
    // The nodes to a proof of each method, by plies before the end.
    let found = in_parallel(games, |seed| {
        let (line, _) = line(game, (seed, opening, 20_000), |_| true);
        let mut engine = Engine::new(16 << 20);
        let late = line.iter().rev().take(plies as usize);
        let proofs = late.map(|position| {
            let by_engine = [true, false].map(|with_proofs| {
                engine.clear(&());
                let first = FirstProof(AtomicU64::new(0));
                let limits = limits(nodes, with_proofs);
                let report = |info: &Info<G::Move>| {
                    if info.score.proven().is_some() && !first.is_stopped() {
                        first.0.store(info.nodes.max(1), Ordering::Relaxed);
                    }
                };
                let control = SearchControl::until(&first).reporting(&report);
                engine.best(game, position, &*game.default_eval(), &limits, &control, &());
                Some(first.0.into_inner()).filter(|&nodes| nodes > 0)
            });
            let mut prover = AlphaBetaProver::new(1 << 20);
            let verdict = prover.prove(game, position, nodes, &());
            [by_engine[0], by_engine[1], verdict.map(|_| prover.nodes())]
        });
        proofs.collect::<Vec<_>>()
    });
    println!("plies, positions; engine, engine without proofs, prover: {budgets:?} nodes");
    let row = |name: String, rows: &[[Option<u64>; 3]]| {
        let share = |method: usize, budget: u64| {
            let proven = rows.iter().filter(|row| row[method].is_some_and(|n| n <= budget));
            100.0 * proven.count() as f64 / rows.len().max(1) as f64
        };
        let cells = (0..3)
            .map(|method| budgets.map(|budget| format!("{:5.1}", share(method, budget))).join(" "));
        println!("{name} {}; {}", rows.len(), cells.collect::<Vec<_>>().join("; "));
    };
    for ply in 0..plies as usize {
        let rows: Vec<_> = found.iter().filter_map(|game| game.get(ply).copied()).collect();
        row((ply + 1).to_string(), &rows);
    }
    row("all".into(), &found.concat());
}

fn matched<G: DefaultEval + Notation>(game: &G, opening: usize, games: u64, nodes: u64) {
    let pairs = in_parallel(games / 2, |seed| {
        let (_, start) = line(game, (seed, opening, nodes), |position| !game.is_near_end(position));
        Side::BOTH.map(|side| {
            let mut engines = Side::BOTH.map(|_| Engine::new(1 << 20));
            let own = game.default_eval();
            let outcome = play(game, start.clone(), |position| {
                let mover = game.to_move(position);
                let limits = limits(nodes, mover == side);
                let engine = &mut engines[mover.index()];
                Some(
                    engine
                        .best(game, position, &*own, &limits, &SearchControl::default(), &())?
                        .moves[0],
                )
            });
            worth(outcome, side)
        })
    });
    let [both, none] = [2.0, 0.0]
        .map(|wanted: f64| pairs.iter().filter(|pair| pair[0] + pair[1] == wanted).count());
    println!(
        "{} {nodes} nodes, with proofs: {}; both games of a pair won {both}, lost {none}",
        G::NAME,
        report(&pairs.concat())
    );
}
