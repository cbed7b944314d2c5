//! The rules of Byte.

use std::ops::ControlFlow;

use agon_core::{Feature, Game, Observer, Outcome, Side, StateSpace, square_symmetry};

use super::board::{BOARDS, Board, SQUARES, Square, squares};
use super::notation::Refusal;
use super::position::{Position, Stack};
use super::targets::fitting;

/// The game on a board of eight or ten squares a side.
///
/// ```
/// use agon_core::{Game, Notation, Side};
/// use agon_games::byte::Byte;
///
/// // The text has the size of the board, the side to move, the score and the stacks.
/// let (game, position) = Byte::read("8 X 0-0 E3:OOX,G5:OXXX").unwrap();
/// assert_eq!(game.to_move(&position), Side::First);
/// // Both stacks have a checker of O at the bottom, so X has no move but to pass.
/// let moves = game.moves(&position).into_iter();
/// let moves: Vec<String> = moves.map(|mv| game.write_move(&position, mv)).collect();
/// assert_eq!(moves, ["pass"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Byte {
    pub(super) board: &'static Board,
}

impl Default for Byte {
    fn default() -> Byte {
        Byte { board: &BOARDS[0] }
    }
}

/// A move: a stack or its upper part goes one diagonal step, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The pass of a side without any other move.
    Pass,
    /// The checkers from a level upwards go to a neighbouring square.
    Step {
        /// The square of the stack.
        from: Square,
        /// The target square.
        to: Square,
        /// The lowest checker that goes, 0 for the whole stack.
        level: u8,
    },
}

impl Byte {
    /// The game on a board of this size, 8 or 10.
    pub fn new(side: usize) -> Result<Byte, Refusal> {
        match BOARDS.iter().find(|board| board.side == side) {
            Some(board) => Ok(Byte { board }),
            None => Err(Refusal::Size { found: side.to_string() }),
        }
    }

    /// The number of squares a side.
    pub fn side(&self) -> usize {
        self.board.side
    }

    /// The number of checkers at the start.
    pub(super) fn all_checkers(&self) -> u32 {
        (self.side() * (self.side() - 2) / 2) as u32
    }

    /// The number of stacks that wins the game.
    pub(super) fn majority(&self) -> u32 {
        self.all_checkers() / 8 / 2 + 1
    }

    /// Whether the game is over: a side has the majority, or neither side can move.
    #[inline]
    fn is_over(&self, position: &Position) -> bool {
        let most = position.score[0].max(position.score[1]);
        u32::from(most) >= self.majority() || self.is_stuck(position)
    }

    /// Whether neither side can move, which without a majority is a draw: at most one stack
    /// is left.
    ///
    /// Of two or more stacks one can always be moved by somebody. A stack without neighbours
    /// can go nearer to a nearest one, by the owner of its bottom. Of two neighbours of heights
    /// a and b, the checkers of the first from level max(0, a + b - 8) up fit onto the second,
    /// because that level is below both heights, which are at most 7.
    ///
    /// With all checkers in play this does not happen before a side has the majority: the
    /// number of stacks is odd, so while nobody has it the checkers of at least one more stack
    /// are on the board, and eight checkers are at least two stacks.
    #[inline]
    fn is_stuck(&self, position: &Position) -> bool {
        position.occupied & position.occupied.wrapping_sub(1) == 0
    }

    /// The checkers in play: those on the board, and eight for each stack that was won.
    pub(super) fn checkers_in_play(&self, position: &Position) -> u32 {
        let won: u32 = Side::BOTH.iter().map(|&side| position.score(side)).sum();
        position.checkers() + 8 * won
    }

    /// Refuses a step that is not legal.
    fn check_step(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        level: u32,
    ) -> Result<(), Refusal> {
        let name = |square| self.board.name(square);
        let stack = position.stack(from);
        if self.board.distance(from, to) != 1 {
            return Err(Refusal::NotDiagonal { from: name(from), to: name(to) });
        }
        match stack.owner(level) {
            None if stack == Stack::EMPTY => return Err(Refusal::NoStack { square: name(from) }),
            None => {
                let height = stack.height();
                return Err(Refusal::NoSuchLevel { square: name(from), level, height });
            }
            Some(owner) if owner != position.to_move => {
                return Err(Refusal::NotYours { square: name(from), level });
            }
            Some(_) => (),
        }
        let beside = self.board.neighbours[from.index()] & position.occupied;
        let target = position.stack(to);
        if target == Stack::EMPTY {
            if beside != 0 {
                return Err(Refusal::OnlyMerge { square: name(from) });
            }
            if level > 0 {
                return Err(Refusal::OnlyWhole { square: name(from) });
            }
            let (near, distance) = self.nearest(position, from);
            if self.board.rings[to.index()][distance - 1] & near == 0 {
                let nearest: Vec<String> = squares(near).map(name).collect();
                let nearest = nearest.join(", ");
                return Err(Refusal::MustApproach { square: name(from), nearest });
            }
            return Ok(());
        }
        let (height, together) = (target.height(), target.height() + stack.height() - level);
        if height <= level {
            return Err(Refusal::NotHigher { to: name(to), height, level });
        }
        if together > 8 {
            return Err(Refusal::TooHigh { to: name(to), together });
        }
        Ok(())
    }
}

