//! Sessions: history, undo and redo, and players.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use agon_arena::{Analysis, GameEntry, MoveList, PlayerSpec, PositionView, find};
use agon_core::{Game as _, Notation as _, Outcome, Side, Stop};
use agon_games::santorini::Santorini;
use agon_search::SearchControl;

fn entry(name: &str) -> &'static GameEntry {
    find(name).expect(name)
}

/// A session with these moves made.
fn session(moves: &str) -> MoveList<Santorini> {
    let mut session = MoveList::new(Santorini::default());
    for text in moves.split_whitespace() {
        play(&mut session, text);
    }
    session
}

fn play(session: &mut MoveList<Santorini>, text: &str) -> bool {
    let mv = Santorini::default().read_move(session.position(), text).unwrap();
    session.play(mv).is_ok()
}

fn text(session: &MoveList<Santorini>) -> String {
    Santorini::default().write(session.position())
}

#[test]
fn undo_goes_back_to_the_start_and_redo_forward_again() {
    let mut session = session("@00,11 @22,33 00-10-20 22-23-24");
    let last = text(&session);
    for left in (0..4).rev() {
        assert!(session.undo());
        assert_eq!(session.history().len(), left);
    }
    assert!(!session.undo(), "there is nothing before the start");
    assert_eq!(*session.position(), Santorini::default().start());
    for _ in 0..4 {
        assert!(session.redo());
    }
    assert!(!session.redo(), "redo works as often as undo did");
    assert_eq!(text(&session), last);
}

#[test]
fn a_move_that_is_made_forgets_what_was_undone() {
    let mut session = session("@00,11 @22,33 00-10-20");
    session.undo();
    assert!(play(&mut session, "00-01-02"));
    assert!(!session.redo());
    assert_eq!(text(&session), "00100/00000/00000/00000/00000 R 01,11 22,33");
}

#[test]
fn a_move_that_is_refused_changes_nothing_and_keeps_redo() {
    let mut session = session("@00,11 @22,33 00-10-20");
    let last = text(&session);
    session.undo();
    let before = text(&session);
    assert!(!play(&mut session, "00-11-20"), "a pawn is in the way");
    assert_eq!(text(&session), before);
    assert!(session.redo());
    assert_eq!(text(&session), last);
}

#[test]
fn against_the_computer_undo_goes_back_to_the_persons_last_choice() {
    let mut session = entry("tictactoe").start();
    session.set_player(Side::Second, "minimax:depth=1".parse().unwrap()).unwrap();
    session.play("00").unwrap();
    session.think(&SearchControl::default(), &()).unwrap().expect("the computer moves");
    session.play("22").unwrap();
    session.think(&SearchControl::default(), &()).unwrap().expect("the computer moves");
    assert_eq!(session.history().len(), 4);
    assert!(session.undo());
    assert_eq!(session.history().len(), 2);
    assert_eq!(session.to_move(), Side::First);
    assert!(session.redo());
    assert_eq!(session.history().len(), 4, "redo is the other way of undo");
    assert!(session.undo() && session.undo());
    assert!(!session.undo());
    assert_eq!(session.history().len(), 0);
}

#[test]
fn a_person_who_has_not_chosen_yet_has_nothing_to_undo() {
    let mut session = entry("tictactoe").start();
    session.set_player(Side::First, PlayerSpec::COMPUTER).unwrap();
    session.think(&SearchControl::default(), &()).unwrap().expect("the computer moves first");
    assert!(!session.undo());
    assert_eq!(session.history().len(), 1, "the computer's move stands");
}

#[test]
fn two_persons_undo_one_move_at_a_time_from_the_end_to_the_start() {
    let mut session = entry("tictactoe").start();
    session.play_all("00 11 22 01 21 20 02 12 10").unwrap();
    assert!(session.outcome().is_some());
    for left in (0..9).rev() {
        assert!(session.undo());
        assert_eq!(session.history().len(), left);
    }
    assert!(!session.undo());
}

