//! Values of the solver against searches that know only the rules of the game.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use agon_core::{Game as _, Notation as _, Proven, Rng, Verdict};
use agon_games::santorini::{Position, Santorini};
use agon_tablebase::{Board, Solution, Table, Values};

fn board(size: &str, pawns: usize) -> Board {
    size.parse::<Board>().unwrap().with_pawns(pawns).unwrap()
}

/// The value of a position from those after its moves.
fn from_replies(
    game: &Santorini,
    position: &Position,
    mut value: impl FnMut(&Position) -> Proven,
) -> Proven {
    let mut wins = Vec::new();
    let mut losses = Vec::new();
    for mv in game.moves(position) {
        let reply = value(&game.after(position, mv));
        let plies = reply.plies.unwrap() + 1;
        if reply.verdict == Verdict::Lose { wins.push(plies) } else { losses.push(plies) }
    }
    match (wins.iter().min(), losses.iter().max()) {
        (Some(&plies), _) => Proven::win_in(plies),
        (None, Some(&plies)) => Proven::lose_in(plies),
        (None, None) => Proven::lose_in(0),
    }
}

/// Every position of a board, or every so many of them.
fn positions(solution: &Solution, step: usize) -> impl Iterator<Item = Position> {
    let layers: Vec<_> = solution.summaries().map(|found| (found.layer, found.indexed)).collect();
    let indexes = layers.into_iter().flat_map(|(layer, count)| (0..count).map(move |n| (layer, n)));
    indexes.step_by(step).map(|(layer, index)| solution.position(layer, index).unwrap())
}

#[test]
fn every_value_follows_from_those_after_its_moves() {
    for (size, pawns) in [("2x2", 1), ("2x2", 2), ("2x3", 1), ("2x3", 2), ("3x2", 2)] {
        let board = board(size, pawns);
        let solution = Solution::solve(board, 2, &()).unwrap();
        for position in positions(&solution, 1) {
            let value = |position: &Position| solution.value(position).unwrap();
            let expected = from_replies(&board.game(), &position, value);
            assert_eq!(value(&position), expected, "{}", board.game().write(&position));
        }
    }
}

