//! The rules of NIM: misère, with splitting.

use std::ops::ControlFlow;

use agon_core::{Feature, Game, Indexed as _, Observer, Outcome, Side, StateSpace};

use super::heaps::{Heaps, LARGEST, MOST, most_of};
use super::notation::Refusal;

/// The game that starts from these heaps.
///
/// ```
/// use agon_core::{Game, Notation};
/// use agon_games::nim::Nim;
///
/// let (game, position) = Nim::read("[1,2]").unwrap();
/// let moves = game.moves(&position).into_iter();
/// let moves: Vec<String> = moves.map(|mv| game.write_move(&position, mv)).collect();
/// assert_eq!(moves, ["[2]", "[1,1]", "[1]"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    /// The heaps at the start.
    pub start: Heaps,
}

impl Default for Nim {
    /// Three, five and seven matches.
    fn default() -> Nim {
        let start = [3, 5, 7].iter().fold(Heaps::NONE, |heaps, &size| heaps.split(0, 0, size));
        Nim { start }
    }
}

/// A position: the heaps and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The heaps.
    pub heaps: Heaps,
    /// The side to move.
    pub to_move: Side,
}

/// A move: it takes neighbouring matches from a heap and leaves up to two heaps of it.
///
/// ```
/// use agon_core::{Game, Notation};
/// use agon_games::nim::{Move, Nim};
///
/// // Two matches are taken from the middle of a heap of five.
/// let (game, mut position) = Nim::read("[5]").unwrap();
/// game.play(&mut position, Move { heap: 5, left: 1, right: 2 }).unwrap();
/// assert_eq!(game.write(&position), "[1,2] second");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The size of the heap.
    pub heap: u8,
    /// The size of the smaller heap that is left, or 0.
    pub left: u8,
    /// The size of the larger heap that is left, or 0.
    pub right: u8,
}

impl Move {
    pub(super) fn new(heap: usize, left: usize, right: usize) -> Move {
        Move { heap: heap as u8, left: left as u8, right: right as u8 }
    }

    fn parts(self) -> (usize, usize, usize) {
        (self.heap.into(), self.left.into(), self.right.into())
    }

    /// Whether a heap of this size can be left like this.
    #[inline]
    fn is_sound(self) -> bool {
        let (heap, left, right) = self.parts();
        heap <= LARGEST && left <= right && left + right < heap
    }

    /// The heaps that are left.
    pub(super) fn after(self, heaps: Heaps) -> Heaps {
        let (heap, left, right) = self.parts();
        heaps.split(heap, left, right)
    }
}

impl Game for Nim {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    const NAME: &'static str = "nim";

    fn start(&self) -> Position {
        Position { heaps: self.start, to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    /// The side that took the last match has lost.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.heaps == Heaps::NONE).then_some(Outcome::Win(position.to_move))
    }

    /// Heap by heap, the smallest first: moves that leave one heap, the largest first; the
    /// whole heap; then the splits, those with the largest smaller part first, and of these
    /// the ones that take most.
    #[inline]
    fn try_for_each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (heap, _) in position.heaps.sizes() {
            for right in (0..heap).rev() {
                visit(Move::new(heap, 0, right))?;
            }
            for left in (1..=(heap - 1) / 2).rev() {
                for right in left..heap - left {
                    visit(Move::new(heap, left, right))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Refusal> {
        let (heap, left, right) = mv.parts();
        let heaps = position.heaps;
        if heaps == Heaps::NONE {
            Err(Refusal::GameOver)
        } else if !(1..=LARGEST).contains(&heap) || heaps.count(heap) == 0 {
            Err(Refusal::NoSuchHeap { heap, heaps })
        } else if !mv.is_sound() {
            Err(Refusal::NotTaken { heap, left, right })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_observed(&self, position: &mut Position, mv: Move, observer: &mut impl Observer) {
        let (heap, left, right) = mv.parts();
        if heap > LARGEST || left + right >= heap || position.heaps.count(heap) == 0 {
            return;
        }
        observer.remove(feature(heap, position.heaps.count(heap)));
        position.heaps = mv.after(position.heaps);
        if left > 0 {
            let count = position.heaps.count(left);
            observer.add(feature(left, if left == right { count - 1 } else { count }));
        }
        if right > 0 {
            observer.add(feature(right, position.heaps.count(right)));
        }
        match position.to_move {
            Side::First => observer.add(SECOND_TO_MOVE),
            Side::Second => observer.remove(SECOND_TO_MOVE),
        }
        position.to_move = position.to_move.opponent();
    }

    /// Every move takes a match.
    fn max_plies(&self) -> u32 {
        LARGEST as u32
    }

    /// A byte for the heap and one for each part that is left.
    #[inline]
    fn encode(&self, mv: Move) -> u32 {
        u32::from_be_bytes([0, mv.heap, mv.left, mv.right])
    }

    #[inline]
    fn decode(&self, code: u32) -> Option<Move> {
        let [zero, heap, left, right] = code.to_be_bytes();
        let mv = Move { heap, left, right };
        (zero == 0 && mv.is_sound()).then_some(mv)
    }

    fn feature_count(&self) -> Feature {
        SECOND_TO_MOVE + 1
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for (size, count) in position.heaps.sizes() {
            (1..=count).for_each(|number| observer.add(feature(size, number)));
        }
        if position.to_move == Side::Second {
            observer.add(SECOND_TO_MOVE);
        }
    }

    /// A heap of n can be left as 0 to n-1, or split with a smaller part of 1 to
    /// (n-1)/2, each in n-2, n-4, ... ways.
    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        let moves = |(heap, _): (usize, usize)| {
            let parts = (heap - 1) / 2;
            heap + parts * heap - parts * (parts + 1)
        };
        position.heaps.sizes().map(moves).sum::<usize>() as u64
    }

    /// Taking the last match loses, so no move wins at once.
    fn can_win_now(&self, _: &Position) -> bool {
        false
    }
}

impl StateSpace for Nim {
    /// Two sides to move, times the lists of heaps of at most this weight.
    fn state_space(&self) -> f64 {
        2.0 * self.index_bound(&self.start()) as f64
    }
}

const SECOND_TO_MOVE: Feature = (LARGEST * MOST) as Feature;

/// "There are at least this many heaps of this size."
#[inline]
fn feature(size: usize, number: usize) -> Feature {
    debug_assert!(number <= most_of(size));
    ((size - 1) * MOST + number) as Feature
}
