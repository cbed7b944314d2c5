//! The engine of a worker. It runs one job after another.

use std::sync::{Mutex, PoisonError};

use agon_arena::{AnySession, GameEntry, PlayerRefusal, Refused, find};
use agon_core::Stop;
use agon_service::protocol::RequestError;
use agon_service::{Job, JobContext, JobResult, Report, Resources, Work};

/// The number of games whose players are kept for their next move.
const MAX_KEPT: usize = 2;

/// The environment of a job: a clock and a receiver of reports.
pub trait World: Sync {
    /// A time in milliseconds, with any origin.
    fn now(&self) -> f64;
    fn report(&self, text: &str);
}

/// Runs jobs and keeps the players of recent games.
#[derive(Default)]
pub struct Engine {
    /// Sessions by game, most recently used last.
    kept: Vec<(String, Box<dyn AnySession>)>,
}

impl Engine {
    /// Runs a job to its end and returns the result. A job cannot be stopped; to abandon it,
    /// terminate the worker.
    pub fn run(&mut self, game: &str, job: &str, world: &dyn World) -> String {
        let result = match Job::from_json(job, Resources::threads(1)) {
            Err(error) => JobResult::Reply(Err(error)),
            Ok(job) => match check_network(job.snapshot.entry) {
                Err(error) if matches!(job.work, Work::Move) => JobResult::Move(Err(error)),
                Err(error) => JobResult::Reply(Err(error)),
                Ok(()) => self.run_job(game, &job, world),
            },
        };
        result.to_json()
    }

    fn run_job(&mut self, game: &str, job: &Job, world: &dyn World) -> JobResult {
        let place = self.kept.iter().position(|(kept, _)| kept == game);
        let session = place.map(|place| self.kept.remove(place).1);
        let run = Run { world, started: world.now(), session: Mutex::new(session) };
        let result = job.run(&run, &());
        let kept = run.session.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.kept.extend(kept.map(|session| (game.to_string(), session)));
        if self.kept.len() > MAX_KEPT {
            self.kept.remove(0);
        }
        result
    }

    /// Supplies the network of a game. The error says why it is unusable.
    pub fn supply(&self, game: &str, network: &[u8]) -> Result<(), String> {
        let slot = find(game).and_then(|entry| entry.network);
        let slot = slot.ok_or_else(|| format!("there is no network of {game}"))?;
        slot().supply(network).map_err(|refusal| refusal.to_string())
    }

    pub fn forget(&mut self, game: &str) {
        self.kept.retain(|(kept, _)| kept != game);
    }
}

/// Refuses to search if the game's network is missing.
fn check_network(entry: &GameEntry) -> Result<(), RequestError> {
    match entry.network.is_some_and(|slot| slot().is_missing()) {
        false => Ok(()),
        true => {
            let (name, reason) = ("network".into(), "could not be fetched".into());
            Err(Refused::from(PlayerRefusal::EvaluationFailed { name, reason }).into())
        }
    }
}

/// A running job.
struct Run<'w> {
    world: &'w dyn World,
    started: f64,
    session: Mutex<Option<Box<dyn AnySession>>>,
}

impl Stop for Run<'_> {
    fn is_stopped(&self) -> bool {
        false
    }
}

impl JobContext for Run<'_> {
    fn elapsed(&self) -> u64 {
        (self.world.now() - self.started).max(0.0) as u64
    }

    fn report(&self, report: Report) {
        self.world.report(&report.to_json());
    }

    fn take_session(&self) -> Option<Box<dyn AnySession>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep_session(&self, session: Box<dyn AnySession>, _bytes: u64) {
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
    }
}
