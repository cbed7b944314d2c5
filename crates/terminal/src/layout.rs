//! The layout of the screen, computed from the size of the terminal.

use agon_core::{BoardStyle, Place};
use ratatui::layout::{Rect, Size};

/// The smallest usable terminal.
pub const MINIMUM: Size = Size { width: 60, height: 18 };

/// The narrowest and the widest panel beside a board.
const PANEL_WIDTH: [u16; 2] = [20, 46];

/// The lowest panel below a board.
const PANEL_HEIGHT: u16 = 5;

/// The possible sizes, the largest first.
fn sizes(style: BoardStyle) -> &'static [CellSize] {
    const fn size(width: u16, height: u16, gaps: [u16; 2], border: [u16; 2]) -> CellSize {
        CellSize { width, height, gaps, border }
    }
    const ONE: [u16; 2] = [1, 1];
    const NONE: [u16; 2] = [0, 0];
    match style {
        BoardStyle::Grid => {
            const {
                &[
                    size(13, 6, ONE, ONE),
                    size(11, 5, ONE, ONE),
                    size(9, 4, ONE, ONE),
                    size(7, 3, ONE, ONE),
                    size(7, 2, ONE, ONE),
                    size(5, 1, ONE, ONE),
                ]
            }
        }
        BoardStyle::Squares => {
            const {
                &[
                    size(9, 4, NONE, NONE),
                    size(9, 3, NONE, NONE),
                    size(7, 2, NONE, NONE),
                    size(7, 1, NONE, NONE),
                ]
            }
        }
        BoardStyle::Heaps => {
            const {
                &[
                    size(1, 2, [3, 1], NONE),
                    size(1, 1, [3, 1], NONE),
                    size(1, 1, [1, 1], NONE),
                    size(1, 1, [1, 0], NONE),
                    size(1, 1, NONE, NONE),
                ]
            }
        }
        // In the last one the walls below tiles are underlines.
        BoardStyle::Maze => {
            const { &[size(5, 2, ONE, ONE), size(3, 1, ONE, ONE), size(2, 1, [1, 0], [1, 1])] }
        }
    }
}

/// The size of cells and of the gaps between them: widths first, then heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellSize {
    width: u16,
    height: u16,
    gaps: [u16; 2],
    border: [u16; 2],
}

/// A board in its own coordinates, with labels of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// How it is drawn.
    pub kind: BoardStyle,
    rows: u16,
    columns: u16,
    cell: CellSize,
    /// The width of the row labels.
    margin: u16,
    is_flipped: bool,
}

impl BoardLayout {
    pub fn size(&self) -> Size {
        let along = |count: u16, size: u16, gap: u16, border: u16| {
            count * size + count.saturating_sub(1) * gap + 2 * border
        };
        let CellSize { width, height, gaps, border } = self.cell;
        // Underlined walls need no line at the bottom.
        let bottom = if self.is_compact() { 1 } else { 0 };
        Size {
            width: self.margin + along(self.columns, width, gaps[0], border[0]),
            height: 1 + along(self.rows, height, gaps[1], border[1]) - bottom,
        }
    }

    /// Whether walls below tiles are underlines.
    pub fn is_compact(&self) -> bool {
        self.kind == BoardStyle::Maze && self.cell.gaps[1] == 0
    }

    /// Maps a place to where it is seen, which differs if the board is flipped.
    pub fn seen(&self, place: Place) -> Place {
        if !self.is_flipped {
            return place;
        }
        let [rows, columns] = [self.rows, self.columns].map(usize::from);
        Place {
            row: rows.saturating_sub(1 + place.row),
            column: columns.saturating_sub(1 + place.column),
        }
    }

    /// The inside of a cell.
    pub fn cell(&self, place: Place) -> Rect {
        let Place { row, column } = self.seen(place);
        let CellSize { width, height, gaps, border } = self.cell;
        let x = self.margin + border[0] + column as u16 * (width + gaps[0]);
        let y = 1 + border[1] + row as u16 * (height + gaps[1]);
        Rect { x, y, width, height }
    }

