//! Sessions and players for every game, matches and contests, and the UGI protocol.
//!
//! The [registry](games) lists the games. A [`MoveList`] is a line of play with undo and
//! redo. An [`AnySession`] is a game in progress with its two players, without the game's
//! type; [`PositionView`], [`Play`] and [`Analysis`] are its parts, so that a function asks for
//! no more than it needs. [`PlayerSpec`] is a player as people write it.
//!
//! Nothing here knows terminals, files, clocks or threads; with the feature `tablebase` the proven
//! values of Santorini's small boards come from a crate that does.

#![deny(missing_docs)]
#![warn(clippy::unwrap_used)]

mod any_engine;
mod any_session;
mod bench;
mod divide;
mod draft;
mod editor;
mod evaluation_file;
mod evaluation_program;
mod explain;
mod extras;
mod followed;
mod game_clock;
mod game_files;
mod info;
mod knowledge_base;
mod ladder;
mod levels;
mod move_limits;
mod move_list;
mod player_spec;
mod playthrough;
mod reached;
mod refused;
mod registry;
mod review;
mod rule_file_game;
mod rules;
mod search_request;
mod session;
mod turning_point;
mod winning_chance;

pub mod contest;
pub mod data;
pub mod players;
mod players_help;
pub mod puzzle;
#[cfg(feature = "tablebase")]
pub mod small_boards;

pub use any_engine::AnyEngine;
pub use any_session::{
    Analysis, AnySession, ChosenMove, Evaluation, ListedMove, Play, PositionView, ProvenMove,
    SetRefusal,
};

pub use bench::bench;
pub use draft::{Draft, EditRefusal, edit};
pub use editor::Editor;
pub use evaluation_file::{EvaluationFile, EvaluationFileError, is_network_file};
pub use evaluation_program::{EvaluationProgram, GameLine, NoAnswer};
pub use explain::{
    BetterMove, CLAIMS, ExplainLimits, MoveExplanation, evaluation_claims, evaluation_parts,
};
pub use followed::{Followed, GameStep, line_after};
pub use game_clock::{GameClock, TimeControl};
pub use game_files::{GAME_FILE, file_session, is_game_file, open_game_file};
pub use info::{SearchStats, info_line, line_number, per_second, read_score, score_words};
pub use knowledge_base::AnyKnowledgeBase;
pub use ladder::{LadderGame, play_ladder_game};
pub use levels::{LEVELS, Level};
pub use move_list::MoveList;
pub use player_spec::{
    EngineOptions, OptionForm, OptionValue, PlayerForm, PlayerRefusal, PlayerSpec, UgiOptions,
};
pub use players_help::players_help;
pub use playthrough::playthrough;
pub use refused::Refused;
pub use registry::{Assignment, Decide, GameEntry, Registry, Solving, Theory, find, games};
pub use review::{
    Accuracy, Assessment, MoveQuality, ReviewSettings, ReviewedMove, ReviewedPosition, assess,
    grade, review,
};
pub use rule_file_game::game_of;
pub use rules::{AnyRuleSet, LoadedRules, SamplePositions, built_in_rule_names, built_in_rules};
pub use search_request::{SearchKind, SearchRequest};
pub use turning_point::turning_point;
pub use winning_chance::{WinningChance, logistic};
