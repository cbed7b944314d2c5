//! Connects hand-ins of the Santorini assignment: definitions for the prompt of ghci.

use agon_arena::{Followed, GameStep};

use crate::adapter::{Adapter, Ask, GameLine, Told};
use crate::assignment::Names;
use crate::santorini_way::way_to;

/// The name of each function in the driver, its arguments, and its call with types. `{f}` stands
/// for the hand-in's function. If the types do not fit, the function counts as missing.
const CALLS: [(&str, &str, &str); 7] = [
    ("agonInit", "b r", "{f} (b :: {two}) (r :: {two})"),
    ("agonTry", "g m", "{f} g (m :: {three}) `Agon.asTypeOf` g"),
    ("agonScreenshot", "g", "({f} g) :: {screenshot}"),
    ("agonUndo", "g", "{f} g `Agon.asTypeOf` g"),
    ("agonRedo", "g", "{f} g `Agon.asTypeOf` g"),
    ("agonMoves", "g", "({f} g) :: [{three}]"),
    ("agonValue", "c g", "({f} (c :: Agon.Char) g) :: Agon.Int"),
];

/// The functions of a hand-in as the driver takes them.
const FUNCTIONS: &str = "(Agon.Functions agonInit agonTry (\\g -> Agon.show (agonScreenshot g)) \
    agonUndo agonRedo (\\g -> Agon.show (agonMoves g)) agonValue)";

/// Those that a walk needs.
const WALKING: &str = "(Agon.Functions agonInit agonTry Agon.undefined Agon.undefined Agon.undefined \
    Agon.undefined agonValue)";

/// A question is a list of calls, or a walk behind a `w`.
const ANSWER: &str = "let { agonAnswer t = case t of { 'w':r -> agonWalk r; _ -> agonPlay t } }";

/// Defines the driver's functions. One that is missing, or has another type, gives an error.
pub fn definitions(names: &Names) -> Vec<(String, Vec<String>)> {
    let typed = |text: &str| {
        let text =
            text.replace("{screenshot}", "(Agon.Bool,Agon.Char,{two},{two},[(Agon.Int,{one})])");
        let text = text.replace("{three}", "({one},{one},{one})").replace("{two}", "({one},{one})");
        text.replace("{one}", "(Agon.Int,Agon.Int)")
    };
    let mut definitions = Vec::new();
    for (place, (name, arguments, body)) in CALLS.into_iter().enumerate() {
        let function = names.of(place);
        // Of the same type, so that the other functions can still be called.
        let missing = format!("Agon.error {:?}", missing(function));
        let stub = match place {
            1 | 3 | 4 => format!("{missing} `Agon.asTypeOf` g"),
            _ => body
                .rsplit_once("::")
                .filter(|_| place != 0)
                .map_or(missing.clone(), |(_, kind)| format!("({missing}) ::{kind}")),
        };
        let line = |body: &str| typed(&format!("let {{ {name} {arguments} = {body} }}"));
        let lines = vec![line(&stub), line(&body.replace("{f}", function))];
        definitions.push((function.to_string(), lines));
    }
    let stub =
        "let { agonPlay t = [Agon.error \"the types of the functions do not fit together\"] }"
            .into();
    let play = format!("let {{ agonPlay t = Agon.play {FUNCTIONS} t }}");
    let walk = format!("let {{ agonWalk t = Agon.walk {WALKING} t }}");
    let together = vec![stub, play, "let { agonWalk t = [] }".into(), walk, ANSWER.into()];
    definitions.push(("the functions together".into(), together));
    definitions
}

/// The error message of a function that cannot be used.
pub fn missing(function: &str) -> String {
    format!("{function} is not defined, or its type is not that of the assignment")
}

/// Asks hand-ins of Santorini: a game is made by `initializeGame` and `tryMove`, so nothing about
/// the inside of a `Game` is assumed.
pub struct SantoriniAdapter;

/// The most positions of one question.
const MAX_LEAVES: usize = 4000;

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The calls that make a game, as a person types them. Empty before both sides have placed.
fn calls(steps: &[String]) -> String {
    let Some((first, moves)) = steps.split_first() else { return String::new() };
    moves.iter().fold(initialized(first), |game, mv| format!("tryMove ({game}) {}", pairs(mv)))
}

