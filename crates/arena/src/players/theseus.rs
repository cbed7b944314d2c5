//! The players of Theseus and the Minotaur alone.

use agon_core::{Game as _, Present as _, Rng, Side};
use agon_games::theseus::{
    Belief, DEPTHS, Die, Position, Theseus, View, Worth, fair_values, path_step, tree, values,
};
use agon_search::{SearchControl, Threads};

use super::{Choice, Player, PlayerNote, ViewPlayer};
use crate::Refused;

/// Rolls the die; a wall costs it the turn.
pub struct DieRoller {
    rng: Rng,
}

impl DieRoller {
    /// A player with this random seed.
    pub fn seeded(seed: u64) -> DieRoller {
        DieRoller { rng: Rng::seeded(seed) }
    }
}

impl ViewPlayer<Theseus> for DieRoller {
    fn choose(&mut self, _: &View, moves: &[Die]) -> Choice<Die> {
        let rolled = Die::DIRECTIONS[self.rng.below(4)];
        match moves.contains(&rolled) {
            true => rolled.into(),
            false => Choice {
                mv: Die::Stay,
                score: None,
                note: Some(PlayerNote {
                    kind: "wall".into(),
                    args: vec![("direction".into(), rolled.direction().into())],
                    text: format!("throws {rolled} and runs into a wall"),
                }),
            },
        }
    }
}

/// Takes the die with the best value by what it senses.
pub struct Heuristic {
    rng: Rng,
}

impl Heuristic {
    /// A player that breaks ties by this random seed.
    pub fn seeded(seed: u64) -> Heuristic {
        Heuristic { rng: Rng::seeded(seed) }
    }
}

impl ViewPlayer<Theseus> for Heuristic {
    fn choose(&mut self, view: &View, moves: &[Die]) -> Choice<Die> {
        let values: Vec<(Die, Worth)> =
            moves.iter().map(|&die| (die, view.judge(die).worth)).collect();
        let die = best(&values, &mut self.rng).map_or(moves[0], |(die, _)| die);
        explained(view, die)
    }
}

/// The assignment's minimax tree, with full information.
pub struct MinMax {
    side: Side,
    depth: u32,
    rng: Rng,
}

impl MinMax {
    /// A player of a side with this depth in plies, which breaks ties by this random seed.
    pub fn new(side: Side, depth: u32, seed: u64) -> MinMax {
        MinMax { side, depth, rng: Rng::seeded(seed) }
    }

    /// The depth if none is given.
    pub const DEPTH: u32 = *DEPTHS.start();
}

impl Player<Theseus> for MinMax {
    fn choose(
        &mut self,
        game: &Theseus,
        position: &Position,
        moves: &[Die],
        _: &SearchControl<'_, Die>,
        _: &dyn Threads,
    ) -> Result<Option<Choice<Die>>, Refused> {
        debug_assert_eq!(game.to_move(position), self.side);
        let values = values(&tree(game, position, self.depth));
        let (die, worth) = best(&values, &mut self.rng).unwrap_or((moves[0], Worth(0)));
        let view = game.view(position, Some(self.side));
        let mut choice = explained(&view, die);
        if let Some(note) = &mut choice.note {
            note.args.push(("tree".into(), worth.to_string()));
            note.text += &format!("; tree {worth}");
        }
        Ok(Some(choice))
    }
}

/// The assignment's minimax tree for every tile where the opponent may be, by what it
/// senses.
pub struct FairMinMax {
    depth: u32,
    rng: Rng,
    belief: Belief,
}

impl FairMinMax {
    /// A player of this depth in plies, which breaks ties by this random seed.
    pub fn new(depth: u32, seed: u64) -> FairMinMax {
        FairMinMax { depth, rng: Rng::seeded(seed), belief: Belief::default() }
    }
}

impl ViewPlayer<Theseus> for FairMinMax {
    fn choose(&mut self, view: &View, moves: &[Die]) -> Choice<Die> {
        self.belief.look(view);
        let values = fair_values(view, &self.belief, self.depth);
        let die = best(&values, &mut self.rng).map_or(moves[0], |(die, _)| die);
        explained(view, die)
    }
}

/// One of the dice with the best value.
fn best(dice: &[(Die, Worth)], rng: &mut Rng) -> Option<(Die, Worth)> {
    let most = dice.iter().map(|&(_, worth)| worth).max()?;
    let equals: Vec<(Die, Worth)> =
        dice.iter().copied().filter(|&(_, worth)| worth == most).collect();
    rng.pick(&equals).copied()
}

/// A die, with what was sensed before it as the comment.
fn explained(view: &View, die: Die) -> Choice<Die> {
    let step = path_step(view, die);
    let kind = match (die, step.picked) {
        (Die::Stay, _) => "stay",
        (_, true) => "step_picked",
        (_, false) => "step",
    };
    // A distance that is not known is empty.
    let far = |distance: Option<usize>| distance.map_or(String::new(), |it| it.to_string());
    let args = vec![
        ("direction".into(), die.direction().into()),
        ("worth".into(), step.sensed.worth.to_string()),
        ("loot".into(), far(step.sensed.loot)),
        ("opponent".into(), far(step.sensed.opponent)),
    ];
    Choice {
        mv: die,
        score: None,
        note: Some(PlayerNote { kind: kind.into(), args, text: step.to_string() }),
    }
}
