//! The notation of Theseus and the Minotaur, and its refusals.
//!
//! A position is `WALLS STARTS LOOT RULES PLY TILES LEFT`:
//!
//! - the walls row by row from the top, a digit a tile: 1 for a wall above it, 2 for
//!   a wall on its right, 3 for both; the border is not written;
//! - the starting tiles of Theseus and the Minotaur, as `0,0-7,7`;
//! - the tiles of s1, s2, ..., as `1,0-10,2`;
//! - the ply limit, the loot needed, the side that moves first, and the sides that may
//!   stay, as `200/4/T/-`;
//! - the number of plies made, where the two are now, and for each piece of loot 1 if
//!   it still lies there, 0 if not.
//!
//! The last three may be left out together at the start of a game. A move is the
//! number of the die: 1, 3, 5, 7 or 0.

use std::sync::Arc;

use agon_core::{Game as _, Notation, Side, quote};

use super::die::Die;
use super::maze::{Maze, Tile, TileName, is_side};
use super::position::Position;
use super::rules::{MOST_LOOT, MOST_PLIES, Rules, Theseus};

agon_core::refusals! {
    /// Why Theseus and the Minotaur refuse a text or a move.
    pub enum Refusal {
        Parts { found: usize } => "a position has 7 parts (walls, starts, loot, rules, ply, tiles, loot left), or the first 4 of them, not {found}",
        Side { found: usize } => "a maze has an odd number of rows from 3 to 31, not {found}",
        RowLength { row: usize, found: usize, side: usize } => "row {row} of the walls has {found} tiles, not {side}",
        Walls { row: usize, found: char } => "a tile of row {row} is 0, 1 (wall above), 2 (wall on the right) or 3, not {found:?}",
        Border { row: usize } => "row {row} of the walls names the border, which is always walled",
        OutOfReach { tile: TileName } => "the tile {tile} cannot be reached",
        TileText { found: String } => "a tile is its row from the bottom and its column, as 13,7, not {found}",
        NoTile { found: String } => "there is no tile {found} in this maze",
        TwoTiles { found: String } => "the tiles of Theseus and the Minotaur are written as 0,0-7,7, not {found}",
        SameStart => "Theseus and the Minotaur start from different tiles",
        LootCount { found: usize } => "a maze has 1 to 16 pieces of loot, not {found}",
        LootTwice { tile: TileName } => "two pieces of loot lie on {tile}",
        LootOnStart { tile: TileName } => "loot does not lie on the starting tile {tile}",
        RulesText { found: String } => "the rules are ply limit, loot needed, the side that moves first and the sides that may stay, as 200/4/T/-, not {found}",
        Plies { found: String } => "the ply limit is 0 to 10000, not {found}",
        Need { found: String, loot: usize } => "Theseus needs 1 to {loot} pieces of loot to win, not {found}",
        First { found: String } => "T or M moves first, not {found}",
        Stumble { found: String } => "the sides that may stay are -, T, M or TM, not {found}",
        Ply { found: String, plies: u16 } => "the number of plies made is from 0 to {plies}, not {found}",
        Left { found: String, loot: usize } => "the loot left is {loot} digits 0 or 1, not {found}",
        OnLoot { tile: TileName } => "Theseus stands on {tile}, so the loot there has been picked up",
        MoveText { found: String } => "{found} is not a move: write 1 (up), 3 (right), 5 (down) or 7 (left)",
        GameOver => "the game is over",
        MustMove => "only a side that throws the die may stay: write 1, 3, 5 or 7",
        TooFar { from: TileName, to: TileName } => "{to} is not next to {from}",
        Wall { die: u8, tile: TileName } => "die {die} leads from {tile} into a wall",
    }
}

const LETTERS: [char; 2] = ['T', 'M'];

impl Theseus {
    /// A game, if it can be played: all tiles in reach, two different starts, no loot on
    /// them, rules within their bounds.
    pub fn new(maze: Maze, loot: &[Tile], rules: Rules) -> Result<Theseus, Refusal> {
        let starts = Side::BOTH.map(|side| maze.start(side));
        if let Some(tile) = maze.out_of_reach() {
            return Err(Refusal::OutOfReach { tile: maze.name(tile) });
        }
        if starts[0] == starts[1] {
            return Err(Refusal::SameStart);
        }
        if !(1..=MOST_LOOT).contains(&loot.len()) {
            return Err(Refusal::LootCount { found: loot.len() });
        }
        for (number, &tile) in loot.iter().enumerate() {
            if loot[..number].contains(&tile) {
                return Err(Refusal::LootTwice { tile: maze.name(tile) });
            }
            if starts.contains(&tile) {
                return Err(Refusal::LootOnStart { tile: maze.name(tile) });
            }
        }
        let usual = Rules::usual(loot.len());
        Theseus { maze: Arc::new(maze), loot: loot.into(), rules: usual }.with_rules(rules)
    }

