//! Spot checks: some games of workers are repeated here, and must be equal.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

use crate::{Entrant, Event, GamePlayer, ScheduledGame};
use agon_arena::contest::{MoveLimits, Record};
use agon_host::interrupt;
use agon_runner::{ResultOrigin, Stop};

use crate::check_record;

/// One in this many games is repeated, and the first of every worker.
const SHARE: u32 = 32;

/// How many games wait for a check; further ones are not checked.
const MAX_WAITING: usize = 4;

/// A worker whose game differs from the one that this machine plays, and the difference.
pub type Suspect = (String, String);

struct Sample {
    game: ScheduledGame,
    record: Record,
    worker: String,
}

pub struct SpotCheck {
    samples: Option<SyncSender<Sample>>,
    suspects: Receiver<Suspect>,
    seen: HashSet<String>,
}

impl SpotCheck {
    /// Runs `run` with spot checks of an event, which are made on a separate thread. Games that
    /// cannot be repeated, because of clocks or programs, are not checked.
    pub fn during<T>(event: &Event, run: impl FnOnce(SpotCheck) -> T) -> T {
        let (samples, waiting) = sync_channel(MAX_WAITING);
        let (sender, suspects) = channel();
        let samples = is_repeatable(event).then_some(samples);
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let stop = || is_over.load(Ordering::Relaxed) || interrupt::interrupted();
            scope.spawn(move || {
                let mut player = GamePlayer::new(event, None);
                for Sample { game, record, worker } in waiting {
                    // The receiver is gone when all results are there.
                    if let Some(what) = difference(&mut player, &game, &record, &stop)
                        && sender.send((worker, what)).is_err()
                    {
                        return;
                    }
                }
            });
            let done = run(SpotCheck { samples, suspects, seen: HashSet::new() });
            // No check is awaited once all results are there.
            is_over.store(true, Ordering::Relaxed);
            done
        })
    }

    /// The record that a worker sent, if it is plausible. It may be checked.
    pub fn receive(
        check: &mut Option<SpotCheck>,
        event: &Event,
        game: &ScheduledGame,
        result: &str,
        from: ResultOrigin<'_>,
    ) -> Result<Record, String> {
        let record = check_record(result, &game.key(), event, &event.names(game), from)?;
        if let Some(check) = check {
            check.offer(game, &record, from.worker);
        }
        Ok(record)
    }

    /// Selects some games of a worker for a check.
    fn offer(&mut self, game: &ScheduledGame, record: &Record, worker: &str) {
        let Some(samples) = &self.samples else { return };
        let is_drawn = game.number.iter().sum::<u32>().is_multiple_of(SHARE);
        if is_drawn || !self.seen.contains(worker) {
            let (record, worker) = (record.clone(), worker.to_string());
            let sample = Sample { game: game.clone(), record, worker: worker.clone() };
            // If too many wait, the game is not checked.
            if samples.try_send(sample).is_ok() {
                self.seen.insert(worker);
            }
        }
    }

    /// The workers whose games differ.
    pub fn suspects(&self) -> Vec<Suspect> {
        self.suspects.try_iter().collect()
    }
}

/// Whether the games of an event are the same on every machine.
fn is_repeatable(event: &Event) -> bool {
    let MoveLimits { depth, nodes, movetime, clock } = event.settings.limits;
    let is_timed = movetime.is_some() || clock.is_some();
    let is_limited = !is_timed && (depth.is_some() || nodes.is_some());
    event.entrants.iter().all(|entrant: &Entrant| {
        let player = &entrant.player;
        let has_time = player.movetime().is_some() || player.own_limits().is_some();
        let is_alone = !entrant.has_program() && player.threads() == 1 && !has_time;
        entrant.broken.is_some()
            || is_alone && (is_limited || (!is_timed && player.check_repeatable().is_ok()))
    })
}

/// How a game differs from the one that is played here.
fn difference(
    player: &mut GamePlayer<&Event>,
    game: &ScheduledGame,
    record: &Record,
    stop: Stop<'_>,
) -> Option<String> {
    let own = player.play(game, stop).ok()??;
    if own.start != record.start {
        return Some(format!("game {} starts from another position here", game.key()));
    }
    let moves = own.moves.iter().zip(&record.moves);
    let place = moves.clone().position(|(own, other)| own != other);
    if let Some(place) = place {
        let key = game.key();
        let (here, there) = (&own.moves[place], &record.moves[place]);
        return Some(format!("in game {key} move {} is {here} here, not {there}", place + 1));
    }
    let is_same = own.moves.len() == record.moves.len() && own.result == record.result;
    (!is_same).then(|| format!("game {} ends otherwise here", game.key()))
}

/// A small event for tests of workers' records.
#[cfg(test)]
pub(super) fn with_event<T>(second: &str, limits: MoveLimits, run: impl FnOnce(&Event) -> T) -> T {
    use crate::{GameSettings, Openings, RefereeRules};

    let game = agon_arena::find("tictactoe").unwrap();
    let settings = GameSettings {
        game,
        from: "startpos".into(),
        openings: Openings::Random { plies: 2 },
        limits,
        max_plies: None,
        adjudicate: false,
        seed: 3,
    };
    let entrants = ["minimax:depth=3", second]
        .map(|player| Entrant::read(game, player, player, std::path::Path::new("")).unwrap());
    let rules = RefereeRules::default();
    run(&Event { name: "x".into(), is_match: true, settings, rules, entrants: entrants.into() })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_game_that_this_machine_does_not_play_makes_its_worker_a_suspect() {
        with_event("random", MoveLimits::default(), |event| {
            let game =
                ScheduledGame { number: [1, 1, 1], players: [0, 1], depth: None, opening: 0 };
            let played = GamePlayer::new(event, None).play(&game, &|| false);
            let right = played.unwrap().unwrap();
            let mut wrong = right.clone();
            wrong.moves.pop();
            SpotCheck::during(event, |mut check| {
                check.offer(&game, &right, "right");
                check.offer(&game, &wrong, "wrong");
                let began = Instant::now();
                let mut suspects = Vec::new();
                while suspects.is_empty() && began.elapsed() < Duration::from_secs(60) {
                    suspects.extend(check.suspects());
                }
                let expected = ("wrong".to_string(), "game 1.1.1 ends otherwise here".to_string());
                assert_eq!(suspects, [expected]);
            });
        });
    }

    #[test]
    fn games_by_the_clock_are_not_checked() {
        let timed = MoveLimits { movetime: Some(1000), ..MoveLimits::default() };
        let nodes = MoveLimits { nodes: Some(100), ..MoveLimits::default() };
        let cases = [
            ("random", MoveLimits::default(), true),
            ("engine:depth=2", MoveLimits::default(), true),
            ("engine:movetime=5", MoveLimits::default(), false),
            ("engine", timed, false),
            ("engine", nodes, true),
        ];
        for (player, limits, expected) in cases {
            assert_eq!(with_event(player, limits, is_repeatable), expected, "{player}");
        }
    }
}
