//! Replies to requests that succeed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_arena::{MoveExplanation, ProvenMove};
use agon_core::{self as core, Outcome, Scene, Score, Settings};
use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{
    AnnotationsView, Contest, Contests, EditedPosition, ExplainedRules, FileView, FollowView,
    GameView, Lesson, LessonAttempt, MoveDictionary, PositionAt, PositionFacts, ProvenValue,
    PuzzleAttempt, Puzzles, QrCode, RequestError, ReviewPoint, RuleFile, StorageInfo, ToldState,
    TreeNode, TrialScore,
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
    Files(GameFiles),
    Checked(Box<CheckedGame>),
    /// To `look` and `board`.
    Position(Box<PositionAt>),
    /// To `why` and `reason`.
    Why(Why),
    Record(RecordText),
    Contests(Contests),
    Contest(Box<Contest>),
    Starter(RuleFile),
    Learning(Learning),
    QrCode(QrCode),
    Puzzles(Puzzles),
    PuzzleAttempt(Box<PuzzleAttempt>),
    Lesson(Box<Lesson>),
    LessonAttempt(Box<LessonAttempt>),
    Explained(ExplainedRules),
    Facts(PositionFacts),
    Trial(TrialScore),
    Followed(FollowView),
    Told(Box<ToldState>),
    /// To any request, as written by the worker that ran its job.
    Written(Value),
}

impl Reply {
    pub const DONE: Reply = Reply::Done(Done {});
}

/// What was kept of the caller's learning.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Learning {
    /// As it was saved; null if nothing was.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub data: Value,
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
    /// The names of the lessons.
    pub lessons: Vec<String>,
    /// The titles of lessons that have one, by language.
    pub lesson_titles: BTreeMap<String, BTreeMap<String, String>>,
    /// The names of the levels.
    pub levels: Vec<&'static str>,
    pub storage: StorageInfo,
    /// How many contests it shows.
    pub contests: usize,
    /// Whether other people use this server, so that games have owners.
    pub shared: bool,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ParameterInfo {
    /// Its name.
    pub name: &'static str,
    /// What it sets, in English.
    pub about: &'static str,
    /// Which values it can have.
    pub kind: ParameterKind,
    /// The least, most and step of a number.
    pub range: Option<[u32; 3]>,
    /// The values that can be listed.
    pub values: &'static [&'static str],
    /// Its default; empty if that depends on something else.
    pub default: &'static str,
    /// Another parameter and the value that it must have for this one to matter.
    pub needs: Option<[&'static str; 2]>,
}

/// Which values a parameter can have.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum ParameterKind {
    /// A whole number.
    Number,
    /// One of the listed values.
    Choice,
    /// A text, or one of the listed values.
    Text,
    /// A random seed, drawn if it is left out.
    Seed,
}

impl From<&core::Parameter> for ParameterInfo {
    fn from(parameter: &core::Parameter) -> ParameterInfo {
        let (kind, range) = match parameter.kind {
            core::ParameterKind::Number { least, most, step } => {
                (ParameterKind::Number, Some([least, most, step]))
            }
            // A page offers the listed values of a file; a drawing is pasted as a position.
            core::ParameterKind::Choice(_) | core::ParameterKind::File(_) => {
                (ParameterKind::Choice, None)
            }
            core::ParameterKind::Text { .. } => (ParameterKind::Text, None),
            core::ParameterKind::Seed => (ParameterKind::Seed, Some([0, core::MAX_SEED, 1])),
        };
        ParameterInfo {
            name: parameter.name,
            about: parameter.about,
            kind,
            range,
            values: parameter.values(),
            default: parameter.default,
            needs: parameter.needs.map(|(name, value)| [name, value]),
        }
    }
}

/// A kind of game that the program knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameInfo {
    pub name: Cow<'static, str>,
    pub title: Cow<'static, str>,
    /// A sentence about it.
    pub summary: &'static str,
    pub sides: [Cow<'static, str>; 2],
    /// Whether it hides information from the sides.
    pub hides: bool,
    /// Whether it is solved from its usual start.
    pub solved: bool,
    /// The values of its parameters with which it is solved, where that depends on them.
    #[cfg_attr(feature = "typescript", ts(type = "{ [name: string]: string }[]"))]
    pub solved_with: Vec<Settings>,
    /// Its parameters.
    pub parameters: Vec<ParameterInfo>,
    /// The computer that plays when none is named.
    pub opponent: &'static str,
    /// The opponent of its assignment, if it comes from one.
    pub assignment: Option<&'static str>,
    /// The colours of its sides, and of letters on them; blue and red if there are none.
    pub colours: Option<[[&'static str; 2]; 2]>,
    /// Its own texts by language and key.
    pub texts: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
    /// The position that represents it.
    pub emblem: &'static str,
    /// The positions that illustrate its rules.
    pub pictures: &'static [&'static str],
    /// Whether its positions can be edited.
    pub edited: bool,
    /// Whether it has puzzles.
    pub puzzles: bool,
    /// Whether rules can ask about its positions.
    pub facts: bool,
    /// Its players.
    pub players: Vec<&'static str>,
    pub evaluations: Vec<String>,
    /// The programs that follow games by rules of their own.
    pub programs: Vec<String>,
    pub start: Scene,
}

/// Game files, by their names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameFiles {
    pub files: Vec<RuleFile>,
}

/// A game file without errors.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CheckedGame {
    /// The game, with its start.
    pub info: GameInfo,
    /// How many moves there are at the start.
    pub moves: usize,
    /// The first of them.
    pub examples: Vec<String>,
    /// The most plies of a game.
    pub plies: u32,
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
    /// Its first moves, unless they are hidden.
    pub opening: String,
    pub outcome: Option<Outcome>,
    /// The names of the people who play.
    pub names: [Option<String>; 2],
    /// When it last changed, in seconds since 1970.
    pub changed: i64,
    /// When it began, or last changed if that is unknown, in seconds since 1970.
    pub date: i64,
    /// Its title and the names of its sides, if its rules are a file.
    pub file: Option<FileTitle>,
    /// The board, as the people who play may see it.
    #[cfg_attr(feature = "typescript", ts(type = "Scene"))]
    pub scene: ListedScene,
    /// Whether the session that asks may delete it.
    pub owned: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FileTitle {
    pub title: String,
    pub sides: [String; 2],
}

/// A board that is drawn, or was when the game was stored.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ListedScene {
    Drawn(Scene),
    Stored(Value),
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GameReply {
    /// The game as the client sees it.
    pub game: GameView,
    /// What was written to it; nothing while something is hidden.
    pub annotations: AnnotationsView,
    /// What must be known of the game if its rules are a file.
    pub file: Option<FileView>,
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
    /// What speaks for it.
    pub explanation: MoveExplanation,
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
    annotate: Done,
    prune: Done,
    promote: Done,
    resign: Done,
    offer: Done,
    answer: Done,
    seat: Done,
    claim: Done,
    release: Done,
    name: Done,
    rematch: Done,
    invite: Done,
    revoke: Done,
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
    files: GameFiles,
    check: CheckedGame,
    record: RecordText,
    contests: Contests,
    contest: Contest,
    replay: GameReply,
    starter: RuleFile,
    learning: Learning,
    save_learning: Done,
    qr_code: QrCode,
    puzzles: Puzzles,
    puzzle_try: PuzzleAttempt,
    board: PositionAt,
    reason: Why,
    lesson: Lesson,
    lesson_try: LessonAttempt,
    grow: Tree,
    explain: ExplainedRules,
    facts: PositionFacts,
    trial: TrialScore,
    follow: Done,
    followed: FollowView,
    told: ToldState,
}
