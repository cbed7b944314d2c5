//! The facts of Byte for rule files.

use agon_core::{ColumnType, Domain, Facts, Relation, Side, Vocabulary};

use super::board::{Square, squares};
use super::position::Position;
use super::rules::Byte;
use super::targets::fitting;

/// The relations.
#[derive(Clone, Copy)]
enum Fact {
    Stack,
    At,
    Top,
    Empty,
    Adjacent,
    Distance,
    Row,
    Column,
    Nearest,
    Score,
    Majority,
    ToMove,
    CanMove,
}

/// The relations in the order of the vocabulary.
const FACTS: [Fact; 13] = [
    Fact::Stack,
    Fact::At,
    Fact::Top,
    Fact::Empty,
    Fact::Adjacent,
    Fact::Distance,
    Fact::Row,
    Fact::Column,
    Fact::Nearest,
    Fact::Score,
    Fact::Majority,
    Fact::ToMove,
    Fact::CanMove,
];

const SQUARE: ColumnType = ColumnType::Member(0);
const HEIGHT: ColumnType = ColumnType::Number { least: 1, most: 7 };
const LEVEL: ColumnType = ColumnType::Number { least: 0, most: 6 };

/// The bits of the codes: a height; a stack with its checkers; the set of its levels from which
/// moves begin, after the stack its neighbours in turn, and whether it has none.
const HEIGHT_BITS: u32 = 3;
const STACK_BITS: u32 = 8;
const MOVE_BITS: u32 = STACK_BITS + 4 * HEIGHT_BITS + 1;

impl Fact {
    fn relation(self, game: &Byte) -> Relation {
        let side = game.side() as i32;
        let place = ColumnType::Number { least: 1, most: side };
        let steps = ColumnType::Number { least: 0, most: side - 1 };
        let stacks = ColumnType::Number { least: 0, most: game.all_checkers() as i32 / 8 };
        match self {
            Fact::Stack => Relation::new(
                "stack",
                &[("square", SQUARE), ("height", HEIGHT)],
                "A stack of so many checkers stands on the square.",
            )
            .function()
            .coded(0, HEIGHT_BITS),
            Fact::At => Relation::new(
                "at",
                &[("square", SQUARE), ("level", LEVEL), ("colour", ColumnType::Side)],
                "The checker on this level of the square's stack, 0 at the bottom, is this side's.",
            )
            .function()
            .coded(0, STACK_BITS),
            Fact::Top => Relation::new(
                "top",
                &[("square", SQUARE), ("colour", ColumnType::Side)],
                "The topmost checker of the square's stack is this side's.",
            )
            .function()
            .coded(0, 2),
            Fact::Empty => {
                Relation::new("empty", &[("square", SQUARE)], "No stack stands on the square.")
                    .coded(0, 1)
            }
            Fact::Adjacent => Relation::new(
                "adjacent",
                &[("square", SQUARE), ("other", SQUARE)],
                "The two squares are one diagonal step apart.",
            )
            .fixed(),
            Fact::Distance => Relation::new(
                "distance",
                &[("square", SQUARE), ("other", SQUARE), ("steps", steps)],
                "So many diagonal steps lead from one square to the other.",
            )
            .function()
            .fixed(),
            Fact::Row => Relation::new(
                "row",
                &[("square", SQUARE), ("row", place)],
                "The square lies in this row, 1 for the row A.",
            )
            .function()
            .fixed(),
            Fact::Column => Relation::new(
                "column",
                &[("square", SQUARE), ("column", place)],
                "The square lies in this column, 1 at the left.",
            )
            .function()
            .fixed(),
            Fact::Nearest => Relation::new(
                "nearest",
                &[("square", SQUARE), ("other", SQUARE)],
                "The stack on the square has no neighbour, and the other is among the nearest.",
            ),
            Fact::Score => Relation::new(
                "score",
                &[("player", ColumnType::Side), ("stacks", stacks)],
                "The player has won so many stacks.",
            )
            .function(),
            Fact::Majority => {
                Relation::new("majority", &[("stacks", stacks)], "So many stacks win the game.")
                    .function()
                    .fixed()
            }
            Fact::ToMove => Relation::new(
                "to_move",
                &[("player", ColumnType::Side)],
                "It is the player's turn.",
            )
            .function(),
            Fact::CanMove => Relation::new(
                "can_move",
                &[("player", ColumnType::Side), ("from", SQUARE), ("to", SQUARE), ("level", LEVEL)],
                "The player could move the checkers from this level up, were it the player's turn.",
            )
            .coded(1, MOVE_BITS),
        }
    }
}

