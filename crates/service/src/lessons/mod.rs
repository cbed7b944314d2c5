//! Lessons, and the requests that they need: boards of positions, why a move is illegal, what rules
//! say about a position. Nothing is stored.

mod file;
mod judge;

pub use file::{LessonFault, MAX_BYTES, faults, read};

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_arena::{AnySession, find, games};
use agon_core::{Side, quote};
use agon_infer::{FactTable, LineReport, Proof, signature, written};
use serde_json::Value;

use self::file::titles;
use crate::ServiceRefusal;
use crate::game_entry::game_entry;
use crate::live_game::position_at;
use crate::protocol::{
    ExplainedLine, ExplainedRules, Lesson, LessonAttempt, LessonTry, PositionAt, PositionFacts,
    RelationFacts, RequestError, RuleFile, Why,
};
use crate::refusal::check_range;

/// The lessons that are not about one game: the name, and the file.
const GENERAL: [(&str, &str); 6] = [
    ("minimax", include_str!("minimax.json")),
    ("search", include_str!("search.json")),
    ("solving", include_str!("solving.json")),
    ("rules", include_str!("rules.json")),
    ("heuristic", include_str!("heuristic.json")),
    ("invent", include_str!("invent.json")),
];

/// The lessons that come with the program: those of its games, and general ones that use its
/// games.
fn built_in_lessons() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_games = games().iter().map(|entry| (entry.name, entry.lesson));
    let uses_known_game = |file: &str| {
        let file: Value = serde_json::from_str(file).unwrap_or_default();
        file["game"].as_str().is_some_and(|game| find(game).is_some())
    };
    let general = GENERAL.into_iter().filter(move |(_, file)| uses_known_game(file));
    of_games.filter(|(_, file)| !file.is_empty()).chain(general)
}

/// The names of the lessons.
pub fn lesson_names() -> Vec<&'static str> {
    built_in_lessons().map(|(name, _)| name).collect()
}

pub fn built_in(name: &str) -> Option<&'static str> {
    built_in_lessons().find(|(known, _)| *known == name).map(|(_, file)| file)
}

