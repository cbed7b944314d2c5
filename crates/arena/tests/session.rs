//! Sessions and tables: history, undo and redo, and players at the table.

use agon_arena::{Entry, Seat, Session, find};
use agon_core::{Game as _, Notation as _, Outcome, Player};
use agon_games::santorini::Santorini;

fn entry(name: &str) -> &'static Entry {
    find(name).expect(name)
}

/// A session with these moves made.
fn session(moves: &str) -> Session<Santorini> {
    let mut session = Session::new(Santorini);
    for text in moves.split_whitespace() {
        play(&mut session, text);
    }
    session
}

fn play(session: &mut Session<Santorini>, text: &str) -> bool {
    let mv = Santorini.read_move(session.position(), text).unwrap();
    session.play(mv).is_ok()
}

fn text(session: &Session<Santorini>) -> String {
    Santorini.write(session.position())
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
    assert_eq!(*session.position(), Santorini.start());
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
    let mut table = entry("tictactoe").start();
    table.set_seat(Player::P2, "minimax:depth=1".parse().unwrap()).unwrap();
    table.play("00").unwrap();
    table.think(&()).unwrap().expect("the computer moves");
    table.play("22").unwrap();
    table.think(&()).unwrap().expect("the computer moves");
    assert_eq!(table.history().len(), 4);
    assert!(table.undo());
    assert_eq!(table.history().len(), 2);
    assert_eq!(table.to_move(), Player::P1);
    assert!(table.redo());
    assert_eq!(table.history().len(), 4, "redo is the other way of undo");
    assert!(table.undo() && table.undo());
    assert!(!table.undo());
    assert_eq!(table.history().len(), 0);
}

#[test]
fn a_person_who_has_not_chosen_yet_has_nothing_to_undo() {
    let mut table = entry("tictactoe").start();
    table.set_seat(Player::P1, Seat::COMPUTER).unwrap();
    table.think(&()).unwrap().expect("the computer moves first");
    assert!(!table.undo());
    assert_eq!(table.history().len(), 1, "the computer's move stands");
}

#[test]
fn two_persons_undo_one_move_at_a_time_from_the_end_to_the_start() {
    let mut table = entry("tictactoe").start();
    table.play_all("00 11 22 01 21 20 02 12 10").unwrap();
    assert!(table.outcome().is_some());
    for left in (0..9).rev() {
        assert!(table.undo());
        assert_eq!(table.history().len(), left);
    }
    assert!(!table.undo());
}

#[test]
fn a_table_without_persons_undoes_one_move_at_a_time() {
    let mut table = entry("tictactoe").start();
    for side in Player::BOTH {
        table.set_seat(side, Seat::Random { seed: Some(3) }).unwrap();
    }
    table.think(&()).unwrap();
    table.think(&()).unwrap();
    assert!(table.undo());
    assert_eq!(table.history().len(), 1);
}

#[test]
fn refusals_come_with_the_place_in_the_line() {
    let mut table = entry("tictactoe").start();
    let refused = table.play_all("00 00").unwrap_err();
    assert_eq!(refused.to_string(), "move 2 (\"00\") is refused: 00 is taken");
    assert_eq!(refused.kind(), "InLine");
    let refused = table.play("11x").unwrap_err();
    assert_eq!(refused.kind(), "MoveText");
    assert_eq!(table.history(), ["00"]);
}

#[test]
fn a_table_tells_what_a_position_is_worth_to_either_side() {
    let table = entry("santorini").open("00000/02300/00000/00000/00000 B 11,33 44,40").unwrap();
    let score = |side| table.judge(None, side).unwrap().score.points();
    assert!(score(Player::P1) > 90_000);
    assert_eq!(score(Player::P2), -score(Player::P1));
    assert_eq!(table.judge(Some("none"), Player::P1).unwrap_err().kind(), "UnknownEvaluation");
}

#[test]
fn the_computer_makes_no_move_when_the_game_is_over_or_it_is_not_its_turn() {
    let mut table = entry("tictactoe").start();
    assert_eq!(table.think(&()).unwrap(), None, "it is a person's turn");
    table.set_seat(Player::P1, Seat::COMPUTER).unwrap();
    table.play_all("00 10 01 11 02").unwrap();
    assert_eq!(table.outcome(), Some(Outcome::Win(Player::P1)));
    table.set_seat(Player::P2, Seat::COMPUTER).unwrap();
    assert_eq!(table.think(&()).unwrap(), None, "the game is over");
}

#[test]
fn a_jump_goes_anywhere_in_the_line_and_nowhere_else() {
    let mut table = entry("tictactoe").start();
    table.play_all("11 00 22 02").unwrap();
    assert!(table.jump(1));
    assert_eq!(table.history(), ["11"]);
    assert_eq!(table.line(), ["11", "00", "22", "02"]);
    assert!(!table.jump(5), "the line is shorter");
    assert_eq!(table.history(), ["11"]);
    assert!(table.jump(4) && table.jump(2));
    table.play("01").unwrap();
    assert_eq!(table.line(), ["11", "00", "01"], "a move forgets what came after it");
}

#[test]
fn a_choice_is_not_yet_made() {
    let mut table = entry("tictactoe").start();
    table.set_seat(Player::P1, "minimax:depth=2".parse().unwrap()).unwrap();
    let chosen = table.choose(&()).unwrap().expect("a choice");
    assert!(table.history().is_empty());
    assert_eq!(table.think(&()).unwrap().as_ref(), Some(&chosen));
    assert_eq!(table.history(), [chosen.mv]);
}

/// Stops every search at once.
struct AtOnce;

impl<M> agon_search::Control<M> for AtOnce {
    fn must_stop(&self) -> bool {
        true
    }
}

#[test]
fn a_search_that_is_stopped_at_once_makes_no_move_by_minimax_and_some_move_by_the_engine() {
    for (seat, made) in [("minimax:depth=9", 0), ("engine:movetime=60000", 1), ("level:8", 1)] {
        let mut table = entry("santorini").start();
        table.set_seat(Player::P1, seat.parse().unwrap()).unwrap();
        table.think(&AtOnce).unwrap();
        assert_eq!(table.history().len(), made, "{seat}");
    }
}

#[test]
fn what_is_proven_of_each_move_is_told_for_its_maker() {
    // X threatens two lines at once, and O can close but one.
    let mut table = entry("tictactoe").start();
    table.play_all("00 11 22 02 20").unwrap();
    let words = |table: &mut Box<dyn agon_arena::Table>| -> Vec<String> {
        let known = table.verdicts().unwrap();
        known.iter().map(|known| format!("{} {}", known.text, known.proven)).collect()
    };
    assert_eq!(words(&mut table), ["01 lose in 2", "10 lose in 2", "12 lose in 2", "21 lose in 2"]);
    table.jump(1);
    assert_eq!(words(&mut table)[3], "11 draw");
    let mut table = entry("nim").open("[1,2]").unwrap();
    assert_eq!(words(&mut table), ["[2] lose", "[1,1] lose", "[1] win"]);
    let mut table = entry("santorini").start();
    assert!(table.verdicts().unwrap().is_empty(), "nobody has solved it");
}
