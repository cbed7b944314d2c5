//! The scene of Theseus and the Minotaur, restricted to what the viewer may see.

use agon_core::{
    self as core, Claim, Count, Edge, ElementId, Game as _, Mark, MoveArg, MoveWords, Outcome,
    Present, Scene, Side, Token,
};

use super::die::Die;
use super::drawing::{draw, loot_words};
use super::explain;
use super::heuristic::{Path, path_step};
use super::maze::Tile;
use super::notation::Refusal;
use super::position::Position;
use super::rules::Theseus;
use super::senses::{Sabre, View};

/// The names of the two tokens, and their letters.
const TOKENS: [(&str, char); 2] = [("theseus", 'T'), ("minotaur", 'M')];

impl Present for Theseus {
    type View = View;

    const TITLE: &'static str = "Theseus and the Minotaur";
    const SUMMARY: &'static str = "gather the loot of a maze before the Minotaur gathers you";
    const SIDES: [&'static str; 2] = ["Theseus", "Minotaur"];

    fn view(&self, position: &Position, viewer: Option<Side>) -> View {
        self.view_of(position, viewer)
    }

    fn scene(&self, view: &View) -> Scene {
        let maze = view.maze();
        let side = maze.side();
        let id = |tile: Tile| maze.name(tile).to_string();
        let cell = |tile: Tile| {
            let (row, column) = maze.place(tile);
            core::Cell { id: id(tile), row: side - 1 - row, column, height: None, label: "tile" }
        };
        let wall = |tile: Tile, die: Die| {
            let (row, column) = maze.place(tile);
            let beyond = match die {
                Die::Up => maze.tile(row + 1, column),
                _ => maze.tile(row, column + 1),
            }?;
            let walled = maze.step(tile, die).is_none();
            walled.then(|| Edge { between: [id(tile), id(beyond)], label: "wall" })
        };
        let walls = |tile| [Die::Up, Die::Right].into_iter().filter_map(move |die| wall(tile, die));
        let loot = view.loot.iter().map(|&(number, tile)| Token {
            id: format!("s{}", number + 1),
            cell: id(tile),
            order: 0,
            owner: None,
            label: "loot",
            symbol: 's',
        });
        let players = Side::BOTH.into_iter().filter_map(|side| {
            let (name, symbol) = TOKENS[side.index()];
            Some(Token {
                id: name.into(),
                cell: id(view.tile(side)?),
                order: 1 + side.index() as u8,
                owner: Some(side),
                label: name,
                symbol,
            })
        });
        let here = view.viewer.and_then(|side| view.tile(side));
        let sensed = here.into_iter().flat_map(|tile| maze.sensed(tile));
        let mark = |tile: Tile| Mark { element: id(tile), label: "sensed" };
        let count = |label, count, of| Count { label, owner: None, count, of: Some(of) };
        Scene {
            rows: (0..side).rev().map(|row| row.to_string()).collect(),
            columns: (0..side).map(|column| column.to_string()).collect(),
            cells: maze.tiles().map(cell).collect(),
            edges: maze.tiles().flat_map(walls).collect(),
            tokens: loot.chain(players).collect(),
            marks: view.sabre.into_iter().flat_map(marks).chain(sensed.map(mark)).collect(),
            counts: vec![
                count("ply", view.ply, view.rules.plies.into()),
                count("loot", view.total - view.left, view.rules.need.into()),
            ],
            ..Scene::default()
        }
    }

    /// The maze as in drawings, with what the viewer knows, and a status line.
    fn text_board(&self, view: &View) -> Option<String> {
        let picture = draw(view.maze(), |tile| {
            let here: String = Side::BOTH
                .into_iter()
                .filter(|&side| view.tile(side) == Some(tile))
                .map(|side| TOKENS[side.index()].1)
                .collect();
            let loot = view.loot.iter().find(|&&(_, lies)| lies == tile);
            match (here.as_str(), loot) {
                ("", None) => String::new(),
                ("", Some(&(number, _))) => loot_words(number),
                // A tile has room for three characters.
                ("M", Some(&(number, _))) if number < 9 => format!("Ms{}", number + 1),
                ("M", Some(&(number, _))) => format!("M{}", number + 1),
                (one @ ("T" | "M"), _) => format!(" {one} "),
                (both, _) => both.into(),
            }
        });
        let sabre = view.sabre.map_or(String::new(), |sabre| format!(", sabre {sabre}"));
        // An opponent that is not sensed is still known to have started somewhere.
        let unseen = view.viewer.map(Side::opponent).filter(|&side| view.tile(side).is_none());
        let started = unseen.map_or(String::new(), |side| {
            let start = view.maze.name(view.maze.start(side));
            format!(", {} started at {start}", Theseus::SIDES[side.index()])
        });
        Some(format!(
            "{picture}ply {} of {}, loot {} of {}{}{sabre}{started}\n",
            view.ply,
            view.rules.plies,
            view.total - view.left,
            view.total,
            match u32::from(view.rules.need) {
                need if need == view.total => String::new(),
                need => format!(" ({need} to win)"),
            },
        ))
    }

    const HIDES: bool = true;
    const TOLD_BY_ROUNDS: bool = true;

    /// Both moves, with loot picked up and walls hit, and the sabre's colour; of the opponent
    /// only what is sensed.
    fn round(
        &self,
        line: &[(&Position, Die)],
        now: &Position,
        viewer: Option<Side>,
    ) -> Option<String> {
        let is_over = self.outcome(now).is_some();
        let &[.., (last, _)] = line else { return None };
        let first = last.ply % 2 == 0;
        if first && !is_over {
            return None;
        }
        let made = if first { 1 } else { 2 };
        let tail = &line[line.len().saturating_sub(made)..];
        let after = tail.iter().skip(1).map(|&(position, _)| position).chain([now]);
        let mut told: Vec<String> = tail
            .iter()
            .zip(after)
            .map(|(&(before, die), after)| self.told(before, die, after, viewer))
            .collect();
        told.extend(self.view_of(now, viewer).sabre.map(|sabre| format!("sabre {sabre}")));
        Some(format!("round {}: {}", last.ply / 2 + 1, told.join("; ")))
    }

    fn statistics(&self, line: &[(&Position, Die)], side: Side) -> Option<String> {
        Some(self.path(line, side).statistics())
    }

    fn tallies(&self, line: &[(&Position, Die)], side: Side) -> Vec<(&'static str, u32)> {
        self.path(line, side).tallies()
    }

    /// The tile that the move leads to.
    fn paths(&self, position: &Position, die: Die) -> Vec<Vec<ElementId>> {
        let tile = position.tile(self.to_move(position));
        let target = self.maze.step(tile, die).unwrap_or(tile);
        vec![vec![self.maze.name(target).to_string()]]
    }

    fn words(&self, _: &Position, die: Die) -> MoveWords {
        match die {
            Die::Stay => MoveWords::new("stay"),
            _ => MoveWords::new("go").with("direction", MoveArg::Key(die.direction().into())),
        }
    }

    fn phases(&self, _: &Position) -> &'static [&'static str] {
        &["go"]
    }