#[test]
fn a_session_without_persons_undoes_one_move_at_a_time() {
    let mut session = entry("tictactoe").start();
    for side in Side::BOTH {
        session.set_player(side, PlayerSpec::Random { seed: Some(3) }).unwrap();
    }
    session.think(&SearchControl::default(), &()).unwrap();
    session.think(&SearchControl::default(), &()).unwrap();
    assert!(session.undo());
    assert_eq!(session.history().len(), 1);
}

#[test]
fn refusals_come_with_the_place_in_the_line() {
    let mut session = entry("tictactoe").start();
    let refused = session.play_all("00 00").unwrap_err();
    assert_eq!(refused.to_string(), "move 2 (\"00\") is refused: 00 is taken");
    assert_eq!(refused.kind(), "InLine");
    let refused = session.play("11x").unwrap_err();
    assert_eq!(refused.kind(), "MoveText");
    assert_eq!(session.history(), ["00"]);
}

#[test]
fn a_position_is_evaluated_for_either_side() {
    let session = entry("santorini").open("00000/02300/00000/00000/00000 B 11,33 44,40").unwrap();
    let score = |side| session.evaluate(None, side).unwrap().score.points();
    assert!(score(Side::First) > 90_000);
    assert_eq!(score(Side::Second), -score(Side::First));
    assert_eq!(
        session.evaluate(Some("none"), Side::First).unwrap_err().kind(),
        "UnknownEvaluation"
    );
}

#[test]
fn the_computer_makes_no_move_when_the_game_is_over_or_it_is_not_its_turn() {
    let mut session = entry("tictactoe").start();
    assert_eq!(
        session.think(&SearchControl::default(), &()).unwrap(),
        None,
        "it is a person's turn"
    );
    session.set_player(Side::First, PlayerSpec::COMPUTER).unwrap();
    session.play_all("00 10 01 11 02").unwrap();
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::First)));
    session.set_player(Side::Second, PlayerSpec::COMPUTER).unwrap();
    assert_eq!(session.think(&SearchControl::default(), &()).unwrap(), None, "the game is over");
}

#[test]
fn a_jump_goes_anywhere_in_the_line_and_nowhere_else() {
    let mut session = entry("tictactoe").start();
    session.play_all("11 00 22 02").unwrap();
    assert!(session.jump(1));
    assert_eq!(session.history(), ["11"]);
    assert_eq!(session.line(), ["11", "00", "22", "02"]);
    assert!(!session.jump(5), "the line is shorter");
    assert_eq!(session.history(), ["11"]);
    assert!(session.jump(4) && session.jump(2));
    session.play("01").unwrap();
    assert_eq!(session.line(), ["11", "00", "01"], "a move forgets what came after it");
}

#[test]
fn a_choice_is_not_yet_made() {
    let mut session = entry("tictactoe").start();
    session.set_player(Side::First, "minimax:depth=2".parse().unwrap()).unwrap();
    let chosen = session.choose(&SearchControl::default(), &()).unwrap().expect("a choice");
    assert!(session.history().is_empty());
    assert_eq!(session.think(&SearchControl::default(), &()).unwrap().as_ref(), Some(&chosen));
    assert_eq!(session.history(), [chosen.mv]);
}

#[test]
fn a_search_that_is_stopped_at_once_makes_no_move_by_minimax_and_some_move_by_the_engine() {
    for (player, made) in [("minimax:depth=9", 0), ("engine:movetime=60000", 1), ("level:8", 1)] {
        let mut session = entry("santorini").start();
        session.set_player(Side::First, player.parse().unwrap()).unwrap();
        session.think(&SearchControl::until(&AtomicBool::new(true)), &()).unwrap();
        assert_eq!(session.history().len(), made, "{player}");
    }
}

