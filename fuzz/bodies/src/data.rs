//! Self-play data files: the header and the first records.

use agon_arena::data::{DataHeader, DataRecord, FIXED_BYTES};
use agon_arena::find;

use crate::check_refusal;

/// The number of records of an input that are read.
const RECORDS: usize = 20;

/// Accepted headers and records are written as they were. Positions can be read.
pub fn data(input: &[u8]) {
    let end = input.windows(2).position(|two| two == b"\n\n").map_or(input.len(), |end| end + 2);
    let (head, rest) = input.split_at(end);
    let Ok(head) = std::str::from_utf8(head) else { return };
    let header = match DataHeader::read(head) {
        Ok(header) => header,
        Err(refused) => return check_refusal(&refused),
    };
    assert_eq!(
        DataHeader::read(&header.text()).as_ref(),
        Ok(&header),
        "the header reads otherwise"
    );
    assert_eq!(header.check_same(&header), Ok(()));
    let (Ok(game), Ok(start)) = (header.value("game"), header.value("start")) else { return };
    let Some(Ok(session)) = find(game).map(|entry| entry.open(start)) else { return };
    let Some(packed) = session.packed_bytes() else { return };
    for bytes in rest.chunks(FIXED_BYTES + packed).take(RECORDS) {
        let record = match DataRecord::read(bytes, packed) {
            Ok(record) => record,
            Err(refused) => {
                check_refusal(&refused);
                continue;
            }
        };
        let mut written = Vec::new();
        record.write(&mut written);
        assert_eq!(written, bytes, "the record is written otherwise");
        match session.read_stored(&record.stored) {
            Ok(position) => {
                let opened = find(game).map(|entry| entry.open(&position.position));
                assert!(opened.is_some_and(|opened| opened.is_ok()), "{}", position.position);
            }
            Err(refused) => check_refusal(&*refused),
        }
    }
}
