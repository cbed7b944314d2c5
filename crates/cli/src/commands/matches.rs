//! `agon match`: plays a match of many games between two players, with statistics.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::path::Path;

use agon_arena::contest::{Record, Sprt};
use agon_contest::{
    Archive, ArchiveContest, Entrant, Event, Format, GameSettings, Openings, PendingGames,
    ScheduledGame, SpotCheck, Suspect, Tournament, files_of_player, game_item,
};
use agon_core::counted;
use agon_host::{Failure, notice};
use agon_runner::{ResultOrigin, SentItem, SharedWork, Work};
use agon_sandbox::{EngineLog, Restrictions};

use super::match_score::MatchScore;
use crate::cli::MatchArgs;
use crate::workplace::{EventWork, Workplace};

/// Plays the match and prints the result.
pub fn match_(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let sprt = sprt(args)?;
    let settings = settings(args)?;
    let here = Path::new("");
    let [first, second] = [("A", &args.first), ("B", &args.second)]
        .map(|(name, text)| Entrant::read(settings.game, name, text, here));
    let mut players = vec![first?, second?];
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
            let (name, tournament, entrants, may_change) =
                (&title, &tournament, &players[..], false);
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
    let event = Event { name: "match".into(), is_match: true, settings, rules, entrants: players };
    let score = MatchScore::new(args, sprt);
    let known = match &archive {
        Some(archive) => archive.load()?.games,
        None => Vec::new(),
    };
    if !known.is_empty() {
        let games = counted(known.len() as u64, "game");
        notice(format_args!("resuming: {games} were played before"));
    }
    let writer = archive.as_ref().map(Archive::writer).transpose()?;
    let workplace = Workplace::of(&args.run.cluster, args.run.concurrency)?;
    let mut work = MatchWork {
        event: &event,
        score,
        known: known.into_iter().collect(),
        ready: VecDeque::new(),
        partial: HashMap::new(),
        pending: PendingGames::new(writer),
        check: None,
        out: args.run.json.then_some(out as &mut dyn Write),
    };
    work.print_events()?;
    workplace.play(&event, args.archive.as_deref(), 2, &mut work)?;
    work.score.finish(args, out)
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

/// The indices of the entrants that play the two sides in each game of a pair.
const SIDES: [[usize; 2]; 2] = [[0, 1], [1, 0]];

fn half_of_pair(pair: u64, half: usize) -> ScheduledGame {
    let number = 2 * pair as u32 + half as u32 + 1;
    let players = SIDES[half];
    ScheduledGame { number: [1, 1, number], players, depth: None, opening: pair as u32 }
}

/// Two games from the same start.
pub type Pair = [Record; 2];

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
struct MatchWork<'a> {
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

impl MatchWork<'_> {
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
