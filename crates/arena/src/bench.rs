//! A fixed piece of work for the engine: its node count is the fingerprint of the search.

use agon_core::{Dice, Player};
use agon_search::Goal;

use crate::ask::{Ask, Search};
use crate::{Entry, Refused, Seat};

/// How many positions there are.
const POSITIONS: u64 = 10;

/// The memory of the engine, in bytes.
const TABLE: usize = 16 << 20;

/// The positions of a game that are searched: from random openings, played on by minimax
/// for longer and longer.
fn positions(entry: &Entry) -> Result<Vec<String>, Refused> {
    let mut found = Vec::new();
    for number in 0..POSITIONS {
        let mut table = entry.start();
        let mut dice = Dice::seeded(number);
        for _ in 0..3 {
            if let Some(mv) = dice.pick(&table.moves()) {
                table.play(&mv.text)?;
            }
        }
        for side in Player::BOTH {
            table.set_seat(side, Seat::Minimax { depth: 1, eval: None })?;
        }
        for _ in 0..2 * number {
            table.think(&())?;
        }
        if table.outcome().is_none() {
            found.push(table.position());
        }
    }
    Ok(found)
}

/// Searches every position of the fixed set to the game's depth, one after the other;
/// gives the number of positions looked at.
pub fn bench(entry: &Entry) -> Result<u64, Refused> {
    let goal = Goal { depth: entry.bench_depth, ..Goal::default() };
    let ask = Ask { search: Search::Engine, goal, eval: None, table: TABLE };
    let mut nodes = 0;
    for position in positions(entry)? {
        let table = entry.open(&position)?;
        nodes += table.best(&ask, &(), &())?.map_or(0, |info| info.nodes);
    }
    Ok(nodes)
}
