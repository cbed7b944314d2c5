//! A live game: one that clients have open. It is a state machine: inputs come in with the time,
//! and effects go out. Its owner has the threads, clocks and storage.

mod analyses;
mod awaited_jobs;
mod computer;
mod effect;
mod follower;
mod game_state;
mod position_at;
mod rights;
mod saves;
#[cfg(test)]
mod tests;
mod watchers;

use std::collections::BTreeMap;

use agon_arena::ChosenMove;
use agon_arena::contest::Record;
use agon_core::{Outcome, Side};

use self::analyses::{Analyses, Wanted};
use self::awaited_jobs::{AwaitedJob, AwaitedJobs, AwaitedResult};
use self::computer::Computer;
use self::effect::Outbox;
pub use self::effect::{Effect, GameInput};
use self::follower::Follower;
pub(crate) use self::game_state::GameState;
use self::game_state::MAX_PATH;
pub(crate) use self::position_at::position_at;
use self::rights::Needs;
use self::saves::{Saves, Unacknowledged};
use self::watchers::{Watcher, Watchers};
use crate::ending::EndingWord;
use crate::game_entry::game_entry;
use crate::job::{Job, JobResult, Work};
use crate::job_context::Report;
use crate::player_name::{read_name, shown_name};
use crate::protocol::{
    Event, GameReply, GameRequest, GameView, NextGame, Offer, OfferKind, PositionAt, RecordText,
    Reply, RequestError, RequestId, Rights, RuleFile, RulesName, Tally, WatchedGame, Why,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;
use crate::rule_trial::Trial;
use crate::seats::{AWAY, Caller, Seats};
use crate::snapshot::Snapshot;
use crate::stored_game::{Storage, StoredGame};

/// The most lines of analysis.
const MAX_LINES: usize = 5;

/// The longest variation, in plies.
const MAX_VARIATION: usize = 400;

/// How long a game that is not stored waits after its last client has left, in milliseconds.
const UNPLAYED_TIME: u64 = 600_000;

/// The default number of pairs of games of a match between rule files.
const DEFAULT_PAIRS: usize = 15;

pub struct LiveGame {
    id: String,
    state: GameState,
    seats: Seats,
    /// The contest that it belongs to. Such a game is only watched, and not stored.
    contest: Option<WatchedGame>,
    offer: Option<Offer>,
    next: Option<NextGame>,
    computer: Computer,
    watchers: Watchers,
    analyses: Analyses,
    awaited: AwaitedJobs,
    /// The program that follows the game by rules of its own.
    follower: Option<Follower>,
    saves: Saves,
    /// Whether it is stored: from its first move or invitation on. The local user's games are
    /// stored at once.
    is_kept: bool,
    /// When the last client left.
    left_at: Option<u64>,
    /// The time of the last input.
    now: u64,
    /// When the players of the sides were last seen here, or else when the game was opened.
    seen: [u64; 2],
    outbox: Outbox,
}

/// When the reply to a request is sent.
enum ReplyTime {
    Now(Reply),
    /// When the change is stored.
    WhenSaved,
    /// When a job has ended.
    Later,
}

impl LiveGame {
    pub(crate) fn new(id: String, state: GameState, seats: Seats) -> LiveGame {
        LiveGame {
            id,
            state,
            seats,
            contest: None,
            offer: None,
            next: None,
            computer: Computer::default(),
            watchers: Watchers::default(),
            analyses: Analyses::default(),
            awaited: AwaitedJobs::default(),
            follower: None,
            saves: Saves::default(),
            is_kept: false,
            left_at: None,
            now: 0,
            seen: [0; 2],
            outbox: Outbox::default(),
        }
    }

    pub fn restored(stored: &StoredGame, resources: Resources) -> Result<LiveGame, RequestError> {
        let state = GameState::restored(stored, resources)?;
        let next = stored.next.as_deref().and_then(|next| serde_json::from_str(next).ok());
        let mut game = LiveGame {
            next,
            is_kept: true,
            computer: Computer::restored(stored.running, stored.pace),
            ..LiveGame::new(stored.id.clone(), state, Seats::restored(stored))
        };
        // A program that is not there any more follows no game.
        let _ = game.follow_by(stored.follows.as_deref());
        Ok(game)
    }

    pub fn to_stored(&self) -> StoredGame {
        let stored = StoredGame {
            id: self.id.clone(),
            running: self.computer.is_running(),
            pace: self.computer.pace(),
            next: self.next.as_ref().and_then(|next| serde_json::to_string(next).ok()),
            follows: self.follows().map(String::from),
            ..self.state.to_stored()
        };
        self.seats.store_in(stored)
    }

    /// The game of a record, which everyone may watch, with the names of its players.
    pub fn watched(
        id: String,
        record: &Record,
        contest: WatchedGame,
        resources: Resources,
    ) -> Result<LiveGame, RequestError> {
        // Refuses a record with illegal moves.
        record.replay()?;
        let state = GameState::new(game_entry(&record.game)?, record.session()?, resources);
        let names = Side::BOTH.map(|side| shown_name(&record.players[side.index()]));
        let mut game = LiveGame::new(id, state, Seats::watched(names));
        game.contest = Some(contest);
        game.take_record(record)?;
        Ok(game)
    }

    /// The record of the game.
    pub fn record(&self) -> Result<String, RequestError> {
        self.state.record(self.seats.names(), &BTreeMap::new())
    }

    /// Whether it is a game of a contest, which is only watched.
    pub fn is_watched(&self) -> bool {
        self.contest.is_some()
    }

    /// Continues as its record says, and informs all clients. A record that contradicts the game
    /// changes nothing.
    fn follow_record(&mut self, record: &Record) {
        let seen = |game: &LiveGame| {
            (game.state.session().line(), game.state.outcome(), game.contest.clone())
        };
        let before = seen(self);
        if record.moves == before.0 && record.result == before.1 {
            return;
        }
        if record.replay().is_ok() && self.take_record(record).is_ok() && before != seen(self) {
            self.announce();
            self.update_analyses();
        }
    }

    fn take_record(&mut self, record: &Record) -> Result<(), RequestError> {
        self.state.take_record(record)?;
        if let Some(contest) = &mut self.contest {
            contest.reason = record.reason.clone().filter(|reason| reason != "rules");
        }
        Ok(())
    }
}

impl LiveGame {
    /// Handles an input at a time in milliseconds since 1970. Returns the effects.
    pub fn handle(&mut self, input: GameInput, now: u64) -> Vec<Effect> {
        self.now = now;
        self.see_players();
        if !self.saves.is_removed() && self.state.check_time(now) {
            self.offer = None;
            self.changed();
        }
        match input {
            GameInput::Created(caller, re) => {
                let client = caller.client;
                self.watch(caller);
                self.begin();
                self.saves.wait(client, re, true);
            }
            GameInput::Begun => {
                self.is_kept = false;
                self.begin();
            }
            GameInput::Followed(record) => self.follow_record(&record),
            GameInput::Next(game, swapped) => {
                // All players follow to the next game.
                self.next = Some(NextGame { game, swapped });
                self.store();
            }
            GameInput::Request(caller, re, request) => self.request(caller, re, request),
            GameInput::Left(client) => self.unwatch(client),
            GameInput::Saved(version, storage) => self.saved(version, storage),
            GameInput::StorageChanged(storage) => self.saves.set_storage(storage),
            GameInput::Reported(number, report) => self.reported(number, report),
            GameInput::Finished(number, result) => self.finished(number, result),
            GameInput::Wake => {
                self.outbox.woken();
                if self.computer.pause_end().is_some_and(|until| now >= until) {
                    self.search();
                }
            }
        }
        if !self.is_kept && !self.saves.is_saved() && !self.saves.is_removed() {
            self.saved(self.saves.version(), self.saves.storage());
        }
        self.left_at = match self.watchers.is_empty() {
            true => self.left_at.or(Some(now)),
            false => None,
        };
        // A game that is not stored waits for clients that come back.
        self.ask_follower();
        let wait = if self.is_kept || self.contest.is_some() { 0 } else { UNPLAYED_TIME };
        let closes_at = self.left_at.map(|left| left + wait);
        if closes_at.is_some_and(|at| now >= at) && self.saves.is_saved() {
            self.outbox.push(Effect::Close);
        }
        let deadline = self.state.deadline().filter(|_| !self.saves.is_removed());
        let times = [self.computer.pause_end(), deadline, closes_at.filter(|_| !self.is_kept)];
        self.outbox.wake_at(times.into_iter().flatten().min());
        self.outbox.take()
    }

    fn request(&mut self, caller: Caller, re: RequestId, request: GameRequest) {
        let client = caller.client;
        let caller = match self.watchers.get(client) {
            Some(watcher) => watcher.caller.clone(),
            None => caller,
        };
        let answer = match self.saves.is_removed() {
            true => Err(ServiceRefusal::Unknown { game: agon_core::quote(&self.id) }.into()),
            false if !self.seats.admits(&caller, self.now) => {
                Err(ServiceRefusal::NotInvited.into())
            }
            false => self.answer(&caller, re, request),
        };
        match answer {
            Ok(ReplyTime::Now(reply)) => self.outbox.reply(client, re, Ok(reply)),
            Ok(ReplyTime::WhenSaved) => self.saves.wait(client, re, false),
            Ok(ReplyTime::Later) => (),
            Err(error) => self.outbox.reply(client, re, Err(error)),
        }
    }

    fn answer(
        &mut self,
        caller: &Caller,
        re: RequestId,
        request: GameRequest,
    ) -> Result<ReplyTime, RequestError> {
        if rights::reveals_all(&request) && self.viewer_of(caller)?.is_some() {
            return Err(ServiceRefusal::Hidden.into());
        }
        self.check_rights(caller, &request)?;
        match request {
            GameRequest::Open { key } => {
                let mut caller = caller.clone();
                caller.has_key |= key.is_some_and(|key| self.seats.is_key(&key));
                let reply = self.game_reply(&caller)?;
                self.watch(caller);
                self.start_if_due();
                return Ok(ReplyTime::Now(reply));
            }
            GameRequest::Close {} => {
                self.unwatch(caller.client);
                return Ok(ReplyTime::Now(Reply::DONE));
            }
            GameRequest::Remove {} => {
                self.remove();
                return Ok(ReplyTime::WhenSaved);
            }
            GameRequest::View { viewer } => {
                self.watch(caller.clone()).viewer = viewer;
                self.update_analyses();
                return Ok(ReplyTime::Now(self.game_reply(caller)?));
            }
            GameRequest::Step { cut } => {
                self.state.check_end(cut)?;
                if !self.state.waits_for_computer() {
                    return Err(ServiceRefusal::NoMove.into());
                }
                self.watch(caller.clone());
                if !self.computer.is_searching() {
                    self.search();
                }
                return Ok(ReplyTime::Now(Reply::DONE));
            }
            GameRequest::Analyse { lines } => {
                check_range("lines", lines, 0, MAX_LINES)?;
                self.watch(caller.clone()).lines = lines;
                self.update_analyses();
                self.send_analysis_to(caller.client);
                return Ok(ReplyTime::Now(Reply::DONE));
            }
            GameRequest::Review {} => {
                self.watch(caller.clone());
                self.stop_awaited(caller.client, |kind| matches!(kind, AwaitedResult::Review(_)));
                let last = self.state.session().line().len();
                self.start_awaited(caller, Work::Review, AwaitedResult::Review(last));
                return Ok(ReplyTime::Now(Reply::DONE));
            }
            GameRequest::Trial { versions, pairs } => {
                return self.trial(caller, re, versions, pairs);
            }
            GameRequest::Look { ply, moves, path } => {
                let position = self.look(caller, ply, &moves, path)?;
                return Ok(ReplyTime::Now(Reply::Position(Box::new(position))));
            }
            GameRequest::Why { path } => {
                let why = self.why(caller, &path)?;
                self.try_on_follower(caller, &path);
                return Ok(ReplyTime::Now(Reply::Why(why)));
            }
            GameRequest::Followed {} => {
                let view = self.follower.as_ref().map(Follower::view);
                self.watch(caller.clone());
                let view = view.ok_or(ServiceRefusal::NoFollower)?;
                return Ok(ReplyTime::Now(Reply::Followed(view)));
            }
            GameRequest::Told { step } => {
                let follower = self.follower.as_ref().ok_or(ServiceRefusal::NoFollower)?;
                let told = follower.answer(step)?.told(self.state.entry().name);
                return Ok(ReplyTime::Now(Reply::Told(Box::new(told))));
            }
            GameRequest::Follow { program } => self.follow_by(program.as_deref())?,
            GameRequest::Hint {} => return Ok(self.reply_later(caller, re, Work::Hint)),
            GameRequest::Grade { mv } => {
                return Ok(self.reply_later(caller, re, Work::Grade { mv }));
            }
            GameRequest::Threat {} => return Ok(self.reply_later(caller, re, Work::Threat)),
            GameRequest::Verdicts {} => return Ok(self.reply_later(caller, re, Work::Verdicts)),
            GameRequest::Tree(tree) => return Ok(self.reply_later(caller, re, Work::Tree(tree))),
            GameRequest::Record { comments } => {
                let text = self.state.record(self.seats.names(), &comments)?;
                return Ok(ReplyTime::Now(Reply::Record(RecordText { text })));
            }
            GameRequest::Move { mv, ply, cut, path } => {
                self.play(caller, &mv, ply, cut)?;
                self.state.remember_path(&self.state.session().history(), path);
                self.offer = None;
            }
            GameRequest::Resign {} => {
                let side = self.speaks_for(caller)?;
                if self.state.outcome().is_some() {
                    return Err(ServiceRefusal::Over.into());
                }
                self.state.end(Outcome::Win(side.opponent()), EndingWord::Resigned);
            }
            GameRequest::Offer { what } => self.offer(caller, what)?,
            GameRequest::Answer { accept } => self.answer_offer(caller, accept)?,
            GameRequest::Undo {} if self.needs_consent(caller) => {
                self.offer(caller, OfferKind::Takeback)?;
            }
            GameRequest::Undo {} => {
                self.state.undo();
                self.offer = None;
            }
            GameRequest::Redo {} => {
                self.state.redo();
                self.offer = None;
            }
            GameRequest::Jump { ply } => {
                self.state.jump(ply)?;
                self.offer = None;
            }
            GameRequest::Seat { side, seat, rules } => {
                if let Some(file) = rules {
                    self.state.load_rules(file)?;
                }
                self.seat(caller, side, &seat)?;
            }
            GameRequest::Claim { side, name } => {
                let name = name.map_or(Ok(None), |name| read_name(&name, self.state.entry()))?;
                let (is_person, is_hidden) =
                    (self.state.persons()[side.index()], self.state.is_hidden());
                self.seats.claim(caller, side, is_person, is_hidden)?;
                if name.is_some() {
                    self.seats.set_name(side, name);
                }
            }
            GameRequest::Release { side } => {
                if self.state.is_hidden() && self.seats.plays_both(caller) {
                    return Err(ServiceRefusal::Spoiled.into());
                }
                let is_away = self.is_away(side);
                self.seats.release(caller, side, is_away)?;
            }
            GameRequest::Invite { secret } => self.seats.invite(secret, self.now),
            GameRequest::Revoke {} => self.seats.revoke(),
            GameRequest::Name { side, name } => {
                if !self.state.persons()[side.index()] || !self.seats.may_move(caller, side) {
                    return Err(ServiceRefusal::OtherSide.into());
                }
                self.seats.set_name(side, read_name(&name, self.state.entry())?);
            }
            GameRequest::Rematch { swap, seats } => self.rematch(caller, swap, seats)?,
            GameRequest::Run { on, pace } => self.computer.set_running(on, pace)?,
        }
        self.changed();
        Ok(ReplyTime::WhenSaved)
    }

    /// Refuses requests that only the owner or the players may send.
    fn check_rights(&self, caller: &Caller, request: &GameRequest) -> Result<(), ServiceRefusal> {
        match Needs::of(request) {
            Needs::Nothing => Ok(()),
            _ if self.contest.is_some() => Err(ServiceRefusal::Watched),
            Needs::Owner if !self.seats.is_owner(caller) => Err(ServiceRefusal::NotOwner),
            Needs::Player if !self.seats.is_player(caller) => Err(ServiceRefusal::NotPlayer),
            // Against another browser, going back needs consent; going forward counts as moving.
            _ if matches!(request, GameRequest::Redo {} | GameRequest::Jump { .. })
                && self.needs_consent(caller) =>
            {
                Err(ServiceRefusal::Consent)
            }
            _ => Ok(()),
        }
    }

    /// Plays a move for the person to move.
    fn play(
        &mut self,
        caller: &Caller,
        mv: &str,
        ply: usize,
        cut: bool,
    ) -> Result<(), RequestError> {
        let now = self.state.session().ply();
        if now != ply {
            return Err(ServiceRefusal::Moved { ply: now }.into());
        }
        if self.state.outcome().is_some() {
            return Err(ServiceRefusal::Over.into());
        }
        if !self.state.is_persons_turn() {
            return Err(ServiceRefusal::NotYours.into());
        }
        let mover = self.state.session().to_move();
        // Even a refusal would reveal hidden information.
        let is_hidden = self.viewer_of(caller)?.is_some_and(|viewer| viewer != mover);
        if !self.seats.may_move(caller, mover) || is_hidden {
            return Err(ServiceRefusal::OtherSide.into());
        }
        self.state.check_end(cut)?;
        self.state.play(mv)
    }

    /// Changes the player of a side for the owner.
    fn seat(&mut self, caller: &Caller, side: Side, spec: &str) -> Result<(), RequestError> {
        let mut seats = self.seats.clone();
        seats.replace_person(caller, side)?;
        self.state.set_player(side, spec)?;
        if !self.state.persons()[side.index()] {
            self.seats = seats;
        } else if self.state.session().hides() {
            // The caller could see everything until now, so no one else may claim the side.
            self.seats.reserve(caller, side);
        }
        Ok(())
    }
}

/// Agreements between players: draws, taking back moves, and the next game.
impl LiveGame {
    /// The side that a client speaks for: the only one that it moves, or else the one to move.
    fn speaks_for(&self, caller: &Caller) -> Result<Side, ServiceRefusal> {
        match self.rights(caller).moves {
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [true, true] => Ok(self.state.session().to_move()),
            [false, false] => Err(ServiceRefusal::NotPlayer),
        }
    }

    /// Whether another browser plays against this client, so that it must agree.
    fn needs_consent(&self, caller: &Caller) -> bool {
        let [one, two] = self.rights(caller).moves;
        one != two && self.state.persons() == [true, true]
    }

    /// Offers something to the opponent. A client that plays both sides agrees at once.
    fn offer(&mut self, caller: &Caller, what: OfferKind) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        let is_over = self.state.outcome().is_some();
        let session = self.state.session();
        match what {
            OfferKind::Draw if is_over => return Err(ServiceRefusal::Over),
            OfferKind::Draw if !session.can_be_drawn() || self.state.persons() != [true; 2] => {
                return Err(ServiceRefusal::NoDraw);
            }
            OfferKind::Takeback if !session.can_undo() => return Err(ServiceRefusal::NoMove),
            OfferKind::Rematch | OfferKind::Swap if !is_over => {
                return Err(ServiceRefusal::NotOver);
            }
            _ => (),
        }
        let offer = Offer { what, by: side };
        // Two offers of the same kind agree with each other.
        let is_answer = self.offer.as_ref().is_some_and(|it| it.what == what && it.by != offer.by);
        match is_answer || !self.needs_consent(caller) {
            true => self.agree(what, caller.client),
            false => self.offer = Some(offer),
        }
        Ok(())
    }

    /// Accepts or declines the opponent's offer; the side that offered may withdraw it.
    fn answer_offer(&mut self, caller: &Caller, accept: bool) -> Result<(), ServiceRefusal> {
        let side = self.speaks_for(caller)?;
        let offer = self.offer.take().ok_or(ServiceRefusal::NoOffer)?;
        if accept && offer.by == side && self.needs_consent(caller) {
            self.offer = Some(offer);
            return Err(ServiceRefusal::NoOffer);
        }
        if accept {
            self.agree(offer.what, caller.client);
        }
        Ok(())
    }

    fn agree(&mut self, what: OfferKind, client: u64) {
        self.offer = None;
        match what {
            OfferKind::Draw => self.state.end(Outcome::Draw, EndingWord::Agreed),
            OfferKind::Takeback => self.state.undo(),
            OfferKind::Rematch => self.create_next(client, false, None),
            OfferKind::Swap => self.create_next(client, true, None),
        }
    }

    /// Starts the next game, or offers it to the player in another browser.
    fn rematch(
        &mut self,
        caller: &Caller,
        swap: bool,
        seats: Option<[String; 2]>,
    ) -> Result<(), ServiceRefusal> {
        if self.state.outcome().is_none() {
            return Err(ServiceRefusal::NotOver);
        }
        if self.needs_consent(caller) {
            let what = if swap { OfferKind::Swap } else { OfferKind::Rematch };
            return self.offer(caller, what);
        }
        if !self.seats.is_player(caller) {
            return Err(ServiceRefusal::NotPlayer);
        }
        self.create_next(caller.client, swap, seats);
        Ok(())
    }

    /// Requests the creation of the next game. The answer is [`GameInput::Next`].
    fn create_next(&mut self, client: u64, swap: bool, seats: Option<[String; 2]>) {
        let mut next = StoredGame {
            running: self.computer.is_running(),
            pace: self.computer.pace(),
            follows: self.follows().map(String::from),
            ..self.seats.store_in(self.state.to_next())
        };
        (next.owner_key, next.former, next.deserted) = Default::default();
        if swap {
            next.seats.reverse();
            next.claims.reverse();
            next.names.reverse();
        }
        next.seats = seats.unwrap_or(next.seats);
        self.outbox.push(Effect::CreateNext(client, swap, Box::new(next)));
    }
}

