//! The rules of a game.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Feature, Key, Observer, Outcome, Refusal, Side};

/// The rules of a two-player game, with their parameters.
///
/// `Default` is the usual variant. Turns need not alternate, and the side that moved last
/// may lose.
///
/// ```
/// # #[cfg(feature = "conformance")] {
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Notation, Outcome, Side};
///
/// // A game is asked about positions; it holds none itself.
/// let (game, start) = TreeGame::read("a(b(2)1)").unwrap();
/// assert_eq!(game.to_move(&start), Side::First);
/// assert_eq!(game.moves(&start), [0, 1]);
/// let mut position = start;
/// game.play(&mut position, 1).unwrap();
/// assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::First)));
/// // A move that is not legal is refused, and leaves the position as it was.
/// assert!(game.play(&mut position, 0).is_err());
/// # }
/// ```
pub trait Game: Clone + Debug + Default + Send + Sync + 'static {
    /// A position, side to move included: small and cheap to copy.
    type Position: Clone + Debug + Eq + Hash + Send + Sync;
    /// A move; its meaning may depend on the position.
    type Move: Copy + Debug + Eq + Hash + Send + Sync;
    /// The reasons why a move or a text is refused.
    type Refusal: Refusal + Clone + PartialEq;

    /// The name of the game on the command line.
    const NAME: &'static str;

    /// The starting position.
    fn start(&self) -> Self::Position;

    /// The side to move; in a finished game, the side that would move next.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// How the game ended, or `None` while it goes on. A game that goes on has
    /// at least one legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Calls `visit` with the legal moves, in the game's order, until it breaks off.
    fn try_for_each_move(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Refuses a move that is not legal, and says why.
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Makes a legal move and tells `observer` which features it adds and removes. A move
    /// that is not legal may have any effect but a panic.
    fn play_observed(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
        observer: &mut impl Observer,
    );

    /// An upper bound on the plies of a game.
    fn max_plies(&self) -> u32;

    /// The code of a move, by which tables store it. Every legal move has one of its own,
    /// below `u32::MAX`, which is free to stand for no move.
    fn encode(&self, mv: Self::Move) -> u32;

    /// The move that a code stands for, or `None` if it stands for none. The move need
    /// not be legal in any given position.
    fn decode(&self, code: u32) -> Option<Self::Move>;

    /// The number of different features that positions can have.
    fn feature_count(&self) -> Feature;

    /// Adds every feature of `position` to `observer`, each once.
    fn features(&self, position: &Self::Position, observer: &mut impl Observer);

    /// Calls `visit` with every legal move, in the game's order.
    #[inline]
    fn for_each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        let _: ControlFlow<()> = self.try_for_each_move(position, |mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }

    /// Whether `test` holds for some legal move. It is not asked about those after it.
    #[inline]
    fn any_move(
        &self,
        position: &Self::Position,
        mut test: impl FnMut(Self::Move) -> bool,
    ) -> bool {
        let visit = |mv| if test(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_move(position, visit).is_break()
    }

    /// Whether a move is legal. Games override it if they can tell faster than by `check`.
    #[inline]
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.check(position, mv).is_ok()
    }

    /// Makes a legal move.
    #[inline]
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move) {
        self.play_observed(position, mv, &mut ());
    }

    /// Makes a move if it is legal; otherwise leaves the position unchanged.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), Self::Refusal> {
        self.check(position, mv)?;
        self.play_unchecked(position, mv);
        Ok(())
    }

    /// The position after a legal move.
    #[inline]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = position.clone();
        self.play_unchecked(&mut next, mv);
        next
    }

    /// The legal moves, in the game's order.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(position, |mv| moves.push(mv));
        moves
    }

    /// The number of legal moves. Games override it if they can count without listing.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |_| count += 1);
        count
    }

    /// The number of lines of two plies. Games override it if they can count faster than by
    /// playing every move.
    #[inline]
    fn count_replies(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        self.for_each_move(position, |mv| count += self.count_moves(&self.after(position, mv)));
        count
    }

    /// Whether some move wins the game at once. Games override it if they can tell without
    /// trying moves.
    fn can_win_now(&self, position: &Self::Position) -> bool {
        let mover = self.to_move(position);
        let win = Some(Outcome::Win(mover));
        self.any_move(position, |mv| self.outcome(&self.after(position, mv)) == win)
    }

    /// Whether the game can still end with this result. It may be yes without need, but is no
    /// only of results that no line of play leads to. Games override it if they can rule
    /// results out.
    fn can_end_as(&self, _position: &Self::Position, _outcome: Outcome) -> bool {
        true
    }

    /// The Zobrist key of a position, computed from scratch.
    fn key(&self, position: &Self::Position) -> Key {
        let mut key = Key::default();
        self.features(position, &mut key);
        key
    }

    /// The number of symmetries of the game; the first is always the identity.
    fn symmetry_count(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry, which plays the same.
    fn transform(&self, _symmetry: usize, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The image of a move under a symmetry.
    fn transform_move(&self, _symmetry: usize, mv: Self::Move) -> Self::Move {
        mv
    }
}
