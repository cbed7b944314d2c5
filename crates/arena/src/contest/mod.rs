//! Matches and contests: records, the referee, pairings, standings and statistics.

mod adoption;
mod builtin_player;
mod elimination;
mod openings;
mod pair_queue;
mod pairings;
mod ratings;
mod record;
mod referee;
mod score_rules;
mod spsa;
mod standings;
mod statistics;
mod tournament;

pub use adoption::FinishedGame;
pub use builtin_player::{BuiltinPlayer, RuleFile};
pub use openings::{balanced_start, book_place};
pub use pair_queue::{Chunk, PairQueue};
pub use pairings::{bracket, derive_seed, draw_order, round_robin, swiss};
pub use ratings::{Encounter, Rating, ratings};
pub use record::{MoveNote, Record, RecordRefusal, date_text, read_date, read_result, result_text};
pub use referee::{
    AnyPlayer, Clock, Fault, GameSetup, GameStart, MoveLimits, MoveStats, PlayedGame, PlayerMove,
    Reason, TIME_MARGIN, Turn,
};
pub use score_rules::{DrawRule, ResignRule, ScoreRules};
pub use spsa::{Spsa, SpsaTrial};
pub use standings::{Standing, Standings};
pub use statistics::{Pairs, Sample, Sprt, SprtRefusal, SprtVerdict, Tally, expected_score};
pub use tournament::{
    DrawOfLots, Format, GameEnd, Pairing, Results, ScheduledGame, Tournament, TournamentState,
};
