//! The program from outside: its output and its exit codes.

use std::process::Output;

use agon_arena::games;
use agon_testing::Run as _;
use proptest::prelude::*;

/// Runs the program with these arguments and this standard input.
fn agon(arguments: &[&str], input: &[u8]) -> Output {
    agon_testing::agon(arguments).output_on(input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code, after a check that the only output is a message on standard error.
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
        &["repl", "chess"],
    ] {
        assert_eq!(refused(arguments), 2, "{arguments:?}");
    }
}

#[test]
fn help_has_examples_and_names_every_game() {
    for command in ["play", "moves", "perft", "eval", "rules facts", "rules query", "rules new"] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = stdout(&agon(&words, b""));
        assert!(help.contains("Example"), "{command}");
        assert!(games().iter().all(|entry| help.contains(entry.name)), "{command}");
    }
    assert!(stdout(&agon(&["--help"], b"")).contains("agon play santorini"));
}

#[test]
fn haskell_lines_are_answered_and_errors_go_to_stderr() {
    let lines = "\
game1 = initializeGame ((0, 0), (1, 1)) ((2, 2),(3, 3))
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
fn the_computer_can_be_called_in_and_made_stronger() {
    let typed = "+\na\n+\n+\n-\n11\nq\n";
    let said = stdout(&agon(&["play", "tictactoe", "--p2", "person"], typed.as_bytes()));
    assert!(said.contains("O plays at level 6, strong when the computer plays it\n"), "{said}");
    assert!(said.contains("O is now played by: level:6\n"), "{said}");
    assert!(said.contains("O plays at level 7, expert\n"), "{said}");
    assert!(said.contains("O plays 0") || said.contains("O plays 1"), "{said}");
    let arguments = ["play", "tictactoe", "--p2", "minimax:depth=2"];
    let said = stdout(&agon(&arguments, b"+\n-\nq\n"));
    assert!(said.contains("O looks 3 plies ahead\nO looks 2 plies ahead\n"), "{said}");
    let said = stdout(&agon(&["play", "theseus", "--p2", "minmax"], b"+\nq\n"));
    assert!(said.contains("this player cannot be made stronger or weaker"), "{said}");
}

#[test]
fn a_game_is_chosen_from_a_menu() {
    let place = 1 + games().iter().position(|entry| entry.name == "tictactoe").unwrap();
    let said = stdout(&agon(&["choose"], format!("99\nx\n{place}\n3\n11\nq\n").as_bytes()));
    assert!(said.contains("1  Santorini"), "{said}");
    assert_eq!(said.matches("a number from 1 to ").count(), 2, "{said}");
    assert!(said.contains("2  you are O, and the computer moves first"), "{said}");
    assert!(said.contains("| X |"), "{said}");
    assert!(agon(&["choose"], b"").status.success());
}

#[test]
fn the_menu_asks_for_the_size_of_the_board() {
    let place = 1 + games().iter().position(|entry| entry.name == "byte").unwrap();
    let said = stdout(&agon(&["choose"], format!("{place}\n9\n10\n3\nposition\nq\n").as_bytes()));
    assert!(said.contains("\n  size: 8 or 10\n"), "{said}");
    assert_eq!(said.matches("8 or 10, please\n").count(), 1, "{said}");
    assert!(said.contains("\n10 X 0-0 B2:X"), "{said}");
    assert!(agon(&["choose"], format!("{place}\nq\n").as_bytes()).status.success());
    assert!(agon(&["choose"], format!("{place}\n").as_bytes()).status.success());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_terminal_game_survives_any_lines(typed in "([@0-4,-]{0,9}|undo|redo|a|moves|\\PC{0,20}|\n){0,30}") {
        let output = agon(&["play", "santorini", "--p2", "random:seed=1"], typed.as_bytes());
        prop_assert!(output.status.success());
        prop_assert_eq!(output.stderr, b"");
    }
}

#[test]
fn the_last_computer_player_is_restored() {
    let said = stdout(&agon(&["play", "tictactoe", "--p2", "random:seed=7"], b"a\na\n"));
    assert!(
        said.contains("O is now played by: person\nO is now played by: random:seed=7\n"),
        "{said}"
    );
}

#[test]
fn exit_codes_do_not_depend_on_a_writable_stderr() {
    for (arguments, code) in [
        (&["moves", "santorini", "--position", "x"][..], 1),
        (&["eval", "santorini", "--side", "green"], 2),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = agon_testing::agon(arguments).stderr(full).status();
        assert_eq!(status.unwrap().code(), Some(code), "{arguments:?}");
    }
}

/// A folder for one test, removed at its end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_position_is_solved_and_the_answer_says_how() {
    let said = |arguments: &[&str]| stdout(&agon(arguments, b""));
    assert_eq!(said(&["solve", "nim"]), "win\nby theory\n");
    assert_eq!(said(&["solve", "nim", "--by", "search"]), "win in 14\nby search: 251 positions\n");
    assert_eq!(said(&["solve", "tictactoe"]), "draw\nby search: 5478 positions\n");
    assert_eq!(said(&["solve", "nim", "--heaps", "1,1,1", "--moves", "[1,1]"]), "win\nby theory\n");
    let output = agon(&["solve", "nim", "--position", "-"], b"[18446744073709551615, 1]\n");
    assert_eq!(stdout(&output), "win\nby theory\n");
    let output = agon(&["solve", "nim", "--by", "search", "--nodes", "10"], b"");
    assert_eq!((stdout(&output).lines().next(), output.status.code()), (Some("unknown"), Some(1)));
}

