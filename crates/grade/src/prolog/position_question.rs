//! Questions about a position of a solved game.

use super::function;
use super::relation::{blame_verdict, size};
use super::solved::Solved;
use crate::question::{Ask, Blame, Check, Question};
use agon_handin::{Answer, Names};

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
    fn goal(&self, names: &Names) -> String {
        let (name, position) = (names.of(self.function()), self.position);
        match self.asked {
            Asked::Successor | Asked::Utility | Asked::Play => format!("{name}({position},X)"),
            Asked::Saved => format!("{name}({position},_), inKB({position},X)"),
            Asked::PerfectGame => format!("{name}({position})"),
        }
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

    fn size(&self) -> usize {
        size(self.solved, self.position)
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let Some(position) = self.solved.get(self.position) else { return Vec::new() };
        let goal = self.goal(names) + ".";
        vec![match self.asked {
            Asked::Successor => self.judge_successors(position, answer, goal),
            Asked::Utility | Asked::Saved => self.judge_verdict(position, answer, goal),
            Asked::Play => self.judge_play(position, answer, &goal),
            Asked::PerfectGame => self.judge_game(position, answer, &goal),
        }]
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