    /// Where the checkers of a stack begin in a cell. Each is one column wide.
    pub fn stack(&self, place: Place) -> (u16, u16) {
        let cell = self.cell(place);
        (cell.x + cell.width.saturating_sub(7) / 2, cell.y + (cell.height - 1) / 2)
    }

    /// The place at a point. The gaps around a cell belong to it.
    pub fn place_at(&self, x: u16, y: u16) -> Option<Place> {
        let CellSize { width, height, gaps, border } = self.cell;
        let x = x.checked_sub(self.margin + border[0])?;
        let y = y.checked_sub(1 + border[1])?;
        let seen = Place {
            row: usize::from(y / (height + gaps[1])),
            column: usize::from(x / (width + gaps[0])),
        };
        let is_inside = seen.row < self.rows.into() && seen.column < self.columns.into();
        is_inside.then(|| self.seen(seen))
    }
}

/// The numbers of rows and columns, and the length of the row labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    pub rows: usize,
    pub columns: usize,
    /// The length of the longest row label.
    pub label: usize,
}

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenLayout {
    /// Shows the title and the side to move.
    pub header: Rect,
    /// Shows the board, or the part that fits.
    pub window: Rect,
    /// The first column and row of the board that are shown.
    pub scroll: (u16, u16),
    /// Shows players, evaluation and moves.
    pub panel: Rect,
    /// Shows instructions, messages and typed text.
    pub status: Rect,
    /// Shows the most important keys.
    pub keys: Rect,
    pub board: BoardLayout,
}

impl ScreenLayout {
    /// Arranges a screen with the largest board that fits beside the panel or above it. If none
    /// fits, it shows a part of the smallest board, around `focus`. `None` if the terminal is too
    /// small.
    pub fn new(
        screen: Size,
        kind: BoardStyle,
        size: BoardSize,
        is_flipped: bool,
        focus: Place,
    ) -> Option<ScreenLayout> {
        if screen.width < MINIMUM.width || screen.height < MINIMUM.height {
            return None;
        }
        let body = Rect::new(0, 1, screen.width, screen.height - 3);
        let boards = sizes(kind).iter().map(|&cell| BoardLayout {
            kind,
            rows: size.rows as u16,
            columns: size.columns as u16,
            cell,
            margin: size.label as u16 + 1,
            is_flipped,
        });
        let fits_beside = |board: &BoardLayout| {
            let Size { width, height } = board.size();
            width + 2 + PANEL_WIDTH[0] <= body.width && height <= body.height
        };
        let fits_above = |board: &BoardLayout| {
            let Size { width, height } = board.size();
            width < body.width && height + 1 + PANEL_HEIGHT <= body.height
        };
        let above = boards.clone().find(fits_above);
        let smallest = boards.clone().next_back()?;
        let beside = boards.clone().find(fits_beside).or(above.is_none().then_some(smallest));
        let (board, room, panel) = match (beside, above) {
            (Some(board), _) => {
                let wide = body.width.saturating_sub(board.size().width + 2);
                let wide = wide.clamp(PANEL_WIDTH[0], PANEL_WIDTH[1]);
                let room = Rect { width: body.width - wide - 2, ..body };
                (board, room, Rect { x: room.right() + 1, width: wide, ..body })
            }
            (None, board) => {
                let board = board?;
                let high = board.size().height;
                let room = Rect { height: high, ..body };
                let panel = Rect {
                    x: 2,
                    y: body.y + high + 1,
                    width: body.width - 4,
                    height: body.height - high - 1,
                };
                (board, room, panel)
            }
        };
        let Size { width, height } = board.size();
        let window = Rect {
            x: room.x + room.width.saturating_sub(width) / 2,
            y: room.y + room.height.saturating_sub(height) / 2,
            width: width.min(room.width),
            height: height.min(room.height),
        };
        let focus = board.cell(focus);
        let scroll = |middle: u16, shown: u16, whole: u16| {
            middle.saturating_sub(shown / 2).min(whole - shown)
        };
        Some(ScreenLayout {
            header: Rect::new(0, 0, screen.width, 1),
            window,
            scroll: (
                scroll(focus.x + focus.width / 2, window.width, width),
                scroll(focus.y + focus.height / 2, window.height, height),
            ),
            panel,
            status: Rect::new(0, screen.height - 2, screen.width, 1),
            keys: Rect::new(0, screen.height - 1, screen.width, 1),
            board,
        })
    }

