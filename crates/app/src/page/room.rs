//! A game that is open: its session, its players, and those who look on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::{AnySession, GameEntry, PlayerSpec, PositionView, Refused};
use agon_core::Side;
use serde_json::Value;
use tokio::sync::broadcast;

use super::archive::Kept;
use super::question::RuleFile;
use super::refusal::PageRefusal;
use super::searches::Stop;
use super::wire::{self, Problem, SideName};

/// What those who look on are told of a game.
#[derive(Clone, Debug)]
pub enum Told {
    /// It has changed; look again.
    Changed,
    /// Something about it, for those who see everything: an event as it is sent.
    Event(Arc<Value>),
    /// It is no longer there.
    Removed,
}

/// The longest wait between two moves of computers, in milliseconds.
pub const LONGEST_PACE: u64 = 5000;

/// The wait between two moves of computers when nothing else is said.
const PACE: u64 = 400;

/// The most rule files that a game is lent.
const MOST_RULES: usize = 4;

/// The largest transposition table of a player, in MB: many games may be open at once.
const MAX_HASH: u32 = 64;

/// The most threads of a player: as many as there are processors.
fn max_threads() -> u32 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
}

/// A game that is open.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// Tells those who look on.
    pub told: broadcast::Sender<Told>,
    state: Mutex<State>,
}

/// What changes of a game.
pub struct State {
    /// The game in progress.
    pub session: Box<dyn AnySession>,
    /// A second session on which the computers think, so that the first is always there.
    pub thinker: Option<Box<dyn AnySession>>,
    /// The search that is on, if one is.
    pub thinking: Option<Stop>,
    /// What a computer thought of a move of the line: which, and whose.
    pub thought: Option<(usize, Side, agon_arena::ChosenMove)>,
    /// Whether computers move by themselves.
    pub running: bool,
    /// How long they wait between two moves, in milliseconds.
    pub pace: u64,
    /// Counts the changes, so that a search knows whether its position is still there.
    pub version: u64,
    start: String,
    rules: Vec<RuleFile>,
}

/// A position with what is needed to open another session at it.
#[derive(Clone)]
pub struct Place {
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// Where the line starts.
    pub start: String,
    /// The whole line.
    pub line: Vec<String>,
    /// How many of its moves have been made.
    pub ply: usize,
    /// The rule files the game was lent.
    pub rules: Vec<RuleFile>,
}

impl Place {
    /// A session there, with persons.
    pub fn open(&self) -> Result<Box<dyn AnySession>, Problem> {
        let mut session = self.entry.open(&self.start)?;
        session.follow(&self.line.join(" "))?;
        session.jump(self.ply);
        for file in &self.rules {
            session.load_rules(&file.name, file.source.as_bytes())?;
        }
        Ok(session)
    }
}

impl Room {
    /// A game that begins at a session.
    pub fn new(id: String, entry: &'static GameEntry, session: Box<dyn AnySession>) -> Room {
        let start = session.position();
        Room::with_start(id, entry, session, start)
    }

    fn with_start(
        id: String,
        entry: &'static GameEntry,
        session: Box<dyn AnySession>,
        start: String,
    ) -> Room {
        let state = State {
            session,
            thinker: None,
            thinking: None,
            thought: None,
            running: true,
            pace: PACE,
            version: 0,
            start,
            rules: Vec::new(),
        };
        Room { id, entry, told: broadcast::channel(64).0, state: Mutex::new(state) }
    }

    /// A game that was kept.
    pub fn restored(kept: &Kept) -> Result<Room, Problem> {
        let unknown = || PageRefusal::NoGame { found: kept.game.clone() };
        let entry = agon_arena::find(&kept.game).ok_or_else(unknown)?;
        let mut session = entry.open(&kept.start)?;
        let start = session.position();
        session.follow(&kept.line)?;
        session.jump(kept.ply);
        let room = Room::with_start(kept.id.clone(), entry, session, start);
        {
            let mut state = room.state();
            (state.running, state.pace) = (kept.running, kept.pace);
            // Rules that are no longer understood leave a person in their place.
            let files: Vec<(String, String)> =
                serde_json::from_str(&kept.rules).unwrap_or_default();
            for (name, source) in files {
                let _ = state.load_rules(RuleFile { name, source });
            }
            for (side, seat) in Side::BOTH.into_iter().zip(&kept.seats) {
                let _ = state.set_player(side, seat);
            }
        }
        Ok(room)
    }

    /// What changes of it, for as long as it is held.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game as it is to be kept.
    pub fn kept(&self, state: &State, changed: i64) -> Kept {
        let rules: Vec<(&str, &str)> =
            state.rules.iter().map(|file| (file.name.as_str(), file.source.as_str())).collect();
        let session = &state.session;
        Kept {
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
            outcome: session.outcome().map(|outcome| wire::outcome_word(outcome).into()),
            changed,
        }
    }

