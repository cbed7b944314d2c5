//! The same question about two positions of different kinds. Only who answers both is right: a
//! program that always gives the same answer is right about one kind.

use super::position_question::{Asked, PositionQuestion};
use super::relation::{check, without_blanks};
use super::solved::Solved;
use crate::question::{Ask, Blame, Check, Question};
use agon_handin::{Answer, Names, Part};

#[derive(Clone, Copy)]
pub struct PairQuestion {
    /// [`Asked::Successor`] or [`Asked::Utility`].
    asked: Asked,
    solved: &'static Solved,
    positions: [&'static str; 2],
}

impl PairQuestion {
    pub fn new(
        asked: Asked,
        solved: &'static Solved,
        positions: [&'static str; 2],
    ) -> PairQuestion {
        PairQuestion { asked, solved, positions }
    }

    fn parts(&self) -> [PositionQuestion; 2] {
        let (asked, solved) = (self.asked, self.solved);
        self.positions.map(|position| PositionQuestion { asked, solved, position })
    }

    /// The goal, which gives the position and an answer.
    fn goal(&self, names: &Names) -> String {
        let [one, other] = self.positions;
        let name = names.of(self.function());
        match self.asked {
            Asked::Successor => format!("member(S,[{one},{other}]), {name}(S,X)"),
            _ => format!("member(S,[{one},{other}]), limit(5,{name}(S,X))"),
        }
    }
}

impl Question for PairQuestion {
    fn function(&self) -> usize {
        self.parts()[0].function()
    }

    fn text(&self, names: &Names) -> String {
        format!("20000, ({}), S-X", self.goal(names))
    }

    fn typed(&self, names: &Names) -> String {
        self.goal(names) + "."
    }

    fn size(&self) -> usize {
        self.parts().iter().map(PositionQuestion::size).max().unwrap_or(0)
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        if let Some(error) = &answer.error {
            let asked = self.typed(names);
            let kinds = self.parts()[0].judge(&Answer::default(), names);
            let kind = kinds.first().map_or("", |check| check.kind);
            let expected = "an answer for each".into();
            let error = Some(error.to_string());
            return vec![check(self.function(), kind, answer, asked, expected, error)];
        }
        let of = |question: &PositionQuestion| {
            let prefix = format!("{}-", question.position);
            let parts = answer.parts.iter().filter_map(|part| {
                let text = without_blanks(&part.text).strip_prefix(&prefix)?.to_string();
                Some(Part { text, micros: part.micros })
            });
            Answer { parts: parts.collect(), ..Answer::default() }
        };
        let checks: Vec<Check> = self
            .parts()
            .iter()
            .enumerate()
            .flat_map(|(step, question)| {
                let checks = question.judge(&of(question), names).into_iter();
                checks.map(move |check| Check { step, ..check })
            })
            .collect();
        let is_right = checks.iter().all(Check::passed);
        checks.into_iter().filter(|check| is_right || !check.passed()).collect()
    }

    fn blame(&self, check: &Check, names: &Names, ask: &mut Ask) -> Blame {
        let has_answers = check.difference.as_ref().is_some_and(|it| it.asked != self.typed(names));
        if has_answers {
            return self.parts()[check.step.min(1)].blame(check, names, ask);
        }
        // An error says nothing about which position it is.
        for part in self.parts() {
            let mut checks = part.judge(&ask(&part.text(names)), names).into_iter();
            if let Some(failed) = checks.find(|check| !check.passed()) {
                return match part.blame(&failed, names, ask) {
                    Blame::Function => Blame::Other(self.function(), failed.kind),
                    other => other,
                };
            }
        }
        Blame::Function
    }

    fn smaller(&self, _: &Check) -> Vec<Box<dyn Question>> {
        let parts = self.parts().into_iter();
        parts.map(|part| Box::new(part) as Box<dyn Question>).collect()
    }
}