/// Clients, and what they see.
impl LiveGame {
    fn watch(&mut self, caller: Caller) -> &mut Watcher {
        if self.watchers.get(caller.client).is_none() {
            self.outbox.push(Effect::Watch(caller.client));
        }
        self.watchers.add(caller)
    }

    /// Removes a client. Jobs that only it waited for are stopped.
    fn unwatch(&mut self, client: u64) {
        if !self.watchers.remove(client) {
            return;
        }
        self.outbox.push(Effect::Unwatch(client));
        self.stop_awaited(client, |_| true);
        self.update_analyses();
        if self.watchers.is_empty() {
            self.outbox.stop(self.computer.stop());
            self.outbox.stop(self.follower.as_mut().and_then(Follower::stop));
        }
    }

    fn rights(&self, caller: &Caller) -> Rights {
        self.seats.rights(caller, self.state.persons(), self.state.is_hidden())
    }

    /// Whether the player of a side has been away so long that the owner may free it. With a clock,
    /// time decides.
    fn is_away(&self, side: Side) -> bool {
        let since = self.seen[side.index()];
        self.state.clock_view(self.now).is_none() && self.now >= since + AWAY
    }

    /// Remembers that the players who follow the game are there.
    fn see_players(&mut self) {
        let callers = self.watchers.callers();
        for side in Side::BOTH {
            let is_there = callers.iter().any(|caller| self.seats.has_claimed(caller, side));
            if is_there || self.seen[side.index()] == 0 {
                self.seen[side.index()] = self.now;
            }
        }
    }

