//! `agon match`: two players in many games, and what that says of them.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use agon_arena::contest::{
    Chunks, Format, Pairs, Plan, Record, ScheduledGame, Sprt, SprtVerdict, Tally, result_text,
};
use agon_core::{Outcome, Side, counted};
use serde_json::json;

use super::contest::{lock, threads, write_records};
use crate::cli::MatchArgs;
use crate::contests::{Archive, Bench, Contestant, Openings, Setup, SystemClock};
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::{Progress, notice};

/// How many pairs are handed out at once: few, because games take long against handing out.
const CHUNK: u64 = 1;

/// Plays the match, and prints what came of it.
pub fn match_(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = sprt(args)?;
    let setup = setup(args)?;
    let [first, second] = [("A", &args.first), ("B", &args.second)]
        .map(|(name, text)| Contestant::read(setup.game, name, text, Path::new("")));
    let players = [first?, second?];
    let start = setup.start(0)?;
    for player in &players {
        player.check(setup.game, &start, setup.limits)?;
    }
    let plan =
        Plan { entries: 2, format: Format::RoundRobin, pairs: args.pairs as u32, seed: args.seed };
    let title = format!("{} against {}", players[0].entrant, players[1].entrant);
    let archive = args
        .archive
        .as_deref()
        .map(|path| Archive::open(path, &title, &plan, &setup.describe(), &players))
        .transpose()?;
    let course = Course {
        setup: &setup,
        players: &players,
        archive: archive.map(Mutex::new),
        score: Mutex::new(Score::new(args, sprt)),
        began: Instant::now(),
        progress: Progress::new(),
    };
    course.resume()?;
    interrupt::during(|| course.run(threads(&args.course)))?;
    course.progress.clear();
    let score = course.score.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    score.finish(args, course.began.elapsed().as_secs_f64(), out)
}

fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some([elo0, elo1]) = args.sprt else { return Ok(None) };
    let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta);
    sprt.map(Some).map_err(|refused| Failure::Usage(refused.to_string()))
}

fn setup(args: &MatchArgs) -> Result<Setup, Failure> {
    let game = args.position.game();
    let session = args.position.open()?;
    if session.outcome().is_some() {
        return Err(Failure::Refused("the game is over in this position".into()));
    }
    let from = session.position();
    let here = Path::new("");
    let openings = Openings::read(game, &from, &args.openings, args.opening_plies, here)?;
    Ok(Setup {
        game,
        from,
        openings,
        limits: args.limits.limits(),
        most_plies: args.limits.max_plies.map(|most| most as usize),
        by_proof: args.limits.adjudicate,
        seed: args.seed,
    })
}

/// Two games from one start.
type Pair = [Record; 2];

/// A match in progress.
struct Course<'a> {
    setup: &'a Setup,
    players: &'a [Contestant],
    archive: Option<Mutex<Archive>>,
    score: Mutex<Score>,
    began: Instant,
    progress: Progress,
}

/// What came of the games so far.
struct Score {
    chunks: Chunks<Pair>,
    sprt: Option<Sprt>,
    tally: Tally,
    pairs: Pairs,
    verdict: Option<SprtVerdict>,
    /// Why games ended that were not decided by the rules, and how many of each.
    unusual: BTreeMap<String, u64>,
    /// The games, where they are wanted.
    records: Option<Vec<Record>>,
    /// Games that were played in an earlier run.
    known: HashMap<String, Record>,
    played: u64,
}

impl Score {
    fn new(args: &MatchArgs, sprt: Option<Sprt>) -> Score {
        let wants_games = args.course.json || args.course.records.is_some();
        Score {
            chunks: Chunks::new(args.pairs, CHUNK),
            sprt,
            tally: Tally::default(),
            pairs: Pairs::default(),
            verdict: None,
            unusual: BTreeMap::new(),
            records: wants_games.then(Vec::new),
            known: HashMap::new(),
            played: 0,
        }
    }