impl Game for Byte {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    const NAME: &'static str = "byte";

    fn start(&self) -> Position {
        Position::start(self.board)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let wins = |side: &Side| position.score(*side) >= self.majority();
        match Side::BOTH.into_iter().find(wins) {
            Some(side) => Some(Outcome::Win(side)),
            None => self.is_stuck(position).then_some(Outcome::Draw),
        }
    }

    /// A side that lacks more stacks than the checkers on the board can make does not win,
    /// and a game with all checkers is not drawn (see `is_stuck`).
    fn can_end_as(&self, position: &Position, outcome: Outcome) -> bool {
        match (self.outcome(position), outcome) {
            (Some(end), _) => end == outcome,
            (None, Outcome::Win(side)) => {
                position.score(side) + position.checkers() / 8 >= self.majority()
            }
            (None, Outcome::Draw) => self.checkers_in_play(position) < self.all_checkers(),
        }
    }

    #[inline]
    fn try_for_each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over(position) {
            return ControlFlow::Continue(());
        }
        let mut any = false;
        self.try_for_each_target(position, position.to_move, |from, to, mut levels| {
            any = true;
            while levels != 0 {
                visit(Move::Step { from, to, level: levels.trailing_zeros() as u8 })?;
                levels &= levels - 1;
            }
            ControlFlow::Continue(())
        })?;
        if any { ControlFlow::Continue(()) } else { visit(Move::Pass) }
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Refusal> {
        if self.is_over(position) {
            return Err(Refusal::GameOver);
        }
        match mv {
            Move::Pass if self.mobility(position, position.to_move) > 0 => Err(Refusal::MustMove),
            Move::Pass => Ok(()),
            Move::Step { from, to, level } => self.check_step(position, from, to, level.into()),
        }
    }

    #[inline]
    fn play_observed(&self, position: &mut Position, mv: Move, observer: &mut impl Observer) {
        if let Move::Step { from, to, level } = mv {
            let (stack, target) = (position.stack(from), position.stack(to));
            // The checkers from the level upwards go onto the target; the others stay.
            let level = u32::from(level).min(stack.height());
            let below = (1 << level) - 1;
            let height = target.height();
            let together =
                u32::from(stack.0) >> level << height | u32::from(target.0) & ((1 << height) - 1);
            let rest = Stack((u32::from(stack.0) & below | 1 << level) as u8);
            let grown = if together < 256 { Stack(together as u8) } else { Stack::EMPTY };
            for (square, before, after) in [(from, stack, rest), (to, target, grown)] {
                if before != Stack::EMPTY {
                    observer.remove(stack_feature(square, before));
                }
                position.put(square, after);
                if after != Stack::EMPTY {
                    observer.add(stack_feature(square, after));
                }
            }
            if together >= 256 {
                let winner = Side::BOTH[together as usize >> 7 & 1];
                observer.remove(score_feature(winner, position.score[winner.index()]));
                position.score[winner.index()] += 1;
                observer.add(score_feature(winner, position.score[winner.index()]));
            }
        }
        match position.to_move {
            Side::First => observer.add(O_TO_MOVE),
            Side::Second => observer.remove(O_TO_MOVE),
        }
        position.to_move = position.to_move.opponent();
    }

    /// Every game ends: a merge raises the sum of levels, which is bounded; a step to an empty
    /// square keeps it and brings the stack to distance d - 1 of its nearest one, while those
    /// with a nearer one than d keep theirs, so that sorted, the distances to the nearest
    /// stacks get less; and of two sides one can move. This gives no tight bound, and none is
    /// known; random games stay below a third of this, also on boards with few checkers.
    fn max_plies(&self) -> u32 {
        if self.side() == 8 { 200 } else { 400 }
    }

