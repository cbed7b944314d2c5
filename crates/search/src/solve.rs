//! The solver: exhaustive depth-first search without recursion.

use agon_core::{Indexed, Outcome, Progress, Proven, Side};

use crate::knowledge_base::{KnowledgeBase, PackedValue, SolveLimits, SolveRefusal};

/// A position whose successors are being solved.
struct Frame {
    index: u64,
    /// Where its successors begin on the stack of successors.
    first: usize,
    /// The successor that comes next.
    next: usize,
    best: PackedValue,
}

/// The index of a successor, and whether the same side is to move there, in one word.
#[derive(Clone, Copy)]
struct Successor(u32);

impl Successor {
    /// The largest index that fits.
    const MAX_INDEX: u64 = (u32::MAX >> 1) as u64;

    fn new(index: u64, same_side: bool) -> Successor {
        Successor((index as u32) << 1 | u32::from(same_side))
    }

    fn index(self) -> u64 {
        u64::from(self.0 >> 1)
    }

    fn is_same_side(self) -> bool {
        self.0 & 1 == 1
    }
}

/// How many positions are solved between two checks whether to stop.
const CHECK_INTERVAL: u64 = 4096;

impl<G: Indexed> KnowledgeBase<G> {
    /// Solves a position and all that can be reached from it, in post-order: a position is
    /// known as soon as all its successors are.
    ///
    /// In a base without solved positions, the symmetries that leave `start` unchanged are
    /// used: a value is stored for all images of its position at once. `progress` receives the
    /// number of positions known and its upper bound; if it stops the solver, what is known
    /// stays known.
    pub fn solve(
        &mut self,
        start: &G::Position,
        limits: &SolveLimits,
        progress: &dyn Progress,
    ) -> Result<Proven, SolveRefusal> {
        if let Some(proven) = self.get(start) {
            return Ok(proven);
        }
        self.check_size(start, limits)?;
        self.make_room(self.game.index_bound(start));
        let bound = self.game.index_bound(start);
        // Everything below a known position is known. Images of values that were stored with
        // fewer symmetries would break that, so an empty base is required.
        let symmetries = match self.len() == self.game.known_values().len() {
            true => stabilizer(&self.game, start),
            false => vec![0],
        };
        let mut frames: Vec<Frame> = Vec::new();
        let mut successors: Vec<Successor> = Vec::new();
        let mut solved = 0;
        self.enter(start, &symmetries, &mut frames, &mut successors);
        while let Some(frame) = frames.last_mut() {
            let mut best = frame.best;
            let waiting = successors[frame.next..].iter().map_while(|successor| {
                let entry = self.values[successor.index() as usize];
                let known = entry != PackedValue::UNKNOWN;
                known.then(|| best = best.max(entry.one_ply_earlier(successor.is_same_side())))
            });
            frame.next += waiting.count();
            frame.best = best;
            if let Some(successor) = successors.get(frame.next) {
                let position = self.game.position_at(successor.index());
                // Every index that the game gives is that of a position.
                let position = position.ok_or(SolveRefusal::Stopped { known: self.len() })?;
                self.enter(&position, &symmetries, &mut frames, &mut successors);
                continue;
            }
            successors.truncate(frame.first);
            let value = frame.best;
            let index = frame.index;
            frames.pop();
            self.store_images(index, &symmetries, value);
            solved += 1;
            let is_checked = solved % CHECK_INTERVAL == 0;
            if is_checked {
                progress.report_progress(self.len() as u64, bound);
            }
            let is_stopped = solved >= limits.positions || is_checked && progress.is_stopped();
            if is_stopped && !frames.is_empty() {
                return Err(SolveRefusal::Stopped { known: self.len() });
            }
        }
        self.get(start).ok_or(SolveRefusal::Stopped { known: self.len() })
    }

    /// Refuses what would take more memory than allowed, before the work begins.
    fn check_size(&self, start: &G::Position, limits: &SolveLimits) -> Result<(), SolveRefusal> {
        let plies = self.game.max_plies();
        if plies > PackedValue::MAX_PLIES {
            return Err(SolveRefusal::TooLong { plies });
        }
        let positions = self.game.index_bound(start);
        // Two bytes an index, four a known position, and twice that while it grows.
        let needed = positions.saturating_mul(2 + 2 * 4);
        if needed > limits.memory || positions > Successor::MAX_INDEX {
            let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
            let (needed, allowed) = (megabytes(needed), megabytes(limits.memory));
            return Err(SolveRefusal::TooLarge { positions, needed, allowed });
        }
        Ok(())
    }

    /// Stores the value of a finished game, or pushes a position with its successors.
    fn enter(
        &mut self,
        position: &G::Position,
        symmetries: &[usize],
        frames: &mut Vec<Frame>,
        successors: &mut Vec<Successor>,
    ) {
        let mover = self.game.to_move(position);
        let index = self.game.index_of(position);
        if let Some(outcome) = self.game.outcome(position) {
            self.store_images(index, symmetries, PackedValue::of(finished(outcome, mover)));
            return;
        }
        let first = successors.len();
        self.game.for_each_successor(position, |index, side| {
            successors.push(Successor::new(index, side == mover));
        });
        frames.push(Frame { index, first, next: first, best: PackedValue::WORST });
    }

    /// Stores a value for a position and all its images.
    fn store_images(&mut self, index: u64, symmetries: &[usize], entry: PackedValue) {
        self.store(index, entry);
        if symmetries.len() == 1 {
            return;
        }
        if let Some(position) = self.game.position_at(index) {
            for &symmetry in symmetries {
                let image = self.game.index_of(&self.game.transform(symmetry, &position));
                self.store(image, entry);
            }
        }
    }
}

/// The value of a finished game to the side that would be to move.
fn finished(outcome: Outcome, mover: Side) -> Proven {
    match outcome {
        Outcome::Draw => Proven::DRAW,
        Outcome::Win(winner) if winner == mover => Proven::win_in(0),
        Outcome::Win(_) => Proven::lose_in(0),
    }
}

/// The symmetries that leave a position unchanged; the identity comes first.
fn stabilizer<G: Indexed>(game: &G, position: &G::Position) -> Vec<usize> {
    let index = game.index_of(position);
    let fixes = |symmetry: &usize| game.index_of(&game.transform(*symmetry, position)) == index;
    (0..game.symmetry_count()).filter(fixes).collect()
}
