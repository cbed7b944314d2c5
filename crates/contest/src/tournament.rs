//! Tournaments: which games are to be played next, given the results so far.
//!
//! This depends on the tournament and the results only, in any order; so a contest that was
//! interrupted can be continued.

use std::collections::{HashMap, HashSet};

use agon_arena::contest::result_text;
use agon_core::{Outcome, Side};

use super::elimination;
use super::pairings::{draw_order, round_robin, swiss};
use super::standings::half_points;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody plays everybody.
    RoundRobin,
    /// One plays all others.
    Gauntlet {
        /// The number of that one.
        challenger: usize,
    },
    /// A number of rounds, in which entrants with about the same points are paired.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// The loser of a pairing is out: two games at depth 2 and two at depth 3, and on a tie
    /// one more.
    Elimination {
        /// The depth of the tie-break game.
        extra_depth: u32,
    },
}

/// A tournament before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// The number of entrants.
    pub entrants: usize,
    /// The format.
    pub format: Format,
    /// How many pairs of games a pairing has; an elimination has its own number of games.
    pub pairs: u32,
    /// The random seed of draws and lots.
    pub seed: u64,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The round, the pairing in it and the game in that, each from 1.
    pub number: [u32; 3],
    /// The entrants with the first and the second side.
    pub players: [usize; 2],
    /// The depth limit of this game.
    pub depth: Option<u32>,
    /// The number of its starting position.
    pub opening: u32,
}

impl ScheduledGame {
    /// The key of the game: round, pairing and game, as `1.3.2`.
    pub fn key(&self) -> String {
        let [round, pairing, game] = self.number;
        format!("{round}.{pairing}.{game}")
    }
}

/// How a game of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// With this result.
    Played(Outcome),
    /// Neither could play: both lose.
    BothLost,
}

impl GameEnd {
    /// The side that won, if one did.
    pub fn winner(self) -> Option<Side> {
        match self {
            GameEnd::Played(outcome) => outcome.winner(),
            GameEnd::BothLost => None,
        }
    }

    /// The text of it: `0-0` if both lost, else as in records; `*` of a game that goes on.
    pub fn text(end: Option<GameEnd>) -> &'static str {
        match end {
            Some(GameEnd::BothLost) => "0-0",
            Some(GameEnd::Played(outcome)) => result_text(Some(outcome)),
            None => result_text(None),
        }
    }

    /// Twice the points of a side.
    pub fn half_points(self, side: Side) -> u64 {
        match self {
            GameEnd::Played(Outcome::Draw) => 1,
            GameEnd::Played(Outcome::Win(winner)) => 2 * u64::from(winner == side),
            GameEnd::BothLost => 0,
        }
    }
}

/// The ends of games by their keys.
pub type Results = HashMap<String, GameEnd>;

/// Two entrants who play each other, or one who has a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round and the pairing in it, each from 1.
    pub number: [u32; 2],
    /// The entrant who begins.
    pub first: usize,
    /// The other; `None` for a bye.
    pub second: Option<usize>,
    /// The games and their results.
    pub games: Vec<(ScheduledGame, Option<GameEnd>)>,
    /// The draws of lots, in an elimination.
    pub lots: DrawOfLots,
    /// Whether it is for the third place.
    pub for_third: bool,
}

/// What was decided by lot in a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOfLots {
    /// Who begins the tie-break game.
    pub begins: Option<usize>,
    /// Who advances after a drawn tie-break game.
    pub advances: Option<usize>,
}

impl Pairing {
    /// A bye.
    pub(super) fn bye(number: [u32; 2], first: usize) -> Pairing {
        let lots = DrawOfLots::default();
        Pairing { number, first, second: None, games: Vec::new(), lots, for_third: false }
    }

    /// A pairing of several pairs of games, each pair with its own starting position.
    fn of_pairs(
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

    /// Adds a game; returns its result if it is known.
    pub(super) fn add(
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

    /// Whether all of its games are finished.
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|(_, result)| result.is_some())
    }

