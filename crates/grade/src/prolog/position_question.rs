//! Questions about a position of a solved game.

use super::function;
use super::relation::{blame_verdict, size};
use super::solved::{Position, Solved};
use crate::question::{Ask, Blame, Check, Question};
use agon_handin::{Answer, Names, Part};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All successors.
    Successor,
    Utility,
    /// The facts saved in `inKB` after the verdict was asked for.
    Saved,
    Play,
    /// A game from the position without mistakes.
    PerfectGame,
}

#[derive(Clone, Copy)]
pub struct PositionQuestion {
    pub asked: Asked,
    pub solved: &'static Solved,
    pub position: &'static str,
}

impl PositionQuestion {
    /// The goal as a person types it.
    pub fn goal(&self, names: &Names) -> String {
        let (name, position) = (names.of(self.function()), self.position);
        match self.asked {
            Asked::Successor | Asked::Utility | Asked::Play => format!("{name}({position},X)"),
            Asked::Saved => format!("{name}({position},_), inKB({position},X)"),
            Asked::PerfectGame => format!("{name}({position})"),
        }
    }
}

impl PositionQuestion {
    /// Moves that are chosen without looking: the first and the last one by their texts, and the one
    /// that changes the beginning; any, where all are as good.
    fn choices<'a>(&self, position: &'a Position) -> Vec<&'a str> {
        let alike = |text: &&String| {
            let pairs = self.position.chars().zip(text.chars());
            (pairs.take_while(|(one, other)| one == other).count(), text.len())
        };
        let all = &position.successors;
        let best = self.best_moves();
        if best.len() == all.len() {
            return best;
        }
        let chosen = [all.first(), all.last(), all.iter().min_by_key(alike)];
        chosen.into_iter().flatten().map(String::as_str).collect()
    }

    /// A game of the first move of each position, all with the same verdict.
    fn first_moves(&self, verdict: &str) -> String {
        let mut printed = String::new();
        let mut at = self.position;
        while let Some(next) = self.solved.get(at).and_then(|position| position.successors.first())
        {
            printed += &format!("{at} --> {next} {verdict}\n");
            at = next;
        }
        printed
    }
}

impl Question for PositionQuestion {
    fn function(&self) -> usize {
        match self.asked {
            Asked::Successor => function::SUCCESSOR,
            Asked::Utility | Asked::Saved => function::UTILITY,
            Asked::Play => function::PLAY,
            Asked::PerfectGame => function::PERFECT_GAME,
        }
    }

    fn text(&self, names: &Names) -> String {
        let goal = self.goal(names);
        match self.asked {
            Asked::Successor => format!("10000, {goal}, X"),
            Asked::Utility => format!("5, {goal}, X"),
            Asked::Saved => format!("5, ({goal}), X"),
            Asked::Play => format!("1, {goal}, X"),
            Asked::PerfectGame => format!("1, {goal}, true"),
        }
    }

    fn typed(&self, names: &Names) -> String {
        self.goal(names) + "."
    }

    fn size(&self) -> usize {
        size(self.solved, self.position)
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let Some(position) = self.solved.get(self.position) else { return Vec::new() };
        let goal = self.typed(names);
        match self.asked {
            Asked::Successor => vec![self.judge_successors(position, answer, goal)],
            Asked::Utility | Asked::Saved => vec![self.judge_verdict(position, answer, goal)],
            Asked::Play => self.judge_play(position, answer, &goal),
            Asked::PerfectGame => self.judge_game(position, answer, &goal),
        }
    }

    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        let Some(position) = self.solved.get(self.position) else { return Vec::new() };
        let part = |text: &str| Part { text: text.into(), micros: 0 };
        let of = |texts: &[&str]| Answer {
            parts: texts.iter().map(|text| part(text)).collect(),
            ..Answer::default()
        };
        let nothing = of(&[]);
        let answers = match self.asked {
            Asked::Successor => vec![nothing, of(&[self.position])],
            Asked::Utility => ["win", "draw", "lose"].map(|verdict| of(&[verdict])).to_vec(),
            // The facts that the assignment gives, or asks for.
            Asked::Saved if position.successors.is_empty() || self.position == "[1]" => {
                vec![of(&[&position.verdict.to_string()])]
            }
            Asked::Saved => vec![nothing],
            Asked::Play => {
                let mut answers = vec![nothing];
                for choice in self.choices(position) {
                    answers.push(of(&[choice]));
                    for verdict in ["win", "draw", "lose"] {
                        let printed = format!("{} to {choice}, you {verdict}", self.position);
                        answers.push(Answer { printed, ..of(&[choice]) });
                    }
                }
                answers
            }
            Asked::PerfectGame => {
                let printed = |verdict| Answer { printed: self.first_moves(verdict), ..of(&[]) };
                let mut answers = ["win", "draw", "lose"].map(printed).to_vec();
                answers.push(nothing);
                answers
            }
        };
        answers.into_iter().map(|answer| (self.function(), answer)).collect()
    }

    fn blame(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        match self.asked {
            Asked::Successor => Blame::Function,
            Asked::Utility | Asked::Saved => {
                blame_verdict(self.solved, self.position, check, names, ask)
            }
            Asked::Play => self.blame_play(check, names, ask),
            Asked::PerfectGame => self.blame_game(check, names, ask),
        }
    }

    /// The same question about smaller positions, smallest first.
    fn smaller(&self, _: &Check) -> Vec<Box<dyn Question>> {
        let all = self.solved.all().into_iter();
        let smaller = all.map(|position| PositionQuestion { position, ..*self });
        let smaller = smaller.take_while(|question| question.size() < self.size()).take(60);
        smaller.map(|question| Box::new(question) as Box<dyn Question>).collect()
    }
}
