//! A contest as a plan: which games follow from the results so far.
//!
//! Everything follows from the plan and the results alone, whatever their order; so a
//! contest that was broken off goes on where it was.

use std::collections::{HashMap, HashSet};

use agon_core::{Outcome, Side};

use super::elimination;
use super::pairings::{drawn, round_robin, swiss};
use super::standings::Standings;

/// How it is decided who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// One meets all others.
    Gauntlet {
        /// Who.
        challenger: usize,
    },
    /// So many rounds, in which those meet who have fared alike.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Who loses a meeting is out: two games at depth 2 and two at depth 3, and on a tie
    /// one more.
    Elimination {
        /// The depth of the one more game.
        extra_depth: u32,
    },
}

/// A contest before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many take part.
    pub entries: usize,
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games a meeting has; eliminations have their own way.
    pub pairs: u32,
    /// What is drawn by lot follows from this.
    pub seed: u64,
}

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The round, the meeting in it and the game in that, each from 1.
    pub number: [u32; 3],
    /// Who has the first side and who the second.
    pub players: [usize; 2],
    /// How far those look who look a fixed number of plies ahead.
    pub depth: Option<u32>,
    /// The start, by number.
    pub opening: u32,
}

impl ScheduledGame {
    /// What the game is called: round, meeting and game, as `1.3.2`.
    pub fn key(&self) -> String {
        let [round, meeting, game] = self.number;
        format!("{round}.{meeting}.{game}")
    }
}

/// The results of games by what they are called.
pub type Results = HashMap<String, Outcome>;

/// Two who meet, or one who has a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round and the meeting in it, each from 1.
    pub number: [u32; 2],
    /// The one who begins.
    pub first: usize,
    /// The other; `None` for a bye.
    pub second: Option<usize>,
    /// The games, and how they ended.
    pub games: Vec<(ScheduledGame, Option<Outcome>)>,
    /// What lots were drawn for, in an elimination.
    pub lots: DrawOfLots,
    /// Whether it is about the third place.
    pub for_third: bool,
}

/// What was decided by lot in a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOfLots {
    /// Who begins the one more game.
    pub begins: Option<usize>,
    /// Who goes on because the one more game was drawn.
    pub goes_on: Option<usize>,
}

impl Pairing {
    /// A bye.
    pub(super) fn bye(number: [u32; 2], first: usize) -> Pairing {
        let lots = DrawOfLots::default();
        Pairing { number, first, second: None, games: Vec::new(), lots, for_third: false }
    }

    /// A meeting of pairs of games, each from a start of its own.
    fn of_pairs(
        number: [u32; 2],
        [first, second]: [usize; 2],
        pairs: u32,
        known: &Results,
    ) -> Pairing {
        let mut meeting = Pairing { second: Some(second), ..Pairing::bye(number, first) };
        for game in 0..2 * pairs {
            let players = if game % 2 == 0 { [first, second] } else { [second, first] };
            let opening = (number[0] - 1) * pairs + game / 2;
            meeting.add(players, None, opening, known);
        }
        meeting
    }

    /// Adds a game; gives its result if it is known.
    pub(super) fn add(
        &mut self,
        players: [usize; 2],
        depth: Option<u32>,
        opening: u32,
        known: &Results,
    ) -> Option<Outcome> {
        let [round, meeting] = self.number;
        let number = [round, meeting, self.games.len() as u32 + 1];
        let fixture = ScheduledGame { number, players, depth, opening };
        let result = known.get(&fixture.key()).copied();
        self.games.push((fixture, result));
        result
    }

