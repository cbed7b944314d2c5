//! The program from outside: what it prints where, and how it ends.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;

/// Runs the program with these arguments and this standard input.
fn agon(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code, after a check that a failure is a message on standard error
/// and nothing else.
fn refused(arguments: &[&str]) -> i32 {
    let output = agon(arguments, b"");
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert!(words.starts_with("error: "), "{arguments:?}: {words}");
    assert!(!words.contains("panicked"), "{arguments:?}: {words}");
    output.status.code().unwrap()
}

#[test]
fn refused_positions_and_moves_exit_with_1_and_print_nothing_to_stdout() {
    let long = "0".repeat(100_000);
    for text in ["", " ", "nonsense", "startpos x", "🎲", "\u{7f}", "00000", &long] {
        for game in ["santorini", "tictactoe"] {
            for command in ["moves", "eval", "play"] {
                assert_eq!(refused(&[command, game, "--position", text]), 1, "{text}");
            }
            assert_eq!(refused(&["perft", game, "--depth", "1", "--position", text]), 1, "{text}");
        }
    }
    for moves in ["x", "00 xx", "-", "99-99-99", "@00,00", "@00,11 @00,11", "@00,11 00-01-02"] {
        let arguments = ["moves", "santorini", &format!("--moves={moves}")];
        assert_eq!(refused(&arguments), 1, "{moves}");
    }
}

#[test]
fn wrong_usage_exits_with_2_and_prints_nothing_to_stdout() {
    for arguments in [
        &["frobnicate"][..],
        &["moves"],
        &["moves", "chess"],
        &["moves", "santorini", "--nonsense"],
        &["moves", "santorini", "tictactoe"],
        &["perft", "santorini"],
        &["perft", "santorini", "--depth", "0"],
        &["perft", "santorini", "--depth", "-3"],
        &["perft", "santorini", "--depth", "61"],
        &["perft", "santorini", "--depth", "1e3"],
        &["perft", "santorini", "--depth", "99999999999999999999999"],
        &["eval", "santorini", "--side", "green"],
        &["eval", "santorini", "--side", ""],
        &["eval", "santorini", "--eval", ""],
        &["play", "tictactoe", "--p1", ""],
        &["play", "tictactoe", "--p2", "minimax:depth=-1"],
        &["play", "tictactoe", "--p2", "minimax:eval=hand"],
        &["repl"],
        &["repl", "tictactoe"],
    ] {
        assert_eq!(refused(arguments), 2, "{arguments:?}");
    }
}

#[test]
fn help_has_examples_and_names_every_game() {
    for command in ["play", "moves", "perft", "eval"] {
        let help = stdout(&agon(&[command, "--help"], b""));
        assert!(help.contains("Example"), "{command}");
        assert!(help.contains("santorini, tictactoe"), "{command}");
    }
    assert!(stdout(&agon(&["--help"], b"")).contains("agon play santorini"));
}

#[test]
fn a_transcript_is_answered_and_errors_go_to_stderr() {
    let lines = "\
*StudentCode> game1 = initializeGame ((0, 0), (1, 1)) ((2, 2),(3, 3))
nonsense
screenshotGame game1
\u{0}
screenshotGame
screenshotGame (tryMove game1 ((0,0),(1,0),(2,0)))";
    let output = agon(&["repl", "santorini"], lines.as_bytes());
    assert!(output.status.success());
    assert_eq!(
        stdout(&output),
        "(False,'B',((0,0),(1,1)),((2,2),(3,3)),[])\n\
         (False,'R',((1,0),(1,1)),((2,2),(3,3)),[(1,(2,0))])\n"
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 3, "{errors}");
    assert!(errors.lines().all(|line| line.starts_with("error: ")), "{errors}");
}

#[test]
fn a_repl_survives_lines_of_any_bytes() {
    let mut input = vec![b'('; 50_000];
    input.extend(b"\n\xff\xfe\xfd\n1\n");
    let output = agon(&["repl", "santorini"], &input);
    assert!(output.status.success());
    assert_eq!(stdout(&output), "1\n");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: the line is longer than 10000 bytes\nerror: the line is not text (UTF-8)\n"
    );
}

#[test]
fn a_game_is_played_with_refusals_undo_and_redo() {
    let typed = "00\n00\nhello\nundo\n11\nhistory\nz\ny\nposition\n\nquit\n";
    let output = agon(&["play", "tictactoe", "--p2", "person"], typed.as_bytes());
    assert!(output.status.success());
    let said = stdout(&output);
    assert!(said.contains("00 is taken\n"), "{said}");
    assert!(
        said.contains("\"hello\" is not a move: write row and column from 00 to 22\n"),
        "{said}"
    );
    assert!(said.contains("\n11\n"), "history: {said}");
    assert!(said.contains("([0,0,0,0,1,0,0,0,0],-1)\n"), "{said}");
    assert!(!said.contains("> "), "prompts are for terminals: {said}");
}

#[test]
fn the_computer_answers_and_the_end_is_announced() {
    let output = agon(&["play", "tictactoe"], b"00\n01\n02\n22\n20\n21\n10\n11\n12\n");
    let said = stdout(&output);
    assert!(said.contains("O plays 11"), "{said}");
    assert!(said.contains("wins.\n") || said.contains("The game is drawn.\n"), "{said}");
    assert!(output.status.success());
}

#[test]
fn the_computer_can_be_called_in_and_told_how_far_to_look() {
    let typed = "+\na\n+\n+\n-\n11\nq\n";
    let said = stdout(&agon(&["play", "tictactoe", "--p2", "person"], typed.as_bytes()));
    assert!(said.contains("the computer does not play"), "{said}");
    assert!(said.contains("O is now played by: minimax:depth=3\n"), "{said}");
    assert!(said.contains("O looks 4 plies ahead\nO looks 5 plies ahead\nO looks 4"), "{said}");
    assert!(said.contains("O plays "), "{said}");
}

#[test]
fn without_a_command_a_game_is_chosen() {
    let said = stdout(&agon(&[], b"9\nx\n2\n3\n11\nq\n"));
    assert!(said.contains("1  Santorini"), "{said}");
    assert_eq!(said.matches("a number from 1 to 2, please").count(), 2, "{said}");
    assert!(said.contains("2  you are O, and the computer moves first"), "{said}");
    assert!(said.contains("| X |"), "{said}");
    assert!(agon(&[], b"").status.success());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_terminal_game_survives_any_lines(typed in "([@0-4,-]{0,9}|undo|redo|a|moves|\\PC{0,20}|\n){0,30}") {
        let output = agon(&["play", "santorini", "--p2", "random"], typed.as_bytes());
        prop_assert!(output.status.success());
        prop_assert_eq!(output.stderr, b"");
    }
}
