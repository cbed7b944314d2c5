//! Which requests of a live game need which rights.

use crate::protocol::GameRequest;

/// What a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing: it changes nothing for others.
    Nothing,
    /// A game that can be changed; whoever moves a side decides the rest.
    Change,
    /// A player, or the owner.
    Player,
    /// The owner.
    Owner,
}

impl Needs {
    /// What a request needs.
    pub(super) fn of(request: &GameRequest) -> Needs {
        match request {
            GameRequest::Remove {}
            | GameRequest::SetPlayer { .. }
            | GameRequest::Run { .. }
            | GameRequest::Step { .. } => Needs::Owner,
            GameRequest::Undo {}
            | GameRequest::Redo {}
            | GameRequest::Jump { .. }
            | GameRequest::Resign {}
            | GameRequest::Rematch { .. }
            | GameRequest::Offer { .. }
            | GameRequest::Answer { .. } => Needs::Player,
            GameRequest::Move { .. }
            | GameRequest::Claim { .. }
            | GameRequest::Release { .. }
            | GameRequest::Name { .. } => Needs::Change,
            GameRequest::Open { .. }
            | GameRequest::Close {}
            | GameRequest::View { .. }
            | GameRequest::Analyse { .. }
            | GameRequest::Review {}
            | GameRequest::Look { .. }
            | GameRequest::Why { .. }
            | GameRequest::Hint {}
            | GameRequest::Grade { .. }
            | GameRequest::Threat {}
            | GameRequest::Verdicts {}
            | GameRequest::Tree(_)
            | GameRequest::Trial { .. }
            | GameRequest::Record { .. } => Needs::Nothing,
        }
    }
}

/// Whether the reply reveals more than one side may know.
pub(super) fn reveals_all(request: &GameRequest) -> bool {
    match request {
        GameRequest::Hint {}
        | GameRequest::Threat {}
        | GameRequest::Verdicts {}
        | GameRequest::Review {}
        | GameRequest::Grade { .. }
        | GameRequest::Record { .. }
        | GameRequest::Tree(_) => true,
        GameRequest::Analyse { lines } => *lines > 0,
        // Rules read everything, and the score tells what they have read.
        GameRequest::Trial { versions, .. } => versions.is_some(),
        _ => false,
    }
}
