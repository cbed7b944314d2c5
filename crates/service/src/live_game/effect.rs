//! What happens to a live game, and what it wants done.

use agon_arena::contest::Record;

use crate::job::{Job, JobResult};
use crate::job_context::Report;
use crate::protocol::{Event, GameRequest, Message, Reply, RequestError, RequestId};
use crate::seats::Caller;
use crate::stored_game::{Storage, StoredGame};

/// What happens to a game.
#[derive(Clone, Debug)]
pub enum GameInput {
    /// A client has just created it, and waits for the reply.
    Created(Caller, RequestId),
    /// It follows a game that is over, and nobody has it open yet.
    Begun,
    /// A game of a contest has got so far.
    Followed(Box<Record>),
    /// The next game with this id was created, with the sides swapped or not.
    Next(String, bool),
    /// A client requests something.
    Request(Caller, RequestId, GameRequest),
    /// A client has disconnected.
    Left(u64),
    /// The save of this version is done, and says where games are kept.
    Saved(u64, Storage),
    /// Games are kept elsewhere than before.
    StorageChanged(Storage),
    /// A job reports its progress.
    Reported(u64, Report),
    /// A job has ended.
    Finished(u64, JobResult),
    /// The time that was asked for has come.
    Wake,
}

/// What a game wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send a message to a client.
    Send(u64, Message),
    /// A client follows the game from now on.
    Watch(u64),
    /// A client does not follow it any more.
    Unwatch(u64),
    /// Store the game; the answer is [`GameInput::Saved`] with this version.
    Save(u64, Box<StoredGame>),
    /// Delete the stored game; the answer is [`GameInput::Saved`] with this version.
    Delete(u64),
    /// Create the next game for a client, with a new id and owner's key, with the sides swapped or
    /// not; the answer is [`GameInput::Next`].
    CreateNext(u64, bool, Box<StoredGame>),
    /// Run a job for a client; the answers are [`GameInput::Reported`] and
    /// [`GameInput::Finished`] with this number.
    Start(u64, Caller, Box<Job>, usize),
    /// Stop a job, whose result does not matter any more.
    Stop(u64),
    /// Send [`GameInput::Wake`] at this time, in milliseconds.
    WakeAt(u64),
    /// Nobody needs the game any more: it can be dropped.
    Close,
}

/// What a game wants done in answer to an input, in order.
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

    /// Starts a job for a client; returns its number.
    pub(super) fn start(&mut self, caller: Caller, job: Job, threads: usize) -> u64 {
        self.last_job += 1;
        self.push(Effect::Start(self.last_job, caller, Box::new(job), threads));
        self.last_job
    }

    /// Stops jobs.
    pub(super) fn stop(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.effects.extend(numbers.into_iter().map(Effect::Stop));
    }

    /// The time that was asked for has come.
    pub(super) fn woken(&mut self) {
        self.wake_at = None;
    }

    /// Asks to be woken at a time, unless that was asked for.
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
