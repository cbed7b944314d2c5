//! Random openings: balanced, without repetition, and by a seed.

use std::collections::HashSet;

use agon_arena::contest::OpeningBook;
use agon_arena::{GameEntry, SearchKind, SearchRequest, find};
use agon_search::{Limits, SearchControl};

/// Whether a search of a thousand nodes sees who wins.
fn is_decided(game: &GameEntry, position: &str) -> bool {
    let limits = Limits { nodes: 1000, ..Limits::default() };
    let request =
        SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: 1 << 18 };
    let session = game.open(position).unwrap();
    let info = session.best(&request, &SearchControl::default(), &()).unwrap();
    info.is_some_and(|info| info.score.proven().is_some())
}

/// The first starts of a book.
fn starts(game: &str, from: &str, plies: u32, seed: u64, count: u64) -> Vec<String> {
    let game = find(game).unwrap();
    let mut book = OpeningBook::new(game, from, plies, seed).unwrap();
    (0..count).map(|number| book.choice(number).unwrap().find().unwrap().position).collect()
}

#[test]
fn starts_of_every_game_and_board_differ_follow_from_the_seed_and_are_reached_by_their_moves() {
    for (name, from, count) in [
        ("santorini", "startpos", 12),
        ("santorini", "3x3/1 start", 40),
        ("santorini", "3x4 start", 12),
        ("byte", "startpos", 12),
        ("byte", "10 start", 4),
        ("tictactoe", "startpos", 300),
        ("nim", "startpos", 60),
        ("theseus", "startpos", 12),
    ] {
        let found = starts(name, from, 4, 7, count);
        let distinct: HashSet<_> = found.iter().collect();
        assert_eq!(distinct.len() as u64, count, "{name} {from}");
        assert_eq!(starts(name, from, 4, 7, count), found);
        assert_ne!(starts(name, from, 4, 8, count), found, "{name} {from}");
        let game = find(name).unwrap();
        let mut book = OpeningBook::new(game, from, 4, 7).unwrap();
        // In any order, as workers ask.
        for number in [2, 0, 1] {
            let opening = book.choice(number).unwrap().find().unwrap();
            assert_eq!(opening.position, found[number as usize]);
            let mut session = game.open(&opening.line.start).unwrap();
            for mv in &opening.line.moves {
                session.play(mv).unwrap();
            }
            assert_eq!(session.position(), opening.position);
        }
    }
}

#[test]
fn starts_without_a_winner_come_before_those_with_one() {
    // With these moves tic-tac-toe is a draw, or the opponent of a bad second move wins.
    let game = find("tictactoe").unwrap();
    let decided: Vec<bool> = starts("tictactoe", "startpos", 2, 5, 72)
        .iter()
        .map(|start| is_decided(game, start))
        .collect();
    let first = decided.iter().position(|&is_decided| is_decided).unwrap();
    assert!((10..62).contains(&first) && decided[first..].iter().all(|&one| one), "{first}");
}

#[test]
fn starts_begin_again_when_a_game_has_no_more() {
    let found = starts("tictactoe", "startpos", 1, 3, 18);
    assert_eq!(found[..9], found[9..]);
}
