//! Contests on the page: their standings, rounds and games, also while they are running.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use agon_arena::contest::Record;
use agon_contest::{
    Archive, Crosstable, Format, LiveRecord, StoredContest, TournamentState, end_text, live_games,
    points,
};
use agon_core::quote;
use agon_host::{Failure, hash_bytes};
use agon_service::protocol::{
    self, Contest, ContestGame, ContestPairing, ContestRound, ContestSummary, GameInProgress,
    RequestError, StandingRow, WatchedGame,
};
use agon_service::{LiveGame, Resources, ServiceRefusal};

/// How many games of a contest are listed: the latest ones.
const MAX_LISTED: usize = 500;

/// How many pairings are listed: those of the rounds up to the current one.
const MAX_PAIRINGS: usize = 500;

/// With more entrants a crosstable is not readable.
const MAX_CROSSTABLE: usize = 24;

/// How many boards of games in progress are shown.
const MAX_LIVE: usize = 8;

/// The prefix of the ids of games of contests.
const PREFIX: &str = "contest-";

/// The contests that the page shows, by their files.
pub struct Contests(Vec<ContestFile>);

struct ContestFile {
    path: PathBuf,
    last: Mutex<LastRead>,
}

/// The last reading of a contest's file.
struct LastRead {
    /// The state of the file; `None` if it could not be read.
    stamp: Option<Stamp>,
    /// Why it can no longer be read.
    why: Option<String>,
    contest: Arc<StoredContest>,
    shown: Arc<Contest>,
}

/// The times and sizes of an archive and of its write-ahead log. When they change, the archive has
/// changed.
type Stamp = [Option<(Option<SystemTime>, u64)>; 2];

