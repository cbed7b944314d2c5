//! Games that were lost by a fault of a player.

use std::collections::BTreeMap;

use agon_arena::contest::{Reason, Record};
use agon_core::Side;

use crate::{GameEnd, StoredContest, game_end};

/// The side that lost a game by a fault, and the fault. A resignation is no fault.
pub fn forfeit(record: &Record) -> Option<(Side, &str)> {
    let reason = record.reason.as_deref()?;
    if Side::BOTH.iter().any(|&side| reason == Reason::Resigned(side).to_string()) {
        return None;
    }
    Side::BOTH
        .into_iter()
        .zip(["P1 ", "P2 "])
        .find_map(|(side, begin)| Some((side, reason.strip_prefix(begin)?)))
}

/// The forfeits of one entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeits {
    /// How many games it forfeited.
    pub games: usize,
    pub first: String,
}

/// The forfeits by entrant.
pub fn forfeits(contest: &StoredContest) -> BTreeMap<&str, Forfeits> {
    let mut all: BTreeMap<&str, Forfeits> = BTreeMap::new();
    for (_, record) in contest.games_in_order() {
        let mut add = |side: Side, fault: &str| {
            let first = fault.lines().next().unwrap_or_default().to_string();
            let name = record.players[side.index()].as_str();
            all.entry(name).or_insert(Forfeits { games: 0, first }).games += 1;
        };
        if game_end(record) == Some(GameEnd::BothLost) {
            Side::BOTH.into_iter().for_each(|side| add(side, "could not play"));
        } else if let Some((side, fault)) = forfeit(record) {
            add(side, fault);
        }
    }
    all
}

/// The lines about forfeits in the results.
pub fn forfeit_lines(contest: &StoredContest) -> Vec<String> {
    let forfeits = forfeits(contest);
    let is_lost =
        |record: &Record| forfeit(record).is_some() || game_end(record) == Some(GameEnd::BothLost);
    let lost = contest.games.iter().filter(|(_, record)| is_lost(record)).count();
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
