//! Tasks I to III: states, moves and minimax.

use agon_core::{Evaluate, Game as _, Notation as _, Rng, Score, Side};
use agon_games::byte::{Byte, Position};
use agon_search::plain_minimax;

use super::*;

#[test]
fn states_are_lists_that_can_be_typed_back() {
    let mut lisp = session();
    let start = said(&mut lisp, "s");
    assert!(start.starts_with("(8 X (0 0) (((B 2) X) ((B 4) X) "), "{start}");
    assert_eq!(said(&mut lisp, &format!("(equal s '{start})")), "T");
    assert_eq!(said(&mut lisp, &format!("(length (moves '{}))", start.to_lowercase())), "35");
    assert_eq!(
        said(&mut lisp, "(list (first s) (nth 1 s) (third s) (length (fourth s)))"),
        "(8 X (0 0) 24)"
    );
    let played = said(&mut lisp, "(play s '((B 2) (C 3) 0))");
    assert!(
        played.starts_with("(8 O (0 0) (((B 4) X) ") && played.contains("((C 3) O X)"),
        "{played}"
    );
    assert_eq!(said(&mut lisp, "s"), start, "the old state is unchanged");
    assert_eq!(said(&mut lisp, "(length (successors s))"), "35");
    assert_eq!(
        said(&mut lisp, &format!("(first (member '{played} (successors s) :test #'equal))")),
        played
    );
    assert_eq!(
        said(&mut lisp, "(equal (successors s) (mapcar (lambda (m) (play s m)) (moves s)))"),
        "T"
    );
    let board = said(&mut lisp, "(show s)");
    assert_eq!(board.lines().count(), 25);
    assert!(board.starts_with("   1   2   3"), "{board}");
    assert_eq!(said(&mut lisp, "(progn (show (initial 10)) 'done)").lines().count(), 32);
}

#[test]
fn moves_are_lists_and_refusals_are_those_of_the_game() {
    let mut lisp = session();
    assert_eq!(said(&mut lisp, "(car (moves s))"), "((B 2) (C 1) 0)");
    assert_eq!(said(&mut lisp, "(valid s '((b 2) (c 3) 0))"), "T");
    assert_eq!(said(&mut lisp, "(valid s '((C 3) (B 2) 0))"), "NIL");
    assert_eq!(said(&mut lisp, "(every (lambda (m) (valid s m)) (moves s))"), "T");
    for (text, kind) in [
        ("(initial 9)", "Size"),
        ("(initial 'x)", "Type"),
        ("(initial)", "Arguments"),
        ("(play s '((B 2) (C 4) 0))", "NoSquare"),
        ("(play s '((C 3) (B 2) 0))", "NotYours"),
        ("(play s 7)", "MoveText"),
        ("(play s 'pass)", "MustMove"),
        ("(goal 3)", "State"),
        ("(goal '(8 X (0 0)))", "State"),
        ("(goal '(8 X (0 0) (((E 3) XO))))", "State"),
        ("(goal '(9 X (0 0) nil))", "Size"),
        ("(goal '(8 Z (0 0) nil))", "Side"),
        ("(goal '(8 X (0 9) nil))", "Score"),
        ("(goal '(8 X (0 0) (((E 4) X))))", "NoSquare"),
        ("(goal '(8 X (0 0) (((E 3) X X X X X X X X))))", "StackHeight"),
        ("(goal '(8 X (0 0) (((E 3) X) ((E 3) O))))", "Order"),
        ("(minimax s 0)", "Depth"),
        ("(minimax s 101)", "Depth"),
        ("(minimax s 'x)", "Depth"),
        ("(minimax s 1 3)", "NoFunction"),
        ("(minimax s 1 'frob)", "UnknownFunction"),
        ("(minimax s 1 'list)", "Estimate"),
    ] {
        assert_eq!(refused(&mut lisp, text), kind, "{text}");
    }
}

/// A position in which O cannot move.
fn forced_pass() -> String {
    let game = Byte::default();
    for seed in 0.. {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            if game.write_move(&position, mv) == "pass" {
                return game.write(&position);
            }
            game.play_unchecked(&mut position, mv);
        }
    }
    unreachable!("random games have passes")
}

/// A position in the list form, made from its text.
pub(super) fn quoted(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let stack = |stack: &str| {
        let (square, checkers) = stack.split_once(':').unwrap();
        let checkers: Vec<String> = checkers.chars().map(String::from).collect();
        format!("(({} {}) {})", &square[..1], &square[1..], checkers.join(" "))
    };
    let stacks: Vec<String> =
        parts[3].split(',').filter(|&stack| stack != "-").map(stack).collect();
    format!("'({} {} ({}) ({}))", parts[0], parts[1], parts[2].replace('-', " "), stacks.join(" "))
}

#[test]
fn a_forced_pass_is_the_symbol_pass() {
    let mut lisp = LispRepl::new(None, None).unwrap();
    let state = quoted(&forced_pass());
    assert_eq!(said(&mut lisp, &format!("(moves {state})")), "(PASS)");
    assert_eq!(said(&mut lisp, &format!("(valid {state} 'pass)")), "T");
    assert_eq!(said(&mut lisp, &format!("(minimax {state} 1)")), "PASS");
    let played = said(&mut lisp, &format!("(play {state} (car (moves {state})))"));
    assert!(played.starts_with("(8 "), "{played}");
}

