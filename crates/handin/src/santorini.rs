//! Connects hand-ins of the Santorini assignment: definitions for the prompt of ghci.

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

/// Runs a script: a list of calls with their numbers. Each call yields a part of the answer.
const RUN: &str = "let { agonShot g = Agon.show (agonScreenshot g); \
    agonGo g [] = []; \
    agonGo g ((1,[a,b,c,d,e,f]):r) = let { h = agonTry g ((a,b),(c,d),(e,f)) } in agonShot h : agonGo h r; \
    agonGo g ((2,_):r) = let { h = agonUndo g } in agonShot h : agonGo h r; \
    agonGo g ((3,_):r) = let { h = agonRedo g } in agonShot h : agonGo h r; \
    agonGo g ((4,_):r) = Agon.show (agonMoves g) : agonGo g r; \
    agonGo g ((5,[s]):r) = Agon.show (agonValue (if s Agon.== 0 then 'B' else 'R') g) : agonGo g r; \
    agonGo g _ = []; \
    agonRun t = case (Agon.read t :: [(Agon.Int,[Agon.Int])]) of { \
    ((0,[a,b,c,d,e,f,i,j]):r) -> let { g = agonInit ((a,b),(c,d)) ((e,f),(i,j)) } in agonShot g : agonGo g r; \
    _ -> [] } }";

/// Walks through games: `I` and eight digits begin one, `m` and six digits make a move, `u` goes
/// back, and `b` or `r` gives the value for a side. A part of the answer has up to 100 values.
const WALK: &str = "let { agonDigit c = Agon.fromEnum c Agon.- 48; \
    agonWalkFrom _ ('I':a:b:c:d:e:f:i:j:r) = agonWalkFrom [agonInit ((agonDigit a,agonDigit b),(agonDigit c,agonDigit d)) ((agonDigit e,agonDigit f),(agonDigit i,agonDigit j))] r; \
    agonWalkFrom (g:s) ('m':a:b:c:d:e:f:r) = agonWalkFrom (agonTry g ((agonDigit a,agonDigit b),(agonDigit c,agonDigit d),(agonDigit e,agonDigit f)) : g : s) r; \
    agonWalkFrom (_:s) ('u':r) = agonWalkFrom s r; \
    agonWalkFrom (g:s) ('b':r) = agonValue 'B' g : agonWalkFrom (g:s) r; \
    agonWalkFrom (g:s) ('r':r) = agonValue 'R' g : agonWalkFrom (g:s) r; \
    agonWalkFrom _ _ = []; \
    agonJoin [] = []; \
    agonJoin v = Agon.unwords (Agon.map Agon.show (Agon.take 100 v)) : agonJoin (Agon.drop 100 v); \
    agonWalk t = agonJoin (agonWalkFrom [] t) }";

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
        "let { agonRun t = [Agon.error \"the types of the functions do not fit together\"] }";
    let walk = "let { agonWalk t = [] }";
    let together = [stub, RUN, walk, WALK].map(String::from).to_vec();
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
fn calls(steps: &[String], names: [&str; 2]) -> String {
    let pair = |digits: &str| format!("({},{})", &digits[..1], &digits[1..]);
    let pairs = |digits: &str| {
        let all: Vec<String> =
            (0..digits.len() / 2).map(|place| pair(&digits[2 * place..2 * place + 2])).collect();
        format!("({})", all.join(","))
    };
    let Some((first, moves)) = steps.split_first() else { return String::new() };
    let game = format!("{} {} {}", names[0], pairs(&first[..4]), pairs(&first[4..]));
    moves.iter().fold(game, |game, mv| format!("{} ({game}) {}", names[1], pairs(mv)))
}

/// A line as digits: the eight of the pawns, then six for each move. Empty before both sides have
/// placed their pawns.
fn steps(line: &GameLine, leaf: &[String]) -> Result<Vec<String>, String> {
    let (mut pawns, mut steps) = (String::new(), Vec::new());
    let parts: Vec<&str> = line.start.split(' ').collect();
    match parts.as_slice() {
        ["5x5", "start"] => (),
        ["00000/00000/00000/00000/00000", _, blue, "-"] => pawns = digits(blue),
        _ => {
            let no_way = || {
                format!(
                    "plays on the board of the assignment, where no moves lead to {}",
                    line.start
                )
            };
            let mut way = way_to(&line.start).ok_or_else(no_way)?.into_iter();
            pawns = way.next().unwrap_or_default();
            steps.extend(way);
        }
    }
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
            let answer = ask(&format!("agonWalk {text:?}"));
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
                    let call = calls(steps, ["initializeGame", "tryMove"]);
                    let why = answer.error.as_ref().map_or("no answer".into(), ToString::to_string);
                    format!("does not evaluate a position: evaluateState '{side}' ({call}): {why}")
                })?);
            }
        }
        Ok(values)
    }

    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String> {
        let steps = steps(line, &[])?;
        let calls = calls(&steps, ["initializeGame", "tryMove"]);
        let Some((pawns, moves)) = steps.split_first() else { return Ok(Told::default()) };
        let commas = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(",");
        let moves: String = moves.iter().map(|mv| format!(",(1,[{}])", commas(mv))).collect();
        let answer = ask(&format!("agonRun \"[(0,[{}]){moves}]\"", commas(pawns)));
        if let Some(error) = &answer.error {
            return Err(format!("screenshotGame ({calls}): {error}"));
        }
        let shot = answer.parts.last().map_or("", |part| part.text.as_str());
        let text = position(shot).ok_or_else(|| format!("screenshotGame ({calls}): {shot}"))?;
        Ok(Told { text, calls: format!("screenshotGame ({calls})") })
    }
}

/// The position of a screenshot, such as `(False,'B',((0,0),(1,1)),((2,2),(3,3)),[(1,(0,1))])`.
fn position(shot: &str) -> Option<String> {
    let turn = shot.split('\'').nth(1)?;
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
    Some(format!("{} {turn} {} {}", rows.join("/"), side(0), side(2)))
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
        let call = calls(&made, ["initializeGame", "tryMove"]);
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
        assert_eq!(asked, ["agonWalk \"I11002233m111213rum111202r\""]);
    }

    #[test]
    fn a_screenshot_is_a_position() {
        let shot = "(False,'R',((1,1),(0,0)),((2,2),(3,3)),[(1,(0,1)),(4,(4,4))])";
        assert_eq!(position(shot).unwrap(), "01000/00000/00000/00000/00004 R 00,11 22,33");
        assert_eq!(position("(False,'R',((1,1),(0,0)))"), None);
    }
}
