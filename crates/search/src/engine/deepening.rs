//! Iterative deepening: the root is searched to one depth after the other.

use std::sync::atomic::Ordering;

use agon_core::{DefaultEval, IncrementalEval, Notation, Score};

use super::control::{Limits, MAX_DEPTH};
use super::history::History;
use super::move_ordering::ScoredMove;
use super::proven_line::complete;
use super::root_proof::RootProof;
use super::window::Window;
use super::worker::{Node, Shared, Stopped, Worker};
use crate::Info;

/// A line of the root.
#[derive(Clone)]
struct Line<M> {
    value: Score,
    /// The index of the first move among the root's moves.
    index: u16,
    /// The principal variation.
    moves: Vec<M>,
}

/// The lines of one depth.
struct Lines<M> {
    /// Those that are finished, the best first.
    found: Vec<Line<M>>,
    /// The best of the present one so far, once it is better than all moves before it.
    unfinished: Option<Line<M>>,
}

/// Iterative deepening until a limit is reached or the search is stopped. Workers other
/// than the first only fill the transposition table (lazy SMP).
pub(super) fn iterative_deepening<'a, G, E, const SOUND: bool>(
    shared: &'a Shared<'a, G, E>,
    history: &'a mut History<G::Move>,
    position: &G::Position,
    moves: &[G::Move],
    limits: &Limits,
    number: usize,
    mut proof: Option<RootProof>,
) -> Option<Info<G::Move>>
where
    G: DefaultEval + Notation,
    E: IncrementalEval<G> + Sync + ?Sized,
{
    let mut worker = Worker::<G, E, SOUND>::new(shared, position, history);
    let scored = (0..).zip(moves).map(|(index, &mv)| ScoredMove { mv, index, score: 0 });
    let mut candidates: Vec<ScoredMove<G::Move>> = scored.collect();
    let mut best: Option<Info<G::Move>> = None;
    // The values and first moves of the last depth's lines, the best first.
    let mut known: Vec<(Score, u16)> = Vec::new();
    // The others are stopped when the first one is done.
    let last = if number == 0 { limits.depth.min(MAX_DEPTH) } else { MAX_DEPTH };
    let mut first = 1;
    let resumed = worker.resumed(position).filter(|_| limits.lines == 1);
    let resumed = resumed.and_then(|entry| {
        let is_it = |it: &&ScoredMove<G::Move>| shared.game.encode(it.mv) == entry.code;
        candidates.iter().find(is_it).map(|it| (entry, it.mv, it.index))
    });
    if let Some((entry, mv, index)) = resumed {
        first = u32::from(entry.depth).clamp(1, last);
        known.push((entry.value, index));
        if number == 0 {
            let line = Line { value: entry.value, index, moves: vec![mv] };
            best = report(&worker, position, first, vec![line]);
        }
    }
    for depth in first..=last {
        if is_left_to_others(number, depth) {
            continue;
        }
        let count = limits.lines.clamp(1, moves.len());
        let mut lines = Lines { found: Vec::new(), unfinished: None };
        let done =
            find_lines(&mut worker, position, &mut candidates, &known, depth, count, &mut lines);
        // A depth that was cut short still counts, as far as it got.
        let mut found = lines.found;
        found.extend(lines.unfinished.filter(|_| done.is_err() && !SOUND));
        // A later line may turn out to be better, since the table knows more by then.
        put_best_first(&mut found);
        known = found.iter().map(|line| (line.value, line.index)).collect();
        if number == 0 {
            best = report(&worker, position, depth, found).or(best);
        }
        if done.is_err() {
            break;
        }
        if let Some(&(value, index)) = known.first() {
            worker.keep_root(position, value, moves[usize::from(index)], depth);
        }
        if let Some(proof) = &mut proof
            && let Some(exact) = proof.search(&worker, position, &mut best, &mut candidates)
        {
            return Some(exact);
        }
        let decided = best.as_ref().is_some_and(|best| is_decided(best.score, depth));
        if number == 0 && !SOUND && (decided || shared.control.is_enough()) {
            break;
        }
    }
    best
}

/// Whether a worker leaves out a depth: every second worker runs ahead of the others.
fn is_left_to_others(worker: usize, depth: u32) -> bool {
    worker % 2 == 1 && depth > 2 && depth.is_multiple_of(2)
}

/// Whether a deeper search cannot change a value: a win or a loss within the depth.
pub(super) fn is_decided(score: Score, depth: u32) -> bool {
    let plies = score.proven().and_then(|proven| proven.plies);
    plies.is_some_and(|plies| plies <= depth)
}

/// Finds the `count` best lines of a depth, one after the other.
fn find_lines<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &mut Worker<G, E, SOUND>,
    position: &G::Position,
    candidates: &mut [ScoredMove<G::Move>],
    known: &[(Score, u16)],
    depth: u32,
    count: usize,
    lines: &mut Lines<G::Move>,
) -> Result<(), Stopped> {
    for line in 0..count {
        // The best lines of the last depth come first; moves of found lines are left out.
        for &(_, index) in known.iter().rev() {
            put_first(candidates, index);
        }
        let mut left: Vec<ScoredMove<G::Move>> = candidates
            .iter()
            .filter(|scored| !lines.found.iter().any(|line| line.index == scored.index))
            .copied()
            .collect();
        let expected = known.get(line).map(|&(value, _)| value);
        let expected = expected.filter(|_| !SOUND);
        let unfinished = &mut lines.unfinished;
        let found = aspiration_search(worker, position, &mut left, depth, expected, unfinished)?;
        put_first(candidates, found.index);
        lines.unfinished = None;
        lines.found.push(found);
        worker.check_stop()?;
    }
    Ok(())
}

