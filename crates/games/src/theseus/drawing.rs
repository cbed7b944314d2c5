//! Drawings of mazes: `+---+`, `|`, `T`, `M`, `s1`, ..., below optional headers such as
//! `plies: 100`.

use agon_core::{Game as _, Notation as _, Side, quote};

use super::die::Die;
use super::maze::{Maze, Tile, is_side};
use super::notation::{read_first, read_need, read_plies};
use super::rules::{MOST_LOOT, Rules, Theseus};

agon_core::refusals! {
    /// Why a drawing of a maze is refused: the line, the column and the reason.
    pub enum MazeRefusal {
        Empty { line: usize, column: usize } => "line {line}, column {column}: the drawing of a maze begins here, with a line such as +---+---+---+",
        Indented { line: usize, column: usize } => "line {line}, column {column}: the drawing must begin at the left margin",
        Header { line: usize, column: usize, found: String } => "line {line}, column {column}: above the drawing there are lines such as plies: 200, need: 4 and first: theseus, not {found}",
        HeaderTwice { line: usize, column: usize, key: String } => "line {line}, column {column}: {key} is given twice",
        Plies { line: usize, column: usize, found: String } => "line {line}, column {column}: the ply limit is 0 to 10000, not {found}",
        Need { line: usize, column: usize, found: String, loot: usize } => "line {line}, column {column}: Theseus needs 1 to {loot} pieces of loot to win, not {found}",
        First { line: usize, column: usize, found: String } => "line {line}, column {column}: theseus or minotaur moves first, not {found}",
        Side { line: usize, column: usize, found: String } => "line {line}, column {column}: a maze has an odd number of tiles from 3 to 31 along a side, so its first line has 4 characters for each of them and one more, not {found}",
        Height { line: usize, column: usize, found: usize, wanted: usize } => "line {line}, column {column}: the drawing ends after {found} lines, and a maze of this width has {wanted}",
        Below { line: usize, column: usize } => "line {line}, column {column}: the maze has ended, and nothing more can follow",
        Length { line: usize, column: usize, found: usize, wanted: usize } => "line {line}, column {column}: this line has {found} characters, and the first line of the drawing has {wanted}",
        Corner { line: usize, column: usize, found: char } => "line {line}, column {column}: a corner of a tile is +, not {found:?}",
        Wall { line: usize, column: usize, found: String } => "line {line}, column {column}: above a tile there is --- or three spaces, not {found}",
        SideWall { line: usize, column: usize, found: char } => "line {line}, column {column}: between two tiles there is | or a space, not {found:?}",
        OpenBorder { line: usize, column: usize } => "line {line}, column {column}: the border of a maze is walled",
        Tile { line: usize, column: usize, found: String } => "line {line}, column {column}: on a tile there is T, M, s1 to s16 or nothing, not {found}",
        Twice { line: usize, column: usize, what: String } => "line {line}, column {column}: {what} was there before",
        Missing { line: usize, column: usize, what: String } => "line {line}, column {column}: the maze that begins here has no {what}",
        MissingLoot { line: usize, column: usize, found: usize, missing: usize } => "line {line}, column {column}: there is s{found}, and no s{missing}",
        OutOfReach { line: usize, column: usize } => "line {line}, column {column}: this tile cannot be reached",
    }
}

/// Draws a maze, top row first, with three characters for what is on each tile.
pub(super) fn draw(maze: &Maze, on: impl Fn(Tile) -> String) -> String {
    let side = maze.side();
    let mut text = String::new();
    let tiles: Vec<Tile> = maze.tiles().collect();
    for row in tiles.chunks(side).rev() {
        for &tile in row {
            text.push_str(if maze.step(tile, Die::Up).is_none() { "+---" } else { "+   " });
        }
        text.push_str("+\n");
        for &tile in row {
            text.push(if maze.step(tile, Die::Left).is_none() { '|' } else { ' ' });
            text.push_str(&format!("{:3}", on(tile)));
        }
        text.push_str("|\n");
    }
    text.push_str(&"+---".repeat(side));
    text.push_str("+\n");
    text
}

/// The text of a piece of loot in a drawing.
pub(super) fn loot_words(number: usize) -> String {
    format!("{:>3}", format!("s{}", number + 1))
}

impl Theseus {
    /// The game as a drawing, which [`from_drawing`](Theseus::from_drawing) reads. Headers
    /// are written only for rules that differ from the defaults.
    pub fn drawing(&self) -> String {
        let usual = Rules::usual(self.loot.len());
        let mut text = String::new();
        if self.rules.plies != usual.plies {
            text.push_str(&format!("plies: {}\n", self.rules.plies));
        }
        if self.rules.need != usual.need {
            text.push_str(&format!("need: {}\n", self.rules.need));
        }
        if self.rules.first != usual.first {
            text.push_str("first: minotaur\n");
        }
        text.push_str(&draw(&self.maze, |tile| {
            if tile == self.maze.start(Side::First) {
                " T ".into()
            } else if tile == self.maze.start(Side::Second) {
                " M ".into()
            } else {
                let number = self.loot.iter().position(|&loot| loot == tile);
                number.map_or(String::new(), loot_words)
            }
        }));
        text
    }

