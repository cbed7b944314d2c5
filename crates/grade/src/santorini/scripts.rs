//! Generates scripts.

use std::collections::BTreeMap;

use agon_core::{Rng, Side};

use super::evaluation::{APART, Values};
use super::games::{Policy, illegal_move, random_pawns};
use super::question::Script;
use super::script::{Call, Oracle, Place, cell, stands};
use crate::question::Question;

/// Each kind of case is shown by so many scripts at least.
const LEAST: usize = 10;

/// The assignment's own example, and random scripts. Of ten scripts seven are of any kind. The others
/// show a kind of case that few others show.
pub fn questions(seed: u64, count: usize) -> Vec<Box<dyn Question>> {
    scripts(seed, count).into_iter().map(|script| Box::new(script) as Box<dyn Question>).collect()
}

fn scripts(seed: u64, count: usize) -> Vec<Script> {
    let mut builder = Builder { rng: Rng::seeded(seed), seen: BTreeMap::new(), is_plain: false };
    let mut scripts = vec![example()];
    let mut shown = BTreeMap::<_, usize>::new();
    for number in 0..20 * count {
        if scripts.len() >= count {
            break;
        }
        let script = builder.script(number);
        let telling = script.telling();
        let is_rare = telling.iter().any(|kind| shown.get(kind).copied().unwrap_or(0) < LEAST);
        if is_rare || scripts.len() < count * 7 / 10 || number > 10 * count {
            for kind in telling {
                *shown.entry(kind).or_default() += 1;
            }
            scripts.push(script);
        }
    }
    scripts.sort_by_key(|script| script.calls.len());
    scripts
}

/// The transcript in the assignment.
fn example() -> Script {
    let calls = vec![
        Call::Initialize([(0, 0), (1, 1), (2, 2), (3, 3)]),
        Call::Try([(0, 0), (1, 0), (2, 0)]),
        Call::Try([(1, 0), (1, 1), (1, 2)]),
        Call::Undo,
        Call::Redo,
        Call::Moves,
        Call::Evaluate(Side::Second),
    ];
    Script { calls }
}

struct Builder {
    rng: Rng,
    /// The number of uses of each kind of illegal move.
    seen: BTreeMap<&'static str, usize>,
    /// Whether only plain moves are made, so that a fault of `tryMove` hides little else.
    is_plain: bool,
}

/// A script under construction, with Agon's game after its calls.
struct Draft {
    script: Script,
    oracle: Oracle,
}

impl Draft {
    fn add(&mut self, call: Call) {
        self.oracle.call(call);
        self.script.calls.push(call);
    }

    fn add_all(&mut self, calls: &[Call]) {
        calls.iter().for_each(|&call| self.add(call));
    }

    fn evaluate_both(&mut self) {
        self.add_all(&Side::BOTH.map(Call::Evaluate));
    }
}

impl Builder {
    fn script(&mut self, number: usize) -> Script {
        let policy = Policy::ALL[number / 20 % 4];
        self.is_plain = matches!(number % 20, 9 | 11 | 13 | 15..);
        match number % 20 {
            0..5 => self.game(policy, 12),
            5..8 => self.game(policy, 100),
            8..13 => self.undo_and_redo(policy),
            13..16 => self.moves(policy),
            16 => self.both_win(false),
            17 => self.both_win(true),
            18 => self.several_values(),
            _ => self.same_value(policy),
        }
    }

    /// Starts a script with random pawns.
    fn begin(&mut self) -> Draft {
        loop {
            let pawns = random_pawns(&mut self.rng);
            if let Some(oracle) = Oracle::new(pawns) {
                let calls = vec![Call::Initialize(pawns)];
                return Draft { script: Script { calls }, oracle };
            }
        }
    }

    /// Adds at most `plies` legal moves.
    fn play_on(&mut self, draft: &mut Draft, policy: Policy, plies: usize) {
        for _ in 0..plies {
            if draft.oracle.is_over() {
                return;
            }
            if let Some(cells) = policy.choose(&draft.oracle, self.is_plain, &mut self.rng) {
                draft.add(Call::Try(cells));
            }
        }
    }

    fn attempt(&mut self, draft: &mut Draft) {
        if !draft.oracle.is_over()
            && let Some(cells) = illegal_move(&draft.oracle, &mut self.seen, &mut self.rng)
        {
            draft.add(Call::Try(cells));
        }
    }

    /// A game with illegal attempts.
    fn game(&mut self, policy: Policy, most: usize) -> Script {
        let mut draft = self.begin();
        for _ in 0..1 + self.rng.below(most) {
            self.play_on(&mut draft, policy, 1);
            if self.rng.below(2) == 0 {
                self.attempt(&mut draft);
            }
        }
        draft.script
    }

    /// A game with undo and redo, also where nothing is left to undo or redo.
    fn undo_and_redo(&mut self, policy: Policy) -> Script {
        let mut draft = self.begin();
        let plies = [1 + self.rng.below(3), 1 + self.rng.below(8), 100][self.rng.below(3)];
        self.play_on(&mut draft, policy, plies);
        for _ in 0..2 + self.rng.below(10) {
            match self.rng.below(12) {
                0..4 => draft.add(Call::Undo),
                4..7 => draft.add(Call::Redo),
                7 => self.attempt(&mut draft),
                8 => {
                    // Back to the start, and one more.
                    let plies = draft.oracle.history().0;
                    draft.add_all(&vec![Call::Undo; plies + 1]);
                }
                9 => {
                    draft.add(Call::Undo);
                    self.attempt(&mut draft);
                    draft.add(Call::Redo);
                }
                10 => {
                    self.attempt(&mut draft);
                    draft.add(Call::Undo);
                }
                _ => {
                    draft.add(Call::Undo);
                    self.play_on(&mut draft, policy, 1);
                    draft.add(Call::Redo);
                }
            }
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
            draft.add(Call::Moves);
            if self.rng.below(3) == 0 {
                return draft.script;
            }
        }
    }

