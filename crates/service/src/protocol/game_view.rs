//! A game as a client sees it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_arena::ListedMove;
use agon_arena::players::PlayerNote;
use agon_core::{Outcome, Scene, Score, Side};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{ClockView, GameInfo, MoveDictionary, RuleFile};

/// A game in progress or finished, as a client sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Game"))]
pub struct GameView {
    /// Its id, which is part of its address.
    pub id: String,
    /// The name of the kind of game.
    pub game: Cow<'static, str>,
    pub title: Cow<'static, str>,
    pub sides: [Cow<'static, str>; 2],
    /// The players.
    pub seats: [String; 2],
    /// The names of the people who play.
    pub names: [Option<String>; 2],
    pub clock: Option<ClockView>,
    pub rules: Vec<RulesName>,
    /// The program that follows the game by rules of its own.
    pub follows: Option<String>,
    /// The starting position, unless it is hidden.
    pub start: Option<String>,
    /// The current position, unless it is hidden.
    pub position: Option<String>,
    /// The whole line, without hidden moves.
    pub line: Vec<Option<String>>,
    /// The words of the moves of the line.
    pub words: MoveDictionary,
    /// The sides that made its moves.
    pub by: Vec<Side>,
    /// How many of its moves are made.
    pub ply: usize,
    /// The side to move, unless the game is over.
    pub to_move: Option<Side>,
    pub outcome: Option<Outcome>,
    pub scene: Scene,
    /// The legal moves, if this client may move.
    pub moves: Vec<ListedMove>,
    /// What each element of a path selects, such as `pawn`, `step`, `build`.
    pub phases: &'static [&'static str],
    /// How the game ended, such as `climbed`.
    pub ending: Option<&'static str>,
    /// The elements that select the last move.
    pub last: Option<Vec<String>>,
    /// What each of these elements selects.
    pub last_phases: &'static [&'static str],
    /// Whether computers move automatically.
    pub running: bool,
    /// The pause between two moves of computers, in milliseconds.
    pub pace: u64,
    pub thinking: bool,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Whether a move can be made again.
    pub can_redo: bool,
    pub hides: bool,
    /// The side whose view this is; `None` shows everything.
    pub viewer: Option<Side>,
    /// Whether the game is solved, so that there is a perfect player.
    pub solved: bool,
    /// Whether results of the opening are proven, though the game is not solved.
    pub opening_solved: bool,
    pub evaluations: Vec<String>,
    /// The players of the game whose own trees can be shown.
    pub trees: &'static [&'static str],
    /// The thought of a computer about its last move.
    pub thought: Option<Thought>,
    /// The round that has just ended.
    pub round: Option<String>,
    /// Statistics of each side's play.
    pub statistics: [Option<String>; 2],
    /// The statistics as numbers.
    pub tallies: [Vec<Tally>; 2],
    /// Whether this client may write comments, marks and variations that are kept with the game.
    pub annotates: bool,
    /// Whether the review of its line is known.
    pub reviewed: bool,
    /// Whether games are stored on disk.
    pub stored: bool,
    pub offer: Option<Offer>,
    pub can_be_drawn: bool,
    pub help: Help,
    /// Who has the game open now.
    pub presence: Presence,
    /// The next game of the same players.
    pub next: Option<NextGame>,
    /// The contest that it belongs to, if it is only watched.
    pub contest: Option<WatchedGame>,
    pub rights: Rights,
}

/// A game whose rules are a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FileView {
    pub info: GameInfo,
    /// The texts of its files, its own first.
    pub files: Vec<RuleFile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WatchedGame {
    pub number: usize,
    pub name: String,
    /// Why the game ended, if not by the rules.
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NextGame {
    pub game: String,
    /// Whether the players have swapped sides.
    pub swapped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Offer {
    pub what: OfferKind,
    pub by: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum OfferKind {
    Draw,
    Takeback,
    /// Another game.
    Rematch,
    /// Another game with swapped sides.
    Swap,
    /// That both may ask for help.
    Help,
}

/// Whether hints, analyses and other evaluations may be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Help {
    pub state: HelpState,
    /// The help that the players of a game between people have asked for.
    pub asked: Vec<HelpAsked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum HelpState {
    /// Everybody may ask.
    Open,
    /// Nobody may, because two people play.
    Refused,
    /// The two players may, because they have agreed.
    Agreed,
}

/// The help that a player has asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HelpAsked {
    pub by: Side,
    /// The name of the request.
    pub what: String,
    /// How many moves were made in the game.
    pub ply: usize,
}

/// Who has a game open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Presence {
    /// Whether the browsers that have claimed the sides are there.
    pub players: [bool; 2],
    /// How many other browsers are there.
    pub spectators: usize,
}

/// A position of a game or of a variation, as a client looks at it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PositionAt {
    /// The number of moves to it.
    pub ply: usize,
    /// The moves of the variation, in the game's notation.
    pub after: Vec<String>,
    /// The words of these moves.
    pub words: MoveDictionary,
    /// The sides that made these moves.
    pub by: Vec<Side>,
    /// The position, unless it is hidden.
    pub position: Option<String>,
    /// The side to move, unless the game is over.
    pub to_move: Option<Side>,
    pub outcome: Option<Outcome>,
    /// How the game ended, such as `climbed`.
    pub ending: Option<&'static str>,
    pub scene: Scene,
    /// The legal moves, unless they are hidden.
    pub moves: Vec<ListedMove>,
    /// What each element of a path selects, such as `pawn`, `step`, `build`.
    pub phases: &'static [&'static str],
    /// The elements that select the last move.
    pub last: Option<Vec<String>>,
    /// What each of these elements selects.
    pub last_phases: &'static [&'static str],
}

/// What a client may do with a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Rights {
    /// Whether it owns the game: it may change players, and delete the game.
    pub owner: bool,
    /// The sides that it may move.
    pub moves: [bool; 2],
    pub claims: [Option<Claimant>; 2],
    /// The sides that it may claim.
    pub claimable: [bool; 2],
    /// The sides that the owner has freed because their players were away.
    pub deserted: [bool; 2],
    /// The key of the owner's link, if it owns the game.
    pub key: Option<String>,
    /// The secret of the invitation, if it owns the game and has made one.
    pub invitation: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Claimant {
    /// The browser that this is sent to.
    You,
    /// Another browser.
    Other,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RulesName {
    pub name: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Thought {
    pub mv: String,
    /// Its score for the first side.
    pub score: Option<Score>,
    /// A note of the player, in English.
    pub note: Option<String>,
    /// The note as a kind with arguments.
    pub said: Option<Note>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Note {
    /// The kind, such as `wall`.
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

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Tally {
    /// What is counted, such as `loot`.
    pub label: &'static str,
    pub count: u32,
}
