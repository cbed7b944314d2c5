//! A contest as work: which games can be played next, and where they are stored.

use std::collections::{HashMap, HashSet, VecDeque};

use agon_arena::contest::Record;
use agon_core::Side;
use agon_host::Failure;
use agon_runner::{IsFalse, ResultOrigin, SentItem, SharedWork, Work};

use crate::distinct::{Distinct, GameLine, game_line};
use crate::repetition::repeatable_text;
use crate::{
    ContestFile, Format, GameEnd, GameWriter, PendingGames, Results, ScheduledGame, StoredContest,
    check_record, game_end, game_item,
};

/// The number of entrants in the summary.
const LEADERS: usize = 3;

/// A contest in progress. A game counts once it is stored.
pub struct ContestWork<'a> {
    contest: &'a ContestFile,
    results: Results,
    /// Whether new results may have made more games ready.
    has_new_results: bool,
    waiting: VecDeque<ScheduledGame>,
    /// The games that are being played or are not yet stored.
    playing: HashSet<String>,
    pending: PendingGames<(String, Option<GameEnd>)>,
    /// Twice the points of each entrant.
    points: Vec<u64>,
    /// The games so far, as they ended, and which of them repeat earlier ones.
    lines: HashMap<String, GameLine>,
    distinct: Distinct,
}

impl<'a> ContestWork<'a> {
    /// A contest with the games so far.
    pub fn new(
        contest: &'a ContestFile,
        stored: &StoredContest,
        writer: GameWriter,
    ) -> ContestWork<'a> {
        let results = stored.results();
        let points = points(contest, &results);
        ContestWork {
            contest,
            results,
            has_new_results: true,
            waiting: VecDeque::new(),
            playing: HashSet::new(),
            pending: PendingGames::new(Some(writer)),
            points,
            lines: stored.lines(),
            distinct: stored.distinct(),
        }
    }

    /// A game that can be played now.
    fn take_ready(&mut self) -> Option<ScheduledGame> {
        if self.waiting.is_empty() && std::mem::take(&mut self.has_new_results) {
            let state = self.contest.tournament.state(&self.results);
            let ready = state.ready().filter(|game| !self.playing.contains(&game.key()));
            self.waiting = ready.cloned().collect();
        }
        let game = self.waiting.pop_front()?;
        self.playing.insert(game.key());
        Some(game)
    }
}

impl Work for ContestWork<'_> {
    type Item = ScheduledGame;
    type Output = Record;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<ScheduledGame>, Failure> {
        while let Some(game) = self.take_ready() {
            match self.contest.event.walkover(&game)? {
                Some(record) => self.accept(game, record)?,
                None => return Ok(Some(game)),
            }
        }
        Ok(None)
    }

    fn accept(&mut self, game: ScheduledGame, record: Record) -> Result<(), Failure> {
        let (key, end) = (game.key(), game_end(&record));
        add_points(&mut self.points, &game, end);
        let line = game_line(&record);
        self.lines.insert(key.clone(), line);
        self.distinct.add(line);
        self.pending.add([(key.clone(), record.to_string())], (key, end));
        Ok(())
    }

    fn store(&mut self, is_awaited: bool) -> Result<(), Failure> {
        for (key, end) in self.pending.store(is_awaited)? {
            self.playing.remove(&key);
            self.results.extend(end.map(|end| (key, end)));
            self.has_new_results = true;
        }
        Ok(())
    }

    fn ahead(&self) -> usize {
        self.pending.ahead()
    }

    fn progress(&self) -> String {
        let (done, all) = (self.results.len(), self.contest.tournament.games());
        let is_estimate = matches!(self.contest.tournament.format, Format::Elimination { .. });
        let about = if is_estimate { "about " } else { "" };
        format!("{done} of {about}{all} games{}", self.distinct.note())
    }
}

impl SharedWork for ContestWork<'_> {
    fn send(&self, game: &ScheduledGame) -> SentItem {
        game_item(game)
    }

    fn receive(
        &mut self,
        game: &ScheduledGame,
        result: &str,
        from: ResultOrigin,
    ) -> Result<Record, String> {
        let event = &self.contest.event;
        check_record(result, &game.key(), event, &event.names(game), from)
    }

    fn left(&self) -> Option<u64> {
        let done = (self.results.len() + self.playing.len()) as u64;
        Some(self.contest.tournament.games().saturating_sub(done))
    }

    fn repeatable(&self, game: &ScheduledGame, record: &Record) -> Option<String> {
        repeatable_text(&self.contest.event, game, record)
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Failure> {
        let falsely: Vec<String> =
            self.results.keys().filter(|key| is_false(key)).cloned().collect();
        // Later games may depend on false results: who plays, and in an elimination how many games
        // a pairing has.
        let first = falsely.iter().map(|key| round(key)).min().unwrap_or(u32::MAX);
        let pairings: HashSet<&str> = falsely.iter().map(|key| pairing(key)).collect();
        let depends = |key: &str| match self.contest.tournament.format {
            Format::RoundRobin | Format::Gauntlet { .. } => false,
            Format::Swiss { .. } => round(key) > first,
            Format::Elimination { .. } => round(key) > first || pairings.contains(pairing(key)),
        };
        let is_out = |key: &str| is_false(key) || depends(key);
        let keys: Vec<String> = self.results.keys().filter(|key| is_out(key)).cloned().collect();
        self.pending.delete(&keys)?;
        self.results.retain(|key, _| !is_out(key));
        self.playing.retain(|key| !is_out(key));
        self.waiting.clear();
        self.points = points(self.contest, &self.results);
        self.lines.retain(|key, _| !is_out(key));
        self.distinct = Distinct::default();
        for &line in self.lines.values() {
            self.distinct.add(line);
        }
        self.has_new_results = true;
        Ok(Some((keys.len() - falsely.len()) as u64))
    }

    fn is_wanted(&self, game: &ScheduledGame) -> bool {
        self.playing.contains(&game.key())
    }

    fn summary(&self) -> String {
        let (done, all) = (self.results.len(), self.contest.tournament.games());
        let names = self.contest.event.entrants.iter().map(|entrant| entrant.name.as_str());
        let leaders = leaders(&self.points, &names.collect::<Vec<_>>());
        format!("{done} of {all} games{}; leading: {leaders}", self.distinct.note())
    }
}

