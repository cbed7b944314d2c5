//! A game that is open: its table, its players, and those who look on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::{Entry, Refused, Seat, Table};
use agon_core::Player;
use serde_json::Value;
use tokio::sync::broadcast;

use super::archive::Kept;
use super::question::RuleFile;
use super::refusal::PageRefusal;
use super::searches::Stop;
use super::wire::{self, Problem, Side};

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

/// A game that is open.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    /// The game that is played.
    pub entry: &'static Entry,
    /// Tells those who look on.
    pub told: broadcast::Sender<Told>,
    state: Mutex<State>,
}

/// What changes of a game.
pub struct State {
    /// The game in progress.
    pub table: Box<dyn Table>,
    /// A second table on which the computers think, so that the first is always there.
    pub thinker: Option<Box<dyn Table>>,
    /// The search that is on, if one is.
    pub thinking: Option<Stop>,
    /// What a computer thought of a move of the line: which, and whose.
    pub thought: Option<(usize, Player, agon_arena::Thought)>,
    /// Whether computers move by themselves.
    pub running: bool,
    /// How long they wait between two moves, in milliseconds.
    pub pace: u64,
    /// Counts the changes, so that a search knows whether its position is still there.
    pub version: u64,
    start: String,
    rules: Vec<RuleFile>,
}

/// A position with what is needed to open another table at it.
#[derive(Clone)]
pub struct Place {
    /// The game that is played.
    pub entry: &'static Entry,
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
    /// A table there, with persons.
    pub fn open(&self) -> Result<Box<dyn Table>, Problem> {
        let mut table = self.entry.open(&self.start)?;
        table.follow(&self.line.join(" "))?;
        table.jump(self.ply);
        for file in &self.rules {
            table.lend(&file.name, file.source.as_bytes())?;
        }
        Ok(table)
    }
}

impl Room {
    /// A game that begins at a table.
    pub fn new(id: String, entry: &'static Entry, table: Box<dyn Table>) -> Room {
        let start = table.position();
        Room::with_start(id, entry, table, start)
    }