    /// The side whose limited view a client gets; `None` if it sees everything.
    fn viewer_of(&self, caller: &Caller) -> Result<Option<Side>, ServiceRefusal> {
        if !self.state.is_hidden() {
            return Ok(None);
        }
        let wanted = self.watchers.get(caller.client).and_then(|watcher| watcher.viewer);
        if self.contest.is_some() {
            return Ok(wanted);
        }
        self.seats.viewer(caller, wanted, self.state.persons())
    }

    fn sees_all(&self, caller: &Caller) -> bool {
        self.viewer_of(caller) == Ok(None)
    }

    /// Sends the game to all clients.
    fn announce(&mut self) {
        for caller in self.watchers.callers() {
            match self.view_for(&caller) {
                Ok(view) => self.outbox.send(caller.client, Event::Game { game: Box::new(view) }),
                // Another browser has claimed the side whose view it had.
                Err(refusal) => {
                    self.send_problem(caller.client, refusal.into());
                    self.unwatch(caller.client);
                }
            }
        }
    }

    fn send_problem(&mut self, client: u64, error: RequestError) {
        self.outbox.send(client, Event::Problem { game: self.id.clone(), error });
    }

    fn game_reply(&self, caller: &Caller) -> Result<Reply, RequestError> {
        Ok(Reply::Game(Box::new(GameReply { game: self.view_for(caller)? })))
    }

