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
    Bout, Clock, Competitor, Fault, Limits, Opening, Played, Reason, TimeControl, Turn,
};
pub use schedule::{Fixture, Format, Lots, Meeting, Plan, Results, Stage};
pub use standings::{Standing, Standings};
pub use statistics::{Pairs, Sample, Sprt, SprtRefusal, Tally, Verdict, score_of};
