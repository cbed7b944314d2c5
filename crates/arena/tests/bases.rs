//! Knowledge bases of the registered games: against the closed form and a slow
//! solver, and as bytes that are damaged in every way.

use std::collections::HashMap;

use agon_arena::{AnyKnowledgeBase, find, games};
use agon_core::{Game as _, Notation as _, Proven, Rng, Verdict};
use agon_games::byte::{Byte, Position};
use agon_games::nim;
use agon_games::tictactoe::{Lines, TicTacToe};
use agon_search::SolveLimits;
use agon_search::plain_minimax;

fn base(game: &str) -> Box<dyn AnyKnowledgeBase> {
    find(game).unwrap().base.unwrap()()
}

fn solve(base: &mut dyn AnyKnowledgeBase, position: &str) -> Proven {
    let solved = base.solve(position, &SolveLimits::default(), &());
    solved.map_err(|refused| refused.to_string()).expect(position)
}

/// Every list of heaps with at most this many matches.
fn all_heaps(smallest: u64, matches: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for size in smallest..=matches {
        for rest in all_heaps(size, matches - size) {
            all.push([vec![size], rest].concat());
        }
    }
    all
}

#[test]
fn the_closed_form_agrees_with_the_search_on_every_position_of_at_most_24_matches() {
    let mut base = base("nim");
    let all = all_heaps(1, 24);
    assert_eq!(all.len(), 7_338, "the partitions of 0 to 24");
    for heaps in all {
        let verdict = solve(&mut *base, &format!("{heaps:?}")).verdict;
        assert_eq!(verdict, nim::verdict(&heaps), "{heaps:?}");
    }
}

/// The distance by its definition.
fn naive(
    base: &dyn AnyKnowledgeBase,
    position: &str,
    known: &mut HashMap<String, Proven>,
) -> Proven {
    if let Some(&proven) = known.get(position) {
        return proven;
    }
    let successors = base.successors(position).expect(position);
    let values: Vec<Proven> = successors.iter().map(|next| naive(base, next, known)).collect();
    let plies =
        |verdict| values.iter().filter(move |p| p.verdict == verdict).filter_map(|p| p.plies);
    let proven = if values.is_empty() {
        Proven::win_in(0)
    } else if let Some(fewest) = plies(Verdict::Lose).min() {
        Proven::win_in(fewest + 1)
    } else {
        Proven::lose_in(plies(Verdict::Win).max().unwrap_or(0) + 1)
    };
    known.insert(position.to_string(), proven);
    proven
}

#[test]
fn wins_are_soonest_and_losses_latest() {
    let mut base = base("nim");
    let mut known = HashMap::new();
    for heaps in ["[3,5,7]", "[2,4,6]", "[1,1,1,1,2,3]", "[9]"] {
        solve(&mut *base, heaps);
    }
    let listed: Vec<(String, Proven)> = base.list().collect();
    for (position, proven) in listed {
        assert_eq!(proven, naive(&*base, &position, &mut known), "{position}");
    }
}

#[test]
fn tictactoe_is_known_whole_with_its_distances() {
    let mut base = base("tictactoe");
    assert_eq!(solve(&mut *base, "([0,0,0,0,0,0,0,0,0],1)"), Proven::DRAW);
    assert_eq!(base.len(), 5_478);
    let (mut checked, mut decided) = (0, 0);
    for (text, proven) in base.list() {
        let (game, position) = TicTacToe::read(&text).expect("a position");
        if game.moves(&position).len() <= 6 {
            let (score, _) = plain_minimax(&game, &position, 9, &Lines);
            assert_eq!(score.proven().unwrap_or(Proven::DRAW), proven, "{text}");
            checked += 1;
            decided += u32::from(proven != Proven::DRAW);
        }
    }
    assert!(checked > 5_000 && decided > 2_000, "{checked} {decided}");
}

/// From a start that is not symmetric, only what can be reached is entered.
#[test]
fn symmetry_enters_nothing_that_cannot_be_reached() {
    let mut base = base("tictactoe");
    solve(&mut *base, "([1,0,0,0,0,0,0,0,0],-1)");
    assert!(base.list().all(|(text, _)| text.starts_with("([1,")));
    assert_eq!(base.get("([0,0,1,0,0,0,0,0,0],-1)").ok(), Some(None));
}

/// However a base came about, all that can be reached from a known position is known.
#[test]
fn what_is_asked_first_makes_no_difference_to_what_is_known() {
    let start = "([0,0,0,0,0,0,0,0,0],1)";
    for first in
        ["([1,-1,0,0,0,0,0,0,0],1)", "([1,0,0,0,0,0,0,0,0],-1)", "([0,0,0,0,1,0,0,0,-1],1)"]
    {
        let mut base = base("tictactoe");
        solve(&mut *base, first);
        solve(&mut *base, start);
        assert_eq!(base.len(), 5_478, "{first}");
        for (position, _) in base.list() {
            for successor in base.successors(&position).unwrap() {
                assert!(base.get(&successor).unwrap().is_some(), "{position} to {successor}");
            }
        }
    }
}