    fn view_for(&self, caller: &Caller) -> Result<GameView, ServiceRefusal> {
        let (state, session, entry) = (&self.state, self.state.session(), self.state.entry());
        let (outcome, mover) = (state.outcome(), session.to_move());
        let viewer = self.viewer_of(caller)?;
        let shows = |side: Side| viewer.is_none_or(|viewer| viewer == side);
        let rights = match self.contest {
            Some(_) => Rights::default(),
            None => self.rights(caller),
        };
        let is_theirs = rights.moves[mover.index()] && shows(mover) && outcome.is_none();
        let tally = |(label, count)| Tally { label, count };
        Ok(GameView {
            id: self.id.clone(),
            game: entry.name,
            title: entry.title,
            sides: entry.sides,
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            names: self.seats.names().clone(),
            clock: state.clock_view(self.now),
            follows: self.follows().map(String::from),
            rules: state.rules().iter().map(|it| RulesName { name: it.name.clone() }).collect(),
            start: viewer.is_none().then(|| state.start().into()),
            position: viewer.is_none().then(|| session.position()),
            line: state.line_for(viewer),
            words: state.words_for(viewer),
            by: session.movers(),
            ply: session.ply(),
            to_move: outcome.is_none().then_some(mover),
            outcome,
            scene: state.scene(session, viewer),
            moves: if is_theirs { session.selectable_moves() } else { Vec::new() },
            phases: session.phases(),
            ending: state.ending(),
            last_phases: session.last_move_phases(),
            last: session.last_move_path().filter(|_| viewer.is_none()),
            running: self.computer.is_running(),
            pace: self.computer.pace(),
            thinking: self.computer.is_searching(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            hides: session.hides(),
            viewer,
            solved: session.is_solved(),
            evaluations: session.evaluations(),
            trees: session.player_trees(),
            thought: state.thought().filter(|_| viewer.is_none()),
            round: session.round(viewer),
            statistics: Side::BOTH.map(|side| session.statistics(side).filter(|_| shows(side))),
            tallies: Side::BOTH.map(|side| match shows(side) {
                true => session.tallies(side).into_iter().map(tally).collect(),
                false => Vec::new(),
            }),
            stored: self.saves.is_on_disk(),
            offer: self.offer,
            can_be_drawn: session.can_be_drawn(),
            next: self.next.clone(),
            contest: self.contest.clone(),
            rights,
        })
    }

    /// The moves to the position that a client looks at.
    fn made_for(&self, watcher: &Watcher) -> Vec<String> {
        watcher.look.clone().unwrap_or_else(|| self.state.session().history())
    }

    /// The moves to the position that a client looks at, if that is not the game's.
    fn look_of(&self, caller: &Caller) -> Option<Vec<String>> {
        self.watchers.get(caller.client)?.look.clone()
    }

    fn snapshot_for(&self, caller: &Caller) -> Snapshot {
        match self.look_of(caller) {
            None => self.state.snapshot(),
            Some(line) => self.state.snapshot_after(line),
        }
    }

    /// Lets a client look at a position of the line or of a variation, which changes nothing for
    /// others.
    fn look(
        &mut self,
        caller: &Caller,
        ply: Option<usize>,
        moves: &[String],
        path: Option<Vec<String>>,
    ) -> Result<PositionAt, RequestError> {
        check_range("moves", moves.len(), 0, MAX_VARIATION)?;
        let viewer = self.viewer_of(caller)?;
        if viewer.is_some() && !moves.is_empty() {
            return Err(ServiceRefusal::Hidden.into());
        }
        let line = self.state.session().line();
        let from = ply.unwrap_or_else(|| self.state.session().ply());
        check_range("ply", from, 0, line.len())?;
        let made: Vec<String> = line[..from].iter().chain(moves).cloned().collect();
        let opened = Snapshot { rules: Vec::new(), ..self.state.snapshot_after(made) };
        let session = opened.open()?;
        let made = session.line();
        self.state.remember_path(&made, path);
        let scene = self.state.scene(&*session, viewer);
        let position = position_at(&*session, from, viewer, scene);
        let is_looking = ply.is_some() || !moves.is_empty();
        self.watch(caller.clone()).look = is_looking.then_some(made);
        self.update_analyses();
        self.send_analysis_to(caller.client);
        Ok(position)
    }

    /// Why no legal move begins with some elements, in the position that a client looks at.
    fn why(&self, caller: &Caller, path: &[String]) -> Result<Why, RequestError> {
        check_range("path", path.len(), 1, MAX_PATH)?;
        let snapshot = Snapshot { rules: Vec::new(), ..self.snapshot_for(caller) };
        let session = snapshot.open()?;
        let mover = session.to_move();
        let is_looking = self.look_of(caller).is_some();
        let reason = if session.outcome().is_some() {
            Some(ServiceRefusal::Over.into())
        } else if !is_looking && !self.state.persons()[mover.index()] {
            Some(ServiceRefusal::NotYours.into())
        } else if !is_looking && !self.seats.may_move(caller, mover) {
            Some(ServiceRefusal::OtherSide.into())
        } else if self.viewer_of(caller)?.is_some_and(|viewer| viewer != mover) {
            None
        } else {
            session.why_not(path).map(RequestError::from)
        };
        Ok(Why { reason })
    }
}

/// Changes, and what follows when they are stored.
impl LiveGame {
    /// Stores a game that begins now, unless a record has its date.
    fn begin(&mut self) {
        self.state.begin(i64::try_from(self.now).ok());
        self.state.update_clock(self.now);
        self.store();
    }

