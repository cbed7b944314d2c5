//! Questions about `chooseMinMaxMove` with given trees.

use agon_core::Rng;
use agon_handin::{Answer, CallError, Names, Part};

use super::function;
use crate::question::{Check, Difference, Question};

/// The harness needs a board before a tree. Its maze does not matter.
const BOARD: &str = "board 7~+---+---+---+~|     s1|   |~+   +   +   +~|     M     |~+   +   +   +~| T         |~+---+---+---+";

/// The kind of the checks.
pub const GIVEN_TREE: &str = "a given tree";

/// A tree of two levels.
#[derive(Clone, Debug)]
pub struct GivenTree {
    /// The evaluation of each child of the root, and of the child's children, of which there is at
    /// least one.
    children: Vec<(i32, Vec<i32>)>,
}

impl GivenTree {
    /// The tree of the second figure in the assignment.
    pub fn of_the_assignment() -> GivenTree {
        GivenTree { children: vec![(0, vec![5, 3]), (0, vec![-1, 1])] }
    }

    /// A tree with random evaluations.
    pub fn random(rng: &mut Rng) -> GivenTree {
        let spread = [3, 9, 200][rng.below(3)];
        let mut number = || rng.below(2 * spread + 1) as i32 - spread as i32;
        let mut children = Vec::new();
        let count = 1 + number().unsigned_abs() as usize % 4;
        for _ in 0..count {
            let leaves = 1 + number().unsigned_abs() as usize % 4;
            children.push((number(), (0..leaves).map(|_| number()).collect()));
        }
        GivenTree { children }
    }

    /// The smallest evaluation below each child.
    fn values(&self) -> Vec<i32> {
        let least = |(own, leaves): &(i32, Vec<i32>)| leaves.iter().copied().min().unwrap_or(*own);
        self.children.iter().map(least).collect()
    }
}

impl Question for GivenTree {
    fn function(&self) -> usize {
        function::CHOOSE_MIN_MAX_MOVE
    }

    fn text(&self, _: &Names) -> String {
        let (mut depths, mut evaluations) = (vec!["0"], vec!["0".to_string()]);
        for (own, leaves) in &self.children {
            depths.push("1");
            evaluations.push(own.to_string());
            depths.extend(leaves.iter().map(|_| "2"));
            evaluations.extend(leaves.iter().map(i32::to_string));
        }
        format!("{BOARD}~minmax {} {}", depths.join(","), evaluations.join(","))
    }

    fn pasted(&self, _: &Check) -> Option<String> {
        Some(self.text(&Names(Vec::new())).replace("~minmax", "~paste minmax"))
    }

    fn size(&self) -> usize {
        self.children.iter().map(|(_, leaves)| 1 + leaves.len()).sum()
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let values = self.values();
        let best = values.iter().max();
        let right: Vec<usize> =
            (0..values.len()).filter(|&place| Some(&values[place]) == best).collect();
        let found = answer.parts.get(1).map(|part| part.text.as_str());
        let is_right = found
            .and_then(|text| text.parse().ok())
            .is_some_and(|place: usize| right.contains(&place));
        let answered = match (&answer.error, found) {
            (Some(error), _) => Some(error.to_string()),
            (None, _) if is_right => None,
            (None, found) => Some(found.unwrap_or("nothing").to_string()),
        };
        let child = |(place, (own, leaves)): (usize, &(i32, Vec<i32>))| {
            format!("child {place}, evaluation {own}; below it {leaves:?}\n")
        };
        let tree: String = self.children.iter().enumerate().map(child).collect();
        let asked = format!("{tree}{}(root)", names.of(self.function()));
        let right: Vec<String> = right.iter().map(usize::to_string).collect();
        let difference = answered.map(|answered| Difference {
            asked,
            expected: right.join(" or "),
            answered,
            is_costly: answer.error.as_ref().is_some_and(CallError::is_costly),
        });
        let micros = answer.parts.get(1).map(|part| part.micros);
        vec![Check { function: self.function(), kind: GIVEN_TREE, step: 0, micros, difference }]
    }

    /// A program that always takes the first child.
    fn null_answers(&self, _: &Names) -> Vec<(usize, Answer)> {
        let part = |text: &str| Part { text: text.into(), micros: 0 };
        let parts = vec![part("ok"), part("0")];
        vec![(self.function(), Answer { parts, ..Answer::default() })]
    }

    fn smaller(&self, _: &Check) -> Vec<Box<dyn Question>> {
        let mut smaller = Vec::new();
        for place in 0..self.children.len() {
            let mut tree = self.clone();
            tree.children.remove(place);
            smaller.push(tree);
        }
        for (place, (_, leaves)) in
            self.children.iter().enumerate().filter(|(_, (_, leaves))| leaves.len() > 1)
        {
            for leaf in 0..leaves.len() {
                let mut tree = self.clone();
                tree.children[place].1.remove(leaf);
                smaller.push(tree);
            }
        }
        smaller.retain(|tree| !tree.children.is_empty());
        smaller.into_iter().map(|tree| Box::new(tree) as Box<dyn Question>).collect()
    }
}
