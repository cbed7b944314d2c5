//! The rights that the requests of a live game need.

use crate::protocol::GameRequest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing: it changes nothing for others.
    Nothing,
    /// A game that can be changed; whoever may move a side decides the rest.
    Change,
    /// A player, or the owner.
    Player,
    Owner,
}

impl Needs {
    pub(super) fn of(request: &GameRequest) -> Needs {
        match request {
            GameRequest::Remove {}
            | GameRequest::Seat { .. }
            | GameRequest::Run { .. }
            | GameRequest::Follow { .. }
            | GameRequest::Invite { .. }
            | GameRequest::Revoke {}
            | GameRequest::Step { .. } => Needs::Owner,
            GameRequest::Undo {}
            | GameRequest::Redo {}
            | GameRequest::Jump { .. }
            | GameRequest::Annotate { .. }
            | GameRequest::Prune { .. }
            | GameRequest::Promote { .. }
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
            | GameRequest::Hint { .. }
            | GameRequest::Grade { .. }
            | GameRequest::Threat {}
            | GameRequest::Verdicts {}
            | GameRequest::Tree(_)
            | GameRequest::Trial { .. }
            | GameRequest::Followed {}
            | GameRequest::Told { .. }
            | GameRequest::Record { .. } => Needs::Nothing,
        }
    }
}

/// Whether the reply evaluates a position or a move.
pub(super) fn is_help(request: &GameRequest) -> bool {
    match request {
        GameRequest::Hint { .. }
        | GameRequest::Threat {}
        | GameRequest::Verdicts {}
        | GameRequest::Review {}
        | GameRequest::Grade { .. }
        | GameRequest::Tree(_) => true,
        GameRequest::Analyse { lines } => *lines > 0,
        GameRequest::Trial { versions, .. } => versions.is_some(),
        _ => false,
    }
}

/// Whether the reply reveals more than one side may know.
pub(super) fn reveals_all(request: &GameRequest) -> bool {
    // Rules read everything, and the score of a trial reveals what they read.
    is_help(request)
        || matches!(
            request,
            GameRequest::Followed {} | GameRequest::Told { .. } | GameRequest::Record { .. }
        )
}
