//! Questions, reviews and the continuous analysis of a live game.

use std::collections::BTreeMap;

use super::computer::Computer;
use super::{Answer, Effect, LiveGame};
use crate::ServiceRefusal;
use crate::job::{JobResult, Report, Work};
use crate::protocol::{Event, Reply, RequestError, RequestId, RuleFile, SearchInfo};
use crate::rule_trial::Trial;
use crate::seats::Caller;
use crate::snapshot::Snapshot;

/// How many pairs of games a match between rule files has if the page does not say.
const DEFAULT_PAIRS: usize = 15;

/// A job that somebody waits for.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// The reply to a request.
    Reply { client: u64, re: RequestId },
    /// The reply to a request for a match between rule files.
    Trial { client: u64, re: RequestId },
    /// The points of a review; the last one is after `last` plies.
    Review { client: u64, last: usize },
}

impl Asked {
    /// The page that waits for it.
    pub(super) fn client(&self) -> u64 {
        match self {
            Asked::Reply { client, .. }
            | Asked::Trial { client, .. }
            | Asked::Review { client, .. } => *client,
        }
    }
}

/// The analysis of a position: one for all pages that look at it, with as many lines as any of
/// them wants.
#[derive(Clone, Debug)]
pub(super) struct RunningAnalysis {
    number: u64,
    /// The moves that lead to its position.
    made: Vec<String>,
    lines: usize,
    last: Vec<SearchInfo>,
    is_done: bool,
}

impl LiveGame {
    /// Starts a job that somebody waits for.
    pub(super) fn ask(&mut self, caller: &Caller, work: Work, asked: Asked) {
        let snapshot = match work {
            Work::Review | Work::Trial(_) => self.snapshot(),
            _ => self.snapshot_for(caller),
        };
        let job = self.job_at(work, snapshot);
        self.last_job += 1;
        self.asked.insert(self.last_job, asked);
        self.effects.push(Effect::Start(self.last_job, caller.clone(), Box::new(job), 1));
    }

    /// Starts a job that will reply to a request.
    pub(super) fn question(&mut self, caller: &Caller, re: RequestId, work: Work) -> Answer {
        self.watch(caller.clone());
        self.ask(caller, work, Asked::Reply { client: caller.client, re });
        Answer::Later
    }

    /// Starts a match between two versions of a rule file in place of the one that this page has
    /// running, or only stops that.
    pub(super) fn trial(
        &mut self,
        caller: &Caller,
        re: RequestId,
        versions: Option<Box<[RuleFile; 2]>>,
        pairs: Option<usize>,
    ) -> Result<Answer, RequestError> {
        let client = caller.client;
        let trial = versions.map(|versions| {
            Box::new(Trial { versions: *versions, pairs: pairs.unwrap_or(DEFAULT_PAIRS) })
        });
        trial.as_ref().map_or(Ok(()), |trial| trial.check())?;
        self.stop_asked(|asked| matches!(asked, Asked::Trial { client: by, .. } if *by == client));
        let Some(trial) = trial else { return Ok(Answer::Now(Reply::DONE)) };
        self.watch(caller.clone());
        self.ask(caller, Work::Trial(trial), Asked::Trial { client, re });
        Ok(Answer::Later)
    }

    /// Stops jobs that nobody waits for any more.
    pub(super) fn stop_asked(&mut self, is_unwanted: impl Fn(&Asked) -> bool) {
        let unwanted = self.asked.iter().filter(|(_, asked)| is_unwanted(asked));
        for number in unwanted.map(|(&number, _)| number).collect::<Vec<u64>>() {
            // Every request gets its reply.
            if let Some(Asked::Reply { client, re } | Asked::Trial { client, re }) =
                self.asked.remove(&number)
            {
                self.reply(client, re, Err(ServiceRefusal::Failed.into()));
            }
            self.effects.push(Effect::Stop(number));
        }
    }

