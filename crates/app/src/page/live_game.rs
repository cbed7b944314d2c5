//! A live game: one that is open in memory, with its session, players and subscribers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::{AnySession, GameEntry, PlayerSpec, PositionView, Refused};
use agon_core::Side;
use serde_json::Value;
use tokio::sync::broadcast;

use super::database::StoredGame;
use super::messages::{self, RequestError, SideName};
use super::refusal::PageRefusal;
use super::request::RuleFile;
use super::search_pool::StopFlag;

/// What subscribers of a game receive.
#[derive(Clone, Debug)]
pub enum GameEvent {
    /// The game has changed, and is to be read again.
    Changed,
    /// An event as it is sent, for those who see everything.
    Message(Arc<Value>),
    /// The game was deleted.
    Removed,
}

/// The longest pause between two moves of computers, in milliseconds.
pub const MAX_PACE: u64 = 5000;

/// The default pause between two moves of computers, in milliseconds.
const DEFAULT_PACE: u64 = 400;

/// The most rule files of a game.
const MAX_RULES: usize = 4;

/// The largest transposition table of a player, in MB: many games may be open at once.
const MAX_HASH: u32 = 64;

/// The most threads of a player: as many as there are processors.
fn max_threads() -> u32 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
}

/// A game that is open in memory.
pub struct LiveGame {
    /// Its id, which is part of its address.
    pub id: String,
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// Sends events to the subscribers.
    pub events: broadcast::Sender<GameEvent>,
    state: Mutex<State>,
}

/// The mutable state of a game.
pub struct State {
    /// The game in progress.
    pub session: Box<dyn AnySession>,
    /// A second session on which computers search, so that the first stays available.
    pub search_session: Option<Box<dyn AnySession>>,
    /// Stops the running search of a computer that is to move.
    pub thinking: Option<StopFlag>,
    /// What a computer thought of its last move, with the ply and the side.
    pub thought: Option<(usize, Side, agon_arena::ChosenMove)>,
    /// Whether computers move without being asked.
    pub running: bool,
    /// The pause between two moves of computers, in milliseconds.
    pub pace: u64,
    /// Counts the changes, so that the result of a search for an old position is discarded.
    pub version: u64,
    start: String,
    rules: Vec<RuleFile>,
}

/// What is needed to open another session at the same position.
#[derive(Clone)]
pub struct Snapshot {
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// The position where the line starts.
    pub start: String,
    /// The whole line.
    pub line: Vec<String>,
    /// How many of its moves have been made.
    pub ply: usize,
    /// The rule files of the game.
    pub rules: Vec<RuleFile>,
}

impl Snapshot {
    /// A session at the position, with a person on both sides.
    pub fn open(&self) -> Result<Box<dyn AnySession>, RequestError> {
        let mut session = self.entry.open(&self.start)?;
        session.follow(&self.line.join(" "))?;
        session.jump(self.ply);
        for file in &self.rules {
            session.load_rules(&file.name, file.source.as_bytes())?;
        }
        Ok(session)
    }
}

impl LiveGame {
    /// A new game at the position of a session.
    pub fn new(id: String, entry: &'static GameEntry, session: Box<dyn AnySession>) -> LiveGame {
        let start = session.position();
        LiveGame::with_start(id, entry, session, start)
    }

    fn with_start(
        id: String,
        entry: &'static GameEntry,
        session: Box<dyn AnySession>,
        start: String,
    ) -> LiveGame {
        let state = State {
            session,
            search_session: None,
            thinking: None,
            thought: None,
            running: true,
            pace: DEFAULT_PACE,
            version: 0,
            start,
            rules: Vec::new(),
        };
        LiveGame { id, entry, events: broadcast::channel(64).0, state: Mutex::new(state) }
    }

