//! Byte: the battery, the published move lists, its invariants, texts that are refused, and
//! boards with fewer checkers than a game begins with.

mod partial;
mod twin;

use agon_core::conformance::Battery;
use agon_core::{Game as _, Notation as _, Outcome, Refusal as _, Rng, Side};
use agon_games::byte::{Byte, Handcrafted, Move, Position, Stack};
use proptest::prelude::*;

fn read(text: &str) -> (Byte, Position) {
    Byte::read(text).expect(text)
}

#[test]
fn byte_conforms_on_both_boards() {
    let [late, drawing, alone, empty, spread] = [
        "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X",
        "8 X 0-0 E3:OOX,G5:OXXX",
        "8 X 1-0 D4:OXO",
        "8 O 0-0 -",
        "8 X 1-1 A1:X,A7:O,D4:XO,H8:O",
    ]
    .map(|text| read(text).1);
    let battery = Battery::new(Byte::default()).from(late).from(drawing).from(alone).from(empty);
    battery.from(spread).incremental(Handcrafted).facts().games(42).run_all();
    let battery = Battery::new(Byte::new(10).unwrap());
    let (_, few) = read("10 O 2-1 A1:XOX,C3:O,E5:XX,J10:OXOXOX");
    battery.from(few).incremental(Handcrafted).facts().games(16).run_all();
}

#[test]
fn moves_are_those_of_the_published_lists() {
    let lists = include_str!("moves.txt");
    let mut checked = 0;
    for line in lists.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (text, moves) = line.split_once(" | ").expect(line);
        let (game, position) = read(text);
        let listed = game.moves(&position);
        let listed: Vec<String> = listed.iter().map(|&mv| game.write_move(&position, mv)).collect();
        assert_eq!(listed.join(" "), moves, "{text}");
        assert_eq!(game.write(&position), text);
        checked += 1;
    }
    assert_eq!(checked, 400);
}

/// The sum of levels on the board, stacks of eight that left still counted.
fn levels(position: &Position) -> u32 {
    let sum = |height: u32| height * (height - 1) / 2;
    let standing = position.occupied().map(|square| sum(position.stack(square).height()));
    standing.sum::<u32>() + 28 * Side::BOTH.map(|side| position.score(side)).iter().sum::<u32>()
}

#[test]
fn random_games_keep_the_invariants_and_the_known_statistics() {
    for (side, mean_plies, mean_moves, most_moves) in [(8, 36.1, 11.9, 48), (10, 60.7, 20.0, 80)] {
        let game = Byte::new(side).unwrap();
        let (mut plies, mut moves, games) = (0, 0, 1_500);
        for seed in 0..games {
            let mut rng = Rng::seeded(seed);
            let mut position = game.start();
            let mut passed = false;
            while game.outcome(&position).is_none() {
                let listed = game.moves(&position);
                assert!(listed.len() <= most_moves);
                let stacks = position.occupied().count();
                assert!(stacks >= 2, "two stacks while the game runs");
                let mv = *rng.pick(&listed).unwrap();
                assert!(!(passed && mv == Move::Pass), "never two passes in a row");
                passed = mv == Move::Pass;
                let next = game.after(&position, mv);
                assert!(next.occupied().count() <= stacks, "stacks never grow in number");
                let (before, after) = (levels(&position), levels(&next));
                match mv {
                    Move::Step { to, .. } if position.stack(to) != Stack::EMPTY => {
                        assert!(after > before, "a merge raises the sum of levels");
                    }
                    _ => assert_eq!(after, before, "other moves keep it"),
                }
                position = next;
                plies += 1;
                moves += listed.len();
            }
        }
        let (plies, moves) = (plies as f64, moves as f64);
        assert!((plies / games as f64 - mean_plies).abs() < 1.0, "{}", plies / games as f64);
        assert!((moves / plies - mean_moves).abs() < 0.4, "{}", moves / plies);
    }
}

#[test]
fn a_majority_ends_the_game() {
    // O has one move, and it makes the stack of eight that gives X the game.
    let (game, position) = read("8 O 1-0 B6:X,C3:OOXXOOX,D4:XOOXX,F8:XOO");
    let moves = game.moves(&position);
    assert_eq!(moves.len(), 1);
    let over = game.after(&position, moves[0]);
    assert_eq!(game.outcome(&over), Some(Outcome::Win(Side::First)));
    let (game, done) = read("8 X 2-0 B6:X,C3:OOXXOOX");
    assert_eq!(game.outcome(&done), Some(Outcome::Win(Side::First)));
    assert!(game.moves(&done).is_empty());
}

