//! The players that only Theseus and the Minotaur has.

use agon_core::{Game as _, Present as _, Rng, Side};
use agon_games::theseus::{
    Belief, DEPTHS, Die, Position, Theseus, View, Worth, fair_values, path_step, tree, values,
};
use agon_search::SearchControl;

use super::{Choice, Limited, Player};
use crate::Refused;

/// Throws the die; a wall costs it the turn.
pub struct Thrower {
    dice: Rng,
}

impl Thrower {
    /// A player whose throws follow from `seed`.
    pub fn seeded(seed: u64) -> Thrower {
        Thrower { dice: Rng::seeded(seed) }
    }
}

impl Limited<Theseus> for Thrower {
    fn choose(&mut self, _: &View, moves: &[Die]) -> Choice<Die> {
        let thrown = Die::DIRECTIONS[self.dice.below(4)];
        match moves.contains(&thrown) {
            true => thrown.into(),
            false => Choice {
                mv: Die::Stay,
                score: None,
                note: Some(format!("throws {thrown} and runs into a wall")),
            },
        }
    }
}

/// Takes the die that its senses make worth most.
pub struct Heuristic {
    dice: Rng,
}

impl Heuristic {
    /// A player that chooses among equals by this seed.
    pub fn seeded(seed: u64) -> Heuristic {
        Heuristic { dice: Rng::seeded(seed) }
    }
}

impl Limited<Theseus> for Heuristic {
    fn choose(&mut self, view: &View, moves: &[Die]) -> Choice<Die> {
        let judged: Vec<(Die, Worth)> =
            moves.iter().map(|&die| (die, view.judge(die).worth)).collect();
        let die = best(&judged, &mut self.dice).map_or(moves[0], |(die, _)| die);
        explained(view, die)
    }
}

/// Builds the assignment's tree, knowing where everything is.
pub struct MinMax {
    side: Side,
    depth: u32,
    dice: Rng,
}

impl MinMax {
    /// A player of a side that looks this many plies ahead, and chooses among equals by
    /// this seed.
    pub fn new(side: Side, depth: u32, seed: u64) -> MinMax {
        MinMax { side, depth, dice: Rng::seeded(seed) }
    }

    /// How far ahead it looks when nothing else is said.
    pub const DEPTH: u32 = *DEPTHS.start();
}

impl Player<Theseus> for MinMax {
    fn choose(
        &mut self,
        game: &Theseus,
        position: &Position,
        moves: &[Die],
        _: &dyn SearchControl<Die>,
    ) -> Result<Option<Choice<Die>>, Refused> {
        debug_assert_eq!(game.to_move(position), self.side);
        let values = values(&tree(game, position, self.depth));
        let (die, worth) = best(&values, &mut self.dice).unwrap_or((moves[0], Worth(0)));
        let view = game.view(position, Some(self.side));
        let choice = explained(&view, die);
        let note = choice.note.map(|step| format!("{step}, tree {worth}"));
        Ok(Some(Choice { note, ..choice }))
    }
}

/// Builds the assignment's tree for every tile where the opponent may be, as far as its
/// senses tell.
pub struct FairMinMax {
    depth: u32,
    dice: Rng,
    belief: Belief,
}

impl FairMinMax {
    /// A player that looks this many plies ahead, and chooses among equals by this seed.
    pub fn new(depth: u32, seed: u64) -> FairMinMax {
        FairMinMax { depth, dice: Rng::seeded(seed), belief: Belief::default() }
    }
}

impl Limited<Theseus> for FairMinMax {
    fn choose(&mut self, view: &View, moves: &[Die]) -> Choice<Die> {
        self.belief.look(view);
        let values = fair_values(view, &self.belief, self.depth);
        let die = best(&values, &mut self.dice).map_or(moves[0], |(die, _)| die);
        explained(view, die)
    }
}

/// One of the dice that are worth most.
fn best(dice: &[(Die, Worth)], seeded: &mut Rng) -> Option<(Die, Worth)> {
    let most = dice.iter().map(|&(_, worth)| worth).max()?;
    let equals: Vec<(Die, Worth)> =
        dice.iter().copied().filter(|&(_, worth)| worth == most).collect();
    seeded.pick(&equals).copied()
}

/// A die with what was sensed before it.
fn explained(view: &View, die: Die) -> Choice<Die> {
    Choice { mv: die, score: None, note: Some(path_step(view, die).to_string()) }
}
