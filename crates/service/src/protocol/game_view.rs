//! A game as a page sees it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_arena::ListedMove;
use agon_arena::players::PlayerNote;
use agon_core::{Outcome, Scene, Score, Side};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{ClockView, MoveDictionary};

/// A game in progress or finished, as a page sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Game"))]
pub struct GameView {
    /// Its id, which is part of its address.
    pub id: String,
    /// The name of the game that is played.
    pub game: &'static str,
    /// The title of that game.
    pub title: &'static str,
    /// The names of its sides.
    pub sides: [&'static str; 2],
    /// The players.
    pub seats: [String; 2],
    /// The names of the people who play.
    pub names: [Option<String>; 2],
    /// The clock, if there is one.
    pub clock: Option<ClockView>,
    /// The rule files of the game.
    pub rules: Vec<RulesName>,
    /// The position it started from, unless that is hidden.
    pub start: Option<String>,
    /// The present position, unless that is hidden.
    pub position: Option<String>,
    /// The whole line, without hidden moves.
    pub line: Vec<Option<String>>,
    /// What the moves of the line do.
    pub words: MoveDictionary,
    /// The sides that made its moves.
    pub by: Vec<Side>,
    /// How many of its moves have been made.
    pub ply: usize,
    /// The side to move, unless the game is over.
    pub to_move: Option<Side>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The board.
    pub scene: Scene,
    /// The legal moves, if this page may make one.
    pub moves: Vec<ListedMove>,
    /// What each element of a path selects here, such as `pawn`, `step`, `build`.
    pub phases: &'static [&'static str],
    /// How the game ended, such as `climbed`.
    pub ending: Option<&'static str>,
    /// The elements that select the last move.
    pub last: Option<Vec<String>>,
    /// What each of them selects.
    pub last_phases: &'static [&'static str],
    /// Whether computers move without being asked.
    pub running: bool,
    /// The pause between two moves of computers, in milliseconds.
    pub pace: u64,
    /// Whether a computer is searching.
    pub thinking: bool,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Whether a move can be made again.
    pub can_redo: bool,
    /// Whether the game hides information from the sides.
    pub hides: bool,
    /// The side whose view this is; `None` shows everything.
    pub viewer: Option<Side>,
    /// Whether the game is solved, so that there is a perfect player.
    pub solved: bool,
    /// The names of the evaluations.
    pub evaluations: Vec<String>,
    /// The players of the game whose own trees can be shown.
    pub trees: &'static [&'static str],
    /// What a computer thought of its last move.
    pub thought: Option<Thought>,
    /// The round that has just ended.
    pub round: Option<String>,
    /// Statistics of each side's play.
    pub statistics: [Option<String>; 2],
    /// The same as numbers.
    pub tallies: [Vec<Tally>; 2],
    /// Whether games are kept on disk.
    pub stored: bool,
    /// What a player offers the other.
    pub offer: Option<Offer>,
    /// Whether the game can end in a draw.
    pub can_be_drawn: bool,
    /// The next game between the same players.
    pub next: Option<NextGame>,
    /// The contest that it belongs to, if it is only watched.
    pub contest: Option<WatchedGame>,
    /// What this page may do.
    pub rights: Rights,
}

/// The contest of a game that is watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WatchedGame {
    /// The number of the contest.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Why the game ended, if not by the rules.
    pub reason: Option<String>,
}

/// The game that follows one that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NextGame {
    /// Its id.
    pub game: String,
    /// Whether the players have swapped sides.
    pub swapped: bool,
}

/// What a player offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Offer {
    /// What is offered.
    pub what: OfferKind,
    /// The side that offers it.
    pub by: Side,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Taking back the last move.
    Takeback,
    /// Another game.
    Rematch,
    /// Another game with the sides swapped.
    Swap,
}

/// A position of a game or of a variation of it, as a page looks at it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PositionAt {
    /// How many moves lead to it.
    pub ply: usize,
    /// The moves of the variation, in the game's notation.
    pub after: Vec<String>,
    /// What these moves do.
    pub words: MoveDictionary,
    /// The sides that made them.
    pub by: Vec<Side>,
    /// The position, unless that is hidden.
    pub position: Option<String>,
    /// The side to move, unless the game is over there.
    pub to_move: Option<Side>,
    /// How the game ended there.
    pub outcome: Option<Outcome>,
    /// In which way, such as `climbed`.
    pub ending: Option<&'static str>,
    /// The board.
    pub scene: Scene,
    /// The legal moves, unless they are hidden.
    pub moves: Vec<ListedMove>,
    /// What each element of a path selects, such as `pawn`, `step`, `build`.
    pub phases: &'static [&'static str],
    /// The elements that select the move that led to it.
    pub last: Option<Vec<String>>,
    /// What each of them selects.
    pub last_phases: &'static [&'static str],
}

/// What a page may do with a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Rights {
    /// Whether it owns the game: it may change players, and delete the game.
    pub owner: bool,
    /// The sides it may move.
    pub moves: [bool; 2],
    /// Who has claimed each side.
    pub claims: [Option<Claimant>; 2],
    /// The sides it may claim.
    pub claimable: [bool; 2],
    /// The key of the owner's link, for the owner.
    pub key: Option<String>,
}

/// Who has claimed a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Claimant {
    /// The browser that this is sent to.
    You,
    /// Another browser.
    Other,
}

/// A rule file of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RulesName {
    /// Its name.
    pub name: String,
}

/// What a computer thought of its last move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Thought {
    /// The move.
    pub mv: String,
    /// Its score for the first side.
    pub score: Option<Score>,
    /// A note of the player.
    pub note: Option<String>,
    /// The same as a kind with arguments.
    pub said: Option<Note>,
}

/// A note of a player: a kind with arguments.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Note {
    /// What is said, such as `wall`.
    pub kind: Cow<'static, str>,
    /// The arguments of the wording, by name.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, string>"))]
    pub args: BTreeMap<Cow<'static, str>, String>,
}

impl From<PlayerNote> for Note {
    fn from(note: PlayerNote) -> Note {
        Note { kind: note.kind, args: note.args.into_iter().collect() }
    }
}

/// A number of the statistics of a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Tally {
    /// What is counted, such as `loot`.
    pub label: &'static str,
    /// How often.
    pub count: u32,
}