    /// A step has three fields: the level from bit 12 up, then six bits for each square.
    #[inline]
    fn encode(&self, mv: Move) -> u32 {
        match mv {
            Move::Pass => PASS,
            Move::Step { from, to, level } => {
                u32::from(level) << 12 | u32::from(from.0) << 6 | u32::from(to.0)
            }
        }
    }

    #[inline]
    fn decode(&self, code: u32) -> Option<Move> {
        if code == PASS {
            return Some(Move::Pass);
        }
        let [from, to] = [code >> 6, code].map(|field| (field & 63) as u8);
        let is_square = |number: u8| usize::from(number) < self.board.squares();
        let is_step = code >> 12 < 8 && is_square(from) && is_square(to);
        is_step.then_some(Move::Step {
            from: Square(from),
            to: Square(to),
            level: (code >> 12) as u8,
        })
    }

    fn feature_count(&self) -> Feature {
        O_TO_MOVE + 1
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for square in position.occupied() {
            observer.add(stack_feature(square, position.stack(square)));
        }
        for side in Side::BOTH {
            observer.add(score_feature(side, position.score[side.index()]));
        }
        if position.to_move == Side::Second {
            observer.add(O_TO_MOVE);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        self.mobility(position, position.to_move).max(1).into()
    }

    /// Only a side that needs one more stack can win, by completing one with a checker of
    /// its own on top.
    #[inline]
    fn can_win_now(&self, position: &Position) -> bool {
        let side = position.to_move;
        if self.is_over(position) || position.score(side) + 1 < self.majority() {
            return false;
        }
        squares(position.occupied).any(|from| {
            let stack = position.stack(from);
            let beside = self.board.neighbours[from.index()] & position.occupied;
            stack.owner(stack.height() - 1) == Some(side)
                && squares(beside).any(|to| {
                    // Neither is higher than seven, so this level is below both tops.
                    let level = (stack.height() + position.stack(to).height()).checked_sub(8);
                    level.is_some_and(|level| stack.owner(level) == Some(side))
                })
        })
    }

    #[inline]
    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if self.is_over(position) {
            return false;
        }
        let Move::Step { from, to, level } = mv else {
            return self.mobility(position, position.to_move) == 0;
        };
        let (stack, level) = (position.stack(from), u32::from(level));
        let around = self.board.neighbours[from.index()];
        if level > 7
            || stack.levels_of(position.to_move) >> level & 1 == 0
            || around >> to.0 & 1 == 0
        {
            return false;
        }
        if around & position.occupied != 0 {
            let target = position.stack(to);
            return target != Stack::EMPTY && fitting(stack, target) >> level & 1 == 1;
        }
        let (near, distance) = self.nearest(position, from);
        level == 0 && self.board.rings[to.index()][distance - 1] & near != 0
    }

    /// The four symmetries that map dark squares to dark squares.
    fn symmetry_count(&self) -> usize {
        4
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let mut image =
            Position { score: position.score, to_move: position.to_move, ..Position::EMPTY };
        for square in position.occupied() {
            image.put(self.turned(symmetry, square), position.stack(square));
        }
        image
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Step { from, to, level } => Move::Step {
                from: self.turned(symmetry, from),
                to: self.turned(symmetry, to),
                level,
            },
        }
    }
}

impl StateSpace for Byte {
    /// A rough guess: the checkers of either colour spread over the squares.
    fn state_space(&self) -> f64 {
        if self.side() == 8 { 1e20 } else { 1e33 }
    }
}

impl Byte {
    /// The image of a square under one of the four symmetries.
    fn turned(&self, symmetry: usize, square: Square) -> Square {
        // Of the eight symmetries of the square: none, a half turn, and the
        // reflections at the diagonals.
        const DARK: [usize; 4] = [0, 3, 4, 7];
        let place = square_symmetry(DARK[symmetry % 4], self.side(), self.board.place(square));
        self.board.at(place.0, place.1).unwrap_or(square)
    }
}

/// The code of a pass: no square has its number.
const PASS: u32 = 0xffff;

const SCORES: Feature = (SQUARES * 256) as Feature;
const O_TO_MOVE: Feature = SCORES + 16;

/// "This stack stands on this square."
#[inline]
pub(super) fn stack_feature(square: Square, stack: Stack) -> Feature {
    Feature::from(square.0) * 256 + Feature::from(stack.0)
}

/// "This side has won this many stacks."
#[inline]
pub(super) fn score_feature(side: Side, score: u8) -> Feature {
    SCORES + side.index() as Feature * 8 + Feature::from(score)
}
