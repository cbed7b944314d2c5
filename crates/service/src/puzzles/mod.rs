//! Puzzles on the page: their lists, and the results of moves. Nothing is stored.

mod file;

pub use file::{MAX_BYTES, PuzzleFile, PuzzleFileRefusal, StoredPuzzle, VERSION};

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use agon_arena::puzzle::{MAX_PUZZLE_MOVES, PuzzleGoal, PuzzleTheme};
use agon_arena::{AnySession, ExplainLimits, GameEntry, find, games};
use agon_core::quote;

use crate::ServiceRefusal;
use crate::game_entry::game_entry;
use crate::live_game::position_at;
use crate::protocol::{
    PositionAt, PuzzleAttempt, PuzzleSummary, PuzzleVerdict, PuzzleWord, Puzzles, RequestError,
    ThemeWord, Tried,
};
use crate::refusal::check_range;

/// The file of a game that is part of the program.
pub fn built_in(game: &str) -> Option<&'static str> {
    find(game).map(|entry| entry.puzzle_file).filter(|file| !file.is_empty())
}

/// Files of puzzles by game. It is empty at the start of a page that fetches them one by one.
#[derive(Debug, Default)]
pub struct PuzzleFiles(HashMap<&'static str, GameFile>);

/// The file of a game, which is read when it is first needed.
#[derive(Debug)]
struct GameFile {
    bytes: Cow<'static, [u8]>,
    read: OnceLock<Result<PuzzleFile, PuzzleFileRefusal>>,
}

impl GameFile {
    fn new(bytes: impl Into<Cow<'static, [u8]>>) -> GameFile {
        GameFile { bytes: bytes.into(), read: OnceLock::new() }
    }
}

impl PuzzleFiles {
    /// The files of a server. `load` returns its own file of a game, if it has one; otherwise that
    /// of the program is used.
    pub fn new(load: impl Fn(&str) -> Option<Vec<u8>>) -> PuzzleFiles {
        let file = |entry: &GameEntry| match load(entry.name) {
            Some(own) => Some(GameFile::new(own)),
            None => built_in(entry.name).map(|text| GameFile::new(text.as_bytes())),
        };
        let files = games().iter().filter_map(|entry| Some((entry.name, file(entry)?)));
        PuzzleFiles(files.collect())
    }

    /// Adds the file of a game, or replaces it.
    pub(crate) fn add(&mut self, game: &'static str, bytes: Vec<u8>) {
        self.0.insert(game, GameFile::new(bytes));
    }

    pub(crate) fn has(&self, game: &str) -> bool {
        self.0.contains_key(game)
    }

    /// The server's own files that are refused, with the names of their games.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, RequestError)> {
        let is_own = |file: &GameFile| matches!(file.bytes, Cow::Owned(_));
        let own = games().iter().filter(move |entry| self.0.get(entry.name).is_some_and(is_own));
        own.filter_map(|entry| Some((entry.name, self.of(entry).err()?)))
    }

    fn of(&self, entry: &GameEntry) -> Result<&PuzzleFile, RequestError> {
        let why = || PuzzleFileRefusal::Game { found: quote(entry.name) }.to_string();
        let file = self.0.get(entry.name).ok_or_else(|| ServiceRefusal::Puzzles { why: why() })?;
        let read = file.read.get_or_init(|| {
            let file = PuzzleFile::read(&file.bytes)?;
            match file.entry.name == entry.name {
                true => Ok(file),
                false => Err(PuzzleFileRefusal::OtherGame {
                    found: file.entry.name.into(),
                    wanted: entry.name.into(),
                }),
            }
        });
        match read {
            Ok(file) => Ok(file),
            Err(PuzzleFileRefusal::Newer { found, known }) => {
                Err(ServiceRefusal::PuzzlesNewer { found: *found, known: *known }.into())
            }
            Err(refusal) => Err(ServiceRefusal::Puzzles { why: refusal.to_string() }.into()),
        }
    }

    /// The puzzles of a game, the easiest first.
    pub fn list(&self, game: &str) -> Result<Puzzles, RequestError> {
        let entry = game_entry(game)?;
        let summary = |puzzle: &StoredPuzzle| PuzzleSummary {
            id: puzzle.id.clone(),
            side: puzzle.side,
            goal: puzzle.goal.into(),
            moves: puzzle.goal.moves(),
            theme: puzzle.theme.map(Into::into),
            rating: puzzle.rating,
            tried: Tried::default(),
        };
        let puzzles = self.of(entry)?.puzzles.iter().map(summary).collect();
        Ok(Puzzles { game: entry.name, sides: entry.sides, puzzles })
    }

    /// The result of the moves of a solver, who has followed the solution up to the last one.
    /// `moves` has the moves of both sides. With `hint` all of them are of the solution, and the
    /// next one is named.
    pub fn attempt(
        &self,
        game: &str,
        id: &str,
        moves: &[String],
        hint: bool,
    ) -> Result<PuzzleAttempt, RequestError> {
        check_range("moves", moves.len(), 0, 2 * MAX_PUZZLE_MOVES as usize)?;
        let entry = game_entry(game)?;
        let mut puzzles = self.of(entry)?.puzzles.iter();
        let unknown = || ServiceRefusal::NoPuzzle { found: quote(id) };
        let puzzle = puzzles.find(|puzzle| puzzle.id == id).ok_or_else(unknown)?;
        let mut session = entry.open(&puzzle.position)?;
        let (tried, before) = match moves.split_last() {
            Some((last, before)) if !hint => (Some(last), before),
            _ => (None, moves),
        };
        session.play_all(&before.join(" "))?;
        let is_known = puzzle.line.starts_with(&session.history());
        if !is_known || session.to_move() != puzzle.side || before.len() >= puzzle.line.len() {
            return Err(ServiceRefusal::OffLine.into());
        }
        let Some(last) = tried else { return Ok(open(&*session, puzzle, hint)) };
        let (at, right) = (session.position(), &puzzle.line[before.len()]);
        let is_right = is_same(&*session, &session.read(last)?, right);
        session.play(last)?;
        if !is_right {
            let goal = goal_left(puzzle.goal, before.len());
            // A game has a file only if it has puzzles.
            let maker = entry.puzzles.ok_or(ServiceRefusal::NoPuzzle { found: quote(id) })?;
            let refutation = maker.refute(&at, goal, last)?;
            let why = entry.open(&at)?.explain(last, &ExplainLimits::default(), &())?;
            let explanation = Some(why.against_the_move());
            let board = board(&*session);
            let mut line = Vec::new();
            for mv in &refutation.line {
                session.play(mv)?;
                line.push(self::board(&*session));
            }
            let verdict = PuzzleVerdict::Wrong;
            let loses = Some(refutation.loses);
            return Ok(PuzzleAttempt { verdict, board, line, loses, explanation, hint: None });
        }
        let board = board(&*session);
        let mut line = Vec::new();
        if let Some(reply) = puzzle.line.get(moves.len()).filter(|_| session.outcome().is_none()) {
            session.play(reply)?;
            line.push(self::board(&*session));
        }
        let is_solved = moves.len() + 1 >= puzzle.line.len() || session.outcome().is_some();
        let verdict = if is_solved { PuzzleVerdict::Solved } else { PuzzleVerdict::Right };
        Ok(PuzzleAttempt { verdict, board, line, loses: None, explanation: None, hint: None })
    }
}

