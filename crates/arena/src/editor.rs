//! How positions of a game are edited, without the game's type.

use agon_core::{Brush, Edit, Scene};

use crate::refused::Refused;

/// How positions of a game are edited.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    /// What it offers.
    pub brushes: &'static [Brush],
    pub(crate) scene: fn(&str) -> Result<Scene, Refused>,
    pub(crate) edit: fn(&str, &str, &str) -> Result<String, Refused>,
}

impl Editor {
    /// The editor of a game.
    pub(crate) const fn of<G: Edit>() -> Editor {
        Editor {
            brushes: G::BRUSHES,
            scene: |draft| Ok(G::draft_scene(draft)?),
            edit: |draft, brush, element| Ok(G::edit(draft, brush, element)?),
        }
    }
}
