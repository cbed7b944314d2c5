//! The dummy game: reading its trees, and what they are worth.

use agon_core::dummy::{TreeGame, TreeRefusal};
use agon_core::{Exact as _, Game as _, Notation as _, Proven, perft};

fn verdict(text: &str) -> Proven {
    let (game, position) = TreeGame::read(text).unwrap();
    game.exact(&game, &position).unwrap()
}

#[test]
fn values_follow_from_the_tree() {
    assert_eq!(verdict("a(b(1)2)"), Proven::win_in(2));
    assert_eq!(verdict("b(a(1)1)"), Proven::lose_in(2), "a lost side holds out");
    assert_eq!(verdict("a(b(12)=)"), Proven::DRAW);
    assert_eq!(verdict("a(a(a(1))b(b(1)))"), Proven::win_in(3), "turns need not alternate");
    assert_eq!(verdict("a(22)"), Proven::lose_in(1), "who moves last may lose");
    assert_eq!(verdict("a(b(1)2) 0"), Proven::lose_in(1));
}

#[test]
fn leaves_are_counted() {
    let (game, start) = TreeGame::read("a(b(1=)b(2)1)").unwrap();
    let counts: Vec<u64> = (0..4).map(|depth| perft(&game, &start, depth)).collect();
    assert_eq!(counts, [1, 3, 3, 0]);
}

#[test]
fn bad_trees_are_refused_with_the_reason() {
    let refusal = |text: &str| TreeGame::read(text).unwrap_err();
    let not_a_tree = |found: &str, place| TreeRefusal::NotATree { found: found.into(), place };
    assert_eq!(refusal(""), TreeRefusal::Unfinished);
    assert_eq!(refusal("a(1"), TreeRefusal::Unfinished);
    assert_eq!(refusal("a1"), TreeRefusal::Unfinished);
    assert_eq!(refusal("a()"), not_a_tree("\")\"", 2));
    assert_eq!(refusal("1)"), not_a_tree("\")\"", 1));
    assert_eq!(refusal("11"), not_a_tree("\"1\"", 1));
    assert_eq!(refusal("c(1)"), not_a_tree("\"c(1)\"", 0));
    assert_eq!(refusal("a:x(1)"), not_a_tree("\"a:x(1)\"", 0));
    assert_eq!(refusal(&"a(".repeat(200)), TreeRefusal::TooDeep);
    assert_eq!(refusal("a(1) 1"), TreeRefusal::NoWay { found: "\"1\"".into() });
    assert_eq!(refusal("a(1) 0.0"), TreeRefusal::NoWay { found: "\"0.0\"".into() });
    let (game, start) = TreeGame::read("a(1)").unwrap();
    assert_eq!(game.read_move(&start, "-1"), Err(TreeRefusal::NotAMove { found: "\"-1\"".into() }));
    assert_eq!(game.check(&start, 1), Err(TreeRefusal::NoSuchChild { wanted: 1, children: 1 }));
}
