//! Questions about `play` and `perfect_game`, which print their results.

use agon_core::Verdict;
use agon_handin::{Answer, Names};

use super::position_question::PositionQuestion;
use super::relation::{
    Own, check, has_wrong_successors, read_verdict, verdict_kind, without_blanks,
};
use super::solved::{Position, Solved, rank};
use crate::question::{Ask, Blame, Check, Question as _};

/// The kinds of checks of printed output.
pub const NAMES_THE_MOVE: &str = "prints the move";
pub const SAYS_THE_END: &str = "prints how the game will end";

impl PositionQuestion {
    pub fn is_best(&self, to: &str) -> bool {
        let Some(position) = self.solved.get(self.position) else { return false };
        let verdict = |text: &str| self.solved.get(text).map(|position| rank(position.verdict));
        let best = position.successors.iter().filter_map(|text| verdict(text)).min();
        position.successors.contains(to) && verdict(to) == best
    }

    pub fn best_moves(&self) -> Vec<&'static str> {
        let position = self.solved.get(self.position);
        let all = position.into_iter().flat_map(|position| &position.successors);
        all.map(String::as_str).filter(|text| self.is_best(text)).collect()
    }

    fn best(&self) -> String {
        match self.best_moves()[..] {
            [] => "false".into(),
            [only] => only.into(),
            [first, ..] => format!("{first} or another move that is as good"),
        }
    }

    /// Judges the move and the output of `play`.
    pub fn judge_play(&self, position: &Position, answer: &Answer, asked: &str) -> Vec<Check> {
        let found = answer.parts.first().map(|part| without_blanks(&part.text));
        let make = |kind, expected: &str, answered| {
            check(self.function(), kind, answer, asked.into(), expected.into(), answered)
        };
        let kind = verdict_kind(position);
        if let Some(error) = &answer.error {
            return vec![make(kind, &self.best(), Some(error.to_string()))];
        }
        let is_over = position.successors.is_empty();
        let to = match found {
            None if is_over => return vec![make(kind, "", None)],
            None => return vec![make(kind, &self.best(), Some("false".into()))],
            Some(to) if is_over || !self.is_best(&to) => {
                return vec![make(kind, &self.best(), Some(to))];
            }
            Some(to) => to,
        };
        let printed = Solved::bare(&answer.printed);
        let names_move =
            [self.position, &to].iter().all(|text| printed.contains(&Solved::bare(text)));
        let verdict = self.solved.get(&to).map(|position| position.verdict);
        let expected = format!(
            "I play from {} to {to}\nIf you play perfectly, you will eventually {}",
            self.position,
            verdict.map_or(String::new(), |verdict| verdict.to_string())
        );
        let answered = format!("X = {to}, and prints:\n{}", answer.printed.trim_end());
        let wrong = |is_right: bool| (!is_right).then(|| answered.clone());
        let is_said = last_verdict(&answer.printed) == verdict;
        let output = [(NAMES_THE_MOVE, names_move), (SAYS_THE_END, is_said)];
        let output = output.map(|(kind, is_right)| make(kind, &expected, wrong(is_right)));
        [make(kind, "", None)].into_iter().chain(output).collect()
    }

    /// Finds the predicate at fault for a wrong move or wrong output.
    pub fn blame_play(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        let Some(difference) = &check.difference else { return Blame::Function };
        let Some(own) = Own::ask(self.position, names, ask) else { return Blame::FollowOn };
        let answered = &difference.answered;
        let is_consistent = match check.kind {
            NAMES_THE_MOVE => false,
            SAYS_THE_END => {
                let to = answered.strip_prefix("X = ").and_then(|text| text.split_once(", and"));
                to.is_some_and(|(to, printed)| own.is_best(to, last_verdict(printed)))
            }
            _ if answered == "false" => own.is_over(),
            _ => own.is_best(answered, None),
        };
        if is_consistent { Blame::FollowOn } else { Blame::Function }
    }
}

/// The last word of a text that names a verdict.
fn last_verdict(text: &str) -> Option<Verdict> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.rev().find_map(|word| read_verdict(&word.to_lowercase()))
}

struct Line {
    from: String,
    to: String,
    verdict: Option<Verdict>,
}

/// Reads `FROM --> TO   verdict`.
fn read_line(text: &str) -> Option<Line> {
    let (from, rest) = text.split_once("-->")?;
    let verdict = last_verdict(rest);
    let to = rest.trim_end().trim_end_matches(char::is_alphabetic);
    Some(Line { from: Solved::bare(from), to: Solved::bare(to), verdict })
}

