//! Work: items to be done, and what becomes of their results. Every long command is one.

use crate::message::SentItem;

/// Asked now and then whether to give up.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What is to be done, and what becomes of the results. It decides what is missing, so it is the
/// truth; whoever runs it only hands it out.
pub trait Work {
    /// One thing to be done: a game, a hand-in, a board.
    type Item;
    /// What comes of it.
    type Output;
    /// Why the work cannot go on.
    type Failure;

    /// The next item that can be done now and was not returned before.
    fn next(&mut self) -> Result<Option<Self::Item>, Self::Failure>;
    /// Takes the result of an item.
    fn accept(&mut self, item: Self::Item, output: Self::Output) -> Result<(), Self::Failure>;
    /// Stores what was accepted, if it is time to: at once when others wait for it.
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
    /// What is known so far, for people.
    fn progress(&self) -> String;
    /// How many steps are done, and of how many, if that is known.
    fn steps(&self) -> Option<(u64, u64)> {
        None
    }
}

/// Work that other machines can do: its items and results have a text form.
pub trait SharedWork: Work {
    /// An item as it is sent.
    fn send(&self, item: &Self::Item) -> SentItem;
    /// The result of an item; refused if it cannot be right.
    fn receive(
        &mut self,
        item: &Self::Item,
        result: &str,
        from: ResultOrigin<'_>,
    ) -> Result<Self::Output, String>;
    /// How many items are left, if that is known.
    fn left(&self) -> Option<u64>;
    /// Workers whose results were found to be wrong later, with the reasons.
    fn suspects(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// What is known so far, for those who watch the server.
    fn summary(&self) -> String {
        self.progress()
    }
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug)]
pub struct ResultOrigin<'a> {
    /// The worker.
    pub worker: &'a str,
    /// Its speed in nodes per second, by the reference bench.
    pub speed: u64,
}

/// Why a run ended without its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunFailure<F> {
    /// The work or an item failed.
    Work(F),
    /// An item made the program panic, with these words.
    Panic(String),
    /// The server or the workers failed.
    Server(String),
}
