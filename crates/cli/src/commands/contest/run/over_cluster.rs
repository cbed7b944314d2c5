//! A contest whose games are played by workers on other machines.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, channel};

use agon_arena::contest::Record;
use agon_contest::{Batch, GameEnd, GameWriter, ScheduledGame, game_end, store_behind};
use agon_core::Side;
use agon_host::{Failure, interrupt};
use agon_runner::{Item, ResultOrigin, Work};

use super::ContestRun;
use crate::cluster::{Cluster, GamesTask, SpotCheck, Suspect, check_record, game_item};
use crate::commands::contest::lock;

/// How many entrants are named in the progress.
const LEADERS: usize = 3;

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
                    let points = self.half_points();
                    let mut work = ContestWork { run: self, sender, check, stored, out, points };
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

    /// Twice the points of all entrants by the games so far.
    fn half_points(&self) -> Vec<u64> {
        let mut points = vec![0; self.contest.entrants.len()];
        let state = self.contest.tournament.state(&lock(&self.state).results);
        for (game, end) in state.pairings.iter().flat_map(|pairing| &pairing.games) {
            add_points(&mut points, game, *end);
        }
        points
    }
}

/// Adds a game to the points of its players.
fn add_points(points: &mut [u64], game: &ScheduledGame, end: Option<GameEnd>) {
    for (side, player) in Side::BOTH.into_iter().zip(game.players) {
        if let (Some(points), Some(end)) = (points.get_mut(player), end) {
            *points += end.half_points(side);
        }
    }
}

/// The entrants with the most points, as a line of text.
fn leaders(points: &[u64], names: &[&str]) -> String {
    let mut rows: Vec<(u64, &str)> = points.iter().copied().zip(names.iter().copied()).collect();
    rows.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
    let row = |&(points, name): &(u64, &str)| format!("{name} {}", points as f64 / 2.0);
    rows.iter().take(LEADERS).map(row).collect::<Vec<_>>().join(", ")
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
    /// Twice the points of the entrants.
    points: Vec<u64>,
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
                Ok(Some(record)) => {
                    add_points(&mut self.points, &game, game_end(&record));
                    self.store(&game.key(), &record);
                }
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

    fn accept(&mut self, key: &str, result: &str, from: ResultOrigin<'_>) -> Result<(), String> {
        let game = self.out.get(key).ok_or("nobody asked for it")?;
        let event = self.run.event();
        let record = check_record(result, key, &event, &event.names(game), from)?;
        self.check.offer(game, &record, from.worker);
        add_points(&mut self.points, game, game_end(&record));
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
        let names: Vec<&str> =
            self.run.contest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        format!(
            "{done} of {} games; leading: {}",
            self.run.contest.tournament.games(),
            leaders(&self.points, &names)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_names_those_with_the_most_points() {
        let mut points = vec![0; 4];
        let game = |players| ScheduledGame { number: [1, 1, 1], players, depth: None, opening: 0 };
        let won = |side| Some(GameEnd::Played(agon_core::Outcome::Win(side)));
        add_points(&mut points, &game([0, 1]), won(Side::Second));
        add_points(&mut points, &game([1, 2]), Some(GameEnd::Played(agon_core::Outcome::Draw)));
        add_points(&mut points, &game([3, 2]), None);
        assert_eq!(leaders(&points, &["a", "b", "c", "d"]), "b 1.5, c 0.5, a 0");
    }
}