    /// Whether all of its games are played.
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|(_, result)| result.is_some())
    }

    /// The points of the two so far, two for a win and one for a draw.
    pub fn half_points(&self) -> [u64; 2] {
        let mut points = [0; 2];
        for (fixture, result) in &self.games {
            let Some(result) = result else { continue };
            for side in Side::BOTH {
                let worth = match result.winner() {
                    None => 1,
                    Some(winner) => 2 * u64::from(winner == side),
                };
                let is_first = fixture.players[side.index()] == self.first;
                points[usize::from(!is_first)] += worth;
            }
        }
        points
    }

    /// Who wins it, once that is known. A bye is won.
    pub fn winner(&self) -> Option<usize> {
        let Some(second) = self.second else { return Some(self.first) };
        if !self.is_over() {
            return None;
        }
        match self.half_points() {
            [first, other] if first > other => Some(self.first),
            [first, other] if first < other => Some(second),
            _ => self.lots.goes_on,
        }
    }

    /// Who loses it, once that is known.
    pub fn loser(&self) -> Option<usize> {
        let (winner, second) = (self.winner()?, self.second?);
        Some(if winner == self.first { second } else { self.first })
    }
}

/// A contest as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// All meetings that are known, those of each round together.
    pub meetings: Vec<Pairing>,
    /// Whether all is played.
    pub is_over: bool,
}

impl Stage {
    /// The games that can be played now.
    pub fn ready(&self) -> impl Iterator<Item = &ScheduledGame> {
        let games = self.meetings.iter().flat_map(|meeting| &meeting.games);
        games.filter(|(_, result)| result.is_none()).map(|(fixture, _)| fixture)
    }
}

impl Plan {
    /// How far the contest has come with these results.
    pub fn stage(&self, known: &Results) -> Stage {
        match self.format {
            Format::RoundRobin => self.at_once(&round_robin(self.entries), known),
            Format::Gauntlet { challenger } => {
                let others = (0..self.entries).filter(|&other| other != challenger);
                let rounds: Vec<_> = others.map(|other| vec![[challenger, other]]).collect();
                self.at_once(&rounds, known)
            }
            Format::Swiss { rounds } => self.by_rounds(rounds, known),
            Format::Elimination { extra_depth } => elimination::stage(self, extra_depth, known),
        }
    }

    /// About how many games there will be.
    pub fn games(&self) -> u64 {
        let entries = self.entries as u64;
        let meetings = match self.format {
            Format::RoundRobin => entries * entries.saturating_sub(1) / 2,
            Format::Gauntlet { .. } => entries.saturating_sub(1),
            Format::Swiss { rounds } => u64::from(rounds) * (entries / 2),
            Format::Elimination { .. } => return 4 * entries,
        };
        2 * u64::from(self.pairs) * meetings
    }

    /// A contest in which it is known beforehand who meets whom.
    fn at_once(&self, rounds: &[Vec<[usize; 2]>], known: &Results) -> Stage {
        let meetings: Vec<Pairing> = (1..)
            .zip(rounds)
            .flat_map(|(round, pairs)| {
                let numbered = (1..).zip(pairs);
                numbered.map(move |(number, &pair)| ([round, number], pair))
            })
            .map(|(number, pair)| Pairing::of_pairs(number, pair, self.pairs, known))
            .collect();
        let is_over = meetings.iter().all(Pairing::is_over);
        Stage { meetings, is_over }
    }

    /// A contest in which a round follows from those before.
    fn by_rounds(&self, rounds: u32, known: &Results) -> Stage {
        let mut stage = Stage { meetings: Vec::new(), is_over: false };
        let draw = drawn(self.entries, self.seed);
        let (mut met, mut rested) = (HashSet::new(), HashSet::new());
        for round in 1..=rounds {
            let standings = Standings::of(self, &stage);
            let mut order = draw.clone();
            // Those who have fared alike stay in the order of the draw.
            order.sort_by_key(|&one| std::cmp::Reverse(standings.half_points(one)));
            let (pairs, resting) = swiss(&order, &met, &rested);
            let byes = resting.map(|one| Pairing::bye([round, pairs.len() as u32 + 1], one));
            met.extend(pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
            rested.extend(resting);
            let numbered = (1..).zip(pairs);
            let played = numbered
                .map(|(number, pair)| Pairing::of_pairs([round, number], pair, self.pairs, known));
            stage.meetings.extend(played.chain(byes));
            if !stage.meetings.iter().all(Pairing::is_over) {
                return stage;
            }
        }
        stage.is_over = true;
        stage
    }
}
