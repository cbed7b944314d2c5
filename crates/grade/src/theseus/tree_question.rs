//! The tree of a board, the choice in it and the next move.
//!
//! Evaluations are free, so the hand-in is first asked for its own: `evaluate` for every move in
//! the tree. The evaluations of the tree must follow from them.

use agon_core::{Rng, Side};
use agon_games::theseus::Die;

use super::board::{self, Board};
use super::function;
use super::judge::{Evaluations, judge};
use crate::interpreter::{Answer, Trouble};
use crate::question::{Ask, Blame, Check, Difference, Names, Question};

/// Asks everything about a board.
#[derive(Clone, Debug)]
pub struct TreeQuestion {
    /// The board.
    pub board: Board,
    /// The only method that is judged, if there is one.
    pub only: Option<usize>,
}

/// What an answer of the harness is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A board or a player was set.
    Set,
    /// The evaluation of an own move, by its index, on the board before or after it (0 or 1).
    Move(usize, usize),
    /// The evaluation of an opponent's answer, by the indices of both moves: by the opponent's
    /// player or the own one, on the board before it (0 and 1) or after it (2 and 3).
    Reply(usize, usize, usize),
    /// The tree.
    Tree,
    /// The index of the best child.
    Choose,
    /// The next move.
    NextMove,
}

/// The commands for the harness, with what their answers are for.
#[derive(Default)]
struct Plan(Vec<(Purpose, String)>);

impl Plan {
    /// Sets a board and a player.
    fn set(&mut self, drawing: &str, side: Side) {
        let lines = drawing.lines().count();
        self.0.push((Purpose::Set, format!("board {lines}~{}", drawing.replace('\n', "~"))));
        self.0.push((Purpose::Set, format!("player {}", name(side).to_lowercase())));
    }

    fn evaluate(&mut self, purpose: Purpose, tile: usize, die: Die) {
        self.0.push((purpose, format!("evaluate {tile} {die}")));
    }
}

/// The name of a side's player.
pub fn name(side: Side) -> &'static str {
    ["Theseus", "Minotaur"][side.index()]
}

impl TreeQuestion {
    fn plan(&self) -> Vec<(Purpose, String)> {
        let mut plan = Plan::default();
        let Board { side: me, .. } = self.board;
        let other = me.opponent();
        let (own, opponent) = (self.board.id(me), self.board.id(other));
        let Some(drawing) = self.board.drawing() else { return Vec::new() };
        let moves = self.board.moves(me);
        plan.set(&drawing, me);
        for (place, &die) in moves.iter().enumerate() {
            plan.evaluate(Purpose::Move(place, 0), own, die);
        }
        for (place, &die) in moves.iter().enumerate() {
            let after = self.board.after(me, die);
            let Some(drawing) = after.drawing() else { continue };
            plan.set(&drawing, me);
            plan.evaluate(Purpose::Move(place, 1), own, die);
            if after.is_over() {
                continue;
            }
            let replies = after.moves(other);
            for (variant, side) in [(1, me), (0, other)] {
                plan.set(&drawing, side);
                for (reply, &die) in replies.iter().enumerate() {
                    plan.evaluate(Purpose::Reply(place, reply, variant), opponent, die);
                }
            }
            for (reply, &die) in replies.iter().enumerate() {
                let Some(drawing) = after.after(other, die).drawing() else { continue };
                for (variant, side) in [(3, me), (2, other)] {
                    plan.set(&drawing, side);
                    plan.evaluate(Purpose::Reply(place, reply, variant), opponent, die);
                }
            }
        }
        plan.set(&drawing, me);
        plan.0.push((Purpose::Tree, format!("tree {own} {opponent}")));
        plan.0.push((Purpose::Choose, "choose".into()));
        plan.set(&drawing, me);
        plan.0.push((Purpose::NextMove, format!("getNextMove {own} {opponent}")));
        plan.0
    }

    /// What is asked, as it would be called.
    fn call(&self, function: usize, names: &Names) -> String {
        let Board { side: me, .. } = self.board;
        let (own, opponent) = (self.board.id(me), self.board.id(me.opponent()));
        let name = names.of(function);
        match function {
            function::EVALUATE => format!("{name}({own}, dice, board)"),
            function::CHOOSE_MIN_MAX_MOVE => format!("{name}(root)"),
            function::GET_NEXT_MOVE => format!("{name}({own}, {opponent})"),
            _ => {
                let first = names.of(function::CREATE_MY_SUBTREE);
                format!("{first}({own}, {opponent}, root, 1)")
            }
        }
    }
}

impl Question for TreeQuestion {
    fn function(&self) -> usize {
        self.only.unwrap_or(function::CREATE_MY_SUBTREE)
    }

    fn uses(&self, _: usize) -> bool {
        true
    }

    fn text(&self, _: &Names) -> String {
        let commands: Vec<String> = self.plan().into_iter().map(|(_, command)| command).collect();
        commands.join("~")
    }

    fn size(&self) -> usize {
        self.board.size()
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let plan = self.plan();
        let purposes: Vec<Purpose> = plan.iter().map(|&(purpose, _)| purpose).collect();
        let mut found = Evaluations::read(&purposes, answer);
        let is_costly = answer.trouble.as_ref().is_some_and(Trouble::is_costly);
        if let Some(trouble) = &answer.trouble {
            let purpose = purposes.get(answer.parts.len()).copied().unwrap_or(Purpose::Tree);
            found.trouble = Some((purpose, trouble.to_string()));
        }
        let drawing = self.board.drawing().unwrap_or_default();
        let mut checks = judge(&self.board, &found);
        checks.retain(|check| self.only.is_none_or(|only| only == check.function));
        let checks = checks.into_iter().map(|check| {
            let difference = check.answered.map(|answered| Difference {
                asked: format!(
                    "{drawing}\n{}: {}",
                    name(self.board.side),
                    self.call(check.function, names)
                ),
                expected: check.expected,
                answered,
                is_costly,
            });
            let step = usize::from(check.follows);
            Check {
                function: check.function,
                kind: check.kind,
                step,
                micros: check.micros,
                difference,
            }
        });
        checks.collect()
    }

    fn blame(&self, check: &Check, _: &Names, _: &mut Ask) -> Blame {
        if check.step > 0 { Blame::FollowOn } else { Blame::Function }
    }

    fn smaller(&self, check: &Check) -> Vec<Box<dyn Question>> {
        // Any failure of the method will do: the smallest boards, and this one with less loot.
        let mut boards = Vec::new();
        let mut rng = Rng::seeded(7);
        if self.board.size() > 12 {
            boards.extend((0..60).filter_map(|_| board::random(&mut rng, 3)));
        }
        boards.retain(|board| board.size() < self.board.size());
        boards.sort_by_key(Board::size);
        boards.extend(self.board.with_less_loot());
        let only = Some(check.function);
        boards
            .into_iter()
            .map(|board| Box::new(TreeQuestion { board, only }) as Box<dyn Question>)
            .collect()
    }
}
