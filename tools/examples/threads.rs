//! Measures the speedup of a second search thread: `cargo run --release -p agon-tools --example threads -- [POSITIONS]`.
//!
//! POSITIONS positions each of Santorini and of Byte are searched by one thread until a depth
//! has taken a second, then to the same depth by two. Prints the medians of the ratios of
//! nodes per second and of time.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use agon_core::{DefaultEval, Notation, Stop as _};
use agon_games::byte::Byte;
use agon_games::santorini::Santorini;
use agon_search::{Engine, Info, Limits, SearchControl, Threads};
use agon_threads::ScopedThreads;
use agon_tools::{median, opening};

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut ratios = measure(&Santorini::default(), 6, count);
    ratios.extend(measure(&Byte::default(), 14, count));
    let speed = median(ratios.iter().map(|ratio| ratio.0));
    let sooner = median(ratios.iter().map(|ratio| ratio.1));
    println!("medians: {speed:.2} times the nodes per second, {sooner:.2} times faster");
}

/// For each position, the ratios of nodes per second and of time of two threads to one.
fn measure<G: DefaultEval + Notation>(game: &G, plies: usize, count: u64) -> Vec<(f64, f64)> {
    let mut ratios = Vec::new();
    for seed in 0.. {
        if ratios.len() as u64 == count {
            break;
        }
        let position = opening(game, plies, seed);
        let search =
            |limits: &Limits, control: &SearchControl<'_, G::Move>, threads: &dyn Threads| {
                let mut engine = Engine::new(64 << 20);
                let began = Instant::now();
                let found =
                    engine.best(game, &position, &*game.default_eval(), limits, control, threads);
                found.map(|found: Info<G::Move>| (found, began.elapsed().as_secs_f64()))
            };
        // The first depth that ends after a second is the last one.
        let (began, depth, stop) = (Instant::now(), AtomicU32::new(0), AtomicBool::new(false));
        let report = |info: &Info<G::Move>| {
            if !stop.is_stopped() {
                depth.store(info.depth, Ordering::Relaxed);
                stop.store(began.elapsed() > Duration::from_secs(1), Ordering::Relaxed);
            }
        };
        let control = SearchControl::until(&stop).reporting(&report);
        let Some((found, _)) = search(&Limits::default(), &control, &()) else { continue };
        if found.score.proven().is_some() {
            continue;
        }
        let limits = Limits { depth: depth.into_inner(), ..Limits::default() };
        let Some((one, alone)) = search(&limits, &SearchControl::default(), &()) else { continue };
        let Some((two, together)) = search(&limits, &SearchControl::default(), &ScopedThreads(2))
        else {
            continue;
        };
        let speed = two.nodes as f64 / together / (one.nodes as f64 / alone);
        println!(
            "{} {} depth {}: {} positions in {alone:.2} s, {} in {together:.2} s",
            G::NAME,
            game.write(&position),
            limits.depth,
            one.nodes,
            two.nodes,
        );
        ratios.push((speed, alone / together));
    }
    ratios
}
