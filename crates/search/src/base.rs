//! The knowledge base: the proven value of every position that was asked for.

use agon_core::{Exact, Numbered, Proven, Verdict};

/// What is known of the positions of a game, by their numbers, and the order in
/// which it came to be known.
///
/// It takes two bytes for every number up to the largest that was asked for, and
/// four for every position that is known.
///
/// ```
/// use agon_core::dummy::TreeGame;
/// use agon_core::{Game, Notation, Proven};
/// use agon_search::{KnowledgeBase, SolveLimits};
///
/// let (game, start) = TreeGame::read("a(b(1=)b(2)) start").unwrap();
/// let mut base = KnowledgeBase::new(game);
/// let value = base.solve(&start, &SolveLimits::default(), &mut |_, _| true);
/// assert_eq!(value, Ok(Proven::DRAW));
/// assert_eq!(base.len(), 6);
/// ```
#[derive(Clone, Debug)]
pub struct KnowledgeBase<G: Numbered> {
    pub(crate) game: G,
    /// The value of each number, or [`PackedValue::UNKNOWN`].
    pub(crate) values: Vec<PackedValue>,
    /// The numbers that are known, the oldest first.
    pub(crate) order: Vec<u32>,
}

/// How much may be spent on solving.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits {
    /// The most memory in bytes; more is refused before the work begins.
    pub memory: u64,
    /// The most positions to work out.
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

impl<G: Numbered> KnowledgeBase<G> {
    /// A base that knows only the facts of the rules.
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

    /// Whether nothing is known, not even facts.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The bytes of memory that the base takes.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<PackedValue>() + self.order.capacity() * size_of::<u32>()
    }

    /// What is known of a position.
    pub fn get(&self, position: &G::Position) -> Option<Proven> {
        self.entry(self.game.number(position)).proven()
    }

    /// All positions that are known, the newest first.
    pub fn iter(&self) -> impl Iterator<Item = (G::Position, Proven)> {
        self.order.iter().rev().filter_map(|&number| {
            let number = u64::from(number);
            Some((self.game.numbered(number)?, self.entry(number).proven()?))
        })
    }

    /// Forgets all but the facts of the rules.
    pub fn clear(&mut self) {
        self.values.clear();
        self.order.clear();
        for (position, proven) in self.game.facts() {
            let number = self.game.number(&position);
            self.make_room(number + 1);
            self.learn(number, PackedValue::of(proven));
        }
    }

    pub(crate) fn entry(&self, number: u64) -> PackedValue {
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        self.values.get(place).copied().unwrap_or(PackedValue::UNKNOWN)
    }

    /// Makes room for the numbers below `bound`, which must be small enough for
    /// memory and for 32 bits.
    pub(crate) fn make_room(&mut self, bound: u64) {
        let bound = bound as usize;
        if self.values.len() < bound {
            self.values.reserve_exact(bound - self.values.len());
            self.values.resize(bound, PackedValue::UNKNOWN);
        }
    }

    /// Enters a value for a number, for which there is room, if it is not known.
    pub(crate) fn learn(&mut self, number: u64, entry: PackedValue) {
        let place = &mut self.values[number as usize];
        if *place == PackedValue::UNKNOWN {
            *place = entry;
            self.order.push(number as u32);
        }
    }
}

/// A base knows what it knows.
impl<G: Numbered> Exact<G> for KnowledgeBase<G> {
    fn exact(&self, _: &G, position: &G::Position) -> Option<Proven> {
        self.get(position)
    }
}

/// A proven value in two bytes, such that a better one is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedValue(u16);

impl PackedValue {
    pub(crate) const UNKNOWN: PackedValue = PackedValue(0x7fff);
    /// Worse than what any move can lead to.
    pub(crate) const WORST: PackedValue = PackedValue(0);
    const DRAW: PackedValue = PackedValue(0x8000);

    /// The longest win or loss that fits.
    pub(crate) const MOST_PLIES: u32 = 0x3fff;

    pub(crate) fn of(proven: Proven) -> PackedValue {
        let plies = proven.plies.unwrap_or(0).min(PackedValue::MOST_PLIES) as u16;
        match proven.verdict {
            Verdict::Win => PackedValue(u16::MAX - plies),
            Verdict::Draw => PackedValue::DRAW,
            Verdict::Lose => PackedValue(plies),
        }
    }

    pub(crate) fn proven(self) -> Option<Proven> {
        let most = PackedValue::MOST_PLIES as u16;
        match self {
            PackedValue::DRAW => Some(Proven::DRAW),
            PackedValue(plies) if plies <= most => Some(Proven::lose_in(plies.into())),
            PackedValue(bits) if bits >= u16::MAX - most => Some(Proven::win_in((!bits).into())),
            _ => None,
        }
    }

    /// A value that is known, as it is a ply earlier: for the same side, or for
    /// the other one.
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

    /// The entry with these bits, if they stand for a value.
    pub(crate) fn from_bits(bits: u16) -> Option<PackedValue> {
        PackedValue(bits).proven().map(|_| PackedValue(bits))
    }
}