/// `can_move` depends neither on the side to move nor on whether the game is over.
impl Facts for Byte {
    const EXAMPLE: &'static str = include_str!("example.rules");
    const COURSE_EXAMPLE: &'static str = include_str!("course.rules");
    const RULE_FILES: &'static [(&'static str, &'static str)] = agon_rules::BYTE;

    fn vocabulary(&self) -> Vocabulary {
        let name = |square| self.board.name(square).to_lowercase();
        let square = Domain {
            name: "square",
            about: "A dark square, by the letter of its row and the number of its column.",
            members: self.board.all().map(name).collect(),
        };
        let relations = FACTS.map(|fact| fact.relation(self)).into();
        Vocabulary { domains: vec![square], relations }
    }

    #[inline]
    fn facts(&self, position: &Position, relation: usize, mut tell: impl FnMut(&[i32])) {
        let Some(fact) = FACTS.get(relation) else { return };
        let occupied = squares(position.occupied);
        match fact {
            Fact::Stack => occupied
                .for_each(|square| tell(&[id(square), position.stack(square).height() as i32])),
            Fact::At => occupied.for_each(|square| {
                let checkers = (0..).zip(position.stack(square).checkers());
                checkers.for_each(|(level, side)| tell(&[id(square), level, index(side)]));
            }),
            Fact::Top => occupied.for_each(|square| {
                let stack = position.stack(square);
                let top = stack.owner(stack.height() - 1);
                top.into_iter().for_each(|side| tell(&[id(square), index(side)]));
            }),
            Fact::Empty => {
                let board = (1 << self.board.squares()) - 1;
                squares(board & !position.occupied).for_each(|square| tell(&[id(square)]));
            }
            Fact::Adjacent => self.board.all().for_each(|square| {
                let around = squares(self.board.neighbours[square.index()]);
                around.for_each(|other| tell(&[id(square), id(other)]));
            }),
            Fact::Distance => self.tell_distances(tell),
            Fact::Row => self.board.all().for_each(|square| {
                tell(&[id(square), self.board.place(square).0 as i32 + 1]);
            }),
            Fact::Column => self.board.all().for_each(|square| {
                tell(&[id(square), self.board.place(square).1 as i32 + 1]);
            }),
            Fact::Nearest => self.tell_nearest(position, tell),
            Fact::Score => Side::BOTH
                .into_iter()
                .for_each(|side| tell(&[index(side), position.score(side) as i32])),
            Fact::Majority => tell(&[self.majority() as i32]),
            Fact::ToMove => tell(&[index(position.to_move)]),
            Fact::CanMove => {
                for side in Side::BOTH {
                    let from = squares(position.occupied);
                    from.for_each(|square| self.tell_steps(position, side, square, &mut tell));
                }
            }
        }
    }

    #[inline]
    fn codes(&self, position: &Position, relation: usize, members: u64, codes: &mut [u32]) -> u64 {
        let Some(fact) = FACTS.get(relation) else { return 0 };
        let board = (1 << self.board.squares()) - 1;
        let (asked, occupied) = (members & board, position.occupied);
        match fact {
            Fact::Stack => fill(codes, asked, occupied, |square| position.stack(square).height()),
            Fact::At => fill(codes, asked, occupied, |square| position.stack(square).0.into()),
            Fact::Top => fill(codes, asked, occupied, |square| {
                let stack = position.stack(square);
                1 + (u32::from(stack.0) >> (stack.height() - 1) & 1)
            }),
            Fact::Empty => fill(codes, asked, !occupied, |_| 1),
            Fact::CanMove => {
                fill(codes, asked, occupied, |square| self.step_code(position, square))
            }
            _ => 0,
        }
    }

    /// A step changes stacks; and moves of their neighbours, and of stacks without neighbours.
    #[inline]
    fn changed_members(&self, before: &Position, after: &Position, relation: usize) -> u64 {
        let changed = after.changed_since(before);
        match FACTS.get(relation) {
            Some(Fact::CanMove) => {
                let around = squares(changed)
                    .fold(0, |all, square| all | self.board.neighbours[square.index()]);
                changed | around | self.lone(after)
            }
            _ => changed,
        }
    }