    /// The place that is shown.
    pub fn place(&self) -> Place {
        let state = self.state();
        Place {
            entry: self.entry,
            start: state.start.clone(),
            line: state.session.line(),
            ply: state.session.history().len(),
            rules: state.rules.clone(),
        }
    }

    /// The game as somebody who sees it through the eyes of a side, or sees everything,
    /// is told of it.
    pub fn told_to(&self, viewer: Option<Side>, stored: bool) -> wire::Game {
        let state = self.state();
        let session = &state.session;
        let (outcome, mover) = (session.outcome(), session.to_move());
        let viewer = viewer.filter(|_| session.hides() && outcome.is_none());
        let ply = session.history().len();
        let is_theirs =
            session.player(mover).is_person() && viewer.is_none_or(|side| side == mover);
        let listed = |listed: agon_arena::ListedMove| wire::ListedMove {
            text: listed.text,
            paths: listed.paths,
        };
        let moves = if is_theirs { session.moves() } else { Vec::new() };
        let thought = state.thought.as_ref().filter(|(at, ..)| *at + 1 == ply);
        let thought =
            thought.filter(|_| viewer.is_none()).map(|(_, side, thought)| wire::Thought {
                mv: thought.mv.clone(),
                score: thought.score.map(|score| wire::for_first(score, *side)),
                note: thought.note.clone(),
            });
        wire::Game {
            id: self.id.clone(),
            game: self.entry.name,
            title: self.entry.title,
            sides: self.entry.sides,
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            rules: state
                .rules
                .iter()
                .map(|file| wire::RulesName { name: file.name.clone() })
                .collect(),
            start: viewer.is_none().then(|| state.start.clone()),
            position: viewer.is_none().then(|| session.position()),
            line: state.line_for(viewer),
            by: session.movers().into_iter().map(SideName::from).collect(),
            ply,
            to_move: outcome.is_none().then(|| mover.into()),
            outcome: outcome.map(wire::outcome_word),
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
    /// Refuses a move that would forget others without being told to.
    pub fn check_end(&self, cut: bool) -> Result<(), PageRefusal> {
        let (ply, length) = (self.session.history().len(), self.session.line().len());
        if ply < length && !cut { Err(PageRefusal::Past { ply, length }) } else { Ok(()) }
    }

    /// Makes a move for the person whose turn it is.
    pub fn play(&mut self, mv: &str, ply: usize, cut: bool) -> Result<(), Problem> {
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

    /// Lends the game a rule file.
    pub fn load_rules(&mut self, file: RuleFile) -> Result<(), Problem> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if file.name.is_empty() || file.name.len() > 40 || !file.name.chars().all(is_letter) {
            return Err(PageRefusal::RulesName { found: agon_core::quote(&file.name) }.into());
        }
        let others = self.rules.iter().filter(|kept| kept.name != file.name).count();
        if others >= MOST_RULES {
            return Err(PageRefusal::TooMany { most: MOST_RULES }.into());
        }
        self.session.load_rules(&file.name, file.source.as_bytes())?;
        self.rules.retain(|kept| kept.name != file.name);
        self.rules.push(file);
        Ok(())
    }

    /// Sets the player of a side.
    pub fn set_player(&mut self, side: Side, text: &str) -> Result<(), Problem> {
        let player: PlayerSpec = text.parse().map_err(Refused::from)?;
        player.check_resources(MAX_HASH, max_threads()).map_err(Refused::from)?;
        self.session.set_player(side, player)?;
        Ok(())
    }

    /// Stops whoever thinks, because things have changed.
    pub fn change(&mut self) {
        self.version += 1;
        if let Some(stop) = self.thinking.take() {
            stop.stop();
        }
    }

    /// Passes for a person who can do nothing else.
    pub fn settle(&mut self) {
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

    /// Whether the end of the line is shown.
    pub fn is_at_end(&self) -> bool {
        self.session.history().len() == self.session.line().len()
    }

    /// The line without what a viewer may not know.
    fn line_for(&self, viewer: Option<Side>) -> Vec<Option<String>> {
        let is_known = |mover: Side| viewer.is_none_or(|viewer| viewer == mover);
        let made = self.session.line().into_iter().zip(self.session.movers());
        made.map(|(mv, mover)| is_known(mover).then_some(mv)).collect()
    }
}

/// The first way to point out a legal move.
pub fn path_of(session: &dyn PositionView, mv: &str) -> Option<Vec<String>> {
    let listed = session.moves().into_iter().find(|listed| listed.text == mv)?;
    listed.paths.into_iter().next()
}
