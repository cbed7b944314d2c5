//! Working out values: every line of play, without recursion.

use agon_core::{Numbered, Outcome, Proven, Side};

use crate::base::{KnowledgeBase, PackedValue, SolveLimits, SolveRefusal};

/// A position whose successors are being looked at.
struct Frame {
    number: u64,
    /// Where its successors begin on the stack of successors.
    first: usize,
    /// The successor that is looked at next.
    next: usize,
    best: PackedValue,
}

/// The number of a successor, and whether the same side is to move there, in one
/// word.
#[derive(Clone, Copy)]
struct Successor(u32);

impl Successor {
    /// The largest number that fits.
    const MOST: u64 = (u32::MAX >> 1) as u64;

    fn new(number: u64, same_side: bool) -> Successor {
        Successor((number as u32) << 1 | u32::from(same_side))
    }

    fn number(self) -> u64 {
        u64::from(self.0 >> 1)
    }

    fn is_same_side(self) -> bool {
        self.0 & 1 == 1
    }
}

/// How many positions are worked out between two questions whether to go on.
const PATIENCE: u64 = 4096;

impl<G: Numbered> KnowledgeBase<G> {
    /// Works out the value of a position and of all that can be reached from it,
    /// in the order in which the definition does: a position is known as soon as
    /// all its successors are.
    ///
    /// In a base that knows nothing yet, symmetries that leave `start` as it is are
    /// used: a value that is worked out is entered for all images of its position at
    /// once. `go_on` is asked from time to time, with the number of positions known
    /// and the most that there can be; where it says no, what is known is kept.
    pub fn solve(
        &mut self,
        start: &G::Position,
        limits: &SolveLimits,
        go_on: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Proven, SolveRefusal> {
        if let Some(proven) = self.get(start) {
            return Ok(proven);
        }
        self.check_size(start, limits)?;
        self.make_room(self.game.number_bound(start));
        let bound = self.game.number_bound(start);
        // Everything below a known position is known. Images of what was learnt with
        // fewer symmetries would break that, so they are used from the beginning only.
        let symmetries = match self.len() == self.game.facts().len() {
            true => stabilizer(&self.game, start),
            false => vec![0],
        };
        let mut frames: Vec<Frame> = Vec::new();
        let mut successors: Vec<Successor> = Vec::new();
        let mut worked_out = 0;
        self.enter(start, &symmetries, &mut frames, &mut successors);
        while let Some(frame) = frames.last_mut() {
            let mut best = frame.best;
            let waiting = successors[frame.next..].iter().map_while(|successor| {
                let entry = self.values[successor.number() as usize];
                let known = entry != PackedValue::UNKNOWN;
                known.then(|| best = best.max(entry.one_ply_earlier(successor.is_same_side())))
            });
            frame.next += waiting.count();
            frame.best = best;
            if let Some(successor) = successors.get(frame.next) {
                let position = self.game.numbered(successor.number());
                // Every number that the game gives is the number of a position.
                let position = position.ok_or(SolveRefusal::Stopped { known: self.len() })?;
                self.enter(&position, &symmetries, &mut frames, &mut successors);
                continue;
            }
            successors.truncate(frame.first);
            let value = frame.best;
            let number = frame.number;
            frames.pop();
            self.learn_images(number, &symmetries, value);
            worked_out += 1;
            let asked = worked_out % PATIENCE != 0 || go_on(self.len(), bound);
            if (worked_out >= limits.positions || !asked) && !frames.is_empty() {
                return Err(SolveRefusal::Stopped { known: self.len() });
            }
        }
        self.get(start).ok_or(SolveRefusal::Stopped { known: self.len() })
    }

    /// Refuses what would take more memory than is allowed, before it begins.
    fn check_size(&self, start: &G::Position, limits: &SolveLimits) -> Result<(), SolveRefusal> {
        let plies = self.game.max_plies();
        if plies > PackedValue::MOST_PLIES {
            return Err(SolveRefusal::TooLong { plies });
        }
        let positions = self.game.number_bound(start);
        // Two bytes a number, four a known position, and twice that as it grows.
        let needed = positions.saturating_mul(2 + 2 * 4);
        if needed > limits.memory || positions > Successor::MOST {
            let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
            let (needed, allowed) = (megabytes(needed), megabytes(limits.memory));
            return Err(SolveRefusal::TooLarge { positions, needed, allowed });
        }
        Ok(())
    }

    /// Learns the value of a finished game, or begins to look at a position.
    fn enter(
        &mut self,
        position: &G::Position,
        symmetries: &[usize],
        frames: &mut Vec<Frame>,
        successors: &mut Vec<Successor>,
    ) {
        let mover = self.game.to_move(position);
        let number = self.game.number(position);
        if let Some(outcome) = self.game.outcome(position) {
            self.learn_images(number, symmetries, PackedValue::of(finished(outcome, mover)));
            return;
        }
        let first = successors.len();
        self.game.for_each_successor(position, |number, side| {
            successors.push(Successor::new(number, side == mover));
        });
        frames.push(Frame { number, first, next: first, best: PackedValue::WORST });
    }

    /// Learns a value for a position and all its images.
    fn learn_images(&mut self, number: u64, symmetries: &[usize], entry: PackedValue) {
        self.learn(number, entry);
        if symmetries.len() == 1 {
            return;
        }
        if let Some(position) = self.game.numbered(number) {
            for &symmetry in symmetries {
                let image = self.game.number(&self.game.transform(symmetry, &position));
                self.learn(image, entry);
            }
        }
    }
}

/// What a finished game is worth to the side that would be to move.
fn finished(outcome: Outcome, mover: Side) -> Proven {
    match outcome {
        Outcome::Draw => Proven::DRAW,
        Outcome::Win(winner) if winner == mover => Proven::win_in(0),
        Outcome::Win(_) => Proven::lose_in(0),
    }
}

/// The symmetries that leave a position as it is; the identity comes first.
fn stabilizer<G: Numbered>(game: &G, position: &G::Position) -> Vec<usize> {
    let number = game.number(position);
    let fixes = |symmetry: &usize| game.number(&game.transform(*symmetry, position)) == number;
    (0..game.symmetry_count()).filter(fixes).collect()
}
