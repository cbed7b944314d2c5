//! The tags of the records of matches and contests: players, date, event, limits.

use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::contest::{MoveLimits, Record, date_text};

use super::Entrant;

/// Adds the tags of a game: its event and round, today's date, the players with their limits,
/// and the random seed of the event.
pub fn add_tags(
    record: &mut Record,
    event: &str,
    round: &str,
    players: [&Entrant; 2],
    limits: &MoveLimits,
    seed: u64,
) {
    record.set_tag("Event", event);
    record.set_tag("Round", round);
    record.set_tag("Date", today());
    for (tag, player) in ["P1Player", "P2Player"].into_iter().zip(players) {
        record.set_tag(tag, player.written_text());
    }
    if let Some(text) = limits_text(limits) {
        record.set_tag("Limits", text);
    }
    if let Some(clock) = limits.clock {
        record.set_tag("TimeControl", clock);
    }
    record.set_tag("Seed", seed);
    // JSON objects have their keys in this order, so that a record survives conversion unchanged.
    record.tags.sort();
}

/// The limits of players that have none of their own, such as `depth 2, movetime 100 ms`.
fn limits_text(limits: &MoveLimits) -> Option<String> {
    let MoveLimits { depth, nodes, movetime, clock } = limits;
    let parts = [
        depth.map(|depth| format!("depth {depth}")),
        nodes.map(|nodes| format!("nodes {nodes}")),
        movetime.map(|micros| format!("movetime {} ms", micros as f64 / 1e3)),
        clock.map(|clock| format!("clock {clock}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Today's date (UTC) as in PGN: `2026.05.31`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_text(since.as_secs() / 86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_people_name_them() {
        let clock = Some(agon_arena::TimeControl::fischer([10_000_000, 100_000]));
        let limits = MoveLimits { depth: Some(2), nodes: None, movetime: Some(1500), clock };
        let text = limits_text(&limits).unwrap();
        assert_eq!(text, "depth 2, movetime 1.5 ms, clock 10+0.1");
        assert_eq!(limits_text(&MoveLimits::default()), None);
    }
}
