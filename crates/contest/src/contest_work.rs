//! A contest as work: which games can be played next, and where they are stored.

use std::collections::{HashSet, VecDeque};

use agon_arena::contest::Record;
use agon_core::Side;
use agon_host::Failure;
use agon_runner::{ResultOrigin, SentItem, SharedWork, Work};

use crate::{
    ContestFile, EventWork, Format, GameEnd, GameWriter, PendingGames, Results, ScheduledGame,
    SpotCheck, Suspect, game_end, game_item,
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
    check: Option<SpotCheck>,
}

impl<'a> ContestWork<'a> {
    /// A contest with the results so far.
    pub fn new(contest: &'a ContestFile, results: Results, writer: GameWriter) -> ContestWork<'a> {
        let mut points = vec![0; contest.event.entrants.len()];
        let state = contest.tournament.state(&results);
        for (game, end) in state.pairings.iter().flat_map(|pairing| &pairing.games) {
            add_points(&mut points, game, *end);
        }
        ContestWork {
            contest,
            results,
            has_new_results: true,
            waiting: VecDeque::new(),
            playing: HashSet::new(),
            pending: PendingGames::new(Some(writer)),
            points,
            check: None,
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
        format!("{done} of {about}{all} games")
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
        from: ResultOrigin<'_>,
    ) -> Result<Record, String> {
        SpotCheck::receive(&mut self.check, &self.contest.event, game, result, from)
    }

    fn left(&self) -> Option<u64> {
        let done = (self.results.len() + self.playing.len()) as u64;
        Some(self.contest.tournament.games().saturating_sub(done))
    }

    fn suspects(&mut self) -> Vec<Suspect> {
        self.check.as_ref().map_or(Vec::new(), SpotCheck::suspects)
    }

    fn summary(&self) -> String {
        let (done, all) = (self.results.len(), self.contest.tournament.games());
        let names = self.contest.event.entrants.iter().map(|entrant| entrant.name.as_str());
        let leaders = leaders(&self.points, &names.collect::<Vec<_>>());
        format!("{done} of {all} games; leading: {leaders}")
    }
}

impl EventWork for ContestWork<'_> {
    fn check_by(&mut self, check: Option<SpotCheck>) {
        self.check = check;
    }
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
}
