//! Checks the records that workers send: only plausible ones are stored.

use crate::{Event, today};
use agon_arena::contest::Record;
use agon_runner::ResultOrigin;

/// Checks the record of a game that a worker played: it must be the game of the key, with legal
/// moves and the right result. Games by the clock get the speed of the worker. The date is that of
/// this machine, whatever the worker's clock.
pub fn check_record(
    text: &str,
    key: &str,
    event: &Event,
    players: &[String; 2],
    from: ResultOrigin,
) -> Result<Record, String> {
    let mut records = Record::read(text).map_err(|refused| refused.to_string())?;
    let (Some(mut record), true) = (records.pop(), records.is_empty()) else {
        return Err("it is not one record".into());
    };
    let wanted = Record::new(event.settings.game, "startpos", players.clone());
    let is_game = record.game == wanted.game && record.files == wanted.files;
    if record.tag("Round") != Some(key) || !is_game || record.players != *players {
        return Err("it is the record of another game".into());
    }
    if record.result.is_none() {
        return Err("it has no result".into());
    }
    record.replay().map_err(|refused| refused.to_string())?;
    record.set_tag("Date", today());
    let limits = event.settings.limits;
    if limits.movetime.is_some() || limits.clock.is_some() {
        // In games by the clock, the speed of the machine matters.
        record.set_tag("WorkerSpeed", from.speed);
        record.tags.sort();
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use crate::{GamePlayer, ScheduledGame};
    use agon_arena::contest::MoveLimits;
    use agon_core::{Outcome, Side};

    use super::*;
    use crate::repetition::with_event;

    const FROM: ResultOrigin = ResultOrigin { speed: 777 };

    #[test]
    fn only_records_that_can_be_right_are_taken() {
        with_event("random", MoveLimits::default(), |event| {
            let game =
                ScheduledGame { number: [1, 1, 1], players: [0, 1], depth: None, opening: 0 };
            let played = GamePlayer::new(event, None).play(&game, &|| false);
            let mut right = played.unwrap().unwrap();
            right.set_tag("Date", "1999.01.01");
            let names = event.names(&game);
            let check = |text: &str, key: &str| check_record(text, key, event, &names, FROM);
            let taken = check(&right.to_string(), "1.1.1").unwrap();
            assert_eq!(taken.moves, right.moves);
            assert_ne!(taken.tag("Date"), Some("1999.01.01"), "the worker's date");
            assert_eq!(taken.tag("WorkerSpeed"), None, "it does not matter without a clock");

            let refused = |record: &Record| check(&record.to_string(), "1.1.1").unwrap_err();
            let mut illegal = right.clone();
            illegal.moves[1] = illegal.moves[0].clone();
            let mut won_by_another = right.clone();
            won_by_another.result = match right.result {
                Some(Outcome::Win(side)) => Some(Outcome::Win(side.opponent())),
                _ => Some(Outcome::Win(Side::First)),
            };
            for wrong in [illegal, won_by_another] {
                refused(&wrong);
            }
            let mut renamed = right.clone();
            renamed.players.swap(0, 1);
            assert_eq!(refused(&renamed), "it is the record of another game");
            let other_key = check(&right.to_string(), "1.1.2").unwrap_err();
            assert_eq!(other_key, "it is the record of another game");
            let twice = format!("{right}\n{right}");
            assert_eq!(check(&twice, "1.1.1").unwrap_err(), "it is not one record");
            for garbage in ["", "\0\u{ffff}", "[Event \"x\"", "{}"] {
                assert!(check(garbage, "1.1.1").is_err(), "{garbage:?}");
            }
        });
    }

    #[test]
    fn games_by_the_clock_tell_the_speed_of_their_worker() {
        let timed = MoveLimits { movetime: Some(1000), ..MoveLimits::default() };
        with_event("random", timed, |event| {
            let game =
                ScheduledGame { number: [1, 1, 1], players: [0, 1], depth: None, opening: 0 };
            let played = GamePlayer::new(event, None).play(&game, &|| false);
            let text = played.unwrap().unwrap().to_string();
            let taken = check_record(&text, "1.1.1", event, &event.names(&game), FROM).unwrap();
            assert_eq!(taken.tag("WorkerSpeed"), Some("777"));
        });
    }
}