impl Contests {
    /// The contests of these files. Refused if one cannot be read.
    pub fn of(files: &[PathBuf]) -> Result<Contests, Failure> {
        let open = |(number, path): (usize, &PathBuf)| {
            let stamp = Some(stamp(path));
            let contest = Arc::new(Archive::read(path)?);
            let shown = Arc::new(shown(number, path, &contest));
            let last = Mutex::new(LastRead { stamp, why: None, contest, shown });
            Ok(ContestFile { path: path.clone(), last })
        };
        files.iter().enumerate().map(open).collect::<Result<_, _>>().map(Contests)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Their names by number. For a file that can no longer be read, also the reason.
    pub fn list(&self) -> protocol::Contests {
        let about = |number: usize| match self.load(number) {
            Ok((stored, shown)) => ContestSummary {
                number,
                name: Some(stored.name.clone()),
                games: Some(stored.games.len()),
                why: shown.why,
            },
            Err(error) => {
                ContestSummary { number, why: Some(error.text), ..ContestSummary::default() }
            }
        };
        protocol::Contests { contests: (0..self.0.len()).map(about).collect() }
    }

    /// The standings, rounds and games of one contest, as last read.
    pub fn standing(&self, number: usize) -> Result<Contest, RequestError> {
        let (_, mut shown) = self.load(number)?;
        let live = self.live(number, &shown);
        shown.live = live.iter().take(MAX_LIVE).filter_map(board).collect();
        Ok(shown)
    }

    /// The id of one of its games, which is part of its address.
    pub fn id_of(&self, number: usize, key: &str) -> Result<String, RequestError> {
        self.record(number, key)?;
        let (_, shown) = self.load(number)?;
        Ok(format!("{}{}", shown.prefix, key.replace('.', "-")))
    }

    /// The game with this id, which everyone may watch; `None` if it is not a game of a contest.
    pub fn open(&self, id: &str, resources: Resources) -> Option<Result<LiveGame, RequestError>> {
        let (number, key) = self.place_of(id)?;
        let open = || {
            let (contest, _) = self.load(number)?;
            let name = contest.name.clone();
            let contest = WatchedGame { number, name, reason: None };
            LiveGame::watched(id.into(), &self.record(number, &key)?, contest, resources)
        };
        Some(open())
    }

    /// The record so far of the game with this id, and whether it is over.
    pub fn progress(&self, id: &str) -> Option<(Record, bool)> {
        let (number, key) = self.place_of(id)?;
        let (contest, _) = self.load(number).ok()?;
        let is_over = contest.games.iter().any(|(stored, _)| *stored == key);
        Some((self.record(number, &key).ok()?, is_over))
    }

    /// The contest and the key of the game with this id.
    fn place_of(&self, id: &str) -> Option<(usize, String)> {
        let number = id.strip_prefix(PREFIX)?.split('-').next()?.parse().ok()?;
        let (_, shown) = self.load(number).ok()?;
        Some((number, id.strip_prefix(&shown.prefix)?.replace('-', ".")))
    }

    /// The record of one of its games, also of one in progress.
    fn record(&self, number: usize, key: &str) -> Result<Record, RequestError> {
        let (contest, shown) = self.load(number)?;
        if let Some((_, record)) = contest.games.iter().find(|(stored, _)| stored == key) {
            return Ok(record.clone());
        }
        let game = self.live(number, &shown).into_iter().find(|game| game.key == key);
        let game = game.ok_or_else(|| ServiceRefusal::Unknown { game: quote(key) })?;
        let entry = agon_service::game_entry(&game.game)?;
        Ok(Record { moves: game.moves, ..Record::new(entry, &game.start, game.players) })
    }

    fn live(&self, number: usize, shown: &Contest) -> Vec<LiveRecord> {
        let games = if shown.over { Vec::new() } else { live_games(&self.0[number].path) };
        // A game that has just ended may be in both files.
        let is_over = |key: &str| shown.games.iter().any(|game| game.key == key);
        games.into_iter().filter(|game| !is_over(&game.key)).collect()
    }

    /// The current state of a contest. If its file cannot be read, the last reading and the reason.
    fn load(&self, number: usize) -> Result<(Arc<StoredContest>, Contest), RequestError> {
        let unknown = || ServiceRefusal::Unknown { game: number.to_string() };
        let ContestFile { path, last } = self.0.get(number).ok_or_else(unknown)?;
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(path);
        if last.stamp != Some(now) {
            match Archive::read(path) {
                Ok(contest) => {
                    last.shown = Arc::new(shown(number, path, &contest));
                    (last.contest, last.why) = (Arc::new(contest), None);
                    last.stamp = Some(now);
                }
                Err(failure) => {
                    last.why = Some(match failure {
                        Failure::Refused(why) => why,
                        _ => path.display().to_string(),
                    });
                    last.stamp = None;
                }
            }
        }
        let shown = Contest { why: last.why.clone(), ..Contest::clone(&last.shown) };
        Ok((Arc::clone(&last.contest), shown))
    }
}

/// The state of an archive on disk.
fn stamp(path: &Path) -> Stamp {
    let log = PathBuf::from([path.as_os_str(), "-wal".as_ref()].join("".as_ref()));
    [path, &log].map(|path| fs::metadata(path).ok().map(|it| (it.modified().ok(), it.len())))
}

/// A contest as the page shows it, without the games in progress.
fn shown(number: usize, path: &Path, stored: &StoredContest) -> Contest {
    let state = stored.tournament.state(&stored.results());
    let standings = stored.standings(&state).0;
    let name = |entrant: usize| stored.entrants.get(entrant).map(|(name, _)| name.clone());
    let order: Vec<usize> = standings.iter().map(|row| row.entrant).collect();
    let rows = standings.into_iter().map(|row| StandingRow {
        place: row.place,
        name: name(row.entrant),
        points: points(row.half_points),
        wins: row.tally.wins,
        draws: row.tally.draws,
        losses: row.tally.losses,
        rating: row.rating.round(),
        low: row.interval.0.round(),
        high: row.interval.1.round(),
    });
    let games = stored.games.iter().rev().take(MAX_LISTED).map(|(key, record)| ContestGame {
        key: key.clone(),
        players: record.players.clone(),
        result: end_text(record).into(),
        reason: record.reason.clone(),
        moves: record.moves.len(),
    });
    // Another file, or another contest in it, has other ids: what a browser remembers of a game
    // must not appear with another one.
    let tag = hash_bytes(format!("{} {}", path.display(), stored.name).as_bytes());
    Contest {
        why: None,
        name: stored.name.clone(),
        over: state.is_over,
        played: stored.games.len(),
        standings: rows.collect(),
        games: games.collect(),
        prefix: format!("{PREFIX}{number}-{}-", &tag[..8]),
        format: match stored.tournament.format {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet { .. } => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::Elimination { .. } => "single-elimination",
        },
        round: state.round(),
        of_rounds: stored.tournament.rounds(),
        rounds: rounds(&state, name),
        crosstable: crosstable(&state, &order),
        live: Vec::new(),
    }
}

/// The rounds of a contest with their pairings, at most those up to the current one.
fn rounds(state: &TournamentState, name: impl Fn(usize) -> Option<String>) -> Vec<ContestRound> {
    let mut rounds: Vec<ContestRound> = Vec::new();
    for pairing in &state.pairings {
        let [number, _] = pairing.number;
        if rounds.last().is_none_or(|round| round.number != number) {
            rounds.push(ContestRound { number, pairings: Vec::new() });
        }
        let games = &pairing.games;
        let shown = ContestPairing {
            players: [Some(pairing.first), pairing.second].map(|one| one.and_then(&name)),
            points: pairing.half_points().map(|half| half as f64 / 2.0),
            played: games.iter().filter(|(_, result)| result.is_some()).count(),
            games: games.len(),
            winner: pairing.winner().map(|winner| usize::from(winner != pairing.first)),
            third: pairing.for_third,
        };
        // `rounds` has a last element by now.
        rounds.last_mut().into_iter().for_each(|round| round.pairings.push(shown.clone()));
    }
    let count = |rounds: &[ContestRound]| rounds.iter().map(|it| it.pairings.len()).sum::<usize>();
    let last = state.round().unwrap_or(u32::MAX);
    while count(&rounds) > MAX_PAIRINGS && rounds.len() > 1 {
        let is_later = rounds.last().is_some_and(|round| round.number > last);
        rounds.remove(if is_later { rounds.len() - 1 } else { 0 });
    }
    rounds
}

/// The scores of the entrants against each other; empty with many entrants.
fn crosstable(state: &TournamentState, order: &[usize]) -> Vec<Vec<Option<(f64, u64)>>> {
    if order.len() > MAX_CROSSTABLE {
        return Vec::new();
    }
    let table = Crosstable::of(state);
    let score =
        |one, other| table.score(one, other).map(|(half, games)| (half as f64 / 2.0, games));
    order.iter().map(|&one| order.iter().map(|&other| score(one, other)).collect()).collect()
}

/// The board of a game in progress; `None` if its moves are not legal.
fn board(game: &LiveRecord) -> Option<GameInProgress> {
    let mut session = agon_service::game_entry(&game.game).ok()?.open(&game.start).ok()?;
    session.follow(&game.moves.join(" ")).ok()?;
    Some(GameInProgress {
        key: game.key.clone(),
        players: game.players.clone(),
        game: game.game.clone(),
        moves: game.moves.len(),
        to_move: session.to_move(),
        scene: session.scene(None),
    })
}
