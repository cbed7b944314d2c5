//! Small boards of Santorini are solved: players, verdicts and referees use what is proven.

use std::thread;

use agon_arena::contest::{GameSetup, Reason};
use agon_arena::{GameEntry, find};
use agon_core::{Outcome, Proven, Settings, Side, Verdict};
use agon_search::SearchControl;

use crate::referee::{own, played, setup};

fn santorini() -> &'static GameEntry {
    find("santorini").unwrap()
}

#[test]
fn a_solved_board_has_verdicts_and_another_has_none() {
    let session = santorini().open("3x2/1 start").unwrap();
    assert!(session.is_solved() && session.proven_bytes() > 44_790);
    assert_eq!(session.proven(&()).unwrap(), Some(Proven::lose_in(22)));
    let moves = session.verdicts(&()).unwrap();
    assert_eq!(moves.len(), 6);
    assert!(moves.iter().all(|known| known.proven.verdict == Verdict::Lose));
    for unsolved in ["startpos", "5x5/1 start", "3x6 start", "4x4 start"] {
        let session = santorini().open(unsolved).unwrap();
        assert!(!session.is_solved() && session.proven_bytes() == 0, "{unsolved}");
        assert!(session.verdicts(&()).unwrap().is_empty(), "{unsolved}");
        assert_eq!(session.proven(&()).unwrap(), None, "{unsolved}");
    }
}

#[test]
fn the_perfect_player_is_there_on_solved_boards_alone() {
    let mut session = santorini().open("2x3 start").unwrap();
    for side in Side::BOTH {
        session.set_player(side, "perfect".parse().unwrap()).unwrap();
    }
    let [first, second] = Side::BOTH.map(|side| session.player_bytes(side));
    assert!(first > 49_788 && second == 0, "both sides share the values");
    while session.think(&SearchControl::default(), &()).unwrap().is_some() {}
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(session.ply(), 16, "it wins as soon and loses as late as possible");
    let refusal = santorini().start().set_player(Side::First, "perfect".parse().unwrap());
    assert!(refusal.unwrap_err().to_string().contains("not solved"));
    assert!(!(santorini().players)().contains(&"perfect"), "the usual board is not solved");
    let one_pawn = Settings::default().with("board", "3x3").with("pawns", "1");
    assert!((santorini().solved_with)().contains(&one_pawn));
}

#[test]
fn placement_is_known_on_larger_boards() {
    for board in ["4x4/1", "5x3/1", "3x5"] {
        let mut session = santorini().open(&format!("{board} start")).unwrap();
        assert!(!session.is_solved() && session.is_opening_solved(), "{board}");
        let lost = Some(Proven { verdict: Verdict::Lose, plies: None });
        assert_eq!(session.proven(&()).unwrap(), lost, "{board}");
        for side in Side::BOTH {
            session.set_player(side, "perfect".parse().unwrap()).unwrap();
        }
        // It places so that the fewest replies win.
        let winning = |mv: &str| {
            let mut session = santorini().open(&format!("{board} start")).unwrap();
            session.play(mv).unwrap();
            let moves = session.verdicts(&()).unwrap();
            moves.iter().filter(|known| known.proven.verdict == Verdict::Win).count()
        };
        let fewest = session.selectable_moves().iter().map(|mv| winning(&mv.text)).min();
        session.think(&SearchControl::default(), &()).unwrap();
        assert_eq!(Some(winning(&session.history()[0])), fewest, "{board}");
        // The other side answers with a placement that wins.
        session.set_player(Side::Second, "level:8".parse().unwrap()).unwrap();
        session.think(&SearchControl::default(), &()).unwrap();
        assert_eq!(session.proven(&()).unwrap(), lost, "{board}");
        assert!(session.verdicts(&()).unwrap().is_empty(), "{board}: later results are not known");
    }
    assert!(!santorini().open("4x4 start").unwrap().is_opening_solved());
}

#[test]
fn the_strongest_level_wins_a_won_board() {
    let setup = GameSetup { start: "2x3 start", ..setup("santorini") };
    for seed in 0..3 {
        let random = format!("random:seed={seed}");
        let game = played(&setup, &mut own(&random), &mut own("level:8"));
        assert_eq!((game.result, game.reason), (Outcome::Win(Side::Second), Reason::Rules));
    }
}

#[test]
fn games_on_solved_boards_are_adjudicated() {
    let setup = GameSetup { start: "2x4 start", adjudicate: true, ..setup("santorini") };
    let game = played(&setup, &mut own("random"), &mut own("random"));
    assert_eq!((game.result, game.reason), (Outcome::Win(Side::Second), Reason::Proven));
    assert!(game.moves.is_empty());
}

#[test]
fn those_who_ask_at_the_same_time_get_the_same_answer() {
    let answers = thread::scope(|scope| {
        let ask = || santorini().open("4x2/1 start").unwrap().proven(&()).unwrap();
        let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(answers, [Some(Proven::lose_in(30)); 4]);
}
