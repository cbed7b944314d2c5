//! A table of the values of all positions of a maze.

use agon_core::{Exact, Game as _, Outcome, Proven, Score, Side, Stop, Value};

use super::SolveRefusal;
use super::induction::{Change, Turns};
use super::passes::{Goal, Passes, with_words};
use crate::theseus::maze::Tile;
use crate::theseus::position::Position;
use crate::theseus::rules::{MOST_PLIES, Theseus};

/// The result without a ply limit of a position in which Theseus is to move, in two bytes:
/// 0 for a draw, else the number of plies, and whether the Minotaur wins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fate(u16);

impl Fate {
    const NOBODY: Fate = Fate(0);
    const CAUGHT: u16 = 1 << 15;

    /// The winner, and the number of plies.
    fn end(self) -> Option<(Side, u16)> {
        match self.0 {
            0 => None,
            plies if plies & Fate::CAUGHT != 0 => Some((Side::Second, plies & !Fate::CAUGHT)),
            plies => Some((Side::First, plies)),
        }
    }
}

/// For one goal of loot at the ply limit, every change of every row with Theseus to move, by
/// the plies left.
#[derive(Default)]
struct Log {
    /// The set of loot, Theseus's tile and the plies left of each change, in order.
    keys: Vec<(u16, u16, u16)>,
    /// The rows, so many words each.
    words: Vec<u64>,
    /// The first change of the set of loot that is being solved.
    begun: usize,
}

impl Log {
    /// Adds a change. Sets of loot come in order, and the changes of one set in the
    /// order of plies.
    fn add<const W: usize>(&mut self, set: u16, change: &Change<W>) {
        if self.keys.last().is_some_and(|&(last, ..)| last != set) {
            self.sort::<W>();
        }
        self.keys.push((set, change.theseus as u16, change.plies));
        self.words.extend(change.now.0);
    }

    /// Sorts the changes of the last set of loot.
    fn sort<const W: usize>(&mut self) {
        let keys = self.keys.split_off(self.begun);
        let words = self.words.split_off(self.begun * W);
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&place| keys[place]);
        for place in order {
            self.keys.push(keys[place]);
            self.words.extend_from_slice(&words[place * W..][..W]);
        }
        self.begun = self.keys.len();
    }

    /// Whether the goal is reached; it is not before the first change.
    fn reaches(&self, width: usize, key: (u16, u16, u16), minotaur: Tile) -> bool {
        let after = self.keys.partition_point(|&change| change <= key);
        let Some(place) = after.checked_sub(1) else { return false };
        let (set, tile, _) = self.keys[place];
        let word = self.words[place * width + minotaur.index() / 64];
        (set, tile) == (key.0, key.1) && word >> (minotaur.index() % 64) & 1 == 1
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.keys) + size_of_val(&*self.words)
    }
}

/// The values of all positions of a game.
///
/// ```
/// use agon_core::{Game, Notation};
/// use agon_games::theseus::{Solved, Theseus, solve_root};
///
/// let (game, start) = Theseus::read("020/000/000 0,0-1,1 2,1 200/1/T/-").unwrap();
/// let solved = Solved::new(&game, 1 << 20, &()).unwrap();
/// // The same, for one position, without all others in memory.
/// let root = solve_root(&game, &start, &()).unwrap();
/// assert_eq!(solved.winner(&start), root.without_ply_limit);
/// assert!(root.moves.iter().any(|found| found.best));
/// ```
pub struct Solved {
    game: Theseus,
    /// By the set of loot that is left, Theseus's tile and the Minotaur's.
    fates: Vec<Fate>,
    /// For each goal from one piece of loot on.
    logs: Vec<Log>,
    /// The words of a row.
    width: usize,
}

impl Solved {
    /// Solves a game, in at most this many bytes of memory, unless it is stopped.
    pub fn new(game: &Theseus, limit: u64, stop: &dyn Stop) -> Result<Solved, SolveRefusal> {
        Solved::check_size(game, limit)?;
        with_words!(game.maze().len(), solve(game, limit, stop))
    }

    /// A lower bound on the bytes of memory for the values of a game.
    pub fn least_bytes(game: &Theseus) -> u64 {
        let tiles = game.maze().len() as u64;
        (tiles * tiles * size_of::<Fate>() as u64) << game.loot().len()
    }

    /// Refuses a game whose values take more than this many bytes.
    pub fn check_size(game: &Theseus, limit: u64) -> Result<(), SolveRefusal> {
        match Solved::least_bytes(game) {
            needed if needed > limit => Err(too_large(needed, limit)),
            _ => Ok(()),
        }
    }

