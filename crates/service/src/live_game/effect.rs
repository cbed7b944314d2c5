//! What happens to a live game, and what it wants done.

use crate::job::{Job, JobResult, Report};
use crate::protocol::{GameRequest, Message, RequestId};
use crate::seats::Caller;
use crate::stored_game::{Storage, StoredGame};

/// What happens to a game.
#[derive(Clone, Debug)]
pub enum GameInput {
    /// A page has just created it, and waits for the reply.
    Created(Caller, RequestId),
    /// It follows a game that is over, and nobody has it open yet.
    Begun,
    /// The next game with this id was created, with the sides swapped or not.
    Next(String, bool),
    /// A page requests something.
    Request(Caller, RequestId, GameRequest),
    /// A page has disconnected.
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
    /// Send a message to a page.
    Send(u64, Message),
    /// A page follows the game from now on.
    Watch(u64),
    /// A page does not follow it any more.
    Unwatch(u64),
    /// Store the game; the answer is [`GameInput::Saved`] with this version.
    Save(u64, Box<StoredGame>),
    /// Delete the stored game; the answer is [`GameInput::Saved`] with this version.
    Delete(u64),
    /// Create the next game for a page, with a new id and owner's key, with the sides swapped or
    /// not; the answer is [`GameInput::Next`].
    CreateNext(u64, bool, Box<StoredGame>),
    /// Run a job for a page; the answers are [`GameInput::Reported`] and
    /// [`GameInput::Finished`] with this number.
    Start(u64, Caller, Box<Job>, usize),
    /// Stop a job, whose result does not matter any more.
    Stop(u64),
    /// Send [`GameInput::Wake`] at this time, in milliseconds.
    WakeAt(u64),
    /// Nobody needs the game any more: it can be dropped.
    Close,
}
