//! The program's identity (version and searches), which machines must share to play the same games,
//! and the speed of this machine.

use std::time::Instant;

use agon_arena::{SearchKind, SearchRequest, games};
use agon_core::Rng;
use agon_host::{Failure, hash_bytes};
use agon_runner::ProgramIdentity;
use agon_search::{Limits, SearchControl};

/// The node limit of the search in each game.
const NODES: u64 = 20_000;

/// The size of the transposition table in bytes.
const HASH_BYTES: usize = 1 << 20;

/// The number of random moves before the searched position.
const PLIES: usize = 4;

/// The identity of this program, and its nodes per second on this machine. The reference bench
/// searches one position of every game.
pub fn measure() -> Result<(ProgramIdentity, u64), Failure> {
    let mut found = String::new();
    let (mut nodes, mut seconds) = (0, 0.0);
    for entry in games() {
        let mut session = entry.start();
        let mut rng = Rng::seeded(PLIES as u64);
        for _ in 0..PLIES {
            if let Some(mv) = rng.pick(&session.moves()) {
                session.play(&mv.text)?;
            }
        }
        let limits = Limits { nodes: NODES, ..Limits::default() };
        let request = SearchRequest {
            search: SearchKind::Engine,
            limits,
            eval: None,
            hash_bytes: HASH_BYTES,
        };
        let began = Instant::now();
        if let Some(info) = session.best(&request, &SearchControl::default(), &())? {
            seconds += began.elapsed().as_secs_f64();
            nodes += info.nodes;
            let (score, moves) = (info.score.points(), info.moves.join(" "));
            found.push_str(&format!("{} {} {score} {moves}\n", entry.name, info.nodes));
        }
    }
    let fingerprint = hash_bytes(found.as_bytes())[..16].to_string();
    let identity = ProgramIdentity { version: env!("CARGO_PKG_VERSION").into(), fingerprint };
    Ok((identity, (nodes as f64 / seconds.max(1e-6)) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_same_every_time() {
        let (first, speed) = measure().unwrap();
        assert_eq!(first, measure().unwrap().0);
        assert!(speed > 0);
    }
}
