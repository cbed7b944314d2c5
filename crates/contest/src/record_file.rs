//! Files of records, and of those games that the referee has adjudicated.

use std::path::Path;

use agon_arena::contest::{Reason, Record, result_text};
use agon_arena::score_words;
use agon_core::Side;
use agon_host::Failure;
use agon_host::store::LockedFile;

use crate::record_json;

/// Writes records to a file, as text or as JSON lines.
pub fn write_records(path: &Path, records: &[Record]) -> Result<(), Failure> {
    let is_json = path.extension().is_some_and(|ending| ending == "jsonl");
    let text: String = records
        .iter()
        .map(|record| match is_json {
            true => format!("{}\n", record_json(record)),
            false => format!("{record}\n"),
        })
        .collect();
    LockedFile::lock(path)?.write(text.as_bytes())
}

/// How many of the last scores of each side are told of an adjudicated game.
const SCORES: usize = 8;

/// Writes which games the referee has ended, by which rule, after which scores, and in which
/// position, for people to look at.
pub fn write_adjudicated(path: &Path, records: &[Record]) -> Result<(), Failure> {
    let text: String = records.iter().filter_map(adjudicated_text).collect();
    LockedFile::lock(path)?.write(text.as_bytes())
}

/// What is told of a game; `None` if it was not adjudicated.
fn adjudicated_text(record: &Record) -> Option<String> {
    let reason = record.reason.as_deref().filter(|reason| Reason::is_adjudication(reason))?;
    let key = record.tag("Round").unwrap_or_default();
    let [first, second] = &record.players;
    let result = result_text(record.result);
    let mut text = format!("game {key}: {first} against {second}, {result}: {reason}\n");
    // The record of a game that was just played can be replayed.
    let session = record.replay().ok()?;
    let movers = session.movers();
    for side in Side::BOTH {
        let own = movers.iter().enumerate().filter(|(_, mover)| **mover == side);
        let score = |ply| record.note(ply).and_then(|note| note.score);
        let told = |(ply, _)| score(ply).map_or("-".into(), score_words);
        let scores: Vec<String> = own.map(told).collect();
        let last = &scores[scores.len().saturating_sub(SCORES)..];
        text += &format!("  scores of P{}: {}\n", side.index() + 1, last.join(", "));
    }
    text += &format!("  position after {} plies: {}\n", record.moves.len(), session.position());
    Some(text)
}

#[cfg(test)]
mod tests {
    use agon_arena::contest::MoveNote;
    use agon_arena::find;
    use agon_core::Outcome;

    use super::*;

    #[test]
    fn an_adjudicated_game_is_told_with_its_rule_scores_and_position() {
        let game = find("tictactoe").unwrap();
        let mut record = Record::new(game, "startpos", ["ann".into(), "bob".into()]);
        record.moves = ["11", "01", "00"].map(String::from).to_vec();
        record.set_notes(["+5", "", "#3"].map(MoveNote::read));
        record.set_tag("Round", "1.1.1");
        record.result = Some(Outcome::Win(Side::First));
        record.reason = Some(Reason::ResignedByBoth(Side::Second).to_string());
        assert_eq!(
            adjudicated_text(&record).unwrap(),
            "game 1.1.1: ann against bob, 1-0: P2 resigned by the scores of both\n  \
             scores of P1: value 5, win 3\n  scores of P2: -\n  \
             position after 3 plies: ([1,-1,0,0,1,0,0,0,0],-1)\n"
        );
        record.reason = Some("P2 took 9 ms too long".into());
        assert_eq!(adjudicated_text(&record), None);
    }
}
