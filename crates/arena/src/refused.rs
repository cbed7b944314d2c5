//! Refusals without the type of their game.

use agon_core::Refusal;

/// A refusal of any kind and any game.
pub type Refused = Box<dyn Refusal>;
