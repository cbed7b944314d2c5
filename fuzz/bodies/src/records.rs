//! Game records, as text and as JSON.

use agon_arena::contest::Record;
use agon_contest::{read_record, record_json as write_record};

use crate::{check_refusal, text};

/// A record that can be replayed is written so that it reads the same.
pub fn record(input: &[u8]) {
    match Record::read(&text(input)) {
        Ok(records) => records.iter().for_each(check),
        Err(refusal) => check_refusal(&refusal),
    }
}

/// The same for records in JSON.
pub fn record_json(input: &[u8]) {
    if let Ok(record) = read_record(&text(input)) {
        check(&record);
    }
}

/// Replays a record. If that succeeds, it must read back from either form.
fn check(record: &Record) {
    if let Err(refusal) = record.replay() {
        return check_refusal(&refusal);
    }
    let read = Record::read(&record.to_string());
    let [again] = &read.unwrap_or_else(|refusal| panic!("{record}\n{refusal}"))[..] else {
        panic!("another number of records:\n{record}");
    };
    // The tags of JSON are sorted, those of text are in order.
    assert_eq!(again, record);
    let json = write_record(record).to_string();
    let again = read_record(&json).unwrap_or_else(|message| panic!("{json}: {message}"));
    let sorted = |record: &Record| {
        let mut record = record.clone();
        record.tags.sort();
        record
    };
    assert_eq!(sorted(&again), sorted(record));
}
