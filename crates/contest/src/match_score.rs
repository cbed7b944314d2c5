//! The results of a match: counts pairs and prints them as text or as events.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_arena::contest::{Pairs, Record, Sprt, SprtVerdict, Tally, result_text};
use agon_core::{Outcome, Side, counted};
use agon_host::{Failure, notice};
use agon_runner::InOrder;
use serde_json::{Value, json};

use crate::distinct::{Distinct, GameLine, game_line};
use crate::{write_adjudicated, write_records};

/// Two games from the same start.
pub type Pair = [Record; 2];

/// What counts of a game.
#[derive(Clone)]
struct ScoredGame {
    result: Outcome,
    /// The reason, unless the rules decided the game.
    unusual: Option<String>,
    line: GameLine,
    /// Its event, if events are wanted.
    event: Option<Value>,
}

/// What counts of a pair, and its records if they are wanted.
pub struct ScoredPair {
    games: [ScoredGame; 2],
    records: Option<Pair>,
}

/// What a match is about, and what it reports.
pub struct MatchPlan {
    /// The players A and B, as people write them.
    pub players: [String; 2],
    pub pairs: u64,
    pub seed: u64,
    pub sprt: Option<Sprt>,
    /// The file for the records of all games.
    pub records: Option<PathBuf>,
    /// The file for what the referee has adjudicated.
    pub adjudicated: Option<PathBuf>,
    /// Whether events and the result are JSON lines.
    pub json: bool,
}

/// All pairs, and those that repeat no earlier one: all figures follow from these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PairCounts {
    all: Pairs,
    distinct: Pairs,
}

impl PairCounts {
    fn add(&mut self, games: &[ScoredGame; 2], distinct: &mut Distinct) {
        let results = games.each_ref().map(|game| game.result);
        self.all.add(results);
        if distinct.add_pair(games.each_ref().map(|game| game.line)) {
            self.distinct.add(results);
        }
    }
}

pub struct MatchScore {
    plan: MatchPlan,
    /// The pairs that are left to play, and those that wait for an earlier one.
    pub queue: InOrder<ScoredPair>,
    /// The pairs that count, in order.
    counted: Vec<[ScoredGame; 2]>,
    tally: Tally,
    counts: PairCounts,
    /// The games and pairs of the counts.
    distinct: Distinct,
    verdict: Option<SprtVerdict>,
    /// The reasons of games that were not decided by the rules, with counts.
    unusual: BTreeMap<String, u64>,
    /// The games, if they are wanted.
    records: Option<Vec<Record>>,
    /// The events that are not printed yet, if events are wanted.
    events: Option<Vec<Value>>,
    /// The number of games played in this run.
    pub played: u64,
    began: Instant,
}

impl MatchScore {
    /// A match without results.
    pub fn new(plan: MatchPlan) -> MatchScore {
        let mut score = MatchScore {
            queue: InOrder::below(plan.pairs),
            counted: Vec::new(),
            tally: Tally::default(),
            counts: PairCounts::default(),
            distinct: Distinct::default(),
            verdict: None,
            unusual: BTreeMap::new(),
            records: plan.records.as_ref().or(plan.adjudicated.as_ref()).map(|_| Vec::new()),
            events: plan.json.then(Vec::new),
            played: 0,
            began: Instant::now(),
            plan,
        };
        let MatchPlan { players: [a, b], pairs, seed, sprt, .. } = &score.plan;
        let sprt = sprt.map(|sprt| json!([sprt.elo0, sprt.elo1]));
        let start = json!({
            "event": "start", "a": a, "b": b, "pairs": pairs, "sprt": sprt, "seed": seed,
        });
        score.push_event(|| start);
        score
    }