/// Files of lessons by name. It is empty at the start of a page that fetches them one by one.
#[derive(Debug, Default)]
pub struct LessonFiles(BTreeMap<String, Cow<'static, str>>);

impl LessonFiles {
    /// The lessons of the program.
    pub fn built_in() -> LessonFiles {
        LessonFiles(built_in_lessons().map(|(name, file)| (name.into(), file.into())).collect())
    }

    /// Adds a lesson, or replaces the one of its name.
    pub fn add(&mut self, name: &str, text: String) {
        self.0.insert(name.into(), text.into());
    }

    /// The names of the lessons: those of the program, then others.
    pub fn names(&self) -> Vec<String> {
        let built_in = lesson_names();
        let is_own = |name: &&String| !built_in.contains(&name.as_str());
        built_in
            .iter()
            .map(ToString::to_string)
            .chain(self.0.keys().filter(is_own).cloned())
            .collect()
    }

    /// The titles of lessons that have one, by name and language.
    pub fn titles(&self) -> BTreeMap<String, BTreeMap<String, String>> {
        let titles = |(name, text): (&String, &Cow<str>)| (name.clone(), titles(text).collect());
        let all = self.0.iter().filter(|(_, text)| matches!(text, Cow::Owned(_))).map(titles);
        all.filter(|(_, titles): &(_, BTreeMap<_, _>)| !titles.is_empty()).collect()
    }

    /// What is said about a try in a step, counted from 0.
    pub fn attempt(
        &self,
        name: &str,
        step: usize,
        language: &str,
        tried: &LessonTry,
    ) -> Result<LessonAttempt, RequestError> {
        judge::attempt(&self.lesson(name, language)?, step, tried)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn lesson(&self, name: &str, language: &str) -> Result<Lesson, RequestError> {
        let text = self.0.get(name).ok_or_else(|| ServiceRefusal::NoLesson {
            found: quote(name),
            known: self.names().join(", "),
        })?;
        read(text, language)
    }
}

/// The most elements of a path.
const MAX_PATH: usize = 8;

/// The longest line from a position that is drawn, in plies.
const MAX_MOVES: usize = 100;

/// The most proofs of a line of rules, and the most steps of a proof, that are sent.
const MAX_PROOFS: usize = 5;
const MAX_STEPS: usize = 12;

/// The most facts of a relation that are sent.
const MAX_FACTS: usize = 200;

/// The board of a position after some moves.
pub fn board_of(
    game: &str,
    position: &str,
    moves: &[String],
    view: Option<Side>,
) -> Result<PositionAt, RequestError> {
    check_range("moves", moves.len(), 0, MAX_MOVES)?;
    let mut session = game_entry(game)?.open(position)?;
    session.play_all(&moves.join(" "))?;
    Ok(board(&*session, view))
}

/// The board of a session, as a side sees it.
fn board(session: &dyn AnySession, view: Option<Side>) -> PositionAt {
    position_at(session, 0, view, session.scene_of_line(view, &vec![None; session.ply()]))
}

/// Why no legal move begins with these elements in such a position, if the game says why.
pub fn reason_of(
    game: &str,
    position: &str,
    moves: &[String],
    path: &[String],
) -> Result<Why, RequestError> {
    check_range("moves", moves.len(), 0, MAX_MOVES)?;
    check_range("path", path.len(), 1, MAX_PATH)?;
    let mut session = game_entry(game)?.open(position)?;
    session.play_all(&moves.join(" "))?;
    Ok(Why { reason: session.why_not(path).map(RequestError::from) })
}

/// What each value line of a rule file says about a position, with proofs, for the side to move.
pub fn explain_rules(
    game: &str,
    position: &str,
    rules: &RuleFile,
) -> Result<ExplainedRules, RequestError> {
    let mut session = game_entry(game)?.open(position)?;
    session.load_rules(&rules.name, rules.source.as_bytes())?;
    let side = session.to_move();
    let Some(loaded) = session.rules(&rules.name) else {
        return Ok(ExplainedRules { score: 0, lines: Vec::new() });
    };
    let explanation = loaded.explain(side, true);
    let line = |line: &LineReport| ExplainedLine {
        line: line.line,
        text: line.text.clone(),
        counts: line.counts,
        points: line.points,
        proofs: line.proofs.iter().take(MAX_PROOFS).map(steps).collect(),
    };
    let lines = explanation.lines.iter().map(line).collect();
    Ok(ExplainedRules { score: explanation.score.points(), lines })
}

/// The facts of a position for the side to move.
pub fn facts_of(game: &str, position: &str) -> Result<PositionFacts, RequestError> {
    let session = game_entry(game)?.open(position)?;
    let fact = |name: &str, row: &Vec<String>| match row.is_empty() {
        true => name.to_string(),
        false => {
            let columns: Vec<String> = row.iter().map(|value| written(value)).collect();
            format!("{name}({})", columns.join(", "))
        }
    };
    let relation = |FactTable { relation, rows }: FactTable| RelationFacts {
        signature: signature(&relation),
        about: relation.about,
        count: rows.len(),
        rows: rows.iter().take(MAX_FACTS).map(|row| fact(relation.name, row)).collect(),
    };
    let relations = session.facts(session.to_move()).into_iter().map(relation).collect();
    Ok(PositionFacts { relations })
}

/// A proof as text, premises first.
fn steps(proof: &Proof) -> String {
    fn walk(proof: &Proof, steps: &mut Vec<String>) {
        proof.premises.iter().for_each(|premise| walk(premise, steps));
        if steps.len() < MAX_STEPS {
            steps.push(proof.conclusion.clone());
        }
    }
    let mut all = Vec::new();
    walk(proof, &mut all);
    all.join(", ")
}
