//! Prints the standings, forfeits and pairings of a contest, as text or as JSON lines.

use std::io::Write;

use agon_host::Failure;
use serde_json::{Value, json};

use crate::distinct::{Distinct, game_line};
use crate::{
    Format, Pairing, StoredContest, TournamentState, bonus, end_text, forfeit_lines, forfeits,
    points,
};

/// Prints the standings, the forfeits, and the pairings of an elimination.
pub fn print_contest(
    stored: &StoredContest,
    state: &TournamentState,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", stored.name)?;
    if matches!(stored.tournament.format, Format::Elimination { .. }) {
        for pairing in &state.pairings {
            print_pairing(stored, pairing, out)?;
        }
    }
    let has_bonus = !stored.bonus.is_empty();
    let wide =
        stored.entrants.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    let header = if has_bonus { format!("{:12}  bonus", "95 %") } else { "95 %".into() };
    writeln!(
        out,
        "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6}  {header}",
        "place", "name", "points", "won", "drawn", "lost", "rating"
    )?;
    for row in &stored.standings(state).0 {
        let (low, high) = row.interval;
        let interval = format!("{low:.0} to {high:.0}");
        let interval = match bonus(&stored.bonus, row.place) {
            0 => interval,
            bonus => format!("{interval:12}  {bonus}"),
        };
        writeln!(
            out,
            "{:>5}  {:wide$}  {:>6} {:>5} {:>5} {:>5}  {:>6.0}  {interval}",
            row.place,
            stored.entrants[row.entrant].0,
            points(row.half_points),
            row.tally.wins,
            row.tally.draws,
            row.tally.losses,
            row.rating,
        )?;
    }
    for line in forfeit_lines(stored) {
        writeln!(out, "{line}")?;
    }
    if let Some(warning) = stored.distinct().warning() {
        writeln!(out, "warning: {warning}")?;
    }
    Ok(())
}

fn print_pairing(
    stored: &StoredContest,
    pairing: &Pairing,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = |entry: usize| &stored.entrants[entry].0;
    let [round, number] = pairing.number;
    let third = if pairing.for_third { " for the third place" } else { "" };
    let Some(second) = pairing.second else {
        return Ok(writeln!(out, "{round}.{number}  {} has a bye", name(pairing.first))?);
    };
    let [mine, theirs] = pairing.half_points().map(points);
    let first = name(pairing.first);
    write!(out, "{round}.{number}  {first} {mine} : {theirs} {}{third}", name(second))?;
    if let Some(begins) = pairing.lots.begins {
        write!(out, "; by lot {} began one more game", name(begins))?;
    }
    if let Some(advances) = pairing.lots.advances {
        write!(out, ", which was drawn; by lot {} goes on", name(advances))?;
    }
    Ok(writeln!(out)?)
}

/// Prints the games, the pairings and the standings as JSON lines.
pub fn print_contest_json(
    stored: &StoredContest,
    state: &TournamentState,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut distinct = Distinct::default();
    for (key, record) in stored.games_in_order() {
        let line = json!({
            "game": key, "p1": record.players[0], "p2": record.players[1],
            "result": end_text(record), "reason": record.reason,
            "plies": record.moves.len(), "repeated": !distinct.add(game_line(record)),
        });
        writeln!(out, "{line}")?;
    }
    for pairing in &state.pairings {
        let name = |entry: Option<usize>| entry.map(|entry| &stored.entrants[entry].0);
        let [round, number] = pairing.number;
        let line = json!({
            "round": round, "meeting": number, "first": name(Some(pairing.first)),
            "second": name(pairing.second), "points": pairing.half_points().map(points_json),
            "winner": name(pairing.winner()), "third_place": pairing.for_third,
            "begins_by_lot": name(pairing.lots.begins), "goes_on_by_lot": name(pairing.lots.advances),
        });
        writeln!(out, "{line}")?;
    }
    let forfeits = forfeits(stored);
    for row in &stored.standings(state).0 {
        let (name, player) = &stored.entrants[row.entrant];
        let forfeited = forfeits.get(name.as_str()).map_or(0, |forfeits| forfeits.games);
        let line = json!({
            "place": row.place, "name": name, "player": player, "points": points_json(row.half_points),
            "won": row.tally.wins, "drawn": row.tally.draws, "lost": row.tally.losses,
            "rating": row.rating, "interval": [row.interval.0, row.interval.1],
            "distinct": row.distinct, "forfeits": forfeited, "bonus": bonus(&stored.bonus, row.place),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Half points as a number of points, an integer if possible.
fn points_json(half: u64) -> Value {
    match half % 2 {
        0 => json!(half / 2),
        _ => json!(half as f64 / 2.0),
    }
}
