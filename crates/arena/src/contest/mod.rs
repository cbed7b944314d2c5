//! Games that count: records, matches and contests.

mod chunks;
mod elimination;
mod entrant;
mod openings;
mod pairings;
mod record;
mod referee;
mod schedule;
mod standings;
mod statistics;

pub use chunks::{Chunk, Chunks};
pub use entrant::{Builtin, Entrant, EntrantRefusal, RuleFile};
pub use openings::balanced_start;
pub use pairings::{bracket, drawn, round_robin, seed_of, swiss};
pub use record::{Record, RecordRefusal, read_result, result_text};
pub use referee::{
    AnyPlayer, Bout, Clock, Fault, Limits, Opening, Played, Reason, TimeControl, Turn,
};
pub use schedule::{DrawOfLots, Format, Pairing, Plan, Results, ScheduledGame, Stage};
pub use standings::{Standing, Standings};
pub use statistics::{Pairs, Sample, Sprt, SprtRefusal, SprtVerdict, Tally, score_of};
