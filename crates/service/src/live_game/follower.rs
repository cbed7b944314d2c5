//! The program that follows a game by rules of its own: what was done, and what it has answered.

use agon_arena::GameStep;

use super::LiveGame;
use crate::follow::{Follow, FollowAnswer};
use crate::job::Work;
use crate::protocol::{Event, FollowView, RequestError};
use crate::refusal::{ServiceRefusal, check_range};
use crate::seats::Caller;

/// The most steps that are remembered. Then the program follows the line alone, anew.
const MAX_STEPS: usize = 300;

/// The most illegal moves that are tried in a game.
const MAX_TRIES: usize = 100;

#[derive(Debug)]
pub(super) struct Follower {
    program: String,
    /// Whether it knows where the game is.
    has_begun: bool,
    /// The line of the game, and how many of its moves are made.
    line: Vec<String>,
    ply: usize,
    steps: Vec<GameStep>,
    /// The answers: about the start, and after each step.
    found: Vec<FollowAnswer>,
    job: Option<u64>,
    problem: Option<RequestError>,
}

impl Follower {
    pub(super) fn new(program: String) -> Follower {
        let (line, steps, found) = (Vec::new(), Vec::new(), Vec::new());
        Follower { program, has_begun: false, line, ply: 0, steps, found, job: None, problem: None }
    }

    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// Goes where the game is now. Returns the job to stop, if it begins anew.
    pub(super) fn go(&mut self, line: &[String], ply: usize) -> Option<u64> {
        if !self.has_begun {
            self.has_begun = true;
            (self.line, self.ply) = (line.to_vec(), ply);
            return self.restart();
        }
        if (self.ply, &*self.line) == (ply, line) {
            return None;
        }
        let (before, made) = (&self.line[..self.ply], &line[..ply]);
        let same = before.iter().zip(made).take_while(|(one, other)| one == other).count();
        let undone = before[same..].iter().rev().cloned().map(GameStep::Undo);
        // What follows in the same line was taken back before.
        let is_redo = |place: usize| self.line.get(place) == line.get(place) && self.line == line;
        let again = made.iter().enumerate().skip(same).map(|(place, mv)| match is_redo(place) {
            true => GameStep::Redo(mv.clone()),
            false => GameStep::Move(mv.clone()),
        });
        let new: Vec<GameStep> = undone.chain(again).collect();
        self.steps.extend(new);
        (self.line, self.ply) = (line.to_vec(), ply);
        if self.steps.len() > MAX_STEPS { self.restart() } else { None }
    }

    /// Begins anew with the line and the moves of it that are taken back. Returns the job to stop.
    fn restart(&mut self) -> Option<u64> {
        let back = self.line[self.ply..].iter().rev().cloned().map(GameStep::Undo);
        self.steps = self.line.iter().cloned().map(GameStep::Move).chain(back).collect();
        self.found.clear();
        self.problem = None;
        self.stop()
    }

    /// An illegal move was tried.
    pub(super) fn try_move(&mut self, mv: String) {
        let tries = self.steps.iter().filter(|step| matches!(step, GameStep::Try(_))).count();
        let step = GameStep::Try(mv);
        if tries < MAX_TRIES && self.steps.last() != Some(&step) {
            self.steps.push(step);
        }
    }

    /// What the program is to be asked now. The answer is a job with a number.
    pub(super) fn question(&self) -> Option<Follow> {
        let is_stuck = self.found.last().is_some_and(|answer| answer.is_stuck);
        let is_open = self.found.len() <= self.steps.len() && self.problem.is_none();
        (self.job.is_none() && is_open && !is_stuck).then(|| Follow {
            program: self.program.clone(),
            steps: self.steps.clone(),
            from: self.found.len(),
        })
    }

    pub(super) fn asked(&mut self, number: u64) {
        self.job = Some(number);
    }

    /// Forgets its job, which is to be stopped.
    pub(super) fn stop(&mut self) -> Option<u64> {
        self.job.take()
    }

    pub(super) fn is_job(&self, number: u64) -> bool {
        self.job == Some(number)
    }

    pub(super) fn take(&mut self, answer: FollowAnswer) {
        if self.found.len() <= self.steps.len() {
            self.found.push(answer);
        }
    }

    /// Its job has ended.
    pub(super) fn finish(&mut self, problem: Option<RequestError>) {
        (self.job, self.problem) = (None, problem);
    }

    /// What the program has said after a number of steps.
    pub(super) fn answer(&self, step: usize) -> Result<&FollowAnswer, ServiceRefusal> {
        let last = self.found.len().saturating_sub(1);
        check_range("step", step, 0, last)?;
        self.found.get(step).ok_or(ServiceRefusal::NoMove)
    }

