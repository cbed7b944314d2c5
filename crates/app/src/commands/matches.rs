//! `agon match`: a match of many games between two players, with statistics.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use agon_arena::contest::{
    Format, PairQueue, Pairs, Record, ScheduledGame, Sprt, SprtVerdict, Tally, Tournament,
    result_text,
};
use agon_core::{Outcome, Side, counted};
use serde_json::json;

use super::contest::{lock, threads, write_records};
use crate::cli::MatchArgs;
use crate::contests::{
    Archive, ArchiveContest, Batch, Entrant, GameSettings, Openings, PlayerPool, SystemClock,
    add_tags, files_of_player, run_workers, store_behind,
};
use crate::engines::Restrictions;
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::{Progress, notice};

/// How many pairs a worker takes at once: one, because games take long.
const CHUNK_SIZE: u64 = 1;

/// Plays the match, and prints the result.
pub fn match_(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = sprt(args)?;
    let settings = settings(args)?;
    let here = Path::new("");
    let [first, second] = [("A", &args.first), ("B", &args.second)]
        .map(|(name, text)| Entrant::read(settings.game, name, text, here));
    let mut players = [first?, second?];
    for player in &mut players {
        player.private.extend(args.archive.clone());
        let files = [&args.first, &args.second].map(|text| files_of_player(text, here));
        player.private.extend(files.into_iter().flatten());
    }
    let start = settings.start(0)?;
    for player in &players {
        player.check(settings.game, &start, settings.limits)?;
    }
    let tournament = Tournament {
        entrants: 2,
        format: Format::RoundRobin,
        pairs: args.pairs as u32,
        seed: args.seed,
    };
    let title = format!("{} against {}", players[0].player_text(), players[1].player_text());
    let archive = args
        .archive
        .as_deref()
        .map(|path| {
            let (settings, bonus) = (&settings.identity(None), &[][..]);
            let (name, tournament, entrants, may_change) = (&title, &tournament, &players, false);
            let contest =
                ArchiveContest { name, tournament, settings, entrants, bonus, may_change };
            Archive::open(path, &contest).map(|(archive, _)| archive)
        })
        .transpose()?;
    if players.iter().any(Entrant::has_program) {
        let line = Restrictions::of_this_system().to_string();
        notice(&line);
        archive.as_ref().map_or(Ok(()), |archive| archive.store_restrictions(&line))?;
    }
    let run = MatchRun {
        settings: &settings,
        players: &players,
        score: Mutex::new(MatchScore::new(args, sprt)),
        began: Instant::now(),
        progress: Progress::new(),
    };
    run.resume(archive.as_ref())?;
    interrupt::during(|| run.run(archive.as_ref(), threads(&args.run)))?;
    run.progress.clear();
    let score = run.score.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    score.finish(args, run.began.elapsed().as_secs_f64(), out)
}

fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some([elo0, elo1]) = args.sprt else { return Ok(None) };
    let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta);
    sprt.map(Some).map_err(|refused| Failure::Usage(refused.to_string()))
}

fn settings(args: &MatchArgs) -> Result<GameSettings, Failure> {
    let game = args.position.game();
    let session = args.position.open()?;
    if session.outcome().is_some() {
        return Err(Failure::Refused("the game is over in this position".into()));
    }
    let from = session.position();
    let here = Path::new("");
    let openings = Openings::read(game, &from, &args.openings, args.opening_plies, here)?;
    Ok(GameSettings {
        game,
        from,
        openings,
        limits: args.limits.limits(),
        max_plies: args.limits.max_plies.map(|most| most as usize),
        adjudicate: args.limits.adjudicate,
        seed: args.seed,
    })
}

/// Two games from one start.
type Pair = [Record; 2];

/// A pair that was played, with the places of the games that are not stored yet.
struct FinishedPair {
    number: u64,
    games: Pair,
    new: Vec<usize>,
}

/// A match in progress.
struct MatchRun<'a> {
    settings: &'a GameSettings,
    players: &'a [Entrant],
    score: Mutex<MatchScore>,
    began: Instant,
    progress: Progress,
}

/// The results so far.
struct MatchScore {
    queue: PairQueue<Pair>,
    sprt: Option<Sprt>,
    tally: Tally,
    pairs: Pairs,
    verdict: Option<SprtVerdict>,
    /// The reasons of games that the rules did not decide, with counts.
    unusual: BTreeMap<String, u64>,
    /// The games, if they are wanted.
    records: Option<Vec<Record>>,
    /// Games of an earlier run.
    known: HashMap<String, Record>,
    played: u64,
}

