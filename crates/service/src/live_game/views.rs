//! The clients of a game, and what they see.

use agon_core::Side;
use agon_game_file::DatalogGame;

use super::LiveGame;
use super::effect::Effect;
use super::follower::Follower;
use super::game_state::{MAX_PATH, MAX_VARIATION};
use super::position_at::position_at;
use super::watchers::Watcher;
use crate::annotated_game::AnnotationEdit;
use crate::game_file::file_info;
use crate::protocol::{
    AnnotationsView, Event, FileView, GameReply, GameView, PositionAt, Reply, RequestError, Rights,
    RuleFile, RulesName, Tally, Why,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::seats::Caller;
use crate::snapshot::Snapshot;

impl LiveGame {
    pub(super) fn watch(&mut self, caller: Caller) -> &mut Watcher {
        if self.watchers.get(caller.client).is_none() {
            self.outbox.push(Effect::Watch(caller.client));
        }
        self.watchers.add(caller)
    }

    /// Removes a client. Jobs that only it waited for are stopped.
    pub(super) fn unwatch(&mut self, client: u64) {
        if !self.watchers.remove(client) {
            return;
        }
        self.outbox.push(Effect::Unwatch(client));
        self.stop_awaited(client, |_| true);
        self.update_analyses();
        if self.watchers.is_empty() {
            self.outbox.stop(self.computer.stop());
            self.outbox.stop(self.follower.as_mut().and_then(Follower::stop));
        }
    }

    pub(super) fn rights(&self, caller: &Caller) -> Rights {
        self.seats.rights(caller, self.state.persons(), self.state.is_hidden())
    }

    /// The side whose limited view a client gets; `None` if it sees everything.
    pub(super) fn viewer_of(&self, caller: &Caller) -> Result<Option<Side>, ServiceRefusal> {
        if !self.state.is_hidden() {
            return Ok(None);
        }
        let wanted = self.watchers.get(caller.client).and_then(|watcher| watcher.viewer);
        if self.contest.is_some() {
            return Ok(wanted);
        }
        self.seats.viewer(caller, wanted, self.state.persons())
    }

    pub(super) fn sees_all(&self, caller: &Caller) -> bool {
        self.viewer_of(caller) == Ok(None)
    }

    /// Sends the game to all clients.
    pub(super) fn announce(&mut self) {
        for caller in self.watchers.callers() {
            match self.view_for(&caller) {
                Ok(view) => self.outbox.send(caller.client, Event::Game { game: Box::new(view) }),
                // Another browser has claimed the side whose view it had.
                Err(refusal) => {
                    self.send_problem(caller.client, refusal.into());
                    self.unwatch(caller.client);
                }
            }
        }
    }

    pub(super) fn send_problem(&mut self, client: u64, error: RequestError) {
        self.outbox.send(client, Event::Problem { game: self.id.clone(), error });
    }

    pub(super) fn game_reply(&self, caller: &Caller) -> Result<Reply, RequestError> {
        let annotations = match self.sees_all(caller) {
            true => self.state.annotated().view(),
            false => AnnotationsView::default(),
        };
        let file = self.state.file().map(|file| self.file_view(file));
        Ok(Reply::Game(Box::new(GameReply { game: self.view_for(caller)?, annotations, file })))
    }

    /// Whether a client may write to the game. While people play in different browsers nobody may,
    /// because it would be help for the other.
    pub(super) fn check_annotates(&self, caller: &Caller) -> Result<(), ServiceRefusal> {
        let is_running = self.state.outcome().is_none();
        if self.contest.is_some() {
            Err(ServiceRefusal::Watched)
        } else if !self.seats.is_player(caller) {
            Err(ServiceRefusal::NotPlayer)
        } else if !self.sees_all(caller) {
            Err(ServiceRefusal::Hidden)
        } else if is_running && self.state.persons() == [true, true] && self.seats.has_guests() {
            Err(ServiceRefusal::Playing)
        } else {
            Ok(())
        }
    }

    /// Edits what was written to the game, and tells all clients.
    pub(super) fn annotate(
        &mut self,
        caller: &Caller,
        moves: Vec<String>,
        edit: AnnotationEdit<'_>,
    ) -> Result<(), RequestError> {
        self.check_annotates(caller)?;
        self.state.annotate(moves, edit)?;
        self.announce_annotations();
        self.store();
        Ok(())
    }

    /// Sends what was written to all clients that see everything.
    pub(super) fn announce_annotations(&mut self) {
        let annotations = Box::new(self.state.annotated().view());
        for caller in self.watchers.callers() {
            if self.sees_all(&caller) {
                let (game, annotations) = (self.id.clone(), annotations.clone());
                self.outbox.send(caller.client, Event::Annotations { game, annotations });
            }
        }
    }

    fn view_for(&self, caller: &Caller) -> Result<GameView, ServiceRefusal> {
        let (state, session, entry) = (&self.state, self.state.session(), self.state.entry());
        let (outcome, mover) = (state.outcome(), session.to_move());
        let viewer = self.viewer_of(caller)?;
        let shows = |side: Side| viewer.is_none_or(|viewer| viewer == side);
        let rights = match self.contest {
            Some(_) => Rights::default(),
            None => self.rights(caller),
        };
        let is_theirs = rights.moves[mover.index()] && shows(mover) && outcome.is_none();
        let tally = |(label, count)| Tally { label, count };
        let rules = state.file().map(DatalogGame::rules);
        let title = rules.map(|rules| rules.title().to_string().into());
        let sides = rules.map(|rules| rules.sides().clone().map(Into::into));
        Ok(GameView {
            id: self.id.clone(),
            game: state.kind(),
            title: title.unwrap_or(entry.title.into()),
            sides: sides.unwrap_or(entry.sides.map(Into::into)),
            seats: Side::BOTH.map(|side| session.player(side).to_string()),
            names: self.seats.names().clone(),
            clock: state.clock_view(self.now),
            follows: self.follows().map(String::from),
            rules: state.rules().iter().map(|it| RulesName { name: it.name.clone() }).collect(),
            start: viewer.is_none().then(|| state.start().into()),
            position: viewer.is_none().then(|| session.position()),
            line: state.line_for(viewer),
            words: state.words_for(viewer),
            by: session.movers(),
            ply: session.ply(),
            to_move: outcome.is_none().then_some(mover),
            outcome,
            scene: state.scene(session, viewer),
            moves: if is_theirs { session.selectable_moves() } else { Vec::new() },
            phases: session.phases(),
            ending: state.ending(),
            last_phases: session.last_move_phases(),
            last: session.last_move_path().filter(|_| viewer.is_none()),
            running: self.computer.is_running(),
            pace: self.computer.pace(),
            thinking: self.computer.is_searching(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            hides: session.hides(),
            viewer,
            solved: session.is_solved(),
            opening_solved: session.is_opening_solved(),
            evaluations: session.evaluations(),
            trees: session.player_trees(),
            thought: state.thought().filter(|_| viewer.is_none()),
            round: session.round(viewer),
            statistics: Side::BOTH.map(|side| session.statistics(side).filter(|_| shows(side))),
            tallies: Side::BOTH.map(|side| match shows(side) {
                true => session.tallies(side).into_iter().map(tally).collect(),
                false => Vec::new(),
            }),
            annotates: self.check_annotates(caller).is_ok(),
            reviewed: viewer.is_none() && state.annotated().review_of(&session.line()).is_some(),
            stored: self.saves.is_on_disk(),
            offer: self.offer,
            can_be_drawn: session.can_be_drawn(),
            help: self.help_view(),
            presence: self.presence(),
            next: self.next.clone(),
            contest: self.contest.clone(),
            rights,
        })
    }

    /// What a client must know of a game whose rules are a file.
    fn file_view(&self, file: &DatalogGame) -> FileView {
        let files = file.files().into_iter();
        let files = files.map(|file| RuleFile { name: file.name, source: file.text }).collect();
        FileView { info: file_info(file, self.state.resources()), files }
    }

    /// The moves to the position that a client looks at.
    pub(super) fn made_for(&self, watcher: &Watcher) -> Vec<String> {
        watcher.look.clone().unwrap_or_else(|| self.state.session().history())
    }

    /// The moves to the position that a client looks at, if that is not the game's.
    pub(super) fn look_of(&self, caller: &Caller) -> Option<Vec<String>> {
        self.watchers.get(caller.client)?.look.clone()
    }

    pub(super) fn snapshot_for(&self, caller: &Caller) -> Snapshot {
        match self.look_of(caller) {
            None => self.state.snapshot(),
            Some(line) => self.state.snapshot_after(line),
        }
    }

    /// Lets a client look at a position of the line or of a variation, which changes nothing for
    /// others.
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
        let line = self.state.session().line();
        let from = ply.unwrap_or_else(|| self.state.session().ply());
        check_range("ply", from, 0, line.len())?;
        let made: Vec<String> = line[..from].iter().chain(moves).cloned().collect();
        let opened = Snapshot { rules: Vec::new(), ..self.state.snapshot_after(made) };
        let session = opened.open()?;
        let made = session.line();
        self.state.remember_path(&made, path);
        let scene = self.state.scene(&*session, viewer);
        let position = position_at(&*session, from, viewer, scene);
        let is_looking = ply.is_some() || !moves.is_empty();
        self.watch(caller.clone()).look = is_looking.then_some(made);
        self.update_analyses();
        self.send_analysis_to(caller.client);
        Ok(position)
    }

    /// Why no legal move begins with some elements, or why the game is over, in the position that a
    /// client looks at.
    pub(super) fn why(&self, caller: &Caller, path: &[String]) -> Result<Why, RequestError> {
        check_range("path", path.len(), 0, MAX_PATH)?;
        let snapshot = Snapshot { rules: Vec::new(), ..self.snapshot_for(caller) };
        let session = snapshot.open()?;
        let mover = session.to_move();
        let is_looking = self.look_of(caller).is_some();
        let reason = if session.outcome().is_some() {
            let over = || ServiceRefusal::Over.into();
            Some(session.why_not(&[]).map_or_else(over, RequestError::from))
        } else if !is_looking && !self.state.persons()[mover.index()] {
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
