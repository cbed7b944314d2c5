//! Matches and contests: entrants, the clock, contest files, storage and reports.

mod archive;
mod crosstable;
mod csv;
mod entrant;
mod event;
mod file;
mod fingerprint;
mod forfeits;
mod hand_ins;
mod json;
mod live;
mod record_tags;
mod report;
mod settings;
mod workers;

pub use archive::{
    Archive, ArchiveContest, Batch, GameWriter, StoredContest, is_archive, store_behind,
};
pub use crosstable::Crosstable;
pub use csv::write_csv;
pub use entrant::{Entrant, PlayerPool, files_of_player};
pub use event::Event;
pub use file::{Broken, ContestFile};
pub use fingerprint::{hash_bytes, hash_folder};
pub use forfeits::{NEITHER_COULD_PLAY, end_text, forfeit, forfeit_lines, forfeits, game_end};
pub use json::{note_json, read_record, record_json};
pub use live::{LiveFile, LiveRecord, live_games};
pub use record_tags::{add_tags, today};
pub use report::{bonus, points, shown_player, write_report};
pub use settings::{
    GameSettings, Identity, Openings, RefereeRules, read_clock, read_draw, read_resign,
};
pub use workers::run_workers;
