//! Asks hand-ins in Prolog about games of NIM and tic-tac-toe.

use crate::adapter::{Adapter, Ask, GameLine, Told};
use crate::interpreter::Answer;

/// NIM and tic-tac-toe. States of NIM are lists of heaps. Those of tic-tac-toe may have any form in
/// which nine parts stand for the nine cells, row by row: the driver follows the moves by the
/// hand-in's own `successor`.
pub enum PrologAdapter {
    Nim,
    TicTacToe,
}

/// The most positions of one question.
const MAX_LEAVES: usize = 500;

impl PrologAdapter {
    /// The state after a line, as the driver takes it: `nim(LIST)` or `cells(LIST)`.
    fn state(&self, line: &GameLine, leaf: &[String]) -> Result<String, String> {
        let moves = line.moves.iter().chain(leaf);
        match self {
            PrologAdapter::Nim => {
                let last = moves.last().unwrap_or(&line.start);
                let list = last.split(' ').next().unwrap_or_default();
                Ok(format!("nim({list})"))
            }
            PrologAdapter::TicTacToe => {
                let before = filled(&line.start).ok_or_else(|| {
                    format!("is told games by their moves, and none lead to {}", line.start)
                })?;
                let cell = |mv: &String| {
                    let mut digits = mv.bytes().map(|digit| digit.wrapping_sub(b'0'));
                    let (row, column) = (digits.next()?, digits.next()?);
                    (row < 3 && column < 3).then(|| (3 * row + column).to_string())
                };
                let cells = moves.map(cell).collect::<Option<Vec<_>>>();
                let cells = cells.ok_or("is told cells such as 00")?;
                Ok(format!("cells([{}])", [before, cells].concat().join(",")))
            }
        }
    }
}

/// The cells that were filled before a position such as `([0,1,0,0,-1,0,0,0,0],1)`, in an order in
/// which the sides take turns.
fn filled(position: &str) -> Option<Vec<String>> {
    let (cells, turn) = position.strip_prefix("([")?.split_once("],")?;
    let of = |side: &str| -> Vec<String> {
        let cells = cells.split(',').enumerate().filter(|(_, found)| *found == side);
        cells.map(|(place, _)| place.to_string()).collect()
    };
    let sides = [of("1"), of("-1")];
    let more = match turn {
        "1)" => 0,
        _ => 1,
    };
    let pairs = sides[0].iter().zip(&sides[1]).flat_map(|(one, other)| [one, other]);
    let last = sides[0].last().filter(|_| more == 1);
    let is_fair = sides[0].len() == sides[1].len() + more;
    is_fair.then(|| pairs.chain(last).cloned().collect())
}

/// What a goal answered, or why it did not.
fn first<'a>(goal: &str, answer: &'a Answer) -> Result<&'a str, String> {
    match (&answer.error, answer.parts.first()) {
        (Some(error), _) => Err(format!("{goal}: {error}")),
        (None, Some(part)) => Ok(&part.text),
        (None, None) => Err(format!("{goal}: false")),
    }
}

impl Adapter for PrologAdapter {
    fn values(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        ask: &mut Ask,
    ) -> Result<Vec<i64>, String> {
        let mut values = Vec::with_capacity(leaves.len());
        for chunk in leaves.chunks(MAX_LEAVES) {
            let states = chunk.iter().map(|leaf| self.state(line, leaf));
            let states = states.collect::<Result<Vec<_>, _>>()?;
            let goal = format!("agon_driver:verdicts([{}], X)", states.join(","));
            let answer = ask(&format!("1, {goal}, X"));
            let text = first("utility(State,X)", &answer)?;
            let words = text.trim_matches(['[', ']']).split(',').map(str::trim);
            for (word, state) in words.zip(&states) {
                values.push(match word {
                    "win" => 100,
                    "draw" => 0,
                    "lose" => -100,
                    other => return Err(format!("utility of {state}: {other}")),
                });
            }
        }
        match values.len() == leaves.len() {
            true => Ok(values),
            false => Err("did not give a verdict for each position".into()),
        }
    }

    fn choose(&self, line: &GameLine, ask: &mut Ask) -> Option<Result<String, String>> {
        let state = match self.state(line, &[]) {
            Ok(state) => state,
            Err(why) => return Some(Err(why)),
        };
        let answer = ask(&format!("1, agon_driver:choice({state}, X), X"));
        let chosen = first("play(State,X)", &answer).map(|text| text.replace(' ', ""));
        Some(chosen.map(|text| match self {
            PrologAdapter::Nim => text,
            PrologAdapter::TicTacToe => {
                let cell: u8 = text.parse().unwrap_or(u8::MAX);
                format!("{}{}", cell / 3, cell % 3)
            }
        }))
    }

    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String> {
        let state = self.state(line, &[])?;
        let answer = ask(&format!("1, agon_driver:own_state({state}, X), X"));
        let text = first("successor(State,X)", &answer)?.to_string();
        let calls = format!("successor({text},X).");
        // The states of NIM do not say whose turn it is.
        let is_second = line.start.ends_with("second") != (line.moves.len() % 2 == 1);
        let turn = match self {
            PrologAdapter::Nim if is_second => " second",
            _ => "",
        };
        Ok(Told { calls, text: text + turn })
    }

    fn moves(&self, line: &GameLine, ask: &mut Ask) -> Result<Option<Vec<String>>, String> {
        let state = self.state(line, &[])?;
        let answer = ask(&format!("1000, agon_driver:next({state}, X), X"));
        if let Some(error) = &answer.error {
            return Err(format!("successor(State,X): {error}"));
        }
        let text = |text: &str| match self {
            PrologAdapter::Nim => text.replace(' ', ""),
            PrologAdapter::TicTacToe => {
                let cell: u8 = text.trim().parse().unwrap_or(u8::MAX);
                format!("{}{}", cell / 3, cell % 3)
            }
        };
        Ok(Some(answer.parts.iter().map(|part| text(&part.text)).collect()))
    }

    fn tried(&self, path: &[String]) -> Option<String> {
        match (self, path) {
            (PrologAdapter::TicTacToe, [cell]) => Some(cell.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_tic_tac_toe_is_reached_by_turns() {
        let cells = |position| filled(position).map(|cells| cells.join(""));
        assert_eq!(cells("([0,0,0,0,0,0,0,0,0],1)").as_deref(), Some(""));
        assert_eq!(cells("([1,0,0,0,-1,0,0,0,1],-1)").as_deref(), Some("048"));
        assert_eq!(cells("([1,0,0,0,-1,0,0,0,0],1)").as_deref(), Some("04"));
        assert_eq!(cells("([1,0,0,0,0,0,0,0,0],1)"), None);
    }
}
