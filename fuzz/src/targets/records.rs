//! Game records, as text and as JSON.

use agon::parsers;
use agon_arena::contest::Record;

use crate::features::Features;
use crate::target::{Target, text, words};

/// Records as text.
pub const TEXT: Target = Target {
    name: "record",
    shows: "a record that can be replayed is written so that it reads the same",
    words: || {
        words(
            "[Game \"tictactoe\"] [Game \"nim\"] [Game \"santorini\"] [Game \"byte\"] \
             [Game \"theseus\"] [P1 [P2 \"ann\"] [Position [Result [Reason \"rules\"] [Event [ ] \" \
             \\\" \\n { } ; 1. 2. 1-0 0-1 1/2-1/2 * 11 00 22 [3,5] [1] pass @00,01",
        )
    },
    run: run_text,
    short: 10_000,
};

/// Records as JSON.
pub const JSON: Target = Target {
    name: "record-json",
    shows: "a record in JSON that can be replayed is written so that it reads the same",
    words: || {
        words(
            "{ } [ ] : , \"game\" \"p1\" \"p2\" \"position\" \"moves\" \"result\" \"reason\" \"tags\" \
             \"nim\" \"tictactoe\" \"1-0\" \"*\" null true 1e9 \"\\u0000\" \"\\ud800\" \"11\" \"[3,5]\" \
             \"Event\" \"startpos\" \"rules\"",
        )
    },
    run: run_json,
    short: 40_000,
};

fn run_text(input: &[u8], features: &mut Features) {
    match Record::read(&text(input)) {
        Ok(records) => {
            features.count("records", records.len());
            records.iter().for_each(|record| check(record, features));
        }
        Err(refusal) => features.refusal(&refusal),
    }
}

fn run_json(input: &[u8], features: &mut Features) {
    match parsers::json_record(&text(input)) {
        Ok(record) => check(&record, features),
        Err(message) => features.message(&message),
    }
}

/// Replays a record; what can be replayed reads back from either form.
fn check(record: &Record, features: &mut Features) {
    let session = match record.replay() {
        Ok(session) => session,
        Err(refusal) => return features.refusal(&refusal),
    };
    features.count("moves", session.ply());
    features.add((&record.game, session.outcome(), record.result));
    let read = Record::read(&record.to_string());
    let [again] = &read.unwrap_or_else(|refusal| panic!("{record}\n{refusal}"))[..] else {
        panic!("another number of records:\n{record}");
    };
    // The tags of JSON are sorted, those of text are in order.
    assert_eq!(again, record);
    let json = parsers::write_json_record(record);
    let again = parsers::json_record(&json).unwrap_or_else(|message| panic!("{json}: {message}"));
    let sorted = |record: &Record| {
        let mut record = record.clone();
        record.tags.sort();
        record
    };
    assert_eq!(sorted(&again), sorted(record));
}
