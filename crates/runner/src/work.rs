//! Work: items to be done, and what happens to their results. Every long command is one.

use crate::message::SentItem;

/// Polled regularly: whether to stop.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What must be done, and what happens to the results. The work decides which items are missing; a
/// runner only hands them out.
pub trait Work {
    /// One unit of work, for example a game, a hand-in or a board.
    type Item;
    type Output;
    /// Why the work cannot continue.
    type Failure;

    /// The next item that can be done now and was not returned before.
    fn next(&mut self) -> Result<Option<Self::Item>, Self::Failure>;
    fn accept(&mut self, item: Self::Item, output: Self::Output) -> Result<(), Self::Failure>;
    /// Stores accepted results, if it is time to. `is_awaited`: other items wait for it.
    fn store(&mut self, is_awaited: bool) -> Result<(), Self::Failure> {
        let _ = is_awaited;
        Ok(())
    }
    /// Whether no more results are wanted.
    fn is_over(&self) -> bool {
        false
    }
    /// How many units may wait for a free thread, so that none is idle while results are stored.
    fn ahead(&self) -> usize {
        0
    }
    /// The state so far, for people.
    fn progress(&self) -> String;
    /// How many steps are done, and of how many, if known.
    fn steps(&self) -> Option<(u64, u64)> {
        None
    }
}

/// Work that other machines can do: its items and results have a text form.
pub trait SharedWork: Work<Item: Clone> {
    fn send(&self, item: &Self::Item) -> SentItem;
    /// Reads the result of an item. Impossible results are refused.
    fn receive(
        &mut self,
        item: &Self::Item,
        result: &str,
        from: ResultOrigin,
    ) -> Result<Self::Output, String>;
    /// How many items are left, if known.
    fn left(&self) -> Option<u64>;
    /// What of a result is equal on all machines. `None` if the item cannot be repeated.
    fn repeatable(&self, item: &Self::Item, output: &Self::Output) -> Option<String> {
        let _ = (item, output);
        None
    }
    /// Takes out the results of the items with false results, stored or not; `next` returns
    /// these items again, and others that depend on them. Returns how many results were taken out
    /// besides, because they depend on them; `None` if nothing can be taken out.
    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Self::Failure> {
        let _ = is_false;
        Ok(None)
    }
    /// Whether the result of an item that is handed out is still wanted after others were taken
    /// out.
    fn is_wanted(&self, item: &Self::Item) -> bool {
        let _ = item;
        true
    }
    /// Workers whose results differ from those of others more than by chance, with the reasons.
    /// `worker_of` tells who has done the item with a key.
    fn outliers(&self, worker_of: WorkerOf<'_>) -> Vec<(u32, String)> {
        let _ = worker_of;
        Vec::new()
    }
    /// The state so far, for spectators of the server.
    fn summary(&self) -> String {
        self.progress()
    }
}

/// Whether the result of the item with this key is false.
pub type IsFalse<'a> = &'a dyn Fn(&str) -> bool;

/// The number of the worker that has done the item with this key in this run.
pub type WorkerOf<'a> = &'a dyn Fn(&str) -> Option<u32>;

#[derive(Clone, Copy, Debug)]
pub struct ResultOrigin {
    /// The worker's speed in nodes per second, by the reference bench.
    pub speed: u64,
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunFailure<F> {
    /// The work or an item failed.
    Work(F),
    /// An item panicked, with this message.
    Panic(String),
    /// The server or the workers failed.
    Server(String),
}
