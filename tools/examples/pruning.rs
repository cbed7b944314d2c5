//! Plays the engine with changed pruning parameters against the default:
//! `cargo run --release -p agon-tools --example pruning -- GAME GAMES NODES FIELD=VALUE ...`
//!
//! Both have the same node limit per move, and each opening is played with both colours. The
//! fields are those of `Pruning`.

use agon_core::{DefaultEval, Notation, Side};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_search::{Engine, Limits, Pruning, SearchControl};
use agon_tools::{in_parallel, opening, play, report, worth};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, nodes, changes @ ..] = &arguments[..] else {
        eprintln!("usage: GAME GAMES NODES FIELD=VALUE ...");
        return;
    };
    let mut changed = Pruning::default();
    for change in changes {
        let (field, value) = change.split_once('=').expect("FIELD=VALUE");
        let whole = || value.parse::<i32>().expect("a whole number");
        match field {
            "lmr_base" => changed.lmr_base = value.parse().expect("a number"),
            "lmr_divisor" => changed.lmr_divisor = value.parse().expect("a number"),
            "rfp_margin" => changed.rfp_margin = whole(),
            "rfp_max_depth" => changed.rfp_max_depth = whole(),
            "lmp_base" => changed.lmp_base = value.parse().expect("a number"),
            "lmp_factor" => changed.lmp_factor = value.parse().expect("a number"),
            "frontier_moves" => changed.frontier_moves = value.parse().expect("a whole number"),
            "lmp_max_depth" => changed.lmp_max_depth = whole(),
            "iir_min_depth" => changed.iir_min_depth = whole(),
            "singular_min_depth" => changed.singular_min_depth = whole(),
            "singular_margin" => changed.singular_margin = whole(),
            "aspiration_window" => changed.aspiration_window = whole(),
            _ => panic!("there is no field '{field}'"),
        }
    }
    let [games, nodes] = [games, nodes].map(|text| text.parse().expect("a whole number"));
    let results = match game.as_str() {
        "byte" => matched(&Byte::default(), 14, changed, games, nodes),
        _ => matched(&Santorini::default(), 4, changed, games, nodes),
    };
    let (changes, report) = (changes.join(" "), report(&results));
    println!("{game} {nodes} nodes, {changes} against the default: {report}");
}

fn matched<G: DefaultEval + Notation>(
    game: &G,
    plies: usize,
    changed: Pruning,
    games: u64,
    nodes: u64,
) -> Vec<f64> {
    in_parallel(games, |number| {
        let side = Side::BOTH[number as usize % 2];
        let mut engines = Side::BOTH.map(|player| {
            let pruning = if player == side { changed } else { Pruning::default() };
            Engine::new(1 << 20).with_pruning(pruning)
        });
        let own = game.default_eval();
        let limits = Limits { nodes, ..Limits::default() };
        let start = opening(game, plies, number / 2);
        let outcome = play(game, start, |position| {
            let engine = &mut engines[game.to_move(position).index()];
            Some(
                engine.best(game, position, &*own, &limits, &SearchControl::default(), &())?.moves
                    [0],
            )
        });
        worth(outcome, side)
    })
}