    /// Two games. In each another side can win in one step, while the other stands on the ground, or
    /// has just won so.
    fn both_win(&mut self, has_won: bool) -> Script {
        let mut calls = Vec::new();
        for side in Side::BOTH {
            let mut draft = self.near_win(side);
            let step = draft.oracle.moves().into_iter().find(|&[_, to, _]| {
                let to = cell(to).map_or(0, |to| draft.oracle.position().height(to));
                has_won && to == 3
            });
            draft.add_all(&step.map(Call::Try).into_iter().collect::<Vec<_>>());
            draft.evaluate_both();
            calls.extend(draft.script.calls);
        }
        Script { calls }
    }

    /// A game in which a side climbs while the other stays on the ground.
    fn near_win(&mut self, side: Side) -> Draft {
        loop {
            let mut draft = self.begin();
            for _ in 0..40 {
                let position = draft.oracle.position();
                if draft.oracle.is_over() || stands(position, side.opponent()) > 0 {
                    break;
                }
                if position.to_move() == side && !position.winning_steps(side).is_empty() {
                    return draft;
                }
                let Some(cells) = self.climb(&draft.oracle, side) else { break };
                draft.add(Call::Try(cells));
            }
        }
    }

    /// A move of the side that climbs, or one of the other on the ground.
    fn climb(&mut self, oracle: &Oracle, side: Side) -> Option<[Place; 3]> {
        let height =
            |place: Place| cell(place).map_or(0, |cell| i64::from(oracle.position().height(cell)));
        let is_climber = oracle.position().to_move() == side;
        let mut moves = oracle.moves();
        moves.retain(|&[from, to, build]| build != from && height(to) >= height(from));
        let score = |&[_, to, build]: &[Place; 3]| match is_climber {
            true => {
                10 * height(to) + if height(build) == height(to) { 1 + height(build) } else { 0 }
            }
            false => -100 * height(to) - 10 * i64::from(height(build) == 3),
        };
        let mut sample = Vec::new();
        for _ in 0..12 {
            sample.extend(self.rng.pick(&moves).copied());
        }
        sample.into_iter().max_by_key(score)
    }

    /// Values of many positions of a game in which the pawns climb.
    fn several_values(&mut self) -> Script {
        let side = Side::BOTH[self.rng.below(2)];
        loop {
            let mut draft = self.begin();
            self.play_on(&mut draft, Policy::Climb, 3);
            let mut values = Values::default();
            for _ in 0..24 {
                self.play_on(&mut draft, Policy::Climb, 1);
                if draft.oracle.is_over() {
                    break;
                }
                draft.add(Call::Evaluate(side));
                let found = values.add(side, 0, 0, &draft.oracle, draft.script.calls.len());
                if found.iter().any(|verdict| verdict.kind == APART) {
                    return draft.script;
                }
            }
        }
    }

    /// Several calls for the values of one position.
    fn same_value(&mut self, policy: Policy) -> Script {
        let mut draft = self.begin();
        let plies = 4 + self.rng.below(6);
        self.play_on(&mut draft, policy, plies);
        draft.evaluate_both();
        draft.evaluate_both();
        draft.script
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::FUNCTIONS;
    use super::super::evaluation::FAST;
    use super::super::question::{SAME_GAME, VALUE};
    use super::*;
    use crate::free_checks::FreeChecks;
    use agon_handin::Names;

    /// Kinds that a program that does nothing passes, or that only a failure has, and one that the
    /// assignment's example has.
    const RARE: [&str; 4] = [VALUE, FAST, SAME_GAME, "refuses a move that breaks several rules"];

    #[test]
    fn right_answers_pass_and_every_kind_is_declared() {
        let names = Names(FUNCTIONS.iter().map(|function| function.name.into()).collect());
        let mut builder = Builder { rng: Rng::seeded(3), seen: BTreeMap::new(), is_plain: false };
        for number in 0..160 {
            let script = builder.script(number);
            let free = FreeChecks::of(&[Box::new(script.clone())], &names);
            let mut telling = BTreeSet::new();
            for check in script.judge(&script.right_answer().unwrap(), &names) {
                assert!(check.passed(), "{check:?}");
                let mut kinds = FUNCTIONS[check.function].kinds.iter();
                assert!(kinds.any(|kind| kind.name == check.kind), "{check:?}");
                if !free.has(0, &check) {
                    telling.insert(check.kind);
                }
            }
            assert_eq!(script.telling(), telling, "{script:?}");
        }
    }

    #[test]
    fn every_kind_is_shown_often_enough() {
        let mut shown = BTreeMap::<_, usize>::new();
        for kind in scripts(5, 300).iter().flat_map(Script::telling) {
            *shown.entry(kind).or_default() += 1;
        }
        for kind in FUNCTIONS.iter().flat_map(|function| function.kinds) {
            let count = shown.get(kind.name).copied().unwrap_or(0);
            assert!(count >= LEAST || RARE.contains(&kind.name), "{}: {count}", kind.name);
        }
    }
}
