//! Positions from self-play, for training evaluations: games of a player against itself, their
//! records, and the header of a file of records. The format is described in docs/training.md.

mod fit;
mod header;
mod known_keys;
mod record;
mod self_play;
mod weight_fit;

pub use fit::{ChanceFit, CheckedCurve, Curve, FitSample, ReliabilityBin};
pub use header::{DataHeader, HeaderRefusal};
pub use known_keys::KnownKeys;
pub use record::{DataRecord, FIXED_BYTES, GameResult, RecordRefusal, StoredPosition};
pub use self_play::{
    PlayedData, PositionPacking, ReadPosition, SelfPlay, SelfPlayRefusal, SelfPlaySettings,
};
pub use weight_fit::{MAX_TERMS, WeightFit, WeightSample};
