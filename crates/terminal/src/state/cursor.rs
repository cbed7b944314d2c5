//! The cursor: where arrow keys and Tab lead, and what selecting an element does.

use agon_core::{ElementId, Place, Side};

use super::State;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl State {
    /// The levels of a stack that can be selected now.
    pub fn levels(&self) -> Vec<&str> {
        let options = self.selection.options().into_iter();
        options.filter(|id| self.shown.is_token(id)).collect()
    }

    pub fn under_cursor(&self) -> Option<ElementId> {
        match self.levels().as_slice() {
            [] => self.shown.cell_at(self.cursor).map(String::from),
            levels => levels.get(self.level).map(|id| id.to_string()),
        }
    }

    /// The visible piece of a side that arrow keys move, if they do.
    pub(super) fn walker_of(&self, side: Side) -> Option<ElementId> {
        let own = self.shown.scene.tokens.iter().find(|token| token.owner == Some(side));
        own.filter(|_| self.shown.walks()).map(|token| token.id.clone())
    }

    /// Moves the cursor near the middle of the board.
    pub(super) fn centre_cursor(&mut self) {
        let size = self.shown.board_size();
        self.cursor = Place { row: size.rows / 2, column: size.columns / 2 };
        self.settle_cursor();
    }

    /// Moves the cursor to the nearest cell, if it is on none.
    pub(super) fn settle_cursor(&mut self) {
        self.kept_column = None;
        if self.shown.cell_at(self.cursor).is_some() {
            return;
        }
        let Place { row, column } = self.cursor;
        let distance = |place: &Place| row.abs_diff(place.row) + column.abs_diff(place.column);
        let cells = self.shown.scene.cells.iter();
        let places = cells.map(|cell| Place { row: cell.row, column: cell.column });
        if let Some(nearest) = places.min_by_key(distance) {
            self.cursor = nearest;
        }
    }

    /// Moves the cursor, or the piece that arrow keys move.
    pub(super) fn arrow(&mut self, direction: Direction) {
        let count = self.levels().len();
        if count > 0 {
            let is_up = matches!(direction, Direction::Up | Direction::Right);
            let level = if is_up { self.level + 1 } else { self.level.saturating_sub(1) };
            self.level = level.min(count - 1);
            return;
        }
        let walker = self.walker_of(self.shown.to_move).filter(|_| self.is_persons_turn());
        if let Some(place) = walker.and_then(|id| self.shown.place(&id)) {
            let target = self.neighbour(place, direction);
            match target.and_then(|place| self.shown.cell_at(place)).map(String::from) {
                Some(target) => self.press(&target),
                None => self.warn("there is a wall"),
            }
        } else if let Some(place) = self.neighbour(self.cursor, direction) {
            let is_vertical = matches!(direction, Direction::Up | Direction::Down);
            let column = self.kept_column.unwrap_or(self.cursor.column);
            self.cursor = place;
            self.kept_column = is_vertical.then_some(column);
        }
    }

    /// The cell that an arrow key leads to: the next one in the row, or in the next row the one
    /// nearest to the column. Of two equally near ones it takes the right one.
    fn neighbour(&self, from: Place, direction: Direction) -> Option<Place> {
        let direction = match (self.is_flipped, direction) {
            (false, direction) => direction,
            (true, Direction::Up) => Direction::Down,
            (true, Direction::Down) => Direction::Up,
            (true, Direction::Left) => Direction::Right,
            (true, Direction::Right) => Direction::Left,
        };
        let cells = self.shown.scene.cells.iter();
        let places = cells.map(|cell| Place { row: cell.row, column: cell.column });
        let in_row = places.clone().filter(|place| place.row == from.row);
        let above = places.clone().map(|place| place.row).filter(|&row| row < from.row).max();
        let below = places.clone().map(|place| place.row).filter(|&row| row > from.row).min();
        let row = match direction {
            Direction::Left => {
                return in_row.filter(|place| place.column < from.column).max();
            }
            Direction::Right => {
                return in_row.filter(|place| place.column > from.column).min();
            }
            Direction::Up => above?,
            Direction::Down => below?,
        };
        let column = self.kept_column.unwrap_or(from.column);
        let distance = |place: &Place| (place.column.abs_diff(column), place.column < column);
        places.filter(|place| place.row == row).min_by_key(distance)
    }

    /// Moves the cursor to the next or previous element that can be selected.
    pub(super) fn next_option(&mut self, is_forward: bool) {
        let count = self.levels().len();
        if count > 0 {
            let step = if is_forward { 1 } else { count - 1 };
            self.level = (self.level + step) % count;
            return;
        }
        let options = self.selection.options();
        let mut places: Vec<Place> =
            options.into_iter().filter_map(|id| self.shown.place(id)).collect();
        places.sort();
        places.dedup();
        let next = match is_forward {
            true => places.iter().find(|&&place| place > self.cursor).or(places.first()),
            false => places.iter().rev().find(|&&place| place < self.cursor).or(places.last()),
        };
        if let Some(&next) = next {
            self.cursor = next;
            self.kept_column = None;
        }
    }

    /// Selects an element and makes the move if it is complete. Warns if the element cannot be
    /// selected.
    pub(super) fn press(&mut self, id: &str) {
        if !self.is_persons_turn() {
            return self.warn_about_turn();
        }
        if !self.selection.select(id) {
            let path = [self.selection.path(), &[id.to_string()]].concat();
            let why = self.game.session().why_not(&path);
            return match why {
                Some(refused) => self.warn(refused),
                None => self.warn("no legal move begins like this"),
            };
        }
        self.level = 0;
        self.complete();
    }

    /// Makes the selected move, once it is complete.
    pub(super) fn complete(&mut self) {
        if let Some(mv) = self.selection.complete().map(String::from) {
            let path = self.selection.path().to_vec();
            self.play(&mv, Some(path));
        }
    }

    /// Explains why nothing can be selected now.
    pub(super) fn warn_about_turn(&mut self) {
        let words = match self.shown.outcome {
            _ if self.is_looking() => {
                "this is a position of the past; Escape goes back to the game"
            }
            Some(_) => "the game is over; n starts again, z undoes a move",
            None => "it is the computer's turn",
        };
        self.warn(words);
    }
}