    fn why_not(&self, position: &Position, path: &[ElementId]) -> Option<Refusal> {
        let maze = &self.maze;
        let to = maze.tiles().find(|&tile| path == [maze.name(tile).to_string()])?;
        let from = position.tile(self.to_move(position));
        let [(row, column), (to_row, to_column)] = [from, to].map(|tile| maze.place(tile));
        let die = match (to_row as isize - row as isize, to_column as isize - column as isize) {
            (0, 0) => Die::Stay,
            (1, 0) => Die::Up,
            (0, 1) => Die::Right,
            (-1, 0) => Die::Down,
            (0, -1) => Die::Left,
            _ => return Some(Refusal::TooFar { from: maze.name(from), to: maze.name(to) }),
        };
        self.check(position, die).err()
    }

    const CLAIMS: &'static [(&'static str, &'static str)] = explain::CLAIMS;
    const DECISIVE_CLAIMS: &'static [&'static str] = explain::DECISIVE;

    fn claims(&self, position: &Position, mv: Die, other: Option<Die>) -> Vec<Claim> {
        explain::claims(self, position, mv, other)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match self.outcome(position)? {
            Outcome::Draw => Some("dawn"),
            Outcome::Win(Side::First) => Some("loot"),
            Outcome::Win(Side::Second) => Some("caught"),
        }
    }
}

impl Theseus {
    /// The path of a side in a line.
    fn path(&self, line: &[(&Position, Die)], side: Side) -> Path {
        let mut path = Path::default();
        for &(position, die) in line.iter().filter(|(position, _)| self.to_move(position) == side) {
            path.add(path_step(&self.view_of(position, Some(side)), die));
        }
        path
    }

    /// One move in words, as far as `viewer` knows it.
    fn told(&self, before: &Position, die: Die, after: &Position, viewer: Option<Side>) -> String {
        let mover = self.to_move(before);
        let name = Theseus::SIDES[mover.index()];
        let tile = self.maze.name(after.tile(mover));
        let seen = viewer.is_none() || viewer == Some(mover);
        let mut words = match self.view_of(after, viewer).tile(mover) {
            None => format!("{name} out of sight"),
            Some(_) if !seen => format!("{name} at {tile}"),
            Some(_) if die == Die::Stay => format!("{name} runs into a wall at {tile}"),
            Some(_) => format!("{name} {die} to {tile}"),
        };
        let picked =
            (0..self.loot.len()).find(|&piece| before.has_loot(piece) && !after.has_loot(piece));
        if let Some(piece) = picked {
            words.push_str(&match seen {
                true => format!(" picks up s{}", piece + 1),
                false => " picks up loot".into(),
            });
        }
        if after.is_caught() {
            words.push_str(match mover {
                Side::First => " and is caught",
                Side::Second => " and catches Theseus",
            });
        }
        words
    }
}

/// The highlight of Theseus: the state of his lightsaber.
fn marks(sabre: Sabre) -> impl Iterator<Item = Mark> {
    let signs = [(sabre.loot, "sabre-loot"), (sabre.minotaur, "sabre-minotaur")];
    let shown = signs.into_iter().filter(|&(shown, _)| shown);
    shown.map(|(_, label)| Mark { element: TOKENS[0].0.into(), label })
}
