//! Contests on the page: their standings and games, also while they are played.

use std::path::PathBuf;

use agon_arena::contest::{Record, Standings, result_text};
use agon_service::ServiceRefusal;
use agon_service::protocol::{
    self, Contest, ContestGame, ContestSummary, RequestError, StandingRow,
};

use crate::contests::{Archive, StoredContest, points};
use crate::failure::Failure;

/// How many games of a contest are listed: the latest ones.
const MAX_LISTED: usize = 500;

/// The contests that the page shows, by their files.
pub struct Contests(Vec<PathBuf>);

impl Contests {
    /// The contests of these files; refused if one cannot be read.
    pub fn of(files: &[PathBuf]) -> Result<Contests, Failure> {
        files.iter().try_for_each(|file| Archive::read(file).map(drop))?;
        Ok(Contests(files.to_vec()))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Their names by number; for a file that can no longer be read, the reason.
    pub fn list(&self) -> protocol::Contests {
        let about = |number: usize| match self.load(number) {
            Ok(stored) => ContestSummary {
                number,
                name: Some(stored.name),
                games: Some(stored.games.len()),
                why: None,
            },
            Err(error) => {
                ContestSummary { number, why: Some(error.text), ..ContestSummary::default() }
            }
        };
        protocol::Contests { contests: (0..self.0.len()).map(about).collect() }
    }

    /// The standings and games of one contest.
    pub fn standing(&self, number: usize) -> Result<Contest, RequestError> {
        let stored = self.load(number)?;
        let state = stored.tournament.state(&stored.results());
        let rows = Standings::of(&stored.tournament, &state).0.into_iter().map(|row| StandingRow {
            place: row.place,
            name: stored.entrants.get(row.entrant).map(|(name, _)| name.clone()),
            points: points(row.half_points),
            wins: row.tally.wins,
            draws: row.tally.draws,
            losses: row.tally.losses,
            rating: row.rating.round(),
            low: row.interval.0.round(),
            high: row.interval.1.round(),
        });
        let games = stored.games.iter().rev().take(MAX_LISTED).map(|(key, record)| ContestGame {
            key: key.clone(),
            players: record.players.clone(),
            result: result_text(record.result).into(),
            reason: record.reason.clone(),
            moves: record.moves.len(),
        });
        Ok(Contest {
            name: stored.name.clone(),
            over: state.is_over,
            played: stored.games.len(),
            standings: rows.collect(),
            games: games.collect(),
        })
    }

    /// The record of one of its games.
    pub fn record(&self, number: usize, key: &str) -> Result<Record, RequestError> {
        let mut games = self.load(number)?.games.into_iter();
        let found = games.find(|(stored, _)| stored == key).map(|(_, record)| record);
        found.ok_or_else(|| ServiceRefusal::Unknown { game: agon_core::quote(key) }.into())
    }

    fn load(&self, number: usize) -> Result<StoredContest, RequestError> {
        let unknown = || ServiceRefusal::Unknown { game: number.to_string() };
        let path = self.0.get(number).ok_or_else(unknown)?;
        Archive::read(path).map_err(|failure| {
            let why = match failure {
                Failure::Refused(why) => why,
                _ => path.display().to_string(),
            };
            ServiceRefusal::Contest { why }.into()
        })
    }
}
