//! Games are stored on a thread of their own, many in one transaction.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_host::Failure;

use super::GameWriter;

/// How many batches may wait to be stored; whoever has one more waits.
const MAX_WAITING: usize = 1000;

/// The most batches of one transaction.
const MAX_TOGETHER: usize = 1000;

/// How long a transaction waits for more games.
const LINGER: Duration = Duration::from_millis(10);

/// Games that are stored together, and what is said when they are.
pub struct Batch<T> {
    /// The games: their keys, and their records as text.
    pub games: Vec<(String, String)>,
    /// What is said when they are stored.
    pub told: T,
}

/// Runs `work`, which sends finished games, and stores them meanwhile. `committed` is told of
/// each batch once it is on disk, in order; after a failure, which `failed` is told of, of none.
pub fn store_behind<T: Send>(
    mut writer: GameWriter,
    committed: impl Fn(T) + Send,
    failed: impl Fn(Failure) + Send,
    work: impl FnOnce(&SyncSender<Batch<T>>),
) {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut has_failed = false;
            while let Some(batches) = next(&receiver) {
                // What was sent before the failure was heard of is dropped.
                if has_failed {
                    continue;
                }
                match writer.store(batches.iter().flat_map(|batch| &batch.games)) {
                    Ok(()) => batches.into_iter().for_each(|batch| committed(batch.told)),
                    Err(failure) => {
                        has_failed = true;
                        failed(failure);
                    }
                }
            }
        });
        work(&sender);
        drop(sender);
    });
}

/// The batches of the next transaction; `None` if no more will come.
fn next<T>(receiver: &Receiver<Batch<T>>) -> Option<Vec<Batch<T>>> {
    let mut batches = vec![receiver.recv().ok()?];
    let end = Instant::now() + LINGER;
    while batches.len() < MAX_TOGETHER {
        match receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(batch) => batches.push(batch),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    Some(batches)
}