    #[inline]
    fn facts_about(
        &self,
        position: &Position,
        relation: usize,
        _column: usize,
        member: usize,
        mut tell: impl FnMut(&[i32]),
    ) {
        let Some(fact) = FACTS.get(relation) else { return };
        let square = Square(member as u8);
        let stack = position.stack(square);
        if position.occupied >> member & 1 == 0 {
            if let Fact::Empty = fact {
                tell(&[id(square)]);
            }
            return;
        }
        match fact {
            Fact::Stack => tell(&[id(square), stack.height() as i32]),
            Fact::At => {
                let checkers = (0..).zip(stack.checkers());
                checkers.for_each(|(level, side)| tell(&[id(square), level, index(side)]));
            }
            Fact::Top => {
                let top = stack.owner(stack.height() - 1);
                top.into_iter().for_each(|side| tell(&[id(square), index(side)]));
            }
            Fact::CanMove => Side::BOTH
                .into_iter()
                .for_each(|side| self.tell_steps(position, side, square, &mut tell)),
            _ => (),
        }
    }
}

impl Byte {
    fn tell_distances(&self, mut tell: impl FnMut(&[i32])) {
        for square in self.board.all() {
            for (steps, ring) in (0..).zip(self.board.rings[square.index()]) {
                squares(ring).for_each(|other| tell(&[id(square), id(other), steps]));
            }
        }
    }

    #[inline]
    fn tell_nearest(&self, position: &Position, mut tell: impl FnMut(&[i32])) {
        for square in squares(position.occupied) {
            if self.board.neighbours[square.index()] & position.occupied == 0 {
                let (near, _) = self.nearest(position, square);
                squares(near).for_each(|other| tell(&[id(square), id(other)]));
            }
        }
    }

    #[inline]
    fn tell_steps(
        &self,
        position: &Position,
        side: Side,
        from: Square,
        tell: &mut impl FnMut(&[i32]),
    ) {
        self.for_each_target_of(position, side, from, |to, mut levels| {
            while levels != 0 {
                tell(&[index(side), id(from), id(to), levels.trailing_zeros() as i32]);
                levels &= levels - 1;
            }
        });
    }

    /// A code of the steps from a stack: the stack, and the heights of its neighbours; for a
    /// stack without neighbours, which of the squares around it lead to the nearest. It is 0
    /// if there are no steps.
    #[inline]
    fn step_code(&self, position: &Position, from: Square) -> u32 {
        let stack = position.stack(from);
        let (mut code, mut fits) = (0, 0);
        let around = self.board.neighbours[from.index()];
        if around & position.occupied != 0 {
            for (place, to) in (0..).zip(squares(around)) {
                let target = position.stack(to);
                code |= target.height() << (STACK_BITS + HEIGHT_BITS * place);
                fits |= fitting(stack, target);
            }
            fits &= (1 << stack.height()) - 1;
        } else {
            let (near, distance) = self.nearest(position, from);
            for (place, to) in (0..).zip(squares(around)) {
                let leads = self.board.rings[to.index()][distance - 1] & near != 0;
                code |= u32::from(leads) << (STACK_BITS + HEIGHT_BITS * place);
                fits |= u32::from(leads);
            }
            code |= 1 << (MOVE_BITS - 1);
        }
        if fits == 0 { 0 } else { code | u32::from(stack.0) }
    }
}

/// Writes the codes of the squares that are asked for, which are 0 except in a set, and returns
/// those whose code is not 0.
#[inline(always)]
fn fill(codes: &mut [u32], asked: u64, set: u64, code: impl Fn(Square) -> u32) -> u64 {
    let mut members = 0;
    for square in squares(asked) {
        if let Some(found) = codes.get_mut(square.index()) {
            *found = if set >> square.0 & 1 == 1 { code(square) } else { 0 };
            members |= u64::from(*found != 0) << square.0;
        }
    }
    members
}

#[inline]
fn id(square: Square) -> i32 {
    square.0.into()
}

#[inline]
fn index(side: Side) -> i32 {
    side.index() as i32
}
