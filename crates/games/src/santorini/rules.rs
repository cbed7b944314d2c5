//! The rules of Santorini.

use std::ops::ControlFlow;

use agon_core::{Feature, Game, Observer, Outcome, Side, StateSpace};

use super::board::Board;
use super::cell::{Cell, Cells};
use super::notation::Refusal;
use super::position::{Pawns, Position};

/// The base game for two players, without god powers, on a board of some size.
///
/// ```
/// use agon_core::{Game, Notation, perft};
/// use agon_games::santorini::Santorini;
///
/// let game = Santorini::default();
/// let mut position = game.start();
/// for text in ["@11,33", "@13,31"] {
///     let mv = game.read_move(&position, text).unwrap();
///     game.play(&mut position, mv).unwrap();
/// }
/// assert_eq!(game.write(&position), "00000/00000/00000/00000/00000 B 11,33 13,31");
/// assert_eq!(perft(&game, &position, 2), 6176);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Santorini {
    board: Board,
}

impl Santorini {
    /// The game on a board.
    pub const fn on(board: Board) -> Santorini {
        Santorini { board }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

/// A move: the placement of a side's pawns, or a step with its build.
///
/// ```
/// use agon_core::{Game, Notation};
/// use agon_games::santorini::{Move, Santorini};
///
/// let (game, position) = Santorini::read("00000/00000/00000/00000/00000 B 11,33 13,31").unwrap();
/// let cell = |row, column| game.board().cell(row, column).unwrap();
/// let mv = Move::Step { from: cell(1, 1), to: cell(0, 0), build: cell(1, 1) };
/// assert_eq!(game.write_move(&position, mv), "11-00-11");
/// assert!(game.is_legal(&position, mv));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Both pawns of a side are put on the board, the smaller cell first. The second cell of a
    /// side's only pawn is none of the board.
    Place(Cell, Cell),
    /// A pawn steps to a neighbouring cell and builds next to it.
    Step {
        /// The cell of the pawn.
        from: Cell,
        /// The cell it steps to.
        to: Cell,
        /// The cell it builds on.
        build: Cell,
    },
}

impl Move {
    /// The placement of pawns on two cells, in either order.
    pub fn place(one: Cell, two: Cell) -> Move {
        Move::Place(one.min(two), one.max(two))
    }

    /// The placement of a side's only pawn.
    pub fn place_one(cell: Cell) -> Move {
        Move::Place(cell, Cell::NOWHERE)
    }
}

impl Game for Santorini {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    const NAME: &'static str = "santorini";

    fn start(&self) -> Position {
        Position::start(&self.board)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let lost = position.is_climbed() || !position.is_placing() && is_stuck(position);
        lost.then_some(Outcome::Win(position.to_move.opponent()))
    }

