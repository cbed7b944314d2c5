//! Pairings of a tournament: the entrants, their games and the results.

use std::collections::HashMap;

use agon_arena::contest::result_text;
use agon_core::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledGame {
    /// The round, the pairing in the round and the game in the pairing, each from 1.
    pub number: [u32; 3],
    /// The entrants with the first and the second side.
    pub players: [usize; 2],
    /// The depth limit of this game.
    pub depth: Option<u32>,
    /// The number of its starting position.
    pub opening: u32,
}

impl ScheduledGame {
    /// The key of the game: round, pairing and game, such as `1.3.2`.
    pub fn key(&self) -> String {
        let [round, pairing, game] = self.number;
        format!("{round}.{pairing}.{game}")
    }
}

/// How a game of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Played(Outcome),
    /// Neither can play: both lose.
    BothLost,
}

impl GameEnd {
    pub fn winner(self) -> Option<Side> {
        match self {
            GameEnd::Played(outcome) => outcome.winner(),
            GameEnd::BothLost => None,
        }
    }

    /// The text of the result: `0-0` if both lost, `*` if the game is not over, else as in records.
    pub fn text(end: Option<GameEnd>) -> &'static str {
        match end {
            Some(GameEnd::BothLost) => "0-0",
            Some(GameEnd::Played(outcome)) => result_text(Some(outcome)),
            None => result_text(None),
        }
    }

    pub fn half_points(self, side: Side) -> u64 {
        match self {
            GameEnd::Played(Outcome::Draw) => 1,
            GameEnd::Played(Outcome::Win(winner)) => 2 * u64::from(winner == side),
            GameEnd::BothLost => 0,
        }
    }
}

pub type Results = HashMap<String, GameEnd>;

/// Two entrants that play each other, or one with a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round and the pairing in it, each from 1.
    pub number: [u32; 2],
    /// The entrant with the first side in the first game.
    pub first: usize,
    /// The other; `None` for a bye.
    pub second: Option<usize>,
    pub games: Vec<(ScheduledGame, Option<GameEnd>)>,
    /// The draws of lots, in an elimination.
    pub lots: DrawOfLots,
    /// Whether it is for the third place.
    pub for_third: bool,
}

/// What was decided by lot in a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOfLots {
    /// The entrant that begins the tie-break game.
    pub begins: Option<usize>,
    /// The entrant that advances after a drawn tie-break game.
    pub advances: Option<usize>,
}

impl Pairing {
    pub(crate) fn bye(number: [u32; 2], first: usize) -> Pairing {
        let lots = DrawOfLots::default();
        Pairing { number, first, second: None, games: Vec::new(), lots, for_third: false }
    }

    /// Several pairs of games, each pair with its own starting position.
    pub(crate) fn of_pairs(
        number: [u32; 2],
        [first, second]: [usize; 2],
        pairs: u32,
        known: &Results,
    ) -> Pairing {
        let mut pairing = Pairing { second: Some(second), ..Pairing::bye(number, first) };
        for game in 0..2 * pairs {
            let players = if game % 2 == 0 { [first, second] } else { [second, first] };
            let opening = (number[0] - 1) * pairs + game / 2;
            pairing.add(players, None, opening, known);
        }
        pairing
    }

    /// Adds a game. Returns its result if it is known.
    pub(crate) fn add(
        &mut self,
        players: [usize; 2],
        depth: Option<u32>,
        opening: u32,
        known: &Results,
    ) -> Option<GameEnd> {
        let [round, pairing] = self.number;
        let number = [round, pairing, self.games.len() as u32 + 1];
        let game = ScheduledGame { number, players, depth, opening };
        let result = known.get(&game.key()).copied();
        self.games.push((game, result));
        result
    }

    pub fn is_over(&self) -> bool {
        self.games.iter().all(|(_, result)| result.is_some())
    }

    /// Twice the points of the two entrants so far.
    pub fn half_points(&self) -> [u64; 2] {
        let mut points = [0; 2];
        for (game, result) in &self.games {
            let Some(result) = result else { continue };
            for side in Side::BOTH {
                let is_first = game.players[side.index()] == self.first;
                points[usize::from(!is_first)] += result.half_points(side);
            }
        }
        points
    }

    /// The winner, once it is known. The entrant with a bye wins.
    pub fn winner(&self) -> Option<usize> {
        let Some(second) = self.second else { return Some(self.first) };
        if !self.is_over() {
            return None;
        }
        match self.half_points() {
            [first, other] if first > other => Some(self.first),
            [first, other] if first < other => Some(second),
            _ => self.lots.advances,
        }
    }

    /// The loser, once it is known.
    pub fn loser(&self) -> Option<usize> {
        let (winner, second) = (self.winner()?, self.second?);
        Some(if winner == self.first { second } else { self.first })
    }
}

/// A tournament with the results so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentState {
    /// All known pairings, round by round.
    pub pairings: Vec<Pairing>,
    pub is_over: bool,
}

impl TournamentState {
    /// The current round: the first that is not over; `None` if all known rounds are over.
    pub fn round(&self) -> Option<u32> {
        let open = self.pairings.iter().filter(|pairing| !pairing.is_over());
        open.map(|pairing| pairing.number[0]).min()
    }

    /// The games that can be played now.
    pub fn ready(&self) -> impl Iterator<Item = &ScheduledGame> {
        let games = self.pairings.iter().flat_map(|pairing| &pairing.games);
        games.filter(|(_, result)| result.is_none()).map(|(game, _)| game)
    }
}
