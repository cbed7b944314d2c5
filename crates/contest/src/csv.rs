//! The results of a contest as CSV: standings, crosstable and games.

use std::fs;
use std::path::Path;

use crate::{Standings, TournamentState};
use agon_host::Failure;
use agon_host::csv::line;
use agon_host::store::{self, LockedFile};

use super::{Crosstable, StoredContest, bonus, end_text, forfeits, points, shown_player};

/// Writes `standings.csv`, `crosstable.csv` and `games.csv` into a folder.
pub fn write_csv(
    folder: &Path,
    contest: &StoredContest,
    state: &TournamentState,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| store::about_file(folder, &error.to_string()))?;
    let standings = contest.standings(state);
    let files = [
        ("standings.csv", standings_csv(contest, &standings)),
        ("crosstable.csv", crosstable_csv(contest, state, &standings)),
        ("games.csv", games_csv(contest)),
    ];
    for (name, rows) in files {
        let text: String = rows.iter().map(|row| line(row)).collect();
        LockedFile::lock(&folder.join(name))?.write(text.as_bytes())?;
    }
    Ok(())
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn standings_csv(contest: &StoredContest, standings: &Standings) -> Vec<Vec<String>> {
    let names = [
        "place",
        "name",
        "points",
        "won",
        "drawn",
        "lost",
        "forfeited",
        "rating",
        "low",
        "high",
        "bonus",
        "player",
    ];
    let forfeits = forfeits(contest);
    let row = |row: &crate::Standing| {
        let (name, player) = &contest.entrants[row.entrant];
        vec![
            row.place.to_string(),
            name.clone(),
            points(row.half_points),
            row.tally.wins.to_string(),
            row.tally.draws.to_string(),
            row.tally.losses.to_string(),
            forfeits.get(name.as_str()).map_or(0, |forfeits| forfeits.games).to_string(),
            format!("{:.0}", row.rating),
            format!("{:.0}", row.interval.0),
            format!("{:.0}", row.interval.1),
            bonus(&contest.bonus, row.place).to_string(),
            shown_player(contest, name, player),
        ]
    };
    [head(&names)].into_iter().chain(standings.0.iter().map(row)).collect()
}

/// The points of each row against each column, in the order of the standings.
fn crosstable_csv(
    contest: &StoredContest,
    state: &TournamentState,
    standings: &Standings,
) -> Vec<Vec<String>> {
    let table = Crosstable::of(state);
    let order: Vec<usize> = standings.0.iter().map(|row| row.entrant).collect();
    let name = |entrant: usize| contest.entrants[entrant].0.clone();
    let first = [String::new()].into_iter().chain(order.iter().map(|&one| name(one)));
    let row = |&one: &usize| {
        let scores = order
            .iter()
            .map(|&other| table.score(one, other).map_or(String::new(), |(half, _)| points(half)));
        [name(one)].into_iter().chain(scores).collect()
    };
    [first.collect()].into_iter().chain(order.iter().map(row)).collect()
}

fn games_csv(contest: &StoredContest) -> Vec<Vec<String>> {
    let names = ["round", "p1", "p2", "result", "reason", "plies", "date", "position", "moves"];
    let row = |(key, record): (&str, &agon_arena::contest::Record)| {
        vec![
            key.to_string(),
            record.players[0].clone(),
            record.players[1].clone(),
            end_text(record).to_string(),
            record.reason.clone().unwrap_or_default(),
            record.moves.len().to_string(),
            record.tag("Date").unwrap_or_default().to_string(),
            record.start.clone().unwrap_or_default(),
            record.moves.join(" "),
        ]
    };
    [head(&names)].into_iter().chain(contest.games_in_order().into_iter().map(row)).collect()
}
