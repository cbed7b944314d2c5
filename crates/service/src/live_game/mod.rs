//! A live game: one that clients have open. It is a state machine: inputs come in with the time,
//! and effects go out. Its owner has the threads, clocks and storage.

mod agreements;
mod analyses;
mod awaited_jobs;
mod computer;
mod effect;
mod fair_play;
mod follower;
mod game_state;
mod jobs;
mod life;
mod position_at;
mod rights;
mod saves;
#[cfg(test)]
mod tests;
mod views;
mod watchers;

use std::collections::BTreeMap;

use agon_arena::contest::Record;
use agon_arena::{PlayerSpec, Refused};
use agon_core::{Outcome, Side};

use self::analyses::Analyses;
use self::awaited_jobs::{AwaitedJobs, KeptReview};
use self::computer::Computer;
use self::effect::Outbox;
pub use self::effect::{Effect, GameInput};
use self::follower::Follower;
pub(crate) use self::game_state::GameState;
pub(crate) use self::position_at::position_at;
use self::rights::Needs;
use self::saves::Saves;
use self::watchers::Watchers;
use crate::annotated_game::AnnotationEdit;
use crate::ending::EndingWord;
use crate::game_entry::game_entry;
use crate::job::Work;
use crate::player_name::{read_name, shown_name};
use crate::protocol::{
    GameRequest, HelpAsked, NextGame, Offer, OfferKind, Presence, RecordText, Reply, RequestError,
    RequestId, WatchedGame,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;
use crate::seats::{Caller, Seats};
use crate::stored_game::StoredGame;

/// The most lines of analysis.
const MAX_LINES: usize = 5;

pub struct LiveGame {
    id: String,
    state: GameState,
    seats: Seats,
    /// The contest that it belongs to. Such a game is only watched, and not stored.
    contest: Option<WatchedGame>,
    offer: Option<Offer>,
    next: Option<NextGame>,
    /// The help that two people have asked for, if they have agreed to allow it.
    help: Option<Vec<HelpAsked>>,
    /// Who was there when the clients were last told.
    presence: Presence,
    computer: Computer,
    watchers: Watchers,
    analyses: Analyses,
    awaited: AwaitedJobs,
    /// The last review that was begun by a client that may write to the game.
    kept_review: Option<KeptReview>,
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
            help: None,
            presence: Presence::default(),
            computer: Computer::default(),
            watchers: Watchers::default(),
            analyses: Analyses::default(),
            awaited: AwaitedJobs::default(),
            kept_review: None,
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
            help: stored.help.as_deref().and_then(|help| serde_json::from_str(help).ok()),
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
            help: self.help.as_ref().and_then(|help| serde_json::to_string(help).ok()),
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
        self.state.record(self.seats.names(), &BTreeMap::new(), !self.is_between_people())
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
            self.announce_annotations();
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
        self.ask_follower();
        self.announce_presence();
        let closes_at = self.close_if_left();
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
        if rights::is_help(&request) && self.is_between_people() {
            self.ask_help(caller, request.name())?;
        }
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
                self.review(caller);
                return Ok(ReplyTime::Now(Reply::DONE));
            }
            GameRequest::Annotate { moves, comment, marks } => {
                let (comment, marks) = (comment.as_deref(), marks.as_deref());
                self.annotate(caller, moves, AnnotationEdit::Write { comment, marks })?;
                return Ok(ReplyTime::WhenSaved);
            }
            GameRequest::Prune { moves } => {
                self.annotate(caller, moves, AnnotationEdit::Prune)?;
                return Ok(ReplyTime::WhenSaved);
            }
            GameRequest::Promote { moves } => {
                self.annotate(caller, moves, AnnotationEdit::Promote)?;
                return Ok(ReplyTime::WhenSaved);
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
            GameRequest::Hint { path } => {
                return Ok(self.reply_later(caller, re, Work::Hint { path }));
            }
            GameRequest::Grade { mv } => {
                return Ok(self.reply_later(caller, re, Work::Grade { mv }));
            }
            GameRequest::Threat {} => return Ok(self.reply_later(caller, re, Work::Threat)),
            GameRequest::Verdicts {} => return Ok(self.reply_later(caller, re, Work::Verdicts)),
            GameRequest::Tree(tree) => return Ok(self.reply_later(caller, re, Work::Tree(tree))),
            GameRequest::Record { comments } => {
                let is_reviewed = self.may_be_helped(caller) && self.sees_all(caller);
                let text = self.state.record(self.seats.names(), &comments, is_reviewed)?;
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
                self.offer = None;
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
                // Whoever plays next has agreed to nothing.
                self.help = None;
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
        let is_computer = !spec.parse::<PlayerSpec>().map_err(Refused::from)?.is_person();
        if is_computer && self.is_between_people() && self.seats.is_others(caller, side.opponent())
        {
            return Err(ServiceRefusal::FairPlay.into());
        }
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
