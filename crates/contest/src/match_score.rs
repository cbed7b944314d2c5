//! The results of a match: counts pairs and prints them as text or as events.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_arena::contest::{Pairs, Record, Sprt, SprtVerdict, Tally, result_text};
use agon_core::{Outcome, Side, counted};
use agon_host::{Failure, notice};
use agon_runner::InOrder;
use serde_json::{Value, json};

use crate::write_records;

/// The number of games from which repeated games cause a warning, if they are a tenth of all.
const MANY_GAMES: u64 = 10;

/// Two games from the same start.
pub type Pair = [Record; 2];

/// What a match is about, and what it reports.
pub struct MatchPlan {
    /// The players A and B, as people write them.
    pub players: [String; 2],
    pub pairs: u64,
    pub seed: u64,
    pub sprt: Option<Sprt>,
    /// The file for the records of all games.
    pub records: Option<PathBuf>,
    /// Whether events and the result are JSON lines.
    pub json: bool,
}

pub struct MatchScore {
    plan: MatchPlan,
    /// The pairs that are left to play, and those that wait for an earlier one.
    pub queue: InOrder<Pair>,
    tally: Tally,
    pairs: Pairs,
    verdict: Option<SprtVerdict>,
    /// The reasons of games that were not decided by the rules, with counts.
    unusual: BTreeMap<String, u64>,
    /// The hashes of the games, and the number of repeated games.
    seen: HashSet<u64>,
    repeated: u64,
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
            tally: Tally::default(),
            pairs: Pairs::default(),
            verdict: None,
            unusual: BTreeMap::new(),
            seen: HashSet::new(),
            repeated: 0,
            records: plan.records.is_some().then(Vec::new),
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
        let mut ready = Vec::new();
        let MatchScore { plan: MatchPlan { sprt, .. }, queue, pairs, verdict, .. } = self;
        queue.submit(number, pair, |pair| {
            // Every finished game has a result.
            pairs.add([&pair[0], &pair[1]].map(|game| game.result.unwrap_or(Outcome::Draw)));
            *verdict = sprt.and_then(|sprt| sprt.verdict(&pairs.sample()));
            ready.push((pair, *pairs));
            verdict.is_none()
        });
        for (pair, pairs) in ready {
            self.count(pair, &pairs);
        }
    }

    /// Counts the games of the next pair. `pairs` holds all pairs up to this one.
    fn count(&mut self, pair: Pair, pairs: &Pairs) {
        for (game, side) in pair.iter().zip(Side::BOTH) {
            self.tally.add(game.result.unwrap_or(Outcome::Draw), side);
            if let Some(reason) = unusual_reason(game, side) {
                *self.unusual.entry(reason).or_default() += 1;
            }
            if !self.seen.insert(line_hash(game)) {
                self.repeated += 1;
            }
            let number = self.tally.games();
            self.push_event(|| {
                json!({
                    "event": "game", "game": number, "p1": game.players[0], "p2": game.players[1],
                    "result": result_text(game.result), "reason": game.reason,
                    "plies": game.moves.len(),
                })
            });
        }
        let (number, sprt) = (self.tally.games() / 2, self.plan.sprt);
        self.push_event(|| {
            let sample = pairs.sample();
            let (low, high) = sample.elo_interval();
            json!({
                "event": "pair", "pair": number, "pairs": pairs.0,
                "elo": sample.elo(), "interval": [low, high],
                "llr": sprt.map(|sprt| sprt.llr(&sample)),
            })
        });
        if let Some(records) = &mut self.records {
            records.extend(pair);
        }
    }

    /// The score in one line.
    pub fn line(&self) -> String {
        let Tally { wins, draws, losses } = self.tally;
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        let llr = self.plan.sprt.map_or(String::new(), |sprt| {
            let (least, most) = sprt.bounds();
            format!("  LLR {:.2} ({least:.2}, {most:.2})", sprt.llr(&sample))
        });
        format!(
            "+{wins} ={draws} -{losses}  Elo {:.1} [{low:.1}, {high:.1}]{llr}  {:.1} games/s",
            sample.elo(),
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
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        writeln!(out, "A           {}", self.plan.players[0])?;
        writeln!(out, "B           {}", self.plan.players[1])?;
        writeln!(
            out,
            "games       {}, of which A won {wins}, drew {draws}, lost {losses}",
            self.tally.games()
        )?;
        let counts = self.pairs.0.map(|count| count.to_string());
        writeln!(out, "pairs       {} with 0, 1/2, 1, 3/2, 2 points for A", counts.join(" "))?;
        writeln!(out, "Elo         {:.1}, 95 % between {low:.1} and {high:.1}", sample.elo())?;
        writeln!(out, "A is better {:.2} % likely", 100.0 * sample.likelihood_of_superiority())?;
        if let Some(sprt) = self.plan.sprt {
            let (least, most) = sprt.bounds();
            let (llr, verdict) = (sprt.llr(&sample), verdict_text(&sprt, self.verdict));
            writeln!(out, "SPRT        LLR {llr:.2} between {least:.2} and {most:.2}: {verdict}")?;
        }
        for (reason, &count) in &self.unusual {
            writeln!(out, "            {}: {reason}", counted(count, "game"))?;
        }
        if let Some(warning) = self.repetition_warning() {
            writeln!(out, "warning     {warning}")?;
        }
        // The speed differs from run to run, so it goes to standard error.
        notice(format_args!("{:.1} games a second", self.speed()));
        Ok(())
    }

    /// A warning if many games were repeated, because they look like more evidence than they are.
    fn repetition_warning(&self) -> Option<String> {
        let games = self.tally.games();
        let is_many = games >= MANY_GAMES && self.repeated * 10 >= games;
        is_many.then(|| {
            format!(
                "{} of {games} games repeat an earlier one move by move, so the result is less \
                 certain than it looks: choose more --opening-plies or a larger book of openings",
                self.repeated
            )
        })
    }

    fn print_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Tally { wins, draws, losses } = self.tally;
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        let sprt = self.plan.sprt.map(|sprt| {
            let (least, most) = sprt.bounds();
            let verdict = self.verdict.map(|verdict| match verdict {
                SprtVerdict::H0 => "H0",
                SprtVerdict::H1 => "H1",
            });
            json!({ "llr": sprt.llr(&sample), "bounds": [least, most], "accepted": verdict })
        });
        let line = json!({
            "event": "end",
            "a": self.plan.players[0], "b": self.plan.players[1], "wins": wins, "draws": draws, "losses": losses,
            "pairs": self.pairs.0, "elo": sample.elo(), "interval": [low, high],
            "los": sample.likelihood_of_superiority(), "sprt": sprt, "repeated": self.repeated,
            "games_per_second": self.speed(),
        });
        writeln!(out, "{line}")?;
        Ok(())
    }
}

/// What the test has shown: which difference is excluded, at which error rate.
fn verdict_text(sprt: &Sprt, verdict: Option<SprtVerdict>) -> String {
    let percent = |rate: f64| 100.0 * rate;
    match verdict {
        Some(SprtVerdict::H1) => format!(
            "H1 is accepted: A is more than {} Elo better (wrong in at most {:.1} % of such tests)",
            sprt.elo0,
            percent(sprt.alpha)
        ),
        Some(SprtVerdict::H0) => format!(
            "H0 is accepted: A is less than {} Elo better (wrong in at most {:.1} % of such tests)",
            sprt.elo1,
            percent(sprt.beta)
        ),
        None => "the test has not decided: it needs more pairs".into(),
    }
}

/// A hash of the start and the moves of a game.
fn line_hash(game: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.start, &game.moves).hash(&mut hasher);
    hasher.finish()
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
