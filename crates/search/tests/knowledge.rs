//! The solver and the knowledge base, on games that are nothing but their trees.

use agon_core::dummy::TreeGame;
use agon_core::{Exact as _, Game as _, Notation as _, Proven, Refusal as _};
use agon_search::{Halt, KnowledgeBase, Limits};

fn solved(game: &TreeGame) -> KnowledgeBase<TreeGame> {
    let mut base = KnowledgeBase::new(game.clone());
    base.solve(&game.start(), &Limits::default(), &mut |_| true).unwrap();
    base
}

#[test]
fn every_position_of_a_tree_gets_its_value() {
    for seed in 0..300 {
        let game = TreeGame::grown(seed, 7);
        let base = solved(&game);
        assert_eq!(base.len() as u32, game.feature_count(), "every node is reached");
        for (position, proven) in base.iter() {
            assert_eq!(Some(proven), game.exact(&game, &position), "{}", game.write(&position));
        }
    }
}

#[test]
fn values_are_entered_after_those_of_all_successors_in_the_order_of_moves() {
    let (game, _) = TreeGame::read("a(b(1=)2b(2))").unwrap();
    let base = solved(&game);
    let newest_first: Vec<String> =
        base.iter().map(|(position, _)| game.write(&position)).collect();
    let ways: Vec<&str> = newest_first.iter().filter_map(|text| text.split(' ').nth(1)).collect();
    assert_eq!(ways, ["start", "2", "2.0", "1", "0", "0.1", "0.0"]);
}

#[test]
fn what_is_known_is_not_worked_out_again() {
    let game = TreeGame::grown(5, 6);
    let mut base = solved(&game);
    let known = base.len();
    let limits = Limits { positions: 0, ..Limits::default() };
    assert!(base.solve(&game.start(), &limits, &mut |_| false).is_ok());
    assert_eq!(base.len(), known);
}

#[test]
fn a_limit_on_positions_keeps_what_is_known_and_work_can_go_on() {
    let game = TreeGame::grown(11, 9);
    let whole = solved(&game);
    assert!(whole.len() > 100);
    let mut base = KnowledgeBase::new(game.clone());
    let limits = Limits { positions: 10, ..Limits::default() };
    let mut rounds = 0;
    let value = loop {
        match base.solve(&game.start(), &limits, &mut |_| true) {
            Ok(value) => break value,
            Err(halt) => assert_eq!(halt, Halt::Stopped { known: base.len() }),
        }
        rounds += 1;
        assert!(rounds < 1_000, "no progress");
    };
    assert!(rounds > 2);
    assert_eq!(Some(value), whole.get(&game.start()));
    assert_eq!(base.len(), whole.len());
}

#[test]
fn too_little_memory_is_refused_before_the_work_begins() {
    let game = TreeGame::grown(11, 9);
    let mut base = KnowledgeBase::new(game.clone());
    let limits = Limits { memory: 100, ..Limits::default() };
    let mut asked = 0;
    let halt = base.solve(&game.start(), &limits, &mut |_| {
        asked += 1;
        true
    });
    assert_eq!(halt.unwrap_err().kind(), "TooLarge");
    assert_eq!((base.len(), asked), (0, 0));
}

#[test]
fn a_deep_game_does_not_overflow_the_stack() {
    // As deep as the notation of the dummy game allows; the solver does not care.
    let text = format!("{}1{}", "a(".repeat(100), ")".repeat(100));
    let (game, start) = TreeGame::read(&text).unwrap();
    assert_eq!(solved(&game).get(&start), Some(Proven::win_in(100)));
}

#[test]
fn a_base_that_is_written_reads_back() {
    for seed in 0..20 {
        let game = TreeGame::grown(seed, 5);
        let base = solved(&game);
        let read = KnowledgeBase::<TreeGame>::from_bytes(&base.to_bytes()).unwrap();
        assert!(read.iter().eq(base.iter()));
        assert_eq!(read.to_bytes(), base.to_bytes());
    }
}

#[test]
fn cleared_bases_know_nothing() {
    let game = TreeGame::grown(1, 4);
    let mut base = solved(&game);
    base.clear();
    assert!(base.is_empty());
    assert_eq!(base.get(&game.start()), None);
}
