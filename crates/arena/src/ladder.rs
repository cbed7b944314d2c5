//! One game through a maze between two players, for sessions of who beats whom.

use agon_core::{Game as _, Outcome, Side};
use agon_games::theseus::Theseus;

use crate::PlayerSpec;
use crate::any_session::{AnySession as _, Refused};
use crate::extras::Labyrinth;
use crate::rules::LoadedRules;
use crate::session::Session;

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
pub fn duel(
    game: &Theseus,
    seats: [PlayerSpec; 2],
    lent: &LoadedRules,
) -> Result<Option<Duel>, Refused> {
    let session = Session::<Theseus, Labyrinth>::new(game.clone(), game.start());
    let mut session = session.with_lent(lent.clone());
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        session.set_seat(side, seat)?;
    }
    loop {
        if let Some(outcome) = session.outcome() {
            let loot = game.taken(session.session().position());
            return Ok(Some(Duel { outcome, loot }));
        }
        if session.think(&())?.is_none() {
            return Ok(None);
        }
    }
}
