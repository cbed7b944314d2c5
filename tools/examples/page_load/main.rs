//! Measures the server under load: `cargo build --release && cargo run --release -p agon-tools
//! --example page_load -- [WHAT]`.
//!
//! WHAT is `crowd`, `load`, `hostile` or `locked`; without it all are measured. Times are those of a client
//! on the same processors.

mod crowd;
mod hostile;
mod load;
mod locked;

use std::time::Duration;

fn main() {
    let measurements: [(&str, fn()); 4] = [
        ("crowd", crowd::measure),
        ("load", load::measure),
        ("hostile", hostile::measure),
        ("locked", locked::measure),
    ];
    let wanted = std::env::args().nth(1);
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    assert!(
        measurements.iter().any(|(name, _)| is_wanted(name)),
        "choose from crowd, load, hostile and locked"
    );
    for (name, measure) in measurements.into_iter().filter(|(name, _)| is_wanted(name)) {
        println!("== {name}");
        measure();
    }
}

/// Prints the median, the 99th percentile and the maximum of some times.
fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let Some(last) = times.len().checked_sub(1) else {
        println!("{name:24} never");
        return;
    };
    let at = |part: f64| times[(part * last as f64).round() as usize].as_secs_f64() * 1e3;
    println!(
        "{name:24} {:6} times, median {:.1} ms, p99 {:.1} ms, maximum {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
