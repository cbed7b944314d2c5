//! Contests on the page: how they stand, and their games, also while they are played.

use std::path::PathBuf;

use agon_arena::contest::{Record, Standings, result_text};
use serde_json::{Value, json};

use super::refusal::PageRefusal;
use super::wire::Problem;
use crate::contests::{Archive, StoredContest, points};
use crate::failure::Failure;

/// The most games of a contest that are listed, the last ones.
const MOST_LISTED: usize = 500;

/// The files of contests that the page shows.
pub struct Contests(Vec<PathBuf>);

impl Contests {
    /// The contests of these files, all of which can be read.
    pub fn of(files: &[PathBuf]) -> Result<Contests, Failure> {
        files.iter().try_for_each(|file| Archive::read(file).map(drop))?;
        Ok(Contests(files.to_vec()))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// What they are called, by number; those that cannot be read are told with the reason.
    pub fn list(&self) -> Value {
        let about = |number: usize| match self.look(number) {
            Ok(kept) => json!({ "number": number, "name": kept.name, "games": kept.games.len() }),
            Err(problem) => json!({ "number": number, "why": problem.text }),
        };
        json!({ "contests": (0..self.0.len()).map(about).collect::<Vec<Value>>() })
    }

    /// How one of them stands.
    pub fn standing(&self, number: usize) -> Result<Value, Problem> {
        let kept = self.look(number)?;
        let state = kept.tournament.state(&kept.results());
        let name = |entry: usize| kept.entrants.get(entry).map(|(name, _)| name.as_str());
        let rows = Standings::of(&kept.tournament, &state).0.into_iter().map(|row| {
            json!({
                "place": row.place, "name": name(row.entrant), "points": points(row.half_points),
                "wins": row.tally.wins, "draws": row.tally.draws, "losses": row.tally.losses,
                "rating": row.rating.round(), "low": row.interval.0.round(),
                "high": row.interval.1.round(),
            })
        });
        let games = kept.games.iter().rev().take(MOST_LISTED).map(|(key, record)| {
            json!({
                "key": key, "players": record.players, "result": result_text(record.result),
                "reason": record.reason, "moves": record.moves.len(),
            })
        });
        Ok(json!({
            "name": kept.name, "over": state.is_over, "played": kept.games.len(),
            "standings": rows.collect::<Vec<Value>>(), "games": games.collect::<Vec<Value>>(),
        }))
    }

    /// The record of one of its games.
    pub fn record(&self, number: usize, key: &str) -> Result<Record, Problem> {
        let mut games = self.look(number)?.games.into_iter();
        let found = games.find(|(kept, _)| kept == key).map(|(_, record)| record);
        found.ok_or_else(|| PageRefusal::Unknown { game: agon_core::quote(key) }.into())
    }

    fn look(&self, number: usize) -> Result<StoredContest, Problem> {
        let nothing = || PageRefusal::Unknown { game: number.to_string() };
        let path = self.0.get(number).ok_or_else(nothing)?;
        Archive::read(path).map_err(|failure| {
            let why = match failure {
                Failure::Refused(why) => why,
                _ => path.display().to_string(),
            };
            PageRefusal::Contest { why }.into()
        })
    }
}