    /// The same game with other rules, if they fit.
    pub fn with_rules(self, rules: Rules) -> Result<Theseus, Refusal> {
        let loot = self.loot.len();
        if rules.plies > MOST_PLIES {
            return Err(Refusal::Plies { found: rules.plies.to_string() });
        }
        if !(1..=loot).contains(&rules.need.into()) {
            return Err(Refusal::Need { found: rules.need.to_string(), loot });
        }
        Ok(Theseus { rules, ..self })
    }

    /// The position with both sides on other tiles and `mover` to move, one ply later if it
    /// was the other side's turn; Theseus picks up the loot on his tile.
    pub fn moved_to(&self, position: &Position, tiles: [Tile; 2], mover: Side) -> Position {
        let ply = position.ply + u16::from(self.to_move(position) != mover);
        let mut moved = Position { tiles, ply, ..*position };
        if let Some(number) = self.loot_on(&moved, tiles[0]).filter(|_| !moved.is_caught()) {
            moved.loot &= !(1 << number);
        }
        moved
    }

    fn write_tiles(&self, tiles: &[Tile]) -> String {
        let names: Vec<String> =
            tiles.iter().map(|&tile| self.maze.name(tile).to_string()).collect();
        names.join("-")
    }
}

impl Notation for Theseus {
    fn write(&self, position: &Position) -> String {
        let maze = self.maze();
        let starts = Side::BOTH.map(|side| maze.start(side));
        let loot = if self.loot.is_empty() { "-".into() } else { self.write_tiles(&self.loot) };
        let Rules { plies, need, first, stumble } = self.rules;
        let first = LETTERS[first.index()];
        let staying: String = Side::BOTH
            .into_iter()
            .filter(|side| stumble[side.index()])
            .map(|side| LETTERS[side.index()])
            .collect();
        let staying = if staying.is_empty() { "-" } else { &staying };
        let left: String = (0..self.loot.len())
            .map(|number| if position.has_loot(number) { '1' } else { '0' })
            .collect();
        format!(
            "{} {} {loot} {plies}/{need}/{first}/{staying} {} {} {left}",
            write_walls(maze),
            self.write_tiles(&starts),
            position.ply,
            self.write_tiles(&position.tiles),
        )
    }

    fn read(text: &str) -> Result<(Theseus, Position), Refusal> {
        let (game, position) = read_draft(text)?;
        let Theseus { maze, loot, rules } = game;
        let game = Theseus::new(Arc::unwrap_or_clone(maze), &loot, rules)?;
        match game.loot_on(&position, position.tiles[0]) {
            Some(_) if !position.is_caught() => {
                return Err(Refusal::OnLoot { tile: game.maze.name(position.tiles[0]) });
            }
            _ => (),
        }
        Ok((game, position))
    }

    fn write_move(&self, _: &Position, die: Die) -> String {
        die.to_string()
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Die, Refusal> {
        let die = match text.to_lowercase().as_str() {
            "0" | "stay" => Some(Die::Stay),
            "1" | "up" | "u" => Some(Die::Up),
            "3" | "right" | "r" => Some(Die::Right),
            "5" | "down" | "d" => Some(Die::Down),
            "7" | "left" | "l" => Some(Die::Left),
            _ => None,
        };
        die.ok_or_else(|| Refusal::MoveText { found: quote(text) })
    }
}

impl Theseus {
    fn read_state(&self, ply: &str, tiles: &str, left: &str) -> Result<Position, Refusal> {
        let plies = self.rules.plies;
        let wrong = || Refusal::Ply { found: quote(ply), plies };
        let ply = read_number(ply).filter(|&ply| ply <= plies).ok_or_else(wrong)?;
        let tiles = read_two_tiles(&self.maze, tiles)?;
        let wrong = || Refusal::Left { found: quote(left), loot: self.loot.len() };
        if left.len() != self.loot.len() {
            return Err(wrong());
        }
        let mut loot = 0;
        for (number, digit) in left.chars().enumerate() {
            match digit {
                '0' => (),
                '1' => loot |= 1 << number,
                _ => return Err(wrong()),
            }
        }
        Ok(Position { tiles, loot, ply })
    }
}

/// Reads a position that need not be one that can occur. Loot may be missing, written as `-`.
pub(super) fn read_draft(text: &str) -> Result<(Theseus, Position), Refusal> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let &[walls, starts, loot, rules, ref state @ ..] = parts.as_slice() else {
        return Err(Refusal::Parts { found: parts.len() });
    };
    let maze = read_walls(walls)?;
    let starts = read_two_tiles(&maze, starts)?;
    let maze = maze.start_from(starts);
    // The count comes first, so that a long text is refused without reading it.
    let names: Vec<&str> = if loot == "-" { Vec::new() } else { loot.split('-').collect() };
    if names.len() > MOST_LOOT {
        return Err(Refusal::LootCount { found: names.len() });
    }
    let tiles: Result<Vec<Tile>, Refusal> =
        names.into_iter().map(|name| read_tile(&maze, name)).collect();
    let tiles = tiles?;
    let rules = read_rules(rules, tiles.len().max(1))?;
    let game = Theseus { maze: Arc::new(maze), loot: tiles.into(), rules };
    let position = match state {
        [] => game.start(),
        // Without loot nothing is left.
        &[ply, tiles] if game.loot.is_empty() => game.read_state(ply, tiles, "")?,
        &[ply, tiles, left] => game.read_state(ply, tiles, left)?,
        _ => return Err(Refusal::Parts { found: parts.len() }),
    };
    Ok((game, position))
}