    /// The game of a drawing, or of a start position in one line.
    pub fn from_text(text: &str) -> Result<Theseus, MazeRefusal> {
        match Theseus::read(text) {
            Ok((game, position)) if !text.contains('+') && position == game.start() => Ok(game),
            _ => Theseus::from_drawing(text),
        }
    }

    /// Reads a drawing; a refusal has the line and column of the mistake.
    ///
    /// ```
    /// use agon_core::Game as _;
    /// use agon_games::theseus::Theseus;
    ///
    /// let game = Theseus::from_drawing("\
    /// need: 1
    /// +---+---+---+
    /// |     s1|   |
    /// +   +   +   +
    /// |     M   s2|
    /// +   +   +   +
    /// | T         |
    /// +---+---+---+").unwrap();
    /// assert_eq!(game.moves(&game.start()).len(), 2);
    /// assert_eq!(game.drawing().lines().count(), 8);
    /// ```
    pub fn from_drawing(text: &str) -> Result<Theseus, MazeRefusal> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        while lines.last().is_some_and(|(_, line)| line.is_empty()) {
            lines.pop();
        }
        let begins = |line: &str| line.trim_start().starts_with('+');
        let first = lines.iter().position(|(_, line)| begins(line)).unwrap_or(lines.len());
        let (header, drawing) = lines.split_at(first);
        let said = Header::read(header)?;
        if let Some(&(line, text)) = drawing.first()
            && !text.starts_with('+')
        {
            let column = text.chars().take_while(|letter| letter.is_whitespace()).count() + 1;
            return Err(MazeRefusal::Indented { line, column });
        }
        let end = lines.last().map_or(1, |&(line, _)| line + 1);
        let found = Found::read(drawing, end)?;
        found.game(&said)
    }
}

/// The headers of a drawing, each with its line and column.
#[derive(Default)]
struct Header<'a> {
    said: Vec<(&'a str, &'a str, usize, usize)>,
}

