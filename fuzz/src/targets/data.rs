//! Files of self-play data: the header and the first records.

use agon_arena::data::{DataHeader, DataRecord, FIXED_BYTES};
use agon_arena::find;

use crate::features::Features;
use crate::target::{Target, words};

/// Binary files of data.
pub const DATA: Target = Target {
    name: "data",
    shows: "headers and records that are accepted are written as they were; positions can be read",
    words: || {
        words(
            "agon data 1 game santorini byte nim start player seed random-plies 2..8 record-bytes \
             29 51 69 8 10 startpos 00000/00000/00000/00000/00000 B R - 11,33 none yes no",
        )
    },
    run,
    short: 20_000,
};

/// How many records of an input are read.
const RECORDS: usize = 20;

fn run(input: &[u8], features: &mut Features) {
    let end = input.windows(2).position(|two| two == b"\n\n").map_or(input.len(), |end| end + 2);
    let (head, rest) = input.split_at(end);
    let Ok(head) = std::str::from_utf8(head) else { return };
    let header = match DataHeader::read(head) {
        Ok(header) => header,
        Err(refused) => return features.refusal(&refused),
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
    features.count("records", rest.len() / (FIXED_BYTES + packed));
    for bytes in rest.chunks(FIXED_BYTES + packed).take(RECORDS) {
        let record = match DataRecord::read(bytes, packed) {
            Ok(record) => record,
            Err(refused) => {
                features.refusal(&refused);
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
                features.count("plies", usize::from(record.ply));
            }
            Err(refused) => features.refusal(&*refused),
        }
    }
}