    #[inline]
    fn try_for_each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.is_climbed() {
            return ControlFlow::Continue(());
        }
        // Placements and steps share one call of `visit`, so that the compiler puts its code
        // into the loop: searches spend much of their time here.
        let free = position.free();
        let is_placing = position.is_placing();
        let pawns = position.pawns.of(position.to_move);
        for &from in &pawns[usize::from(is_placing)..] {
            let targets = if is_placing { free } else { position.steps(from, free) };
            for to in targets.iter() {
                let builds = match is_placing {
                    true => self.second_pawns(free, to),
                    false => to.neighbours() & (free | Cells::of(from)),
                };
                for build in builds.iter() {
                    visit(match is_placing {
                        true => Move::Place(to, build),
                        false => Move::Step { from, to, build },
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Refusal> {
        if self.outcome(position).is_some() {
            return Err(Refusal::GameOver);
        }
        match mv {
            Move::Place(..) if !position.is_placing() => Err(Refusal::AlreadyPlaced),
            Move::Step { .. } if position.is_placing() => Err(Refusal::PlaceFirst),
            Move::Place(one, two) => check_placement(&self.board, position, one, two),
            Move::Step { from, to, build } => check_step(&self.board, position, from, to, build),
        }
    }

    #[inline]
    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let Move::Step { from, to, build } = mv else {
            return self.check(position, mv).is_ok();
        };
        let free = position.free();
        !position.is_climbed()
            && position.pawn_cells(position.to_move).has(from)
            && position.steps(from, free).has(to)
            && (to.neighbours() & (free | Cells::of(from))).has(build)
    }

    #[inline]
    fn play_observed(&self, position: &mut Position, mv: Move, observer: &mut impl Observer) {
        let side = position.to_move;
        match mv {
            Move::Place(one, two) => {
                position.pawns.put(side, [one, two]);
                observer.add(pawn_feature(side, one));
                if two != Cell::NOWHERE {
                    observer.add(pawn_feature(side, two));
                }
            }
            Move::Step { from, to, build } => {
                position.step(from, to);
                observer.remove(pawn_feature(side, from));
                observer.add(pawn_feature(side, to));
                let height = position.height(build);
                if height > 0 {
                    observer.remove(height_feature(build, height));
                }
                position.build(build);
                observer.add(height_feature(build, (height + 1).min(4)));
            }
        }
        position.to_move = side.opponent();
        match side {
            Side::First => observer.add(RED_TO_MOVE),
            Side::Second => observer.remove(RED_TO_MOVE),
        }
    }

    /// Two placements, and at most four levels on each cell.
    fn max_plies(&self) -> u32 {
        2 + 4 * self.board.cells().count()
    }

    /// Five bits a cell, and one above them all for placements.
    #[inline]
    fn encode(&self, mv: Move) -> u32 {
        let fields = |cells: [Cell; 3]| {
            cells.into_iter().fold(0, |code, cell| code << 5 | u32::from(cell.place()))
        };
        match mv {
            Move::Place(one, two) => PLACE | fields([Cell::FIRST, one, two]),
            Move::Step { from, to, build } => fields([from, to, build]),
        }
    }

    #[inline]
    fn decode(&self, code: u32) -> Option<Move> {
        let field = |shift: u32| {
            let cell = Cell::from_place((code >> shift & 31) as u8);
            self.board.cells().has(cell).then_some(cell)
        };
        match code & !(PLACE - 1) {
            0 => Some(Move::Step { from: field(10)?, to: field(5)?, build: field(0)? }),
            PLACE if field(10)? == Cell::FIRST => {
                let (one, two) = (field(5)?, Cell::from_place((code & 31) as u8));
                let is_pair = field(0).is_some() && one <= two;
                (is_pair || two == Cell::NOWHERE).then_some(Move::Place(one, two))
            }
            _ => None,
        }
    }

    fn feature_count(&self) -> Feature {
        RED_TO_MOVE + 1
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for side in Side::BOTH {
            for pawn in position.pawns(side) {
                observer.add(pawn_feature(side, pawn));
            }
        }
        for cell in (position.at_least[0] & self.board.numbered()).iter() {
            observer.add(height_feature(cell, position.height(cell)));
        }
        if position.to_move == Side::Second {
            observer.add(RED_TO_MOVE);
        }
    }

    /// The cell that a step leaves can always be built on, so every step counts once for
    /// that, and once for each free neighbour of the cell it leads to.
    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if position.is_climbed() {
            return 0;
        }
        let free = position.free();
        if position.is_placing() {
            let cells = u64::from(free.count());
            return if self.board.pawns() == 1 { cells } else { cells * (cells - 1) / 2 };
        }
        match self.board.is_wide() {
            true => count_steps::<true>(position, free),
            false => count_steps::<false>(position, free),
        }
    }

    fn count_replies(&self, position: &Position) -> u64 {
        if position.is_climbed() {
            return 0;
        }
        if !position.is_placed() {
            let mut count = 0;
            self.for_each_move(position, |mv| count += self.count_moves(&self.after(position, mv)));
            return count;
        }
        match self.board.is_wide() {
            true => count_replies::<true>(position),
            false => count_replies::<false>(position),
        }
    }

    #[inline(always)]
    fn can_win_now(&self, position: &Position) -> bool {
        if position.is_climbed() {
            return false;
        }
        // On narrow boards a placement can leave the opponent without a step.
        !position.winning_steps(position.to_move).is_empty() || can_trap(self, position)
    }

    fn symmetry_count(&self) -> usize {
        self.board.symmetry_count()
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let image = |cell: Cell| self.board.image(symmetry, cell);
        Position {
            at_least: position.at_least.map(|cells| self.board.images(symmetry, cells)),
            pawns: Pawns::new(Side::BOTH.map(|side| position.pawns.of(side).map(image))),
            to_move: position.to_move,
        }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        let image = |cell: Cell| self.board.image(symmetry, cell);
        match mv {
            Move::Place(one, two) => Move::place(image(one), image(two)),
            Move::Step { from, to, build } => {
                Move::Step { from: image(from), to: image(to), build: image(build) }
            }
        }
    }
}

impl StateSpace for Santorini {
    /// Five heights on each cell, the pawns of both sides, two sides to move;
    /// most of it cannot be reached.
    fn state_space(&self) -> f64 {
        let cells = f64::from(self.board.cells().count());
        let pawns = match self.board.pawns() {
            1 => cells * (cells - 1.0),
            _ => cells * (cells - 1.0) * (cells - 2.0) * (cells - 3.0) / 4.0,
        };
        2.0 * pawns * 5.0_f64.powi(self.board.cells().count() as i32)
    }
}

impl Santorini {
    /// Where a side that puts its first pawn on a cell may put its second.
    fn second_pawns(&self, free: Cells, one: Cell) -> Cells {
        if self.board.pawns() == 1 { Cells::of(Cell::NOWHERE) } else { free & one.after() }
    }
}

/// The number of steps with their builds of the side to move, whose pawns are placed, on a board that
/// is wide or not.
#[inline(always)]
fn count_steps<const IS_WIDE: bool>(position: &Position, free: Cells) -> u64 {
    let pawns = position.pawns.of(position.to_move);
    let [one, two] = pawns.map(|pawn| position.steps(pawn, free));
    let builds = match IS_WIDE {
        true => one.iter().chain(two.iter()).map(|to| (to.neighbours() & free).count()).sum(),
        false => one.pairs_with(two, free),
    };
    u64::from(one.count() + two.count() + builds)
}

/// The number of steps after all steps of the side to move. What does not depend on the build is done
/// once for all builds of a step.
fn count_replies<const IS_WIDE: bool>(position: &Position) -> u64 {
    let mut count = 0;
    let free = position.free();
    for from in position.pawns.of(position.to_move) {
        for to in position.steps(from, free).iter() {
            let mut stepped = *position;
            stepped.step(from, to);
            stepped.to_move = position.to_move.opponent();
            if stepped.is_climbed() {
                continue;
            }
            for build in (to.neighbours() & (free | Cells::of(from))).iter() {
                let mut built = stepped;
                built.build(build);
                count += count_steps::<IS_WIDE>(&built, built.free());
            }
        }
    }
    count
}

/// Whether the side to move has no step; after every step there is a build.
#[inline(always)]
fn is_stuck(position: &Position) -> bool {
    let free = position.free();
    let [one, two] = position.pawns.of(position.to_move);
    (position.steps(one, free) | position.steps(two, free)).is_empty()
}

/// Whether some move leaves the opponent without a step.
#[inline(always)]
fn can_trap(game: &Santorini, position: &Position) -> bool {
    // A move removes at most two steps of the opponent: to the cell stepped onto and to
    // the cell built on. The cell that was left can only add steps.
    let free = position.free();
    let [one, two] = position.pawns.of(position.to_move.opponent());
    let reach = position.steps(one, free) | position.steps(two, free);
    one != Cell::NOWHERE && reach.count() <= 2 && traps(game, position)
}

/// The same, by trying all moves.
#[cold]
fn traps(game: &Santorini, position: &Position) -> bool {
    game.any_move(position, |mv| is_stuck(&game.after(position, mv)))
}

fn check_placement(
    board: &Board,
    position: &Position,
    one: Cell,
    two: Cell,
) -> Result<(), Refusal> {
    match (board.pawns(), two == Cell::NOWHERE) {
        (1, false) => return Err(Refusal::PlaceOne),
        (2, true) => return Err(Refusal::PlaceTwo),
        _ => (),
    }
    if one == two {
        return Err(Refusal::SameCell { cell: board.name(one) });
    }
    let free = position.free();
    let pawns = [one, two].into_iter().take(board.pawns());
    match pawns.into_iter().find(|&cell| !free.has(cell)) {
        Some(cell) => Err(Refusal::Occupied { cell: board.name(cell) }),
        None => Ok(()),
    }
}

fn check_step(
    board: &Board,
    position: &Position,
    from: Cell,
    to: Cell,
    build: Cell,
) -> Result<(), Refusal> {
    let pawns = position.pawn_cells(Side::First) | position.pawn_cells(Side::Second);
    let name = |cell| board.name(cell);
    if !position.pawn_cells(position.to_move).has(from) {
        return Err(Refusal::NotYourPawn { cell: name(from) });
    }
    if !from.neighbours().has(to) {
        return Err(Refusal::StepTooFar { from: name(from), to: name(to) });
    }
    if pawns.has(to) {
        return Err(Refusal::Occupied { cell: name(to) });
    }
    let (low, high) = (position.height(from), position.height(to));
    if high == 4 {
        return Err(Refusal::Domed { cell: name(to) });
    }
    if high > low + 1 {
        return Err(Refusal::TooHigh { from: name(from), to: name(to), low, high });
    }
    if !to.neighbours().has(build) {
        return Err(Refusal::BuildTooFar { to: name(to), build: name(build) });
    }
    if build != from && pawns.has(build) {
        return Err(Refusal::Occupied { cell: name(build) });
    }
    if position.height(build) == 4 {
        return Err(Refusal::Domed { cell: name(build) });
    }
    Ok(())
}

/// The bit that tells the code of a placement from that of a step.
const PLACE: u32 = 1 << 15;

const CELLS: Feature = 25;
const RED_TO_MOVE: Feature = 6 * CELLS;

/// "A pawn of this side stands on this cell."
#[inline]
fn pawn_feature(side: Side, cell: Cell) -> Feature {
    side.index() as Feature * CELLS + cell.number() as Feature
}

/// "This cell has this height", 1 to 4.
#[inline]
fn height_feature(cell: Cell, height: u8) -> Feature {
    (1 + Feature::from(height)) * CELLS + cell.number() as Feature
}
