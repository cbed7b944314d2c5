//! Games that were lost by a fault of a player, and not by the rules.

use std::collections::BTreeMap;

use agon_arena::contest::Record;
use agon_core::Side;

use super::StoredContest;

/// The side that lost a game by a fault, and the fault. Who resigns has made none.
pub fn forfeit(record: &Record) -> Option<(Side, &str)> {
    let reason = record.reason.as_deref()?;
    Side::BOTH
        .into_iter()
        .zip(["P1 ", "P2 "])
        .find_map(|(side, begin)| Some((side, reason.strip_prefix(begin)?)))
}

/// The forfeits of one entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeits {
    /// How many games it lost so.
    pub games: usize,
    /// The first fault.
    pub first: String,
}

/// The forfeits of all entrants that have any, by name.
pub fn forfeits(contest: &StoredContest) -> BTreeMap<&str, Forfeits> {
    let mut all: BTreeMap<&str, Forfeits> = BTreeMap::new();
    for (_, record) in contest.games_in_order() {
        if let Some((side, fault)) = forfeit(record) {
            let first = fault.lines().next().unwrap_or_default().to_string();
            let name = record.players[side.index()].as_str();
            all.entry(name).or_insert(Forfeits { games: 0, first }).games += 1;
        }
    }
    all
}

/// What is said about forfeits, a line each; nothing if there are none.
pub fn forfeit_lines(contest: &StoredContest) -> Vec<String> {
    let forfeits = forfeits(contest);
    let lost: usize = forfeits.values().map(|forfeits| forfeits.games).sum();
    let mut lines = Vec::new();
    if lost > 0 && lost == contest.games.len() {
        lines.push(format!("no game was decided by play: all {lost} were forfeited"));
    }
    for (name, Forfeits { games, first }) in forfeits {
        let all = contest.games.iter().filter(|(_, game)| game.players.iter().any(|p| p == name));
        let all = all.count();
        lines.push(format!("{name} forfeited {games} of {all} games; the first: {first}"));
    }
    lines
}
