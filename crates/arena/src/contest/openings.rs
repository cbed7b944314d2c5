//! Starts for the games of a match, neither side of which is much better off.

use agon_core::{Dice, Score};
use agon_search::Goal;

use crate::{Ask, Entry, Refused, Search, Table};

/// How many random starts are made to find one that is balanced.
const CANDIDATES: usize = 8;

/// How many positions the engine looks at to judge a start.
const NODES: u64 = 1000;

/// The memory of the engine that judges, in bytes.
const MEMORY: usize = 1 << 18;

/// A start that follows from a seed: so many random moves from a position, and of eight
/// such starts the one that the engine, looking at a thousand positions, finds closest to
/// even. A start from which a side is seen to win is taken only where there is no other. A
/// position with too little room for so many moves is left with fewer.
pub fn balanced_start(game: &Entry, from: &str, plies: u32, seed: u64) -> Result<String, Refused> {
    let mut dice = Dice::seeded(seed);
    let mut best: Option<(i64, String)> = None;
    for _ in 0..CANDIDATES {
        let table = wander(game, from, plies, &mut dice)?;
        let uneven = unevenness(&*table)?;
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, table.position()));
        }
    }
    Ok(best.map_or_else(|| from.to_string(), |(_, start)| start))
}

/// A table at the position after so many random moves, none of which ends the game.
fn wander(
    game: &Entry,
    from: &str,
    plies: u32,
    dice: &mut Dice,
) -> Result<Box<dyn Table>, Refused> {
    let mut table = game.open(from)?;
    for _ in 0..plies {
        let mut moves = table.moves();
        let mut moved = false;
        while !moved && !moves.is_empty() {
            let mv = moves.swap_remove(dice.below(moves.len()));
            table.play(&mv.text)?;
            moved = table.outcome().is_none();
            if !moved {
                table.undo();
            }
        }
        if !moved {
            break;
        }
    }
    Ok(table)
}

/// How far a position is from even.
fn unevenness(table: &dyn Table) -> Result<i64, Refused> {
    let goal = Goal { nodes: NODES, ..Goal::default() };
    let ask = Ask { search: Search::Engine, goal, eval: None, table: MEMORY };
    let score = table.best(&ask, &(), &())?.map_or(Score::DRAW, |info| info.score);
    Ok(i64::from(score.points()).abs())
}