    /// Counts a change, makes forced passes, and stores the game.
    fn changed(&mut self) {
        self.outbox.stop(self.computer.stop());
        self.state.make_forced_passes();
        self.state.update_clock(self.now);
        self.store();
        self.update_analyses();
    }

    /// Counts a change, and stores it unless the game is not stored yet.
    fn store(&mut self) {
        let version = self.saves.change();
        let has_begun = || !self.state.session().line().is_empty() || self.seats.has_guests();
        self.is_kept = self.is_kept || self.seats.is_of_local_user() || has_begun();
        if self.is_kept {
            self.outbox.push(Effect::Save(version, Box::new(self.to_stored())));
        }
    }

    fn remove(&mut self) {
        // What was not stored need not be deleted, but the answer comes the same way.
        self.is_kept = true;
        self.outbox.stop(self.computer.stop());
        self.outbox.push(Effect::Delete(self.saves.remove()));
        for Caller { client, .. } in self.watchers.callers() {
            self.outbox.send(client, Event::Removed { game: self.id.clone() });
            self.unwatch(client);
        }
    }

    /// A version is stored: acknowledges its requests, and informs clients.
    fn saved(&mut self, version: u64, storage: Storage) {
        if let Storage::Refused { why } = storage {
            return self.abandon(&ServiceRefusal::Storage { why }.into());
        }
        let done = self.saves.saved(version, storage);
        let is_created = done.iter().any(|it| it.wants_game);
        for Unacknowledged { client, re, wants_game, .. } in done {
            let watcher = self.watchers.get(client).filter(|_| wants_game);
            let reply = match watcher.map(|watcher| watcher.caller.clone()) {
                Some(caller) => {
                    self.start_if_due();
                    self.game_reply(&caller)
                }
                None => Ok(Reply::DONE),
            };
            self.outbox.reply(client, re, reply);
        }
        if version == self.saves.version() && !self.saves.is_removed() {
            let was_searching = self.computer.is_searching();
            self.start_if_due();
            if was_searching || !self.computer.is_searching() {
                self.announce();
            }
        }
        // A new game is first shown at its start, then a forced pass is made.
        let ply = self.state.session().ply();
        if is_created && !self.saves.is_removed() {
            self.state.make_forced_passes();
        }
        if self.state.session().ply() != ply {
            self.state.update_clock(self.now);
            self.store();
        }
    }

