//! Asks hand-ins of Byte: a state is made by the hand-in's own first state and its own moves.

use std::fmt::Write as _;
use std::sync::OnceLock;

use agon_core::{Game as _, Notation as _, Rng};
use agon_games::byte::{Byte, Move};

use crate::adapter::{Adapter, Ask, GameLine, Told};
use crate::interpreter::Answer;

/// The most positions of one question.
const MAX_LEAVES: usize = 200;

/// The depths at which a hand-in's own search is asked: the second one where the first takes too
/// long.
const DEPTHS: [u32; 2] = [2, 1];

/// Games that are played with a hand-in to find out what its functions are and how it writes
/// states and moves: a list of `(SIZE (MOVE LEGAL-MOVES) ...)` for the driver.
pub fn known_games() -> &'static str {
    static GAMES: OnceLock<String> = OnceLock::new();
    GAMES.get_or_init(|| {
        // The first one is tried move by move; the others show more states.
        let games = [(8, 3), (8, 5), (8, 9), (10, 1), (10, 2)].into_iter();
        let games = games.filter_map(|(side, seed)| Some(game(Byte::new(side).ok()?, seed)));
        format!("({})", games.collect::<String>())
    })
}

/// A random game without passes, for the driver.
fn game(game: Byte, seed: u64) -> String {
    let mut rng = Rng::seeded(seed);
    loop {
        let mut position = game.start();
        let mut text = format!("({}", game.side());
        let mut has_pass = false;
        while game.outcome(&position).is_none() {
            let moves = game.moves(&position);
            let Some(&mv) = rng.pick(&moves) else { break };
            has_pass |= mv == Move::Pass;
            let legal = moves.iter().map(|&mv| driver_move(&game.write_move(&position, mv)));
            let legal: Vec<String> = legal.collect();
            let made = driver_move(&game.write_move(&position, mv));
            let _ = write!(text, " ({made} ({}))", legal.join(" "));
            position = game.after(&position, mv);
        }
        if !has_pass {
            return text + ")";
        }
    }
}

/// A move for the driver: `B2-C3/0` is `(1 1 2 2 0)`.
fn driver_move(text: &str) -> String {
    let numbers = || {
        let (squares, level) = text.split_once('/').unwrap_or((text, "0"));
        let (from, to) = squares.split_once('-')?;
        let square = |name: &str| {
            let row = name.bytes().next()?.wrapping_sub(b'A');
            let column: u8 = name.get(1..)?.parse().ok()?;
            Some(format!("{row} {}", column.checked_sub(1)?))
        };
        Some(format!("({} {} {level})", square(from)?, square(to)?))
    };
    numbers().unwrap_or_else(|| ":pass".into())
}

/// A move of the game from one of the driver.
fn read_move(text: &str) -> String {
    let numbers: Vec<u8> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let square = |row: u8, column: u8| format!("{}{}", char::from(b'A' + row.min(25)), column + 1);
    match numbers.as_slice() {
        &[row, column, to_row, to_column, level] => {
            format!("{}-{}/{level}", square(row, column), square(to_row, to_column))
        }
        _ => "pass".into(),
    }
}

/// A move in the assignment's form: `((B 2) (C 3) 0)`.
fn typed_move(text: &str) -> String {
    let (squares, level) = text.split_once('/').unwrap_or((text, "0"));
    match squares.split_once('-') {
        Some((from, to)) => {
            let square = |name: &str| format!("({} {})", &name[..1], &name[1..]);
            format!("({} {} {level})", square(from), square(to))
        }
        None => "PASS".into(),
    }
}

/// The board size of a line and its moves for the driver.
fn arguments(line: &GameLine, leaf: &[String]) -> Result<String, String> {
    let begun = Byte::read(&line.start).ok().filter(|(game, start)| *start == game.start());
    let (game, _) = begun.ok_or("is told games from the start: this game begins elsewhere")?;
    let moves: Vec<String> = line.moves.iter().chain(leaf).map(|mv| driver_move(mv)).collect();
    Ok(format!("{} '({})", game.side(), moves.join(" ")))
}

/// The moves of a line as a person writes them.
fn told(line: &GameLine, leaf: &[String]) -> String {
    let moves: Vec<String> = line.moves.iter().chain(leaf).map(|mv| typed_move(mv)).collect();
    match moves.is_empty() {
        true => "in the first state".into(),
        false => format!("after {}", moves.join(" ")),
    }
}

fn ask_all(forms: &[String], ask: &mut Ask) -> Answer {
    ask(&format!("NIL ({})", forms.join(" ")))
}

fn first<'a>(answer: &'a Answer, what: &str) -> Result<&'a str, String> {
    match (&answer.error, answer.parts.first()) {
        (Some(error), _) => Err(format!("{what}: {error}")),
        (None, Some(part)) => Ok(&part.text),
        (None, None) => Err(format!("{what}: no answer")),
    }
}

/// Hand-ins of Byte. The driver keeps the states of a game, and finds the hand-in's functions.
pub struct ByteAdapter;

