//! The boards of the questions: a maze, the players and the loot.

use agon_core::{Rng, Side};
use agon_games::theseus::{Die, MazeGenerator, Style, Theseus, Tile};

#[derive(Clone, Debug)]
pub struct Board {
    game: Theseus,
    /// The tiles of Theseus and the Minotaur.
    tiles: [Tile; 2],
    loot: Vec<Tile>,
    /// The side of the player that is asked.
    pub side: Side,
}

/// A random board of `size` by `size` tiles.
pub fn random(rng: &mut Rng, size: usize) -> Option<Board> {
    let style = match rng.below(2) {
        0 => Style::Labyrinth { open: 30 + rng.below(60) as u32 },
        _ => Style::Classic { walls: rng.below(size - 2) },
    };
    let loot = 1 + rng.below(if size == 3 { 3 } else { 5 });
    let game = MazeGenerator::new(size, loot, style).ok()?.generate(rng.bits());
    let free: Vec<Tile> = game.maze().tiles().filter(|tile| !game.loot().contains(tile)).collect();
    let one = *rng.pick(&free)?;
    // Often nearby, where the players see each other.
    let near: Vec<Tile> = free
        .iter()
        .copied()
        .filter(|&tile| tile != one && (rng.below(3) == 0 || game.maze().distance(one, tile) <= 3))
        .collect();
    let other = *rng.pick(&near)?;
    let loot = game.loot().to_vec();
    let board = Board { game, tiles: [one, other], loot, side: Side::BOTH[rng.below(2)] };
    (!board.moves(board.side).is_empty()).then_some(board)
}

impl Board {
    /// The number of a player's tile.
    pub fn id(&self, side: Side) -> usize {
        self.tiles[side.index()].index()
    }

    /// The row and column of a player's tile.
    pub fn place(&self, side: Side) -> (usize, usize) {
        self.game.maze().place(self.tiles[side.index()])
    }

    /// The dice that do not lead into a wall.
    pub fn moves(&self, side: Side) -> Vec<Die> {
        self.game.maze().steps(self.tiles[side.index()]).map(|(die, _)| die).collect()
    }

    /// The board after a move. Theseus takes loot unless he is caught.
    pub fn after(&self, side: Side, die: Die) -> Board {
        let mut after = self.clone();
        if let Some(tile) = self.game.maze().step(self.tiles[side.index()], die) {
            after.tiles[side.index()] = tile;
        }
        if side == Side::First && !after.is_caught() {
            after.loot.retain(|&tile| tile != after.tiles[0]);
        }
        after
    }

    fn is_caught(&self) -> bool {
        self.tiles[0] == self.tiles[1]
    }

    pub fn is_over(&self) -> bool {
        self.is_caught() || self.loot.is_empty()
    }

    /// The number of tiles, as the size of the case.
    pub fn size(&self) -> usize {
        self.game.maze().len() + self.loot.len()
    }

    /// The board without one piece of loot, if there is one.
    pub fn with_less_loot(&self) -> Vec<Board> {
        let places = if self.loot.len() > 1 { 0..self.loot.len() } else { 0..0 };
        let without = |place: usize| {
            let mut board = self.clone();
            board.loot.remove(place);
            board
        };
        places.map(without).collect()
    }

    /// The drawing for the harness. `None` if a tile would have to show two things.
    pub fn drawing(&self) -> Option<String> {
        if self.is_caught() || self.loot.iter().any(|tile| self.tiles.contains(tile)) {
            return None;
        }
        let all = self.game.drawing();
        let mut lines: Vec<Vec<u8>> = all
            .lines()
            .filter(|line| line.starts_with(['+', '|']))
            .map(|line| line.as_bytes().to_vec())
            .collect();
        let maze = self.game.maze();
        for tile in maze.tiles() {
            let loot = self.loot.iter().position(|&found| found == tile);
            let text = match loot {
                Some(number) => format!("{:>3}", format!("s{}", number + 1)),
                None if tile == self.tiles[0] => " T ".into(),
                None if tile == self.tiles[1] => " M ".into(),
                None => "   ".into(),
            };
            let (row, column) = maze.place(tile);
            let line = lines.get_mut(2 * (maze.side() - 1 - row) + 1)?;
            line.get_mut(4 * column + 1..4 * column + 4)?.copy_from_slice(text.as_bytes());
        }
        let lines: Vec<String> =
            lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        Some(lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_the_same_board() {
        let mut rng = Rng::seeded(1);
        let mut drawn = 0;
        for number in 0..40 {
            let Some(board) = random(&mut rng, [3, 5, 7][number % 3]) else { continue };
            drawn += 1;
            let game = Theseus::from_drawing(&board.drawing().unwrap()).unwrap();
            assert_eq!(game.loot(), board.loot);
            assert_eq!(Side::BOTH.map(|side| game.maze().start(side)), board.tiles);
            assert_eq!(game.maze().walls(), board.game.maze().walls());
        }
        assert!(drawn > 20);
    }
}