    /// Drops changes that could not be stored. Clients are informed, and get the stored game when
    /// they open it again.
    fn abandon(&mut self, error: &RequestError) {
        for Unacknowledged { client, re, .. } in self.saves.abandon() {
            self.outbox.reply(client, re, Err(error.clone()));
        }
        for Caller { client, .. } in self.watchers.callers() {
            self.send_problem(client, error.clone());
            self.unwatch(client);
        }
    }
}

/// Jobs: moves of computers, analyses, and answers.
impl LiveGame {
    /// Starts the computer to move, if computers move automatically, all moves of the line are
    /// made, and a client watches.
    fn start_if_due(&mut self) {
        let is_due =
            self.computer.is_running() && self.state.is_at_end() && self.state.waits_for_computer();
        if !is_due || self.watchers.is_empty() || !self.computer.is_idle() {
            return;
        }
        match self.state.persons() == [false, false] && self.computer.pace() > 0 {
            true => self.computer.pause(self.now),
            false => self.search(),
        }
    }

    /// Starts the search of the computer to move.
    fn search(&mut self) {
        let Some(watcher) = self.watchers.iter().next() else { return };
        let job = self.job_at(Work::Move, self.state.snapshot());
        let threads = job.threads(self.state.session().to_move());
        self.computer.search(self.outbox.start(watcher.caller.clone(), job, threads));
        self.announce();
    }

