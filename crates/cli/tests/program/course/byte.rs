//! Byte in Common Lisp.

use std::fs;
use std::process::Command;

use agon_core::{Game as _, Notation as _, Outcome, Present as _, Rng};
use agon_games::byte::{Byte, Position};

use super::hand_in::{CourseQuestion, END, answers, check_both, question, random_game, wrong};
use super::tools::{LISP, kit, run};

#[test]
fn the_hand_ins_for_byte_are_what_they_claim() {
    if !LISP.is_here() {
        return;
    }
    let questions = questions();
    let [reference, faulty] = ["reference", "faulty"].map(|kind| {
        let file = kit("byte").join(kind).join("byte.lisp");
        let mut script = format!("(load {file:?})\n(setf *print-pretty* nil)\n");
        for CourseQuestion { text, .. } in &questions {
            script.push_str(&format!("(format t \"~A~%{END}~%\" {text})\n"));
        }
        let folder = tempfile::tempdir().unwrap();
        let script_file = folder.path().join("questions.lisp");
        fs::write(&script_file, script).unwrap();
        run(Command::new("sbcl").arg("--script").arg(&script_file), "")
    });
    let [reference, faulty] =
        [&reference, &faulty].map(|output| wrong(&questions, &answers(output)));
    check_both(&reference, &faulty, &kit("byte/faulty/byte.lisp"));
}

/// A square `E3` as `(E 3)`.
fn square(text: &str) -> String {
    format!("({} {})", &text[..1], &text[1..])
}

/// A move `E3-F4/0` as `((E 3) (F 4) 0)`.
fn mv(text: &str) -> String {
    match text.split_once('/').and_then(|(squares, level)| Some((squares.split_once('-')?, level)))
    {
        Some(((from, to), level)) => format!("({} {} {level})", square(from), square(to)),
        None => text.to_uppercase(),
    }
}

/// A list of Lisp; the empty one is `NIL`.
fn list(items: &[String]) -> String {
    if items.is_empty() { "NIL".into() } else { format!("({})", items.join(" ")) }
}

/// A position `8 X 0-0 E3:OOX` as `(8 X (0 0) (((E 3) O O X)))`.
fn state(game: &Byte, position: &Position) -> String {
    let text = game.write(position);
    let parts: Vec<&str> = text.split(' ').collect();
    let stacks = parts[3].split(',').filter_map(|stack| stack.split_once(':'));
    let stacks: Vec<String> = stacks
        .map(|(at, checkers)| {
            let checkers: Vec<String> = checkers.chars().map(String::from).collect();
            format!("({} {})", square(at), checkers.join(" "))
        })
        .collect();
    format!("({} {} ({}) {})", parts[0], parts[1], parts[2].replace('-', " "), list(&stacks))
}

/// Questions about positions of random games.
fn questions() -> Vec<CourseQuestion> {
    let mut rng = Rng::seeded(4);
    // A board with few checkers, on which neither side can move.
    let stuck = "(goal '(8 X (0 0) (((E 3) O O X))))".to_string();
    let mut questions = vec![question("goal", stuck, "DRAW")];
    for round in 0..24 {
        let side = if round % 3 == 2 { 10 } else { 8 };
        let game = Byte::new(side).unwrap();
        let start = state(&game, &game.start());
        questions.push(question("initial", format!("(initial {side})"), start));
        let (positions, _) = random_game(&game, &mut rng);
        let last = positions.len() - 1;
        for at in [rng.below(last), rng.below(last), last] {
            ask(&game, &positions[at], &mut rng, &mut questions);
        }
    }
    questions
}

/// Asks all functions about a position.
fn ask(game: &Byte, position: &Position, rng: &mut Rng, questions: &mut Vec<CourseQuestion>) {
    let s = state(game, position);
    let legal = game.moves(position);
    let text = |made| mv(&game.write_move(position, made));
    let moves: Vec<String> = legal.iter().map(|&made| text(made)).collect();
    let after: Vec<String> =
        legal.iter().map(|&made| state(game, &game.after(position, made))).collect();
    let goal = match game.outcome(position) {
        Some(Outcome::Win(side)) => ["X", "O"][side.index()],
        Some(Outcome::Draw) => "DRAW",
        None => "NIL",
    };
    questions.push(question("goal", format!("(goal '{s})"), goal));
    questions.push(question("moves", format!("(moves '{s})"), list(&moves)));
    questions.push(question("successors", format!("(successors '{s})"), list(&after)));
    let board = game.text_board(&game.view(position, None)).unwrap();
    let (board, _) = board.split_once("score:").unwrap();
    questions.push(question("show", format!("(progn (show '{s}) \"\")"), board));
    let found = format!("(if (play '{s} (minimax '{s} 2)) 'A-MOVE (moves '{s}))");
    questions.push(question("minimax", found, if legal.is_empty() { "NIL" } else { "A-MOVE" }));
    let zero = format!("(+ (heuristic '{s} 'X) (heuristic '{s} 'O))");
    questions.push(question("heuristic", zero, "0"));
    for _ in 0..8 {
        let tried = any_move(game, position, rng);
        let made = game.read_move(position, &tried).ok().filter(|&m| game.is_legal(position, m));
        let valid = if made.is_some() { "T" } else { "NIL" };
        let after = made.map_or("NIL".into(), |made| state(game, &game.after(position, made)));
        questions.push(question("valid", format!("(valid '{s} '{})", mv(&tried)), valid));
        questions.push(question("play", format!("(play '{s} '{})", mv(&tried)), after));
    }
}

/// A move from a stack to a neighbour, legal or not, or a pass.
fn any_move(game: &Byte, position: &Position, rng: &mut Rng) -> String {
    let text = game.write(position);
    let stacks: Vec<(&str, &str)> =
        text.split([' ', ',']).filter_map(|stack| stack.split_once(':')).collect();
    if stacks.is_empty() || rng.below(20) == 0 {
        return "pass".into();
    }
    let (from, checkers) = stacks[rng.below(stacks.len())];
    let row = if rng.below(2) == 0 { from.as_bytes()[0] + 1 } else { from.as_bytes()[0] - 1 };
    let column: usize = from[1..].parse().unwrap();
    let column = if rng.below(2) == 0 { column + 1 } else { column - 1 };
    let is_on =
        (b'A'..b'A' + game.side() as u8).contains(&row) && (1..=game.side()).contains(&column);
    let to = if is_on { format!("{}{column}", char::from(row)) } else { "A1".into() };
    format!("{from}-{to}/{}", rng.below(checkers.len()))
}