fn write_walls(maze: &Maze) -> String {
    let digit = |tile: Tile| {
        let walled = |die| maze.is_inner(tile, die) && maze.step(tile, die).is_none();
        char::from(b'0' + u8::from(walled(Die::Up)) + 2 * u8::from(walled(Die::Right)))
    };
    let tiles: Vec<Tile> = maze.tiles().collect();
    let rows = tiles.chunks(maze.side()).rev();
    let rows: Vec<String> = rows.map(|row| row.iter().map(|&tile| digit(tile)).collect()).collect();
    rows.join("/")
}

fn read_walls(text: &str) -> Result<Maze, Refusal> {
    let side = text.split('/').count();
    if !is_side(side) {
        return Err(Refusal::Side { found: side });
    }
    let mut maze = Maze::empty(side);
    for (place, digits) in text.split('/').enumerate() {
        let row = place + 1;
        let found = digits.chars().count();
        if found != side {
            return Err(Refusal::RowLength { row, found, side });
        }
        for (column, digit) in digits.chars().enumerate() {
            let walls = digit.to_digit(4).ok_or(Refusal::Walls { row, found: digit })?;
            let tile = Tile(((side - row) * side + column) as u16);
            for (bit, die) in [(1, Die::Up), (2, Die::Right)] {
                if walls & bit != 0 {
                    if !maze.is_inner(tile, die) {
                        return Err(Refusal::Border { row });
                    }
                    maze.set(tile, die, false);
                }
            }
        }
    }
    Ok(maze)
}

/// Reads a tile such as 13,7.
fn read_tile(maze: &Maze, text: &str) -> Result<Tile, Refusal> {
    let numbers = || {
        let (row, column) = text.split_once(',')?;
        Some((read_number(row)?, read_number(column)?))
    };
    let (row, column) = numbers().ok_or_else(|| Refusal::TileText { found: quote(text) })?;
    let tile = maze.tile(row.into(), column.into());
    tile.ok_or_else(|| Refusal::NoTile { found: quote(text) })
}

fn read_two_tiles(maze: &Maze, text: &str) -> Result<[Tile; 2], Refusal> {
    let parted = text.split_once('-').ok_or_else(|| Refusal::TwoTiles { found: quote(text) });
    let (theseus, minotaur) = parted?;
    Ok([read_tile(maze, theseus)?, read_tile(maze, minotaur)?])
}

fn read_rules(text: &str, loot: usize) -> Result<Rules, Refusal> {
    let parts: Vec<&str> = text.split('/').collect();
    let &[plies, need, first, stumble] = parts.as_slice() else {
        return Err(Refusal::RulesText { found: quote(text) });
    };
    Ok(Rules {
        plies: read_plies(plies)?,
        need: read_need(need, loot)?,
        first: read_first(first)?,
        stumble: match stumble {
            "-" => [false, false],
            "T" => [true, false],
            "M" => [false, true],
            "TM" => [true, true],
            _ => return Err(Refusal::Stumble { found: quote(stumble) }),
        },
    })
}

/// Reads the ply limit.
pub(super) fn read_plies(text: &str) -> Result<u16, Refusal> {
    let plies = read_number(text).filter(|&plies| plies <= MOST_PLIES);
    plies.ok_or_else(|| Refusal::Plies { found: quote(text) })
}

/// Reads the loot needed, out of `loot`.
pub(super) fn read_need(text: &str, loot: usize) -> Result<u8, Refusal> {
    let need = read_number(text).filter(|&need| (1..=loot).contains(&need.into()));
    need.map(|need| need as u8).ok_or_else(|| Refusal::Need { found: quote(text), loot })
}

/// Reads the side that moves first.
pub(super) fn read_first(text: &str) -> Result<Side, Refusal> {
    match text.to_lowercase().as_str() {
        "t" | "theseus" => Ok(Side::First),
        "m" | "minotaur" => Ok(Side::Second),
        _ => Err(Refusal::First { found: quote(text) }),
    }
}

/// A number of digits only.
fn read_number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