    fn job_at(&self, work: Work, snapshot: Snapshot) -> Job {
        let bytes = Job::bytes(&work, self.state.session());
        Job { work, snapshot, bytes }
    }

    fn play_choice(&mut self, chosen: Result<Option<ChosenMove>, RequestError>) {
        self.computer.stop();
        if let Err(error) = self.state.play_choice(chosen) {
            for caller in self.watchers.callers() {
                self.send_problem(caller.client, error.clone());
            }
        }
        self.changed();
    }

    /// Starts a job whose result a client awaits.
    fn start_awaited(&mut self, caller: &Caller, work: Work, kind: AwaitedResult) {
        let snapshot = match work {
            Work::Review | Work::Trial(_) => self.state.snapshot(),
            _ => self.snapshot_for(caller),
        };
        let number = self.outbox.start(caller.clone(), self.job_at(work, snapshot), 1);
        self.awaited.add(number, AwaitedJob { client: caller.client, kind });
    }

    /// Starts a job that will reply to a request.
    fn reply_later(&mut self, caller: &Caller, re: RequestId, work: Work) -> ReplyTime {
        self.watch(caller.clone());
        self.start_awaited(caller, work, AwaitedResult::Reply(re));
        ReplyTime::Later
    }

    /// Starts a match between two versions of a rule file, in place of the one that this client has
    /// running, or only stops that.
    fn trial(
        &mut self,
        caller: &Caller,
        re: RequestId,
        versions: Option<Box<[RuleFile; 2]>>,
        pairs: Option<usize>,
    ) -> Result<ReplyTime, RequestError> {
        let trial = versions.map(|versions| {
            Box::new(Trial { versions: *versions, pairs: pairs.unwrap_or(DEFAULT_PAIRS) })
        });
        trial.as_ref().map_or(Ok(()), |trial| trial.check())?;
        self.stop_awaited(caller.client, |kind| matches!(kind, AwaitedResult::Trial(_)));
        let Some(trial) = trial else { return Ok(ReplyTime::Now(Reply::DONE)) };
        self.watch(caller.clone());
        self.start_awaited(caller, Work::Trial(trial), AwaitedResult::Trial(re));
        Ok(ReplyTime::Later)
    }

    /// Stops awaited jobs of a client.
    fn stop_awaited(&mut self, client: u64, is_unwanted: impl Fn(AwaitedResult) -> bool) {
        for (number, awaited) in self.awaited.take(client, is_unwanted) {
            // Every request gets its reply.
            if let AwaitedResult::Reply(re) | AwaitedResult::Trial(re) = awaited.kind {
                self.outbox.reply(client, re, Err(ServiceRefusal::Failed.into()));
            }
            self.outbox.push(Effect::Stop(number));
        }
    }

    /// Starts the analyses of the positions that clients look at, and stops those that no client
    /// wants.
    fn update_analyses(&mut self) {
        let mut wanted = Wanted::new();
        for watcher in self.watchers.iter() {
            if watcher.lines > 0 && self.sees_all(&watcher.caller) {
                let new = (watcher.lines, watcher.caller.clone());
                let lines = wanted.entry(self.made_for(watcher)).or_insert(new);
                lines.0 = lines.0.max(watcher.lines);
            }
        }
        self.outbox.stop(self.analyses.retain(&mut wanted));
        for (made, (lines, caller)) in wanted {
            let snapshot = self.state.snapshot_after(made.clone());
            let job = self.job_at(Work::Analysis { lines }, snapshot);
            self.analyses.add(self.outbox.start(caller, job, 1), made, lines);
        }
    }

    /// Sends what the analysis has found so far to a client that has just requested it.
    fn send_analysis_to(&mut self, client: u64) {
        let Some(watcher) = self.watchers.get(client).filter(|it| it.lines > 0) else { return };
        let made = self.made_for(watcher);
        if self.analyses.has_found(&made)
            && let Some(event) = self.analyses.event(&self.id, &made, watcher.lines)
        {
            self.outbox.send(client, event);
        }
    }

    /// Sends an analysis to the clients that look at its position.
    fn announce_analysis(&mut self, made: &[String]) {
        for watcher in self.watchers.iter() {
            let may_see = watcher.lines > 0 && self.sees_all(&watcher.caller);
            if may_see
                && self.made_for(watcher) == made
                && let Some(event) = self.analyses.event(&self.id, made, watcher.lines)
            {
                self.outbox.send(watcher.caller.client, event);
            }
        }
    }