    fn with_start(id: String, entry: &'static Entry, table: Box<dyn Table>, start: String) -> Room {
        let state = State {
            table,
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
        let mut table = entry.open(&kept.start)?;
        let start = table.position();
        table.follow(&kept.line)?;
        table.jump(kept.ply);
        let room = Room::with_start(kept.id.clone(), entry, table, start);
        {
            let mut state = room.state();
            (state.running, state.pace) = (kept.running, kept.pace);
            // Rules that are no longer understood leave a person in their place.
            let files: Vec<(String, String)> =
                serde_json::from_str(&kept.rules).unwrap_or_default();
            for (name, source) in files {
                let _ = state.lend(RuleFile { name, source });
            }
            for (side, seat) in Player::BOTH.into_iter().zip(&kept.seats) {
                let _ = state.seat(side, seat);
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
        let table = &state.table;
        Kept {
            id: self.id.clone(),
            game: self.entry.name.into(),
            start: state.start.clone(),
            line: table.line().join(" "),
            ply: table.history().len(),
            seats: Player::BOTH.map(|side| table.seat(side).to_string()),
            rules: serde_json::to_string(&rules).unwrap_or_default(),
            running: state.running,
            pace: state.pace,
            position: table.position(),
            outcome: table.outcome().map(|outcome| wire::outcome_word(outcome).into()),
            changed,
        }
    }

    /// The place that is shown.
    pub fn place(&self) -> Place {
        let state = self.state();
        Place {
            entry: self.entry,
            start: state.start.clone(),
            line: state.table.line(),
            ply: state.table.history().len(),
            rules: state.rules.clone(),
        }
    }

    /// The game as somebody who sees it through the eyes of a side, or sees everything,
    /// is told of it.
    pub fn told_to(&self, viewer: Option<Player>, stored: bool) -> wire::Game {
        let mut state = self.state();
        let last = state.last_path();
        let (can_undo, can_redo) = state.can_walk();
        let table = &state.table;
        let (outcome, mover) = (table.outcome(), table.to_move());
        let viewer = viewer.filter(|_| table.hides() && outcome.is_none());
        let ply = table.history().len();
        let is_theirs = table.seat(mover).is_person() && viewer.is_none_or(|side| side == mover);
        let listed = |listed: agon_arena::ListedMove| wire::ListedMove {
            text: listed.text,
            paths: listed.paths,
        };
        let moves = if is_theirs { table.moves() } else { Vec::new() };
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
            seats: Player::BOTH.map(|side| table.seat(side).to_string()),
            rules: state
                .rules
                .iter()
                .map(|file| wire::RulesName { name: file.name.clone() })
                .collect(),
            start: viewer.is_none().then(|| state.start.clone()),
            position: viewer.is_none().then(|| table.position()),
            line: state.line_for(viewer),
            by: table.movers().into_iter().map(Side::from).collect(),
            ply,
            to_move: outcome.is_none().then(|| mover.into()),
            outcome: outcome.map(wire::outcome_word),
            scene: table.scene(viewer).into(),
            moves: moves.into_iter().map(listed).collect(),
            last: last.filter(|_| viewer.is_none()),
            running: state.running,
            pace: state.pace,
            thinking: state.thinking.is_some(),
            can_undo,
            can_redo,
            hides: table.hides(),
            viewer: viewer.map(Side::from),
            evaluations: table.evaluations(),
            thought,
            round: table.round(viewer),
            statistics: Player::BOTH.map(|side| match viewer.is_none_or(|viewer| viewer == side) {
                true => table.statistics(side),
                false => None,
            }),
            stored,
        }
    }
}

impl State {
    /// Refuses a move that would forget others without being told to.
    pub fn check_end(&self, cut: bool) -> Result<(), PageRefusal> {
        let (ply, length) = (self.table.history().len(), self.table.line().len());
        if ply < length && !cut { Err(PageRefusal::Past { ply, length }) } else { Ok(()) }
    }

    /// Makes a move for the person whose turn it is.
    pub fn play(&mut self, mv: &str, ply: usize, cut: bool) -> Result<(), Problem> {
        let now = self.table.history().len();
        if now != ply {
            return Err(PageRefusal::Moved { ply: now }.into());
        }
        if self.table.outcome().is_some() {
            return Err(PageRefusal::Over.into());
        }
        if !self.table.seat(self.table.to_move()).is_person() {
            return Err(PageRefusal::NotYours.into());
        }
        self.check_end(cut)?;
        self.table.play(mv)?;
        Ok(())
    }

    /// Lends the game a rule file.
    pub fn lend(&mut self, file: RuleFile) -> Result<(), Problem> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if file.name.is_empty() || file.name.len() > 40 || !file.name.chars().all(is_letter) {
            return Err(PageRefusal::RulesName { found: agon_core::quote(&file.name) }.into());
        }
        let others = self.rules.iter().filter(|kept| kept.name != file.name).count();
        if others >= MOST_RULES {
            return Err(PageRefusal::TooMany { most: MOST_RULES }.into());
        }
        self.table.lend(&file.name, file.source.as_bytes())?;
        self.rules.retain(|kept| kept.name != file.name);
        self.rules.push(file);
        Ok(())
    }

    /// Gives a side to somebody.
    pub fn seat(&mut self, side: Player, seat: &str) -> Result<(), Problem> {
        let seat: Seat = seat.parse().map_err(Refused::from)?;
        self.table.set_seat(side, seat)?;
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
            && self.table.outcome().is_none()
            && self.table.seat(self.table.to_move()).is_person()
            && self.table.must_pass()
            && let Some(pass) = self.table.moves().pop()
        {
            // The only legal move cannot be refused.
            let _ = self.table.play(&pass.text);
        }
    }

    /// Whether a computer is to move here.
    pub fn waits_for_computer(&self) -> bool {
        self.table.outcome().is_none() && !self.table.seat(self.table.to_move()).is_person()
    }

    /// Whether the end of the line is shown.
    pub fn is_at_end(&self) -> bool {
        self.table.history().len() == self.table.line().len()
    }

    /// The elements by which the last move would be pointed at.
    fn last_path(&mut self) -> Option<Vec<String>> {
        let ply = self.table.history().len();
        let mv = self.table.history().pop()?;
        self.table.jump(ply - 1);
        let path = path_of(&*self.table, &mv);
        self.table.jump(ply);
        path
    }

    /// Whether there is something to undo, and to redo.
    fn can_walk(&mut self) -> (bool, bool) {
        let ply = self.table.history().len();
        let can_undo = self.table.undo();
        self.table.jump(ply);
        (can_undo, !self.is_at_end())
    }

    /// The line without what a viewer may not know.
    fn line_for(&self, viewer: Option<Player>) -> Vec<Option<String>> {
        let is_known = |mover: Player| viewer.is_none_or(|viewer| viewer == mover);
        let made = self.table.line().into_iter().zip(self.table.movers());
        made.map(|(mv, mover)| is_known(mover).then_some(mv)).collect()
    }
}

/// The first way to point out a legal move.
pub fn path_of(table: &dyn Table, mv: &str) -> Option<Vec<String>> {
    let listed = table.moves().into_iter().find(|listed| listed.text == mv)?;
    listed.paths.into_iter().next()
}