    /// Twice the points of the two so far.
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

    /// The winner, once that is known. A bye is won.
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

    /// The loser, once that is known.
    pub fn loser(&self) -> Option<usize> {
        let (winner, second) = (self.winner()?, self.second?);
        Some(if winner == self.first { second } else { self.first })
    }
}

/// A tournament with the results so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentState {
    /// All pairings that are known, round by round.
    pub pairings: Vec<Pairing>,
    /// Whether all games are finished.
    pub is_over: bool,
}

impl TournamentState {
    /// The round that is played: the first that is not over; `None` if all known ones are.
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

impl Tournament {
    /// The state after these results.
    pub fn state(&self, known: &Results) -> TournamentState {
        match self.format {
            Format::RoundRobin => self.at_once(&round_robin(self.entrants), known),
            Format::Gauntlet { challenger } => {
                let others = (0..self.entrants).filter(|&other| other != challenger);
                let rounds: Vec<_> = others.map(|other| vec![[challenger, other]]).collect();
                self.at_once(&rounds, known)
            }
            Format::Swiss { rounds } => self.by_rounds(rounds, known),
            Format::Elimination { extra_depth } => elimination::state(self, extra_depth, known),
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u32 {
        let entrants = self.entrants as u32;
        match self.format {
            // With an odd number everybody pauses once.
            Format::RoundRobin => entrants.saturating_sub(1) + entrants % 2,
            Format::Gauntlet { .. } => entrants.saturating_sub(1),
            Format::Swiss { rounds } => rounds,
            Format::Elimination { .. } => entrants.next_power_of_two().trailing_zeros(),
        }
    }

    /// The number of games; an estimate for eliminations.
    pub fn games(&self) -> u64 {
        let entrants = self.entrants as u64;
        let pairings = match self.format {
            Format::RoundRobin => entrants * entrants.saturating_sub(1) / 2,
            Format::Gauntlet { .. } => entrants.saturating_sub(1),
            Format::Swiss { rounds } => u64::from(rounds) * (entrants / 2),
            Format::Elimination { .. } => return 4 * entrants,
        };
        2 * u64::from(self.pairs) * pairings
    }

    /// A format whose pairings are all known beforehand.
    fn at_once(&self, rounds: &[Vec<[usize; 2]>], known: &Results) -> TournamentState {
        let pairings: Vec<Pairing> = (1..)
            .zip(rounds)
            .flat_map(|(round, pairs)| {
                let numbered = (1..).zip(pairs);
                numbered.map(move |(number, &pair)| ([round, number], pair))
            })
            .map(|(number, pair)| Pairing::of_pairs(number, pair, self.pairs, known))
            .collect();
        let is_over = pairings.iter().all(Pairing::is_over);
        TournamentState { pairings, is_over }
    }

    /// A format in which a round depends on those before.
    fn by_rounds(&self, rounds: u32, known: &Results) -> TournamentState {
        let mut state = TournamentState { pairings: Vec::new(), is_over: false };
        let draw = draw_order(self.entrants, self.seed);
        let (mut met, mut had_bye) = (HashSet::new(), HashSet::new());
        for round in 1..=rounds {
            let points = half_points(self, &state);
            let mut order = draw.clone();
            // Entrants with the same points stay in the order of the draw.
            order.sort_by_key(|&one| std::cmp::Reverse(points[one]));
            let (pairs, bye) = swiss(&order, &met, &had_bye);
            let byes = bye.map(|one| Pairing::bye([round, pairs.len() as u32 + 1], one));
            met.extend(pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
            had_bye.extend(bye);
            let numbered = (1..).zip(pairs);
            let played = numbered
                .map(|(number, pair)| Pairing::of_pairs([round, number], pair, self.pairs, known));
            state.pairings.extend(played.chain(byes));
            if !state.pairings.iter().all(Pairing::is_over) {
                return state;
            }
        }
        state.is_over = true;
        state
    }
}