    /// Sends the report of a job to the clients that may see it.
    fn reported(&mut self, number: u64, report: Report) {
        let game = self.id.clone();
        let awaited = self.awaited.get(number);
        match (report, awaited.map(|it| (it.client, it.kind))) {
            (Report::Thinking(info), _) if self.computer.is_job(number) => {
                let ply = self.state.session().ply();
                for caller in self.watchers.callers() {
                    if self.sees_all(&caller) {
                        let (game, info) = (game.clone(), info.clone());
                        self.outbox.send(caller.client, Event::Thinking { game, ply, info });
                    }
                }
            }
            (Report::Lines(lines), _) => {
                let made = self.analyses.update(number, Some(lines)).map(<[String]>::to_vec);
                if let Some(made) = made {
                    self.announce_analysis(&made);
                }
            }
            (Report::Point(point), Some((client, AwaitedResult::Review(last)))) => {
                let done = point.ply == last;
                self.outbox.send(client, Event::Review { game, points: vec![point], done });
            }
            (Report::Trial(trial), Some((client, AwaitedResult::Trial(_)))) => {
                self.outbox.send(client, Event::Trial { game, trial });
            }
            (Report::Followed(answer), _) => {
                if let Some(follower) = self.follower.as_mut().filter(|it| it.is_job(number)) {
                    follower.take(*answer);
                    self.announce_follower();
                }
            }
            (Report::Thinking(_) | Report::Point(_) | Report::Trial(_), _) => (),
        }
    }

    /// Handles the result of a job, unless it is not wanted any more.
    fn finished(&mut self, number: u64, result: JobResult) {
        if self.computer.is_job(number) {
            return self.play_choice(match result {
                JobResult::Move(chosen) => chosen,
                _ => Err(ServiceRefusal::Failed.into()),
            });
        }
        if let Some(made) = self.analyses.update(number, None).map(<[String]>::to_vec) {
            return self.announce_analysis(&made);
        }
        if let Some(follower) = self.follower.as_mut().filter(|it| it.is_job(number)) {
            follower.finish(match result {
                JobResult::Ended => None,
                JobResult::Reply(Err(error)) => Some(error),
                _ => Some(ServiceRefusal::Failed.into()),
            });
            return self.announce_follower();
        }
        let Some(AwaitedJob { client, kind }) = self.awaited.remove(number) else { return };
        match (kind, result) {
            (AwaitedResult::Reply(re) | AwaitedResult::Trial(re), result) => {
                let failed = || Err(ServiceRefusal::Failed.into());
                let reply = if let JobResult::Reply(reply) = result { reply } else { failed() };
                self.outbox.reply(client, re, reply);
            }
            (AwaitedResult::Review(_), JobResult::Reply(Err(error))) => {
                self.send_problem(client, error);
            }
            (AwaitedResult::Review(_), _) => (),
        }
    }
}

/// The program that follows the game by rules of its own.
impl LiveGame {
    /// Its name.
    fn follows(&self) -> Option<&str> {
        self.follower.as_ref().map(Follower::program)
    }

    /// Lets a program follow the game from its start, or none.
    pub(crate) fn follow_by(&mut self, program: Option<&str>) -> Result<(), RequestError> {
        let entry = self.state.entry();
        if let Some(name) = program {
            self.state.resources().follower(name, entry.name)?;
        }
        self.outbox.stop(self.follower.as_mut().and_then(Follower::stop));
        self.follower = program.map(|name| Follower::new(name.into()));
        Ok(())
    }

    /// Tries on the program what a player has selected, if it is an illegal move.
    fn try_on_follower(&mut self, caller: &Caller, path: &[String]) {
        let (session, is_looking) = (self.state.session(), self.look_of(caller).is_some());
        let mover = session.to_move();
        let may_try = self.state.outcome().is_none()
            && self.state.persons()[mover.index()]
            && self.seats.may_move(caller, mover)
            && self.sees_all(caller);
        let Some(follower) = self.follower.as_mut().filter(|_| may_try && !is_looking) else {
            return;
        };
        let entry = self.state.entry().name;
        let program = self.state.resources().follower(follower.program(), entry);
        let tried = program.ok().and_then(|program| program.tried(path));
        if let Some(mv) = tried.filter(|mv| session.read(mv).is_err()) {
            follower.try_move(mv);
        }
    }

    /// Asks the program about what was done last, unless it is being asked or nobody watches.
    fn ask_follower(&mut self) {
        let caller = self.watchers.iter().find(|it| self.sees_all(&it.caller));
        let caller = caller.map(|it| it.caller.clone()).filter(|_| !self.saves.is_removed());
        let (line, ply) = (self.state.session().line(), self.state.session().ply());
        let (Some(follower), Some(caller)) = (&mut self.follower, caller) else { return };
        self.outbox.stop(follower.go(&line, ply));
        let Some(question) = follower.question() else { return };
        let work = Work::Follow(Box::new(question));
        let number = self.outbox.start(caller, self.job_at(work, self.state.snapshot()), 1);
        self.follower.iter_mut().for_each(|it| it.asked(number));
        self.announce_follower();
    }

    fn announce_follower(&mut self) {
        let Some(view) = self.follower.as_ref().map(Follower::view) else { return };
        for caller in self.watchers.callers() {
            if self.sees_all(&caller) {
                let (game, followed) = (self.id.clone(), view.clone());
                self.outbox.send(caller.client, Event::Followed { game, followed });
            }
        }
    }
}