    /// Adds an event, if events are wanted.
    fn push_event(&mut self, event: impl FnOnce() -> Value) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Value> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub fn add(&mut self, number: u64, pair: Pair) {
        let has_events = self.events.is_some();
        let score = |game: &Record, side| ScoredGame {
            // Every finished game has a result.
            result: game.result.unwrap_or(Outcome::Draw),
            unusual: unusual_reason(game, side),
            line: game_line(game),
            event: has_events.then(|| {
                json!({
                    "event": "game", "game": 0, "p1": game.players[0], "p2": game.players[1],
                    "result": result_text(game.result), "reason": game.reason,
                    "plies": game.moves.len(),
                })
            }),
        };
        let games = [score(&pair[0], Side::First), score(&pair[1], Side::Second)];
        let records = self.records.is_some().then_some(pair);
        let mut ready = Vec::new();
        let MatchScore { plan: MatchPlan { sprt, .. }, queue, counts, distinct, verdict, .. } =
            self;
        queue.submit(number, ScoredPair { games, records }, |pair| {
            counts.add(&pair.games, distinct);
            *verdict = sprt.and_then(|sprt| sprt.verdict(&counts.distinct));
            ready.push((pair, *counts));
            verdict.is_none()
        });
        for (ScoredPair { games, records: pair }, counts) in ready {
            self.count(&games, &counts);
            self.counted.push(games);
            if let (Some(records), Some(pair)) = (&mut self.records, pair) {
                records.extend(pair);
            }
        }
    }

    /// Counts the games of the next pair. `counts` holds all pairs up to this one.
    fn count(&mut self, games: &[ScoredGame; 2], counts: &PairCounts) {
        for (game, side) in games.iter().zip(Side::BOTH) {
            self.tally.add(game.result, side);
            if let Some(reason) = &game.unusual {
                *self.unusual.entry(reason.clone()).or_default() += 1;
            }
            if let (Some(events), Some(event)) = (&mut self.events, &game.event) {
                let mut event = event.clone();
                event["game"] = self.tally.games().into();
                events.push(event);
            }
        }
        let (number, sprt) = (self.tally.games() / 2, self.plan.sprt);
        self.push_event(|| {
            let PairCounts { all, distinct } = counts;
            let (low, high) = distinct.elo_interval();
            json!({
                "event": "pair", "pair": number, "pairs": all.0, "distinct": distinct.0,
                "elo": distinct.elo(), "interval": [low, high],
                "normalized_elo": distinct.normalized_elo(),
                "llr": sprt.map(|sprt| sprt.llr(distinct)),
            })
        });
    }

    /// Takes out pairs, and those from the first of them on wait again for their turn. Returns the
    /// numbers of the pairs that are played again. A test that has ended goes on.
    pub fn retract(&mut self, is_false: &dyn Fn(u64) -> bool) -> Vec<u64> {
        let all = 0..self.queue.count();
        let is_there = |number: &u64| is_false(*number);
        let pairs: Vec<u64> = all.filter(is_there).collect();
        let counted = self.counted.len() as u64;
        let first = pairs.first().map_or(counted, |&first| first.min(counted));
        let mut taken = self.counted.split_off(first as usize).into_iter();
        let mut records = self.records.as_mut().map(|all| all.split_off(2 * first as usize));
        let mut records = records.as_mut().map(|records| records.drain(..));
        self.queue.rewind(first, is_false, |_| {
            let records = records.as_mut().and_then(|all| Some([all.next()?, all.next()?]));
            Some(ScoredPair { games: taken.next()?, records })
        });
        drop(records);
        if first < counted {
            (self.tally, self.unusual, self.verdict) = (Tally::default(), BTreeMap::new(), None);
            (self.counts, self.distinct) = (PairCounts::default(), Distinct::default());
            let events = self.events.take();
            for games in std::mem::take(&mut self.counted) {
                self.counts.add(&games, &mut self.distinct);
                let counts = self.counts;
                self.count(&games, &counts);
                self.counted.push(games);
            }
            // Games and pairs that come again have the numbers of those that no longer count.
            self.events = events;
        }
        pairs
    }

    /// The results of the pairs that count, in order.
    pub fn results(&self) -> impl Iterator<Item = [Outcome; 2]> {
        self.counted.iter().map(|games| games.each_ref().map(|game| game.result))
    }

    /// The score in one line.
    pub fn line(&self) -> String {
        let Tally { wins, draws, losses } = self.tally;
        let pairs = &self.counts.distinct;
        let (low, high) = pairs.elo_interval();
        let llr = self.plan.sprt.map_or(String::new(), |sprt| {
            let (least, most) = sprt.bounds();
            format!("  LLR {:.2} ({least:.2}, {most:.2})", sprt.llr(pairs))
        });
        format!(
            "+{wins} ={draws} -{losses}  Elo {:.1} [{low:.1}, {high:.1}]{llr}{}  {:.1} games/s",
            pairs.elo(),
            self.distinct.note(),
            self.speed()
        )
    }

    /// The games per second of this run.
    fn speed(&self) -> f64 {
        self.played as f64 / self.began.elapsed().as_secs_f64().max(1e-6)
    }

