//! Asks hand-ins of Theseus and the Minotaur: their objects are made from the position, and their
//! own player moves, evaluates and grows its tree.

use agon_arena::GameLine;
use agon_core::{Game as _, Notation as _, Side};
use agon_games::theseus::{Position, Theseus};

use crate::adapter::{Adapter, Ask, Told};
use crate::interpreter::Answer;

/// The program of a student is given the whole board, as the assignment has it.
pub struct TheseusAdapter;

/// The most positions of one question.
const MAX_LEAVES: usize = 500;

/// Values of a hand-in are counted in thousandths.
const UNIT: f64 = 1000.0;

/// A line of a game as far as it has come.
struct Reached {
    game: Theseus,
    position: Position,
}

impl Reached {
    fn new(line: &GameLine) -> Result<Reached, String> {
        let (game, position) = Theseus::read(&line.start).map_err(|why| why.to_string())?;
        let reached = Reached { game, position };
        reached.after(&line.moves)
    }

    fn after(&self, moves: &[String]) -> Result<Reached, String> {
        let Reached { game, mut position } =
            Reached { game: self.game.clone(), position: self.position };
        // A player that throws the die may have stayed.
        let rules =
            Side::BOTH.into_iter().fold(game.clone(), |game, side| game.with_stumble(side, true));
        for text in moves {
            let mv = rules.read_move(&position, text).map_err(|why| why.to_string())?;
            rules.play(&mut position, mv).map_err(|why| why.to_string())?;
        }
        Ok(Reached { game, position })
    }

    /// The command that draws the maze.
    fn maze(&self) -> String {
        let drawing = self.game.drawing();
        let lines = drawing.trim_end();
        format!("board {}~{}", lines.lines().count(), lines.replace('\n', "~"))
    }

    /// The loot that still lies there.
    fn loot(&self) -> Vec<usize> {
        let all = self.game.loot().iter().enumerate();
        all.filter(|&(number, _)| self.position.has_loot(number))
            .map(|(_, tile)| tile.index())
            .collect()
    }

    /// The commands that set the position in the maze.
    fn set(&self) -> String {
        let side = ["theseus", "minotaur"][self.game.to_move(&self.position).index()];
        let [theseus, minotaur] = Side::BOTH.map(|side| self.position.tile(side).index());
        let loot = self.loot();
        let picked = self.game.loot().len() - loot.len();
        format!("player {side}~at {theseus} {minotaur} {} {picked}", joined(&loot))
    }
}

fn joined(numbers: &[usize]) -> String {
    match numbers {
        [] => "-".into(),
        _ => numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
    }
}

/// The answers to the last `count` commands of a question, or why they are missing.
fn last<'a>(answer: &'a Answer, count: usize, asked: &str) -> Result<Vec<&'a str>, String> {
    if let Some(error) = &answer.error {
        return Err(format!("{asked}: {error}"));
    }
    let texts: Vec<&str> = answer.parts.iter().map(|part| part.text.as_str()).collect();
    match texts.iter().find_map(|text| text.strip_prefix("error ")) {
        Some(why) => Err(format!("{asked}: {why}")),
        None if texts.len() < count => Err(format!("{asked}: no answer")),
        None => Ok(texts[texts.len() - count..].to_vec()),
    }
}

impl Adapter for TheseusAdapter {
    /// A position is worth the best `evaluate` of the dice that the side to move may take.
    fn values(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        ask: &mut Ask,
    ) -> Result<Vec<i64>, String> {
        let at = Reached::new(line)?;
        let mut values = Vec::with_capacity(leaves.len());
        for chunk in leaves.chunks(MAX_LEAVES) {
            let mut text = at.maze();
            for leaf in chunk {
                text += &format!("~{}~value", at.after(leaf)?.set());
            }
            let answer = ask(&text);
            let answers = last(&answer, 3 * chunk.len(), "evaluate")?;
            for value in answers.chunks(3).map(|answers| answers[2]) {
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let number = number.ok_or_else(|| format!("evaluate: {value}, not a number"))?;
                values.push((UNIT * number).round() as i64);
            }
        }
        Ok(values)
    }

    fn choose(&self, line: &GameLine, ask: &mut Ask) -> Option<Result<String, String>> {
        let mut choose = || {
            let at = Reached::new(line)?;
            let moves = if line.moves.is_empty() { "-".into() } else { line.moves.concat() };
            let game = line.start.split_whitespace().collect::<Vec<_>>().join("_");
            let answer = ask(&format!("{}~{}~play {game} {moves}", at.maze(), at.set()));
            Ok(last(&answer, 1, "getNextMove")?[0].to_string())
        };
        Some(choose())
    }

    /// The position that the board of a node has, in the hand-in's own tree of the position before.
    fn position(&self, line: &GameLine, ask: &mut Ask) -> Result<Told, String> {
        let at = Reached::new(line)?;
        let (Some(die), before) = (line.moves.last(), line.moves.len().saturating_sub(1)) else {
            return Ok(Told { text: at.game.write(&at.position), calls: String::new() });
        };
        let moves = line.moves[..before].to_vec();
        let before = Reached::new(&GameLine { start: line.start.clone(), moves })?;
        if die == "0" {
            return Ok(Told { text: at.game.write(&at.position), calls: String::new() });
        }
        let text = format!("{}~{}~calls~after {die}", before.maze(), before.set());
        let answer = ask(&text);
        let answers = last(&answer, 2, "createMySubtree")?;
        let [calls, found] = answers[..] else { return Err("createMySubtree: no answer".into()) };
        // What its board does not tell is as in the game.
        let words: Vec<&str> = found.split(' ').collect();
        let tile = |place: usize, side: Side| {
            let told = words.get(place).and_then(|word| word.parse().ok());
            let known = told.and_then(|id| at.game.maze().tile_of_id(id));
            at.game.maze().name(known.unwrap_or(at.position.tile(side))).to_string()
        };
        let tiles = format!("{}-{}", tile(0, Side::First), tile(1, Side::Second));
        let own = at.game.write(&at.position);
        let mut parts: Vec<String> = own.split(' ').map(String::from).collect();
        let count = parts.len();
        if let [tiles_text, left] = &mut parts[count - 2..] {
            *tiles_text = tiles;
            if let Some(loot) = words.get(2).filter(|word| **word != "?") {
                let lies = |tile: usize| loot.split(',').any(|id| id == tile.to_string());
                let digit = |tile: usize| if lies(tile) { '1' } else { '0' };
                *left = at.game.loot().iter().map(|tile| digit(tile.index())).collect();
            }
        }
        Ok(Told { text: parts.join(" "), calls: calls.into() })
    }

    /// The dice of the children of the hand-in's own tree.
    fn moves(&self, line: &GameLine, ask: &mut Ask) -> Result<Option<Vec<String>>, String> {
        let at = Reached::new(line)?;
        let mover = at.game.to_move(&at.position);
        let [own, other] = [mover, mover.opponent()].map(|side| at.position.tile(side).index());
        let answer = ask(&format!("{}~{}~tree {own} {other}", at.maze(), at.set()));
        let tree = last(&answer, 1, "createMySubtree")?[0].to_string();
        let die = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["1", .., die, _] => Some(die.to_string()),
                _ => None,
            }
        };
        Ok(Some(tree.lines().filter_map(die).collect()))
    }
}
