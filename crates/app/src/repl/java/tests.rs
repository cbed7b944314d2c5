//! A session as in the assignment, with the numbers of its first maze.

use agon_games::theseus::Theseus;

use super::{JavaRepl, Repl as _};

/// The output of a call, or the kind of its refusal.
fn say(session: &mut JavaRepl, line: &str) -> String {
    match session.answer(line) {
        Ok(answer) => answer.unwrap_or_default(),
        Err(refused) => refused.kind().to_string(),
    }
}

#[test]
fn the_calls_of_the_assignment_are_answered() {
    let mut session = JavaRepl::new(Theseus::default());
    // The Minotaur is put on 13,4 by a first move from 13,7.
    assert_eq!(say(&mut session, "getNextMove(202, 199);"), "[13, 7, 5]");
    let worths: Vec<String> =
        [1, 3, 5, 7].map(|die| say(&mut session, &format!("evaluate(202, {die})"))).into();
    assert_eq!(worths, ["0", "0", "+0.23", "-0.162"]);
    assert_eq!(say(&mut session, "chooseMinMaxMove()"), "2");
    let tree = say(&mut session, "tree()");
    assert!(tree.starts_with("root: 0\n├─ 1: 0\n│  ├─ 1: 0\n"), "{tree}");
    assert!(tree.contains("└─ 7: -0.162\n   ├─ 1: -0.162\n   ├─ 3: -0.432\n"), "{tree}");
    assert_eq!(tree.lines().count(), 1 + 4 + 16);
    // The player has moved to 12,7, and picks up the loot below.
    assert_eq!(say(&mut session, "getNextMove(187, 199)"), "[12, 7, 5]");
    assert!(say(&mut session, "board()").ends_with("loot 1 of 4, sabre white"));
    let statistics = say(&mut session, "statistics() // so far");
    assert!(statistics.ends_with("up 0, right 0, down 2, left 0; loot 1"), "{statistics}");
    assert_eq!(statistics.lines().count(), 3);
}

#[test]
fn deeper_trees_and_the_other_side_can_be_asked_for() {
    let mut session = JavaRepl::new(Theseus::default());
    assert_eq!(say(&mut session, "setDepth(3)"), "3");
    assert_eq!(say(&mut session, "setPlayer(minotaur)"), "Minotaur");
    assert!(say(&mut session, "tree()").lines().count() > 1 + 4 + 16);
    assert_eq!(say(&mut session, "getNextMove(112, 111)"), "[7, 7, 7]");
}

#[test]
fn what_is_not_a_call_is_refused_and_changes_nothing() {
    let mut session = JavaRepl::new(Theseus::default());
    let before = say(&mut session, "board()");
    for (line, kind) in [
        ("tree", "NotACall"),
        ("getNextMove(0", "NotACall"),
        ("fly()", "Unknown"),
        ("getNextMove(0)", "Usage"),
        ("getNextMove(0, 225)", "NoTile"),
        ("getNextMove(-1, 3)", "NoTile"),
        ("getNextMove(3, 3)", "SameTile"),
        ("evaluate(0, 2)", "NoDie"),
        ("evaluate(0, 0)", "NoDie"),
        ("evaluate(0, 5)", "Blocked"),
        ("setDepth(7)", "Depth"),
        ("setPlayer(me)", "Usage"),
        ("// nothing", ""),
    ] {
        assert_eq!(say(&mut session, line), kind, "{line}");
    }
    assert_eq!(say(&mut session, "board()"), before);
}
