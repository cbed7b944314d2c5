//! The dummy game: reading its trees, and what they are worth.

use std::collections::{HashMap, HashSet};

use agon_core::dummy::{TreeGame, TreeRefusal};
use agon_core::{Exact as _, Game as _, NodeId, Notation as _, Proven, perft};

fn verdict(text: &str) -> Proven {
    let (game, position) = TreeGame::read(text).unwrap();
    game.exact(&game, &position).unwrap()
}

#[test]
fn values_follow_from_the_tree() {
    assert_eq!(verdict("a(b(1)2)"), Proven::win_in(2));
    assert_eq!(verdict("b(a(1)1)"), Proven::lose_in(2), "the losing side delays");
    assert_eq!(verdict("a(b(12)=)"), Proven::DRAW);
    assert_eq!(verdict("a(a(a(1))b(b(1)))"), Proven::win_in(3), "turns need not alternate");
    assert_eq!(verdict("a(22)"), Proven::lose_in(1), "the side that moves last may lose");
    assert_eq!(verdict("a(b(1)2) 0"), Proven::lose_in(1));
}

#[test]
fn leaves_are_counted() {
    let (game, start) = TreeGame::read("a(b(1=)b(2)1)").unwrap();
    let counts: Vec<u64> = (0..4).map(|depth| perft(&game, &start, depth)).collect();
    assert_eq!(counts, [1, 3, 3, 0]);
}

#[test]
fn transpositions_lead_to_one_position() {
    let (game, start) = TreeGame::read("a(b(=1)b(a([1][3])2)) start").unwrap();
    let [near, far] = ["0", "1.0.0"].map(|way| {
        let text = format!("a(b(=1)b(a([1][3])2)) {way}");
        TreeGame::read(&text).unwrap().1
    });
    assert_eq!(near, far);
    assert_eq!(game.key(&near), game.key(&far));
    assert_eq!(game.write(&far), "a(b(=1)b(a([1][3])2)) 0", "where it is written out");
    assert_eq!(game.max_plies(), 4, "the longest way counts");
    let counts: Vec<u64> = (0..5).map(|depth| perft(&game, &start, depth)).collect();
    assert_eq!(counts, [1, 2, 4, 2, 2]);
}

#[test]
fn values_count_plies_from_each_way_to_a_position() {
    // The first side wins in one from position 2, which is two plies away by one way and
    // one ply by the other.
    assert_eq!(verdict("a(b(a(1))[2])"), Proven::win_in(2));
    assert_eq!(verdict("a(b(a(1))[2]) 0"), Proven::lose_in(2));
    assert_eq!(verdict("a(b(a(1))[2]) 1"), verdict("a(b(a(1))[2]) 0.0"));
}

#[test]
fn most_random_trees_with_transpositions_reach_positions_at_different_depths() {
    let mut trees = 0;
    for seed in 0..20 {
        let game = TreeGame::grown_shared(seed, 7);
        let mut depths: HashMap<NodeId, HashSet<u32>> = HashMap::new();
        let mut waiting = vec![(game.start(), 0)];
        while let Some((position, ply)) = waiting.pop() {
            if depths.entry(position).or_default().insert(ply) {
                let moves = game.moves(&position);
                waiting.extend(moves.iter().map(|&mv| (game.after(&position, mv), ply + 1)));
            }
        }
        let mut turns = depths.iter().filter(|(position, _)| game.outcome(position).is_none());
        trees += u32::from(turns.any(|(_, plies)| plies.len() > 1));
    }
    assert!(trees >= 10, "only {trees} trees of 20 have such positions");
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
    let early = |found: &str, place| TreeRefusal::NotWrittenYet { found: found.into(), place };
    assert_eq!(refusal("a(1[0])"), early("\"0\"", 3), "a line must not come back");
    assert_eq!(refusal("a([1]1)"), early("\"1\"", 2));
    assert_eq!(refusal("a(1[x])"), early("\"x\"", 3));
    assert_eq!(refusal("[0]"), early("\"0\"", 0));
    assert_eq!(refusal("a(1[1"), TreeRefusal::Unfinished);
    let ladder: String = (1..200).map(|number| format!("a([{number}])")).collect();
    assert_eq!(refusal(&format!("a(1{ladder})")), TreeRefusal::TooDeep);
    assert_eq!(refusal("a(1) 1"), TreeRefusal::NoWay { found: "\"1\"".into() });
    assert_eq!(refusal("a(1) 0.0"), TreeRefusal::NoWay { found: "\"0.0\"".into() });
    let (game, start) = TreeGame::read("a(1)").unwrap();
    assert_eq!(game.read_move(&start, "-1"), Err(TreeRefusal::NotAMove { found: "\"-1\"".into() }));
    assert_eq!(game.check(&start, 1), Err(TreeRefusal::NoSuchChild { wanted: 1, children: 1 }));
}
