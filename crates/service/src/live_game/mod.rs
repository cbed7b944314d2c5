//! A live game: one that pages have open. It is a state machine: inputs come in with the time,
//! and effects go out; whoever runs it owns threads, clocks and storage.

mod agreement;
mod analysis;
mod computer;
mod effect;
mod look;
mod play;
mod rematch;
mod rights;
mod storing;
#[cfg(test)]
mod tests;
mod timing;
mod view;

use std::collections::BTreeMap;

use agon_arena::{AnySession, GameEntry};
use agon_core::{Outcome, Side};

pub(crate) use self::agreement::EndingWord;
use self::analysis::{Asked, RunningAnalysis};
use self::computer::Computer;
pub use self::effect::{Effect, GameInput};
pub(crate) use self::look::position_at;
use crate::clock::Clock;
use crate::job::Work;
use crate::player_name::read_name;
use crate::protocol::{
    Event, GameReply, GameRequest, Message, NextGame, Offer, OfferKind, RecordText, Reply,
    RequestError, RequestId, RuleFile,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;
use crate::seats::{Caller, Seats};
use crate::snapshot::Snapshot;
use crate::stored_game::Storage;

/// The longest pause between two moves of computers, in milliseconds.
const MAX_PACE: u64 = 5000;

/// The default pause between two moves of computers, in milliseconds.
const DEFAULT_PACE: u64 = 400;

/// The most rule files of a game.
const MAX_RULES: usize = 4;

/// The largest transposition table of a player, in MB: many games may be open at once.
const MAX_HASH: u32 = 64;

/// The most lines of analysis.
const MAX_LINES: usize = 5;

/// How a page follows a game.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    pub(crate) caller: Caller,
    /// The side whose view it wants; `None` for everything.
    pub(crate) viewer: Option<Side>,
    /// How many lines of analysis it gets.
    lines: usize,
    /// The moves to the position that it looks at; `None` follows the game.
    look: Option<Vec<String>>,
}

/// A request whose reply waits until its change is stored.
#[derive(Clone, Debug)]
struct Unacknowledged {
    version: u64,
    client: u64,
    re: RequestId,
    /// Whether the reply is the game.
    wants_game: bool,
}

/// A game that pages have open.
pub struct LiveGame {
    pub(crate) id: String,
    pub(crate) entry: &'static GameEntry,
    pub(crate) session: Box<dyn AnySession>,
    pub(crate) start: String,
    pub(crate) rules: Vec<RuleFile>,
    pub(crate) running: bool,
    pub(crate) pace: u64,
    pub(crate) seats: Seats,
    pub(crate) storage: Storage,
    /// The result that does not follow from the rules, and why it is that.
    agreed: Option<(Outcome, EndingWord)>,
    offer: Option<Offer>,
    pub(crate) clock: Option<Clock>,
    /// When it was begun, in milliseconds since 1970.
    pub(crate) begun: Option<i64>,
    next: Option<NextGame>,
    /// The time of the last input, and when the game wants to be woken.
    now: u64,
    wake_at: Option<u64>,
    /// What a computer thought of its last move, with the ply and the side.
    pub(crate) thought: Option<(usize, Side, agon_arena::ChosenMove)>,
    pub(crate) watchers: BTreeMap<u64, Watcher>,
    /// The elements by which moves were selected, by the line up to them.
    entered: BTreeMap<Vec<String>, Vec<String>>,
    resources: Resources,
    computer: Computer,
    analyses: Vec<RunningAnalysis>,
    asked: BTreeMap<u64, Asked>,
    last_job: u64,
    /// Counts the changes.
    version: u64,
    /// The last version that is stored.
    saved: u64,
    unacknowledged: Vec<Unacknowledged>,
    is_removed: bool,
    effects: Vec<Effect>,
}

/// How a request is answered.
enum Answer {
    /// At once.
    Now(Reply),
    /// When the change is stored.
    WhenSaved,
    /// By a job.
    Later,
}

