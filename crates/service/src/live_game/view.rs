//! A live game as a page sees it.

use agon_arena::PositionView;
use agon_core::Side;

use super::LiveGame;
use super::look::listed;
use crate::ServiceRefusal;
use crate::protocol::{
    GameView, MoveDictionary, Note, OutcomeWord, Rights, RulesName, SideName, Tally, Thought,
    for_first,
};
use crate::seats::Caller;
use crate::stored_game::Storage;

impl LiveGame {
    /// Which sides people play.
    pub(super) fn persons(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.session.player(side).is_person())
    }

    /// The side whose limited view a page gets; `None` if it sees everything.
    pub(super) fn viewer_of(&self, caller: &Caller) -> Result<Option<Side>, ServiceRefusal> {
        if !self.session.hides() || self.outcome().is_some() {
            return Ok(None);
        }
        let wanted = self.watchers.get(&caller.client).and_then(|watcher| watcher.viewer);
        if self.contest.is_some() {
            return Ok(wanted);
        }
        self.seats.viewer(caller, wanted, self.persons())
    }

    /// The game as a page sees it.
    pub(super) fn view_for(&self, caller: &Caller) -> Result<GameView, ServiceRefusal> {
        let session = &self.session;
        let (outcome, mover) = (self.outcome(), session.to_move());
        let viewer = self.viewer_of(caller)?;
        let rights = match self.contest {
            Some(_) => Rights::default(),
            None => self.seats.rights(caller, self.persons()),
        };
        let ply = session.ply();
        let is_theirs = rights.moves[mover.index()] && viewer.is_none_or(|side| side == mover);
        let moves = if is_theirs && outcome.is_none() { listed(&**session) } else { Vec::new() };
        let thought = self.thought.as_ref().filter(|(at, ..)| *at + 1 == ply);
        let thought = thought.filter(|_| viewer.is_none()).map(|(_, side, thought)| Thought {
            mv: thought.mv.clone(),
            score: thought.score.map(|score| for_first(score, *side)),
            note: thought.note.as_ref().map(|note| note.text.clone()),
            said: thought.note.clone().map(Note::from),
        });
        Ok(GameView {
            id: self.id.clone(),
            game: self.entry.name,
            title: self.entry.title,
            sides: self.entry.sides,
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            names: self.seats.names.clone(),
            clock: self.clock.as_ref().map(|clock| clock.view(self.persons(), self.now)),
            rules: self.rules.iter().map(|file| RulesName { name: file.name.clone() }).collect(),
            start: viewer.is_none().then(|| self.start.clone()),
            position: viewer.is_none().then(|| session.position()),
            line: self.line_for(viewer),
            words: self.words_for(viewer),
            by: session.movers().into_iter().map(SideName::from).collect(),
            ply,
            to_move: outcome.is_none().then(|| mover.into()),
            outcome: outcome.map(OutcomeWord::from),
            scene: session.scene_of_line(viewer, &self.entered_on(&session.history())).into(),
            moves,
            phases: session.phases(),
            ending: self.ending(),
            last_phases: session.last_move_phases(),
            last: session.last_move_path().filter(|_| viewer.is_none()),
            running: self.running,
            pace: self.pace,
            thinking: self.is_searching(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            hides: session.hides(),
            viewer: viewer.map(SideName::from),
            solved: session.is_solved(),
            evaluations: session.evaluations(),
            trees: session.player_trees(),
            thought,
            round: session.round(viewer),
            statistics: Side::BOTH.map(|side| match viewer.is_none_or(|viewer| viewer == side) {
                true => session.statistics(side),
                false => None,
            }),
            tallies: Side::BOTH.map(|side| match viewer.is_none_or(|viewer| viewer == side) {
                true => tallies(&**session, side),
                false => Vec::new(),
            }),
            stored: self.storage == Storage::Disk,
            offer: self.offer,
            can_be_drawn: session.can_be_drawn(),
            next: self.next.clone(),
            contest: self.contest.clone(),
            rights,
        })
    }

    /// What the moves of the line do, without those that a viewer may not know.
    fn words_for(&self, viewer: Option<Side>) -> MoveDictionary {
        let known = self.line_for(viewer).into_iter().zip(self.session.line_words());
        known.filter_map(|(text, words)| Some((text?, words))).collect()
    }

    /// The line, without the moves that a viewer may not know.
    fn line_for(&self, viewer: Option<Side>) -> Vec<Option<String>> {
        let is_known = |mover: Side| viewer.is_none_or(|viewer| viewer == mover);
        let made = self.session.line().into_iter().zip(self.session.movers());
        made.map(|(mv, mover)| is_known(mover).then_some(mv)).collect()
    }
}

/// The statistics of a side as numbers.
fn tallies(session: &dyn PositionView, side: Side) -> Vec<Tally> {
    session.tallies(side).into_iter().map(|(label, count)| Tally { label, count }).collect()
}
