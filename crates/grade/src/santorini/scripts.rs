//! Generates scripts.

use std::collections::BTreeMap;

use agon_core::{Rng, Side};

use super::games::{Policy, illegal_move, legal_kind, random_pawns};
use super::question::{NEAR_WIN, Script};
use super::script::{Call, Oracle, Place, Step};
use crate::question::Question;

/// The assignment's own example, and random scripts of all kinds.
pub fn questions(seed: u64, count: usize) -> Vec<Box<dyn Question>> {
    let mut builder = Builder { rng: Rng::seeded(seed), seen: BTreeMap::new() };
    let mut scripts = vec![example()];
    for number in 0..count.saturating_sub(1) {
        let policy = Policy::ALL[number / 20 % 4];
        scripts.push(match number % 20 {
            0..2 => builder.begin().script,
            2..5 => builder.game(policy, 12),
            5..9 => builder.game(policy, 100),
            9..14 => builder.undo_and_redo(policy),
            14..17 => builder.moves(policy),
            _ => builder.values(policy),
        });
    }
    scripts.sort_by_key(|script| script.steps.len());
    scripts.into_iter().map(|script| Box::new(script) as Box<dyn Question>).collect()
}

/// The transcript in the assignment.
fn example() -> Script {
    let step = |call, kind| Step { call, kind };
    let steps = vec![
        step(Call::Initialize([(0, 0), (1, 1), (2, 2), (3, 3)]), PLACEMENT),
        step(Call::Try([(0, 0), (1, 0), (2, 0)]), "a plain move"),
        step(Call::Try([(1, 0), (1, 1), (1, 2)]), "refuses a pawn of the other side"),
        step(Call::Undo, "the last move"),
        step(Call::Redo, "a move that was undone"),
        step(Call::Moves, "early in a game"),
        step(Call::Evaluate(Side::Second), VALUE),
    ];
    Script { steps }
}

const PLACEMENT: &str = "places the pawns";
const VALUE: &str = "is a whole number";

struct Builder {
    rng: Rng,
    /// The number of uses of each kind of illegal move.
    seen: BTreeMap<&'static str, usize>,
}

/// A script under construction, with Agon's game after its calls.
struct Draft {
    script: Script,
    oracle: Oracle,
}

impl Draft {
    fn add(&mut self, call: Call, kind: &'static str) {
        self.oracle.call(call);
        self.script.steps.push(Step { call, kind });
    }

    fn play(&mut self, cells: [Place; 3]) {
        let kind = legal_kind(&self.oracle, cells);
        self.add(Call::Try(cells), kind);
    }

    fn undo(&mut self) {
        let kind = match self.oracle.history().0 {
            0 => "does nothing at the start",
            _ if self.oracle.is_over() => "a move that has won",
            1 => "back to the start",
            _ => "the last move",
        };
        self.add(Call::Undo, kind);
    }

    fn redo(&mut self, after_new_move: bool) {
        let kind = match self.oracle.history() {
            (_, 0) if after_new_move => "does nothing after a new move",
            (_, 0) => "does nothing without an undo",
            _ if matches!(self.script.steps.last(), Some(Step { call: Call::Try(_), .. })) => {
                "still works after an illegal move"
            }
            _ => "a move that was undone",
        };
        self.add(Call::Redo, kind);
    }
}

impl Builder {
    /// Starts a script with random pawns.
    fn begin(&mut self) -> Draft {
        loop {
            let pawns = random_pawns(&mut self.rng);
            if let Some(oracle) = Oracle::new(pawns) {
                let steps = vec![Step { call: Call::Initialize(pawns), kind: PLACEMENT }];
                return Draft { script: Script { steps }, oracle };
            }
        }
    }

    /// Adds at most `plies` legal moves.
    fn play_on(&mut self, draft: &mut Draft, policy: Policy, plies: usize) {
        for _ in 0..plies {
            if draft.oracle.is_over() {
                return;
            }
            if let Some(cells) = policy.choose(&draft.oracle, &mut self.rng) {
                draft.play(cells);
            }
        }
    }

    fn attempt(&mut self, draft: &mut Draft) {
        if !draft.oracle.is_over()
            && let Some(step) = illegal_move(&draft.oracle, &mut self.seen, &mut self.rng)
        {
            draft.add(step.call, step.kind);
        }
    }

    /// A game with illegal attempts.
    fn game(&mut self, policy: Policy, most: usize) -> Script {
        let mut draft = self.begin();
        for _ in 0..1 + self.rng.below(most) {
            if self.rng.below(2) == 0 {
                self.attempt(&mut draft);
            }
            self.play_on(&mut draft, policy, 1);
        }
        draft.script
    }

    /// A game with undo and redo, also where nothing is left to undo or redo.
    fn undo_and_redo(&mut self, policy: Policy) -> Script {
        let mut draft = self.begin();
        let plies = [self.rng.below(4), self.rng.below(8), 100][self.rng.below(3)];
        self.play_on(&mut draft, policy, plies);
        let mut is_new = false;
        for _ in 0..2 + self.rng.below(10) {
            match self.rng.below(10) {
                0..4 => draft.undo(),
                4..7 => draft.redo(is_new),
                7 => self.attempt(&mut draft),
                _ => {
                    let had_future = draft.oracle.history().1 > 0;
                    let before = draft.script.steps.len();
                    self.play_on(&mut draft, policy, 1);
                    is_new = had_future && draft.script.steps.len() > before;
                    if is_new {
                        draft.redo(true);
                    }
                    continue;
                }
            }
            is_new &= draft.oracle.history().1 == 0;
        }
        draft.script
    }

    /// Asks for all moves at several points of a game.
    fn moves(&mut self, policy: Policy) -> Script {
        let mut draft = self.begin();
        loop {
            let plies = self.rng.below(12);
            self.play_on(&mut draft, policy, plies);
            if draft.oracle.is_over() {
                return draft.script;
            }
            let kind = match draft.oracle.history().0 {
                0 => "at the start",
                1..10 => "early in a game",
                _ => "late in a game",
            };
            draft.add(Call::Moves, kind);
            if self.rng.below(3) == 0 {
                return draft.script;
            }
        }
    }

    /// Asks for the values of several positions. Where the next step can win, the value must be
    /// high.
    fn values(&mut self, policy: Policy) -> Script {
        let policy = if policy == Policy::Any { Policy::Climb } else { policy };
        let side = Side::BOTH[self.rng.below(2)];
        let mut draft = self.begin();
        draft.add(Call::Evaluate(side), VALUE);
        for _ in 0..30 {
            self.play_on(&mut draft, policy, 1);
            let position = draft.oracle.position();
            if draft.oracle.is_over() {
                break;
            }
            if position.to_move() == side && !position.winning_steps(side).is_empty() {
                draft.add(Call::Evaluate(side), NEAR_WIN);
                return draft.script;
            }
            if self.rng.below(6) == 0 {
                draft.add(Call::Evaluate(side.opponent()), VALUE);
            }
        }
        draft.script
    }
}