    /// Prints the result. Fails if the match was stopped, but not because of the result of a test.
    pub fn finish(self, out: &mut impl Write) -> Result<(), Failure> {
        if let (Some(path), Some(records)) = (&self.plan.records, &self.records) {
            write_records(path, records)?;
        }
        if let (Some(path), Some(records)) = (&self.plan.adjudicated, &self.records) {
            write_adjudicated(path, records)?;
        }
        match self.plan.json {
            true => self.print_json(out)?,
            false => self.print(out)?,
        }
        if !self.queue.is_over() {
            notice("stopped before all games were played");
            return Err(Failure::Unknown);
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Tally { wins, draws, losses } = self.tally;
        let PairCounts { all, distinct: pairs } = &self.counts;
        writeln!(out, "A           {}", self.plan.players[0])?;
        writeln!(out, "B           {}", self.plan.players[1])?;
        writeln!(
            out,
            "games       {}, of which A won {wins}, drew {draws}, lost {losses}",
            self.tally.games()
        )?;
        let counts = |pairs: &Pairs| pairs.0.map(|count| count.to_string()).join(" ");
        writeln!(out, "pairs       {} with 0, 1/2, 1, 3/2, 2 points for A", counts(all))?;
        if pairs != all {
            writeln!(out, "distinct    {} of them repeat no earlier pair", counts(pairs))?;
        }
        let (elo, (low, high)) = (pairs.elo(), pairs.elo_interval());
        match pairs.score() {
            1.0 => writeln!(out, "Elo         A won all: 95 % above {low:.1}")?,
            0.0 => writeln!(out, "Elo         A lost all: 95 % below {high:.1}")?,
            _ => writeln!(
                out,
                "Elo         {elo:.1}, 95 % between {low:.1} and {high:.1}; normalised {:.1}",
                pairs.normalized_elo()
            )?,
        }
        writeln!(out, "A is better {:.2} % likely", 100.0 * pairs.likelihood_of_superiority())?;
        if let Some(sprt) = self.plan.sprt {
            let (least, most) = sprt.bounds();
            let (llr, verdict) = (sprt.llr(pairs), verdict_text(&sprt, self.verdict, pairs));
            writeln!(out, "SPRT        LLR {llr:.2} between {least:.2} and {most:.2}: {verdict}")?;
        }
        for (reason, &count) in &self.unusual {
            writeln!(out, "            {}: {reason}", counted(count, "game"))?;
        }
        if let Some(warning) = self.distinct.warning() {
            writeln!(out, "warning     {warning}")?;
        }
        // The speed differs from run to run, so it goes to standard error.
        notice(format_args!("{:.1} games a second", self.speed()));
        Ok(())
    }

    fn print_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Tally { wins, draws, losses } = self.tally;
        let PairCounts { all, distinct: pairs } = &self.counts;
        let (low, high) = pairs.elo_interval();
        let sprt = self.plan.sprt.map(|sprt| {
            let (least, most) = sprt.bounds();
            let verdict = self.verdict.map(|verdict| match verdict {
                SprtVerdict::H0 => "H0",
                SprtVerdict::H1 => "H1",
            });
            json!({ "llr": sprt.llr(pairs), "bounds": [least, most], "accepted": verdict })
        });
        let line = json!({
            "event": "end",
            "a": self.plan.players[0], "b": self.plan.players[1], "wins": wins, "draws": draws, "losses": losses,
            "pairs": all.0, "distinct": pairs.0, "elo": pairs.elo(), "interval": [low, high],
            "normalized_elo": pairs.normalized_elo(), "los": pairs.likelihood_of_superiority(),
            "sprt": sprt, "repeated": self.distinct.repeated(),
            "games_per_second": self.speed(),
        });
        writeln!(out, "{line}")?;
        Ok(())
    }
}

/// What the test has shown: which difference is excluded, at which error rate.
fn verdict_text(sprt: &Sprt, verdict: Option<SprtVerdict>, pairs: &Pairs) -> String {
    let (difference, hypothesis) = match verdict {
        Some(SprtVerdict::H1) => (format!("more than {}", sprt.elo0), "H1"),
        Some(SprtVerdict::H0) => (format!("less than {}", sprt.elo1), "H0"),
        None => match sprt.least_pairs().saturating_sub(pairs.count()) {
            0 => return "the test has not decided: it needs more pairs".into(),
            _ => {
                let least = sprt.least_pairs();
                return format!("the test has not decided: it needs more pairs, at least {least}");
            }
        },
    };
    let errors = verdict.map_or(0.0, |verdict| 100.0 * sprt.most_errors(verdict));
    format!(
        "{hypothesis} is accepted: A is {difference} Elo better (wrong in at most {errors:.1} % of such tests)"
    )
}

