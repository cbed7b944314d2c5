//! The jobs of a game: moves of computers, analyses, and answers.

use agon_arena::ChosenMove;

use super::analyses::Wanted;
use super::awaited_jobs::{AwaitedJob, AwaitedResult, KeptReview};
use super::effect::Effect;
use super::watchers::Watcher;
use super::{LiveGame, ReplyTime};
use crate::annotated_game::MAX_REVIEWED;
use crate::job::{Job, JobResult, Work};
use crate::job_context::Report;
use crate::protocol::{Event, Reply, RequestError, RequestId, ReviewPoint, RuleFile};
use crate::refusal::ServiceRefusal;
use crate::review;
use crate::rule_trial::Trial;
use crate::seats::Caller;
use crate::snapshot::Snapshot;

/// The default number of pairs of games of a match between rule files.
const DEFAULT_PAIRS: usize = 15;

impl LiveGame {
    /// Starts the computer to move, if computers move automatically, all moves of the line are
    /// made, and a client watches.
    pub(super) fn start_if_due(&mut self) {
        let is_due =
            self.computer.is_running() && self.state.is_at_end() && self.state.waits_for_computer();
        if !is_due || self.watchers.is_empty() || !self.computer.is_idle() {
            return;
        }
        match self.state.persons() == [false, false] && self.computer.pace() > 0 {
            true => self.computer.pause(self.now),
            false => self.search(),
        }
    }

    /// Starts the search of the computer to move.
    pub(super) fn search(&mut self) {
        let Some(watcher) = self.watchers.iter().next() else { return };
        let job = self.job_at(Work::Move, self.state.snapshot());
        let threads = job.threads(self.state.session().to_move());
        self.computer.search(self.outbox.start(watcher.caller.clone(), job, threads));
        self.announce();
    }

    pub(super) fn job_at(&self, work: Work, snapshot: Snapshot) -> Job {
        let bytes = Job::bytes(&work, self.state.session());
        Job { work, snapshot, bytes }
    }

    fn play_choice(&mut self, chosen: Result<Option<ChosenMove>, RequestError>) {
        self.computer.stop();
        if let Err(error) = self.state.play_choice(chosen) {
            for caller in self.watchers.callers() {
                self.send_problem(caller.client, error.clone());
            }
        }
        self.changed();
    }

    /// Starts a job whose result a client awaits.
    pub(super) fn start_awaited(
        &mut self,
        caller: &Caller,
        work: Work,
        kind: AwaitedResult,
    ) -> u64 {
        let snapshot = match work {
            Work::Review { .. } | Work::Trial(_) => self.state.snapshot(),
            _ => self.snapshot_for(caller),
        };
        let number = self.outbox.start(caller.clone(), self.job_at(work, snapshot), 1);
        self.awaited.add(number, AwaitedJob { client: caller.client, kind });
        number
    }

    /// Sends the review of the whole line, or starts what is not known of it.
    pub(super) fn review(&mut self, caller: &Caller) {
        self.watch(caller.clone());
        self.stop_awaited(caller.client, |kind| matches!(kind, AwaitedResult::Review(_)));
        let line = self.state.session().line();
        let known = self.state.annotated().review_of(&line).unwrap_or_default().to_vec();
        if !known.is_empty() && !review::lacks_reasons(&known) {
            let game = self.id.clone();
            self.outbox.send(caller.client, Event::Review { game, points: known, done: true });
            return;
        }
        let kind = AwaitedResult::Review(line.len());
        let number = self.start_awaited(caller, Work::Review { known }, kind);
        if self.check_annotates(caller).is_ok() && line.len() <= MAX_REVIEWED {
            self.kept_review = Some(KeptReview { number, line, points: Vec::new() });
        }
    }

    /// Keeps what a review has found of a position, and stores the review when it is whole.
    fn keep_review(&mut self, number: u64, point: &ReviewPoint) {
        let Some(kept) = self.kept_review.as_mut().filter(|kept| kept.number == number) else {
            return;
        };
        kept.points.push(point.clone());
        if kept.points.len() > kept.line.len()
            && let Some(KeptReview { line, points, .. }) = self.kept_review.take()
        {
            self.state.set_review(line, points);
            self.store();
        }
    }

    /// Starts a job that will reply to a request.
    pub(super) fn reply_later(&mut self, caller: &Caller, re: RequestId, work: Work) -> ReplyTime {
        self.watch(caller.clone());
        self.start_awaited(caller, work, AwaitedResult::Reply(re));
        ReplyTime::Later
    }

    /// Starts a match between two versions of a rule file, in place of the one that this client has
    /// running, or only stops that.
    pub(super) fn trial(
        &mut self,
        caller: &Caller,
        re: RequestId,
        versions: Option<Box<[RuleFile; 2]>>,
        pairs: Option<usize>,
    ) -> Result<ReplyTime, RequestError> {
        let trial = versions.map(|versions| {
            Box::new(Trial { versions: *versions, pairs: pairs.unwrap_or(DEFAULT_PAIRS) })
        });
        trial.as_ref().map_or(Ok(()), |trial| trial.check())?;
        self.stop_awaited(caller.client, |kind| matches!(kind, AwaitedResult::Trial(_)));
        let Some(trial) = trial else { return Ok(ReplyTime::Now(Reply::DONE)) };
        self.watch(caller.clone());
        self.start_awaited(caller, Work::Trial(trial), AwaitedResult::Trial(re));
        Ok(ReplyTime::Later)
    }

