//! Games that count: records, matches and contests.

mod record;

pub use record::{Record, RecordRefusal, read_result, result_text};
