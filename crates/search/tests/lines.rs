//! What the engine tells on the way: the best lines in their order, and how far it saw.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::dummy::{Points, TreeGame};
use agon_core::{Game as _, Notation as _, Stateless};
use agon_search::{Engine, Info, Limits, SearchControl};

/// Keeps what it is told, and stops the search when it was asked often enough.
struct Listener {
    told: Mutex<Vec<Info<usize>>>,
    asked: AtomicU64,
    most: u64,
}

impl Listener {
    fn new(most: u64) -> Listener {
        Listener { told: Mutex::new(Vec::new()), asked: AtomicU64::new(0), most }
    }
}

impl SearchControl<usize> for Listener {
    fn must_stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.most
    }

    fn tell(&self, info: &Info<usize>) {
        self.told.lock().unwrap().push(info.clone());
    }
}

/// Searches a random tree, and checks that the lines of each depth come in their order
/// and that the best of the last is the answer. Tells how many lines there were, and
/// whether the last depth lacks some.
fn check(seed: u64, lines: usize, most: u64) -> (usize, bool) {
    let game = TreeGame::grown(seed, 9);
    let start = game.start();
    let listener = Listener::new(most);
    let limits = Limits { depth: 9, lines, ..Limits::default() };
    let mut engine = Engine::new(1 << 10);
    let found = engine.best(&game, &start, &Stateless(Points), &limits, &listener, &());
    let told = listener.told.into_inner().unwrap();
    let count = lines.min(game.moves(&start).len());
    let mut lacking = false;
    for lines in told.chunk_by(|one, next| one.depth == next.depth) {
        let context = || format!("seed {seed}, {count} lines, stopped after {most}: {lines:?}");
        assert!(lines.iter().zip(1..).all(|(info, number)| info.line == number), "{}", context());
        assert!(lines.is_sorted_by(|one, next| one.score >= next.score), "{}", context());
        let mut firsts: Vec<usize> = lines.iter().map(|info| info.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len(), "{}", context());
        assert!(!lacking, "a depth before the last lacks lines: {}", context());
        lacking = lines.len() < count;
        let is_last = lines.last() == told.last();
        if is_last {
            assert_eq!(found.as_ref(), lines.first(), "{}", context());
        }
    }
    assert_eq!(found.is_none(), told.is_empty(), "seed {seed}");
    (told.len(), lacking)
}

#[test]
fn the_lines_of_a_depth_come_best_first_and_the_best_is_the_answer() {
    for seed in 0..300 {
        for lines in 1..=4 {
            let (_, lacking) = check(seed, lines, u64::MAX);
            assert!(!lacking, "seed {seed}");
        }
    }
}

#[test]
fn what_a_depth_had_found_when_it_was_stopped_counts() {
    let mut cut_short = 0;
    for seed in 0..100 {
        for most in 0..12 {
            let (told, lacking) = check(seed, 3, most);
            // Whether to stop is asked after each line at least.
            assert!(told as u64 <= most + 1);
            cut_short += u32::from(lacking);
        }
    }
    assert!(cut_short > 200, "{cut_short}");
}

#[test]
fn the_depth_that_was_reached_is_that_of_the_game_where_it_ends_sooner() {
    let reached = |tree: &str, depth: u32| {
        let (game, start) = TreeGame::read(tree).unwrap();
        let limits = Limits { depth, ..Limits::default() };
        let mut engine = Engine::new(1 << 10);
        let best = engine.best(&game, &start, &Stateless(Points), &limits, &(), &()).unwrap();
        let minimax = engine.minimax(&game, &start, &Stateless(Points), &limits, &()).unwrap();
        [best.selective_depth, minimax.selective_depth]
    };
    // At most three plies, whatever was wanted; both moves everywhere, so that nothing is
    // looked at further because it is forced.
    let drawn = "a(b(a(==)a(==))b(a(==)a(==)))";
    assert_eq!(
        [1, 2, 3, 4, 50].map(|depth| reached(drawn, depth)),
        [1, 2, 3, 3, 3].map(|n| [n; 2])
    );
    // The end of a game is reached too.
    assert_eq!(reached("a(==)", 9), [1, 1]);
    // A win on the spot that is seen without a search is a ply further.
    assert_eq!(reached("a(b(22)b(22))", 1), [2, 1]);
}
