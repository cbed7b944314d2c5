//! The types of all messages in TypeScript, for the type checker of the page.

use agon_arena::{BetterMove, ListedMove, MoveExplanation, MoveQuality, ProvenMove, TimeControl};
use agon_core::{
    Bound, Brush, Cell, Claim, ClaimArg, Count, Edge, Mark, MoveArg, MoveWords, Outcome, Place,
    Scene, Score, Side, Token, Verdict,
};
use ts_rs::{Config, TS};

use super::annotations::{AnnotatedMove, AnnotationsView};
use super::clock::ClockView;
use super::contest::{
    Contest, ContestGame, ContestPairing, ContestRound, ContestSummary, Contests, GameInProgress,
    StandingRow,
};
use super::create::{CreateRequest, Settings};
use super::editor::EditedPosition;
use super::error::{RequestError, RuleError};
use super::event::Event;
use super::exercise::ExerciseRequest;
use super::follow::{Content, Difference, FollowView, FollowedStep, Piece, StepWord, ToldState};
use super::game_view::{
    Claimant, GameView, Help, HelpAsked, HelpState, NextGame, Note, Offer, OfferKind, PositionAt,
    Presence, Rights, RulesName, Tally, Thought, WatchedGame,
};
use super::lesson::{
    BaseEntry, Counted, ExplainedLine, ExplainedRules, Lesson, LessonAttempt, LessonReply,
    LessonSearch, LessonStep, LessonTask, LessonTry, RuleDifference,
};
use super::puzzle::{
    PuzzleAttempt, PuzzleSummary, PuzzleVerdict, PuzzleWord, Puzzles, ThemeWord, Tried,
};
use super::qr_code::QrCode;
use super::reply::{
    Done, GameInfo, GameList, GameReply, Grade, Hint, Learning, ListedGame, Ok, ParameterInfo,
    ParameterKind, RecordText, Scenes, ServerInfo, Threat, Tree, Verdicts, Why,
};
use super::request::{GameRequest, ListedResult, LobbyRequest, RuleFile, TreeRequest};
use super::rule_editor::{PositionFacts, RelationFacts, TrialScore};
use super::tree::{CutWord, Cutoff, TreeNode};
use super::values::{ProvenValue, ReviewPoint, SearchInfo, SlipWord, StorageInfo, StorageKind};
use super::words::MoveDictionary;

const HEAD: &str = "\
// The messages between clients and the server. This file is generated from the types of
// crates/service/src/protocol by `cargo xtask protocol`; docs/protocol.md describes them.
// Only for type checks: it is neither served nor embedded in the program.
";

/// Types that follow from the types above.
const TAIL: &str = "\
type RequestOf<K> = Extract<LobbyRequest | GameRequest | ExerciseRequest, { do: K }>;
type OfGame<K> = K extends GameRequest[\"do\"] ? { game: string } : unknown;

/** Every request by its name (`do`), with its arguments and its answer. */
export type Requests = {
  [K in keyof Ok]: { args: Omit<RequestOf<K>, \"do\"> & OfGame<K>; ok: Ok[K] };
};

/** Every event by its name. */
export type Events = { [K in Event[\"event\"]]: Extract<Event, { event: K }> };

/** A message from the program. */
export type Message = Event | { event?: undefined; re: number | null; ok?: unknown; error?: Problem };
";

pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = HEAD.to_string();
    macro_rules! declare {
        ($($type:ty),+ $(,)?) => {
            $(text += &format!(
                "\n{}export {}\n",
                summary(<$type as TS>::docs().unwrap_or_default()),
                <$type as TS>::decl(&config),
            );)+
        };
    }
    declare![
        Side,
        Outcome,
        Score,
        Verdict,
        Cell,
        Edge,
        Token,
        Mark,
        Count,
        Place,
        Scene,
        MoveArg,
        MoveWords,
        MoveDictionary,
        ClaimArg,
        Claim,
        BetterMove,
        MoveExplanation,
        ListedMove,
        Note,
        Tally,
        Thought,
        RulesName,
        Claimant,
        Rights,
        WatchedGame,
        TimeControl,
        ClockView,
        OfferKind,
        Offer,
        NextGame,
        HelpState,
        HelpAsked,
        Help,
        Presence,
        GameView,
        AnnotatedMove,
        AnnotationsView,
        PositionAt,
        PuzzleWord,
        ThemeWord,
        Tried,
        PuzzleSummary,
        Puzzles,
        PuzzleVerdict,
        PuzzleAttempt,
        Counted,
        LessonTask,
        LessonSearch,
        LessonReply,
        LessonStep,
        Lesson,
        LessonTry,
        BaseEntry,
        RuleDifference,
        LessonAttempt,
        ExplainedLine,
        ExplainedRules,
        RelationFacts,
        PositionFacts,
        TrialScore,
        QrCode,
        ListedGame,
        ParameterKind,
        ParameterInfo,
        GameInfo,
        StorageKind,
        StorageInfo,
        ServerInfo,
        RuleFile,
        Settings,
        CreateRequest,
        TreeRequest,
        SearchInfo,
        SlipWord,
        MoveQuality,
        ReviewPoint,
        ProvenMove,
        ProvenValue,
        CutWord,
        Cutoff,
        Bound,
        TreeNode,
        Tree,
        StandingRow,
        ContestGame,
        ContestPairing,
        ContestRound,
        GameInProgress,
        ContestSummary,
        Contests,
        Contest,
        RuleError,
        RequestError,
        Piece,
        Content,
        Difference,
        StepWord,
        FollowedStep,
        FollowView,
        ToldState,
        Learning,
        Done,
        GameList,
        GameReply,
        Grade,
        Hint,
        Threat,
        Verdicts,
        Scenes,
        Brush,
        EditedPosition,
        RecordText,
        Why,
        ListedResult,
        LobbyRequest,
        GameRequest,
        ExerciseRequest,
        Ok,
        Event,
    ];
    format!("{text}\n{TAIL}")
}

/// A comment without its examples, which are in Rust.
fn summary(docs: String) -> String {
    match docs.split_once("\n *\n * ```") {
        Some((text, _)) => format!("{text}\n */\n"),
        None => docs,
    }
}
