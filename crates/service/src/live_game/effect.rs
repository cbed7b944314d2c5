//! The inputs and effects of a live game.

use agon_arena::contest::Record;

use crate::job::{Job, JobResult};
use crate::job_context::Report;
use crate::protocol::{Event, GameRequest, Message, Reply, RequestError, RequestId};
use crate::seats::Caller;
use crate::stored_game::{Storage, StoredGame};

#[derive(Clone, Debug)]
pub enum GameInput {
    /// A client has just created it, and waits for the reply.
    Created(Caller, RequestId),
    /// It follows a game that is over, and no client has opened it yet.
    Begun,
    /// The current record of a game of a contest.
    Followed(Box<Record>),
    /// The next game with this id was created; whether the sides are swapped.
    Next(String, bool),
    Request(Caller, RequestId, GameRequest),
    Left(u64),
    /// The save of this version is done.
    Saved(u64, Storage),
    /// The storage of games has changed.
    StorageChanged(Storage),
    Reported(u64, Report),
    Finished(u64, JobResult),
    /// The time of [`Effect::WakeAt`] has come.
    Wake,
}

#[derive(Clone, Debug)]
pub enum Effect {
    Send(u64, Message),
    /// A client follows the game from now on.
    Watch(u64),
    /// A client no longer follows the game.
    Unwatch(u64),
    /// Store the game. The answer is [`GameInput::Saved`] with this version.
    Save(u64, Box<StoredGame>),
    /// Delete the stored game. The answer is [`GameInput::Saved`] with this version.
    Delete(u64),
    /// Create the next game for a client, with a new id and owner's key; whether the sides are
    /// swapped. The answer is [`GameInput::Next`].
    CreateNext(u64, bool, Box<StoredGame>),
    /// Run a job for a client. The answers are [`GameInput::Reported`] and [`GameInput::Finished`]
    /// with this number.
    Start(u64, Caller, Box<Job>, usize),
    /// Stop a job whose result is not needed any more.
    Stop(u64),
    /// Send [`GameInput::Wake`] at this time, in milliseconds.
    WakeAt(u64),
    /// No client needs the game any more: it can be dropped.
    Close,
}

/// The effects of an input, in order.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    effects: Vec<Effect>,
    last_job: u64,
    wake_at: Option<u64>,
}

impl Outbox {
    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(super) fn reply(&mut self, client: u64, re: RequestId, reply: Result<Reply, RequestError>) {
        self.push(Effect::Send(client, Message::Reply(re, reply)));
    }

    pub(super) fn send(&mut self, client: u64, event: Event) {
        self.push(Effect::Send(client, Message::Event(event)));
    }

    /// Starts a job for a client. Returns its number.
    pub(super) fn start(&mut self, caller: Caller, job: Job, threads: usize) -> u64 {
        self.last_job += 1;
        self.push(Effect::Start(self.last_job, caller, Box::new(job), threads));
        self.last_job
    }

    pub(super) fn stop(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.effects.extend(numbers.into_iter().map(Effect::Stop));
    }

    /// The requested time has come.
    pub(super) fn woken(&mut self) {
        self.wake_at = None;
    }

    /// Requests a wake at a time, unless it was already requested.
    pub(super) fn wake_at(&mut self, time: Option<u64>) {
        if time != self.wake_at {
            self.wake_at = time;
            self.effects.extend(time.map(Effect::WakeAt));
        }
    }

    pub(super) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
