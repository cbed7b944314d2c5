//! A small random network: an evaluation whose weights are known only at run time.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{EvalState, Evaluate, Feature, Game, IncrementalEval, Observer, Rng, Score, Side};

/// The width of the hidden layer.
const WIDTH: usize = 16;

/// What a neuron of the hidden layer gives at most: its value is clipped to `0..=CLIP`.
const CLIP: i32 = 127;

/// The values of the hidden layer before clipping.
type Accumulator = [i32; WIDTH];

/// A network of two layers over the features of a game, with random weights.
///
/// It plays badly and is for tests only: it is built at run time, it is neither symmetric nor
/// explained, its state is a stack of accumulators that are updated only when an estimate is
/// asked for, and it counts its refreshes and updates.
#[derive(Debug)]
pub struct RandomNetwork {
    weights: Vec<Accumulator>,
    biases: Accumulator,
    output: Accumulator,
    refreshes: AtomicU64,
    updates: AtomicU64,
}

impl RandomNetwork {
    /// A network for a game, whose weights follow from `seed`.
    pub fn seeded<G: Game>(game: &G, seed: u64) -> RandomNetwork {
        let mut rng = Rng::seeded(seed);
        let mut weights = |most: i32| -> Accumulator {
            std::array::from_fn(|_| rng.below(2 * most as usize + 1) as i32 - most)
        };
        RandomNetwork {
            biases: weights(CLIP),
            output: weights(64),
            weights: (0..game.feature_count()).map(|_| weights(CLIP / 2)).collect(),
            refreshes: AtomicU64::new(0),
            updates: AtomicU64::new(0),
        }
    }

    /// How many accumulators were computed from scratch.
    pub fn refreshes(&self) -> u64 {
        self.refreshes.load(Ordering::Relaxed)
    }

    /// How many accumulators were computed from that of the position before.
    pub fn updates(&self) -> u64 {
        self.updates.load(Ordering::Relaxed)
    }

    /// The accumulator of a position, from scratch.
    fn refresh<G: Game>(&self, game: &G, position: &G::Position) -> Accumulator {
        self.refreshes.fetch_add(1, Ordering::Relaxed);
        let mut changes = Changes::default();
        game.features(position, &mut changes);
        let mut accumulator = self.biases;
        changes.apply(&mut accumulator, &self.weights);
        accumulator
    }

    /// The second layer.
    fn output(&self, accumulator: &Accumulator, side: Side) -> Score {
        let neurons = accumulator.iter().zip(&self.output);
        let sum: i32 = neurons.map(|(&value, &weight)| value.clamp(0, CLIP) * weight).sum();
        Score::estimate(sum / 64).absolute(Side::First).seen_by(side)
    }
}

impl<G: Game> Evaluate<G> for RandomNetwork {
    fn name(&self) -> &str {
        "random-network"
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        self.output(&self.refresh(game, position), game.to_move(position))
    }

    fn dyn_state<'e>(
        &'e self,
        game: &G,
        position: &G::Position,
    ) -> Option<Box<dyn EvalState<G> + 'e>> {
        Some(Box::new(self.state(game, position)))
    }
}

impl<G: Game> IncrementalEval<G> for RandomNetwork {
    type State<'e> = AccumulatorStack<'e>;

    fn state<'e>(&'e self, game: &G, position: &G::Position) -> AccumulatorStack<'e> {
        let root = Frame { accumulator: self.refresh(game, position), changes: Changes::default() };
        AccumulatorStack { network: self, frames: vec![root], top: 0, computed: 0 }
    }
}

/// The features that a move adds and removes.
#[derive(Clone, Debug, Default)]
struct Changes {
    added: Vec<Feature>,
    removed: Vec<Feature>,
}

impl Changes {
    fn apply(&self, accumulator: &mut Accumulator, weights: &[Accumulator]) {
        for (neuron, value) in accumulator.iter_mut().enumerate() {
            let sum = |features: &[Feature]| -> i32 {
                features.iter().map(|&feature| weights[feature as usize][neuron]).sum()
            };
            *value += sum(&self.added) - sum(&self.removed);
        }
    }
}

impl Observer for Changes {
    fn add(&mut self, feature: Feature) {
        self.added.push(feature);
    }

    fn remove(&mut self, feature: Feature) {
        self.removed.push(feature);
    }
}

/// A ply of the stack: what its move changed, and the accumulator once it was needed.
#[derive(Clone, Debug)]
struct Frame {
    accumulator: Accumulator,
    changes: Changes,
}

/// The state of a network: the accumulators of the positions from the root on.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<'e> {
    network: &'e RandomNetwork,
    /// The plies, and beyond `top` some that are used again.
    frames: Vec<Frame>,
    /// The current position.
    top: usize,
    /// The last ply whose accumulator is computed, as are all before it.
    computed: usize,
}

impl Observer for AccumulatorStack<'_> {
    fn add(&mut self, feature: Feature) {
        self.frames[self.top].changes.add(feature);
    }

    fn remove(&mut self, feature: Feature) {
        self.frames[self.top].changes.remove(feature);
    }
}

impl<G: Game> EvalState<G> for AccumulatorStack<'_> {
    fn begin_move(&mut self) {
        self.top += 1;
        match self.frames.get_mut(self.top) {
            Some(frame) => {
                frame.changes.added.clear();
                frame.changes.removed.clear();
            }
            None => {
                self.frames.push(Frame { accumulator: [0; WIDTH], changes: Changes::default() })
            }
        }
    }

    fn end_move(&mut self, _: &G, _: &G::Position) {}

    fn undo_move(&mut self) {
        self.top -= 1;
        self.computed = self.computed.min(self.top);
    }

    fn evaluate(&mut self, game: &G, position: &G::Position) -> Score {
        while self.computed < self.top {
            let mut accumulator = self.frames[self.computed].accumulator;
            self.computed += 1;
            let frame = &mut self.frames[self.computed];
            frame.changes.apply(&mut accumulator, &self.network.weights);
            frame.accumulator = accumulator;
            self.network.updates.fetch_add(1, Ordering::Relaxed);
        }
        self.network.output(&self.frames[self.top].accumulator, game.to_move(position))
    }
}