    /// A game restored from the database.
    pub fn restored(stored: &StoredGame) -> Result<LiveGame, RequestError> {
        let unknown = || PageRefusal::NoGame { found: stored.game.clone() };
        let entry = agon_arena::find(&stored.game).ok_or_else(unknown)?;
        let mut session = entry.open(&stored.start)?;
        let start = session.position();
        session.follow(&stored.line)?;
        session.jump(stored.ply);
        let game = LiveGame::with_start(stored.id.clone(), entry, session, start);
        {
            let mut state = game.state();
            (state.running, state.pace) = (stored.running, stored.pace);
            // Where rules or a player are no longer valid, a person plays the side.
            let files: Vec<(String, String)> =
                serde_json::from_str(&stored.rules).unwrap_or_default();
            for (name, source) in files {
                let _ = state.load_rules(RuleFile { name, source });
            }
            for (side, seat) in Side::BOTH.into_iter().zip(&stored.seats) {
                let _ = state.set_player(side, seat);
            }
        }
        Ok(game)
    }

    /// Locks the mutable state.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game as a row of the database.
    pub fn to_stored(&self, state: &State, changed: i64) -> StoredGame {
        let rules: Vec<(&str, &str)> =
            state.rules.iter().map(|file| (file.name.as_str(), file.source.as_str())).collect();
        let session = &state.session;
        StoredGame {
            id: self.id.clone(),
            game: self.entry.name.into(),
            start: state.start.clone(),
            line: session.line().join(" "),
            ply: session.history().len(),
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            rules: serde_json::to_string(&rules).unwrap_or_default(),
            running: state.running,
            pace: state.pace,
            position: session.position(),
            outcome: session.outcome().map(|outcome| messages::outcome_word(outcome).into()),
            changed,
        }
    }

    /// A snapshot of the current position and line.
    pub fn snapshot(&self) -> Snapshot {
        let state = self.state();
        Snapshot {
            entry: self.entry,
            start: state.start.clone(),
            line: state.session.line(),
            ply: state.session.history().len(),
            rules: state.rules.clone(),
        }
    }

    /// The game as a side sees it, or with everything if `viewer` is `None`.
    pub fn view_for(&self, viewer: Option<Side>, stored: bool) -> messages::GameView {
        let state = self.state();
        let session = &state.session;
        let (outcome, mover) = (session.outcome(), session.to_move());
        let viewer = viewer.filter(|_| session.hides() && outcome.is_none());
        let ply = session.history().len();
        let is_theirs =
            session.player(mover).is_person() && viewer.is_none_or(|side| side == mover);
        let listed = |listed: agon_arena::ListedMove| messages::ListedMove {
            text: listed.text,
            paths: listed.paths,
        };
        let moves = if is_theirs { session.moves() } else { Vec::new() };
        let thought = state.thought.as_ref().filter(|(at, ..)| *at + 1 == ply);
        let thought =
            thought.filter(|_| viewer.is_none()).map(|(_, side, thought)| messages::Thought {
                mv: thought.mv.clone(),
                score: thought.score.map(|score| messages::for_first(score, *side)),
                note: thought.note.clone(),
            });
        messages::GameView {
            id: self.id.clone(),
            game: self.entry.name,
            title: self.entry.title,
            sides: self.entry.sides,
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            rules: state
                .rules
                .iter()
                .map(|file| messages::RulesName { name: file.name.clone() })
                .collect(),
            start: viewer.is_none().then(|| state.start.clone()),
            position: viewer.is_none().then(|| session.position()),
            line: state.line_for(viewer),
            by: session.movers().into_iter().map(SideName::from).collect(),
            ply,
            to_move: outcome.is_none().then(|| mover.into()),
            outcome: outcome.map(messages::outcome_word),
            scene: session.scene(viewer).into(),
            moves: moves.into_iter().map(listed).collect(),
            last: session.last_move_path().filter(|_| viewer.is_none()),
            running: state.running,
            pace: state.pace,
            thinking: state.thinking.is_some(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            hides: session.hides(),
            viewer: viewer.map(SideName::from),
            evaluations: session.evaluations(),
            thought,
            round: session.round(viewer),
            statistics: Side::BOTH.map(|side| match viewer.is_none_or(|viewer| viewer == side) {
                true => session.statistics(side),
                false => None,
            }),
            stored,
        }
    }
}

impl State {
    /// Refuses a move that would discard later moves, unless `cut` allows it.
    pub fn check_end(&self, cut: bool) -> Result<(), PageRefusal> {
        let (ply, length) = (self.session.history().len(), self.session.line().len());
        if ply < length && !cut { Err(PageRefusal::Past { ply, length }) } else { Ok(()) }
    }