    /// Counts a pair that is over.
    fn add(&mut self, number: u64, pair: Pair) {
        let Score { chunks, sprt, tally, pairs, verdict, unusual, records, .. } = self;
        chunks.bring(number, pair, |pair| {
            // Every game that was played has a result.
            let results = [&pair[0], &pair[1]].map(|game| game.result.unwrap_or(Outcome::Draw));
            pairs.add(results);
            for ((game, result), side) in pair.iter().zip(results).zip(Side::BOTH) {
                tally.add(result, side);
                if let Some(reason) = unusual_reason(game, side) {
                    *unusual.entry(reason).or_default() += 1;
                }
            }
            if let Some(records) = records {
                records.extend(pair);
            }
            *verdict = sprt.and_then(|sprt| sprt.verdict(&pairs.sample()));
            verdict.is_none()
        });
    }

    /// How it stands, in a line.
    fn line(&self, seconds: f64) -> String {
        let Tally { wins, draws, losses } = self.tally;
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        let llr = self.sprt.map_or(String::new(), |sprt| {
            let (least, most) = sprt.bounds();
            format!("  LLR {:.2} ({least:.2}, {most:.2})", sprt.llr(&sample))
        });
        format!(
            "{} pairs  +{wins} ={draws} -{losses}  Elo {:.1} [{low:.1}, {high:.1}]{llr}  {:.1} games/s",
            self.chunks.told(),
            sample.elo(),
            self.played as f64 / seconds.max(1e-6)
        )
    }

    /// Prints what came of it, and ends as the test did.
    fn finish(self, args: &MatchArgs, seconds: f64, out: &mut impl Write) -> Result<(), Failure> {
        if let (Some(path), Some(records)) = (&args.course.records, &self.records) {
            write_records(path, records)?;
        }
        match args.course.json {
            true => self.print_json(args, seconds, out)?,
            false => self.print(args, seconds, out)?,
        }
        if !self.chunks.is_over() {
            notice("stopped before all games were played");
            return Err(Failure::Unknown);
        }
        match (self.sprt, self.verdict) {
            (None, _) | (_, Some(SprtVerdict::H1)) => Ok(()),
            _ => Err(Failure::Unknown),
        }
    }

    fn print(&self, args: &MatchArgs, seconds: f64, out: &mut impl Write) -> Result<(), Failure> {
        let Tally { wins, draws, losses } = self.tally;
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        writeln!(out, "A           {}", args.first)?;
        writeln!(out, "B           {}", args.second)?;
        writeln!(
            out,
            "games       {}, of which A won {wins}, drew {draws}, lost {losses}",
            self.tally.games()
        )?;
        let counts = self.pairs.0.map(|count| count.to_string());
        writeln!(out, "pairs       {} with 0, 1/2, 1, 3/2, 2 points for A", counts.join(" "))?;
        writeln!(out, "Elo         {:.1}, 95 % between {low:.1} and {high:.1}", sample.elo())?;
        writeln!(out, "A is better {:.2} % likely", 100.0 * sample.likelihood_of_superiority())?;
        if let Some(sprt) = self.sprt {
            let (least, most) = sprt.bounds();
            let verdict = match self.verdict {
                Some(SprtVerdict::H1) => format!("H1 is accepted: A is {} Elo better", sprt.elo1),
                Some(SprtVerdict::H0) => format!("H0 is accepted: A is {} Elo better", sprt.elo0),
                None => "neither hypothesis is accepted".into(),
            };
            let llr = sprt.llr(&sample);
            writeln!(out, "SPRT        LLR {llr:.2} between {least:.2} and {most:.2}: {verdict}")?;
        }
        for (reason, &count) in &self.unusual {
            writeln!(out, "            {}: {reason}", counted(count, "game"))?;
        }
        // How quick it was is not the same twice.
        notice(format_args!("{:.1} games a second", self.played as f64 / seconds.max(1e-6)));
        Ok(())
    }

    fn print_json(
        &self,
        args: &MatchArgs,
        seconds: f64,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        for (place, record) in self.records.iter().flatten().enumerate() {
            let line = json!({
                "game": place + 1, "p1": record.players[0], "p2": record.players[1],
                "result": result_text(record.result), "reason": record.reason,
                "plies": record.moves.len(),
            });
            writeln!(out, "{line}")?;
        }
        let Tally { wins, draws, losses } = self.tally;
        let sample = self.pairs.sample();
        let (low, high) = sample.elo_interval();
        let sprt = self.sprt.map(|sprt| {
            let (least, most) = sprt.bounds();
            let verdict = self.verdict.map(|verdict| match verdict {
                SprtVerdict::H0 => "H0",
                SprtVerdict::H1 => "H1",
            });
            json!({ "llr": sprt.llr(&sample), "bounds": [least, most], "accepted": verdict })
        });
        let line = json!({
            "a": args.first, "b": args.second, "wins": wins, "draws": draws, "losses": losses,
            "pairs": self.pairs.0, "elo": sample.elo(), "interval": [low, high],
            "los": sample.likelihood_of_superiority(), "sprt": sprt,
            "games_per_second": self.played as f64 / seconds.max(1e-6),
        });
        writeln!(out, "{line}")?;
        Ok(())
    }
}

