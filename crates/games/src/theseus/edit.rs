//! Editing mazes and positions of Theseus. An edited position is the start of a game: what has
//! been picked up is no longer part of it, and the plies that were made are taken off the limit.

use std::sync::Arc;

use agon_core::{Brush, Edit, Game as _, Notation as _, Present as _, Scene, Side, quote};

use super::die::Die;
use super::maze::{Maze, Tile};
use super::notation::{Refusal, read_draft};
use super::position::Position;
use super::rules::{MOST_LOOT, Theseus};

impl Edit for Theseus {
    const BRUSHES: &'static [Brush] = &[
        Brush::on_board("theseus", 'T', Some(Side::First)),
        Brush::on_board("minotaur", 'M', Some(Side::Second)),
        Brush::on_board("loot", 's', None),
        Brush::on_board("wall_up", '▔', None),
        Brush::on_board("wall_right", '▕', None),
        Brush::action("need", '#'),
        Brush::TURN,
        Brush::CLEAR,
    ];

    fn draft_scene(draft: &str) -> Result<Scene, Refusal> {
        let (game, position) = read_draft(draft)?;
        Ok(game.scene(&game.view(&position, None)))
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let (game, position) = read_draft(draft)?;
        let mut loot: Vec<Tile> = (0..game.loot.len())
            .filter(|&number| position.has_loot(number))
            .map(|number| game.loot[number])
            .collect();
        let is_all_needed = usize::from(game.rules.need) >= game.loot.len();
        let mut rules = game.rules;
        rules.first = game.to_move(&position);
        rules.plies = rules.plies.saturating_sub(position.ply);
        rules.need = rules.need.saturating_sub(game.taken(&position) as u8).max(1);
        let mut maze = Maze::clone(&game.maze);
        let mut tiles = position.tiles;
        match brush {
            "turn" => rules.first = rules.first.opponent(),
            "clear" => maze = Maze::empty(maze.side()),
            "need" => rules.need = rules.need % loot.len().max(1) as u8 + 1,
            _ => {
                let tile = maze.tiles().find(|&tile| maze.name(tile).to_string() == element);
                let tile = tile.ok_or_else(|| Refusal::NoTile { found: quote(element) })?;
                match brush {
                    "theseus" => tiles[0] = tile,
                    "minotaur" => tiles[1] = tile,
                    "wall_up" => maze.set(tile, Die::Up, maze.step(tile, Die::Up).is_none()),
                    "wall_right" => {
                        maze.set(tile, Die::Right, maze.step(tile, Die::Right).is_none());
                    }
                    _ => match loot.iter().position(|&it| it == tile) {
                        Some(number) => drop(loot.remove(number)),
                        None if loot.len() == MOST_LOOT => {
                            return Err(Refusal::LootCount { found: MOST_LOOT + 1 });
                        }
                        None => loot.push(tile),
                    },
                }
            }
        }
        if brush == "loot" {
            let most = loot.len().max(1) as u8;
            rules.need = if is_all_needed { most } else { rules.need.min(most) };
        }
        let left = ((1_u32 << loot.len()) - 1) as u16;
        let maze = Arc::new(maze.start_from(tiles));
        let game = Theseus { maze, loot: loot.into(), rules };
        Ok(game.write(&Position { tiles, loot: left, ply: 0 }))
    }
}
