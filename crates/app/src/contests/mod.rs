//! What matches and contests need of the world: who plays, the clock, files and storage.

mod archive;
mod contestant;
mod file;
mod json;
mod program;
mod report;
mod setup;

pub use archive::{Archive, Kept, is_archive};
pub use contestant::{Bench, Contestant, SystemClock};
pub use file::ContestFile;
pub use json::{read_record, record_json};
pub use report::{points, report};
pub use setup::{Openings, Setup, read_clock};
