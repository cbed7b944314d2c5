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
        _ => false,
    }
}
