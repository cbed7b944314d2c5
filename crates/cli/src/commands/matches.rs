//! `agon match`: a match of many games between two players, with statistics.

mod over_cluster;

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use agon_arena::contest::{Record, Sprt};
use agon_contest::{
    Archive, ArchiveContest, Batch, Entrant, Event, Format, GameSettings, GameWriter, LiveFile,
    Openings, PlayerPool, RefereeRules, ScheduledGame, Tournament, files_of_player, run_workers,
    store_behind,
};
use agon_core::counted;
use agon_host::{Failure, Progress, interrupt, notice};
use agon_sandbox::{EngineLog, Restrictions};
use agon_ugi::SystemClock;
use serde_json::Value;

use super::contest::{lock, threads};
use super::match_score::MatchScore;
use crate::cli::MatchArgs;
use crate::cluster::Cluster;

/// Plays the match, and prints the result.
pub fn match_(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = sprt(args)?;
    let settings = settings(args)?;
    let here = Path::new("");
    let [first, second] = [("A", &args.first), ("B", &args.second)]
        .map(|(name, text)| Entrant::read(settings.game, name, text, here));
    let mut players = [first?, second?];
    let log = args.run.log.as_deref().map(|path| EngineLog::create(Some(path))).transpose()?;
    for player in &mut players {
        player.log = log.clone();
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
    if let Openings::Listed(starts) = &settings.openings
        && (starts.len() as u64) < args.pairs
    {
        let openings = counted(starts.len() as u64, "opening");
        notice(format_args!("the book has {openings} for {} pairs: they are repeated", args.pairs));
    }
    let rules = args.limits.referee_rules();
    let identity = rules.add_to(settings.identity(None));
    let title = format!("{} against {}", players[0].player_text(), players[1].player_text());
    let archive = args
        .archive
        .as_deref()
        .map(|path| {
            let (settings, bonus) = (&identity, &[][..]);
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
    let (events, printed) = channel();
    let events = args.run.json.then_some(events);
    let run = MatchRun {
        settings: &settings,
        rules,
        players: &players,
        score: Mutex::new(MatchScore::new(args, sprt, events)),
        began: Instant::now(),
        progress: Progress::of(args.pairs),
        pairs: args.pairs,
    };
    run.resume(archive.as_ref())?;
    let writer = archive.as_ref().map(Archive::writer).transpose()?;
    let cluster = Cluster::connect(&args.run.cluster)?;
    let play = || match &cluster {
        Some(cluster) => run.run_over(writer, cluster, &title),
        None => match (&args.archive, writer) {
            (Some(path), writer @ Some(_)) => {
                LiveFile::during(path, |live| run.run(writer, threads(&args.run), Some(live)))
            }
            _ => run.run(None, threads(&args.run), None),
        },
    };
    run.print_events(printed, out, || interrupt::during(play))?;
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

/// The entrants with the first and the second side in the two games of a pair.
const SIDES: [[usize; 2]; 2] = [[0, 1], [1, 0]];

/// A game of a pair.
fn half_of_pair(pair: u64, half: usize, players: [usize; 2]) -> ScheduledGame {
    let number = 2 * pair as u32 + half as u32 + 1;
    ScheduledGame { number: [1, 1, number], players, depth: None, opening: pair as u32 }
}

/// Two games from one start.
pub type Pair = [Record; 2];

/// A pair that was played, with the places of the games that are not stored yet.
struct FinishedPair {
    number: u64,
    games: Pair,
    new: Vec<usize>,
}

impl FinishedPair {
    /// Its new games, to be stored.
    fn batch(self) -> Batch<FinishedPair> {
        let games = self.new.iter().map(|&half| &self.games[half]);
        let text = |game: &Record| (game.tag("Round").unwrap_or_default().into(), game.to_string());
        Batch { games: games.map(text).collect(), told: self }
    }

    /// The keys of its new games.
    fn new_keys(&self) -> Vec<String> {
        let key = |&half: &usize| half_of_pair(self.number, half, SIDES[half]).key();
        self.new.iter().map(key).collect()
    }
}

/// A match in progress.
struct MatchRun<'a> {
    settings: &'a GameSettings,
    rules: RefereeRules,
    players: &'a [Entrant],
    score: Mutex<MatchScore>,
    began: Instant,
    progress: Progress,
    /// The number of pairs.
    pairs: u64,
}

impl MatchRun<'_> {
    /// Does something, and meanwhile prints the events of the match as lines of JSON. If they
    /// cannot be printed, no more pairs are played.
    fn print_events(
        &self,
        printed: Receiver<Value>,
        out: &mut impl Write,
        run: impl FnOnce() -> Result<(), Failure> + Send,
    ) -> Result<(), Failure> {
        thread::scope(|scope| {
            let running = scope.spawn(|| {
                let done = run();
                lock(&self.score).close_events();
                done
            });
            let mut result = Ok(());
            for event in printed {
                if result.is_ok() {
                    result = writeln!(out, "{event}").and_then(|()| out.flush());
                }
                if result.is_err() {
                    lock(&self.score).stop();
                }
            }
            let done = running.join().unwrap_or(Err(Failure::Unknown));
            done.and(result.map_err(Failure::from))
        })
    }

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
    fn run(
        &self,
        writer: Option<GameWriter>,
        threads: usize,
        live: Option<&LiveFile>,
    ) -> Result<(), Failure> {
        let failed = Mutex::new(None);
        let fail = |failure: Failure| {
            lock(&failed).get_or_insert(failure);
        };
        match writer {
            None => {
                run_workers(threads, || self.work(&failed, live, |pair| self.count(pair)), fail)
            }
            // A pair counts once it is stored.
            Some(writer) => store_behind(
                writer,
                |pair| self.count(pair),
                fail,
                |sender| {
                    // Nobody takes it after a failure, which ends the match.
                    let store = |pair: FinishedPair| drop(sender.send(pair.batch()));
                    run_workers(threads, || self.work(&failed, live, store), fail);
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
        live: Option<&LiveFile>,
        hand_over: impl Fn(FinishedPair),
    ) -> Result<(), Failure> {
        let mut pool = PlayerPool::shown_in(live.and_then(LiveFile::add));
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
        self.progress.advance_to(score.queue.reported());
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
        for (half, players) in SIDES.into_iter().enumerate() {
            let game = half_of_pair(number, half, players);
            if let Some(record) = lock(&self.score).known.remove(&game.key()) {
                games.push(record);
                continue;
            }
            let start = match &start {
                Some(start) => start,
                None => start.insert(self.settings.start(number)?),
            };
            let played = self.event().play(&game, start, pool, clock)?;
            let Some(record) = played else { return Ok(None) };
            games.push(record);
            new.push(half);
        }
        let pair = |games| FinishedPair { number, games, new };
        Ok(games.try_into().ok().map(pair))
    }

    /// How its games are played.
    fn event(&self) -> Event<'_> {
        let MatchRun { settings, rules, players, .. } = *self;
        Event { name: "match", is_match: true, settings, rules, entrants: players }
    }
}
