//! Boards of Byte with few checkers on the command line and in the terminal.

use std::process::Output;

use agon_testing::Run as _;

/// Runs the program with these arguments and this standard input.
fn agon(arguments: &[&str], input: &[u8]) -> Output {
    agon_testing::agon(arguments).output_on(input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn boards_of_byte_with_few_checkers_are_accepted_everywhere() {
    let drawing = "8 X 0-0 E3:OOX,G5:OXXX";
    let said = |command: &[&str], position: &str| {
        let arguments = [command, &["--position", position]].concat();
        let output = agon(&arguments, b"");
        assert!(output.status.success(), "{arguments:?}");
        stdout(&output)
    };
    assert_eq!(said(&["moves", "byte"], drawing), "pass\n");
    assert_eq!(said(&["perft", "byte", "--depth", "2"], drawing), "1 1\n2 2\n");
    assert!(said(&["eval", "byte"], drawing).trim().parse::<i32>().is_ok());
    assert!(said(&["best", "byte", "--depth", "4"], drawing).contains("bestmove pass\n"));
    assert!(said(&["tree", "byte", "--depth", "2"], drawing).contains("pass*"));
    assert!(said(&["solve", "byte"], drawing).starts_with("draw\n"));
    assert!(said(&["solve", "byte"], "8 X 0-0 -").starts_with("draw\n"));
    let query = ["rules", "query", "byte", "stack(S, H), top(S, me)"];
    assert_eq!(said(&query, drawing), "S = e3, H = 3\nS = g5, H = 4\n");
    for (position, reason) in [
        ("8 X 0-0 B3:X", "\"B3\" is not a dark square of the board"),
        ("8 X 0-0 B2:XOXOXOXO", "has 8 checkers, and stacks on the board have 1 to 7"),
        ("8 X 2-2 -", "4 stacks cannot have been won: there are 3 in all"),
        ("8 X 2-1 B2:X", "have 25 checkers together, and the game has no more than 24"),
        ("8 X 0-0 B2:XXXXXXX,C3:XXXXXX", "there are 13 checkers of X"),
    ] {
        let output = agon(&["moves", "byte", "--position", position], b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(reason) && !output.status.success(), "{error}");
    }
}

#[test]
fn a_pass_is_announced_and_never_offered_and_a_draw_is_told() {
    let play = |position: &str, players: [&str; 2], typed: &[u8]| {
        let [first, second] = players;
        let arguments = ["play", "byte", "--position", position, "--p1", first, "--p2", second];
        stdout(&agon(&arguments, typed))
    };
    let persons = ["person", "person"];
    let said = play("8 X 0-0 E3:OOX,G5:OXXX", persons, b"moves\npass\nE3-F4\nq\n");
    assert!(said.starts_with("Type a move, or help.\n"), "{said}");
    assert_eq!(said.matches("X has no move and passes\n").count(), 1, "{said}");
    assert!(said.contains("E3-F4/0  G5-F4/0\n"), "{said}");
    assert!(said.contains("passing is not allowed while there is a legal move"), "{said}");
    // The computer's pass is announced in the same words.
    let said = play("8 X 0-0 E3:OOX,G5:OXXX", ["random:seed=1", "person"], b"q\n");
    assert!(said.contains("X has no move and passes\n") && !said.contains("plays pass"), "{said}");
    let said = play("8 X 0-0 D4:X,E5:O", persons, b"D4-E5\nmoves\nundo\nq\n");
    assert!(said.starts_with("Type a move such as D4-E5/0, or help.\n"), "{said}");
    assert!(said.contains("The game is drawn.\n") && said.contains("the game is over\n"), "{said}");
    for position in ["8 X 0-0 D4:OXO", "10 O 2-2 -"] {
        let said = play(position, persons, b"q\n");
        assert!(said.contains("score: ") && said.contains("The game is drawn.\n"), "{said}");
        assert!(!said.contains("Type") && !said.contains("passes"), "{said}");
        let watched = play(position, ["level:1", "level:1"], b"");
        assert!(watched.ends_with("The game is drawn.\n"), "{watched}");
    }
}