/// The pawns that are placed at the start of a game, and the moves that lead there, as digits.
fn beginning(start: &str) -> Result<(String, Vec<String>), String> {
    match start.split(' ').collect::<Vec<_>>().as_slice() {
        ["5x5", "start"] => Ok((String::new(), Vec::new())),
        ["00000/00000/00000/00000/00000", _, blue, "-"] => Ok((digits(blue), Vec::new())),
        _ => {
            let no_way =
                || format!("plays on the board of the assignment, where no moves lead to {start}");
            let mut way = way_to(start).ok_or_else(no_way)?.into_iter();
            Ok((way.next().unwrap_or_default(), way.collect()))
        }
    }
}

/// A line as digits: the eight of the pawns, then six for each move. Empty before both sides have
/// placed their pawns.
fn steps(line: &GameLine, leaf: &[String]) -> Result<Vec<String>, String> {
    let (mut pawns, mut steps) = beginning(&line.start)?;
    for mv in line.moves.iter().chain(leaf) {
        match pawns.len() {
            8 => steps.push(digits(mv)),
            _ => pawns += &digits(mv),
        }
    }
    match pawns.len() {
        8 => Ok([vec![pawns], steps].concat()),
        _ => Ok(Vec::new()),
    }
}

impl Adapter for SantoriniAdapter {
    fn values(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        ask: &mut Ask,
    ) -> Result<Vec<i64>, String> {
        let mut values = Vec::with_capacity(leaves.len());
        for chunk in leaves.chunks(MAX_LEAVES) {
            let all = chunk.iter().map(|leaf| steps(line, leaf));
            let all = all.collect::<Result<Vec<_>, _>>()?;
            let mut text = String::new();
            let mut at: &[String] = &[];
            for steps in all.iter().filter(|steps| !steps.is_empty()) {
                let common = at.iter().zip(steps).take_while(|(one, other)| one == other).count();
                if common == 0 {
                    text += &format!("I{}", steps[0]);
                } else {
                    text.extend(std::iter::repeat_n('u', at.len() - common));
                }
                for step in &steps[common.max(1)..] {
                    text += &format!("m{step}");
                }
                text.push(if steps.len() % 2 == 1 { 'b' } else { 'r' });
                at = steps;
            }
            let answer = ask(&format!("w{text}"));
            let mut found = answer.parts.iter().flat_map(|part| part.text.split(' '));
            for steps in &all {
                // Before both sides have placed their pawns there is no game to ask about.
                if steps.is_empty() {
                    values.push(0);
                    continue;
                }
                let value = found.next().and_then(|word| word.parse().ok());
                values.push(value.ok_or_else(|| {
                    let side = if steps.len() % 2 == 1 { 'B' } else { 'R' };
                    let call = calls(steps);
                    let why = answer.error.as_ref().map_or("no answer".into(), ToString::to_string);
                    format!("does not evaluate a position: evaluateState '{side}' ({call}): {why}")
                })?);
            }
        }
        Ok(values)
    }

    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String> {
        let steps: Vec<GameStep> = line.moves.iter().cloned().map(GameStep::Move).collect();
        let Followed { position, call, error, .. } = self.follow(&line.start, &steps, ask)?;
        match error {
            Some(error) => Err(format!("{call}: {error}")),
            None => Ok(Told { text: position, calls: call }),
        }
    }

    fn follow(&self, start: &str, steps: &[GameStep], ask: &mut Ask) -> Result<Followed, String> {
        let script = Script::of(start, steps)?;
        let Some(pawns) = script.pawns() else { return Ok(Followed::default()) };
        let commas = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(",");
        let calls: String =
            script.calls.iter().map(|(call, mv)| format!(",({call},[{}])", commas(mv))).collect();
        let answer = ask(&format!("[(0,[{}]){calls}]", commas(&pawns)));
        let followed = Followed { call: script.told(&pawns), ..Followed::default() };
        if let Some(error) = &answer.error {
            return Ok(Followed { error: Some(error.to_string()), ..followed });
        }
        let mut shots = answer.parts.iter().rev().map(|part| part.text.as_str());
        let (shot, before) = (shots.next().unwrap_or_default(), shots.next());
        let Some((position, over)) = position(shot) else {
            return Ok(Followed { error: Some(shot.into()), ..followed });
        };
        let is_try = matches!(steps.last(), Some(GameStep::Try(_)));
        let accepts = is_try && before.is_some_and(|before| before != shot);
        Ok(Followed { position, over: Some(over), accepts, ..followed })
    }

    /// A step is tried with a building where the pawn stood, which is always allowed.
    fn tried(&self, path: &[String]) -> Option<String> {
        let is_cell = |cell: &String| cell.len() == 2 && cell.bytes().all(|it| it.is_ascii_digit());
        match path {
            _ if !path.iter().all(is_cell) => None,
            [from, to] => Some([from, to, from].map(String::as_str).join("-")),
            [_, _, _] => Some(path.join("-")),
            _ => None,
        }
    }
}

