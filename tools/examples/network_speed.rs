//! Measures what networks cost in search: `cargo run --release -p agon-tools --example network_speed -- GAME NODES ROUNDS [FILE.net ...]`.
//!
//! The engine searches the same positions with the handcrafted evaluation and with networks, for
//! NODES nodes each: those of the files, or such with random weights in all widths. A network is
//! searched as a known type, and as `dyn Evaluate`, as it is when a player names it. Prints nodes
//! a second of CPU time, the median of the ROUNDS, and the ratio to `hand`, the median of the
//! ratios of the rounds. Networks with random weights make searches of another shape, with more
//! nodes that are evaluated, so trained ones are a bit faster.

use std::time::Duration;

use agon_core::{DefaultEval, Evaluate, IncrementalEval, Notation};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_network::{Network, NetworkFile, NetworkInputs, WIDTHS};
use agon_search::{Engine, Limits, SearchControl};
use agon_tools::{cpu_time, median, opening};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, nodes, rounds, files @ ..] = &arguments[..] else {
        eprintln!("usage: GAME NODES ROUNDS [FILE.net ...]");
        return;
    };
    let [nodes, rounds] = [nodes, rounds].map(|text| text.parse().expect("a whole number"));
    match game.as_str() {
        "byte" => measure(&Byte::default(), 14, nodes, rounds, files),
        _ => measure(&Santorini::default(), 8, nodes, rounds, files),
    }
}

fn measure<G: DefaultEval + Notation + NetworkInputs>(
    game: &G,
    plies: usize,
    nodes: u64,
    rounds: u64,
    files: &[String],
) {
    let positions: Vec<G::Position> = (0..6).map(|seed| opening(game, plies, seed)).collect();
    let mut networks: Vec<Network<G>> = Vec::new();
    for name in files {
        let bytes = std::fs::read(name).expect(name);
        networks.push(Network::read(game, name, &bytes).expect(name));
    }
    if files.is_empty() {
        for width in WIDTHS {
            let file = NetworkFile::random(game, width, 1);
            networks.push(Network::new(game, "random", file).expect("weights within bounds"));
        }
    }
    let hand = game.default_eval();
    let mut speeds: Vec<(String, Vec<f64>)> = vec![("hand".into(), Vec::new())];
    for network in &networks {
        speeds.push((network.file().width.to_string(), Vec::new()));
        speeds.push((format!("{} dyn", network.file().width), Vec::new()));
    }
    for _ in 0..rounds {
        speeds[0].1.push(speed(game, &positions, &*hand, nodes));
        for (number, network) in networks.iter().enumerate() {
            let (known, dynamic) = (2 * number + 1, 2 * number + 2);
            speeds[known].1.push(speed(game, &positions, network, nodes));
            let network: &dyn Evaluate<G> = network;
            speeds[dynamic].1.push(speed(game, &positions, network, nodes));
        }
    }
    println!("{:10} {:>10} {:>9} {:>6}", G::NAME, "", "nodes/s", "ratio");
    let hand = speeds[0].1.clone();
    for (name, speeds) in &speeds {
        let ratios = speeds.iter().zip(&hand).map(|(one, hand)| one / hand);
        let (speed, ratio) = (median(speeds.iter().copied()), median(ratios));
        println!("{:10} {name:>10} {:>7.2} M {ratio:>6.3}", "", speed / 1e6);
    }
}

/// Nodes a second of CPU time.
fn speed<G: DefaultEval + Notation, E: IncrementalEval<G> + Sync + ?Sized>(
    game: &G,
    positions: &[G::Position],
    evaluation: &E,
    nodes: u64,
) -> f64 {
    let (mut searched, mut spent) = (0, Duration::ZERO);
    let mut engine = Engine::new(16 << 20);
    for position in positions {
        engine.clear(&());
        let limits = Limits { nodes, ..Limits::default() };
        let began = cpu_time();
        let found =
            engine.best(game, position, evaluation, &limits, &SearchControl::default(), &());
        spent += cpu_time() - began;
        searched += found.map_or(0, |found| found.nodes);
    }
    searched as f64 / spent.as_secs_f64()
}
