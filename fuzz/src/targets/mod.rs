//! All fuzz targets.

mod bases;
mod broken;
mod contests;
mod data;
mod games;
mod lisp;
mod mazes;
mod networks;
mod players;
mod protocol;
mod puzzles;
mod records;
mod repls;
mod rules;
mod settings;
mod ugi;

use crate::target::Target;

pub use broken::BROKEN;

/// Every target. To add one, add an entry here and inputs in `fuzz/corpus/NAME`.
pub const TARGETS: &[Target] = &[
    games::SANTORINI,
    games::NIM,
    games::BYTE,
    games::THESEUS,
    games::TICTACTOE,
    rules::NATIVE,
    rules::LISP,
    contests::CONTEST,
    contests::OPENINGS,
    mazes::DRAWING,
    mazes::GENERATOR,
    records::TEXT,
    records::JSON,
    bases::BASE,
    networks::NETWORK,
    data::DATA,
    repls::PROLOG,
    repls::LISP,
    lisp::EXPRESSIONS,
    repls::JAVA,
    repls::HASKELL,
    players::PLAYER,
    ugi::ENGINE,
    ugi::ARBITER,
    settings::COMMAND_LINE,
    settings::CLOCK,
    protocol::CONVERSATION,
    puzzles::PUZZLES,
];
