//! One who searches: principal variation search with a table.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{DefaultEval, Game, HISTORY_SIZE, IncrementalEval, Key, Side};

use super::busy::{Busy, Mark};
use super::control::{MAX_DEPTH, SearchControl};
use super::order::{DEFERRED, Habits, Ranked};
use super::selectivity::Pruning;
use super::table::{Bound, TableEntry, TranspositionTable};
use super::values::{INFINITE, PROVEN, WIN, ended, from_table, to_table};

/// The most plies from the root, with those that are looked further.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 64;

/// From how many plies before the end on the work is divided among a threads.
const DIVIDED: i32 = 4;

/// How many plies beyond the end of a line are looked at where somebody must answer.
pub(super) const FURTHER: u32 = 8;

/// What all who search a position share.
pub(super) struct Shared<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a dyn SearchControl<G::Move>,
    /// Whether the value is to be that of plain minimax, to the bit.
    pub(super) is_sound: bool,
    pub(super) selectivity: Pruning,
    pub(super) most_nodes: u64,
    pub(super) busy: Busy,
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) hits: AtomicU64,
}

/// A position on the way down.
pub(super) struct Node<'n, P, A> {
    pub(super) position: &'n P,
    pub(super) key: Key,
    pub(super) kept: &'n A,
    pub(super) ply: usize,
}

/// One who searches.
pub(super) struct Worker<'a, G: Game, E: IncrementalEval<G> + ?Sized> {
    pub(super) shared: &'a Shared<'a, G, E>,
    pub(super) habits: Habits<G::Move>,
    /// The moves of all positions on the way down, one after the other.
    pub(super) moves: Vec<Ranked<G::Move>>,
    /// The best line from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// Positions looked at since the others were told.
    untold: u64,
    hits: u64,
    /// The ply furthest from the root that was looked at.
    pub(super) deepest: usize,
    reductions: Vec<[u8; 64]>,
}

/// The search was stopped; what it has found so far is not to be used.
pub(super) struct Stopped;

