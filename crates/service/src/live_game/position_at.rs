//! A position as a client looks at it.

use agon_arena::PositionView;
use agon_core::{Scene, Side};

use crate::protocol::{MoveDictionary, PositionAt};

/// A position that a client looks at; the variation begins after `from` moves.
pub(crate) fn position_at(
    session: &dyn PositionView,
    from: usize,
    viewer: Option<Side>,
    scene: Scene,
) -> PositionAt {
    let (outcome, mover) = (session.outcome(), session.to_move());
    let is_known = viewer.is_none_or(|side| side == mover);
    PositionAt {
        ply: session.ply(),
        after: session.line().split_off(from),
        words: words_after(session, from, viewer),
        by: session.movers().into_iter().skip(from).collect(),
        position: viewer.is_none().then(|| session.position()),
        to_move: outcome.is_none().then_some(mover),
        outcome,
        ending: session.ending(),
        scene,
        moves: if is_known { session.selectable_moves() } else { Vec::new() },
        phases: session.phases(),
        last_phases: session.last_move_phases(),
        last: session.last_move_path().filter(|_| viewer.is_none()),
    }
}

/// The words of the moves of a variation, unless they are hidden.
fn words_after(session: &dyn PositionView, from: usize, viewer: Option<Side>) -> MoveDictionary {
    let moves = session.line().into_iter().zip(session.line_words());
    moves.skip(from).filter(|_| viewer.is_none()).collect()
}
