//! Boards with fewer checkers than a game begins with: the rules against the slow twin, the
//! end of the game, and that games with all checkers are never drawn.

use std::collections::BTreeMap;

use agon_core::{Game as _, Notation as _, Outcome, Rng, Side};
use agon_games::byte::{Byte, Move, Position};
use proptest::prelude::*;

use super::read;
use super::twin::Twin;

/// The dark squares of a board, in order.
fn dark_squares(size: usize) -> Vec<String> {
    let all = (0..size * size).map(|number| (number / size, number % size));
    let dark = all.filter(|(row, column)| (row + column) % 2 == 0);
    dark.map(|(row, column)| format!("{}{}", char::from(b'A' + row as u8), column + 1)).collect()
}

/// The text of a position with these stacks, given by the numbers of their squares, as many
/// of them as the rules allow.
fn board(size: usize, side: char, score: (u32, u32), stacks: &[(usize, String)]) -> String {
    let names = dark_squares(size);
    let mut text = format!("{size} {side} {}-{} -", score.0, score.1);
    let mut placed = BTreeMap::new();
    for (square, letters) in stacks {
        placed.insert(square % names.len(), letters);
        let listed: Vec<String> = placed
            .iter()
            .map(|(&square, letters)| format!("{}:{letters}", names[square]))
            .collect();
        let fuller = format!("{size} {side} {}-{} {}", score.0, score.1, listed.join(","));
        match Byte::read(&fuller) {
            Ok(_) => text = fuller,
            Err(_) => break,
        }
    }
    text
}

/// A random board; some have a few stacks close together, some many all over the board.
fn random_board(rng: &mut Rng, size: usize) -> String {
    let score = [(0, 0), (0, 0), (1, 0), (0, 1), (1, 1)][rng.below(5)];
    let highest = 1 + rng.below(7);
    let wide = 1 + rng.below(size * size / 2);
    let stacks: Vec<(usize, String)> = (0..rng.below(size * size / 2))
        .map(|_| {
            let height = 1 + rng.below(highest);
            (rng.below(wide), (0..height).map(|_| ['X', 'O'][rng.below(2)]).collect())
        })
        .collect();
    board(size, ['X', 'O'][rng.below(2)], score, &stacks)
}

/// A result as the twin writes it.
fn result(game: &Byte, position: &Position) -> Option<char> {
    game.outcome(position).map(|outcome| match outcome {
        Outcome::Win(side) => ['X', 'O'][side.index()],
        Outcome::Draw => '=',
    })
}

/// Compares moves, result and all successors with the twin's.
fn compare(game: &Byte, position: &Position) {
    let text = game.write(position);
    let twin = Twin::of(&text);
    assert_eq!(twin.text(), text);
    assert_eq!(result(game, position), twin.result(), "{text}");
    let moves = game.moves(position);
    let listed: Vec<String> = moves.iter().map(|&mv| game.write_move(position, mv)).collect();
    assert_eq!(listed, twin.moves(), "{text}");
    assert_eq!(game.count_moves(position), listed.len() as u64, "{text}");
    for (mv, name) in moves.into_iter().zip(listed) {
        let next = game.write(&game.after(position, mv));
        assert_eq!(next, twin.after(&name).text(), "{text}: {name}");
    }
}

/// Plays a game to its end and compares every position with the twin.
fn compare_game(text: &str, rng: &mut Rng) -> Outcome {
    let (game, mut position) = read(text);
    loop {
        compare(&game, &position);
        let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
        game.play(&mut position, mv).expect("a listed move");
    }
    game.outcome(&position).expect("a game without a move is over")
}

fn stacks() -> impl Strategy<Value = Vec<(usize, String)>> {
    proptest::collection::vec((0..50usize, "[XO]{1,7}"), 0..14)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn partial_boards_are_played_as_the_slow_rules_play_them(
        ten: bool, second: bool, score in (0..2u32, 0..2u32), stacks in stacks(), seed: u64,
    ) {
        let side = if second { 'O' } else { 'X' };
        let text = board(if ten { 10 } else { 8 }, side, score, &stacks);
        compare_game(&text, &mut Rng::seeded(seed));
    }
}

#[test]
fn random_partial_boards_end_in_every_way_as_the_slow_rules_say() {
    let mut ends = BTreeMap::new();
    for seed in 0..3_000 {
        let mut rng = Rng::seeded(seed);
        let size = [8, 10][rng.below(2)];
        let text = random_board(&mut rng, size);
        *ends.entry(format!("{:?}", compare_game(&text, &mut rng))).or_insert(0) += 1;
    }
    assert!(ends.len() == 3 && ends.values().all(|&count| count > 100), "{ends:?}");
}

