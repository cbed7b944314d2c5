//! Questions about `successor`, `utility` and the facts in `inKB`.

use agon_handin::{Answer, CallError, Names};
use std::collections::BTreeSet;

use agon_core::Verdict;

use super::function;
use super::position_question::{Asked, PositionQuestion};
use super::solved::{Position, Solved, rank};
use crate::question::{Ask, Blame, Check, Difference, Question as _};

impl PositionQuestion {
    pub fn judge_successors(&self, position: &Position, answer: &Answer, asked: String) -> Check {
        let found: BTreeSet<String> =
            answer.parts.iter().map(|part| without_blanks(&part.text)).collect();
        let right = &position.successors;
        let answered = match &answer.error {
            Some(error) => Some(error.to_string()),
            None if found == *right => None,
            None => {
                let mut words = list(&found);
                for (what, mut terms) in
                    [("missing", right.difference(&found)), ("wrong", found.difference(right))]
                {
                    if let Some(first) = terms.next() {
                        words += &format!("\n{what}: {first}");
                        if terms.next().is_some() {
                            words += " and more";
                        }
                    }
                }
                Some(words)
            }
        };
        let kind = successor_kind(self.position, position);
        check(self.function(), kind, answer, asked, list(right), answered)
    }

    pub fn judge_verdict(&self, position: &Position, answer: &Answer, asked: String) -> Check {
        let right = position.verdict.to_string();
        let is_right =
            !answer.parts.is_empty() && answer.parts.iter().all(|part| part.text == right);
        let answered = match &answer.error {
            Some(error) => Some(error.to_string()),
            None if is_right => None,
            None if answer.parts.is_empty() => Some("false".into()),
            None => {
                let all: Vec<&str> = answer.parts.iter().map(|part| part.text.as_str()).collect();
                Some(all.join(" ;\n"))
            }
        };
        let kind = match self.asked {
            Asked::Saved => SAVED,
            _ => verdict_kind(position),
        };
        check(self.function(), kind, answer, asked, right, answered)
    }
}

/// The kind of a position for `successor`.
pub fn successor_kind(text: &str, position: &Position) -> &'static str {
    match position.successors.len() {
        0 => FINISHED,
        _ if text.contains("([") => GOES_ON,
        _ if text.contains(',') => SEVERAL_GROUPS,
        _ => ONE_GROUP,
    }
}

pub const GOES_ON: &str = "a game that goes on";
pub const ONE_GROUP: &str = "one group";
pub const SEVERAL_GROUPS: &str = "several groups";

/// The kinds of positions, for all predicates but `successor`.
pub const WON: &str = "a won position";
pub const DRAWN: &str = "a drawn position";
pub const LOST: &str = "a lost position";
pub const FINISHED: &str = "a finished game";
/// A kind of `utility`.
pub const SAVED: &str = "is saved in inKB";

pub fn verdict_kind(position: &Position) -> &'static str {
    match position.verdict {
        _ if position.successors.is_empty() => FINISHED,
        Verdict::Win => WON,
        Verdict::Draw => DRAWN,
        Verdict::Lose => LOST,
    }
}

/// A wrong verdict is a follow-on error if it follows from the hand-in's own successors and their
/// verdicts, or if wrong successors leave it without an answer.
pub fn blame_verdict(
    solved: &Solved,
    text: &str,
    check: &Check,
    names: &Names,
    ask: &mut Ask,
) -> Blame {
    let (Some(position), Some(difference)) = (solved.get(text), &check.difference) else {
        return Blame::Function;
    };
    if position.successors.is_empty() {
        return Blame::Function;
    }
    match read_verdict(&difference.answered) {
        Some(verdict) => blame_below(solved, text, verdict, names, ask),
        None if has_wrong_successors(solved, text, names, ask) => Blame::FollowOn,
        None => Blame::Function,
    }
}

