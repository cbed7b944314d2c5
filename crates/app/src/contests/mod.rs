//! Matches and contests: entrants, the clock, contest files, storage and reports.

mod archive;
mod entrant;
mod file;
mod json;
mod report;
mod settings;
mod ugi_player;
mod workers;

pub use archive::{Archive, StoredContest, is_archive};
pub use entrant::{Entrant, PlayerPool, SystemClock, files_of_player};
pub use file::ContestFile;
pub use json::{read_record, record_json};
pub use report::{points, report};
pub use settings::{
    GameSettings, Identity, Openings, RefereeRules, read_clock, read_draw, read_resign,
};
pub use ugi_player::UgiPlayer;
pub use workers::run_workers;