#[test]
fn symmetric_positions_have_equal_values() {
    for (size, pawns) in [("2x4", 2), ("3x3", 1), ("4x2", 1)] {
        let board = board(size, pawns);
        let solution = Solution::solve(board, 2, &()).unwrap();
        for position in positions(&solution, 1009) {
            let expected = solution.value(&position).unwrap();
            for image in board.images(&position) {
                let text = board.game().write(&image);
                assert_eq!(solution.value(&image).unwrap(), expected, "{text}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_all_positions() {
    for (size, pawns) in [("2x3", 2), ("3x3", 1), ("2x4", 1)] {
        let board = board(size, pawns);
        let solution = Solution::solve(board, 2, &()).unwrap();
        // Pawns stand on different cells of three heights each, the other cells have five.
        let cells = board.cells() as u64;
        let ways: u64 = if pawns == 1 { cells * (cells - 1) } else { 6 * 5 / 2 * (4 * 3 / 2) };
        let all = ways * 3u64.pow(2 * pawns as u32) * 5u64.pow(cells as u32 - 2 * pawns as u32);
        assert_eq!(solution.summaries().map(|found| found.won + found.lost).sum::<u64>(), all);
        for found in solution.summaries() {
            for (longest, verdict) in
                [(found.longest_win, Verdict::Win), (found.longest_loss, Verdict::Lose)]
            {
                let Some(longest) = longest else { continue };
                let position = solution.position(found.layer, longest.first).unwrap();
                let value = solution.value(&position).unwrap();
                assert_eq!(value, Proven { verdict, plies: Some(longest.plies) });
            }
        }
    }
}

#[test]
fn on_three_by_three_cells_the_side_to_move_loses_every_start() {
    let board = board("3x3", 2);
    let solution = Solution::solve(board, 2, &()).unwrap();
    let first = solution.summaries().next().unwrap();
    assert_eq!((first.won, first.lost), (0, 756));
    let start = board.game().start();
    assert_eq!(solution.value(&start).unwrap(), Proven::lose_in(28));
    let placements = solution.move_values(&start).unwrap();
    assert_eq!(placements.len(), 36);
    assert!(placements.iter().all(|found| found.refutations == (21, 21)));
    let position = board.read("000/000/000 R 00,01 21,22").unwrap();
    assert_eq!(solution.value(&position).unwrap().verdict, Verdict::Lose, "red may be to move");
}

/// A forward search by the rules of the game: whether the side to move wins. It gives up when it has
/// stored so many positions more than before; what it knows stays known.
#[derive(Default)]
struct Forward {
    /// By the keys of positions, in which the order of a side's pawns does not matter.
    known: HashMap<u64, bool>,
    most: usize,
}

impl Forward {
    /// How many positions it stores for one question.
    const STEP: usize = 5_000;

    fn ask(&mut self, game: &Santorini, position: &Position) -> Option<bool> {
        self.most = self.known.len() + Forward::STEP;
        self.wins(game, position)
    }

    fn wins(&mut self, game: &Santorini, position: &Position) -> Option<bool> {
        if position.is_climbed() {
            return Some(false);
        }
        let key = game.key(position).bits();
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let mut wins = false;
        for mv in game.moves(position) {
            if !self.wins(game, &game.after(position, mv))? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }
}

/// Compares this many random positions of a board on all cores, and gives the number that the search
/// reached. The positions, and which of them share what is known, do not depend on the cores.
fn compare(values: &(dyn Values + Sync), count: usize) -> usize {
    /// How many positions share what is known.
    const SHARE: usize = 100;
    let game = values.board().game();
    let layers: Vec<(usize, u64)> = values
        .manifest()
        .layers
        .iter()
        .map(|found| (found.summary.layer, found.summary.indexed))
        .collect();
    let total: u64 = layers.iter().map(|(_, count)| count).sum();
    let mut rng = Rng::seeded(28);
    let mut random = || {
        let mut number = rng.bits() % total;
        let mut layers = layers.iter();
        loop {
            let &(layer, count) = layers.next().unwrap();
            match number.checked_sub(count) {
                Some(rest) => number = rest,
                None => break values.position(layer, number).unwrap(),
            }
        }
    };
    let mut positions: Vec<Position> = (0..count).map(|_| random()).collect();
    // Neighbours in this order have many of the positions after them in common.
    positions.sort_by_key(|position| game.write(position));
    let shares = Mutex::new(positions.chunks(SHARE));
    let reached = AtomicUsize::new(0);
    let work = || {
        while let Some(share) = shares.lock().map(|mut shares| shares.next()).unwrap() {
            let mut forward = Forward::default();
            for position in share {
                let Some(wins) = forward.ask(&game, position) else { continue };
                let value = values.value(position).unwrap();
                assert_eq!(value.verdict == Verdict::Win, wins, "{}", game.write(position));
                reached.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    reached.into_inner()
}

#[test]
fn forward_searches_find_the_same_winners() {
    let solved = |size, pawns| Solution::solve(board(size, pawns), 2, &()).unwrap();
    assert_eq!(compare(&solved("2x3", 2), 500), 500);
    assert!(compare(&solved("3x3", 2), 200) > 100);
    assert!(compare(&solved("3x3", 1), 100) > 50);
}

/// `AGON_TRIALS` has the number of random positions of each board, 100,000 if it is not set, and
/// `AGON_TABLES` the folders of the tables of larger boards, whole paths parted as in `PATH`.
#[test]
#[ignore = "takes minutes: run it as a trial"]
fn forward_searches_find_the_same_winners_of_many_positions() {
    let count = std::env::var("AGON_TRIALS").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(100_000);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let told = |values: &(dyn Values + Sync)| {
        let started = Instant::now();
        let (board, reached) = (values.board(), compare(values, count));
        let seconds = started.elapsed().as_secs();
        println!("{board}: {reached} of {count} positions reached, all alike ({seconds} s)");
        assert!(reached > count / 4, "{board}: {reached}");
    };
    for board in Board::all() {
        if Solution::positions(board) <= 1 << 29 {
            told(&Solution::solve(board, threads, &()).unwrap());
        }
    }
    let folders = std::env::var_os("AGON_TABLES").unwrap_or_default();
    for folder in std::env::split_paths(&folders).filter(|folder| folder.is_absolute()) {
        told(&Table::open(&folder).unwrap());
    }
}