/// Why a game ended in which A had this side, if it was not decided by the rules.
fn unusual_reason(game: &Record, side: Side) -> Option<String> {
    let reason = game.reason.as_deref().filter(|&reason| reason != "rules")?;
    let names = if side == Side::First { ["A", "B"] } else { ["B", "A"] };
    let named = ["P1 ", "P2 "]
        .into_iter()
        .zip(names)
        .find_map(|(side, name)| Some(format!("{name} {}", reason.strip_prefix(side)?)));
    Some(named.unwrap_or_else(|| reason.to_string()))
}

impl Course<'_> {
    /// Takes the games that an earlier run has kept.
    fn resume(&self) -> Result<(), Failure> {
        let Some(archive) = &self.archive else { return Ok(()) };
        let kept = lock(archive).kept()?.games;
        if !kept.is_empty() {
            let games = counted(kept.len() as u64, "game");
            notice(format_args!("going on: {games} were played before"));
        }
        lock(&self.score).known = kept.into_iter().collect();
        Ok(())
    }

    /// Plays until it is enough, with so many games at once.
    fn run(&self, threads: usize) -> Result<(), Failure> {
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(failure) = self.work(&failed) {
                        lock(&failed).get_or_insert(failure);
                    }
                });
            }
        });
        match lock(&failed).take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays chunk after chunk.
    fn work(&self, failed: &Mutex<Option<Failure>>) -> Result<(), Failure> {
        let mut bench = Bench::default();
        let clock = SystemClock::start();
        while lock(failed).is_none() && !interrupt::interrupted() {
            let Some(chunk) = lock(&self.score).chunks.take() else { return Ok(()) };
            for number in chunk {
                let Some(pair) = self.pair(number, &mut bench, &clock)? else { return Ok(()) };
                let mut score = lock(&self.score);
                score.add(number, pair);
                self.progress.show(score.line(self.began.elapsed().as_secs_f64()));
            }
        }
        Ok(())
    }

    /// Plays two games from one start; `None` where they were stopped.
    fn pair(
        &self,
        number: u64,
        bench: &mut Bench,
        clock: &SystemClock,
    ) -> Result<Option<Pair>, Failure> {
        let mut start = None;
        let mut games = Vec::new();
        for (half, players) in [[0, 1], [1, 0]].into_iter().enumerate() {
            let game = 2 * number as u32 + half as u32 + 1;
            let fixture = ScheduledGame {
                number: [1, 1, game],
                players,
                depth: None,
                opening: number as u32,
            };
            if let Some(record) = lock(&self.score).known.remove(&fixture.key()) {
                games.push(record);
                continue;
            }
            let start = match &start {
                Some(start) => start,
                None => start.insert(self.setup.start(number)?),
            };
            let Some(record) = self.game(&fixture, start, bench, clock)? else { return Ok(None) };
            games.push(record);
        }
        Ok(games.try_into().ok())
    }

    fn game(
        &self,
        fixture: &ScheduledGame,
        start: &str,
        bench: &mut Bench,
        clock: &SystemClock,
    ) -> Result<Option<Record>, Failure> {
        let key = fixture.key();
        let players = bench.two(self.players, fixture.players);
        let played = self.setup.play(&key, start, None, [&[], &[]], players, clock)?;
        let Some(played) = played else { return Ok(None) };
        let names = fixture.players.map(|player| self.players[player].entrant.to_string());
        let mut record = played.record(self.setup.game, names);
        record.set_tag("Round", &key);
        record.set_tag("Seed", self.setup.seed);
        if let Some(archive) = &self.archive {
            lock(archive).keep(&key, &record)?;
        }
        lock(&self.score).played += 1;
        Ok(Some(record))
    }
}
