//! Values of the solver against searches that know only the plain rules.

use std::collections::HashMap;

use agon_core::{Proven, Rng, Verdict};
use agon_tablebase::{Board, Position, Solution, Values as _};

fn board(size: &str, pawns: usize) -> Board {
    size.parse::<Board>().unwrap().with_pawns(pawns).unwrap()
}

/// The value of a position from those after its moves.
fn from_replies(
    board: &Board,
    position: &Position,
    mut value: impl FnMut(&Position) -> Proven,
) -> Proven {
    let mut wins = Vec::new();
    let mut losses = Vec::new();
    for mv in position.moves(board) {
        let reply = value(&position.play(board, mv).unwrap());
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
            let expected = from_replies(&board, &position, value);
            assert_eq!(value(&position), expected, "{}", position.write(&board));
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
            for image in position.images(&board) {
                assert_eq!(solution.value(&image).unwrap(), expected, "{}", image.write(&board));
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
    assert_eq!(solution.value(&Position::EMPTY).unwrap(), Proven::lose_in(28));
    let placements = solution.move_values(&Position::EMPTY).unwrap();
    assert_eq!(placements.len(), 36);
    assert!(placements.iter().all(|found| found.refutations == (21, 21)));
    let position = Position::read(&board, "000/000/000 R 00,01 21,22").unwrap();
    assert_eq!(solution.value(&position).unwrap().verdict, Verdict::Lose, "red may be to move");
}

/// A forward search by the plain rules: whether the side to move wins. It gives up when it has
/// stored so many positions.
struct Forward {
    board: Board,
    known: HashMap<Position, bool>,
    most: usize,
}

impl Forward {
    fn wins(&mut self, position: &Position) -> Option<bool> {
        if position.is_climbed() {
            return Some(false);
        }
        if let Some(&known) = self.known.get(position) {
            return Some(known);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let mut wins = false;
        for mv in position.moves(&self.board) {
            if !self.wins(&position.play(&self.board, mv).unwrap())? {
                wins = true;
                break;
            }
        }
        self.known.insert(*position, wins);
        Some(wins)
    }
}

/// Compares this many random positions of a board, and gives the number that the search reached.
fn compare(size: &str, pawns: usize, count: usize, most: usize) -> usize {
    let board = board(size, pawns);
    let solution = Solution::solve(board, 2, &()).unwrap();
    let layers: Vec<(usize, u64)> =
        solution.summaries().map(|found| (found.layer, found.indexed)).collect();
    let total: u64 = layers.iter().map(|(_, count)| count).sum();
    let mut rng = Rng::seeded(28);
    let mut reached = 0;
    for _ in 0..count {
        let mut number = rng.below(total as usize) as u64;
        let mut layers = layers.iter();
        let (layer, index) = loop {
            let &(layer, count) = layers.next().unwrap();
            match number.checked_sub(count) {
                Some(rest) => number = rest,
                None => break (layer, number),
            }
        };
        let position = solution.position(layer, index).unwrap();
        let mut forward = Forward { board, known: HashMap::new(), most };
        if let Some(wins) = forward.wins(&position) {
            let value = solution.value(&position).unwrap();
            assert_eq!(value.verdict == Verdict::Win, wins, "{}", position.write(&board));
            reached += 1;
        }
    }
    reached
}

#[test]
fn forward_searches_find_the_same_winners() {
    assert_eq!(compare("2x3", 2, 500, 1_000_000), 500);
    assert!(compare("3x3", 2, 500, 3_000) > 250);
    assert!(compare("3x3", 1, 200, 3_000) > 100);
}

/// `AGON_TRIALS` has the number of random positions of each board, 100,000 if it is not set.
#[test]
#[ignore = "takes minutes: run it as a trial"]
fn forward_searches_find_the_same_winners_of_many_positions() {
    let count = std::env::var("AGON_TRIALS").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(100_000);
    for board in Board::all() {
        let size = format!("{}x{}", board.width(), board.height());
        if Solution::positions(board) <= 1 << 29 {
            let reached = compare(&size, board.pawns(), count, 20_000);
            println!("{board}: {reached} of {count} positions reached, all alike");
            assert!(reached > count / 4, "{board}: {reached}");
        }
    }
}