/// The first mistake of a kind in a printed game.
struct Fault {
    words: String,
    /// The index of the line.
    line: usize,
}

/// The kinds of checks of a printed game.
pub const CHAIN: &str = "begins with the position, and each move follows the last";
pub const BEST: &str = "all moves are best";
pub const VERDICTS: &str = "the verdicts are right";
pub const END: &str = "goes on to the end of the game";

impl PositionQuestion {
    /// What a printed game shows: each kind of check with its first mistake. After a line that cannot
    /// be understood or is no move, nothing else can be judged.
    fn faults(&self, printed: &str) -> Vec<(&'static str, Option<Fault>)> {
        let mut at = self.position;
        let (mut worse, mut untrue) = (None, None);
        let mut line = 0;
        for text in printed.lines().filter(|line| !line.trim().is_empty()) {
            let fault = |words: String| Some(Fault { words, line });
            let Some(read) = read_line(text) else {
                let words = format!("a line is POSITION --> POSITION verdict, not {text}");
                return vec![(CHAIN, fault(words))];
            };
            if read.from != Solved::bare(at) {
                return vec![(CHAIN, fault(format!("the next move is from {at}: {text}")))];
            }
            let play = PositionQuestion { position: at, ..*self };
            let words = || format!("{} is best: {text}", play.best());
            let moves = self.solved.get(at).map(|position| &position.successors);
            let to = self.solved.printed(&read.to);
            let Some(to) = to.filter(|&to| moves.is_some_and(|moves| moves.contains(to))) else {
                return vec![(BEST, fault(words()))];
            };
            if worse.is_none() && !play.is_best(to) {
                worse = fault(words());
            }
            let verdict = self.solved.get(to).map(|position| position.verdict);
            if untrue.is_none() && read.verdict != verdict {
                let verdict = verdict.map_or(String::new(), |verdict| verdict.to_string());
                untrue = fault(format!("{to} is {verdict}: {text}"));
            }
            at = to;
            line += 1;
        }
        let is_over = self.solved.get(at).is_some_and(|position| position.successors.is_empty());
        let end =
            (!is_over).then(|| Fault { words: format!("the game is not over at {at}"), line });
        match line {
            0 => vec![(END, end)],
            _ => vec![(CHAIN, None), (BEST, worse), (VERDICTS, untrue), (END, end)],
        }
    }

    pub fn judge_game(&self, _: &Position, answer: &Answer, asked: &str) -> Vec<Check> {
        let make = |kind, expected: String, answered| {
            check(self.function(), kind, answer, asked.into(), expected, answered)
        };
        if let Some(error) = &answer.error {
            return vec![make(CHAIN, "a game without mistakes".into(), Some(error.to_string()))];
        }
        let answered = match answer.printed.trim_end() {
            "" => "nothing",
            printed => printed,
        };
        let faults = self.faults(&answer.printed).into_iter().map(|(kind, fault)| match fault {
            None => make(kind, String::new(), None),
            Some(Fault { words, line }) => {
                Check { step: line, ..make(kind, words, Some(answered.into())) }
            }
        });
        faults.collect()
    }

    /// Finds the predicate at fault for a mistake in a printed game.
    pub fn blame_game(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        let Some(difference) = &check.difference else { return Blame::Function };
        let lines = difference.answered.lines().filter_map(read_line);
        let lines: Vec<Line> = lines.collect();
        // The position in which the mistake was made.
        let at = match check.step.checked_sub(1).and_then(|before| lines.get(before)) {
            Some(line) => self.solved.printed(&line.to).unwrap_or(self.position),
            None => self.position,
        };
        let Some(own) = Own::ask(at, names, ask) else {
            return Blame::FollowOn;
        };
        let line = lines.get(check.step);
        let is_consistent = match check.kind {
            BEST => line.is_some_and(|line| own.is_best(&line.to, None)),
            VERDICTS => line.is_some_and(|line| own.is_best(&line.to, line.verdict)),
            END => own.is_over(),
            _ if lines.is_empty() => {
                has_wrong_successors(self.solved, at, names, ask) && own.is_over()
            }
            _ => false,
        };
        if is_consistent { Blame::FollowOn } else { Blame::Function }
    }
}
