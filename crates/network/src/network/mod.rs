//! A network as an evaluation of a game.

mod state;

use std::marker::PhantomData;

use agon_core::{EvalState, Evaluate, IncrementalEval, Removal, Score, Side};

use crate::accumulator::Layers;
use crate::file::{NetworkFile, NetworkRefusal};
use crate::{NetworkInputs, Part};
pub use state::NetworkState;

/// A network that fits a game: an evaluation with an incremental state.
pub struct Network<G> {
    name: String,
    parameters: String,
    file: NetworkFile,
    pub(crate) layers: Layers,
    game: PhantomData<fn() -> G>,
}

impl<G: NetworkInputs> Network<G> {
    /// The evaluation of this name by a network; refused if the network does not fit the game
    /// with its parameters.
    pub fn new(game: &G, name: &str, file: NetworkFile) -> Result<Network<G>, NetworkRefusal> {
        file.check(game)?;
        let parameters = format!("{:016x} {}", file.checksum(), file.scale);
        let layers = Layers::of(game, &file);
        Ok(Network { name: name.into(), parameters, file, layers, game: PhantomData })
    }

    /// The same, from the bytes of a file.
    pub fn read(game: &G, name: &str, bytes: &[u8]) -> Result<Network<G>, NetworkRefusal> {
        Network::new(game, name, NetworkFile::read(bytes)?)
    }

    /// The file that it was made from.
    pub fn file(&self) -> &NetworkFile {
        &self.file
    }

    /// The accumulator of a view, from scratch: biases and the weights of the active inputs.
    pub(crate) fn accumulate(&self, game: &G, position: &G::Position, view: Side) -> Vec<i16> {
        let NetworkFile { input_weights, biases, width, .. } = &self.file;
        let mut units = biases.clone();
        game.for_each_input(position, view, |input| {
            add(&mut units, &input_weights[input * width..][..*width]);
        });
        units
    }

    /// The estimate from the sum of squared units times their output weights.
    #[inline(always)]
    pub(crate) fn score(&self, sum: i64) -> Score {
        let NetworkFile { scale, output_bias, .. } = self.file;
        let output = sum / i64::from(NetworkFile::ONE) + i64::from(output_bias);
        let one = i64::from(NetworkFile::ONE * NetworkFile::OUTPUT_ONE);
        let points = output * i64::from(scale) / one;
        Score::estimate(points.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }
}

impl<G: NetworkInputs> Evaluate<G> for Network<G> {
    fn name(&self) -> &str {
        &self.name
    }

    /// The checksum of the weights, and the scale.
    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    /// From scratch, step by step: the slow twin of [`NetworkState`].
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let side = game.to_move(position);
        let views = [side, side.opponent()].map(|view| self.accumulate(game, position, view));
        self.score(weigh(&views.concat(), &self.file.output_weights))
    }

    fn removals(&self, game: &G, position: &G::Position) -> Option<Vec<Removal>> {
        let whole = self.evaluate(game, position);
        let removal = |part: Part<G::Position>| {
            let points = whole - self.evaluate(game, &part.without);
            Removal { name: part.name, points }
        };
        Some(game.parts(position).into_iter().map(removal).collect())
    }

    fn dyn_state<'e>(
        &'e self,
        game: &G,
        position: &G::Position,
    ) -> Option<Box<dyn EvalState<G> + 'e>> {
        Some(Box::new(self.state(game, position)))
    }
}

impl<G: NetworkInputs> IncrementalEval<G> for Network<G> {
    type State<'e>
        = NetworkState<'e, G>
    where
        G: 'e;

    fn state<'e>(&'e self, game: &G, position: &G::Position) -> NetworkState<'e, G> {
        NetworkState::new(self, game, position)
    }
}

/// Adds the weights of an input.
fn add(units: &mut [i16], weights: &[i16]) {
    units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += weight);
}

/// The sum of the squares of clamped units times their weights.
fn weigh(units: &[i16], weights: &[i16]) -> i64 {
    let products = units.iter().zip(weights).map(|(&unit, &weight)| {
        let value = i64::from(unit).clamp(0, NetworkFile::ONE.into());
        value * value * i64::from(weight)
    });
    products.sum()
}