#[test]
fn positions_that_cannot_be_solved_are_refused_with_the_reason() {
    assert_eq!(refused(&["solve", "santorini"]), 1);
    assert_eq!(refused(&["kb", "santorini", "list"]), 1);
    assert_eq!(refused(&["solve", "tictactoe", "--by", "theory"]), 2);
    assert_eq!(refused(&["solve", "tictactoe", "--heaps", "3,5,7"]), 2);
    assert_eq!(refused(&["kb", "nim", "save"]), 2);
    assert_eq!(refused(&["kb", "nim", "frob"]), 2);
    for heaps in ["0", "-1", "x", "", "3,,5", "3;5", "99999999999999999999999", "1.5"] {
        let expected = if heaps.is_empty() { 0 } else { 1 };
        let output = agon(&["solve", "nim", &format!("--heaps={heaps}")], b"");
        assert_eq!(output.status.code(), Some(expected), "{heaps}");
    }
    assert_eq!(refused(&["solve", "nim", "--heaps", "100", "--by", "search"]), 1);
}

#[test]
fn a_knowledge_base_is_saved_copied_and_cleared() {
    let folder = Folder::new("kb");
    let (data, copy) = (folder.file("data"), folder.file("copy.kb"));
    let kb =
        |arguments: &[&str]| agon(&[&["kb", "nim"], arguments, &["--data", &data]].concat(), b"");
    assert_eq!(stdout(&kb(&["list"])), "inKB([1],lose).\ninKB([],win).\n");
    assert_eq!(kb(&["list", &copy]).status.code(), Some(1), "a file that is named must be there");
    assert_eq!(kb(&["save", &copy]).status.code(), Some(1), "there is nothing to save yet");
    assert_eq!(stdout(&kb(&["build", "--heaps", "3,5,7"])), "251 positions\n");
    assert_eq!(stdout(&kb(&["get", "--heaps", "2,4"])), "win in 4\n");
    assert_eq!(stdout(&kb(&["get", "--heaps", "9"])), "unknown\n");
    assert_eq!(kb(&["get", "--heaps", "9"]).status.code(), Some(1));
    let list = stdout(&kb(&["list"]));
    assert!(list.starts_with("inKB([3,5,7],win).\n"), "{list}");
    assert_eq!(list.lines().count(), 251);
    assert!(stdout(&kb(&["list", "--json"])).starts_with("{\"plies\":14,\"position\":\"[3,5,7]\""));
    assert_eq!(stdout(&kb(&["save", &copy])), "251 positions\n");
    assert!(kb(&["clear"]).status.success());
    assert_eq!(stdout(&kb(&["list"])).lines().count(), 2);
    assert_eq!(stdout(&kb(&["load", &copy])), "251 positions\n");
    assert_eq!(stdout(&kb(&["list"])), list);

    // A damaged file is refused, and the base stays as it was.
    let mut bytes = std::fs::read(&copy).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&copy, bytes).unwrap();
    let output = kb(&["load", &copy]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
    assert_eq!(kb(&["load", &folder.file("missing")]).status.code(), Some(1));
    assert_eq!(stdout(&kb(&["list"])), list);
    // Other files are not cleared, and endless ones are not read.
    let notes = folder.file("notes.txt");
    std::fs::write(&notes, "my own words").unwrap();
    assert_eq!(kb(&["clear", &notes]).status.code(), Some(1));
    assert_eq!(kb(&["build", &notes]).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my own words");
    for place in [folder.0.to_str().unwrap(), "/dev/zero"] {
        assert_eq!(kb(&["list", place]).status.code(), Some(1), "{place}");
        assert_eq!(kb(&["save", place]).status.code(), Some(1), "{place}");
    }
    assert_eq!(stdout(&kb(&["clear", &copy, "--json"])), "{\"positions\":2}\n", "damaged");
    let left: Vec<_> =
        std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let is_left = |name: &str| name == "nim.kb" || cfg!(not(unix)) && name == ".nim.kb.lock";
    assert!(left.iter().all(|name| name.to_str().is_some_and(is_left)), "{left:?}");
}

/// The example in the README of NIM.
#[test]
fn a_named_file_holds_a_base() {
    let folder = Folder::new("own");
    let file = folder.file("small.kb");
    let said = |action: &str, more: &[&str]| {
        stdout(&agon(&[&["kb", "nim", action, &file], more].concat(), b""))
    };
    let heaps = ["--heaps", "1,2"];
    let readme = include_str!("../../../games/src/nim/README.md");
    for answer in [said("build", &heaps), said("list", &[]), said("get", &heaps)] {
        assert!(answer.len() > 5 && readme.contains(&answer), "{answer}");
    }
}

#[test]
fn a_build_that_reaches_a_limit_saves_what_is_known() {
    let folder = Folder::new("limit");
    let file = folder.file("nim.kb");
    let output = agon(&["kb", "nim", "build", &file, "--heaps", "9,9", "--nodes", "100"], b"");
    assert_eq!(output.status.code(), Some(1));
    let known = stdout(&agon(&["kb", "nim", "list", &file], b"")).lines().count();
    assert!(known > 50, "{known}");
    let output = agon(&["kb", "nim", "build", &file, "--heaps", "9,9"], b"");
    assert!(output.status.success());
}

#[test]
fn prolog_queries_are_answered_and_errors_go_to_stderr() {
    let lines =
        b"utility([3,5,7],X).\nnonsense\n?- play([2,4,6],NewState).\nhalt.\nutility([1],X).\n";
    let output = agon(&["repl", "nim"], lines);
    assert_eq!(
        stdout(&output),
        "X = win.\nI play from [2,4,6] to [1,4,6]\n\
         If you play perfectly, you will eventually win\nNewState = [1, 4, 6].\n"
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert!(output.status.success());
}

#[test]
fn byte_is_played_with_reasons_passes_and_the_score() {
    let typed = b"C3-B2\nB2-D4\nB2-C3\n((c 1) (d 2) 0)\nposition\nq\n";
    let said = stdout(&agon(&["play", "byte", "--p2", "person"], typed));
    assert!(said.contains("the checker on level 0 of C3 is not yours"), "{said}");
    assert!(said.contains("D4 is not one diagonal step from B2"), "{said}");
    assert!(said.contains("score: X 0, O 0"), "{said}");
    assert!(said.contains("\n8 X 0-0 B4:X"), "{said}");
    let forced = ["play", "byte", "--position", "8 X 1-1 F6:OXOXOXX,G3:O", "--p2", "person"];
    assert!(stdout(&agon(&forced, b"")).contains("X has no move and passes\n"));
    assert_eq!(refused(&["play", "byte", "--size", "9"]), 2);
    assert_eq!(refused(&["moves", "nim", "--size", "8"]), 2);
    assert_eq!(
        stdout(&agon(&["perft", "byte", "--size", "10", "--depth", "2"], b"")),
        "1 63\n2 3756\n"
    );
}

#[test]
fn late_positions_of_byte_are_solved_and_early_ones_are_not() {
    let late = ["solve", "byte", "--position", "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X"];
    let said = stdout(&agon(&late, b""));
    assert!(
        said.starts_with("win\nby search: ") || said.starts_with("lose\nby search: "),
        "{said}"
    );
    let output = agon(&["solve", "byte", "--nodes", "1000"], b"");
    assert_eq!(
        (stdout(&output), output.status.code()),
        ("unknown\nby search: 1001 positions\n".into(), Some(1))
    );
}

#[test]
fn hidden_information_is_not_printed() {
    let play = |input: &str, view: &str| {
        let arguments = ["play", "theseus", "--p2", "random:seed=1", "--view", view];
        stdout(&agon(&arguments, input.as_bytes()))
    };
    let said = play("position\nhistory\na\nboard\nq\n", "senses");
    assert!(!said.contains("0,0-7,7"), "{said}");
    assert_eq!(said.matches("that would tell what you do not see").count(), 2);
    assert!(!said.contains('M'.to_string().as_str()) || !said.contains(" M "), "{said}");
    assert!(said.contains("Minotaur started at 7,7"));
    let said = play("position\nq\n", "full");
    assert!(said.contains("0,0-7,7") && said.contains(" M "), "{said}");
}

#[test]
fn a_ladder_refuses_persons() {
    for players in ["", "person", "person:", "random person"] {
        assert_eq!(refused(&["maze", "ladder", "--players", players]), 2, "{players}");
    }
}

#[test]
fn mazes_are_read_from_pipes_and_in_one_line_and_refused_where_input_is_needed() {
    let maze = stdout(&agon(&["maze", "new", "--seed", "3", "--size", "5"], b""));
    let line = stdout(&agon(&["maze", "show", "-", "--line"], maze.as_bytes()));
    assert_eq!(stdout(&agon(&["maze", "show", "-"], line.as_bytes())), maze);
    assert_eq!(refused(&["play", "theseus", "--maze", "-"]), 2);
    assert_eq!(refused(&["repl", "theseus", "--maze", "-"]), 2);
    assert_eq!(refused(&["maze", "check", "."]), 1);
}

#[test]
fn solving_a_maze_respects_its_limits() {
    for limit in [["--nodes", "100"], ["--memory", "1"]] {
        let maze =
            stdout(&agon(&["maze", "new", "--size", "15", "--loot", "12", "--seed", "1"], b""));
        let output =
            agon(&["solve", "theseus", "--maze", "-", limit[0], limit[1]], maze.as_bytes());
        assert_eq!((stdout(&output).as_str(), output.status.code()), ("unknown\n", Some(1)));
    }
}

#[test]
fn the_example_rules_of_every_game_are_valid() {
    let folder = Folder::new("rules");
    for entry in games() {
        let file = folder.file(&format!("{}.rules", entry.name));
        let starter = agon(&["rules", "new", entry.name], b"");
        assert!(stdout(&starter).contains(&format!("\ngame {}.\n", entry.name)), "{}", entry.name);
        std::fs::write(&file, starter.stdout).unwrap();
        let checked = agon(&["rules", "check", &file, "--games", "2"], b"");
        assert_eq!(String::from_utf8_lossy(&checked.stderr), "", "{}", entry.name);
        assert!(stdout(&checked).contains(entry.name) && checked.status.success());
        let value = stdout(&agon(&["eval", entry.name, "--eval", &file], b""));
        assert!(value.trim().parse::<i32>().is_ok(), "{}: {value}", entry.name);
        let listed = stdout(&agon(&["rules", "facts", entry.name], b""));
        assert!(listed.contains("to_move(player)"), "{listed}");
    }
}

#[test]
fn other_files_are_refused_as_rule_files() {
    let folder = Folder::new("no-rules");
    let file = |name: &str, bytes: &[u8]| {
        let file = folder.file(name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    let large = file("large.rules", &[b'%'; 70_000]);
    let binary = file("binary.rules", &[0xff, 0, 0xfe]);
    let other = file("other.rules", b"game nim. value(me, 1).");
    let folder = folder.0.to_str().unwrap();
    for wrong in [&large, &binary, &other, folder, "/dev/zero", "./missing", "missing.rules"] {
        assert_eq!(refused(&["eval", "byte", "--eval", wrong]), 1, "{wrong}");
        assert_eq!(refused(&["best", "byte", "--depth", "1", "--eval", wrong]), 1, "{wrong}");
        assert_eq!(refused(&["tree", "byte", "--depth", "1", "--eval", wrong]), 1, "{wrong}");
        assert_eq!(refused(&["rules", "query", "byte", "--rules", wrong, "x"]), 1, "{wrong}");
        let player = format!("engine:nodes=100,eval={wrong}");
        assert_eq!(refused(&["play", "byte", "--p1", &player]), 1, "{wrong}");
        assert_eq!(refused(&["maze", "ladder", "--players", &player]), 1, "{wrong}");
    }
    assert_eq!(refused(&["rules", "query", "byte", "--position", "-"]), 2);
}

#[test]
fn queries_are_read_line_by_line_and_an_error_does_not_end_the_session() {
    let lines = b"?- top(b2, X).\nnonsense(\n% nothing\n\n\xff\ntop(b2, me)\ntop(b2, you)\nhalt.\ntop(c1, X)\n";
    let output = agon(&["rules", "query", "byte"], lines);
    assert_eq!(stdout(&output), "X = me\ntrue.\nfalse.\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.matches("error: ").count(), 2, "{errors}");
    assert!(errors.contains("query:1:"), "{errors}");
    assert!(output.status.success());
}
