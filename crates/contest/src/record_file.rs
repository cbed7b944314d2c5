//! A file of records.

use std::path::Path;

use agon_arena::contest::Record;
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
