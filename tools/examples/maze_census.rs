//! Counts the winners of mazes without a ply limit, and finds the longest wins: `cargo run
//! --release -p agon-tools --example maze_census -- all LOOT [THREADS]` takes every connected maze
//! of 3 by 3 tiles with every placement of both sides and of LOOT pieces of loot; `... -- sample
//! LOOT COUNT [THREADS]` takes COUNT random mazes of 5 by 5 tiles.
//!
//! Theseus moves first and needs all the loot; neither side may stay. A random maze has each of its
//! 40 inner walls with a chance of one half, is drawn again if it is not connected, and has random
//! placements; the seeds are 0, 1, 2 and so on.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::thread;

use agon_core::{Game as _, Notation as _, Rng, Side};
use agon_games::theseus::{Theseus, winner_without_ply_limit};
use agon_tools::with_threads;

/// The number of each result, and the longest win of each side with its position.
#[derive(Default)]
struct Census {
    games: BTreeMap<&'static str, u64>,
    longest: [Option<(u32, String)>; 2],
}

impl Census {
    fn add(&mut self, text: String, result: Option<(Side, u32)>) {
        let name = match result {
            Some((Side::First, _)) => "theseus",
            Some((Side::Second, _)) => "minotaur",
            None => "neither",
        };
        *self.games.entry(name).or_default() += 1;
        let Some((side, plies)) = result else { return };
        let longest = &mut self.longest[side.index()];
        // Of equal wins it takes the first text in order, so that the result does not depend on
        // threads.
        let is_longer = longest
            .as_ref()
            .is_none_or(|(most, first)| plies > *most || plies == *most && text < *first);
        if is_longer {
            *longest = Some((plies, text));
        }
    }

    fn join(&mut self, other: Census) {
        for (name, count) in other.games {
            *self.games.entry(name).or_default() += count;
        }
        for (side, longest) in Side::BOTH.into_iter().zip(other.longest) {
            if let Some((plies, text)) = longest {
                // This game was counted already.
                let counted = std::mem::take(&mut self.games);
                self.add(text, Some((side, plies)));
                self.games = counted;
            }
        }
    }

    fn print(&self) {
        let all: u64 = self.games.values().sum();
        println!("games {all}");
        for (name, count) in &self.games {
            println!("{name} {count} {:.2} %", 100.0 * *count as f64 / all as f64);
        }
        for (name, longest) in ["theseus", "minotaur"].into_iter().zip(&self.longest) {
            if let Some((plies, text)) = longest {
                println!("longest {name} {plies} {text}");
            }
        }
    }
}

/// The walls of a maze in its notation, from a bit for each of its inner walls.
fn walls(side: usize, mut bits: u64) -> String {
    let mut next = || {
        let bit = bits & 1;
        bits >>= 1;
        bit as u8
    };
    let rows = (0..side).map(|row| {
        let tile = |column: usize| {
            let above = if row > 0 { next() } else { 0 };
            let right = if column + 1 < side { next() } else { 0 };
            char::from(b'0' + above + 2 * right)
        };
        (0..side).map(tile).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// A position at the start, with the tiles of Theseus, the Minotaur and the loot.
fn position(side: usize, walls: &str, tiles: &[usize]) -> String {
    let name = |tile: &usize| format!("{},{}", tile / side, tile % side);
    let names: Vec<String> = tiles.iter().map(name).collect();
    let loot = names.len() - 2;
    format!("{walls} {} {} 200/{loot}/T/-", names[..2].join("-"), names[2..].join("-"))
}

/// Adds a game, unless its maze is not connected. Returns whether it is connected.
fn solve(text: String, census: &mut Census) -> bool {
    let Ok((game, _)) = Theseus::read(&text) else { return false };
    let result = winner_without_ply_limit(&game, &game.start(), &());
    census.add(text, result.unwrap_or_else(|refusal| panic!("{refusal}")));
    true
}

/// All games in the maze of these walls.
fn solve_all(bits: u64, loot: usize, census: &mut Census) {
    const SIDE: usize = 3;
    let walls = walls(SIDE, bits);
    let all = SIDE * SIDE;
    for theseus in 0..all {
        for minotaur in (0..all).filter(|&tile| tile != theseus) {
            let free: Vec<usize> =
                (0..all).filter(|&tile| tile != theseus && tile != minotaur).collect();
            for set in (0_u32..1 << free.len()).filter(|set| set.count_ones() as usize == loot) {
                let chosen = (0..free.len()).filter(|place| set >> place & 1 == 1);
                let mut tiles = vec![theseus, minotaur];
                tiles.extend(chosen.map(|place| free[place]));
                if !solve(position(SIDE, &walls, &tiles), census) {
                    return;
                }
            }
        }
    }
}

fn solve_random(seed: u64, loot: usize, census: &mut Census) {
    const SIDE: usize = 5;
    const INNER_WALLS: u32 = 40;
    let mut rng = Rng::seeded(seed);
    let mut tiles: Vec<usize> = (0..SIDE * SIDE).collect();
    loop {
        let bits = (0..INNER_WALLS).fold(0, |bits, _| bits << 1 | rng.below(2) as u64);
        for place in 0..loot + 2 {
            let other = place + rng.below(tiles.len() - place);
            tiles.swap(place, other);
        }
        if solve(position(SIDE, &walls(SIDE, bits), &tiles[..loot + 2]), census) {
            return;
        }
    }
}

/// Shares the numbers below `count` among threads.
fn count(count: u64, threads: usize, work: impl Fn(u64, &mut Census) + Sync) -> Census {
    const EACH: u64 = 1000;
    let part = |_: &mut (), part: u64| {
        let mut census = Census::default();
        (part * EACH..count.min((part + 1) * EACH)).for_each(|number| work(number, &mut census));
        census
    };
    let parts = with_threads(threads, count.div_ceil(EACH), || (), part);
    parts.into_iter().fold(Census::default(), |mut total, part| {
        total.join(part);
        total
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<usize>().ok());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let census = match (words.first().map(String::as_str), number(1)) {
        (Some("all"), Some(loot @ 1..=7)) => {
            let threads = number(2).unwrap_or(cores);
            count(1 << 12, threads, |bits, census| solve_all(bits, loot, census))
        }
        (Some("sample"), Some(loot @ 1..=8)) => {
            let (mazes, threads) = (number(2).unwrap_or(10_000), number(3).unwrap_or(cores));
            count(mazes as u64, threads, |seed, census| solve_random(seed, loot, census))
        }
        _ => {
            eprintln!("maze_census all LOOT [THREADS] | maze_census sample LOOT COUNT [THREADS]");
            return ExitCode::from(2);
        }
    };
    census.print();
    ExitCode::SUCCESS
}
