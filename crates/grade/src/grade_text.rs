//! A grade as text, from one machine to another.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::grading::{Case, FunctionGrade, Grade, Tally};
use crate::question::Difference;

/// A grade as JSON.
#[derive(Serialize, Deserialize)]
struct GradeText {
    functions: Vec<FunctionText>,
    messages: String,
    trouble: Option<String>,
    asked: usize,
    micros: u64,
}

#[derive(Serialize, Deserialize)]
struct FunctionText {
    kinds: BTreeMap<String, [usize; 3]>,
    smallest: Option<(String, [String; 3], bool)>,
    micros: Vec<u64>,
    missing: Option<String>,
}

/// A grade as text.
pub fn write_grade(grade: &Grade) -> String {
    let function = |one: &FunctionGrade| FunctionText {
        kinds: (one.kinds.iter())
            .map(|(kind, tally)| (kind.to_string(), [tally.passed, tally.failed, tally.follow_on]))
            .collect(),
        smallest: one.smallest.clone().map(|Case { kind, difference }| {
            let Difference { asked, expected, answered, is_costly } = difference;
            (kind.to_string(), [asked, expected, answered], is_costly)
        }),
        micros: one.micros.clone(),
        missing: one.missing.clone(),
    };
    let text = GradeText {
        functions: grade.functions.iter().map(function).collect(),
        messages: grade.messages.clone(),
        trouble: grade.trouble.clone(),
        asked: grade.asked,
        micros: grade.time.as_micros() as u64,
    };
    // These types have no maps with keys that are not text.
    serde_json::to_string(&text).unwrap_or_default()
}

/// The grade of a text, of an assignment with so many functions.
pub fn read_grade(text: &str, functions: usize) -> Result<Grade, String> {
    let read: GradeText = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if read.functions.len() != functions {
        return Err(format!("it has {} functions, not {functions}", read.functions.len()));
    }
    let mut graded = Vec::new();
    for one in read.functions {
        let mut function =
            FunctionGrade { micros: one.micros, missing: one.missing, ..FunctionGrade::default() };
        for (kind, [passed, failed, follow_on]) in one.kinds {
            function.kinds.insert(interned(&kind)?, Tally { passed, failed, follow_on });
        }
        if let Some((kind, [asked, expected, answered], is_costly)) = one.smallest {
            let difference = Difference { asked, expected, answered, is_costly };
            function.smallest = Some(Case { kind: interned(&kind)?, difference });
        }
        graded.push(function);
    }
    let GradeText { messages, trouble, asked, micros, .. } = read;
    let time = Duration::from_micros(micros);
    Ok(Grade { functions: graded, messages, trouble, asked, time })
}

/// The kinds of checks that were heard of; there are a few dozen.
static KINDS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);

/// How many kinds are kept for the rest of the program, and how long they are.
const MAX_KINDS: usize = 1000;
const MAX_KIND: usize = 200;

/// A kind of checks as the grades have it: for the whole run of the program.
fn interned(kind: &str) -> Result<&'static str, String> {
    let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    let kinds = kinds.get_or_insert_default();
    if let Some(known) = kinds.get(kind) {
        return Ok(known);
    }
    if kinds.len() >= MAX_KINDS || kind.len() > MAX_KIND {
        return Err("it has kinds of checks that do not exist".into());
    }
    let kept: &'static str = Box::leak(kind.into());
    kinds.insert(kept);
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_read_back_as_it_was_written() {
        let difference = Difference {
            asked: "a".into(),
            expected: "b".into(),
            answered: "c".into(),
            is_costly: true,
        };
        let mut function = FunctionGrade { micros: vec![1, 2], ..FunctionGrade::default() };
        function.kinds.insert("wins", Tally { passed: 3, failed: 1, follow_on: 2 });
        function.smallest = Some(Case { kind: "wins", difference });
        let missing = FunctionGrade { missing: Some("why".into()), ..FunctionGrade::default() };
        let grade = Grade {
            functions: vec![function, missing],
            messages: "m".into(),
            trouble: Some("t".into()),
            asked: 7,
            time: Duration::from_micros(1234),
        };
        let read = read_grade(&write_grade(&grade), 2).unwrap();
        assert_eq!(format!("{read:?}"), format!("{grade:?}"));
        assert!(read_grade(&write_grade(&grade), 3).unwrap_err().contains("functions"));
        assert!(read_grade("{}", 2).is_err());
    }
}