    pub(super) fn view(&self) -> FollowView {
        FollowView {
            steps: self.found.iter().map(|answer| answer.step.clone()).collect(),
            asking: self.job.is_some(),
            problem: self.problem.clone(),
        }
    }
}

/// The program that follows the game by rules of its own.
impl LiveGame {
    /// Its name.
    pub(super) fn follows(&self) -> Option<&str> {
        self.follower.as_ref().map(Follower::program)
    }

    /// Lets a program follow the game from its start, or none.
    pub(crate) fn follow_by(&mut self, program: Option<&str>) -> Result<(), RequestError> {
        let entry = self.state.entry();
        if let Some(name) = program {
            self.state.resources().follower(name, entry.name)?;
        }
        self.outbox.stop(self.follower.as_mut().and_then(Follower::stop));
        self.follower = program.map(|name| Follower::new(name.into()));
        Ok(())
    }

    /// Tries on the program what a player has selected, if it is an illegal move.
    pub(super) fn try_on_follower(&mut self, caller: &Caller, path: &[String]) {
        let (session, is_looking) = (self.state.session(), self.look_of(caller).is_some());
        let mover = session.to_move();
        let may_try = self.state.outcome().is_none()
            && self.state.persons()[mover.index()]
            && self.seats.may_move(caller, mover)
            && self.sees_all(caller);
        let Some(follower) = self.follower.as_mut().filter(|_| may_try && !is_looking) else {
            return;
        };
        let entry = self.state.entry().name;
        let program = self.state.resources().follower(follower.program(), entry);
        let tried = program.ok().and_then(|program| program.tried(path));
        if let Some(mv) = tried.filter(|mv| session.read(mv).is_err()) {
            follower.try_move(mv);
        }
    }

    /// Asks the program about what was done last, unless it is being asked or nobody watches.
    pub(super) fn ask_follower(&mut self) {
        let caller = self.watchers.iter().find(|it| self.sees_all(&it.caller));
        let caller = caller.map(|it| it.caller.clone()).filter(|_| !self.saves.is_removed());
        let (line, ply) = (self.state.session().line(), self.state.session().ply());
        let (Some(follower), Some(caller)) = (&mut self.follower, caller) else { return };
        self.outbox.stop(follower.go(&line, ply));
        let Some(question) = follower.question() else { return };
        let work = Work::Follow(Box::new(question));
        let number = self.outbox.start(caller, self.job_at(work, self.state.snapshot()), 1);
        self.follower.iter_mut().for_each(|it| it.asked(number));
        self.announce_follower();
    }

    pub(super) fn announce_follower(&mut self) {
        let Some(view) = self.follower.as_ref().map(Follower::view) else { return };
        for caller in self.watchers.callers() {
            if self.sees_all(&caller) {
                let (game, followed) = (self.id.clone(), view.clone());
                self.outbox.send(caller.client, Event::Followed { game, followed });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn what_was_done_follows_from_where_the_game_goes() {
        let mut follower = Follower::new("hand-in:ann".into());
        follower.go(&line("a b c x"), 3);
        follower.go(&line("a b c"), 3);
        follower.go(&line("a b c"), 1);
        follower.go(&line("a b c"), 2);
        follower.go(&line("a b d"), 3);
        follower.go(&line("e"), 1);
        let told: Vec<String> = follower
            .steps
            .iter()
            .map(|step| match step {
                GameStep::Move(mv) => format!("+{mv}"),
                GameStep::Undo(mv) => format!("-{mv}"),
                GameStep::Redo(mv) => format!("~{mv}"),
                GameStep::Try(mv) => format!("?{mv}"),
            })
            .collect();
        assert_eq!(told.join(" "), "+a +b +c +x -x -c -b ~b +d -d -b -a +e");
    }

    #[test]
    fn a_game_that_stands_still_is_asked_about_once() {
        let mut follower = Follower::new("hand-in:ann".into());
        follower.go(&[], 0);
        follower.asked(7);
        assert_eq!(follower.go(&[], 0), None);
        assert!(follower.is_job(7) && follower.question().is_none());
    }

    #[test]
    fn a_long_game_begins_anew_with_its_line() {
        let mut follower = Follower::new("hand-in:ann".into());
        follower.go(&line("a b"), 2);
        follower.asked(7);
        let mut stopped = Vec::new();
        for _ in 0..MAX_STEPS {
            stopped.extend(follower.go(&line("a b"), 1));
            stopped.extend(follower.go(&line("a b"), 2));
            assert!(follower.steps.len() <= MAX_STEPS);
        }
        assert_eq!(stopped, [7], "its job is of no use");
    }
}
