//! How games of a player against itself are played, and what is recorded of them.

use std::ops::RangeInclusive;

use agon_core::{Game, Packing, Side, Stop};

use super::record::{DataRecord, StoredPosition};
use crate::player_spec::PlayerSpec;
use crate::refused::Refused;

agon_core::refusals! {
    /// Why a player cannot play against itself for data.
    pub enum SelfPlayRefusal {
        NotPacked { game: &'static str } => "positions of {game} have no packed form: write JSON lines, with a file name that ends in .jsonl",
        Person => "a person cannot play for data: name a computer player, as in engine:nodes=5000",
        Timed => "a player with a time limit does not repeat its games: limit it by nodes or depth, as in engine:nodes=5000",
        Threaded => "an engine with several threads does not repeat its games: leave threads out; --threads plays several games at once",
    }
}

/// How the games are played and which of their positions are recorded. Shares are percentages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SelfPlaySettings {
    /// How many random moves a game begins with.
    pub random_plies: RangeInclusive<u32>,
    /// The share of games in which the player makes at least one of the first two moves, before
    /// the random ones; in Santorini these are the placements.
    pub player_first: u32,
    /// The share of later moves that are random. The results of earlier positions are then
    /// unknown.
    pub random_moves: u32,
    /// The share of positions of which one after a random move is searched and recorded too.
    pub random_children: u32,
    /// Leaves out positions with an immediate win or a proven score.
    pub skip_decided: bool,
    /// Leaves out positions whose side to move is threatened.
    pub skip_threatened: bool,
}

impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            random_plies: 2..=8,
            player_first: 10,
            random_moves: 3,
            random_children: 0,
            skip_decided: false,
            skip_threatened: false,
        }
    }
}

/// The recorded positions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedData {
    /// The records in order, each with the key of its position.
    pub records: Vec<(u64, DataRecord)>,
    /// How many positions were left out.
    pub skipped: u64,
    /// How many nodes were searched, as far as searches reported them.
    pub nodes: u64,
}

/// A recorded position that was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPosition {
    /// The position in the game's notation.
    pub position: String,
    /// Its best move in the game's notation.
    pub mv: String,
    /// The key of the position.
    pub key: u64,
    /// The side to move.
    pub to_move: Side,
    /// Whether it can win at once.
    pub wins_now: bool,
}

/// Plays games of a player against itself from the start of a session.
pub trait SelfPlay {
    /// The bytes of a packed position, if the game has packed positions.
    fn packed_bytes(&self) -> Option<usize>;

    /// Plays a game; `None` if it was stopped. The game depends on the seed and on its number
    /// only: the players begin anew.
    fn play_itself(
        &mut self,
        player: &PlayerSpec,
        settings: &SelfPlaySettings,
        seed: u64,
        number: u32,
        is_packed: bool,
        stop: &dyn Stop,
    ) -> Result<Option<PlayedData>, Refused>;

    /// Checks a recorded position and its best move.
    fn read_stored(&self, stored: &StoredPosition) -> Result<ReadPosition, Refused>;
}

/// The packed form of a game's positions, for games that have one.
pub struct PositionPacking<G: Game> {
    pub(crate) bytes: fn(&G) -> usize,
    pub(crate) pack: fn(&G, &G::Position, &mut [u8]),
    pub(crate) unpack: fn(&G, &[u8]) -> Option<G::Position>,
}

impl<G: Packing> PositionPacking<G> {
    /// That of a game.
    pub const fn of() -> PositionPacking<G> {
        PositionPacking { bytes: G::packed_bytes, pack: G::pack, unpack: G::unpack }
    }
}

impl PlayerSpec {
    /// Refuses players whose games do not follow from a seed.
    pub fn check_repeatable(&self) -> Result<(), SelfPlayRefusal> {
        match self {
            PlayerSpec::Person => Err(SelfPlayRefusal::Person),
            player if player.movetime().is_some() => Err(SelfPlayRefusal::Timed),
            player if player.threads() > 1 => Err(SelfPlayRefusal::Threaded),
            _ => Ok(()),
        }
    }

    /// Whether one player can play both sides, with one transposition table.
    pub(crate) fn plays_both_sides(&self) -> bool {
        use PlayerSpec::{Engine, Level, Minimax, Perfect};
        matches!(self, Engine(_) | Level { .. } | Minimax { .. } | Perfect)
    }
}
