//! Decides which search is needed, and handles its reports.

use agon_arena::{ChosenMove, ExplainLimits, MoveExplanation};
use agon_core::{Score, Side};
use agon_search::Info;

use super::{Action, State};
use crate::job::{Job, Report, SearchPurpose};
use crate::played_game::describe;
use crate::text;

/// How long a move is shown in a game between computers, in ticks.
const PACE: u64 = 6;

#[derive(Clone, Debug)]
pub struct Running {
    pub job: Job,
    /// The result so far, and the side that the score belongs to.
    pub found: Option<(Side, Info<String>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The moves that lead to the position.
    pub made: Vec<String>,
    /// The winning chance of the first side.
    pub share: f64,
    /// The text that says which side is ahead.
    pub words: String,
    pub depth: u32,
    /// Whether the search has ended.
    pub is_done: bool,
}

impl State {
    /// Whether a computer is searching for its move.
    pub fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.job.purpose == SearchPurpose::Move)
    }

    /// Whether the screen changes with time.
    pub fn is_moving(&self) -> bool {
        self.running.is_some() || self.held.is_some()
    }

    /// The evaluation, unless it is switched off or something is hidden.
    pub fn shown_evaluation(&self) -> Option<&Evaluation> {
        self.evaluation.as_ref().filter(|_| self.evaluates && !self.game.hides())
    }

    /// The moves that lead to the shown position.
    fn shown_moves(&self) -> Vec<String> {
        let mut made = self.game.session().line();
        made.truncate(self.shown.ply);
        made
    }

    /// Starts the search that is needed, and stops any other.
    pub(super) fn update_search(&mut self) {
        let wanted = self.wanted_search();
        let is_wanted = |job: &Job| {
            wanted
                .as_ref()
                .is_some_and(|wanted| Job { number: job.number, ..wanted.clone() } == *job)
        };
        if self.running.as_ref().is_some_and(|running| is_wanted(&running.job)) {
            return;
        }
        match wanted {
            Some(job) => {
                self.last_job += 1;
                let job = Job { number: self.last_job, ..job };
                self.running = Some(Running { job: job.clone(), found: None });
                self.actions.push(Action::Start(Box::new(job)));
            }
            None if self.running.take().is_some() => self.actions.push(Action::Stop),
            None => (),
        }
    }

    fn wanted_search(&self) -> Option<Job> {
        let session = self.game.session();
        let players = Side::BOTH.map(|side| session.player(side).clone());
        let job = |purpose, made| Some(Job { number: 0, purpose, made, players: players.clone() });
        let is_computers = session.outcome().is_none() && !self.is_person_to_move();
        if is_computers && !self.is_paused && self.held.is_none() {
            return job(SearchPurpose::Move, session.history());
        }
        if self.shown.outcome.is_some() || self.game.hides() {
            return None;
        }
        let made = self.shown_moves();
        if self.wants_hint {
            return job(SearchPurpose::Hint, made);
        }
        let is_known =
            self.evaluation.as_ref().is_some_and(|known| known.is_done && known.made == made);
        if self.evaluates && !is_known { job(SearchPurpose::Analysis, made) } else { None }
    }

    /// Handles a report. Reports of older searches are ignored.
    pub(super) fn report(&mut self, number: u64, report: Report) {
        let Some(running) = self.running.as_mut().filter(|running| running.job.number == number)
        else {
            return;
        };
        let purpose = running.job.purpose;
        match report {
            Report::Progress(info) => {
                let side = match purpose {
                    SearchPurpose::Move => self.game.session().to_move(),
                    SearchPurpose::Hint | SearchPurpose::Analysis => self.shown.to_move,
                };
                if purpose == SearchPurpose::Analysis {
                    let made = running.job.made.clone();
                    self.evaluate(made, side, &info, false);
                } else {
                    running.found = Some((side, info));
                }
            }
            Report::Chosen(chosen) => {
                self.running = None;
                self.chosen(chosen);
            }
            Report::Found(found) => {
                let made = self.running.take().map(|running| running.job.made).unwrap_or_default();
                self.found(purpose, made, found);
            }
        }
    }

    /// Handles the computer's choice of a move.
    fn chosen(&mut self, chosen: Result<Option<ChosenMove>, String>) {
        match chosen {
            Ok(Some(chosen)) => {
                self.held = Some(chosen);
                self.release();
            }
            // The search was stopped or found nothing. The game continues when a person unpauses
            // it.
            Ok(None) => self.is_paused = true,
            Err(refused) => {
                let said = self.game.hand_over().unwrap_or_default();
                self.warn(format!("{refused}; {said}"));
                self.show();
            }
        }
    }

    /// Handles the end of a hint or an analysis.
    fn found(
        &mut self,
        purpose: SearchPurpose,
        made: Vec<String>,
        found: Result<Option<Info<String>>, String>,
    ) {
        self.wants_hint = false;
        let info = match found {
            Ok(Some(info)) => info,
            Ok(None) => {
                self.evaluates &= purpose != SearchPurpose::Analysis;
                return;
            }
            Err(refused) => {
                // Another analysis would fail in the same way.
                self.evaluates &= purpose != SearchPurpose::Analysis;
                return self.warn(refused);
            }
        };
        let side = self.shown.to_move;
        if purpose == SearchPurpose::Analysis {
            return self.evaluate(made, side, &info, true);
        }
        let Some(mv) = info.moves.first() else { return };
        let session = self.game.session_mut();
        let present = session.ply();
        session.jump(self.shown.ply);
        let listed = session.moves().into_iter().find(|listed| listed.text == *mv);
        let explanation = session.explain(mv, &ExplainLimits::default(), &());
        let why = explanation.ok().map(MoveExplanation::for_the_move);
        let why = why.and_then(|why| session.explanation_words(&why));
        let why = why.map_or(String::new(), |why| format!(", because {why}"));
        session.jump(present);
        self.hint = listed.and_then(|listed| listed.paths.into_iter().next()).unwrap_or_default();
        let ahead = text::ahead(info.score, side, self.game.session().sides());
        self.show_message(format!("hint: {mv} ({ahead}){why}"));
    }

    fn evaluate(&mut self, made: Vec<String>, side: Side, info: &Info<String>, is_done: bool) {
        let session = self.game.session();
        let first: Score = info.score.absolute(side).seen_by(Side::First);
        self.evaluation = Some(Evaluation {
            made,
            share: session.winning_chance(None).expected(first),
            words: text::ahead(info.score, side, session.sides()),
            depth: info.depth,
            is_done,
        });
    }

    /// Handles a tick.
    pub(super) fn tick(&mut self) {
        self.ticks += 1;
        self.release();
    }

    /// Makes the delayed move once the last one was shown long enough.
    fn release(&mut self) {
        let watches = self.game.persons().is_empty() && self.game.session().ply() > 0;
        if self.is_paused || (watches && self.ticks < self.moved_at + PACE) {
            return;
        }
        let Some(chosen) = self.held.take() else { return };
        let name = self.game.name(self.game.session().to_move());
        let said = match &chosen.note {
            Some(note) => format!("{name}: {note}"),
            None => format!("{name} plays {}", describe(&chosen)),
        };
        let look = self.look;
        if self.play(&chosen.mv, None) {
            if let Some(ply) = look {
                self.look_at(ply);
            }
            if !self.game.session().hides() || self.game.viewer().is_none() {
                self.show_message(said);
            }
        }
    }
}
