//! Santorini in Haskell.

use std::process::Command;

use agon_core::{Game as _, Notation as _, Outcome, Rng};
use agon_games::santorini::{Position, Santorini};

use super::hand_in::{CourseQuestion, END, answers, check_both, question, random_game, wrong};
use super::tools::{HASKELL, kit, run};

#[test]
fn the_hand_ins_for_santorini_are_what_they_claim() {
    if !HASKELL.is_here() {
        return;
    }
    let questions = questions();
    let [reference, faulty] = ["reference", "faulty"].map(|kind| {
        let lines = questions
            .iter()
            .map(|CourseQuestion { text, .. }| format!("{text}\nputStrLn \"{END}\"\n"));
        let mut ghci = Command::new("ghci");
        ghci.args(["-v0", "-ignore-dot-ghci"])
            .arg(kit("santorini").join(kind).join("StudentCode.hs"));
        run(&mut ghci, &lines.collect::<String>())
    });
    let [reference, faulty] =
        [&reference, &faulty].map(|output| wrong(&questions, &answers(output)));
    check_both(&reference, &faulty, &kit("santorini/faulty/StudentCode.hs"));
}

/// A cell `20` as `(2,0)`.
fn cell(text: &str) -> String {
    format!("({},{})", &text[..1], &text[1..])
}

/// A list of cells, separated by a sign, as a tuple.
fn tuple(text: &str, sign: char) -> String {
    let cells: Vec<String> = text.split(sign).map(cell).collect();
    format!("({})", cells.join(","))
}

/// The result of screenshotGame for a position.
fn screenshot(game: &Santorini, position: &Position) -> String {
    let text = game.write(position);
    let parts: Vec<&str> = text.split(' ').collect();
    let winner = game.outcome(position).and_then(Outcome::winner);
    let (over, turn) = match winner {
        Some(side) => ("True", ["B", "R"][side.index()]),
        None => ("False", parts[1]),
    };
    let mut buildings = Vec::new();
    for (row, heights) in parts[0].split('/').enumerate() {
        for (column, height) in heights.chars().enumerate().filter(|&(_, height)| height != '0') {
            buildings.push(format!("({height},({row},{column}))"));
        }
    }
    let [blue, red] = [2, 3].map(|part| tuple(parts[part], ','));
    format!("({over},'{turn}',{blue},{red},[{}])", buildings.join(","))
}

/// Questions about positions of random games.
fn questions() -> Vec<CourseQuestion> {
    let game = Santorini::default();
    let mut rng = Rng::seeded(18);
    let mut questions = Vec::new();
    for _ in 0..12 {
        let (positions, moves) = random_game(&game, &mut rng);
        let positions = &positions[2..];
        let text = |at: usize| game.write_move(&positions[at], moves[2 + at]);
        let start = game.write(&positions[0]);
        let pawns: Vec<String> = start.split(' ').skip(2).map(|pair| tuple(pair, ',')).collect();
        let shots: Vec<String> = positions.iter().map(|at| screenshot(&game, at)).collect();
        let start = format!("initializeGame {}", pawns.join(" "));
        questions.push(question("initializeGame", format!("screenshotGame ({start})"), &shots[0]));
        let last = positions.len() - 1;
        for ply in [rng.below(last), rng.below(last), rng.below(last), last] {
            let made: Vec<String> = (0..ply).map(|at| tuple(&text(at), '-')).collect();
            let line = format!("game{}", questions.len());
            let bound = format!("{line} = foldl tryMove ({start}) [{}]", made.join(","));
            let text = format!("{bound}\nscreenshotGame {line}");
            questions.push(question("screenshotGame", text, &shots[ply]));
            ask_position(&game, &positions[ply], &line, &mut rng, &mut questions);
            ask_history(&line, &shots[..=ply], &mut rng, &mut questions);
            if ply > 0 {
                ask_new_line(&game, &positions[ply - 1], &line, &mut rng, &mut questions);
            }
        }
    }
    questions
}

/// Asks for the legal moves of a position, and tries moves, most of which are illegal.
fn ask_position(
    game: &Santorini,
    position: &Position,
    line: &str,
    rng: &mut Rng,
    questions: &mut Vec<CourseQuestion>,
) {
    let legal: Vec<String> =
        game.moves(position).iter().map(|&mv| tuple(&game.write_move(position, mv), '-')).collect();
    let answer = format!("[{}]", legal.join(","));
    questions.push(question("possibleMoves", format!("possibleMoves {line}"), answer));
    // What is good for one player is bad for the other.
    let sum = format!("sum [evaluateState side {line} | side <- \"BR\"]");
    questions.push(question("evaluateState", sum, "0"));
    let written = game.write(position);
    for _ in 0..6 {
        // A pawn of either side, and steps of at most two, so that all rules are broken.
        let pawns = written.split(' ').nth(2 + rng.below(2)).unwrap();
        let from = pawns.split(',').nth(rng.below(2)).unwrap();
        let near = |cell: &str, rng: &mut Rng| {
            let mut moved = cell.bytes().map(|digit| {
                let reach = if rng.below(8) == 0 { 5 } else { 3 };
                (i32::from(digit - b'0') + rng.below(reach) as i32 - reach as i32 / 2).clamp(0, 4)
            });
            format!("{}{}", moved.next().unwrap(), moved.next().unwrap())
        };
        let to = near(from, rng);
        let mv = format!("{from}-{to}-{}", near(&to, rng));
        let made = game.read_move(position, &mv).ok().filter(|&mv| game.is_legal(position, mv));
        let after = made.map_or(*position, |mv| game.after(position, mv));
        let text = format!("screenshotGame (tryMove {line} {})", tuple(&mv, '-'));
        questions.push(question("tryMove", text, screenshot(game, &after)));
    }
}

/// Asks for earlier positions, and for later ones after that.
fn ask_history(line: &str, shots: &[String], rng: &mut Rng, questions: &mut Vec<CourseQuestion>) {
    let last = shots.len() - 1;
    let back = rng.below(last + 3);
    let forth = rng.below(back + 2);
    let undone = format!("iterate undoMove {line} !! {back}");
    let before = last.saturating_sub(back);
    questions.push(question("undoMove", format!("screenshotGame ({undone})"), &shots[before]));
    let redone = format!("screenshotGame (iterate redoMove ({undone}) !! {forth})");
    questions.push(question("redoMove", redone, &shots[(before + forth).min(last)]));
}

/// Asks what redo does after an undo and another move, legal or not.
fn ask_new_line(
    game: &Santorini,
    before: &Position,
    line: &str,
    rng: &mut Rng,
    questions: &mut Vec<CourseQuestion>,
) {
    let moves = game.moves(before);
    let other = moves[rng.below(moves.len())];
    let mv = tuple(&game.write_move(before, other), '-');
    let after = screenshot(game, &game.after(before, other));
    let text = format!("screenshotGame (redoMove (tryMove (undoMove {line}) {mv}))");
    questions.push(question("redoMove", text, after));
    let kept = format!(
        "screenshotGame (redoMove (tryMove (undoMove {line}) ((0,0),(0,0),(0,0)))) == screenshotGame {line}"
    );
    questions.push(question("redoMove", kept, "True"));
}