impl LiveGame {
    /// A new game at the start of a session.
    pub fn new(
        id: String,
        entry: &'static GameEntry,
        mut session: Box<dyn AnySession>,
        seats: Seats,
        resources: Resources,
    ) -> LiveGame {
        resources.add_programs(&mut *session);
        let start = session.position();
        LiveGame {
            id,
            entry,
            session,
            start,
            rules: Vec::new(),
            running: true,
            pace: DEFAULT_PACE,
            seats,
            storage: Storage::Disk,
            agreed: None,
            offer: None,
            clock: None,
            begun: None,
            next: None,
            now: 0,
            wake_at: None,
            thought: None,
            watchers: BTreeMap::new(),
            entered: BTreeMap::new(),
            resources,
            computer: Computer::Idle,
            analyses: Vec::new(),
            asked: BTreeMap::new(),
            last_job: 0,
            version: 0,
            saved: 0,
            unacknowledged: Vec::new(),
            is_removed: false,
            effects: Vec::new(),
        }
    }

    /// A snapshot of the current position and line.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            entry: self.entry,
            start: self.start.clone(),
            line: self.session.line(),
            ply: self.session.ply(),
            rules: self.rules.clone(),
            resources: self.resources.clone(),
            players: Side::BOTH.map(|side| self.session.player(side).clone()),
        }
    }

    /// Takes an input at a time in milliseconds since 1970, and says what is to be done.
    pub fn handle(&mut self, input: GameInput, now: u64) -> Vec<Effect> {
        self.now = now;
        self.check_time();
        match input {
            GameInput::Created(caller, re) => {
                let client = caller.client;
                self.watch(caller);
                self.begin();
                self.acknowledge_when_saved(client, re, true);
            }
            GameInput::Begun => self.begin(),
            GameInput::Next(game, swapped) => self.has_next(game, swapped),
            GameInput::Request(caller, re, request) => self.request(caller, re, request, now),
            GameInput::Left(client) => self.unwatch(client),
            GameInput::Saved(version, storage) => self.saved(version, storage, now),
            GameInput::StorageChanged(storage) => self.storage = storage,
            GameInput::Reported(number, report) => self.reported(number, report),
            GameInput::Finished(number, result) => self.finished(number, result),
            GameInput::Wake => {
                self.wake_at = None;
                if matches!(self.computer, Computer::Pausing(until) if now >= until) {
                    self.search();
                }
            }
        }
        self.schedule_wake();
        if self.watchers.is_empty() && self.saved == self.version {
            self.effects.push(Effect::Close);
        }
        std::mem::take(&mut self.effects)
    }

    fn request(&mut self, caller: Caller, re: RequestId, request: GameRequest, now: u64) {
        let client = caller.client;
        let caller = match self.watchers.get(&client) {
            Some(watcher) => watcher.caller.clone(),
            None => caller,
        };
        let answer = match self.is_removed {
            true => Err(ServiceRefusal::Unknown { game: agon_core::quote(&self.id) }.into()),
            false => self.answer(&caller, re, request, now),
        };
        match answer {
            Ok(Answer::Now(reply)) => self.reply(client, re, Ok(reply)),
            Ok(Answer::WhenSaved) => self.acknowledge_when_saved(client, re, false),
            Ok(Answer::Later) => (),
            Err(error) => self.reply(client, re, Err(error)),
        }
    }

    fn answer(
        &mut self,
        caller: &Caller,
        re: RequestId,
        request: GameRequest,
        now: u64,
    ) -> Result<Answer, RequestError> {
        if rights::reveals_all(&request) && self.viewer_of(caller)?.is_some() {
            return Err(ServiceRefusal::Hidden.into());
        }
        self.check_rights(caller, &request)?;
        match request {
            GameRequest::Open { key } => {
                let mut caller = caller.clone();
                caller.has_key |= key.is_some_and(|key| key == self.seats.owner_key);
                let view = self.view_for(&caller)?;
                self.watch(caller);
                self.start_if_due(now);
                return Ok(Answer::Now(Reply::Game(Box::new(GameReply { game: view }))));
            }
            GameRequest::Close {} => {
                self.unwatch(caller.client);
                return Ok(Answer::Now(Reply::DONE));
            }
            GameRequest::Remove {} => {
                self.remove();
                return Ok(Answer::WhenSaved);
            }
            GameRequest::View { viewer } => {
                let watcher = self.watch(caller.clone());
                watcher.viewer = viewer.map(Side::from);
                self.update_analysis();
                let game = self.view_for(caller)?;
                return Ok(Answer::Now(Reply::Game(Box::new(GameReply { game }))));
            }
            GameRequest::Step { cut } => {
                self.check_end(cut)?;
                if !self.waits_for_computer() {
                    return Err(ServiceRefusal::NoMove.into());
                }
                self.watch(caller.clone());
                if !matches!(self.computer, Computer::Searching(_)) {
                    self.search();
                }
                return Ok(Answer::Now(Reply::DONE));
            }
            GameRequest::Analyse { lines } => {
                check_range("lines", lines, 0, MAX_LINES)?;
                self.watch(caller.clone()).lines = lines;
                self.update_analysis();
                self.send_analysis_to(caller.client);
                return Ok(Answer::Now(Reply::DONE));
            }
            GameRequest::Review {} => {
                self.watch(caller.clone());
                let client = caller.client;
                self.stop_asked(
                    |asked| matches!(asked, Asked::Review { client: by, .. } if *by == client),
                );
                let last = self.session.line().len();
                self.ask(caller, Work::Review, Asked::Review { client, last });
                return Ok(Answer::Now(Reply::DONE));
            }
            GameRequest::Look { ply, moves, path } => {
                let position = self.look(caller, ply, &moves, path)?;
                return Ok(Answer::Now(Reply::Position(Box::new(position))));
            }
            GameRequest::Why { path } => {
                return Ok(Answer::Now(Reply::Why(self.why(caller, &path)?)));
            }
            GameRequest::Hint {} => return Ok(self.question(caller, re, Work::Hint)),
            GameRequest::Grade { mv } => {
                return Ok(self.question(caller, re, Work::Grade { mv }));
            }
            GameRequest::Threat {} => return Ok(self.question(caller, re, Work::Threat)),
            GameRequest::Verdicts {} => return Ok(self.question(caller, re, Work::Verdicts)),
            GameRequest::Tree(tree) => return Ok(self.question(caller, re, Work::Tree(tree))),
            GameRequest::Record { comments } => {
                return Ok(Answer::Now(Reply::Record(RecordText { text: self.record(comments)? })));
            }
            GameRequest::Move { mv, ply, cut, path } => {
                self.play(caller, &mv, ply, cut)?;
                self.remember_path(&self.session.history(), path);
                self.offer = None;
            }
            GameRequest::Resign {} => self.resign(caller)?,
            GameRequest::Offer { what } => self.offer(caller, what)?,
            GameRequest::Answer { accept } => self.answer_offer(caller, accept)?,
            GameRequest::Undo {} if self.needs_consent(caller) => {
                self.offer(caller, OfferKind::Takeback)?;
            }
            GameRequest::Undo {} => {
                self.session.undo();
                (self.agreed, self.offer) = (None, None);
            }
            GameRequest::Redo {} => {
                self.session.redo();
                (self.agreed, self.offer) = (None, None);
            }
            GameRequest::Jump { ply } => {
                check_range("ply", ply, 0, self.session.line().len())?;
                self.session.jump(ply);
                (self.agreed, self.offer) = (None, None);
            }
            GameRequest::SetPlayer { side, seat, rules } => {
                if let Some(file) = rules {
                    self.load_rules(file)?;
                }
                self.replace_player(caller, side.into(), &seat)?;
            }
            GameRequest::Claim { side, name } => {
                let side = Side::from(side);
                let name = name.map_or(Ok(None), |name| read_name(&name, self.entry))?;
                self.seats.claim(caller, side, self.persons()[side.index()])?;
                let named = &mut self.seats.names[side.index()];
                *named = name.or(named.take());
            }
            GameRequest::Release { side } => self.release(caller, side.into())?,
            GameRequest::Name { side, name } => self.set_name(caller, side.into(), &name)?,
            GameRequest::Rematch { swap, seats } => self.rematch(caller, swap, seats)?,
            GameRequest::Run { on, pace } => {
                let pace = pace.unwrap_or(self.pace);
                check_range("pace", pace as usize, 0, MAX_PACE as usize)?;
                (self.running, self.pace) = (on, pace);
            }
        }
        self.changed();
        Ok(Answer::WhenSaved)
    }

    fn acknowledge_when_saved(&mut self, client: u64, re: RequestId, wants_game: bool) {
        let version = self.version;
        self.unacknowledged.push(Unacknowledged { version, client, re, wants_game });
    }

    fn reply(&mut self, client: u64, re: RequestId, reply: Result<Reply, RequestError>) {
        self.effects.push(Effect::Send(client, Message::Reply(re, reply)));
    }

    fn send(&mut self, client: u64, event: Event) {
        self.effects.push(Effect::Send(client, Message::Event(event)));
    }

    /// Adds a page to those that follow the game.
    fn watch(&mut self, caller: Caller) -> &mut Watcher {
        let client = caller.client;
        if !self.watchers.contains_key(&client) {
            self.effects.push(Effect::Watch(client));
        }
        let new = Watcher { caller: caller.clone(), viewer: None, lines: 0, look: None };
        let watcher = self.watchers.entry(client).or_insert(new);
        watcher.caller = caller;
        watcher
    }

    /// Removes a page; what only it waited for is stopped.
    fn unwatch(&mut self, client: u64) {
        if self.watchers.remove(&client).is_none() {
            return;
        }
        self.effects.push(Effect::Unwatch(client));
        self.stop_asked(|asked| asked.client() == client);
        self.update_analysis();
        if self.watchers.is_empty() {
            self.stop_computer();
        }
    }

    /// Deletes the game.
    fn remove(&mut self) {
        self.stop_computer();
        self.is_removed = true;
        self.version += 1;
        self.effects.push(Effect::Delete(self.version));
        for client in self.watchers.keys().copied().collect::<Vec<u64>>() {
            self.send(client, Event::Removed { game: self.id.clone() });
            self.unwatch(client);
        }
    }

    /// Stores a game that begins now, unless a record says when it was.
    fn begin(&mut self) {
        self.begun = self.begun.or(i64::try_from(self.now).ok());
        self.update_clock();
        self.store();
    }

    /// Notes a change, makes forced passes, and stores the game.
    fn changed(&mut self) {
        self.stop_computer();
        self.make_forced_passes();
        self.update_clock();
        self.store();
        self.update_analysis();
    }

    /// Stores the game as it is now.
    fn store(&mut self) {
        self.version += 1;
        self.effects.push(Effect::Save(self.version, Box::new(self.to_stored())));
    }

    /// Tells all pages how the game is now.
    fn announce(&mut self) {
        for watcher in self.watchers.values().cloned().collect::<Vec<Watcher>>() {
            let client = watcher.caller.client;
            match self.view_for(&watcher.caller) {
                Ok(view) => self.send(client, Event::Game { game: Box::new(view) }),
                // Somebody has claimed the side whose view it had.
                Err(refusal) => {
                    let error = RequestError::from(refusal);
                    self.send(client, Event::Problem { game: self.id.clone(), error });
                    self.unwatch(client);
                }
            }
        }
    }
}