    /// Stops awaited jobs of a client.
    pub(super) fn stop_awaited(
        &mut self,
        client: u64,
        is_unwanted: impl Fn(AwaitedResult) -> bool,
    ) {
        for (number, awaited) in self.awaited.take(client, is_unwanted) {
            // Every request gets its reply.
            if let AwaitedResult::Reply(re) | AwaitedResult::Trial(re) = awaited.kind {
                self.outbox.reply(client, re, Err(ServiceRefusal::Failed.into()));
            }
            self.outbox.push(Effect::Stop(number));
        }
    }

    /// Whether a client is sent the analysis of the position that it looks at.
    fn gets_lines(&self, watcher: &Watcher) -> bool {
        let caller = &watcher.caller;
        watcher.lines > 0 && self.sees_all(caller) && self.may_be_helped(caller)
    }

    /// Starts the analyses of the positions that clients look at, and stops those that no client
    /// wants.
    pub(super) fn update_analyses(&mut self) {
        let mut wanted = Wanted::new();
        for watcher in self.watchers.iter() {
            if self.gets_lines(watcher) {
                let new = (watcher.lines, watcher.caller.clone());
                let lines = wanted.entry(self.made_for(watcher)).or_insert(new);
                lines.0 = lines.0.max(watcher.lines);
            }
        }
        self.outbox.stop(self.analyses.retain(&mut wanted));
        for (made, (lines, caller)) in wanted {
            let snapshot = self.state.snapshot_after(made.clone());
            let job = self.job_at(Work::Analysis { lines }, snapshot);
            self.analyses.add(self.outbox.start(caller, job, 1), made, lines);
        }
    }

    /// Sends what the analysis has found so far to a client that has just requested it.
    pub(super) fn send_analysis_to(&mut self, client: u64) {
        let watcher = self.watchers.get(client).filter(|it| self.gets_lines(it));
        let Some(watcher) = watcher else { return };
        let made = self.made_for(watcher);
        if self.analyses.has_found(&made)
            && let Some(event) = self.analyses.event(&self.id, &made, watcher.lines)
        {
            self.outbox.send(client, event);
        }
    }

    /// Sends an analysis to the clients that look at its position.
    fn announce_analysis(&mut self, made: &[String]) {
        for watcher in self.watchers.iter() {
            if self.gets_lines(watcher)
                && self.made_for(watcher) == made
                && let Some(event) = self.analyses.event(&self.id, made, watcher.lines)
            {
                self.outbox.send(watcher.caller.client, event);
            }
        }
    }

    /// Sends the report of a job to the clients that may see it.
    pub(super) fn reported(&mut self, number: u64, report: Report) {
        let game = self.id.clone();
        let awaited = self.awaited.get(number);
        match (report, awaited.map(|it| (it.client, it.kind))) {
            (Report::Thinking(info), _) if self.computer.is_job(number) => {
                let ply = self.state.session().ply();
                for caller in self.watchers.callers() {
                    if self.sees_all(&caller) {
                        let (game, info) = (game.clone(), info.clone());
                        self.outbox.send(caller.client, Event::Thinking { game, ply, info });
                    }
                }
            }
            (Report::Lines(lines), _) => {
                let made = self.analyses.update(number, Some(lines)).map(<[String]>::to_vec);
                if let Some(made) = made {
                    self.announce_analysis(&made);
                }
            }
            (Report::Point(point), Some((client, AwaitedResult::Review(last)))) => {
                self.keep_review(number, &point);
                let done = point.ply == last;
                self.outbox.send(client, Event::Review { game, points: vec![point], done });
            }
            (Report::Trial(trial), Some((client, AwaitedResult::Trial(_)))) => {
                self.outbox.send(client, Event::Trial { game, trial });
            }
            (Report::Followed(answer), _) => {
                if let Some(follower) = self.follower.as_mut().filter(|it| it.is_job(number)) {
                    follower.take(*answer);
                    self.announce_follower();
                }
            }
            (Report::Thinking(_) | Report::Point(_) | Report::Trial(_), _) => (),
        }
    }

    /// Handles the result of a job, unless it is not wanted any more.
    pub(super) fn finished(&mut self, number: u64, result: JobResult) {
        if self.computer.is_job(number) {
            return self.play_choice(match result {
                JobResult::Move(chosen) => chosen,
                _ => Err(ServiceRefusal::Failed.into()),
            });
        }
        if let Some(made) = self.analyses.update(number, None).map(<[String]>::to_vec) {
            return self.announce_analysis(&made);
        }
        if let Some(follower) = self.follower.as_mut().filter(|it| it.is_job(number)) {
            follower.finish(match result {
                JobResult::Ended => None,
                JobResult::Reply(Err(error)) => Some(error),
                _ => Some(ServiceRefusal::Failed.into()),
            });
            return self.announce_follower();
        }
        let Some(AwaitedJob { client, kind }) = self.awaited.remove(number) else { return };
        match (kind, result) {
            (AwaitedResult::Reply(re) | AwaitedResult::Trial(re), result) => {
                let failed = || Err(ServiceRefusal::Failed.into());
                let reply = if let JobResult::Reply(reply) = result { reply } else { failed() };
                self.outbox.reply(client, re, reply);
            }
            (AwaitedResult::Review(_), JobResult::Reply(Err(error))) => {
                self.send_problem(client, error);
            }
            (AwaitedResult::Review(_), _) => (),
        }
    }
}