#[test]
fn what_is_proven_of_each_move_is_told_for_its_maker() {
    // X threatens two lines at once, and O can close but one.
    let mut session = entry("tictactoe").start();
    session.play_all("00 11 22 02 20").unwrap();
    let words = |session: &dyn Analysis| -> Vec<String> {
        let known = session.verdicts(&()).unwrap();
        known.iter().map(|known| format!("{} {}", known.text, known.proven)).collect()
    };
    assert_eq!(words(&*session), ["01 lose in 2", "10 lose in 2", "12 lose in 2", "21 lose in 2"]);
    session.jump(1);
    assert_eq!(words(&*session)[3], "11 draw");
    let session = entry("nim").open("[1,2]").unwrap();
    assert_eq!(words(&*session), ["[2] lose", "[1,1] lose", "[1] win"]);
    let session = entry("santorini").start();
    assert!(session.verdicts(&()).unwrap().is_empty(), "nobody has solved it");
}

/// What undo and redo would do, found out by doing it.
fn tried(name: &str, players: [&str; 2], moves: &str, ply: usize) -> [bool; 2] {
    let undo = opened(name, players, moves, ply).undo();
    let redo = opened(name, players, moves, ply).redo();
    [undo, redo]
}

fn opened(
    name: &str,
    players: [&str; 2],
    moves: &str,
    ply: usize,
) -> Box<dyn agon_arena::AnySession> {
    let mut session = entry(name).start();
    session.play_all(moves).unwrap();
    session.jump(ply);
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        session.set_player(side, player.parse().unwrap()).unwrap();
    }
    session
}

#[test]
fn whether_undo_and_redo_would_do_anything_is_known_without_doing_it() {
    let moves = "00 11 22 01";
    let mut seen = Vec::new();
    for players in [["person", "person"], ["person", "level:1"], ["level:1", "level:1"]] {
        for ply in 0..=4 {
            let session = opened("tictactoe", players, moves, ply);
            let view: &dyn PositionView = &*session;
            let told = [view.can_undo(), view.can_redo()];
            assert_eq!(told, tried("tictactoe", players, moves, ply), "{players:?} {ply}");
            assert_eq!(view.ply(), ply);
            seen.push(told);
        }
    }
    assert!(seen.contains(&[true, true]) && seen.contains(&[false, true]));
    // The second side has made no choice yet before its first move.
    let session = opened("tictactoe", ["level:1", "person"], moves, 1);
    assert_eq!([session.can_undo(), session.can_redo()], [false, true]);
}

#[test]
fn the_path_of_the_last_move_is_one_of_those_that_were_offered() {
    for (name, moves) in [("tictactoe", "00 11"), ("santorini", "@00,11 @22,33 00-10-20")] {
        let mut session = entry(name).start();
        assert_eq!(session.last_move_path(), None, "at the start");
        for mv in moves.split_whitespace() {
            let offered = session.moves().into_iter().find(|listed| listed.text == mv).unwrap();
            session.play(mv).unwrap();
            assert_eq!(session.last_move_path(), offered.paths.into_iter().next());
        }
        let last = session.last_move_path();
        session.jump(1);
        assert_ne!(session.last_move_path(), last, "the last move of the present position");
    }
}

/// Stops when it has been asked so often.
struct StopAfter(AtomicUsize);

impl Stop for StopAfter {
    fn is_stopped(&self) -> bool {
        let counted =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        counted.is_err()
    }
}

#[test]
fn counting_lines_can_be_stopped_below_the_first_move() {
    let session = entry("tictactoe").start();
    let mut whole = Vec::new();
    let all = session.divide(7, &(), &mut |_, below| whole.push(below));
    assert_eq!((all, whole.len()), (148_176, 9));
    let mut counted = Vec::new();
    let some = session.divide(7, &StopAfter(AtomicUsize::new(5)), &mut |_, n| counted.push(n));
    assert_eq!(counted.len(), 1);
    assert!(some > 0 && some < whole[0], "{some} of {}", whole[0]);
}
