//! Lessons, and the requests that they need: boards of positions, why a move is illegal, what rules
//! say about a position. Nothing is stored.

use std::borrow::Cow;
use std::collections::HashMap;

use agon_arena::{find, games};
use agon_core::quote;
use agon_infer::{FactTable, LineReport, Proof, signature, written};
use serde_json::Value;

use crate::ServiceRefusal;
use crate::game_entry::game_entry;
use crate::live_game::position_at;
use crate::protocol::{
    ExplainedLine, ExplainedRules, Lesson, PositionAt, PositionFacts, RelationFacts, RequestError,
    RuleFile, Why,
};
use crate::refusal::check_range;

/// The lessons that are not about one game: the name, and the file.
const GENERAL: [(&str, &str); 2] =
    [("minimax", include_str!("minimax.json")), ("rules", include_str!("rules.json"))];

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
pub struct LessonFiles(HashMap<&'static str, Cow<'static, str>>);

impl LessonFiles {
    /// The lessons of the program.
    pub fn built_in() -> LessonFiles {
        LessonFiles(built_in_lessons().map(|(name, file)| (name, file.into())).collect())
    }

    pub(crate) fn add(&mut self, name: &'static str, text: String) {
        self.0.insert(name, text.into());
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn lesson(&self, name: &str, language: &str) -> Result<Lesson, RequestError> {
        let text = self.0.get(name).ok_or_else(|| ServiceRefusal::NoLesson {
            found: quote(name),
            known: lesson_names().join(", "),
        })?;
        read(text, language)
    }
}

const VERSION: u64 = 1;

/// The languages of the texts; the first is the fallback.
const LANGUAGES: [&str; 3] = ["en", "el", "sr"];

/// The most elements of a path.
const MAX_PATH: usize = 8;

/// The longest line from a position that is drawn, in plies.
const MAX_MOVES: usize = 100;

/// The most proofs of a line of rules, and the most steps of a proof, that are sent.
const MAX_PROOFS: usize = 5;
const MAX_STEPS: usize = 12;

/// The most facts of a relation that are sent.
const MAX_FACTS: usize = 200;

pub fn read(text: &str, language: &str) -> Result<Lesson, RequestError> {
    let wrong = |error: serde_json::Error| ServiceRefusal::LessonFile { why: error.to_string() };
    let mut file: Value = serde_json::from_str(text).map_err(wrong)?;
    match file["version"].as_u64() {
        Some(VERSION) => (),
        Some(found) if found > VERSION => {
            return Err(ServiceRefusal::LessonNewer { found, known: VERSION }.into());
        }
        _ => return Err(ServiceRefusal::LessonFile { why: "it has no version".into() }.into()),
    }
    let code = LANGUAGES.into_iter().find(|&known| known == language).unwrap_or(LANGUAGES[0]);
    localize(&mut file, code);
    Ok(serde_json::from_value(file).map_err(wrong)?)
}

/// Replaces every text in all languages by the one in a language.
fn localize(value: &mut Value, code: &str) {
    match value {
        Value::Object(fields)
            if LANGUAGES.iter().all(|&language| fields.contains_key(language)) =>
        {
            *value = fields.remove(code).unwrap_or_default();
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| localize(field, code)),
        Value::Array(items) => items.iter_mut().for_each(|item| localize(item, code)),
        _ => (),
    }
}

/// The board of a position after some moves.
pub fn board_of(game: &str, position: &str, moves: &[String]) -> Result<PositionAt, RequestError> {
    check_range("moves", moves.len(), 0, MAX_MOVES)?;
    let mut session = game_entry(game)?.open(position)?;
    session.play_all(&moves.join(" "))?;
    Ok(position_at(&*session, 0, None, session.scene_of_line(None, &vec![None; session.ply()])))
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
