//! Handles requests about puzzles and lessons.

use agon_arena::{GameEntry, find, games};

use crate::ServiceRefusal;
use crate::game_entry::game_entry;
use crate::job_tree;
use crate::lessons::{self, LessonFiles, lesson_names};
use crate::protocol::{ExerciseRequest, Reply, RequestError};
use crate::puzzles::PuzzleFiles;

/// The files of puzzles and lessons. The default has no files: a page without a server fetches each
/// when it is first needed.
#[derive(Debug, Default)]
pub struct Exercises {
    puzzles: PuzzleFiles,
    lessons: LessonFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseFile {
    Puzzles(&'static str),
    Lesson(&'static str),
}

impl ExerciseFile {
    pub fn at(path: &str) -> Option<ExerciseFile> {
        let puzzles = games().iter().map(|entry| ExerciseFile::Puzzles(entry.name));
        let lessons = lesson_names().into_iter().map(ExerciseFile::Lesson);
        let mut files = puzzles.chain(lessons);
        files.find(|file| file.path() == path)
    }

    /// Its path on a web host.
    pub fn path(self) -> String {
        match self {
            ExerciseFile::Puzzles(game) => format!("puzzles/{game}.json"),
            ExerciseFile::Lesson(name) => format!("lessons/{name}.json"),
        }
    }

    /// The refusal of a request that needs the file, if it cannot be fetched.
    pub fn refusal(self, why: &str) -> ServiceRefusal {
        let why = format!("{}: {why}", self.path());
        match self {
            ExerciseFile::Puzzles(_) => ServiceRefusal::Puzzles { why },
            ExerciseFile::Lesson(_) => ServiceRefusal::LessonFile { why },
        }
    }
}

impl Exercises {
    pub fn new(puzzles: PuzzleFiles, lessons: LessonFiles) -> Exercises {
        Exercises { puzzles, lessons }
    }

    pub fn lessons(&self) -> &LessonFiles {
        &self.lessons
    }

    /// Whether there are puzzles of a game: a file that comes with it, or one of the server.
    pub fn has_puzzles(&self, entry: &GameEntry) -> bool {
        !entry.puzzle_file.is_empty() || self.puzzles.has(entry.name)
    }

    /// The file that must be added before a request can be answered.
    pub fn missing(&self, request: &ExerciseRequest) -> Option<ExerciseFile> {
        match request {
            ExerciseRequest::Puzzles { game } | ExerciseRequest::PuzzleTry { game, .. } => {
                let entry = find(game)?;
                (!self.puzzles.has(entry.name)).then_some(ExerciseFile::Puzzles(entry.name))
            }
            ExerciseRequest::Lesson { name, .. } | ExerciseRequest::LessonTry { name, .. } => {
                let known = lesson_names().into_iter().find(|known| known == name)?;
                (!self.lessons.has(known)).then_some(ExerciseFile::Lesson(known))
            }
            ExerciseRequest::Board { .. }
            | ExerciseRequest::Reason { .. }
            | ExerciseRequest::Grow { .. }
            | ExerciseRequest::Explain { .. }
            | ExerciseRequest::Facts { .. } => None,
        }
    }

    pub fn add(&mut self, file: ExerciseFile, text: String) {
        match file {
            ExerciseFile::Puzzles(game) => self.puzzles.add(game, text.into_bytes()),
            ExerciseFile::Lesson(name) => self.lessons.add(name, text),
        }
    }

    /// The reply to a request. It may take a while, but is bounded.
    pub fn answer(&self, request: ExerciseRequest) -> Result<Reply, RequestError> {
        Ok(match request {
            ExerciseRequest::Puzzles { game } => Reply::Puzzles(self.puzzles.list(&game)?),
            ExerciseRequest::PuzzleTry { game, puzzle, moves, hint } => {
                Reply::PuzzleAttempt(Box::new(self.puzzles.attempt(&game, &puzzle, &moves, hint)?))
            }
            ExerciseRequest::Board { game, position, moves, view } => {
                Reply::Position(Box::new(lessons::board_of(&game, &position, &moves, view)?))
            }
            ExerciseRequest::LessonTry { name, step, language, r#try } => {
                let attempt = self.lessons.attempt(&name, step, &language, &r#try)?;
                Reply::LessonAttempt(Box::new(attempt))
            }
            ExerciseRequest::Grow { game, position, tree } => {
                let session = game_entry(&game)?.open(&position)?;
                Reply::Tree(Box::new(job_tree::grow(session, &tree, &())?))
            }
            ExerciseRequest::Reason { game, position, moves, path } => {
                Reply::Why(lessons::reason_of(&game, &position, &moves, &path)?)
            }
            ExerciseRequest::Lesson { name, language } => {
                Reply::Lesson(Box::new(self.lessons.lesson(&name, &language)?))
            }
            ExerciseRequest::Explain { game, position, rules } => {
                Reply::Explained(lessons::explain_rules(&game, &position, &rules)?)
            }
            ExerciseRequest::Facts { game, position } => {
                Reply::Facts(lessons::facts_of(&game, &position)?)
            }
        })
    }
}
