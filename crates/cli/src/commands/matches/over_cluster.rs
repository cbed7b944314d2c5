//! A match whose games are played by workers on other machines.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

use agon_arena::contest::Record;
use agon_contest::{GameWriter, store_behind};
use agon_host::{Failure, interrupt};
use agon_runner::{Item, ResultOrigin, Work};

use super::{FinishedPair, MatchRun, SIDES, half_of_pair};
use crate::cluster::{Cluster, GamesTask, SpotCheck, Suspect, check_record, game_item};
use crate::commands::contest::lock;

impl MatchRun<'_> {
    /// Lets workers elsewhere play the match.
    pub(super) fn run_over(
        &self,
        writer: Option<GameWriter>,
        cluster: &Cluster,
        title: &str,
    ) -> Result<(), Failure> {
        let task = GamesTask::pack(&self.event())?;
        let failed = Mutex::new(None);
        let fail = |failure: Failure| {
            lock(&failed).get_or_insert(failure);
        };
        let (tell, stored) = channel();
        let count = |pair: FinishedPair| {
            let keys = pair.new_keys();
            self.count(pair);
            // Nobody asks any more when the match is over.
            let _ = tell.send(keys);
        };
        let play = |hand_over: &dyn Fn(FinishedPair)| {
            let played = SpotCheck::during(self.event(), |check| {
                let mut work = MatchWork {
                    run: self,
                    failed: &failed,
                    hand_over,
                    check,
                    stored,
                    ready: VecDeque::new(),
                    partial: HashMap::new(),
                    handed_out: 0,
                };
                cluster.run(title, task, 2, &mut work)
            });
            if let Err(failure) = played {
                fail(failure);
            }
        };
        match writer {
            None => play(&count),
            // A pair counts once it is stored.
            Some(writer) => store_behind(writer, count, fail, |sender| {
                // Nobody takes it after a failure, which ends the match.
                play(&|pair: FinishedPair| drop(sender.send(pair.batch())));
            }),
        }
        match lock(&failed).take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}

/// A pair of which a game is missing, and which of its games are new.
#[derive(Default)]
struct PartialPair {
    games: [Option<Record>; 2],
    new: Vec<usize>,
}

/// The games of a match as work for a cluster.
struct MatchWork<'a> {
    run: &'a MatchRun<'a>,
    failed: &'a Mutex<Option<Failure>>,
    /// Takes a pair, to be stored and counted.
    hand_over: &'a dyn Fn(FinishedPair),
    check: SpotCheck,
    /// The keys of games that are stored.
    stored: Receiver<Vec<String>>,
    ready: VecDeque<Item>,
    partial: HashMap<u64, PartialPair>,
    handed_out: u64,
}

impl MatchWork<'_> {
    /// Prepares the games of a pair that earlier runs have not played.
    fn prepare(&mut self, number: u64) {
        let mut pair = PartialPair::default();
        for (half, players) in SIDES.into_iter().enumerate() {
            let game = half_of_pair(number, half, players);
            pair.games[half] = lock(&self.run.score).known.remove(&game.key());
            if pair.games[half].is_none() {
                self.ready.push_back(game_item(&game));
            }
        }
        self.partial.insert(number, pair);
        self.hand_over_whole(number);
    }

    /// Hands over a pair if none of its games is missing.
    fn hand_over_whole(&mut self, number: u64) {
        let is_whole = |pair: &PartialPair| pair.games.iter().all(Option::is_some);
        if self.partial.get(&number).is_some_and(is_whole)
            && let Some(PartialPair { games: [Some(first), Some(second)], new }) =
                self.partial.remove(&number)
        {
            (self.hand_over)(FinishedPair { number, games: [first, second], new });
        }
    }
}

impl Work for MatchWork<'_> {
    fn next(&mut self) -> Option<Item> {
        while self.ready.is_empty() {
            let chunk = lock(&self.run.score).queue.next_chunk()?;
            chunk.for_each(|number| self.prepare(number));
        }
        self.handed_out += 1;
        self.ready.pop_front()
    }

    fn left(&self) -> Option<u64> {
        Some((2 * self.run.pairs).saturating_sub(self.handed_out))
    }

    fn accept(&mut self, key: &str, result: &str, from: ResultOrigin<'_>) -> Result<(), String> {
        let number: Option<u64> = key.strip_prefix("1.1.").and_then(|number| number.parse().ok());
        let place = number.and_then(|number| number.checked_sub(1)).ok_or("it is no game")?;
        let (number, half) = (place / 2, (place % 2) as usize);
        let pair = self.partial.get_mut(&number).ok_or("nobody asked for it")?;
        let event = self.run.event();
        let game = half_of_pair(number, half, SIDES[half]);
        let names = event.names(&game);
        let record = check_record(result, key, &event, &names, from)?;
        self.check.offer(&game, &record, from.worker);
        if pair.games[half].replace(record).is_none() {
            pair.new.push(half);
        }
        self.hand_over_whole(number);
        Ok(())
    }

    fn suspects(&mut self) -> Vec<Suspect> {
        self.check.suspects()
    }

    fn take_stored(&mut self) -> Vec<String> {
        self.stored.try_iter().flatten().collect()
    }

    fn is_done(&mut self) -> bool {
        lock(&self.run.score).queue.is_over()
    }

    fn is_stopped(&self) -> bool {
        let is_over = lock(&self.run.score).queue.is_over();
        is_over || lock(self.failed).is_some() || interrupt::interrupted()
    }

    fn progress(&self) -> String {
        lock(&self.run.score).line(self.run.began.elapsed().as_secs_f64())
    }
}