/// What is called after `initializeGame`: the driver's number of the function, and a move as
/// digits.
#[derive(Default)]
struct Script {
    /// The pawns that are placed, one text for each side, or one for both.
    placed: Vec<String>,
    calls: Vec<(u8, String)>,
    /// How many moves can be made again by `redoMove`.
    redoable: usize,
}

impl Script {
    fn of(start: &str, steps: &[GameStep]) -> Result<Script, String> {
        let mut script = Script::default();
        let (pawns, way) = beginning(start)?;
        script.placed.push(pawns);
        script.calls.extend(way.into_iter().map(|mv| (1, mv)));
        for (number, step) in steps.iter().enumerate() {
            match step {
                GameStep::Move(mv) | GameStep::Redo(mv) if mv.starts_with('@') => {
                    script.placed.push(digits(mv));
                }
                // Before all pawns are placed there is no game, and afterwards it is a new one.
                GameStep::Undo(mv) if mv.starts_with('@') => {
                    script.placed.pop();
                    script.calls.clear();
                    script.redoable = 0;
                }
                GameStep::Redo(_) if script.redoable > 0 => {
                    script.redoable -= 1;
                    script.calls.push((3, String::new()));
                }
                GameStep::Move(mv) | GameStep::Redo(mv) => {
                    script.redoable = 0;
                    script.calls.push((1, digits(mv)));
                }
                GameStep::Undo(_) => {
                    script.redoable += 1;
                    script.calls.push((2, String::new()));
                }
                // What was tried earlier has changed nothing, or should not have.
                GameStep::Try(mv) if number + 1 == steps.len() => {
                    script.calls.push((1, digits(mv)));
                }
                GameStep::Try(_) => (),
            }
        }
        Ok(script)
    }

    /// All pawns, once they are placed.
    fn pawns(&self) -> Option<String> {
        Some(self.placed.concat()).filter(|pawns| pawns.len() == 8)
    }

    /// The calls as a person types them.
    fn told(&self, pawns: &str) -> String {
        let game = initialized(pawns);
        let game = self.calls.iter().fold(game, |game, (call, mv)| match call {
            1 => format!("tryMove ({game}) {}", pairs(mv)),
            2 => format!("undoMove ({game})"),
            _ => format!("redoMove ({game})"),
        });
        format!("screenshotGame ({game})")
    }
}

/// Digits as pairs: `((0,0),(1,1))`.
fn pairs(digits: &str) -> String {
    let pair =
        |place: usize| format!("({},{})", &digits[place..=place], &digits[place + 1..=place + 1]);
    let all: Vec<String> = (0..digits.len() / 2).map(|number| pair(2 * number)).collect();
    format!("({})", all.join(","))
}

/// The call that begins a game.
fn initialized(pawns: &str) -> String {
    format!("initializeGame {} {}", pairs(&pawns[..4]), pairs(&pawns[4..]))
}

