//! Games that repeat: the same players on the same sides play the same moves from the same start.
//! They are one game, and two pairs with the same games are one pair.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use agon_arena::contest::Record;
use agon_core::counted;

/// The number of games from which repeated games cause a warning, if they are a tenth of all.
const MANY_GAMES: u64 = 4;

/// A hash of the players, the start and the moves of a game; `None` for a game without moves, which
/// repeats nothing.
pub type GameLine = Option<u64>;

pub fn game_line(record: &Record) -> GameLine {
    let Record { game, players, start, moves, .. } = record;
    let mut hasher = DefaultHasher::new();
    (game, players, start, moves).hash(&mut hasher);
    (!moves.is_empty()).then(|| hasher.finish())
}

/// Which games and pairs are new.
#[derive(Clone, Default)]
pub struct Distinct {
    games: HashSet<u64>,
    pairs: HashSet<[u64; 2]>,
    /// The number of all games, and of those that repeat an earlier one.
    all: u64,
    repeated: u64,
}

impl Distinct {
    /// Adds a game. Returns whether it is a new one.
    pub fn add(&mut self, line: GameLine) -> bool {
        let is_new = line.is_none_or(|line| self.games.insert(line));
        self.all += 1;
        self.repeated += u64::from(!is_new);
        is_new
    }

    /// Adds the games of a pair. Returns whether it is a new pair.
    pub fn add_pair(&mut self, lines: [GameLine; 2]) -> bool {
        for line in lines {
            self.add(line);
        }
        match lines {
            [Some(one), Some(other)] => self.pairs.insert([one, other]),
            _ => true,
        }
    }

    /// The number of games that repeat an earlier one.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// A note for a line of progress; empty without repetitions.
    pub fn note(&self) -> String {
        match self.repeated {
            0 => String::new(),
            repeated => format!("; {repeated} repeat an earlier game"),
        }
    }

    /// A warning if many games were repeated.
    pub fn warning(&self) -> Option<String> {
        let Distinct { all, repeated, .. } = self;
        let is_many = *all >= MANY_GAMES && repeated * 10 >= *all;
        is_many.then(|| {
            format!(
                "{repeated} of {} repeat an earlier one move by move and show nothing new: \
                 differences and intervals count each pair of games once; random openings of more plies or \
                 a larger book give more games",
                counted(*all, "game"),
            )
        })
    }
}
