//! The full-screen board of `agon play` and `agon choose`, in a terminal.

#![cfg(unix)]

mod terminal;

use std::{env, io};

use agon_testing::{Run as _, agon, program, text};
use rustix::process::{Pid, Signal, kill_process};

use terminal::Terminal;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// Whether bytes set a colour, rather than only bold or reversed text.
fn has_colour(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let parts = text.split("\x1b[").skip(1);
    let styles = parts.filter_map(|part| {
        let end = part.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
        part[end..].starts_with('m').then(|| &part[..end])
    });
    styles.flat_map(|style| style.split(';')).any(|code| {
        let code: u32 = code.parse().unwrap_or(0);
        matches!(code, 30..=38 | 40..=48 | 90..=97 | 100..=107)
    })
}

#[test]
fn a_game_of_tic_tac_toe_is_played_by_keys() {
    let mut terminal = Terminal::start(&["play", "tictactoe", "--p2", "person"]);
    terminal.wait_for("X: mark an empty cell");
    for (keys, next) in [
        ("\r".to_string(), "O to move"),
        (format!("{UP}\r"), "X to move"),
        (format!("{LEFT}\r"), "O to move"),
        ("2".into(), "move: 2"),
        ("0\r".into(), "X to move"),
        (format!("{DOWN}{DOWN}{RIGHT}{RIGHT}\r"), "X wins: X has three in a row"),
    ] {
        terminal.send(&keys);
        terminal.wait_for(next);
    }
    terminal.send("n");
    terminal.wait_for("a new game");
    terminal.send("y");
    terminal.wait_for("O to move");
    terminal.send("q");
    let screen = terminal.wait_for("Leave the game?");
    assert!(screen.contains("X"), "{screen}");
    terminal.send("y");
    assert!(terminal.end().success());
    assert!(terminal.is_restored());
    let left = terminal.wait_for("To go on: agon play tictactoe");
    assert!(left.contains("--moves '11'"), "{left}");
}

#[test]
fn santorini_is_played_by_mouse_against_the_computer() {
    let players = ["--p2", "minimax:depth=1"];
    let mut terminal = Terminal::start(&[&["play", "santorini"], players.as_slice()].concat());
    terminal.wait_for("blue: place your first pawn");
    terminal.click("1", "1");
    terminal.wait_for("blue: place your second pawn");
    terminal.click("3", "3");
    terminal.wait_for("red plays @");
    // A pawn of the other side is refused, and Escape cancels a half-made move.
    terminal.click("4", "4");
    terminal.wait_for("44");
    terminal.click("1", "1");
    terminal.wait_for("step to a marked cell");
    terminal.send("\x1b");
    terminal.wait_for("choose a pawn");
    terminal.send("h");
    terminal.wait_for("hint: ");
    terminal.send("z");
    terminal.wait_for("blue: place your first pawn");
    terminal.send("\x03");
    assert!(terminal.end().success());
    assert!(terminal.is_restored());
}

#[test]
fn a_step_onto_the_third_level_wins() {
    let position = "00000/00000/00000/02300/00000 B 31,11 13,44";
    let mut terminal =
        Terminal::start(&["play", "santorini", "--position", position, "--p2", "person"]);
    terminal.wait_for("blue: choose a pawn");
    terminal.click("3", "1");
    terminal.wait_for("step to a marked cell");
    terminal.click("3", "2");
    terminal.wait_for("blue wins: blue stands on the third level");
    terminal.send("q");
    assert!(terminal.end().success());
    terminal.wait_for("blue wins.");
}

#[test]
fn the_program_ends_when_its_terminal_is_closed() {
    terminal::close_when("place your first pawn", &["play", "santorini"]);
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let mut terminal = Terminal::start(&["play", "byte", "--p2", "person"]);
    terminal.wait_for("X: choose a stack");
    terminal.resize(10, 40);
    let screen = terminal.wait_for("18. Make it larger");
    assert!(screen.contains("40 columns and 10") && screen.contains("at least 60"), "{screen}");
    terminal.resize(40, 120);
    terminal.wait("larger board", |screen| {
        let text = screen.contents();
        text.lines().count() > 30 && text.contains("X: choose a stack")
    });
    terminal.send("q");
    assert!(terminal.end().success());
}

