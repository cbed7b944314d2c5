//! The players that only Theseus and the Minotaur has.

use agon_core::{Dice, Game as _, Player, Present as _};
use agon_games::theseus::{
    Belief, DEPTHS, Die, Position, Theseus, View, Worth, fair_values, path_step, tree, values,
};
use agon_search::Control;

use super::{Choice, Contender, Limited};
use crate::Refused;

/// Throws the die; a wall costs it the turn.
pub struct Thrower {
    dice: Dice,
}

impl Thrower {
    /// A player whose throws follow from `seed`.
    pub fn seeded(seed: u64) -> Thrower {
        Thrower { dice: Dice::seeded(seed) }
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
    dice: Dice,
}

impl Heuristic {
    /// A player that chooses among equals by this seed.
    pub fn seeded(seed: u64) -> Heuristic {
        Heuristic { dice: Dice::seeded(seed) }
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
    side: Player,
    depth: u32,
    dice: Dice,
}

impl MinMax {
    /// A player of a side that looks this many plies ahead, and chooses among equals by
    /// this seed.
    pub fn new(side: Player, depth: u32, seed: u64) -> MinMax {
        MinMax { side, depth, dice: Dice::seeded(seed) }
    }

    /// How far ahead it looks when nothing else is said.
    pub const DEPTH: u32 = *DEPTHS.start();
}

impl Contender<Theseus> for MinMax {
    fn choose(
        &mut self,
        game: &Theseus,
        position: &Position,
        moves: &[Die],
        _: &dyn Control<Die>,
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
    dice: Dice,
    belief: Belief,
}

impl FairMinMax {
    /// A player that looks this many plies ahead, and chooses among equals by this seed.
    pub fn new(depth: u32, seed: u64) -> FairMinMax {
        FairMinMax { depth, dice: Dice::seeded(seed), belief: Belief::default() }
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
fn best(dice: &[(Die, Worth)], seeded: &mut Dice) -> Option<(Die, Worth)> {
    let most = dice.iter().map(|&(_, worth)| worth).max()?;
    let equals: Vec<(Die, Worth)> =
        dice.iter().copied().filter(|&(_, worth)| worth == most).collect();
    seeded.pick(&equals).copied()
}

/// A die with what was sensed before it.
fn explained(view: &View, die: Die) -> Choice<Die> {
    Choice { mv: die, score: None, note: Some(path_step(view, die).to_string()) }
}
