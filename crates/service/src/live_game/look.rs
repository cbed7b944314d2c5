//! Looking at positions of a game and at variations, which changes nothing for others.

use agon_arena::PositionView;
use agon_core::{Scene, Side};

use super::{LiveGame, Watcher};
use crate::ServiceRefusal;
use crate::protocol::{
    ListedMove, MoveDictionary, OutcomeWord, PositionAt, RequestError, SideName, Why,
};
use crate::refusal::check_range;
use crate::seats::Caller;
use crate::snapshot::Snapshot;

/// The longest variation, in plies.
const MAX_VARIATION: usize = 400;

/// The most elements of a path.
const MAX_PATH: usize = 8;

/// The longest name of an element, in bytes.
const MAX_ELEMENT: usize = 40;

/// How many paths of moves a game remembers.
const MAX_ENTERED: usize = 1000;

impl LiveGame {
    /// The moves that lead to the position that a page looks at.
    pub(super) fn made_for(&self, watcher: &Watcher) -> Vec<String> {
        watcher.look.clone().unwrap_or_else(|| self.session.history())
    }

    /// A snapshot of the position that a page looks at.
    pub(super) fn snapshot_for(&self, caller: &Caller) -> Snapshot {
        let look = self.watchers.get(&caller.client).and_then(|watcher| watcher.look.clone());
        match look {
            None => self.snapshot(),
            Some(line) => Snapshot { ply: line.len(), line, ..self.snapshot() },
        }
    }

    /// Lets a page look at a position of the line or of a variation.
    pub(super) fn look(
        &mut self,
        caller: &Caller,
        ply: Option<usize>,
        moves: &[String],
        path: Option<Vec<String>>,
    ) -> Result<PositionAt, RequestError> {
        check_range("moves", moves.len(), 0, MAX_VARIATION)?;
        let viewer = self.viewer_of(caller)?;
        if viewer.is_some() && !moves.is_empty() {
            return Err(ServiceRefusal::Hidden.into());
        }
        let line = self.session.line();
        let from = ply.unwrap_or_else(|| self.session.ply());
        check_range("ply", from, 0, line.len())?;
        let made: Vec<String> = line[..from].iter().chain(moves).cloned().collect();
        let opened = Snapshot { ply: made.len(), line: made, rules: Vec::new(), ..self.snapshot() };
        let session = opened.open()?;
        let made = session.line();
        self.remember_path(&made, path);
        let scene = session.scene_of_line(viewer, &self.entered_on(&made));
        let position = position_at(&*session, from, viewer, scene);
        let is_looking = ply.is_some() || !moves.is_empty();
        self.watch(caller.clone()).look = is_looking.then_some(made);
        self.update_analysis();
        self.send_analysis_to(caller.client);
        Ok(position)
    }

    /// Remembers by which elements the last move of a line was selected, so that all pages show
    /// the same pieces gone.
    pub(super) fn remember_path(&mut self, made: &[String], path: Option<Vec<String>>) {
        let Some(path) = path else { return };
        let is_short = |id: &String| id.len() <= MAX_ELEMENT;
        if path.len() <= MAX_PATH && path.iter().all(is_short) && self.entered.len() < MAX_ENTERED {
            self.entered.insert(made.to_vec(), path);
        }
    }

    /// The paths by which the moves of a line were selected, as far as they are known.
    pub(super) fn entered_on(&self, made: &[String]) -> Vec<Option<Vec<String>>> {
        (1..=made.len()).map(|ply| self.entered.get(&made[..ply]).cloned()).collect()
    }

    /// Why no legal move begins with some elements, in the position that a page looks at.
    pub(super) fn why(&self, caller: &Caller, path: &[String]) -> Result<Why, RequestError> {
        check_range("path", path.len(), 1, MAX_PATH)?;
        let snapshot = Snapshot { rules: Vec::new(), ..self.snapshot_for(caller) };
        let session = snapshot.open()?;
        let mover = session.to_move();
        let watcher = self.watchers.get(&caller.client);
        let is_looking = watcher.is_some_and(|watcher| watcher.look.is_some());
        let reason = if session.outcome().is_some() {
            Some(ServiceRefusal::Over.into())
        } else if !is_looking && !self.session.player(mover).is_person() {
            Some(ServiceRefusal::NotYours.into())
        } else if !is_looking && !self.seats.may_move(caller, mover) {
            Some(ServiceRefusal::OtherSide.into())
        } else if self.viewer_of(caller)?.is_some_and(|viewer| viewer != mover) {
            None
        } else {
            session.why_not(path).map(RequestError::from)
        };
        Ok(Why { reason })
    }
}

/// A position as a page looks at it; the variation begins after `from` moves.
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
        by: session.movers().into_iter().skip(from).map(SideName::from).collect(),
        position: viewer.is_none().then(|| session.position()),
        to_move: outcome.is_none().then(|| mover.into()),
        outcome: outcome.map(OutcomeWord::from),
        ending: session.ending(),
        scene: scene.into(),
        moves: if is_known { listed(session) } else { Vec::new() },
        phases: session.phases(),
        last_phases: session.last_move_phases(),
        last: session.last_move_path().filter(|_| viewer.is_none()),
    }
}

/// What the moves of a variation do, unless they are hidden.
fn words_after(session: &dyn PositionView, from: usize, viewer: Option<Side>) -> MoveDictionary {
    let moves = session.line().into_iter().zip(session.line_words());
    moves.skip(from).filter(|_| viewer.is_none()).collect()
}

/// The legal moves as pages select them.
pub(super) fn listed(session: &dyn PositionView) -> Vec<ListedMove> {
    let moves = session.selectable_moves().into_iter();
    moves.map(|mv| ListedMove { text: mv.text, paths: mv.paths }).collect()
}