#[test]
fn the_drawing_of_the_assignment_is_a_position() {
    let (game, position) = read("8 X 0-0 E3:OOX,G5:OXXX");
    let names = |position: &Position| -> Vec<String> {
        game.moves(position).into_iter().map(|mv| game.write_move(position, mv)).collect()
    };
    // Both bottoms are O's.
    assert_eq!(names(&position), ["pass"]);
    let theirs = game.after(&position, Move::Pass);
    assert_eq!(names(&theirs), ["E3-F4/0", "G5-F4/0"]);
    assert!(game.draw(&position).contains("\nE ...     ...     ...     ...\n  ...     OOX"));
}

#[test]
fn a_game_is_drawn_when_neither_side_can_move() {
    for text in ["8 X 0-0 -", "8 O 0-0 D4:X", "8 X 1-1 D4:OXOXOXO", "10 O 2-2 A1:X", "10 X 2-1 -"] {
        let (game, position) = read(text);
        assert_eq!(game.outcome(&position), Some(Outcome::Draw), "{text}");
        assert!(game.moves(&position).is_empty(), "{text}");
        assert!(game.check(&position, Move::Pass).is_err(), "{text}");
    }
    // The majority counts first.
    let (game, won) = read("8 X 0-2 D4:X");
    assert_eq!(game.outcome(&won), Some(Outcome::Win(Side::Second)));
    // The last merge on the board makes a stack of two, and nobody has won anything.
    let (game, position) = read("8 X 0-0 D4:X,E5:O");
    let merged = game.after(&position, game.moves(&position)[0]);
    assert_eq!(game.write(&merged), "8 O 0-0 E5:OX");
    assert_eq!(game.outcome(&merged), Some(Outcome::Draw));
}

/// The moves of a side on a board with these stacks, passes not counted.
fn moves(size: usize, side: char, stacks: &str) -> Vec<String> {
    let (game, position) = read(&format!("{size} {side} 0-0 {stacks}"));
    let moves = game.moves(&position).into_iter().filter(|&mv| mv != Move::Pass);
    moves.map(|mv| game.write_move(&position, mv)).collect()
}

/// All stacks of 1 to 7 checkers.
fn all_stacks() -> Vec<String> {
    let letters = |height: u32, bits: u32| -> String {
        (0..height).map(|level| ['X', 'O'][(bits >> level & 1) as usize]).collect()
    };
    (1..=7).flat_map(|height| (0..1 << height).map(move |bits| letters(height, bits))).collect()
}

/// Of two stacks one can be moved. More stacks on the board take away no merge of these two,
/// and a step nearer to the nearest of all stacks is legal whatever the others are; so on any
/// board with two stacks somebody can move. Every pair of neighbours is checked on one pair of
/// squares, as a merge does not depend on the place, and every pair of squares with single
/// checkers, as a step does not depend on what is above the bottom.
#[test]
fn of_two_stacks_one_can_be_moved() {
    let stacks = all_stacks();
    assert_eq!(stacks.len(), 254);
    for one in &stacks {
        for two in &stacks {
            // The larger board has enough checkers of a colour for any two stacks.
            let pair = format!("D4:{one},E5:{two}");
            let any = ['X', 'O'].iter().any(|&side| !moves(10, side, &pair).is_empty());
            assert!(any, "{pair}");
        }
    }
    for size in [8, 10] {
        let names = dark_squares(size);
        for (first, one) in names.iter().enumerate() {
            for two in &names[first + 1..] {
                let by_x = moves(size, 'X', &format!("{one}:X,{two}:O"));
                let by_o = moves(size, 'O', &format!("{one}:X,{two}:O"));
                assert!(by_x.iter().any(|mv| mv.starts_with(&format!("{one}-"))), "{one} {two}");
                assert!(by_o.iter().any(|mv| mv.starts_with(&format!("{two}-"))), "{one} {two}");
            }
        }
    }
}

/// The rest of the argument: with all checkers in play and no majority, at least eight
/// checkers are on the board, which are two stacks, however high they stand.
#[test]
fn with_all_checkers_there_are_two_stacks_until_a_majority() {
    for (size, all, majority) in [(8, 3, 2), (10, 5, 3)] {
        let names = dark_squares(size);
        for (x, o) in (0..majority).flat_map(|x| (0..majority).map(move |o| (x, o))) {
            // The colours alternate, so that neither has too many.
            let letters: Vec<char> = "XO".chars().cycle().take(8 * (all - x - o)).collect();
            let stacks = letters.chunks(7).zip(&names);
            let stacks: Vec<String> = stacks
                .map(|(letters, name)| format!("{name}:{}", String::from_iter(letters)))
                .collect();
            let (game, position) = read(&format!("{size} X {x}-{o} {}", stacks.join(",")));
            assert!(stacks.len() >= 2, "{stacks:?}");
            assert_eq!(game.outcome(&position), None, "{stacks:?}");
            assert!(!game.can_end_as(&position, Outcome::Draw), "{stacks:?}");
        }
    }
}

