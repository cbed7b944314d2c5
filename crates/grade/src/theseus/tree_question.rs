//! Questions about the tree of a board, the choice in it and the next move.
//!
//! A hand-in may evaluate as it likes, so it is first asked for its own evaluations: `evaluate` for
//! every move in the tree. The evaluations in the tree must follow from them.

use agon_core::{Rng, Side};
use agon_games::theseus::Die;
use agon_handin::{Answer, CallError, Names};

use super::board::{self, Board};
use super::function;
use super::judge::{Evaluations, KEPT, NO_ANSWER, OWN_MOVE, judge};
use crate::question::{Ask, Blame, Check, Difference, Question};

/// All questions about a board.
#[derive(Clone, Debug)]
pub struct TreeQuestion {
    pub board: Board,
    /// The only method to judge, if set.
    pub only: Option<usize>,
}

/// What a response of the harness is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Sets a board or a player.
    Set,
    /// The evaluation of an own move, by its index, on the board before it (0) or after it (1).
    Move(usize, usize),
    /// The evaluation of a reply, by the indices of both moves: by the opponent's player or the own
    /// one, on the board before it (0 and 1) or after it (2 and 3).
    Reply(usize, usize, usize),
    Tree,
    /// The index of the best child.
    Choose,
    NextMove,
    /// Whether the board and the players are as before.
    Kept,
    /// The tiles of the players on the board of the child for a move.
    After(usize),
}

/// The commands for the harness, with their purposes.
#[derive(Default)]
struct Plan(Vec<(Purpose, String)>);

impl Plan {
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
        plan.set(&drawing, me);
        plan.0.push((Purpose::Kept, "kept".into()));
        let shown = self.shown_child();
        plan.0.extend(moves.get(shown).map(|die| (Purpose::After(shown), format!("after {die}"))));
        plan.0
    }

    /// The child whose board is looked at.
    fn shown_child(&self) -> usize {
        self.board.size() % self.board.moves(self.board.side).len().max(1)
    }

    /// The call as a person types it.
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

    fn pasted(&self, check: &Check) -> Option<String> {
        let mut plan = Plan::default();
        let (own, moves) = (self.board.id(self.board.side), self.board.moves(self.board.side));
        plan.set(&self.board.drawing()?, self.board.side);
        let commands = match (check.function, check.kind) {
            (function::EVALUATE, _) => {
                moves.iter().map(|die| format!("paste evaluate {own} {die}")).collect()
            }
            (function::CHOOSE_MIN_MAX_MOVE, _) => vec!["paste choose".into()],
            (function::GET_NEXT_MOVE, _) => vec!["paste getNextMove".into()],
            (_, KEPT) => vec!["paste kept".into()],
            (_, OWN_MOVE | NO_ANSWER) => {
                vec![format!("paste after {}", moves.get(self.shown_child())?)]
            }
            _ => vec!["paste tree".to_string()],
        };
        let set = plan.0.into_iter().map(|(_, command)| command);
        Some(set.chain(commands).collect::<Vec<_>>().join("~"))
    }

    fn size(&self) -> usize {
        self.board.size()
    }

    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check> {
        let plan = self.plan();
        let purposes: Vec<Purpose> = plan.iter().map(|&(purpose, _)| purpose).collect();
        let mut found = Evaluations::read(&purposes, answer);
        let is_costly = answer.error.as_ref().is_some_and(CallError::is_costly);
        if let Some(error) = &answer.error {
            let purpose = purposes.get(answer.parts.len()).copied().unwrap_or(Purpose::Tree);
            found.incomplete = Some((purpose, error.to_string()));
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
        // Any failure of the method counts: tries the smallest boards, and this board with less
        // loot.
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