impl MatchScore {
    fn new(args: &MatchArgs, sprt: Option<Sprt>) -> MatchScore {
        let wants_games = args.run.json || args.run.records.is_some();
        MatchScore {
            queue: PairQueue::new(args.pairs, CHUNK_SIZE),
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

    /// Adds a finished pair.
    fn add(&mut self, number: u64, pair: Pair) {
        let MatchScore { queue, sprt, tally, pairs, verdict, unusual, records, .. } = self;
        queue.submit(number, pair, |pair| {
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

    /// The score in a line.
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
            self.queue.reported(),
            sample.elo(),
            self.played as f64 / seconds.max(1e-6)
        )
    }

    /// Prints the result; the exit code is that of the test.
    fn finish(self, args: &MatchArgs, seconds: f64, out: &mut impl Write) -> Result<(), Failure> {
        if let (Some(path), Some(records)) = (&args.run.records, &self.records) {
            write_records(path, records)?;
        }
        match args.run.json {
            true => self.print_json(args, seconds, out)?,
            false => self.print(args, seconds, out)?,
        }
        if !self.queue.is_over() {
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
        // The speed differs from run to run, so it is not part of the output.
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

/// The reason of a game in which A had this side, if the rules did not decide it.
fn unusual_reason(game: &Record, side: Side) -> Option<String> {
    let reason = game.reason.as_deref().filter(|&reason| reason != "rules")?;
    let names = if side == Side::First { ["A", "B"] } else { ["B", "A"] };
    let named = ["P1 ", "P2 "]
        .into_iter()
        .zip(names)
        .find_map(|(side, name)| Some(format!("{name} {}", reason.strip_prefix(side)?)));
    Some(named.unwrap_or_else(|| reason.to_string()))
}

impl MatchRun<'_> {
    /// Loads the games of an earlier run.
    fn resume(&self, archive: Option<&Archive>) -> Result<(), Failure> {
        let Some(archive) = archive else { return Ok(()) };
        let stored = archive.load()?.games;
        if !stored.is_empty() {
            let games = counted(stored.len() as u64, "game");
            notice(format_args!("going on: {games} were played before"));
        }
        lock(&self.score).known = stored.into_iter().collect();
        Ok(())
    }

    /// Plays the match with this many games at once.
    fn run(&self, archive: Option<&Archive>, threads: usize) -> Result<(), Failure> {
        let failed = Mutex::new(None);
        let fail = |failure: Failure| {
            lock(&failed).get_or_insert(failure);
        };
        match archive {
            None => run_workers(threads, || self.work(&failed, |pair| self.count(pair)), fail),
            // A pair counts once it is stored.
            Some(archive) => store_behind(
                archive,
                |pair| self.count(pair),
                fail,
                |sender| {
                    let store = |pair: FinishedPair| {
                        let games = pair.new.iter().map(|&half| &pair.games[half]);
                        let text = |game: &Record| {
                            (game.tag("Round").unwrap_or_default().into(), game.to_string())
                        };
                        // Nobody takes it after a failure, which ends the match.
                        let _ = sender.send(Batch { games: games.map(text).collect(), told: pair });
                    };
                    run_workers(threads, || self.work(&failed, store), fail);
                },
            ),
        }
        match lock(&failed).take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays chunk after chunk, and hands over each pair.
    fn work(
        &self,
        failed: &Mutex<Option<Failure>>,
        hand_over: impl Fn(FinishedPair),
    ) -> Result<(), Failure> {
        let mut pool = PlayerPool::default();
        let clock = SystemClock::start();
        while lock(failed).is_none() && !interrupt::interrupted() {
            let Some(chunk) = lock(&self.score).queue.next_chunk() else { return Ok(()) };
            for number in chunk {
                let Some(pair) = self.pair(number, &mut pool, &clock)? else { return Ok(()) };
                hand_over(pair);
            }
        }
        Ok(())
    }

    /// Counts a pair.
    fn count(&self, FinishedPair { number, games, new }: FinishedPair) {
        let mut score = lock(&self.score);
        score.played += new.len() as u64;
        score.add(number, games);
        self.progress.show(score.line(self.began.elapsed().as_secs_f64()));
    }

    /// Plays two games from one starting position; `None` if they were stopped.
    fn pair(
        &self,
        number: u64,
        pool: &mut PlayerPool,
        clock: &SystemClock,
    ) -> Result<Option<FinishedPair>, Failure> {
        let mut start = None;
        let (mut games, mut new) = (Vec::new(), Vec::new());
        for (half, players) in [[0, 1], [1, 0]].into_iter().enumerate() {
            let game = 2 * number as u32 + half as u32 + 1;
            let game = ScheduledGame {
                number: [1, 1, game],
                players,
                depth: None,
                opening: number as u32,
            };
            if let Some(record) = lock(&self.score).known.remove(&game.key()) {
                games.push(record);
                continue;
            }
            let start = match &start {
                Some(start) => start,
                None => start.insert(self.settings.start(number)?),
            };
            let Some(record) = self.game(&game, start, pool, clock)? else { return Ok(None) };
            games.push(record);
            new.push(half);
        }
        let pair = |games| FinishedPair { number, games, new };
        Ok(games.try_into().ok().map(pair))
    }

    fn game(
        &self,
        game: &ScheduledGame,
        start: &str,
        pool: &mut PlayerPool,
        clock: &SystemClock,
    ) -> Result<Option<Record>, Failure> {
        let key = game.key();
        let players = pool.pair(self.players, game.players);
        let played = self.settings.play(&key, start, None, [&[], &[]], players, clock)?;
        let Some(played) = played else { return Ok(None) };
        let names = game.players.map(|player| self.players[player].record_name());
        let mut record = played.record(self.settings.game, names);
        let players = game.players.map(|player| &self.players[player]);
        let GameSettings { limits, seed, .. } = self.settings;
        add_tags(&mut record, "match", &key, players, limits, *seed);
        Ok(Some(record))
    }
}