#[test]
fn a_million_entries_take_at_most_10_bytes_each() {
    let mut base = base("nim");
    solve(&mut *base, "[60]");
    assert!(base.len() > 1_000_000, "{}", base.len());
    assert!(base.bytes() <= 10 * base.len(), "{} bytes", base.bytes());
}

#[test]
fn damaged_foreign_and_newer_bytes_are_refused_and_lose_nothing() {
    let mut small = base("nim");
    solve(&mut *small, "[2,2]");
    let bytes = small.save();
    let mut kept = base("nim");
    solve(&mut *kept, "[3]");
    let before: Vec<(String, Proven)> = kept.list().collect();
    let mut refuse = |bytes: &[u8], what: &str| -> String {
        let refused = kept.load(bytes).expect_err(what);
        assert!(kept.list().eq(before.iter().cloned()), "{what} changed the base");
        refused.kind().to_string()
    };
    for length in 0..bytes.len() {
        refuse(&bytes[..length], &format!("cut at {length}"));
    }
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        refuse(&flipped, &format!("bit {bit} flipped"));
    }
    refuse(&[bytes.clone(), vec![0]].concat(), "a byte too many");
    assert_eq!(refuse(b"PK\x03\x04 something else", "another kind of file"), "NotABase");
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(refuse(&newer, "a later version"), "Newer");
    assert_eq!(refuse(&base("tictactoe").save(), "another game"), "Foreign");
    assert!(kept.load(&bytes).is_ok());
    assert!(kept.list().eq(small.list()));
}

#[test]
fn games_without_a_base_are_too_large_for_one() {
    // Mazes have tables of their own, which are computed each time.
    for entry in games().iter().filter(|entry| entry.name != "theseus") {
        assert_eq!(entry.base.is_some(), (entry.size)() < 1e9, "{}", entry.name);
    }
}

/// Positions of Byte late in random games, with at most this many checkers left.
fn late_byte(checkers: u32, count: usize) -> Vec<String> {
    let game = Byte::default();
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            if position.checkers() <= checkers {
                found.push(game.write(&position));
                break;
            }
            let moves = game.moves(&position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len())]);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// Whether the side to move wins, by looking at every move and keeping every answer.
fn naive_wins(game: &Byte, position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    let mover = position.to_move();
    if let Some(outcome) = game.outcome(position) {
        return outcome.winner() == Some(mover);
    }
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let mut wins = false;
    for mv in game.moves(position) {
        let next = game.after(position, mv);
        wins |= naive_wins(game, &next, known) == (next.to_move() == mover);
    }
    known.insert(*position, wins);
    wins
}

#[test]
fn late_positions_of_byte_are_decided_as_the_whole_tree_decides_them() {
    let decide = find("byte").unwrap().decide.unwrap();
    let mut decided = [0, 0];
    for text in late_byte(8, 40) {
        let (game, position) = Byte::read(&text).unwrap();
        let wins = naive_wins(&game, &position, &mut HashMap::new());
        let (verdict, nodes) = decide(&text, 1_000_000, &()).unwrap();
        assert_eq!(verdict, Some(if wins { Verdict::Win } else { Verdict::Lose }), "{text}");
        assert!(nodes < 100_000, "{text}: {nodes}");
        decided[usize::from(wins)] += 1;
    }
    assert!(decided.iter().all(|&count| count > 5), "{decided:?}");
}

/// Boards with a few stacks that random games have left.
fn partial_byte(count: usize) -> Vec<String> {
    let mut rng = Rng::seeded(7);
    let texts = late_byte(16, count).into_iter().map(|text| {
        let (head, stacks) = text.rsplit_once(' ').unwrap();
        let mut stacks: Vec<&str> = stacks.split(',').collect();
        let left = 1 + rng.below(4);
        while stacks.len() > left {
            stacks.remove(rng.below(stacks.len()));
        }
        format!("{head} {}", stacks.join(","))
    });
    texts.collect()
}

/// The value for the side to move, 1, 0 or -1, by looking at every move.
fn naive_value(game: &Byte, position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    let mover = position.to_move();
    if let Some(outcome) = game.outcome(position) {
        return outcome.winner().map_or(0, |winner| if winner == mover { 1 } else { -1 });
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values = game.moves(position).into_iter().map(|mv| {
        let next = game.after(position, mv);
        let value = naive_value(game, &next, known);
        if next.to_move() == mover { value } else { -value }
    });
    let value = values.max().unwrap();
    known.insert(*position, value);
    value
}

#[test]
fn partial_boards_of_byte_are_decided_as_the_whole_tree_decides_them() {
    let decide = find("byte").unwrap().decide.unwrap();
    let mut decided = [0, 0, 0];
    for text in partial_byte(120) {
        let (game, position) = Byte::read(&text).unwrap();
        let value = naive_value(&game, &position, &mut HashMap::new());
        let (verdict, _) = decide(&text, 1_000_000, &()).unwrap();
        let expected = [Verdict::Lose, Verdict::Draw, Verdict::Win][(value + 1) as usize];
        assert_eq!(verdict, Some(expected), "{text}");
        decided[(value + 1) as usize] += 1;
    }
    assert!(decided.iter().all(|&count| count > 5), "{decided:?}");
}