#[test]
fn a_game_with_all_checkers_is_never_drawn() {
    for (size, games) in [(8, 20_000), (10, 5_000)] {
        let game = Byte::new(size).unwrap();
        for seed in 0..games {
            let mut rng = Rng::seeded(seed);
            let mut position = game.start();
            while let Some(&mv) = rng.pick(&game.moves(&position)) {
                assert!(!game.can_end_as(&position, Outcome::Draw));
                assert!(position.occupied().count() >= 2, "{}", game.write(&position));
                game.play_unchecked(&mut position, mv);
            }
            let outcome = game.outcome(&position);
            assert!(matches!(outcome, Some(Outcome::Win(_))), "{}", game.write(&position));
        }
    }
}

/// Every line of play from late positions of whole games.
#[test]
fn every_end_of_late_positions_with_all_checkers_is_decided() {
    let game = Byte::default();
    let mut seen = std::collections::HashSet::new();
    for seed in 0..200 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while position.checkers() > 8 {
            let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
            game.play_unchecked(&mut position, mv);
        }
        let mut open = vec![position];
        while let Some(position) = open.pop() {
            if seen.len() < 400_000 && seen.insert(position) {
                assert_ne!(game.outcome(&position), Some(Outcome::Draw), "{position:?}");
                game.for_each_move(&position, |mv| open.push(game.after(&position, mv)));
            }
        }
    }
    assert!((10_000..400_000).contains(&seen.len()), "{}", seen.len());
}

/// Of the moves of a position, one that lets the game last: a step to an empty square, or
/// else the merge that raises the levels least.
fn dawdle(game: &Byte, position: &Position, rng: &mut Rng) -> Option<Move> {
    let rise = |mv: &Move| {
        let before = Twin::of(&game.write(position)).progress().0;
        Twin::of(&game.write(&game.after(position, *mv))).progress().0 - before
    };
    game.moves(position).into_iter().min_by_key(|mv| (rise(mv), rng.bits()))
}

/// No line of play returns to a position, and so every game ends; and within the bound, also
/// when both sides let it last.
#[test]
fn every_move_on_a_partial_board_brings_the_end_nearer() {
    let mut longest = BTreeMap::new();
    for seed in 0..2_000 {
        let mut rng = Rng::seeded(seed);
        let size = [8, 10][rng.below(2)];
        let (game, mut position) = read(&random_board(&mut rng, size));
        let (mut plies, mut passed) = (0, false);
        while let Some(mv) = match seed % 2 {
            0 => rng.pick(&game.moves(&position)).copied(),
            _ => dawdle(&game, &position, &mut rng),
        } {
            let [before, after] =
                [position, game.after(&position, mv)].map(|at| Twin::of(&game.write(&at)));
            match mv {
                Move::Pass => assert!(!passed, "two passes in a row after {}", before.text()),
                Move::Step { .. } => {
                    assert!(after.progress() > before.progress(), "{}", before.text());
                }
            }
            passed = mv == Move::Pass;
            position = game.after(&position, mv);
            plies += 1;
            assert!(plies <= game.max_plies(), "{}", before.text());
        }
        let most = longest.entry(size).or_insert(0);
        *most = plies.max(*most);
    }
    assert!(longest.values().all(|&plies| plies > 20), "{longest:?}");
}

#[test]
fn results_are_ruled_out_only_where_they_cannot_come() {
    // Seven checkers make no stack of eight, so nobody gets two.
    let (game, few) = read("8 X 1-0 E3:OOX,G5:OXXX");
    let can = |position: &Position| {
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw]
            .map(|outcome| game.can_end_as(position, outcome))
    };
    assert_eq!(can(&few), [false, false, true]);
    // Eight make one, which is enough for X alone.
    assert_eq!(can(&read("8 X 1-0 E3:OOX,G5:OXXXX").1), [true, false, true]);
    assert_eq!(can(&game.start()), [true, true, false]);
    assert_eq!(can(&read("8 X 2-0 E3:OOX").1), [true, false, false]);
    assert_eq!(can(&read("8 X 0-0 E3:OOX").1), [false, false, true]);
}