/// Orders lines by their values; equal ones stay in their order. There are few, and a sort of the
/// standard library is a copy of five kilobytes for every game and evaluation.
fn put_best_first<M>(lines: &mut [Line<M>]) {
    for end in 1..lines.len() {
        let is_better = |&at: &usize| lines[at].value < lines[end].value;
        let place = (0..end).rev().take_while(is_better).last().unwrap_or(end);
        lines[place..=end].rotate_right(1);
    }
}

/// Moves a candidate before all others, whose order stays.
fn put_first<M>(candidates: &mut [ScoredMove<M>], index: u16) {
    if let Some(at) = candidates.iter().position(|scored| scored.index == index) {
        candidates[..=at].rotate_right(1);
    }
}

/// Searches with an aspiration window around the expected value, and widens it until the
/// value lies inside.
fn aspiration_search<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &mut Worker<G, E, SOUND>,
    position: &G::Position,
    candidates: &mut [ScoredMove<G::Move>],
    depth: u32,
    expected: Option<Score>,
    unfinished: &mut Option<Line<G::Move>>,
) -> Result<Line<G::Move>, Stopped> {
    /// A window that would be wider than this is opened to that side altogether.
    const MAX_WIDTH: i32 = 1000;
    let mut width = worker.shared.pruning.aspiration_window;
    let mut window = match expected {
        Some(expected) if depth >= 4 => Window::around(expected, width),
        _ => Window::FULL,
    };
    loop {
        let found = search_root(worker, position, candidates, depth, window, unfinished)?;
        let value = found.value;
        width *= 3;
        let wider = if width > MAX_WIDTH { Window::FULL } else { Window::around(value, width) };
        if value <= window.alpha && window.alpha > Score::WORST {
            // No move reaches alpha, so more than that is not asked for again.
            window = Window { alpha: wider.alpha, beta: window.alpha.plus(1) };
        } else if value >= window.beta && window.beta < Score::BEST {
            window.beta = wider.beta;
            put_first(candidates, found.index);
        } else {
            return Ok(found);
        }
    }
}

/// Searches the root: the best of `candidates`.
fn search_root<G: DefaultEval, E: IncrementalEval<G> + ?Sized, const SOUND: bool>(
    worker: &mut Worker<G, E, SOUND>,
    position: &G::Position,
    candidates: &[ScoredMove<G::Move>],
    depth: u32,
    mut window: Window,
    unfinished: &mut Option<Line<G::Move>>,
) -> Result<Line<G::Move>, Stopped> {
    let shared = worker.shared;
    let key = shared.salt.apply(shared.game.key(position));
    let node = Node { position, key, ply: 0 };
    if SOUND && depth == 1 {
        worker.expect_children(position);
    }
    let mut best: Option<Line<G::Move>> = None;
    for (number, candidate) in candidates.iter().enumerate() {
        // Plain minimax takes the first of equal moves, so a move that comes earlier in
        // the game's order need only be as good.
        let floor = match &best {
            Some(best) if SOUND && candidate.index < best.index => {
                window.alpha.min(best.value.plus(-1))
            }
            _ => window.alpha,
        };
        let reduction = if number > 3 && depth > 2 { 1 } else { 0 };
        let asked = Window { alpha: floor, beta: window.beta };
        let value =
            worker.search_move(&node, candidate.mv, depth as i32, asked, number, reduction)?;
        let better = best.as_ref().is_none_or(|best| {
            value > best.value
                || value == best.value && value > floor && candidate.index < best.index
        });
        if better {
            let mut moves = vec![candidate.mv];
            moves.extend(&worker.pv_table[1]);
            let line = Line { value, index: candidate.index, moves };
            // A value that fails low says nothing about which move is best.
            if value > asked.alpha {
                *unfinished = Some(line.clone());
            }
            best = Some(line);
        }
        if window.raise(value) {
            break;
        }
    }
    best.ok_or(Stopped)
}

/// Reports the lines of a depth, the best first, and returns that one.
fn report<G: DefaultEval, E: IncrementalEval<G> + Sync + ?Sized, const SOUND: bool>(
    worker: &Worker<G, E, SOUND>,
    position: &G::Position,
    depth: u32,
    lines: Vec<Line<G::Move>>,
) -> Option<Info<G::Move>> {
    let shared = worker.shared;
    let mut best = None;
    for (line, Line { value, mut moves, .. }) in (1..).zip(lines) {
        complete(worker, position, value, &mut moves);
        let info = Info {
            depth,
            selective_depth: worker.seldepth as u32,
            line,
            score: value,
            moves,
            nodes: shared.nodes.load(Ordering::Relaxed),
            hits: shared.hits.load(Ordering::Relaxed),
            fill: shared.table.hashfull(),
        };
        shared.control.report(&info);
        best.get_or_insert(info);
    }
    best
}
