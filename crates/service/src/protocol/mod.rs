//! The messages between clients and the server, as docs/protocol.md describes them.

mod annotations;
mod clock;
mod contest;
mod create;
mod editor;
mod error;
mod event;
mod exercise;
mod follow;
mod game_view;
mod lesson;
mod puzzle;
mod qr_code;
mod reply;
mod request;
mod rule_editor;
mod tree;
#[cfg(feature = "typescript")]
mod typescript;
mod values;
mod words;

pub use annotations::{AnnotatedMove, AnnotationsView};
pub use clock::ClockView;
pub use contest::{
    Contest, ContestGame, ContestPairing, ContestRound, ContestSummary, Contests, GameInProgress,
    StandingRow,
};
pub use create::{CreateRequest, Settings};
pub use editor::EditedPosition;
pub use error::{RequestError, RuleError};
pub use event::{Event, Message};
pub use exercise::ExerciseRequest;
pub use follow::{Content, Difference, FollowView, FollowedStep, Piece, StepWord, ToldState};
pub use game_view::{
    Claimant, GameView, Help, HelpAsked, HelpState, NextGame, Note, Offer, OfferKind, PositionAt,
    Presence, Rights, RulesName, Tally, Thought, WatchedGame,
};
pub use lesson::{
    BaseEntry, Counted, ExplainedLine, ExplainedRules, Lesson, LessonAttempt, LessonReply,
    LessonSearch, LessonStep, LessonTask, LessonTry, RuleDifference,
};
pub use puzzle::{
    PuzzleAttempt, PuzzleSummary, PuzzleVerdict, PuzzleWord, Puzzles, ThemeWord, Tried,
};
pub use qr_code::QrCode;
pub use reply::{
    Done, GameInfo, GameList, GameReply, Grade, Hint, Learning, ListedGame, Ok, RecordText, Reply,
    Scenes, ServerInfo, Threat, Tree, Verdicts, Why,
};
pub use request::{
    GameRequest, ListedResult, LobbyRequest, Request, RequestId, RuleFile, TreeRequest, parse,
};
pub use rule_editor::{PositionFacts, RelationFacts, TrialScore};
pub use tree::{BranchView, TreeNode};
#[cfg(feature = "typescript")]
pub use typescript::typescript;
pub use values::{
    ProvenValue, ReviewPoint, SearchInfo, SlipWord, StorageInfo, StorageKind, chance_for_first,
    for_first,
};
pub use words::MoveDictionary;

/// The version of the protocol. It changes when a client of the previous version would
/// misunderstand a message.
pub const PROTOCOL: u32 = 3;
