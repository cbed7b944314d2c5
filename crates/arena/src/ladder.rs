//! One game of Theseus between two computer players, for the ladder.

use agon_core::{Game as _, Outcome, Side};
use agon_games::theseus::Theseus;
use agon_search::SearchControl;

use crate::PlayerSpec;
use crate::any_session::{Play as _, PositionView as _};
use crate::extras::TheseusExtras;
use crate::refused::Refused;
use crate::rules::LoadedRules;
use crate::session::Session;

/// The result of a game of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderGame {
    /// How it ended.
    pub outcome: Outcome,
    /// How much loot Theseus had.
    pub loot: u32,
}

/// Plays a game from its start to its end between two computer players, Theseus's first, with
/// rule files that were loaded for it; `None` if one of them is a person.
pub fn play_ladder_game(
    game: &Theseus,
    players: [PlayerSpec; 2],
    rules: &LoadedRules,
) -> Result<Option<LadderGame>, Refused> {
    let session = Session::<Theseus, TheseusExtras>::new(game.clone(), game.start());
    let mut session = session.with_rules(rules.clone());
    for (side, player) in Side::BOTH.into_iter().zip(players) {
        session.set_player(side, player)?;
    }
    loop {
        if let Some(outcome) = session.outcome() {
            let loot = game.taken(session.move_list().position());
            return Ok(Some(LadderGame { outcome, loot }));
        }
        if session.think(&SearchControl::default(), &())?.is_none() {
            return Ok(None);
        }
    }
}
