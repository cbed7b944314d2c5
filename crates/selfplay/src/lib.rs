//! Self-play: data files of positions, fits of winning chances and weights to the results, and
//! tuning by matches.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod chance_fit;
mod file;
mod inspection;
mod json;
mod known_keys;
mod reliability_plot;
mod rule_weights;
mod self_player;
mod spsa;
mod task;
mod tune_work;
mod tuning;
mod weight_fit;
mod work;

pub use chance_fit::fit_chances;
pub use file::{Continued, DataFile, DataFormat, DataReader};
pub use inspection::{check_data, count_data, sample_data};
pub use known_keys::KnownKeys;
pub use reliability_plot::draw_reliability;
pub use rule_weights::Weight;
pub use self_player::{SelfPlaySetup, SelfPlayer};
pub use spsa::{Spsa, SpsaTrial};
pub use task::{DataTask, read_played, write_played};
pub use tune_work::{PairPlayer, TuneWork, TunedByMatches, TuningPlan, WeightPair};
pub use tuning::{Tuning, TuningData};
pub use weight_fit::{MAX_TERMS, WeightFit, WeightSample};
pub use work::DataWork;