    /// Plays a move for the person whose turn it is.
    pub fn play(&mut self, mv: &str, ply: usize, cut: bool) -> Result<(), RequestError> {
        let now = self.session.history().len();
        if now != ply {
            return Err(PageRefusal::Moved { ply: now }.into());
        }
        if self.session.outcome().is_some() {
            return Err(PageRefusal::Over.into());
        }
        if !self.session.player(self.session.to_move()).is_person() {
            return Err(PageRefusal::NotYours.into());
        }
        self.check_end(cut)?;
        self.session.play(mv)?;
        Ok(())
    }

    /// Adds a rule file to the game, or replaces the one of the same name.
    pub fn load_rules(&mut self, file: RuleFile) -> Result<(), RequestError> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if file.name.is_empty() || file.name.len() > 40 || !file.name.chars().all(is_letter) {
            return Err(PageRefusal::RulesName { found: agon_core::quote(&file.name) }.into());
        }
        let others = self.rules.iter().filter(|loaded| loaded.name != file.name).count();
        if others >= MAX_RULES {
            return Err(PageRefusal::TooMany { most: MAX_RULES }.into());
        }
        self.session.load_rules(&file.name, file.source.as_bytes())?;
        self.rules.retain(|loaded| loaded.name != file.name);
        self.rules.push(file);
        Ok(())
    }

    /// Gives a side to a player.
    pub fn set_player(&mut self, side: Side, spec: &str) -> Result<(), RequestError> {
        let spec: PlayerSpec = spec.parse().map_err(Refused::from)?;
        spec.check_resources(MAX_HASH, max_threads()).map_err(Refused::from)?;
        self.session.set_player(side, spec)?;
        Ok(())
    }

    /// Notes a change: a running search is stopped, and its result will be discarded.
    pub fn mark_changed(&mut self) {
        self.version += 1;
        if let Some(stop) = self.thinking.take() {
            stop.stop();
        }
    }

    /// Passes for a person who has no other move.
    pub fn make_forced_passes(&mut self) {
        while self.is_at_end()
            && self.session.outcome().is_none()
            && self.session.player(self.session.to_move()).is_person()
            && self.session.must_pass()
            && let Some(pass) = self.session.moves().pop()
        {
            // The only legal move cannot be refused.
            let _ = self.session.play(&pass.text);
        }
    }

    /// Whether a computer is to move here.
    pub fn waits_for_computer(&self) -> bool {
        self.session.outcome().is_none() && !self.session.player(self.session.to_move()).is_person()
    }

    /// Whether all moves of the line are made.
    pub fn is_at_end(&self) -> bool {
        self.session.history().len() == self.session.line().len()
    }

    /// The line, without the moves that a viewer may not know.
    fn line_for(&self, viewer: Option<Side>) -> Vec<Option<String>> {
        let is_known = |mover: Side| viewer.is_none_or(|viewer| viewer == mover);
        let made = self.session.line().into_iter().zip(self.session.movers());
        made.map(|(mv, mover)| is_known(mover).then_some(mv)).collect()
    }
}

/// The first path of elements that selects a legal move.
pub fn path_of(session: &dyn PositionView, mv: &str) -> Option<Vec<String>> {
    let listed = session.moves().into_iter().find(|listed| listed.text == mv)?;
    listed.paths.into_iter().next()
}
