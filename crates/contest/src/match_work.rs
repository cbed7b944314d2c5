//! A match as work: pairs of games, and where they are stored.

use std::collections::{HashMap, VecDeque};
use std::io::Write;

use agon_arena::contest::Record;
use agon_host::Failure;
use agon_runner::{ResultOrigin, SentItem, SharedWork, Work};

use crate::match_score::Pair;
use crate::{
    Event, EventWork, GameWriter, MatchPlan, MatchScore, PendingGames, ScheduledGame, SpotCheck,
    Suspect, game_item,
};

/// The indices of the entrants that play the two sides in each game of a pair.
const SIDES: [[usize; 2]; 2] = [[0, 1], [1, 0]];

fn half_of_pair(pair: u64, half: usize) -> ScheduledGame {
    let number = 2 * pair as u32 + half as u32 + 1;
    let players = SIDES[half];
    ScheduledGame { number: [1, 1, number], players, depth: None, opening: pair as u32 }
}

/// A pair that may lack a game, and the number of its new games.
#[derive(Default)]
struct PartialPair {
    games: [Option<Record>; 2],
    new: u64,
}

/// A complete pair, and the number of its new games.
struct FinishedPair {
    number: u64,
    games: Pair,
    new: u64,
}

/// A match as work. A pair counts once both games are finished and stored.
pub struct MatchWork<'a> {
    event: &'a Event,
    score: MatchScore,
    /// Games of an earlier run.
    known: HashMap<String, Record>,
    /// The games of a pair that come next.
    ready: VecDeque<ScheduledGame>,
    partial: HashMap<u64, PartialPair>,
    pending: PendingGames<FinishedPair>,
    check: Option<SpotCheck>,
    /// The output for events, if they are wanted.
    out: Option<&'a mut dyn Write>,
}

impl<'a> MatchWork<'a> {
    /// A match that continues with the known games of an earlier run. Prints its first event.
    pub fn new(
        event: &'a Event,
        plan: MatchPlan,
        known: Vec<(String, Record)>,
        writer: Option<GameWriter>,
        out: &'a mut dyn Write,
    ) -> Result<MatchWork<'a>, Failure> {
        let mut work = MatchWork {
            event,
            out: plan.json.then_some(out),
            score: MatchScore::new(plan),
            known: known.into_iter().collect(),
            ready: VecDeque::new(),
            partial: HashMap::new(),
            pending: PendingGames::new(writer),
            check: None,
        };
        work.print_events()?;
        Ok(work)
    }

    pub fn into_score(self) -> MatchScore {
        self.score
    }

    /// Prints the events since the last call. The match ends if they cannot be printed.
    fn print_events(&mut self) -> Result<(), Failure> {
        let Some(out) = &mut self.out else { return Ok(()) };
        for event in self.score.take_events() {
            writeln!(out, "{event}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// Prepares the games of a pair that earlier runs have not played.
    fn prepare(&mut self, number: u64) -> Result<(), Failure> {
        let mut pair = PartialPair::default();
        for (half, known) in pair.games.iter_mut().enumerate() {
            let game = half_of_pair(number, half);
            *known = self.known.remove(&game.key());
            if known.is_none() {
                self.ready.push_back(game);
            }
        }
        self.partial.insert(number, pair);
        self.finish_pair(number)
    }

    /// Stores and counts a pair if none of its games is missing.
    fn finish_pair(&mut self, number: u64) -> Result<(), Failure> {
        let is_whole = |pair: &PartialPair| pair.games.iter().all(Option::is_some);
        if self.partial.get(&number).is_some_and(is_whole)
            && let Some(PartialPair { games: [Some(first), Some(second)], new }) =
                self.partial.remove(&number)
        {
            let games = [first, second];
            // Storing the games of an earlier run again changes nothing.
            let text =
                |game: &Record| (game.tag("Round").unwrap_or_default().into(), game.to_string());
            let stored: Vec<_> = games.iter().filter(|_| new > 0).map(text).collect();
            self.pending.add(stored, FinishedPair { number, games, new });
            if new == 0 || self.pending.is_immediate() {
                self.store(false)?;
            }
        }
        Ok(())
    }
}

impl Work for MatchWork<'_> {
    type Item = ScheduledGame;
    type Output = Record;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<ScheduledGame>, Failure> {
        while self.ready.is_empty()
            && let Some(number) = self.score.queue.take_next()
        {
            self.prepare(number)?;
        }
        Ok(self.ready.pop_front())
    }

    fn accept(&mut self, game: ScheduledGame, record: Record) -> Result<(), Failure> {
        let number = game.opening.into();
        let pair = self.partial.entry(number).or_default();
        pair.new += 1;
        pair.games[game.players[0]] = Some(record);
        self.finish_pair(number)
    }

    fn store(&mut self, is_awaited: bool) -> Result<(), Failure> {
        for FinishedPair { number, games, new } in self.pending.store(is_awaited)? {
            self.score.played += new;
            self.score.add(number, games);
        }
        self.print_events()
    }

    fn is_over(&self) -> bool {
        self.score.queue.is_over()
    }

    fn ahead(&self) -> usize {
        self.pending.ahead()
    }

    fn progress(&self) -> String {
        self.score.line()
    }

    fn steps(&self) -> Option<(u64, u64)> {
        Some((self.score.queue.reported(), self.score.queue.count()))
    }
}

impl SharedWork for MatchWork<'_> {
    fn send(&self, game: &ScheduledGame) -> SentItem {
        game_item(game)
    }

    fn receive(
        &mut self,
        game: &ScheduledGame,
        result: &str,
        from: ResultOrigin<'_>,
    ) -> Result<Record, String> {
        SpotCheck::receive(&mut self.check, self.event, game, result, from)
    }

    fn left(&self) -> Option<u64> {
        Some(2 * self.score.queue.left() + self.ready.len() as u64)
    }

    fn suspects(&mut self) -> Vec<Suspect> {
        self.check.as_ref().map_or(Vec::new(), SpotCheck::suspects)
    }
}

impl EventWork for MatchWork<'_> {
    fn check_by(&mut self, check: Option<SpotCheck>) {
        self.check = check;
    }
}