#[test]
fn colours_are_used_unless_they_are_not_wanted() {
    let arguments = ["play", "santorini", "--p2", "person"];
    for (variables, is_coloured) in [
        ([("TERM", "xterm-256color"), ("NO_COLOR", "1")], false),
        ([("TERM", "xterm"), ("NO_COLOR", "")], true),
    ] {
        let mut terminal = Terminal::run(program(), &arguments, &variables);
        terminal.wait_for("place your first pawn");
        terminal.send("?");
        terminal.wait_for("draw the screen again");
        terminal.send("x\x03");
        assert!(terminal.end().success());
        assert_eq!(has_colour(&terminal.bytes()), is_coloured, "{variables:?}");
    }
    // Sixteen colours are not those of 256.
    let mut terminal = Terminal::run(program(), &arguments, &[("TERM", "xterm")]);
    terminal.wait_for("place your first pawn");
    terminal.send("\x03");
    terminal.end();
    let bytes = terminal.bytes();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("8;2;"), "{text}");
    let indexed = text.split("8;5;").skip(1);
    let number =
        |part: &str| part.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse::<u8>();
    assert!(indexed.map(|part| number(part).unwrap()).all(|colour| colour < 16), "{text}");
}

#[test]
fn a_signal_restores_the_terminal_also_while_the_computer_thinks() {
    let players = ["--p1", "engine:movetime=3600000", "--p2", "person"];
    let mut terminal = Terminal::start(&[&["play", "byte"], players.as_slice()].concat());
    terminal.wait_for("thinking");
    let process = Pid::from_raw(terminal.process()).unwrap();
    kill_process(process, Signal::TERM).unwrap();
    terminal.end();
    assert!(terminal.is_restored());
}

/// The variable that turns the test below into the program that panics.
const PANICS: &str = "AGON_TEST_PANICS";

#[test]
fn a_panic_is_told_after_the_terminal_is_restored() {
    if env::var_os(PANICS).is_some() {
        let _ = agon_terminal::choose::<io::Error>(|_| panic!("no such game"), &());
        return;
    }
    let own = env::current_exe().unwrap();
    let only =
        ["--exact", "full_screen::a_panic_is_told_after_the_terminal_is_restored", "--nocapture"];
    let mut terminal = Terminal::run(&own, &only, &[(PANICS, "1")]);
    terminal.wait_for("Which game?");
    terminal.send("2");
    terminal.wait_for("NIM: who plays?");
    terminal.send("3");
    assert!(!terminal.end().success());
    assert!(terminal.is_restored());
    // The contents of the full screen are gone with it.
    let bytes = terminal.bytes();
    let text = String::from_utf8_lossy(&bytes);
    let (_, after) = text.split_once("\x1b[?1049l").expect("the full screen is left");
    assert!(after.contains("no such game"), "{text}");
}

#[test]
fn a_thinking_computer_is_stopped_at_once() {
    let players = ["--p1", "person", "--p2", "engine:movetime=3600000"];
    let mut terminal = Terminal::start(&[&["play", "santorini"], players.as_slice()].concat());
    terminal.wait_for("place your first pawn");
    terminal.send("@11,33\r");
    terminal.wait_for("red is thinking");
    terminal.wait_for("nodes");
    terminal.send("z");
    terminal.wait_for("place your first pawn");
    terminal.send("q");
    assert!(terminal.end().success());
}

