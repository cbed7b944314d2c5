//! The facts of tic-tac-toe for rule files.

use agon_core::{ColumnType, Domain, Facts, Relation, Vocabulary};

use super::position::{Cell, LINES, Position, bit};
use super::rules::TicTacToe;

/// The relations.
#[derive(Clone, Copy)]
enum Fact {
    Mark,
    Empty,
    On,
    Row,
    Column,
    ToMove,
}

/// The relations in the order of the vocabulary.
const FACTS: [Fact; 6] = [Fact::Mark, Fact::Empty, Fact::On, Fact::Row, Fact::Column, Fact::ToMove];

/// The names of the eight lines of three.
const LINE_NAMES: [&str; LINES.len()] = [
    "top_row",
    "middle_row",
    "bottom_row",
    "left_column",
    "middle_column",
    "right_column",
    "falling_diagonal",
    "rising_diagonal",
];

const CELL: ColumnType = ColumnType::Member(0);
const LINE: ColumnType = ColumnType::Member(1);
const PLACE: ColumnType = ColumnType::Number { least: 0, most: 2 };

impl Fact {
    fn relation(self) -> Relation {
        match self {
            Fact::Mark => Relation::new(
                "mark",
                &[("cell", CELL), ("player", ColumnType::Side)],
                "The player has marked the cell.",
            )
            .function()
            .coded(0, 2),
            Fact::Empty => {
                Relation::new("empty", &[("cell", CELL)], "Nobody has marked the cell.").coded(0, 1)
            }
            Fact::On => {
                Relation::new("on", &[("line", LINE), ("cell", CELL)], "The line has the cell.")
                    .fixed()
            }
            Fact::Row => Relation::new(
                "row",
                &[("cell", CELL), ("row", PLACE)],
                "The cell lies in this row, 0 at the top.",
            )
            .function()
            .fixed(),
            Fact::Column => Relation::new(
                "column",
                &[("cell", CELL), ("column", PLACE)],
                "The cell lies in this column, 0 at the left.",
            )
            .function()
            .fixed(),
            Fact::ToMove => Relation::new(
                "to_move",
                &[("player", ColumnType::Side)],
                "It is the player's turn.",
            )
            .function(),
        }
    }
}

impl Facts for TicTacToe {
    const EXAMPLE: &'static str = include_str!("example.rules");

    fn vocabulary(&self) -> Vocabulary {
        let cell = Domain {
            name: "cell",
            about: "A cell of the board, by its row and its column.",
            members: Cell::all().map(|cell| cell.to_string()).collect(),
        };
        let line = Domain {
            name: "line",
            about: "A line of three cells, which wins for who marks them all.",
            members: LINE_NAMES.map(String::from).into(),
        };
        let relations = FACTS.map(Fact::relation).into();
        Vocabulary { domains: vec![cell, line], relations }
    }

    #[inline]
    fn facts(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32])) {
        let Some(fact) = FACTS.get(relation) else { return };
        let all = (0..).zip(Cell::all());
        match fact {
            Fact::Mark => all.for_each(|(id, cell)| {
                let mark = position.mark(cell);
                mark.into_iter().for_each(|side| tell(&[id, side.index() as i32]));
            }),
            Fact::Empty => all
                .filter(|&(_, cell)| position.mark(cell).is_none())
                .for_each(|(id, _)| tell(&[id])),
            Fact::On => {
                for (line, bits) in (0..).zip(LINES) {
                    let cells = Cell::all().filter(|&cell| bits & bit(cell) != 0);
                    cells.for_each(|cell| tell(&[line, cell.number() as i32]));
                }
            }
            Fact::Row => all.for_each(|(id, cell)| tell(&[id, cell.row() as i32])),
            Fact::Column => all.for_each(|(id, cell)| tell(&[id, cell.column() as i32])),
            Fact::ToMove => tell(&[position.to_move().index() as i32]),
        }
    }

    fn codes(&self, position: &Position, relation: usize, members: u64, codes: &mut [u32]) -> u64 {
        let mut found = 0;
        let is_asked_for = |cell: &Cell| members >> cell.number() & 1 == 1;
        for cell in Cell::all().filter(is_asked_for) {
            let code = &mut codes[cell.number()];
            *code = match (FACTS.get(relation), position.mark(cell)) {
                (Some(Fact::Mark), Some(side)) => 1 + side.index() as u32,
                (Some(Fact::Empty), None) => 1,
                _ => 0,
            };
            found |= u64::from(*code != 0) << cell.number();
        }
        found
    }
}