/// Follows a wrong verdict down to its origin: the position where it does not follow from the
/// hand-in's own verdicts, or where the successors are wrong.
fn blame_below(
    solved: &Solved,
    text: &str,
    verdict: Verdict,
    names: &Names,
    ask: &mut Ask,
) -> Blame {
    let (mut at, mut verdict) = (text.to_string(), verdict);
    // The size of a position bounds the length of a game.
    for _ in 0..=size(solved, text) {
        let Some(position) = solved.get(&at).filter(|position| !position.successors.is_empty())
        else {
            return Blame::Function;
        };
        let Some(own) = Own::ask(&at, names, ask) else { return Blame::Function };
        if own.verdict() != verdict {
            return Blame::Function;
        }
        let found: BTreeSet<String> = own.0.iter().map(|(text, _)| text.clone()).collect();
        if found != position.successors {
            return Blame::FollowOn;
        }
        let is_wrong = |(text, verdict): &&(String, Verdict)| {
            solved.get(text).is_some_and(|position| position.verdict != *verdict)
        };
        let Some((next, wrong)) = own.0.iter().find(is_wrong) else { return Blame::Function };
        (at, verdict) = (next.clone(), *wrong);
    }
    Blame::FollowOn
}

/// The hand-in's own successors of a position, with its verdicts.
pub struct Own(Vec<(String, Verdict)>);

impl Own {
    /// Asks the hand-in. `None` if it does not answer.
    pub fn ask(position: &str, names: &Names, ask: &mut Ask) -> Option<Own> {
        let [successor, utility] =
            [function::SUCCESSOR, function::UTILITY].map(|function| names.of(function));
        let answer = ask(&format!("10000, ({successor}({position},X), once({utility}(X,V))), X-V"));
        if answer.error.is_some() {
            return None;
        }
        let pair = |text: &str| {
            let (position, verdict) = text.rsplit_once('-')?;
            Some((without_blanks(position), read_verdict(verdict)?))
        };
        answer.parts.iter().map(|part| pair(&part.text)).collect::<Option<_>>().map(Own)
    }

    /// The verdict that follows from the successors.
    fn verdict(&self) -> Verdict {
        let best = self.0.iter().map(|&(_, verdict)| verdict).min_by_key(|&verdict| rank(verdict));
        best.map_or(Verdict::Lose, Verdict::for_opponent)
    }

    /// Whether this move is best and leads to a position with this verdict.
    pub fn is_best(&self, to: &str, verdict: Option<Verdict>) -> bool {
        let best = self.0.iter().map(|&(_, verdict)| rank(verdict)).min();
        let bare = Solved::bare(to);
        self.0.iter().any(|(position, found)| {
            Solved::bare(position) == bare
                && Some(rank(*found)) == best
                && verdict.is_none_or(|verdict| verdict == *found)
        })
    }

    /// Whether there is no move.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}

pub fn read_verdict(word: &str) -> Option<Verdict> {
    [Verdict::Win, Verdict::Draw, Verdict::Lose]
        .into_iter()
        .find(|verdict| verdict.to_string() == word.trim())
}

/// The number of positions below one that are examined.
const LOOKED_AT: usize = 40;

/// Whether the hand-in has wrong successors for a position or for one below it.
pub fn has_wrong_successors(solved: &Solved, position: &str, names: &Names, ask: &mut Ask) -> bool {
    let mut open = vec![position.to_string()];
    let mut next = 0;
    while next < open.len() && open.len() < LOOKED_AT {
        if let Some(position) = solved.get(&open[next]) {
            let mut below: Vec<&String> = position.successors.iter().collect();
            below.retain(|text| !open.contains(text));
            below.truncate(4);
            let below: Vec<String> = below.into_iter().cloned().collect();
            open.extend(below);
        }
        next += 1;
    }
    open.iter().any(|text| {
        let answer = ask(&format!("10000, {}({text},X), X", names.of(function::SUCCESSOR)));
        let found: BTreeSet<String> =
            answer.parts.iter().map(|part| without_blanks(&part.text)).collect();
        answer.error.is_some()
            || solved.get(text).is_some_and(|position| position.successors != found)
    })
}

pub fn size(solved: &Solved, position: &str) -> usize {
    solved.get(position).map_or(0, |position| position.size)
}

pub fn check(
    function: usize,
    kind: &'static str,
    answer: &Answer,
    asked: String,
    expected: String,
    answered: Option<String>,
) -> Check {
    let is_costly = answer.error.as_ref().is_some_and(CallError::is_costly);
    let micros = answer.parts.iter().map(|part| part.micros).sum();
    let difference = answered.map(|answered| Difference { asked, expected, answered, is_costly });
    Check { function, kind, step: 0, micros: Some(micros), difference }
}

/// A term with all blanks removed.
pub fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// One term per line, or `false`.
fn list(terms: &BTreeSet<String>) -> String {
    if terms.is_empty() {
        return "false".into();
    }
    terms.iter().map(String::as_str).collect::<Vec<_>>().join(" ;\n")
}
