//! One game between two players by our rules: the referee, its record, and what many of them show.

mod builtin_player;
mod openings;
mod record;
mod referee;
mod score_rules;
mod statistics;

pub use crate::move_limits::MoveLimits;
pub use builtin_player::BuiltinPlayer;
pub use openings::{Opening, OpeningBook, OpeningChoice, balanced_start, book_place};
pub use record::{
    Annotations, BoardMark, MAX_VARIATION_MOVES, MarkColour, MarkRefusal, MoveNote, MoveReview,
    PositionReview, Record, RecordRefusal, Thousandths, VariationMove, date_text, read_date,
    read_result, result_text,
};
pub use referee::{
    AnyPlayer, Clock, Fault, GameSetup, GameStart, MoveStats, PlayedGame, PlayerMove, Reason,
    TIME_MARGIN, Turn,
};
pub use score_rules::{DrawRule, ResignRule, ScoreRules};
pub use statistics::{Pairs, Sprt, SprtRefusal, SprtVerdict, Tally, expected_score};
