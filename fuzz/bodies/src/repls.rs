//! The query languages of the assignments, with several lines in a session.

use agon::parsers;

use crate::{check_refusal, text};

/// The most lines of a session.
const MOST_LINES: usize = 25;

/// The Prolog queries of NIM and tic-tac-toe. The first line names the game.
pub fn repl_prolog(input: &[u8]) {
    let text = text(input);
    let (game, lines) = text.split_once('\n').unwrap_or(("nim", &text));
    let game = if game.trim() == "tictactoe" { "tictactoe" } else { "nim" };
    run(game, lines);
}

/// The Lisp functions of Byte.
pub fn repl_lisp(input: &[u8]) {
    run("byte", &text(input));
}

/// The Java calls of Theseus.
pub fn repl_java(input: &[u8]) {
    run("theseus", &text(input));
}

/// The Haskell functions of Santorini.
pub fn repl_haskell(input: &[u8]) {
    run("santorini", &text(input));
}

/// Every line is answered or refused, also after a refusal.
fn run(game: &str, lines: &str) {
    let mut answer = parsers::repl(game).unwrap_or_else(|message| panic!("{message}"));
    for line in lines.lines().filter(|line| !is_long_work(game, line)).take(MOST_LINES) {
        if let Err(refused) = answer(line) {
            check_refusal(&*refused);
        }
    }
}

/// Whether a line needs seconds of real work, such as solving many heaps. Such lines would leave no
/// time for others.
fn is_long_work(game: &str, line: &str) -> bool {
    match game {
        "nim" => {
            let numbers = line.split(|letter: char| !letter.is_ascii_digit());
            let sum: f64 = numbers.filter_map(|number| number.parse::<f64>().ok()).sum();
            sum > 20.0 || line.contains(['*', '^'])
        }
        _ => false,
    }
}