/// The reason of a game in which A had this side, unless the rules decided it.
fn unusual_reason(game: &Record, side: Side) -> Option<String> {
    let reason = game.reason.as_deref().filter(|&reason| reason != "rules")?;
    let names = if side == Side::First { ["A", "B"] } else { ["B", "A"] };
    let named = ["P1 ", "P2 "]
        .into_iter()
        .zip(names)
        .find_map(|(side, name)| Some(format!("{name} {}", reason.strip_prefix(side)?)));
    Some(named.unwrap_or_else(|| reason.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair of games that A wins, draws or loses both.
    fn pair(number: u64, result: Option<Side>) -> Pair {
        let game = agon_arena::find("tictactoe").unwrap();
        Side::BOTH.map(|side| {
            let mut record = Record::new(game, "startpos", ["x".into(), "y".into()]);
            record.moves = vec![format!("{number} {side:?}")];
            record.reason = Some("rules".into());
            let winner =
                result.map(|winner| if side == Side::First { winner } else { winner.opponent() });
            record.result = Some(winner.map_or(Outcome::Draw, Outcome::Win));
            record
        })
    }

    fn score(sprt: Option<Sprt>) -> MatchScore {
        let players = ["x", "y"].map(String::from);
        let plan = MatchPlan {
            players,
            pairs: 60,
            seed: 0,
            sprt,
            records: Some("unused".into()),
            adjudicated: None,
            json: true,
        };
        MatchScore::new(plan)
    }

    /// All that is told about a score.
    fn told(score: &MatchScore) -> String {
        let line = score.line();
        let records: Vec<_> = score.records.iter().flatten().map(|one| one.moves.clone()).collect();
        format!(
            "{} {:?} {} {records:?}",
            line.rsplit_once("  ").unwrap().0,
            score.counts,
            score.distinct.repeated()
        )
    }

    #[test]
    fn a_match_whose_false_pairs_were_taken_out_and_played_again_has_the_right_score() {
        let right = |number: u64| pair(number % 50, (number % 3 == 1).then_some(Side::First));
        let mut honest = score(None);
        (0..60).for_each(|number| honest.add(number, right(number)));
        let mut deceived = score(None);
        // Every seventh pair is false; the last ones wait for number 40.
        for number in (0..60).filter(|&number| number != 40) {
            let lie = || pair(number, Some(Side::Second));
            deceived.add(number, if number % 7 == 3 { lie() } else { right(number) });
        }
        let again = deceived.retract(&|number| number % 7 == 3 && number != 45);
        assert_eq!(again, [3, 10, 17, 24, 31, 38, 52, 59]);
        assert_eq!(deceived.queue.reported(), 3, "the pairs after the first false one wait");
        assert_eq!(deceived.retract(&|number| number == 45), [45]);
        for number in again.into_iter().chain([45, 40]) {
            deceived.add(number, right(number));
        }
        assert_eq!(told(&deceived), told(&honest));
        // Whoever keeps the last event of each number has the events of an honest match.
        let last = |score: &mut MatchScore| -> BTreeMap<String, Value> {
            let number = |event: &Value| format!("{} {}", event["game"], event["pair"]);
            score.take_events().into_iter().map(|event| (number(&event), event)).collect()
        };
        assert_eq!(last(&mut deceived), last(&mut honest));
        assert!(deceived.queue.is_over());
    }

    #[test]
    fn a_test_that_false_games_decided_goes_on_without_them() {
        let mut score = score(Sprt::new(0.0, 50.0, 0.05, 0.05).ok());
        let mut number = 0;
        while !score.queue.is_over() {
            let is_lie = number % 2 == 0;
            score.add(number, pair(number, is_lie.then_some(Side::First)));
            number += 1;
        }
        assert!(score.verdict.is_some() && number < 60, "{number}");
        score.retract(&|number| number % 2 == 0);
        assert_eq!((score.verdict, score.queue.is_over()), (None, false));
        (0..60).for_each(|number| score.add(number, pair(number, None)));
        assert_eq!(score.tally.wins, 0);
    }
}
