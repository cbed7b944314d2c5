//! Matches and contests: formats, standings, entrants, contest files, storage and reports.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod adoption;
mod archive;
mod bundle;
mod checked_record;
mod contest_work;
mod crosstable;
mod csv;
mod distinct;
mod elimination;
mod entrant;
mod event;
mod file;
mod fingerprint;
mod forfeits;
mod game_end;
mod games_task;
mod hand_ins;
mod json;
mod live;
mod match_score;
mod match_work;
mod pairing;
mod pairings;
mod printout;
mod ratings;
mod record_file;
mod record_tags;
mod repetition;
mod report;
mod residuals;
mod settings;
mod standings;
mod tournament;

pub use adoption::FinishedGame;
pub use archive::{Archive, ArchiveContest, GameWriter, PendingGames, StoredContest, is_archive};
pub use bundle::Bundle;
pub use checked_record::check_record;
pub use contest_work::ContestWork;
pub use crosstable::Crosstable;
pub use csv::write_csv;
pub use distinct::{Distinct, GameLine, game_line};
pub use entrant::{Entrant, PlayerPool, files_of_player};
pub use event::{Event, GamePlayer};
pub use file::{Broken, ContestFile};
pub use forfeits::{forfeit, forfeit_lines, forfeits};
pub use game_end::{NEITHER_COULD_PLAY, end_text, game_end};
pub use games_task::{EntrantText, GamesTask, game_item, read_game_item};
pub use json::{note_json, read_record, record_json};
pub use live::{LiveFile, LiveRecord, live_games};
pub use match_score::{MatchPlan, MatchScore};
pub use match_work::MatchWork;
pub use pairing::{DrawOfLots, GameEnd, Pairing, Results, ScheduledGame, TournamentState};
pub use pairings::{bracket, draw_order, round_robin, swiss};
pub use printout::{print_contest, print_contest_json};
pub use ratings::{Encounter, Rating, ratings};
pub use record_file::{write_adjudicated, write_records};
pub use record_tags::{add_tags, today};
pub use report::{bonus, points, shown_player, write_report};
pub use settings::{
    GameSettings, Identity, Openings, RefereeRules, read_clock, read_draw, read_resign,
};
pub use standings::{Standing, Standings};
pub use tournament::{Format, Tournament};
