//! What the engine reports: the best lines in order, how far they go, and the selective depth.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::no_pruning::NO_PRUNING;
use agon_core::dummy::{Points, TreeGame};
use agon_core::{Game as _, NodeId, Notation as _, Stateless, Stop, Verdict};
use agon_search::{Engine, Info, Limits, SearchControl};

/// Collects reports, and stops the search after a number of checks.
struct Listener {
    reports: Mutex<Vec<Info<usize>>>,
    asked: AtomicU64,
    max_asked: u64,
}

impl Listener {
    fn new(max_asked: u64) -> Listener {
        Listener { reports: Mutex::new(Vec::new()), asked: AtomicU64::new(0), max_asked }
    }
}

impl Stop for Listener {
    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.max_asked
    }
}

/// Searches a random tree, and checks that the lines of each depth come in their order
/// and that the best of the last is the answer. Returns how many lines there were, and
/// whether the last depth lacks some.
fn check(seed: u64, lines: usize, max_asked: u64) -> (usize, bool) {
    let game = TreeGame::grown(seed, 9);
    let start = game.start();
    let listener = Listener::new(max_asked);
    let limits = Limits { depth: 9, lines, ..Limits::default() };
    let mut engine = Engine::new(1 << 10);
    let report = |info: &Info<usize>| listener.reports.lock().unwrap().push(info.clone());
    let control = SearchControl::until(&listener).reporting(&report);
    let found = engine.best(&game, &start, &Stateless(Points), &limits, &control, &());
    let reports = listener.reports.into_inner().unwrap();
    let count = lines.min(game.moves(&start).len());
    let mut lacking = false;
    for lines in reports.chunk_by(|one, next| one.depth == next.depth) {
        let context =
            || format!("seed {seed}, {count} lines, stopped after {max_asked}: {lines:?}");
        assert!(lines.iter().zip(1..).all(|(info, number)| info.line == number), "{}", context());
        assert!(lines.is_sorted_by(|one, next| one.score >= next.score), "{}", context());
        let mut firsts: Vec<usize> = lines.iter().map(|info| info.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len(), "{}", context());
        for info in lines {
            let mut position = start;
            let is_legal = |&mv: &usize| game.play(&mut position, mv).is_ok();
            assert!(info.moves.iter().all(is_legal), "{}", context());
        }
        assert!(!lacking, "a depth before the last lacks lines: {}", context());
        lacking = lines.len() < count;
        let is_last = lines.last() == reports.last();
        if is_last {
            assert_eq!(found.as_ref(), lines.first(), "{}", context());
        }
    }
    assert_eq!(found.is_none(), reports.is_empty(), "seed {seed}");
    (reports.len(), lacking)
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
fn lines_of_a_depth_that_was_stopped_count() {
    let mut cut_short = 0;
    for seed in 0..100 {
        for max_asked in 0..12 {
            let (reports, lacking) = check(seed, 3, max_asked);
            // Whether to stop is asked after each line at least.
            assert!(reports as u64 <= max_asked + 1);
            cut_short += u32::from(lacking);
        }
    }
    assert!(cut_short > 200, "{cut_short}");
}

#[test]
fn the_selective_depth_is_that_of_the_game_where_it_ends_sooner() {
    let reached = |tree: &str, depth: u32| {
        let (game, start) = TreeGame::read(tree).unwrap();
        let limits = Limits { depth, ..Limits::default() };
        let mut engine = Engine::new(1 << 10);
        let best = engine
            .best(&game, &start, &Stateless(Points), &limits, &SearchControl::default(), &())
            .unwrap();
        let minimax = engine
            .minimax(&game, &start, &Stateless(Points), &limits, &SearchControl::default())
            .unwrap();
        [best.selective_depth, minimax.selective_depth]
    };
    // At most three plies, whatever the limit; both moves everywhere, so that nothing is
    // extended because it is forced.
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

/// A subtree in which the estimates are these, ply by ply, whatever both sides do. Every
/// position has as many moves as fit into `width`.
fn uniform(values: &[i32], width: usize) -> String {
    let below = values.split_first().map(|(_, rest)| rest).filter(|rest| !rest.is_empty());
    let next = below.map_or("=".into(), |rest| uniform(rest, width));
    let letter = if values.len().is_multiple_of(2) { 'b' } else { 'a' };
    format!("{letter}:{}({})", values[0], next.repeat(width))
}

#[test]
fn a_better_move_of_an_unfinished_depth_is_the_answer() {
    // Four plies show that the second move is better than the first.
    let ways = [[50, 50, 50, 40], [0, 0, 0, 100], [0, 0, 0, 0]];
    let ways: String = ways.iter().map(|values| uniform(values, 16)).collect();
    let (game, start) = TreeGame::read(&format!("a({ways})")).unwrap();
    let mut answers = Vec::new();
    for max_asked in 0.. {
        let listener = Listener::new(max_asked);
        let mut engine = Engine::new(1 << 16).with_pruning(NO_PRUNING);
        let limits = Limits { depth: 4, ..Limits::default() };
        let control = SearchControl::until(&listener);
        let found = engine.best(&game, &start, &Stateless(Points), &limits, &control, &());
        let found = found.map(|info| (info.depth, info.moves[0]));
        if listener.asked.into_inner() <= max_asked {
            assert_eq!(found, Some((4, 1)));
            break;
        }
        answers.extend(found);
    }
    assert!(answers.contains(&(3, 0)), "{answers:?}");
    assert!(answers.contains(&(4, 1)), "{answers:?}");
    assert!(!answers.contains(&(4, 2)), "{answers:?}");
    assert!(answers.is_sorted(), "more time gives a better answer: {answers:?}");
}

/// Whether a line of proven value goes on to the end of the game, as reported.
fn is_complete(game: &TreeGame, start: &NodeId, info: &Info<usize>) -> Option<bool> {
    let proven = info.score.proven()?;
    let mover = game.to_move(start);
    let end = info.moves.iter().fold(*start, |position, &mv| game.after(&position, mv));
    let winner = match proven.verdict {
        Verdict::Win => mover,
        _ => mover.opponent(),
    };
    let ends = game.outcome(&end).and_then(|outcome| outcome.winner()) == Some(winner);
    Some(ends && proven.plies.is_some_and(|plies| info.moves.len() <= plies as usize))
}

#[test]
fn a_proven_line_goes_on_to_the_winning_move() {
    let mut proven = 0;
    for seed in 0..2000 {
        let game = TreeGame::grown(seed, 8);
        let start = game.start();
        let listener = Listener::new(u64::MAX);
        let limits = Limits { depth: 9, ..Limits::default() };
        let mut engine = Engine::new(1 << 16);
        let report = |info: &Info<usize>| listener.reports.lock().unwrap().push(info.clone());
        let control = SearchControl::default().reporting(&report);
        engine.best(&game, &start, &Stateless(Points), &limits, &control, &());
        for info in listener.reports.into_inner().unwrap() {
            let Some(is_complete) = is_complete(&game, &start, &info) else { continue };
            assert!(is_complete, "seed {seed}: {info:?}");
            proven += 1;
        }
    }
    assert!(proven > 1000, "{proven}");
}
