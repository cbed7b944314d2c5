//! The players of Theseus and the Minotaur alone.

use std::sync::{Mutex, PoisonError};

use agon_core::{DefaultEval as _, Game as _, Present as _, Rng, Score, Side, derive_seed};
use agon_games::theseus::{
    Belief, DEPTHS, Die, Position, Theseus, Tile, View, Worth, fair_values, path_step, tree, values,
};
use agon_search::{Engine, Info, Limits, SearchControl, Threads};

use super::{Choice, EnginePlayer, Player, PlayerNote, ViewPlayer};
use crate::Refused;
use crate::levels::Level;

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

/// In how many mazes that are possible a level searches, by what its side has sensed.
const WORLDS: usize = 8;

/// The value of a win in points, when the values of possible mazes are added up: about three pieces
/// of loot.
const WIN_POINTS: i32 = 900;

/// The fewest nodes of a search in one of them.
const LEAST_NODES: u64 = 50;

/// A level of the engine that knows no more than its side senses: it searches in mazes that are
/// possible, and takes the move that is best on average.
pub struct SensingLevel {
    side: Side,
    level: &'static Level,
    seed: u64,
    rng: Rng,
    belief: Belief,
    engine: Option<Engine<Theseus>>,
}

impl SensingLevel {
    /// A level of a side, whose mistakes follow from `seed`.
    pub fn new(side: Side, level: &'static Level, seed: u64) -> SensingLevel {
        let (rng, belief) = (Rng::seeded(seed), Belief::default());
        SensingLevel { side, level, seed, rng, belief, engine: None }
    }

    /// Chooses by a view: the position is not known here.
    fn choose_by(
        &mut self,
        view: &View,
        moves: &[Die],
        control: &SearchControl<'_, Die>,
        threads: &dyn Threads,
    ) -> Result<Choice<Die>, Refused> {
        self.belief.look(view);
        let worlds = self.worlds(view);
        let is_drawn = |rng: &mut Rng, percent| percent > 0 && rng.below(100) < percent;
        if is_drawn(&mut self.rng, self.level.blunder_percent) {
            let loses = |die: Die| {
                let after = |(game, position): &(Theseus, Position)| game.after(position, die);
                worlds.iter().any(|world| world.0.can_win_now(&after(world)))
            };
            let safe: Vec<Die> = match self.level.is_careful && self.side == Side::First {
                true => moves.iter().copied().filter(|&die| !loses(die)).collect(),
                false => moves.to_vec(),
            };
            if let Some(&die) = self.rng.pick(&safe) {
                return Ok(die.into());
            }
        }
        let limits = self.level.limits();
        let nodes = match limits.nodes {
            u64::MAX => u64::MAX,
            nodes => (nodes / worlds.len().max(1) as u64).max(LEAST_NODES),
        };
        let limits = Limits { nodes, lines: moves.len(), ..limits };
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::with_memory(EnginePlayer::<Theseus>::LEVEL_BYTES)?,
        };
        let engine = self.engine.insert(engine);
        let mut sums: Vec<(Die, i64)> = moves.iter().map(|&die| (die, 0)).collect();
        for (game, position) in &worlds {
            let found = Mutex::new(Vec::new());
            let report = |info: &Info<Die>| {
                found.lock().unwrap_or_else(PoisonError::into_inner).push(info.clone());
            };
            let control = SearchControl::within(control, &()).reporting(&report);
            let best =
                engine.best(game, position, &*game.engine_eval(), &limits, &control, threads);
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            // The last depth may have ended before all of its lines: a move has the value that was
            // found last, and one without is as bad as the worst.
            let lines: Vec<(Die, i64)> = found
                .iter()
                .chain(&best)
                .filter_map(|info| Some((*info.moves.first()?, points(info.score))))
                .collect();
            let last = |die: Die| lines.iter().rev().find(|(known, _)| *known == die);
            let worst = moves.iter().filter_map(|&die| Some(last(die)?.1)).min();
            for (die, sum) in &mut sums {
                *sum += last(*die).map(|&(_, points)| points).or(worst).unwrap_or(0);
            }
        }
        // Moves of the same value are in random order.
        let mut ranked: Vec<(i64, u64, Die)> =
            sums.iter().map(|&(die, sum)| (sum, self.rng.bits(), die)).collect();
        ranked.sort_unstable_by_key(|&(sum, order, _)| std::cmp::Reverse((sum, order)));
        let is_inaccurate = is_drawn(&mut self.rng, self.level.inaccuracy_percent);
        let place = usize::from(is_inaccurate && ranked.len() > 1);
        let die = ranked.get(place).map_or(moves[0], |&(.., die)| die);
        Ok(explained(view, die))
    }

    /// Some mazes and positions that are possible. The loot that is not known lies on the same tiles
    /// from move to move until they are sensed, so that the side goes and looks there.
    fn worlds(&mut self, view: &View) -> Vec<(Theseus, Position)> {
        let worlds = (0..WORLDS).filter_map(|number| {
            let mut rng = Rng::seeded(derive_seed(self.seed, &number.to_string()));
            let mut hidden: Vec<(u64, Tile)> =
                view.maze().tiles().map(|tile| (rng.bits(), tile)).collect();
            hidden.sort_unstable();
            let hidden: Vec<Tile> = hidden.into_iter().map(|(_, tile)| tile).collect();
            let (game, positions) = self.belief.imagine_with(view, &hidden);
            let open = |at: &&Position| game.outcome(at).is_none();
            let positions: Vec<&Position> = positions.iter().filter(open).collect();
            let position = **self.rng.pick(&positions)?;
            Some((game, position))
        });
        worlds.collect()
    }
}

/// A score in points in which a win is not worth more than any risk. A win or loss counts the less the
/// farther it is, since the search supposes an opponent who knows everything.
fn points(score: Score) -> i64 {
    let points = i64::from(score.points().clamp(-WIN_POINTS, WIN_POINTS));
    let plies = score.proven().and_then(|proven| proven.plies).unwrap_or(0);
    (0..plies.min(64)).fold(points, |points, _| points * 15 / 16)
}

impl Player<Theseus> for SensingLevel {
    fn choose(
        &mut self,
        game: &Theseus,
        position: &Position,
        moves: &[Die],
        control: &SearchControl<'_, Die>,
        threads: &dyn Threads,
    ) -> Result<Option<Choice<Die>>, Refused> {
        let view = game.view(position, Some(self.side));
        self.choose_by(&view, moves, control, threads).map(Some)
    }
}
