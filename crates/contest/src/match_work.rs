//! A match as work: pairs of games, and where they are stored.

use std::collections::{HashMap, VecDeque};
use std::io::Write;

use agon_arena::contest::Record;
use agon_host::Failure;
use agon_runner::{IsFalse, ResultOrigin, SentItem, SharedWork, Work, WorkerOf};

use crate::match_score::Pair;
use crate::repetition::{is_repeatable, repeatable_text};
use crate::residuals::outliers;
use crate::{
    Event, GameWriter, MatchPlan, MatchScore, PendingGames, ScheduledGame, check_record, game_item,
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
        from: ResultOrigin,
    ) -> Result<Record, String> {
        check_record(result, &game.key(), self.event, &self.event.names(game), from)
    }

    fn left(&self) -> Option<u64> {
        Some(2 * self.score.queue.left() + self.ready.len() as u64)
    }

    fn repeatable(&self, game: &ScheduledGame, record: &Record) -> Option<String> {
        repeatable_text(self.event, game, record)
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Failure> {
        for (&number, pair) in &mut self.partial {
            for (half, game) in pair.games.iter_mut().enumerate() {
                let scheduled = half_of_pair(number, half);
                if game.is_some() && is_false(&scheduled.key()) {
                    *game = None;
                    pair.new = pair.new.saturating_sub(1);
                    self.ready.push_back(scheduled);
                }
            }
        }
        // Both games of a pair are played again, though one of them may be right.
        let keys = |number| [0, 1].map(|half| half_of_pair(number, half).key());
        let pairs = self.score.retract(&|number| keys(number).iter().any(|key| is_false(key)));
        let pairs = pairs.into_iter().filter(|number| !self.partial.contains_key(number));
        let games: Vec<String> = pairs.flat_map(keys).collect();
        self.pending.delete(&games)?;
        self.print_events()?;
        Ok(Some(games.iter().filter(|key| !is_false(key)).count() as u64))
    }

    fn outliers(&self, worker_of: WorkerOf<'_>) -> Vec<(u32, String)> {
        // What can be repeated is repeated instead.
        if is_repeatable(self.event, &half_of_pair(0, 0)) {
            return Vec::new();
        }
        let worker = |number: usize| {
            let workers = [0, 1].map(|half| worker_of(&half_of_pair(number as u64, half).key()));
            workers[0].filter(|_| workers[0] == workers[1])
        };
        let results = self.score.results().enumerate();
        outliers(results.filter_map(|(number, results)| Some((worker(number)?, results))))
    }
}

#[cfg(test)]
mod tests {
    use agon_arena::contest::MoveLimits;
    use agon_core::Outcome;

    use super::*;
    use crate::repetition::with_event;
    use crate::{Archive, ArchiveContest, Format, GamePlayer, Tournament};

    const PAIRS: u64 = 12;

    /// Plays a match with an archive. The games that `lie` names come back with another result; if
    /// they are found out after so many games, they are taken out. Returns the score and the archive.
    fn play(event: &Event, lie: fn(u32) -> bool, found_after: usize) -> (String, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let (pairs, seed) = (PAIRS as u32, 3);
        let tournament = Tournament { entrants: 2, format: Format::RoundRobin, pairs, seed };
        let settings = event.settings.identity(None);
        let described = ArchiveContest {
            name: "m",
            tournament: &tournament,
            settings: &settings,
            entrants: &event.entrants,
            bonus: &[],
            may_change: false,
        };
        let (archive, _) = Archive::open(&folder.path().join("m.games"), &described).unwrap();
        let players = ["a", "b"].map(String::from);
        let plan = MatchPlan {
            players,
            pairs: PAIRS,
            seed,
            sprt: None,
            records: None,
            adjudicated: None,
            json: false,
        };
        let (mut out, writer) = (Vec::new(), archive.writer().unwrap());
        let mut work = MatchWork::new(event, plan, Vec::new(), Some(writer), &mut out).unwrap();
        let mut player = GamePlayer::new(event, None);
        let mut done = 0;
        let mut is_found = false;
        while let Some(game) = work.next().unwrap() {
            let mut record = player.play(&game, &|| false).unwrap().unwrap();
            if lie(game.number[2]) && !is_found {
                record.result = Some(Outcome::Draw);
                record.moves.clear();
            }
            work.accept(game, record).unwrap();
            done += 1;
            if done == found_after {
                work.store(true).unwrap();
                let number = |key: &str| key.rsplit('.').next().unwrap().parse::<u32>().unwrap();
                let is_false = |key: &str| number(key) as usize <= found_after && lie(number(key));
                assert!(work.retract(&is_false).unwrap().is_some());
                is_found = true;
            }
        }
        work.store(true).unwrap();
        assert!(work.is_over());
        let score = work.score.line().rsplit_once("  ").unwrap().0.to_string();
        let stored = archive.load().unwrap();
        let games = stored.games_in_order();
        let text = |(key, record): (&str, &Record)| {
            format!("{key} {:?} {:?}", record.result, record.moves)
        };
        (score, games.into_iter().map(text).collect())
    }

    #[test]
    fn a_match_without_the_games_of_a_liar_has_the_score_and_archive_of_an_honest_one() {
        with_event("random", MoveLimits::default(), |event| {
            let honest = play(event, |_| false, 0);
            assert_eq!(honest.1.len() as u64, 2 * PAIRS);
            // In the middle of a pair, at the end of one, and after the last game.
            for found_after in [9, 10, 24] {
                let deceived = play(event, |number| number % 5 < 2, found_after);
                assert_eq!(deceived, honest, "{found_after}");
            }
            assert_ne!(play(event, |number| number % 5 < 2, 99), honest, "a lie that is not found");
        });
    }
}
