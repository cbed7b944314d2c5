//! The facts of Santorini for rule files.

use agon_core::{ColumnType, Domain, Facts, Relation, Side, Vocabulary};

use super::board::Board;
use super::cell::Cell;
use super::position::Position;
use super::rules::Santorini;

/// The relations.
#[derive(Clone, Copy)]
enum Fact {
    Height,
    Pawn,
    Neighbour,
    Row,
    Column,
    Middle,
    CanStep,
    ToMove,
}

/// The relations in the order of the vocabulary.
const FACTS: [Fact; 8] = [
    Fact::Height,
    Fact::Pawn,
    Fact::Neighbour,
    Fact::Row,
    Fact::Column,
    Fact::Middle,
    Fact::CanStep,
    Fact::ToMove,
];

const CELL: ColumnType = ColumnType::Member(0);
const HEIGHT: ColumnType = ColumnType::Number { least: 0, most: 4 };
const STEPS: ColumnType = ColumnType::Number { least: 0, most: 2 };

impl Fact {
    fn relation(self, board: &Board) -> Relation {
        let place = ColumnType::Number { least: 0, most: if board.is_wide() { 5 } else { 4 } };
        match self {
            Fact::Height => Relation::new(
                "height",
                &[("cell", CELL), ("height", HEIGHT)],
                "The cell is built to this height, 4 with a dome.",
            )
            .function()
            .in_sets(0),
            Fact::Pawn => Relation::new(
                "pawn",
                &[("cell", CELL), ("player", ColumnType::Side)],
                "A pawn of the player stands on the cell.",
            )
            .function()
            .in_sets(0),
            Fact::Neighbour => Relation::new(
                "neighbour",
                &[("cell", CELL), ("other", CELL)],
                "The two cells touch at a side or a corner.",
            )
            .fixed(),
            Fact::Row => Relation::new(
                "row",
                &[("cell", CELL), ("row", place)],
                "The cell lies in this row, 0 at the top.",
            )
            .function()
            .fixed(),
            Fact::Column => Relation::new(
                "column",
                &[("cell", CELL), ("column", place)],
                "The cell lies in this column, 0 at the left.",
            )
            .function()
            .fixed(),
            Fact::Middle => Relation::new(
                "middle",
                &[("cell", CELL), ("steps", STEPS)],
                "So many steps lead from the cell to the middle of the board.",
            )
            .function()
            .fixed(),
            Fact::CanStep => Relation::new(
                "can_step",
                &[("from", CELL), ("to", CELL)],
                "The pawn on the one cell could step to the other, were it that side's turn.",
            )
            .in_sets(1),
            Fact::ToMove => Relation::new(
                "to_move",
                &[("player", ColumnType::Side)],
                "It is the player's turn.",
            )
            .function(),
        }
    }
}

/// Pawns that are not placed have no facts. The cells beyond the edge of a smaller board have
/// domes. `can_step` depends neither on the side to move
/// nor on whether the game is over.
impl Facts for Santorini {
    const EXAMPLE: &'static str = include_str!("example.rules");
    const RULE_FILES: &'static [(&'static str, &'static str)] = agon_rules::SANTORINI;

    fn vocabulary(&self) -> Vocabulary {
        let cell = Domain {
            name: "cell",
            about: "A cell of the board, by its row and its column.",
            members: self.board().by_number().map(|cell| self.board().name(cell)).collect(),
        };
        Vocabulary {
            domains: vec![cell],
            relations: FACTS.map(|fact| fact.relation(self.board())).into(),
        }
    }

    #[inline]
    fn facts(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32])) {
        let Some(fact) = FACTS.get(relation) else { return };
        let board = self.board();
        let all = board.numbered().iter().map(|cell| (id(cell), cell));
        match fact {
            Fact::Height => all.for_each(|(id, cell)| tell(&[id, position.height(cell).into()])),
            Fact::Pawn => {
                for side in Side::BOTH {
                    let pawns = position.pawn_cells(side).iter();
                    pawns.for_each(|pawn| tell(&[id(pawn), index(side)]));
                }
            }
            Fact::Neighbour => all.for_each(|(cell, around)| {
                (around.neighbours() & board.numbered())
                    .iter()
                    .for_each(|other| tell(&[cell, id(other)]));
            }),
            Fact::Row => all.for_each(|(id, cell)| tell(&[id, board.row(cell) as i32])),
            Fact::Column => all.for_each(|(id, cell)| tell(&[id, board.column(cell) as i32])),
            Fact::Middle => all.for_each(|(id, cell)| {
                tell(&[id, board.steps_to_middle(cell) as i32]);
            }),
            Fact::CanStep => {
                let free = position.free();
                for from in Side::BOTH.into_iter().flat_map(|side| position.pawns.of(side)) {
                    // From nowhere there are no steps.
                    let steps = position.steps(from, free).iter();
                    steps.for_each(|to| tell(&[id(from), id(to)]));
                }
            }
            Fact::ToMove => tell(&[index(position.to_move)]),
        }
    }

    #[inline]
    fn fact_sets(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32], u64)) {
        let Some(fact) = FACTS.get(relation) else { return };
        match fact {
            Fact::Height => {
                let [one, two, three, four] = position.at_least;
                let exactly = [!one, one & !two, two & !three, three & !four, four];
                for (height, cells) in (0..).zip(exactly) {
                    tell(&[0, height], (cells & self.board().numbered()).numbers());
                }
            }
            Fact::Pawn => {
                for side in Side::BOTH {
                    tell(&[0, index(side)], position.pawn_cells(side).numbers());
                }
            }
            Fact::CanStep => {
                let free = position.free();
                for from in Side::BOTH.into_iter().flat_map(|side| position.pawns.of(side)) {
                    let steps = position.steps(from, free);
                    // From nowhere there are no steps.
                    if !steps.is_empty() {
                        tell(&[id(from), 0], steps.numbers());
                    }
                }
            }
            _ => (),
        }
    }
}

#[inline]
fn id(cell: Cell) -> i32 {
    cell.number() as i32
}

#[inline]
fn index(side: Side) -> i32 {
    side.index() as i32
}