impl<'a, G: DefaultEval, E: IncrementalEval<G> + ?Sized> Worker<'a, G, E> {
    pub(super) fn new(shared: &'a Shared<'a, G, E>) -> Worker<'a, G, E> {
        Worker {
            shared,
            habits: Habits::new(MAX_PLY + 2),
            moves: Vec::with_capacity(1024),
            lines: vec![Vec::new(); MAX_PLY + 2],
            untold: 0,
            hits: 0,
            deepest: 0,
            reductions: shared.selectivity.reductions(),
        }
    }

    /// The best of `candidates`, moves of a position by their places in the game's
    /// order, with its value and the line that follows; looking `depth` plies ahead.
    pub(super) fn root(
        &mut self,
        position: &G::Position,
        candidates: &[Ranked<G::Move>],
        depth: u32,
        window: (i32, i32),
    ) -> Result<(i32, u16, Vec<G::Move>), Stopped> {
        let (mut alpha, beta) = window;
        let game = self.shared.game;
        let key = game.key(position);
        let kept = self.shared.evaluator.begin(game, position);
        let node = Node { position, key, kept: &kept, ply: 0 };
        let mut best: Option<(i32, u16, Vec<G::Move>)> = None;
        for (number, candidate) in candidates.iter().enumerate() {
            // Of moves that are worth the same the first in the game's order is meant;
            // so one that comes earlier need only be as good.
            let floor = match &best {
                Some((value, place, _)) if candidate.place < *place && self.shared.is_sound => {
                    alpha.min(value - 1)
                }
                _ => alpha,
            };
            let reduction = if number > 3 && depth > 2 { 1 } else { 0 };
            let value =
                self.child(&node, candidate.mv, depth as i32, (floor, beta), number, reduction)?;
            let better = match &best {
                None => true,
                Some((most, place, _)) => {
                    value > *most || value == *most && value > floor && candidate.place < *place
                }
            };
            if better {
                let mut line = vec![candidate.mv];
                line.extend(&self.lines[1]);
                best = Some((value, candidate.place, line));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best.ok_or(Stopped)
    }

    /// The value of a move to the side that makes it: first in doubt, by a narrow
    /// window and perhaps less deep, then if need be in full.
    #[inline]
    fn child(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        mv: G::Move,
        depth: i32,
        (alpha, beta): (i32, i32),
        tried: usize,
        reduction: i32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        let mut told = (node.key, node.kept.clone());
        game.play_observed(&mut position, mv, &mut told);
        let (key, kept) = told;
        let next = Node { position: &position, key, kept: &kept, ply: node.ply + 1 };
        let turns = game.to_move(&position) != game.to_move(node.position);
        let is_open = beta - alpha > 1;
        if tried > 0 {
            if reduction > 0 && !self.shared.is_sound {
                let value = self.seen(&next, turns, depth - 1 - reduction, (alpha, alpha + 1))?;
                if value <= alpha {
                    return Ok(value);
                }
            }
            if is_open {
                let value = self.seen(&next, turns, depth - 1, (alpha, alpha + 1))?;
                if value <= alpha || value >= beta {
                    return Ok(value);
                }
            }
        }
        self.seen(&next, turns, depth - 1, (alpha, beta))
    }

    /// The value of a position to the side that moved before.
    #[inline]
    fn seen(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        turns: bool,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        match turns {
            true => Ok(-self.search(node, depth, (-beta, -alpha))?),
            false => self.search(node, depth, (alpha, beta)),
        }
    }

    /// The value of a position to the side to move, if it is between the bounds;
    /// otherwise a bound of it on the same side.
    fn search(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let Shared { game, table, is_sound, ref selectivity, .. } = *self.shared;
        let &Node { position, key, ply, .. } = node;
        self.lines[ply].clear();
        self.reach(ply);
        self.count()?;
        if let Some(outcome) = game.outcome(position) {
            return Ok(ended(outcome, game.to_move(position), ply));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiet(node, alpha, beta, FURTHER);
        }
        if game.can_win_now(position) {
            self.reach(ply + 1);
            return Ok(WIN - ply as i32 - 1);
        }
        if depth == 1 && (is_sound || !game.is_threatened(position)) {
            return self.last_ply(node, alpha, beta);
        }
        if !is_sound {
            // No win is sooner than this, and no loss.
            alpha = alpha.max(ply as i32 + 1 - WIN);
            beta = beta.min(WIN - ply as i32 - 2);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let is_open = beta - alpha > 1;
        let entry = table.get(key);
        if let Some(entry) = entry {
            self.hits += 1;
            let value = from_table(entry.value, ply);
            let deep_enough = match is_sound {
                true => i32::from(entry.depth) == depth,
                false => i32::from(entry.depth) >= depth,
            };
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if deep_enough && fits && (!is_open || is_sound) {
                return Ok(value);
            }
        }
        let mut depth = depth;
        let urgent = !is_sound && game.is_threatened(position);
        if !is_sound {
            if urgent {
                depth += 1;
            } else if !is_open && beta.abs() < PROVEN {
                let value = self.shared.evaluator.read(game, position, node.kept).points();
                if selectivity.is_enough(value - beta, depth) {
                    return Ok(value);
                }
            }
            if entry.is_none() && depth >= selectivity.unknown_depth {
                depth -= 1;
            }
        }
        self.expand(node, depth, (alpha, beta), entry.map(|entry| entry.place), urgent)
    }

    /// Tries the moves of a position, and keeps what was found in the table.
    fn expand(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        depth: i32,
        (alpha, beta): (i32, i32),
        remembered: Option<u16>,
        urgent: bool,
    ) -> Result<i32, Stopped> {
        let first = self.moves.len();
        let found = self.try_all(node, depth, (alpha, beta), remembered, urgent, first);
        self.moves.truncate(first);
        let (value, place) = found?;
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = TableEntry {
            value: to_table(value, node.ply),
            bound,
            depth: depth.clamp(0, 255) as u8,
            place,
        };
        self.shared.table.put(node.key, entry);
        Ok(value)
    }

    fn try_all(
        &mut self,
        node: &Node<'_, G::Position, E::Accumulator<'a>>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        remembered: Option<u16>,
        urgent: bool,
        first: usize,
    ) -> Result<(i32, u16), Stopped> {
        let Shared { game, is_sound, ref selectivity, ref busy, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let is_open = beta - alpha > 1;
        let (mut most, mut best, mut favourite) = (-INFINITE, 0, None);
        // One of these refutes most positions that can be refuted, and then the moves need
        // not even be listed.
        let favourites = self.favourites(position, ply, remembered);
        for (tried, mv) in favourites.into_iter().flatten().enumerate() {
            let value = self.child(node, mv, depth, (alpha, beta), tried, 0)?;
            if value > most {
                (most, favourite) = (value, Some(mv));
            }
            if value > alpha {
                alpha = value;
                self.extend_line(ply, mv, is_open);
            }
            if alpha >= beta {
                let class = (game.history_index(mv) % HISTORY_SIZE) as u16;
                self.habits.learn(side, ply, depth, &Ranked { mv, class, place: 0, rank: 0 }, &[]);
                return Ok((most, self.place_of(position, mv)));
            }
        }
        let early = favourites.iter().flatten().count();
        self.list(position);
        self.rank(position, side, first);
        let count = self.moves.len() - first;
        // A side that has but one move loses no time by it.
        let depth = if count == 1 && !is_sound { depth + 1 } else { depth };
        for mv in favourites.into_iter().flatten() {
            let at = self.moves[first..].iter().position(|ranked| ranked.mv == mv);
            let ranked = at.map(|at| self.moves.remove(first + at));
            best = ranked.filter(|_| favourite == Some(mv)).map_or(best, |ranked| ranked.place);
        }
        let divided = depth >= DIVIDED && busy.matters();
        let mut number = 0;
        while number < self.moves.len() - first {
            self.bring_forward(first, number, depth);
            let Ranked { mv, rank, place, .. } = self.moves[first + number];
            let tried = early + number;
            number += 1;
            let mark = Mark::of(node.key, place);
            if divided && tried > 0 && rank != DEFERRED && busy.is_searched(mark) {
                let deferred = Ranked { rank: DEFERRED, ..self.moves[first + number - 1] };
                self.moves.push(deferred);
                continue;
            }
            let late = tried > 2 && !urgent;
            if late && !is_sound && !is_open && most > -PROVEN {
                // What looks bad near the end of a line is not looked at.
                if selectivity.are_few_enough(tried, depth) {
                    break;
                }
            }
            let reduction = match late && depth >= 2 {
                true => {
                    let table = self.reductions[depth.min(63) as usize][tried.min(63)];
                    i32::from(table) - i32::from(is_open)
                }
                false => 0,
            };
            if divided {
                busy.begin(mark);
            }
            let value = self.child(node, mv, depth, (alpha, beta), tried, reduction)?;
            if divided {
                busy.end(mark);
            }
            if value > most {
                (most, best) = (value, place);
            }
            if value > alpha {
                alpha = value;
                self.extend_line(ply, mv, is_open);
            }
            if alpha >= beta {
                let (before, rest) = self.moves[first..].split_at(number - 1);
                self.habits.learn(side, ply, depth, &rest[0], before);
                break;
            }
        }
        Ok((most, best))
    }

    /// The move that the table remembers, and those that were last to refute a position
    /// at this ply, as far as they are legal here; each once.
    fn favourites(
        &self,
        position: &G::Position,
        ply: usize,
        remembered: Option<u16>,
    ) -> [Option<G::Move>; 3] {
        let game = self.shared.game;
        let mut first = None;
        if let Some(place) = remembered {
            let mut number = 0;
            game.for_each_move(position, |mv| {
                if number == place {
                    first = Some(mv);
                }
                number += 1;
            });
        }
        let [one, two] = self
            .habits
            .killers(ply)
            .map(|killer| killer.filter(|&mv| Some(mv) != first && game.is_legal(position, mv)));
        [first, one, two.filter(|_| two != one)]
    }

    /// The place of a move in the game's order.
    fn place_of(&self, position: &G::Position, mv: G::Move) -> u16 {
        let (mut place, mut number) = (0, 0);
        self.shared.game.for_each_move(position, |other| {
            if other == mv {
                place = number;
            }
            number += 1;
        });
        place
    }

    /// Puts a move before the best line that follows it, where that is wanted.
    #[inline]
    fn extend_line(&mut self, ply: usize, mv: G::Move, is_open: bool) {
        if is_open {
            let (head, tail) = self.lines.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(mv);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    /// Adds the moves of a position to the list in the game's order.
    pub(super) fn list(&mut self, position: &G::Position) {
        let moves = &mut self.moves;
        let push = |mv| moves.push(Ranked { mv, class: 0, place: 0, rank: 0 });
        self.shared.game.for_each_move(position, push);
    }

    /// Ranks the moves of a position, which are those of the list from `first` on.
    fn rank(&mut self, position: &G::Position, side: Side, first: usize) {
        let (game, habits) = (self.shared.game, &self.habits);
        for (place, ranked) in (0..).zip(&mut self.moves[first..]) {
            ranked.place = place;
            ranked.class = (game.history_index(ranked.mv) % HISTORY_SIZE) as u16;
            ranked.rank =
                habits.history(side, ranked.class) + game.order_score(position, ranked.mv);
        }
    }

    /// Sees to it that the next move to be tried of those from `first` on is the best
    /// ranked one. Most positions are refuted by one of the first few; only where that
    /// fails is the rest put in order, and where little depends on it, not even then.
    #[inline]
    fn bring_forward(&mut self, first: usize, tried: usize, depth: i32) {
        const FEW: usize = 3;
        let rest = &mut self.moves[first + tried..];
        if tried < FEW {
            let mut best = 0;
            for (number, ranked) in rest.iter().enumerate().skip(1) {
                if ranked.rank > rest[best].rank {
                    best = number;
                }
            }
            rest.swap(0, best);
        } else if tried == FEW && depth > 1 {
            rest.sort_unstable_by_key(|ranked| Reverse(ranked.order()));
        }
    }

    /// Remembers that a ply was looked at.
    #[inline]
    pub(super) fn reach(&mut self, ply: usize) {
        self.deepest = self.deepest.max(ply);
    }

    /// Counts a position, and from time to time looks whether to stop.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        const OFTEN: u64 = 512;
        self.untold += 1;
        if self.untold >= OFTEN { self.look_up() } else { Ok(()) }
    }

    /// Tells the others how much was done, and looks whether to stop.
    #[cold]
    pub(super) fn look_up(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.untold, Ordering::Relaxed) + self.untold;
        shared.hits.fetch_add(std::mem::take(&mut self.hits), Ordering::Relaxed);
        self.untold = 0;
        if all >= shared.most_nodes || shared.control.must_stop() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        if shared.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