impl Adapter for ByteAdapter {
    fn values(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        ask: &mut Ask,
    ) -> Result<Vec<i64>, String> {
        let mut values = Vec::with_capacity(leaves.len());
        for chunk in leaves.chunks(MAX_LEAVES) {
            let form = |leaf: &Vec<String>| {
                Ok(format!("(agon-driver::value-after {})", arguments(line, leaf)?))
            };
            let forms = chunk.iter().map(form).collect::<Result<Vec<_>, String>>()?;
            let answer = ask_all(&forms, ask);
            for (place, leaf) in chunk.iter().enumerate() {
                let wrong =
                    |why: &str| format!("does not evaluate the state {}: {why}", told(line, leaf));
                let Some(part) = answer.parts.get(place) else {
                    let why = answer.error.as_ref().map_or("no answer".into(), ToString::to_string);
                    return Err(wrong(&why));
                };
                values.push(number(&part.text).ok_or_else(|| wrong(&part.text))?);
            }
        }
        Ok(values)
    }

    fn choose(&self, line: &GameLine, ask: &mut Ask) -> Option<Result<String, String>> {
        let arguments = arguments(line, &[]).ok()?;
        for depth in DEPTHS {
            let form = format!("(agon-driver::choice-after {arguments} {depth})");
            let answer = ask_all(&[form], ask);
            match first(&answer, "") {
                Ok("NIL") | Err(_) => (),
                Ok(text) => return Some(Ok(read_move(text.trim_matches(['(', ')'])))),
            }
        }
        None
    }

    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String> {
        let form = format!("(agon-driver::board-after {})", arguments(line, &[])?);
        let answer = ask_all(&[form], ask);
        let what = format!("the state {}", told(line, &[]));
        let text = first(&answer, &what)?;
        let written = written(text).ok_or_else(|| format!("{what}: {text}"))?;
        Ok(Told { text: written, calls: what })
    }

    fn moves(&self, line: &GameLine, ask: &mut Ask) -> Result<Option<Vec<String>>, String> {
        let form = format!("(agon-driver::moves-after {})", arguments(line, &[])?);
        let answer = ask_all(&[form], ask);
        let text = first(&answer, &format!("the moves {}", told(line, &[])))?;
        if text == ":NONE" {
            return Ok(None);
        }
        let moves = text.split('(').skip(2).map(|mv| read_move(mv.trim_end_matches([')', ' '])));
        let mut moves: Vec<String> = moves.collect();
        if moves.is_empty() {
            moves.push("pass".into());
        }
        Ok(Some(moves))
    }
}

/// A value as a whole number. Decimals and fractions are rounded after scaling, so that small
/// differences count.
fn number(text: &str) -> Option<i64> {
    let text = text.replace(['d', 'D', 'f', 'F'], "e");
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.clamp(-1_000_000_000, 1_000_000_000) * 1000);
    }
    let value = match text.split_once('/') {
        Some((above, below)) => above.parse::<f64>().ok()? / below.parse::<f64>().ok()?,
        None => text.parse::<f64>().ok()?,
    };
    (!value.is_nan()).then(|| (value.clamp(-1e9, 1e9) * 1000.0).round() as i64)
}

/// A position from a state in the assignment's form, such as `(8 X (0 0) (((B 2) X)))`.
fn written(text: &str) -> Option<String> {
    let words: Vec<String> =
        text.replace(['(', ')'], " ").split_whitespace().map(String::from).collect();
    let [size, side, won, lost, stacks @ ..] = words.as_slice() else { return None };
    let mut places: Vec<String> = Vec::new();
    let mut words = stacks.iter().filter(|word| *word != "NIL").peekable();
    while let Some(row) = words.next() {
        let column = words.next()?;
        let mut stack = format!("{row}{column}:");
        while let Some(checker) = words.next_if(|word| ["X", "O"].contains(&word.as_str())) {
            stack += checker;
        }
        places.push(stack);
    }
    let places = if places.is_empty() { "-".into() } else { places.join(",") };
    Some(format!("{size} {side} {won}-{lost} {places}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_states_are_translated() {
        assert_eq!(driver_move("B2-C3/1"), "(1 1 2 2 1)");
        assert_eq!(driver_move("pass"), ":pass");
        assert_eq!(read_move("1 1 2 2 1"), "B2-C3/1");
        assert_eq!(typed_move("E10-F9/0"), "((E 10) (F 9) 0)");
        let list = "(8 O (1 0) (((B 2) O X) ((C 3) X)))";
        let text = written(list).unwrap();
        assert_eq!(text, "8 O 1-0 B2:OX,C3:X");
        assert!(Byte::read(&text).is_ok());
        assert_eq!(written("(8 X (0 2) NIL)").as_deref(), Some("8 X 0-2 -"));
        assert_eq!(written("(8 X)"), None);
    }

    #[test]
    fn a_line_from_elsewhere_is_refused() {
        let start = Byte::new(8).unwrap().start();
        let start = Byte::new(8).unwrap().write(&start);
        let line = GameLine { start, moves: vec!["B2-C3/0".into()] };
        assert_eq!(arguments(&line, &["pass".into()]).unwrap(), "8 '((1 1 2 2 0) :pass)");
        let elsewhere = GameLine { start: "8 X 0-0 B2:X,C3:O".into(), ..line };
        assert!(arguments(&elsewhere, &[]).is_err());
    }

    #[test]
    fn values_of_any_kind_of_number_keep_their_order() {
        let values = ["-2", "1/2", "0.75", "1.5d0", "3"].map(|text| number(text).unwrap());
        assert_eq!(values, [-2000, 500, 750, 1500, 3000]);
        assert_eq!(number("NIL"), None);
        assert_eq!(number("1/0"), Some(1_000_000_000_000));
    }
}