    /// Converts a point of the screen to coordinates of the board.
    pub fn on_board(&self, x: u16, y: u16) -> Option<(u16, u16)> {
        let is_inside = self.window.contains((x, y).into());
        let [left, top] = [x.checked_sub(self.window.x)?, y.checked_sub(self.window.y)?];
        is_inside.then_some((left + self.scroll.0, top + self.scroll.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [(BoardStyle, BoardSize); 7] = [
        (BoardStyle::Grid, BoardSize { rows: 5, columns: 5, label: 1 }),
        (BoardStyle::Grid, BoardSize { rows: 3, columns: 3, label: 1 }),
        (BoardStyle::Squares, BoardSize { rows: 8, columns: 8, label: 1 }),
        (BoardStyle::Squares, BoardSize { rows: 10, columns: 10, label: 1 }),
        (BoardStyle::Heaps, BoardSize { rows: 3, columns: 7, label: 1 }),
        (BoardStyle::Heaps, BoardSize { rows: 1, columns: 64, label: 1 }),
        (BoardStyle::Maze, BoardSize { rows: 31, columns: 31, label: 2 }),
    ];

    /// On every screen the parts do not overlap, and the points of each visible cell map back to
    /// it.
    #[test]
    fn parts_do_not_overlap_and_points_find_their_cells() {
        let sizes = [(60, 18), (80, 24), (120, 40), (61, 60), (300, 100)];
        for ((width, height), (kind, size)) in
            sizes.into_iter().flat_map(|screen| GAMES.map(|game| (screen, game)))
        {
            let focus = Place { row: size.rows - 1, column: size.columns - 1 };
            for is_flipped in [false, true] {
                let screen = Size { width, height };
                let layout = ScreenLayout::new(screen, kind, size, is_flipped, focus).unwrap();
                let whole = Rect::new(0, 0, width, height);
                let parts =
                    [layout.header, layout.window, layout.panel, layout.status, layout.keys];
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(whole), *part, "{kind:?} {screen:?} {index}");
                    for other in &parts[index + 1..] {
                        assert!(part.intersection(*other).is_empty(), "{kind:?} {screen:?}");
                    }
                }
                for (row, column) in (0..size.rows)
                    .flat_map(|row| (0..size.columns).map(move |column| (row, column)))
                {
                    let place = Place { row, column };
                    let cell = layout.board.cell(place);
                    assert_eq!(layout.board.place_at(cell.x, cell.y), Some(place));
                    let last = (cell.right() - 1, cell.bottom() - 1);
                    assert_eq!(layout.board.place_at(last.0, last.1), Some(place));
                    let Size { width, height } = layout.board.size();
                    assert!(last.0 < width && last.1 < height);
                }
                let shown = layout.board.cell(focus);
                let (left, top) = layout.scroll;
                assert!(shown.x >= left && shown.right() <= left + layout.window.width);
                assert!(shown.y >= top && shown.bottom() <= top + layout.window.height);
            }
        }
    }

    #[test]
    fn boards_of_the_usual_games_are_shown_whole_on_a_usual_terminal() {
        for (kind, size) in &GAMES[..5] {
            let focus = Place { row: 0, column: 0 };
            let screen = Size { width: 80, height: 24 };
            let layout = ScreenLayout::new(screen, *kind, *size, false, focus).unwrap();
            let Size { width, height } = layout.board.size();
            assert_eq!((layout.window.width, layout.window.height), (width, height), "{kind:?}");
        }
    }

    #[test]
    fn a_terminal_that_is_too_small_has_no_layout() {
        let (kind, size) = GAMES[0];
        let focus = Place { row: 0, column: 0 };
        for (width, height) in [(59, 18), (60, 17), (0, 0)] {
            let screen = Size { width, height };
            assert!(ScreenLayout::new(screen, kind, size, false, focus).is_none());
        }
    }
}
