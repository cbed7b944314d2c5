//! The knowledge base: the proven values of all positions that were solved.

use agon_core::{Exact, Indexed, Proven, Verdict};

/// The proven values of a game's positions by their indices, and the order in which they
/// were found.
///
/// It takes two bytes for every index up to the bound of the position that was solved, and
/// four for every position that is known.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Notation, Proven};
/// use agon_search::{KnowledgeBase, SolveLimits};
///
/// let (game, start) = TreeGame::read("a(b(1=)b(2)) start").unwrap();
/// let mut base = KnowledgeBase::new(game);
/// let value = base.solve(&start, &SolveLimits::default(), &());
/// assert_eq!(value, Ok(Proven::DRAW));
/// assert_eq!(base.len(), 6);
/// ```
#[derive(Clone, Debug)]
pub struct KnowledgeBase<G: Indexed> {
    pub(crate) game: G,
    /// The value of each index, or [`PackedValue::UNKNOWN`].
    pub(crate) values: Vec<PackedValue>,
    /// The indices that are known, the oldest first.
    pub(crate) order: Vec<u32>,
}

/// The limits of a solver run.
///
/// ```
/// use agon_core::Game;
/// use agon_core::dummy::TreeGame;
/// use agon_search::{KnowledgeBase, SolveLimits};
///
/// let game = TreeGame::grown(7, 4);
/// let start = game.start();
/// let limits = SolveLimits { memory: 1 << 20, ..SolveLimits::default() };
/// assert!(KnowledgeBase::new(game).solve(&start, &limits, &()).is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits {
    /// The maximum memory in bytes; more is refused before the work begins.
    pub memory: u64,
    /// The maximum index of positions to solve.
    pub positions: u64,
}

impl Default for SolveLimits {
    /// A gigabyte, and any number of positions.
    fn default() -> SolveLimits {
        SolveLimits { memory: 1 << 30, positions: u64::MAX }
    }
}

agon_core::refusals! {
    /// Why a position was not solved.
    pub enum SolveRefusal {
        TooLarge { positions: u64, needed: u64, allowed: u64 } => "up to {positions} positions need {needed} MB of memory, and {allowed} MB are allowed",
        TooLong { plies: u32 } => "games of {plies} plies are too long to be solved",
        Stopped { known: usize } => "stopped; positions known so far: {known}",
    }
}

impl<G: Indexed> KnowledgeBase<G> {
    /// A base that knows only the values that are part of the rules.
    pub fn new(game: G) -> KnowledgeBase<G> {
        let mut base = KnowledgeBase { game, values: Vec::new(), order: Vec::new() };
        base.clear();
        base
    }

    /// The game whose positions are known.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether nothing is known, not even from the rules.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The bytes of memory that the base takes.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<PackedValue>() + self.order.capacity() * size_of::<u32>()
    }

    /// The value of a position, if it is known.
    pub fn get(&self, position: &G::Position) -> Option<Proven> {
        self.entry(self.game.index_of(position)).proven()
    }

    /// All positions that are known, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = (G::Position, Proven)> {
        self.order.iter().rev().filter_map(|&index| {
            let index = u64::from(index);
            Some((self.game.position_at(index)?, self.entry(index).proven()?))
        })
    }

    /// Removes all values but those that are part of the rules.
    pub fn clear(&mut self) {
        self.values.clear();
        self.order.clear();
        self.store_known();
    }

    /// Removes the values that `keep` refuses; it is asked about each, the newest first.
    pub fn retain(&mut self, mut keep: impl FnMut(&G::Position, Proven) -> bool) {
        let mut order = std::mem::take(&mut self.order);
        order.reverse();
        order.retain(|&index| {
            let known = self.game.position_at(index.into()).zip(self.entry(index.into()).proven());
            let is_kept = known.is_some_and(|(position, proven)| keep(&position, proven));
            if !is_kept {
                self.values[index as usize] = PackedValue::UNKNOWN;
            }
            is_kept
        });
        order.reverse();
        self.order = order;
    }

    /// Adds the values that are part of the rules and missing, as the oldest.
    pub fn restore(&mut self) {
        let later = std::mem::take(&mut self.order);
        self.store_known();
        self.order.extend(later);
    }

    /// Stores the values that are part of the rules.
    fn store_known(&mut self) {
        for (position, proven) in self.game.known_values() {
            let index = self.game.index_of(&position);
            self.make_room(index + 1);
            self.store(index, PackedValue::of(proven));
        }
    }

    pub(crate) fn entry(&self, index: u64) -> PackedValue {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        self.values.get(index).copied().unwrap_or(PackedValue::UNKNOWN)
    }

    /// Makes room for the indices below `bound`, which must be small enough for memory and
    /// for 32 bits.
    pub(crate) fn make_room(&mut self, bound: u64) {
        let bound = bound as usize;
        if self.values.len() < bound {
            self.values.reserve_exact(bound - self.values.len());
            self.values.resize(bound, PackedValue::UNKNOWN);
        }
    }

    /// Stores a value for an index, for which there is room, if it is not known.
    pub(crate) fn store(&mut self, index: u64, entry: PackedValue) {
        let value = &mut self.values[index as usize];
        if *value == PackedValue::UNKNOWN {
            *value = entry;
            self.order.push(index as u32);
        }
    }
}

impl<G: Indexed> Exact<G> for KnowledgeBase<G> {
    fn exact(&self, _: &G, position: &G::Position) -> Option<Proven> {
        self.get(position)
    }
}

/// A proven value in two bytes, such that a better one is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedValue(u16);

impl PackedValue {
    pub(crate) const UNKNOWN: PackedValue = PackedValue(0x7fff);
    /// Worse than the value of any move.
    pub(crate) const WORST: PackedValue = PackedValue(0);
    const DRAW: PackedValue = PackedValue(0x8000);

    /// The longest win or loss that can be stored.
    pub(crate) const MAX_PLIES: u32 = 0x3fff;

    pub(crate) fn of(proven: Proven) -> PackedValue {
        let plies = proven.plies.unwrap_or(0).min(PackedValue::MAX_PLIES) as u16;
        match proven.verdict {
            Verdict::Win => PackedValue(u16::MAX - plies),
            Verdict::Draw => PackedValue::DRAW,
            Verdict::Lose => PackedValue(plies),
        }
    }

    pub(crate) fn proven(self) -> Option<Proven> {
        let max_plies = PackedValue::MAX_PLIES as u16;
        match self {
            PackedValue::DRAW => Some(Proven::DRAW),
            PackedValue(plies) if plies <= max_plies => Some(Proven::lose_in(plies.into())),
            PackedValue(bits) if bits >= u16::MAX - max_plies => {
                Some(Proven::win_in((!bits).into()))
            }
            _ => None,
        }
    }

    /// A known value one ply earlier: for the same side, or for the other one.
    #[inline]
    pub(crate) fn one_ply_earlier(self, same_side: bool) -> PackedValue {
        let PackedValue(bits) = self;
        if self == PackedValue::DRAW {
            return self;
        }
        let mine = if same_side { bits } else { !bits };
        PackedValue(if mine < PackedValue::DRAW.0 { mine + 1 } else { mine - 1 })
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    /// The value with these bits, if there is one.
    pub(crate) fn from_bits(bits: u16) -> Option<PackedValue> {
        PackedValue(bits).proven().map(|_| PackedValue(bits))
    }
}
