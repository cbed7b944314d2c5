//! A contest whose games are played by workers on other machines.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, channel};

use agon_arena::contest::{GameEnd, Record, ScheduledGame};
use agon_cluster::{Item, Origin, Work};

use super::ContestRun;
use crate::cluster::{Cluster, GamesTask, SpotCheck, Suspect, check_record, game_item};
use crate::commands::contest::lock;
use crate::contests::{Batch, GameWriter, game_end, store_behind};
use crate::failure::Failure;
use crate::interrupt;

impl ContestRun<'_> {
    /// Lets workers elsewhere play all games that can be played.
    pub fn run_over(&self, writer: GameWriter, cluster: &Cluster) -> Result<(), Failure> {
        let failed = |failure: Failure| {
            lock(&self.state).failed.get_or_insert(failure);
        };
        let task = GamesTask::pack(&self.event())?;
        let (tell, stored) = channel();
        store_behind(
            writer,
            move |(key, result): (String, Option<GameEnd>)| {
                self.count(key.clone(), result);
                // Nobody asks any more after a failure.
                let _ = tell.send(key);
            },
            failed,
            |sender| {
                let played = SpotCheck::during(self.event(), |check| {
                    let out = HashMap::new();
                    let mut work = ContestWork { run: self, sender, check, stored, out };
                    cluster.run(&self.contest.name, task, 1, &mut work)
                });
                if let Err(failure) = played {
                    failed(failure);
                }
            },
        );
        match lock(&self.state).failed.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}

/// The games of a contest as work for a cluster.
struct ContestWork<'a, 'b> {
    run: &'a ContestRun<'b>,
    sender: &'a SyncSender<Batch<(String, Option<GameEnd>)>>,
    check: SpotCheck,
    /// The keys of the games that are stored.
    stored: Receiver<String>,
    /// The games that are handed out.
    out: HashMap<String, ScheduledGame>,
}

impl ContestWork<'_, '_> {
    /// Hands over a game to be stored.
    fn store(&self, key: &str, record: &Record) {
        let games = vec![(key.to_string(), record.to_string())];
        // Who stores them has failed if nobody takes them, which ends the contest.
        let _ = self.sender.send(Batch { games, told: (key.to_string(), game_end(record)) });
    }
}

impl Work for ContestWork<'_, '_> {
    fn next(&mut self) -> Option<Item> {
        loop {
            let game = self.run.take_ready(&mut lock(&self.run.state))?;
            match self.run.walkover(&game) {
                Ok(Some(record)) => self.store(&game.key(), &record),
                Ok(None) => {
                    let item = game_item(&game);
                    self.out.insert(game.key(), game);
                    return Some(item);
                }
                Err(failure) => {
                    lock(&self.run.state).failed.get_or_insert(failure);
                    return None;
                }
            }
        }
    }

    fn left(&self) -> Option<u64> {
        let done = (lock(&self.run.state).results.len() + self.out.len()) as u64;
        Some(self.run.contest.tournament.games().saturating_sub(done))
    }

    fn accept(&mut self, key: &str, result: &str, from: Origin<'_>) -> Result<(), String> {
        let game = self.out.get(key).ok_or("nobody asked for it")?;
        let event = self.run.event();
        let record = check_record(result, key, &event, &event.names(game), from)?;
        self.check.offer(game, &record, from.worker);
        self.out.remove(key);
        self.store(key, &record);
        Ok(())
    }

    fn suspects(&mut self) -> Vec<Suspect> {
        self.check.suspects()
    }

    fn take_stored(&mut self) -> Vec<String> {
        self.stored.try_iter().collect()
    }

    fn is_done(&mut self) -> bool {
        let state = lock(&self.run.state);
        let is_ready = || {
            let tournament = self.run.contest.tournament.state(&state.results);
            tournament.ready().next().is_some()
        };
        state.waiting.is_empty() && state.playing.is_empty() && !is_ready()
    }

    fn is_stopped(&self) -> bool {
        lock(&self.run.state).failed.is_some() || interrupt::interrupted()
    }

    fn progress(&self) -> String {
        let done = lock(&self.run.state).results.len();
        format!("{done} of {} games", self.run.contest.tournament.games())
    }
}