#[test]
fn moves_are_understood_as_people_type_them() {
    let game = Byte::default();
    let start = game.start();
    let expected = game.read_move(&start, "B2-C3/0").unwrap();
    for text in
        ["b2-c3", "((B 2) (C 3) 0)", "'((b 2) (c 3) 0)", "((B 2)(C 3))", "B2 C3 0", "b 2 c 3 0"]
    {
        assert_eq!(game.read_move(&start, text), Ok(expected), "{text}");
    }
    assert_eq!(game.read_move(&start, "PASS"), Ok(Move::Pass));
    for text in ["", "B2", "B2-C3/8", "B2-C3/0/1", "B2-C3/-1", "B2=C3", "é2-C3", "B2-C3/x", "((("]
    {
        assert!(game.read_move(&start, text).is_err(), "{text}");
    }
}

#[test]
fn moves_that_cannot_be_are_refused_by_kind() {
    let (game, position) = read("8 X 1-1 B2:XO,C3:OXX,F6:XXO");
    let kind = |text: &str| match game.read_move(&position, text) {
        Ok(mv) => game.check(&position, mv).unwrap_err().kind(),
        Err(refusal) => refusal.kind(),
    };
    assert_eq!(kind("D4-E5"), "NoStack");
    assert_eq!(kind("B2-C3/5"), "NoSuchLevel");
    assert_eq!(kind("B2-C3/1"), "NotYours");
    assert_eq!(kind("B2-D4"), "NotDiagonal");
    assert_eq!(kind("B2-A1"), "OnlyMerge");
    assert_eq!(kind("C3-B2/2"), "NotHigher");
    assert_eq!(kind("F6-G7/0"), "MustApproach");
    assert_eq!(kind("F6-E5/1"), "OnlyWhole");
    assert_eq!(kind("A2-B3"), "NoSquare");
    assert_eq!(kind("pass"), "MustMove");
    let (game, position) = read("8 X 1-0 B2:XOXOX,C3:OXXOXOX,F6:XOXO");
    let mv = game.read_move(&position, "B2-C3/0").unwrap();
    assert_eq!(game.check(&position, mv).unwrap_err().kind(), "TooHigh");
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| Byte::read(text).unwrap_err().kind();
    assert_eq!(kind(""), "Parts");
    assert_eq!(kind("9 start"), "Size");
    assert_eq!(kind("12 start"), "Size");
    assert_eq!(kind("x start"), "Size");
    assert_eq!(kind("8 Z 0-0 -"), "Side");
    assert_eq!(kind("8 X 0 -"), "Score");
    assert_eq!(kind("8 X 3-1 -"), "TooManyStacks");
    let singles = "B2:X,B4:X,B6:X,B8:X,C1:O,C3:O,C5:O,C7:O,D2:X,D4:X,D6:X,D8:X,E1:O,E3:O,E5:O,\
                   E7:O,F2:X,F4:X,F6:X,F8:X,G1:O,G3:O,G5:O,G7:O";
    assert!(Byte::read(&format!("8 X 0-0 {singles}")).is_ok());
    assert_eq!(kind(&format!("8 X 0-0 {singles},H2:X")), "TooManyCheckers");
    assert_eq!(kind(&format!("8 X 1-0 {singles}")), "TooManyCheckers");
    assert_eq!(kind("8 X 3-0 B2:X"), "TooManyCheckers");
    assert_eq!(kind("8 X 0-0 B2:XXXXXXX,C3:XXXXX,D4:X"), "TooManyOfColour");
    // The top of a won stack is its owner's.
    assert_eq!(kind("8 X 1-0 B2:XXXXXXX,C3:XXXXX"), "TooManyOfColour");
    assert!(Byte::read("8 X 0-1 B2:XXXXXXX,C3:XXXXX").is_ok());
    assert!(Byte::read("8 X 1-0 B2:XXXXXXX,C3:XXXX").is_ok());
    assert_eq!(kind("8 O 0-1 B2:OOOOOOO,C3:OOOOO"), "TooManyOfColour");
    assert_eq!(kind("8 X 2-0 B2"), "StackText");
    assert_eq!(kind("8 X 2-0 B2:XZ"), "StackText");
    assert_eq!(kind("8 X 2-0 B3:X"), "NoSquare");
    assert_eq!(kind("8 X 2-0 I1:X"), "NoSquare");
    assert_eq!(kind("8 X 2-0 B2:XXXXXXXX"), "StackHeight");
    assert_eq!(kind("8 X 2-0 B2:"), "StackHeight");
    assert_eq!(kind("8 X 2-0 C3:X,B2:X"), "Order");
    assert_eq!(kind("8 X 2-0 B2:X,B2:X"), "Order");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in r"(8|10) [XO] [0-3]-[0-3] [A-J0-9:XO,]{0,60}|[A-J0-9'() /-]{0,20}|\PC{0,40}") {
        if let Ok((game, position)) = Byte::read(&text) {
            prop_assert_eq!(Byte::read(&game.write(&position)).unwrap().1, position);
        }
        let game = Byte::default();
        let _ = game.read_move(&game.start(), &text);
    }
}
