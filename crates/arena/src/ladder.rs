//! One game through a maze between two players, for tables of who beats whom.

use agon_core::{Game as _, Outcome, Player};
use agon_games::theseus::Theseus;

use crate::Seat;
use crate::game_table::GameTable;
use crate::house::Labyrinth;
use crate::rules::Lent;
use crate::table::{Refused, Table as _};

/// How a game through a maze ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Who won.
    pub outcome: Outcome,
    /// How much loot Theseus had.
    pub loot: u32,
}

/// Plays a game from its start to its end between two computer players, Theseus's
/// first, who may judge by rules that were read for it; `None` if one of them is a person,
/// who would have to be waited for.
pub fn duel(game: &Theseus, seats: [Seat; 2], lent: &Lent) -> Result<Option<Duel>, Refused> {
    let table = GameTable::<Theseus, Labyrinth>::new(game.clone(), game.start());
    let mut table = table.with_lent(lent.clone());
    for (side, seat) in Player::BOTH.into_iter().zip(seats) {
        table.set_seat(side, seat)?;
    }
    loop {
        if let Some(outcome) = table.outcome() {
            let loot = game.taken(table.session().position());
            return Ok(Some(Duel { outcome, loot }));
        }
        if table.think(&())?.is_none() {
            return Ok(None);
        }
    }
}
