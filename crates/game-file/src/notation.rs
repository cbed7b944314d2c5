//! The notation: the name of the game, the side to move, and facts.

use agon_core::{Notation, quote};
use agon_infer::{GamePosition, GameRefusal};

use crate::known;
use crate::{DatalogGame, GameMove};

impl DatalogGame {
    /// Refuses the text of a position of another game.
    pub fn check_name(&self, text: &str) -> Result<(), GameRefusal> {
        let found = text.split_whitespace().next().unwrap_or_default();
        match found == self.id() {
            true => Ok(()),
            false => {
                Err(GameRefusal::OtherGame { found: quote(found), wanted: self.id().to_string() })
            }
        }
    }
}

impl Notation for DatalogGame {
    fn write(&self, position: &GamePosition) -> String {
        format!("{} {}", self.id(), self.rules().write_facts(position))
    }

    fn read(text: &str) -> Result<(DatalogGame, GamePosition), GameRefusal> {
        let text = text.trim();
        let (id, facts) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let game = known::game_of(id);
        let game = game.ok_or_else(|| GameRefusal::UnknownGame { found: quote(id) })?;
        let position = game.rules().read_facts(facts)?;
        Ok((game, position))
    }

    fn write_move(&self, _: &GamePosition, mv: GameMove) -> String {
        self.rules().move_text(mv.0)
    }

    fn read_move(&self, position: &GamePosition, text: &str) -> Result<GameMove, GameRefusal> {
        self.rules().read_move(position, text).map(GameMove)
    }
}