#[test]
fn the_minotaur_is_hidden_from_theseus_unless_everything_is_shown() {
    let maze = "00000/00200/00000/00000/00000 0,0-4,4 0,2-3,3 200/2/T/-";
    let arguments = ["play", "theseus", "--position", maze];
    let is_on_board = |screen: &vt100::Screen, letter: &str| {
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        // The names of the players are in the panel, with other letters beside them.
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).any(
            |(row, column)| {
                let at = |column: u16| screen.cell(row, column).map_or("", |cell| cell.contents());
                at(column) == letter
                    && [column - 1, column + 1].iter().all(|&c| at(c).trim().is_empty())
            },
        )
    };
    let mut hidden = Terminal::start(&arguments);
    hidden.wait("Theseus", |screen| is_on_board(screen, "T"));
    hidden.wait("no Minotaur", |screen| !is_on_board(screen, "M"));
    hidden.send(UP);
    hidden.wait_for("round 1: ");
    hidden.wait("no Minotaur", |screen| !is_on_board(screen, "M"));
    hidden.send("h");
    hidden.wait_for("what you do not see");
    hidden.send("\x03");
    assert!(hidden.end().success());
    let mut full = Terminal::start(&[&arguments, ["--view", "full"].as_slice()].concat());
    full.wait("Minotaur", |screen| is_on_board(screen, "M") && is_on_board(screen, "T"));
    full.send("\x03");
    full.end();
}

#[test]
fn games_and_players_are_chosen_from_a_menu() {
    let mut terminal = Terminal::start(&["choose"]);
    terminal.wait_for("Which game?");
    terminal.send(&format!("{DOWN}\r"));
    terminal.wait_for("NIM: who plays?");
    terminal.send("\x1b");
    terminal.wait_for("Which game?");
    terminal.send("2");
    terminal.wait_for("NIM: who plays?");
    terminal.send("3");
    terminal.wait_for("first: choose the first match to take");
    terminal.send("q");
    assert!(terminal.end().success());
    assert!(terminal.is_restored());
}

#[test]
fn a_dumb_terminal_and_the_option_keep_to_lines() {
    let play = ["play", "tictactoe", "--p2", "person"];
    let with_option = [&play, ["--line"].as_slice()].concat();
    for (arguments, variables) in
        [(play.to_vec(), vec![("TERM", "dumb")]), (with_option, Vec::new())]
    {
        let mut terminal = Terminal::run(program(), &arguments, &variables);
        terminal.wait_for("X> ");
        terminal.send("11\rq\r");
        terminal.wait_for("O> ");
        assert!(terminal.end().success());
        assert!(!terminal.bytes().contains(&0x1b), "no escape codes");
    }
    let mut terminal = Terminal::start(&["choose", "--line"]);
    terminal.wait_for("game (1 to 5, q to leave)> ");
    terminal.send("q\r");
    assert!(terminal.end().success());
}

/// With piped input or output the game is played in line mode. The transcripts of the documentation
/// test its contents.
#[test]
fn piped_games_keep_to_lines() {
    let output = agon(["play", "tictactoe", "--p2", "person"]).output_on("11\n00\nq\n");
    let text = text(&output.stdout);
    assert!(text.starts_with("Type a move such as 11, or help.\n\n    0   1   2\n"), "{text}");
    assert!(!text.contains('\x1b') && !text.contains("> "), "{text}");
}

#[test]
fn a_suspended_game_gives_the_terminal_back_to_the_shell() {
    let shell = [("PS1", "shell$ "), ("ENV", "")];
    // Input that is typed before the shell has the terminal again may be lost.
    let has_prompt = |screen: &vt100::Screen| {
        !screen.alternate_screen() && screen.contents().trim_end().ends_with("shell$")
    };
    let mut terminal = Terminal::run("sh", &["-i"], &shell);
    terminal.wait_for("shell$ ");
    terminal.send(&format!("{} play tictactoe --p2 person\r", program().display()));
    terminal.wait_for("X: mark an empty cell");
    terminal.send("\x1a");
    terminal.wait("prompt", has_prompt);
    terminal.send("echo back in the shell\r");
    terminal.wait("shell", |screen| screen.contents().matches("back in the shell").count() == 2);
    assert!(terminal.is_restored());
    terminal.send("fg\r");
    terminal.wait("board", |screen| screen.alternate_screen());
    terminal.wait_for("X: mark an empty cell");
    terminal.send("q");
    terminal.wait("prompt", has_prompt);
    terminal.send("exit\r");
    assert!(terminal.end().success());
}
