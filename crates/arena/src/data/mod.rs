//! Positions from self-play, for training evaluations: games of a player against itself, their
//! records, and the header of a file of records. The format is described in docs/training.md.

mod fit;
mod header;
mod record;
mod self_play;

pub use fit::{ChanceFit, CheckedCurve, Curve, FitSample, ReliabilityBin, is_held_out};
pub use header::{DataHeader, HeaderRefusal};
pub use record::{DataRecord, FIXED_BYTES, GameResult, RecordRefusal, StoredPosition};
pub use self_play::{
    PlayedData, PositionPacking, ReadPosition, SelfPlay, SelfPlayRefusal, SelfPlaySettings,
};