#[test]
fn goal_says_who_has_won() {
    let mut lisp = session();
    assert_eq!(said(&mut lisp, "(goal s)"), "NIL");
    let game = Byte::default();
    let mut winners = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.start();
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            game.play_unchecked(&mut position, mv);
        }
        let winner = game.outcome(&position).and_then(agon_core::Outcome::winner).unwrap();
        let state = quoted(&game.write(&position));
        let said_winner = said(&mut lisp, &format!("(goal {state})"));
        assert_eq!(said_winner, ["X", "O"][winner.index()]);
        assert_eq!(
            said(&mut lisp, &format!("(list (moves {state}) (minimax {state} 2))")),
            "(NIL NIL)"
        );
        winners.insert(said_winner);
    }
    assert_eq!(winners.len(), 2);
}

/// The stacks won and the checkers at the bottom, for the side to move.
struct Bottoms;

impl Evaluate<Byte> for Bottoms {
    fn name(&self) -> &str {
        "bottoms"
    }

    fn evaluate(&self, game: &Byte, position: &Position) -> Score {
        let text = game.write(position);
        let stacks = text.split_whitespace().last().unwrap();
        let bottoms = stacks.matches(":X").count() as i32 - stacks.matches(":O").count() as i32;
        let for_x = bottoms
            + 10 * (position.score(Side::First) as i32 - position.score(Side::Second) as i32);
        Score::estimate(if game.to_move(position) == Side::First { for_x } else { -for_x })
    }
}

const BOTTOMS: &str = "
(defun bottoms (stacks side) (count-if (lambda (stack) (eq (second stack) side)) stacks))
(defun for-x (s) (+ (- (bottoms (fourth s) 'X) (bottoms (fourth s) 'O))
                    (* 10 (- (first (third s)) (second (third s))))))
(defun for-player (s player) (if (eq player 'X) (for-x s) (- (for-x s))))";

#[test]
fn minimax_with_a_heuristic_finds_what_plain_minimax_finds() {
    let mut lisp = LispRepl::new(None, None).unwrap();
    said(&mut lisp, BOTTOMS);
    let game = Byte::default();
    let mut rng = Rng::seeded(3);
    let mut compared = 0;
    for _ in 0..4 {
        let mut position = game.start();
        let mut ply = 0;
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            let moves = game.moves(&position).len();
            let depth = if moves > 6 { 1 } else { 3 };
            if ply % 5 == 0 {
                let (_, best) = plain_minimax(&game, &position, depth, &Bottoms);
                let best = game.write_move(&position, best.unwrap());
                let state = quoted(&game.write(&position));
                for heuristic in ["'for-x", "#'for-player", "(lambda (s p) (for-player s p))"] {
                    let found = said(&mut lisp, &format!("(minimax {state} {depth} {heuristic})"));
                    let found = game.read_move(&position, &found).unwrap();
                    assert_eq!(game.write_move(&position, found), best, "{state} {heuristic}");
                    compared += 1;
                }
            }
            game.play_unchecked(&mut position, mv);
            ply += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn minimax_finds_the_move_of_the_engine_and_can_be_played() {
    let mut lisp = session();
    let best = said(&mut lisp, "(minimax s 2)");
    assert_eq!(said(&mut lisp, &format!("(valid s '{best})")), "T", "{best}");
    assert_eq!(said(&mut lisp, "(second (play s (minimax s 2)))"), "O");
}

#[test]
fn the_session_in_the_readme_is_true() {
    let readme = include_str!("../../../../games/src/byte/README.md");
    let block = readme.split("```").find(|block| block.starts_with("text\n> "));
    let mut lines = block.unwrap().trim_start_matches("text\n").trim_end().lines();
    let mut lisp = LispRepl::new(None, None).unwrap();
    let mut checked = 0;
    while let (Some(line), Some(answer)) = (lines.next(), lines.next()) {
        assert_eq!(said(&mut lisp, line.strip_prefix("> ").unwrap()), answer, "{line}");
        checked += 1;
    }
    assert!(checked >= 5);
}

/// The inputs of a block with their answers. An input begins with a prompt and goes on until it
/// is complete.
fn transcript(block: &str, lisp: &LispRepl) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("> "), pairs.last_mut()) {
            (Some(input), _) => pairs.push((input.into(), String::new())),
            (None, Some((input, _))) if !lisp.is_complete(input) => {
                input.push('\n');
                input.push_str(line);
            }
            (None, Some((_, answer))) => {
                answer.push_str(line);
                answer.push('\n');
            }
            (None, None) => panic!("{line} stands before the first prompt"),
        }
    }
    pairs
}

#[test]
fn the_sessions_in_the_guide_are_true() {
    let guide = include_str!("../../../../../docs/lisp.md");
    let mut lisp = LispRepl::new(None, None).unwrap();
    let mut checked = 0;
    for block in guide.split("```").filter_map(|block| block.strip_prefix("text\n")) {
        if block.starts_with("> ") {
            for (input, answer) in transcript(block, &lisp) {
                assert_eq!(said(&mut lisp, &input), answer.trim_end(), "{input}");
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn the_player_may_come_before_the_state_or_after_it() {
    let mut lisp = session();
    let value = said(&mut lisp, "(heuristic s 'O)");
    assert!(value.parse::<i64>().is_ok(), "{value}");
    assert_eq!(said(&mut lisp, "(heuristic 'O s)"), value);
    assert_eq!(refused(&mut lisp, "(heuristic 'O 'X)"), "State");
}