    /// Starts the analyses of the positions that pages look at, and stops those that nobody
    /// wants any more.
    pub(super) fn update_analysis(&mut self) {
        let mut wanted: BTreeMap<Vec<String>, (usize, Caller)> = BTreeMap::new();
        for watcher in self.watchers.values() {
            if watcher.lines > 0 && self.viewer_of(&watcher.caller) == Ok(None) {
                let new = (watcher.lines, watcher.caller.clone());
                let lines = wanted.entry(self.made_for(watcher)).or_insert(new);
                lines.0 = lines.0.max(watcher.lines);
            }
        }
        let is_wanted = |running: &RunningAnalysis| {
            wanted.get(&running.made).is_some_and(|(lines, _)| running.lines >= *lines)
        };
        let (kept, unwanted): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.analyses).into_iter().partition(is_wanted);
        let stopped = unwanted.iter().filter(|running| !running.is_done);
        self.effects.extend(stopped.map(|running| Effect::Stop(running.number)));
        self.analyses = kept;
        for (made, (lines, caller)) in wanted {
            if self.analyses.iter().any(|running| running.made == made) {
                continue;
            }
            let snapshot = Snapshot { ply: made.len(), line: made.clone(), ..self.snapshot() };
            let job = self.job_at(Work::Analysis { lines }, snapshot);
            self.last_job += 1;
            let number = self.last_job;
            let last = Vec::new();
            self.analyses.push(RunningAnalysis { number, made, lines, last, is_done: false });
            self.effects.push(Effect::Start(number, caller, Box::new(job), 1));
        }
    }

    /// Sends what the analysis has found so far to a page that has just asked for it.
    pub(super) fn send_analysis_to(&mut self, client: u64) {
        let Some(watcher) = self.watchers.get(&client) else { return };
        let (lines, made) = (watcher.lines, self.made_for(watcher));
        let running = self.analyses.iter().find(|running| running.made == made);
        let Some(running) = running.filter(|it| it.is_done || !it.last.is_empty()) else { return };
        if lines > 0 {
            self.send(client, self.analysis_event(running, lines));
        }
    }

    fn analysis_event(&self, running: &RunningAnalysis, lines: usize) -> Event {
        let lines = running.last.iter().take(lines).cloned().collect();
        let (game, ply) = (self.id.clone(), running.made.len());
        Event::Analysis { game, ply, lines, done: running.is_done }
    }

    /// Sends an analysis to the pages that look at its position.
    fn announce_analysis(&mut self, number: u64) {
        let running = self.analyses.iter().find(|running| running.number == number).cloned();
        let Some(running) = running else { return };
        for watcher in self.watchers.values().cloned().collect::<Vec<_>>() {
            let may_see = watcher.lines > 0 && self.viewer_of(&watcher.caller) == Ok(None);
            if may_see && self.made_for(&watcher) == running.made {
                self.send(watcher.caller.client, self.analysis_event(&running, watcher.lines));
            }
        }
    }

    /// Passes the report of a job on to those who may see it.
    pub(super) fn reported(&mut self, number: u64, report: Report) {
        match report {
            Report::Thinking(info) if self.computer == Computer::Searching(number) => {
                let ply = self.session.ply();
                for watcher in self.watchers.values().cloned().collect::<Vec<_>>() {
                    if self.viewer_of(&watcher.caller) == Ok(None) {
                        let (game, info) = (self.id.clone(), info.clone());
                        self.send(watcher.caller.client, Event::Thinking { game, ply, info });
                    }
                }
            }
            Report::Lines(lines) => {
                if let Some(running) = self.analyses.iter_mut().find(|it| it.number == number) {
                    running.last = lines;
                    self.announce_analysis(number);
                }
            }
            Report::Point(point) => {
                if let Some(&Asked::Review { client, last }) = self.asked.get(&number) {
                    let done = point.ply == last;
                    let (game, points) = (self.id.clone(), vec![point]);
                    self.send(client, Event::Review { game, points, done });
                }
            }
            Report::Trial(trial) => {
                if let Some(&Asked::Trial { client, .. }) = self.asked.get(&number) {
                    self.send(client, Event::Trial { game: self.id.clone(), trial });
                }
            }
            Report::Thinking(_) => (),
        }
    }

    /// Takes the result of a job, unless it is not wanted any more.
    pub(super) fn finished(&mut self, number: u64, result: JobResult) {
        if self.computer == Computer::Searching(number) {
            return self.play_choice(match result {
                JobResult::Move(chosen) => chosen,
                _ => Err(ServiceRefusal::Failed.into()),
            });
        }
        if let Some(running) = self.analyses.iter_mut().find(|it| it.number == number) {
            running.is_done = true;
            return self.announce_analysis(number);
        }
        match (self.asked.remove(&number), result) {
            (Some(Asked::Reply { client, re } | Asked::Trial { client, re }), result) => {
                let failed = || Err(ServiceRefusal::Failed.into());
                let reply = if let JobResult::Reply(reply) = result { reply } else { failed() };
                self.reply(client, re, reply);
            }
            (Some(Asked::Review { client, .. }), JobResult::Reply(Err(error))) => {
                let game = self.id.clone();
                self.send(client, Event::Problem { game, error });
            }
            (Some(Asked::Review { .. }) | None, _) => (),
        }
    }
}