fn board(session: &dyn AnySession) -> PositionAt {
    position_at(session, 0, None, session.scene_of_line(None, &vec![None; session.ply()]))
}

/// The state of a puzzle before a move.
fn open(session: &dyn AnySession, puzzle: &StoredPuzzle, hint: bool) -> PuzzleAttempt {
    let right = puzzle.line.get(session.ply()).filter(|_| hint);
    let listed = right.and_then(|right| session.moves().into_iter().find(|mv| mv.text == *right));
    let path = listed.and_then(|mv| {
        let path = mv.paths.into_iter().next()?;
        let shown = mv.decided_after.unwrap_or(path.len());
        Some(path.into_iter().take(shown).collect())
    });
    let (verdict, board) = (PuzzleVerdict::Open, board(session));
    PuzzleAttempt { verdict, board, line: Vec::new(), loses: None, explanation: None, hint: path }
}

/// Whether two moves are the same: moves that end the game by the same elements are.
fn is_same(session: &dyn AnySession, one: &str, two: &str) -> bool {
    let selected = |text: &str| {
        let listed = session.moves().into_iter().find(|mv| mv.text == text)?;
        let count = listed.decided_after?;
        Some(listed.paths.first()?.iter().take(count).cloned().collect::<Vec<_>>())
    };
    one == two || selected(one).is_some_and(|elements| Some(elements) == selected(two))
}

/// The rest of a goal after some moves of the solution.
fn goal_left(goal: PuzzleGoal, made: usize) -> PuzzleGoal {
    match goal {
        PuzzleGoal::Win { moves } => {
            PuzzleGoal::Win { moves: moves.saturating_sub(made as u32 / 2).max(1) }
        }
        other => other,
    }
}

impl From<PuzzleTheme> for ThemeWord {
    fn from(theme: PuzzleTheme) -> ThemeWord {
        match theme {
            PuzzleTheme::WinNow => ThemeWord::WinNow,
            PuzzleTheme::StopWin => ThemeWord::StopWin,
            PuzzleTheme::Fork => ThemeWord::Fork,
            PuzzleTheme::Attack => ThemeWord::Attack,
            PuzzleTheme::Quiet => ThemeWord::Quiet,
            PuzzleTheme::Endgame => ThemeWord::Endgame,
        }
    }
}

impl From<PuzzleGoal> for PuzzleWord {
    fn from(goal: PuzzleGoal) -> PuzzleWord {
        match goal {
            PuzzleGoal::Win { .. } => PuzzleWord::Win,
            PuzzleGoal::Hold { .. } => PuzzleWord::Hold,
            PuzzleGoal::Only => PuzzleWord::Only,
        }
    }
}