/// The position of a screenshot, such as `(False,'B',((0,0),(1,1)),((2,2),(3,3)),[(1,(0,1))])`, and
/// whether the game is over: then the screenshot names the winner instead of the side to move.
fn position(shot: &str) -> Option<(String, bool)> {
    let over = shot.starts_with("(True");
    let turn = match (shot.split('\'').nth(1)?, over) {
        ("B", false) | ("R", true) => 'B',
        ("R", false) | ("B", true) => 'R',
        _ => return None,
    };
    let numbers =
        shot.split(|letter: char| !letter.is_ascii_digit()).filter(|word| !word.is_empty());
    let numbers: Vec<usize> = numbers.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let (pawns, buildings) = numbers.split_at_checked(8)?;
    let mut heights = [['0'; 5]; 5];
    for building in buildings.chunks(3) {
        let &[height, row, column] = building else { return None };
        *heights.get_mut(row)?.get_mut(column)? = char::from_digit(height as u32, 10)?;
    }
    let rows: Vec<String> = heights.iter().map(|row| row.iter().collect()).collect();
    let cell = |place: usize| format!("{}{}", pawns[2 * place], pawns[2 * place + 1]);
    let side = |first: usize| {
        let mut cells = [cell(first), cell(first + 1)];
        cells.sort();
        cells.join(",")
    };
    Some((format!("{} {turn} {} {}", rows.join("/"), side(0), side(2)), over))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_made_by_the_calls_of_the_assignment() {
        let moves = ["@00,11", "@22,33", "11-12-13"].map(String::from).to_vec();
        let line = GameLine { start: "5x5 start".into(), moves };
        let made = steps(&line, &[]).unwrap();
        assert_eq!(made, ["00112233", "111213"]);
        let call = calls(&made);
        assert_eq!(
            call,
            "tryMove (initializeGame ((0,0),(1,1)) ((2,2),(3,3))) ((1,1),(1,2),(1,3))"
        );
        let elsewhere = GameLine { start: made_position().into(), moves: Vec::new() };
        let way = steps(&elsewhere, &["11-12-01".into()]).unwrap();
        assert_eq!((way.len(), way.last().unwrap().as_str()), (4, "111201"));
        let nowhere = GameLine { start: made_position().replace('B', "R"), moves: Vec::new() };
        assert!(steps(&nowhere, &[]).unwrap_err().contains("no moves lead to"));
    }

    fn made_position() -> &'static str {
        "01000/00001/00000/00000/00000 B 00,11 22,13"
    }

    #[test]
    fn a_leaf_is_asked_about_once_and_shares_its_moves_with_the_next() {
        let start = "00000/00000/00000/00000/00000 B 11,00 22,33";
        let line = GameLine { start: start.into(), moves: Vec::new() };
        let leaves = [vec!["11-12-13".to_string()], vec!["11-12-02".to_string()]];
        let mut asked = Vec::new();
        let mut ask = |text: &str| {
            asked.push(text.to_string());
            let part = crate::Part { text: "5 -7".into(), micros: 0 };
            crate::Answer { parts: vec![part], ..crate::Answer::default() }
        };
        assert_eq!(SantoriniAdapter.values(&line, &leaves, &mut ask), Ok(vec![5, -7]));
        assert_eq!(asked, ["wI11002233m111213rum111202r"]);
    }

    #[test]
    fn a_screenshot_is_a_position() {
        let shot = "(False,'R',((1,1),(0,0)),((2,2),(3,3)),[(1,(0,1)),(4,(4,4))])";
        let expected = "01000/00000/00000/00000/00004 R 00,11 22,33".to_string();
        assert_eq!(position(shot), Some((expected.clone(), false)));
        let won = shot.replace("(False,'R'", "(True,'B'");
        assert_eq!(position(&won), Some((expected, true)), "it names the winner");
        assert_eq!(position("(False,'R',((1,1),(0,0)))"), None);
    }

    #[test]
    fn moves_are_taken_back_and_made_again_by_the_hand_in_itself() {
        let step = |kind: fn(String) -> GameStep, mv: &str| kind(mv.into());
        let start = "00000/00000/00000/00000/00000 B 00,11 22,33";
        let mut steps = vec![
            step(GameStep::Move, "11-12-13"),
            step(GameStep::Try, "22-12-22"),
            step(GameStep::Undo, "11-12-13"),
            step(GameStep::Redo, "11-12-13"),
            step(GameStep::Try, "22-12-22"),
        ];
        let script = Script::of(start, &steps).unwrap();
        let (made, undone, redone) = ((1, "111213".into()), (2, String::new()), (3, String::new()));
        assert_eq!(script.calls, [made, undone, redone, (1, "221222".into())]);
        assert_eq!(
            Script::of(start, &steps[..3]).unwrap().told("00112233"),
            "screenshotGame (undoMove (tryMove (initializeGame ((0,0),(1,1)) ((2,2),(3,3))) ((1,1),(1,2),(1,3))))"
        );
        // Other moves after taking back: there is nothing to make again.
        steps.splice(3.., [step(GameStep::Move, "00-01-02"), step(GameStep::Undo, "00-01-02")]);
        let numbers: Vec<u8> =
            Script::of(start, &steps).unwrap().calls.iter().map(|it| it.0).collect();
        assert_eq!(numbers, [1, 2, 1, 2]);
        // Without pawns there is no game.
        let placing = [step(GameStep::Move, "@00,11"), step(GameStep::Move, "@22,33")];
        assert_eq!(Script::of("5x5 start", &placing[..1]).unwrap().pawns(), None);
        assert_eq!(Script::of("5x5 start", &placing).unwrap().pawns().unwrap(), "00112233");
    }

    #[test]
    fn an_illegal_click_is_tried_as_a_move() {
        let path = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let tried = |cells: &[&str]| SantoriniAdapter.tried(&path(cells));
        assert_eq!(tried(&["11", "12"]).as_deref(), Some("11-12-11"));
        assert_eq!(tried(&["11", "12", "23"]).as_deref(), Some("11-12-23"));
        assert_eq!([tried(&["11"]), tried(&["11", "x"])], [None, None]);
    }
}