impl<'a> Header<'a> {
    fn read(lines: &[(usize, &'a str)]) -> Result<Header<'a>, MazeRefusal> {
        let mut header = Header::default();
        for &(line, text) in lines.iter().filter(|(_, text)| !text.is_empty()) {
            let wrong = || MazeRefusal::Header { line, column: 1, found: quote(text) };
            let (key, value) = text.split_once(':').ok_or_else(wrong)?;
            let blanks = value.chars().take_while(|letter| letter.is_whitespace()).count();
            let column = key.chars().count() + 2 + blanks;
            let known = ["plies", "need", "first"];
            let key = known.into_iter().find(|known| key.trim().eq_ignore_ascii_case(known));
            let (key, value) = (key.ok_or_else(wrong)?, value.trim());
            if header.said.iter().any(|&(said, ..)| said == key) {
                return Err(MazeRefusal::HeaderTwice { line, column: 1, key: key.into() });
            }
            header.said.push((key, value, line, column));
        }
        Ok(header)
    }

    /// The rules, for a maze with this much loot.
    fn rules(&self, loot: usize) -> Result<Rules, MazeRefusal> {
        let mut rules = Rules::usual(loot);
        for &(key, value, line, column) in &self.said {
            let found = quote(value);
            match key {
                "plies" => {
                    let read = read_plies(value);
                    rules.plies = read.map_err(|_| MazeRefusal::Plies { line, column, found })?;
                }
                "need" => {
                    let read = read_need(value, loot);
                    let wrong = |_| MazeRefusal::Need { line, column, found, loot };
                    rules.need = read.map_err(wrong)?;
                }
                _ => {
                    let read = read_first(value);
                    rules.first = read.map_err(|_| MazeRefusal::First { line, column, found })?;
                }
            }
        }
        Ok(rules)
    }
}

/// The contents of a drawing.
struct Found {
    maze: Maze,
    /// The first line of the drawing.
    top: usize,
    /// The lines of the tiles, from the top row.
    lines: Vec<usize>,
    starts: [Option<Tile>; 2],
    loot: Vec<Option<Tile>>,
}

impl Found {
    fn read(lines: &[(usize, &str)], end: usize) -> Result<Found, MazeRefusal> {
        let Some(&(top, first)) = lines.first() else {
            return Err(MazeRefusal::Empty { line: end, column: 1 });
        };
        let wide = first.chars().count();
        let side = wide / 4;
        if wide % 4 != 1 || !is_side(side) {
            return Err(MazeRefusal::Side { line: top, column: 1, found: wide.to_string() });
        }
        let wanted = 2 * side + 1;
        let rows: Vec<(usize, Vec<char>)> =
            lines.iter().take(wanted).map(|&(line, text)| (line, text.chars().collect())).collect();
        for (line, row) in &rows {
            if row.len() != wide {
                let column = row.len().min(wide) + 1;
                let found = row.len();
                return Err(MazeRefusal::Length { line: *line, column, found, wanted: wide });
            }
        }
        if rows.len() < wanted {
            return Err(MazeRefusal::Height { line: end, column: 1, found: rows.len(), wanted });
        }
        if let Some(&(line, _)) = lines.get(wanted) {
            return Err(MazeRefusal::Below { line, column: 1 });
        }
        let tile_lines = rows.iter().skip(1).step_by(2).map(|&(line, _)| line).collect();
        let maze = Maze::empty(side);
        let mut found = Found { maze, top, lines: tile_lines, starts: [None; 2], loot: Vec::new() };
        for (place, (line, row)) in rows.iter().enumerate() {
            match place % 2 {
                0 => found.read_walls(place / 2, *line, row)?,
                _ => found.read_tiles(place / 2, *line, row)?,
            }
        }
        Ok(found)
    }

    /// A tile by its row from the top.
    fn tile(&self, from_top: usize, column: usize) -> Tile {
        let side = self.maze.side();
        Tile(((side - 1 - from_top) * side + column) as u16)
    }

    /// Reads the line above a row of tiles, or the last line.
    fn read_walls(&mut self, row: usize, line: usize, text: &[char]) -> Result<(), MazeRefusal> {
        let side = self.maze.side();
        for number in 0..=side {
            let corner = text[4 * number];
            if corner != '+' {
                return Err(MazeRefusal::Corner { line, column: 4 * number + 1, found: corner });
            }
        }
        for number in 0..side {
            let column = 4 * number + 2;
            let open = match &text[4 * number + 1..4 * number + 4] {
                ['-', '-', '-'] => false,
                [' ', ' ', ' '] => true,
                other => {
                    let found = quote(&other.iter().collect::<String>());
                    return Err(MazeRefusal::Wall { line, column, found });
                }
            };
            if open && (row == 0 || row == side) {
                return Err(MazeRefusal::OpenBorder { line, column });
            }
            if !open && row < side {
                let tile = self.tile(row, number);
                self.maze.set(tile, Die::Up, false);
            }
        }
        Ok(())
    }

    fn read_tiles(&mut self, row: usize, line: usize, text: &[char]) -> Result<(), MazeRefusal> {
        let side = self.maze.side();
        for number in 0..=side {
            let column = 4 * number + 1;
            match text[4 * number] {
                '|' if number < side => {
                    let tile = self.tile(row, number);
                    self.maze.set(tile, Die::Left, false);
                }
                '|' => (),
                ' ' if number == 0 || number == side => {
                    return Err(MazeRefusal::OpenBorder { line, column });
                }
                ' ' => (),
                found => return Err(MazeRefusal::SideWall { line, column, found }),
            }
        }
        for number in 0..side {
            let inside: String = text[4 * number + 1..4 * number + 4].iter().collect();
            self.read_tile(self.tile(row, number), inside.trim(), line, 4 * number + 2)?;
        }
        Ok(())
    }

    fn read_tile(
        &mut self,
        tile: Tile,
        text: &str,
        line: usize,
        column: usize,
    ) -> Result<(), MazeRefusal> {
        let wrong = || MazeRefusal::Tile { line, column, found: quote(text) };
        let place = match text {
            "" => return Ok(()),
            "T" => &mut self.starts[0],
            "M" => &mut self.starts[1],
            _ => {
                let digits = text.strip_prefix(['s', 'S']).ok_or_else(wrong)?;
                let number =
                    digits.parse::<usize>().ok().filter(|_| !digits.starts_with(['0', '+']));
                let number = number.filter(|&number| number <= MOST_LOOT).ok_or_else(wrong)?;
                if self.loot.len() < number {
                    self.loot.resize(number, None);
                }
                &mut self.loot[number - 1]
            }
        };
        if place.is_some() {
            return Err(MazeRefusal::Twice { line, column, what: text.into() });
        }
        *place = Some(tile);
        Ok(())
    }

    fn game(mut self, header: &Header) -> Result<Theseus, MazeRefusal> {
        let (line, column) = (self.top, 1);
        let missing = |what: &str| MazeRefusal::Missing { line, column, what: what.into() };
        let [theseus, minotaur] = self.starts;
        let starts = [theseus.ok_or_else(|| missing("T"))?, minotaur.ok_or_else(|| missing("M"))?];
        if let Some(hole) = self.loot.iter().position(Option::is_none) {
            let last = self.loot.len();
            let (line, column) = self.loot[last - 1].map_or((line, column), |tile| self.at(tile));
            let missing = hole + 1;
            return Err(MazeRefusal::MissingLoot { line, column, found: last, missing });
        }
        let loot: Vec<Tile> = self.loot.iter().copied().flatten().collect();
        if loot.is_empty() {
            return Err(missing("s1"));
        }
        self.maze = self.maze.start_from(starts);
        if let Some(tile) = self.maze.out_of_reach() {
            let (line, column) = self.at(tile);
            return Err(MazeRefusal::OutOfReach { line, column });
        }
        let rules = header.rules(loot.len())?;
        Ok(Theseus { maze: self.maze.into(), loot: loot.into(), rules })
    }

    /// The line and column of a tile in the drawing.
    fn at(&self, tile: Tile) -> (usize, usize) {
        let (row, column) = self.maze.place(tile);
        (self.lines[self.maze.side() - 1 - row], 4 * column + 2)
    }
}