    /// The bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.fates) + self.logs.iter().map(Log::bytes).sum::<usize>()
    }

    /// The winner of a position within the ply limit, and the number of plies; `None` for a
    /// draw.
    pub fn winner(&self, position: &Position) -> Option<(Side, u32)> {
        match self.game.outcome(position) {
            Some(Outcome::Win(winner)) => Some((winner, 0)),
            Some(Outcome::Draw) => None,
            None if self.game.to_move(position) == Side::First => {
                let end = self.fates[self.place(position)].end();
                let end = end.map(|(winner, plies)| (winner, u32::from(plies)));
                end.filter(|&(_, plies)| plies <= self.game.plies_left(position))
            }
            None => {
                let ends = self.answers(position).map(|next| self.winner(&next));
                // The order of the Minotaur: a fast win, a draw, a slow loss.
                let best = ends.min_by_key(|end| match end {
                    Some((Side::Second, plies)) => (0, *plies as i32),
                    None => (1, 0),
                    Some((Side::First, plies)) => (2, -(*plies as i32)),
                });
                best.flatten().map(|(winner, plies)| (winner, plies + 1))
            }
        }
    }

    /// The loot that Theseus is sure of at the end under perfect play; `None` if he is
    /// caught.
    pub fn loot(&self, position: &Position) -> Option<u32> {
        let need = u32::from(self.game.rules().need);
        let taken = self.game.taken(position);
        if self.game.to_move(position) == Side::Second && self.game.outcome(position).is_none() {
            return self.answers(position).map(|next| self.loot(&next)).min().flatten();
        }
        match self.winner(position) {
            Some((Side::First, _)) => Some(need),
            Some((Side::Second, _)) => None,
            None => {
                let [theseus, minotaur] = position.tiles;
                let left = self.game.plies_left(position) as u16;
                let key = (position.loot, theseus.0, left);
                let reached =
                    |loot: &u32| self.logs[*loot as usize - 1].reaches(self.width, key, minotaur);
                Some((taken + 1..need).rev().find(reached).unwrap_or(taken))
            }
        }
    }

    /// The positions that the moves lead to.
    fn answers(&self, position: &Position) -> impl Iterator<Item = Position> {
        let moves = self.game.moves(position).into_iter();
        moves.map(|die| self.game.after(position, die))
    }

    fn place(&self, position: &Position) -> usize {
        let tiles = self.game.maze().len();
        let [theseus, minotaur] = position.tiles.map(Tile::index);
        (usize::from(position.loot) * tiles + theseus) * tiles + minotaur
    }
}

fn too_large(needed: u64, limit: u64) -> SolveRefusal {
    SolveRefusal::Memory { needed: needed.div_ceil(1 << 20), limit: limit >> 20 }
}

fn solve<const W: usize>(
    game: &Theseus,
    limit: u64,
    stop: &dyn Stop,
) -> Result<Solved, SolveRefusal> {
    let start = game.start();
    let passes = Passes::<W>::new(game, start.loot, stop);
    let tiles = game.maze().len();
    let mut fates = vec![Fate::NOBODY; (tiles * tiles) << game.loot().len()];
    let mut end = |set: u16, change: &Change<W>, flag: u16| {
        if change.mover == Side::First {
            let row = &mut fates[(usize::from(set) * tiles + change.theseus) * tiles..][..tiles];
            let differ = change.before.with(change.now).without(match flag {
                0 => change.before,
                _ => change.now,
            });
            differ.for_each(|minotaur| row[minotaur] = Fate(flag | change.plies));
        }
    };
    passes.run(Goal::Win, Turns::Both, MOST_PLIES, None, |set, change| end(set, &change, 0))?;
    passes.run(Goal::Loot(0), Turns::Both, MOST_PLIES, None, |set, change| {
        end(set, &change, Fate::CAUGHT);
    })?;

    let left = game.rules().plies;
    let turns = Passes::<W>::turns(game, &start, left);
    let survival = passes.run(Goal::Loot(0), turns, left, None, |_, _| ())?;
    let mut room = limit - Solved::least_bytes(game);
    let mut logs = Vec::new();
    for loot in 1..u32::from(game.rules().need) {
        let mut log = Log::default();
        // Above the limit nothing more is stored, and the game is refused in the end.
        let mut is_full = false;
        passes.run(Goal::Loot(loot), turns, left, Some(&survival), |set, change| {
            is_full |= log.bytes() as u64 > room;
            if change.mover == Side::First && !is_full {
                log.add(set, &change);
            }
        })?;
        if is_full {
            return Err(too_large(limit + 1, limit));
        }
        log.sort::<W>();
        room = room.saturating_sub(log.bytes() as u64);
        logs.push(log);
    }
    Ok(Solved { game: game.clone(), fates, logs, width: W })
}

/// Proven values of the positions of its own game, within the ply limit.
impl Exact<Theseus> for Solved {
    fn exact(&self, game: &Theseus, position: &Position) -> Option<Proven> {
        if *game != self.game {
            return None;
        }
        let mover = game.to_move(position);
        Some(match self.winner(position) {
            None => Proven::DRAW,
            Some((winner, plies)) if winner == mover => Proven::win_in(plies),
            Some((_, plies)) => Proven::lose_in(plies),
        })
    }

    /// The loot that Theseus is sure of; then the loot he has, his distance to the next, and
    /// the Minotaur's distance to him.
    fn tie_break(&self, game: &Theseus, position: &Position) -> Value {
        let nearest = game.steps_to_loot(position) as i32;
        let apart = game.steps_apart(position) as i32;
        let sure = self.loot(position).map_or(-1, |loot| loot as i32);
        let taken = game.taken(position) as i32;
        let points = 40_000 * sure + 2_000 * taken - 2 * nearest + apart;
        Score::estimate(points).absolute(Side::First)
    }
}