/// Twice the points of each entrant.
fn points(contest: &ContestFile, results: &Results) -> Vec<u64> {
    let mut points = vec![0; contest.event.entrants.len()];
    let state = contest.tournament.state(results);
    for (game, end) in state.pairings.iter().flat_map(|pairing| &pairing.games) {
        add_points(&mut points, game, *end);
    }
    points
}

/// The round and the pairing of a game, by its key.
fn pairing(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(pairing, _)| pairing)
}

/// The round of a game, by its key.
fn round(key: &str) -> u32 {
    key.split('.').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Adds a game to the points of its players.
fn add_points(points: &mut [u64], game: &ScheduledGame, end: Option<GameEnd>) {
    for (side, player) in Side::BOTH.into_iter().zip(game.players) {
        if let (Some(points), Some(end)) = (points.get_mut(player), end) {
            *points += end.half_points(side);
        }
    }
}

/// The entrants with the most points, in one line.
fn leaders(points: &[u64], names: &[&str]) -> String {
    let mut rows: Vec<(u64, &str)> = points.iter().copied().zip(names.iter().copied()).collect();
    rows.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
    let row = |&(points, name): &(u64, &str)| format!("{name} {}", points as f64 / 2.0);
    rows.iter().take(LEADERS).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_names_those_with_the_most_points() {
        let mut points = vec![0; 4];
        let game = |players| ScheduledGame { number: [1, 1, 1], players, depth: None, opening: 0 };
        let won = |side| Some(GameEnd::Played(agon_core::Outcome::Win(side)));
        add_points(&mut points, &game([0, 1]), won(Side::Second));
        add_points(&mut points, &game([1, 2]), Some(GameEnd::Played(agon_core::Outcome::Draw)));
        add_points(&mut points, &game([3, 2]), None);
        assert_eq!(leaders(&points, &["a", "b", "c", "d"]), "b 1.5, c 0.5, a 0");
    }

    /// Plays a contest. The games that `lie` names come back with another result until they are
    /// found out, after so many games. Returns its archive.
    fn play(format: &str, lie: fn(u32) -> bool, found_after: usize) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let player = match format.contains("elimination") {
            true => "eval = \"lines\"",
            false => "player = \"random\"",
        };
        let entry = |name| format!("[[entry]]\nname = \"{name}\"\n{player}\n");
        let head = format!("game = \"tictactoe\"\n{format}\n");
        let entries = ["a", "b", "c", "d", "e", "f"].map(entry).concat();
        let path = folder.path().join("c.toml");
        std::fs::write(&path, head + &entries).unwrap();
        let contest = ContestFile::read(&path, &[], None).unwrap();
        let ContestFile { event, tournament, identity: settings, .. } = &contest;
        let described = crate::ArchiveContest {
            name: &event.name,
            tournament,
            settings,
            entrants: &event.entrants,
            bonus: &[],
            may_change: true,
        };
        let archive = folder.path().join("c.games");
        let (archive, _) = crate::Archive::open(&archive, &described).unwrap();
        let mut work =
            ContestWork::new(&contest, &archive.load().unwrap(), archive.writer().unwrap());
        let mut player = crate::GamePlayer::new(event, None);
        let (mut done, mut lies) = (0, HashSet::new());
        while let Some(game) = work.next().unwrap() {
            let mut record = player.play(&game, &|| false).unwrap().unwrap();
            if lie(game.number[1]) && done < found_after {
                lies.insert(game.key());
                record.result = Some(agon_core::Outcome::Win(Side::First));
                record.moves.clear();
            }
            work.accept(game, record).unwrap();
            work.store(true).unwrap();
            done += 1;
            if done == found_after {
                // A game that is out when the lie is found may be of a later round.
                let out = work.next().unwrap();
                let others = work.retract(&|key| lies.contains(key)).unwrap();
                assert!(others.is_some());
                if let Some(out) = out.filter(|out| work.is_wanted(out)) {
                    let record = player.play(&out, &|| false).unwrap().unwrap();
                    work.accept(out, record).unwrap();
                    work.store(true).unwrap();
                }
            }
        }
        let stored = archive.load().unwrap();
        let points = points(&contest, &stored.results());
        assert_eq!(work.points, points);
        let games = stored.games_in_order().into_iter();
        games
            .map(|(key, record)| {
                format!("{key} {:?} {:?} {:?}", record.players, record.result, record.moves)
            })
            .collect()
    }

    #[test]
    fn a_contest_without_the_games_of_a_liar_is_an_honest_one() {
        for format in [
            "format = \"round-robin\"\npairs = 1",
            "format = \"swiss\"\npairs = 1\nrounds = 3",
            "format = \"single-elimination\"",
        ] {
            let honest = play(format, |_| false, 0);
            assert!(honest.len() >= 10, "{format}: {}", honest.len());
            for found_after in [3, 8, honest.len() - 2] {
                assert_eq!(
                    play(format, |pairing| pairing == 2, found_after),
                    honest,
                    "{format} {found_after}"
                );
            }
            assert_ne!(play(format, |pairing| pairing == 2, usize::MAX), honest, "{format}");
        }
    }
}
