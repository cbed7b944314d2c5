//! Which requests of a live game need which rights.

use super::LiveGame;
use crate::ServiceRefusal;
use crate::protocol::GameRequest;
use crate::seats::Caller;

impl LiveGame {
    /// Refuses what only the owner or the players may do.
    pub(super) fn check_rights(
        &self,
        caller: &Caller,
        request: &GameRequest,
    ) -> Result<(), ServiceRefusal> {
        match request {
            _ if self.contest.is_some() && changes(request) => Err(ServiceRefusal::Watched),
            GameRequest::Remove {}
            | GameRequest::SetPlayer { .. }
            | GameRequest::Run { .. }
            | GameRequest::Step { .. }
                if !self.seats.is_owner(caller) =>
            {
                Err(ServiceRefusal::NotOwner)
            }
            GameRequest::Undo {}
            | GameRequest::Redo {}
            | GameRequest::Jump { .. }
            | GameRequest::Resign {}
            | GameRequest::Rematch { .. }
            | GameRequest::Offer { .. }
            | GameRequest::Answer { .. }
                if !self.seats.is_player(caller) =>
            {
                Err(ServiceRefusal::NotPlayer)
            }
            // Against another browser, going back needs its consent; going on is moving.
            GameRequest::Redo {} | GameRequest::Jump { .. } if self.needs_consent(caller) => {
                Err(ServiceRefusal::Consent)
            }
            _ => Ok(()),
        }
    }
}

/// Whether the request changes the game for everybody.
fn changes(request: &GameRequest) -> bool {
    match request {
        GameRequest::Remove {}
        | GameRequest::SetPlayer { .. }
        | GameRequest::Run { .. }
        | GameRequest::Step { .. }
        | GameRequest::Move { .. }
        | GameRequest::Undo {}
        | GameRequest::Redo {}
        | GameRequest::Jump { .. }
        | GameRequest::Resign {}
        | GameRequest::Rematch { .. }
        | GameRequest::Offer { .. }
        | GameRequest::Answer { .. }
        | GameRequest::Claim { .. }
        | GameRequest::Release { .. }
        | GameRequest::Name { .. } => true,
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
        | GameRequest::Record { .. } => false,
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
