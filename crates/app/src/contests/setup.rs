//! How the games of a match or a contest are played: starts, limits, ends.

use std::path::Path;

use agon_arena::contest::{
    AnyPlayer, Bout, Clock, Limits, Played, TimeControl, balanced_start, seed_of,
};
use agon_arena::{GameEntry, Refused};

use crate::failure::Failure;
use crate::store;

/// The longest file of starts, in bytes.
const LONGEST: u64 = 16 << 20;

/// Where games start.
#[derive(Clone, Debug)]
pub enum Openings {
    /// From the position that was asked for.
    Usual,
    /// From balanced random positions, so many plies from there.
    Random {
        /// The number of plies.
        plies: u32,
    },
    /// From these positions, in turn.
    Listed(Vec<String>),
}

impl Openings {
    /// How many random moves are made where nothing else is said.
    pub const PLIES: u32 = 4;

    /// Reads `random`, `none`, or the name of a file with a position a line, in the game's
    /// notation or as `moves` from the usual start; what follows `#` is a comment.
    pub fn read(
        game: &GameEntry,
        from: &str,
        text: &str,
        plies: u32,
        folder: &Path,
    ) -> Result<Openings, Failure> {
        match text {
            "none" => return Ok(Openings::Usual),
            "random" => return Ok(Openings::Random { plies }),
            _ => (),
        }
        let path = folder.join(text);
        let wrong = |what: &str| store::about_file(&path, what);
        let missing = "there is no such file; starts are random, none, or a file of positions";
        let bytes = store::read(&path, LONGEST)?.ok_or_else(|| wrong(missing))?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("is not UTF-8 text"))?;
        let mut starts = Vec::new();
        for (place, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let start = read_start(game, from, line)
                .map_err(|refused| wrong(&format!("line {}: {refused}", place + 1)))?;
            starts.push(start.ok_or_else(|| {
                wrong(&format!("line {}: the game is over in this position", place + 1))
            })?);
        }
        if starts.is_empty() {
            return Err(wrong("has no positions"));
        }
        Ok(Openings::Listed(starts))
    }
}

/// A start as it is written in a file; `None` where the game is over.
fn read_start(game: &GameEntry, from: &str, line: &str) -> Result<Option<String>, Refused> {
    let session = match line.strip_prefix("moves ") {
        None => game.open(line)?,
        Some(moves) => {
            let mut session = game.open(from)?;
            session.play_all(moves)?;
            session
        }
    };
    Ok(session.outcome().is_none().then(|| session.position()))
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that starts are made from.
    pub from: String,
    /// Where games start.
    pub openings: Openings,
    /// What players may spend.
    pub limits: Limits,
    /// The number of plies after which a game is a draw.
    pub most_plies: Option<usize>,
    /// Whether a game ends as soon as its value is proven.
    pub by_proof: bool,
    /// What everything that is left to chance follows from.
    pub seed: u64,
}

impl Setup {
    /// Everything that is said here, in a line: the same for the same setup.
    pub fn describe(&self) -> String {
        let Setup { game, from, openings, limits, most_plies, by_proof, seed } = self;
        let name = game.name;
        format!("{name} {from} {openings:?} {limits:?} {most_plies:?} {by_proof} {seed}")
    }

    /// The start of a number.
    pub fn start(&self, number: u64) -> Result<String, Refused> {
        match &self.openings {
            Openings::Usual => Ok(self.from.clone()),
            Openings::Listed(starts) => Ok(starts[number as usize % starts.len()].clone()),
            &Openings::Random { plies } => {
                let seed = seed_of(self.seed, &format!("start {number}"));
                balanced_start(self.game, &self.from, plies, seed)
            }
        }
    }

    /// Plays a game of this name; `None` where the clock stopped it.
    pub fn play(
        &self,
        key: &str,
        start: &str,
        depth: Option<u32>,
        wishes: [&[String]; 2],
        players: [&mut dyn AnyPlayer; 2],
        clock: &dyn Clock,
    ) -> Result<Option<Played>, Refused> {
        let limits = Limits { depth: depth.or(self.limits.depth), ..self.limits };
        let bout = Bout {
            game: self.game,
            start,
            limits,
            most_plies: self.most_plies,
            by_proof: self.by_proof,
            wishes,
            seed: seed_of(self.seed, key),
        };
        bout.play(players, clock)
    }
}

/// Reads the time for a game in seconds, as `10`, or with what a move adds, as `10+0.1`.
pub fn read_clock(text: &str) -> Result<TimeControl, String> {
    let wrong = || format!("a clock is seconds and what a move adds, as 10+0.1, not {text:?}");
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let micros = |text: &str| {
        let seconds = text.trim().parse::<f64>().ok();
        seconds.filter(|seconds| (0.0..=86_400.0).contains(seconds)).map(|s| (s * 1e6) as u64)
    };
    let base = micros(base).filter(|&base| base > 0).ok_or_else(wrong)?;
    Ok(TimeControl { base, increment: micros(increment).ok_or_else(wrong)? })
}
