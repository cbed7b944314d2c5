//! Replies to requests that succeed.

use agon_arena::ProvenMove;
use agon_core::{Outcome, Scene, Score};
use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{
    Contest, Contests, EditedPosition, ExplainedRules, GameView, Lesson, MoveDictionary,
    PositionAt, PositionFacts, ProvenValue, PuzzleAttempt, Puzzles, RequestError, ReviewPoint,
    RuleFile, StorageInfo, TreeNode, TrialScore,
};

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Reply {
    Welcome(Box<ServerInfo>),
    List(GameList),
    /// To requests that open a game.
    Game(Box<GameReply>),
    /// To requests that only change something.
    Done(Done),
    Hint(Hint),
    Grade(Box<Grade>),
    Threat(Threat),
    Verdicts(Verdicts),
    Tree(Box<Tree>),
    Scenes(Scenes),
    Edited(Box<EditedPosition>),
    /// To `look` and `board`.
    Position(Box<PositionAt>),
    /// To `why` and `reason`.
    Why(Why),
    Record(RecordText),
    Contests(Contests),
    Contest(Box<Contest>),
    Starter(RuleFile),
    Puzzles(Puzzles),
    PuzzleAttempt(Box<PuzzleAttempt>),
    Lesson(Box<Lesson>),
    Explained(ExplainedRules),
    Facts(PositionFacts),
    Trial(TrialScore),
    /// To any request, as written by the worker that ran its job.
    Written(Value),
}

impl Reply {
    pub const DONE: Reply = Reply::Done(Done {});
}

/// A reply without data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Done {}

/// Information about the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ServerInfo {
    pub version: &'static str,
    pub protocol: u32,
    pub games: Vec<GameInfo>,
    pub levels: Vec<&'static str>,
    pub storage: StorageInfo,
    /// How many contests it shows.
    pub contests: usize,
    /// Whether other people use this server, so that games have owners.
    pub shared: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameInfo {
    pub name: &'static str,
    pub title: &'static str,
    /// A sentence about it.
    pub summary: &'static str,
    pub sides: [&'static str; 2],
    /// Whether it hides information from the sides.
    pub hides: bool,
    /// Whether it is solved from its usual start.
    pub solved: bool,
    /// The values of its parameter for which it is solved, such as `3x3/1`, if that depends on it.
    pub solved_with: Vec<String>,
    pub players: Vec<&'static str>,
    pub evaluations: Vec<String>,
    pub start: Scene,
}

/// Stored games, the latest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameList {
    pub games: Vec<ListedGame>,
    /// The `before` of the next request, if there are more games.
    pub next: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "StoredGame"))]
pub struct ListedGame {
    pub id: String,
    /// The name of the kind of game.
    pub game: String,
    /// The players.
    pub seats: [String; 2],
    pub moves: usize,
    pub outcome: Option<Outcome>,
    /// The names of the people who play.
    pub names: [Option<String>; 2],
    /// When it last changed, in seconds since 1970.
    pub changed: i64,
    /// When it began, or last changed if that is unknown, in seconds since 1970.
    pub date: i64,
    /// The board, as the people who play may see it.
    pub scene: Scene,
    /// Whether the session that asks may delete it.
    pub owned: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameReply {
    /// The game as the client sees it.
    pub game: GameView,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Hint {
    pub mv: String,
    /// The elements that select it.
    pub path: Vec<String>,
    /// Its score for the first side.
    pub score: Score,
    /// The line that it begins.
    pub line: Vec<String>,
    /// The words of the moves of the line.
    pub words: MoveDictionary,
}

/// What the other side would do if it were to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Threat {
    /// The move, if there is one.
    pub threat: Option<Hint>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Grade {
    /// The review of the position and the move.
    pub point: ReviewPoint,
    /// The best line after the move.
    pub line: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Verdicts {
    /// The moves with a proven result.
    pub moves: Vec<ProvenMove>,
    /// The words of these moves.
    pub words: MoveDictionary,
    /// The proven result of the position, if it is known.
    pub value: Option<ProvenValue>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Tree {
    pub tree: TreeNode,
    pub nodes: u64,
    /// The number of nodes without pruning, if they were counted.
    pub plain: Option<u64>,
    /// Values are shown divided by this.
    pub scale: u32,
    /// The words of the moves of the tree.
    pub words: MoveDictionary,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Scenes {
    /// The boards of the first positions: as many as fit into one reply.
    pub scenes: Vec<Scene>,
}

/// Why no legal move begins with some elements.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Why {
    /// The reason, if there is one.
    pub reason: Option<RequestError>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RecordText {
    pub text: String,
}

/// The type of the reply to each request, by its name.
#[cfg_attr(feature = "typescript", derive(TS))]
#[allow(dead_code, reason = "only its type is used, for the type definitions of the page")]
pub struct Ok {
    welcome: ServerInfo,
    list: GameList,
    create: GameReply,
    import: GameReply,
    open: GameReply,
    close: Done,
    remove: Done,
    view: GameReply,
    #[cfg_attr(feature = "typescript", ts(rename = "move"))]
    play: Done,
    undo: Done,
    redo: Done,
    jump: Done,
    look: PositionAt,
    why: Why,
    resign: Done,
    offer: Done,
    answer: Done,
    seat: Done,
    claim: Done,
    release: Done,
    name: Done,
    rematch: Done,
    run: Done,
    step: Done,
    hint: Hint,
    threat: Threat,
    analyse: Done,
    review: Done,
    grade: Grade,
    verdicts: Verdicts,
    tree: Tree,
    scenes: Scenes,
    edit: EditedPosition,
    record: RecordText,
    contests: Contests,
    contest: Contest,
    replay: GameReply,
    starter: RuleFile,
    puzzles: Puzzles,
    puzzle_try: PuzzleAttempt,
    board: PositionAt,
    reason: Why,
    lesson: Lesson,
    explain: ExplainedRules,
    facts: PositionFacts,
    trial: TrialScore,
}
