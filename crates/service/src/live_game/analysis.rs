//! Questions, reviews and the continuous analysis of a live game.

use super::computer::Computer;
use super::{Answer, Effect, LiveGame};
use crate::ServiceRefusal;
use crate::job::{JobResult, Report, Work};
use crate::protocol::{Event, RequestId, SearchInfo};
use crate::seats::Caller;

/// A job that somebody waits for.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// The reply to a request.
    Reply { client: u64, re: RequestId },
    /// The points of a review; the last one is after `last` plies.
    Review { client: u64, last: usize },
}

impl Asked {
    /// The page that waits for it.
    pub(super) fn client(&self) -> u64 {
        match self {
            Asked::Reply { client, .. } | Asked::Review { client, .. } => *client,
        }
    }
}

/// The analysis that pages show: one for all of them, with as many lines as any of them wants.
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
        let job = self.job(work);
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

    /// Stops jobs that nobody waits for any more.
    pub(super) fn stop_asked(&mut self, is_unwanted: impl Fn(&Asked) -> bool) {
        let unwanted = self.asked.iter().filter(|(_, asked)| is_unwanted(asked));
        for number in unwanted.map(|(&number, _)| number).collect::<Vec<u64>>() {
            // Every request gets its reply.
            if let Some(Asked::Reply { client, re }) = self.asked.remove(&number) {
                self.reply(client, re, Err(ServiceRefusal::Failed.into()));
            }
            self.effects.push(Effect::Stop(number));
        }
    }

    /// Restarts the analysis if the position or the number of lines has changed, and stops it
    /// if nobody wants it.
    pub(super) fn update_analysis(&mut self) {
        let wanting = self
            .watchers
            .values()
            .filter(|watcher| watcher.lines > 0 && self.viewer_of(&watcher.caller) == Ok(None));
        let wanted = wanting.max_by_key(|watcher| watcher.lines);
        let wanted = wanted.map(|watcher| (watcher.lines, watcher.caller.clone()));
        let Some((lines, caller)) = wanted else {
            self.stop_analysis();
            return;
        };
        let made = self.session.history();
        let is_same = |running: &RunningAnalysis| running.made == made && running.lines >= lines;
        if self.analysis.as_ref().is_some_and(is_same) {
            return;
        }
        self.stop_analysis();
        let job = self.job(Work::Analysis { lines });
        self.last_job += 1;
        let number = self.last_job;
        self.analysis =
            Some(RunningAnalysis { number, made, lines, last: Vec::new(), is_done: false });
        self.effects.push(Effect::Start(number, caller, Box::new(job), 1));
    }

    fn stop_analysis(&mut self) {
        if let Some(running) = self.analysis.take().filter(|running| !running.is_done) {
            self.effects.push(Effect::Stop(running.number));
        }
    }

    /// Sends what the analysis has found so far to a page that has just asked for it.
    pub(super) fn send_analysis_to(&mut self, client: u64) {
        let Some(running) = self.analysis.clone() else { return };
        let lines = self.watchers.get(&client).map_or(0, |watcher| watcher.lines);
        if lines > 0 && (running.is_done || !running.last.is_empty()) {
            self.send(client, self.analysis_event(&running, lines));
        }
    }

    fn analysis_event(&self, running: &RunningAnalysis, lines: usize) -> Event {
        let lines = running.last.iter().take(lines).cloned().collect();
        let (game, ply) = (self.id.clone(), running.made.len());
        Event::Analysis { game, ply, lines, done: running.is_done }
    }

    fn announce_analysis(&mut self) {
        let Some(running) = self.analysis.clone() else { return };
        for watcher in self.watchers.values().cloned().collect::<Vec<_>>() {
            if watcher.lines > 0 && self.viewer_of(&watcher.caller) == Ok(None) {
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
                if let Some(running) = self.analysis.as_mut().filter(|it| it.number == number) {
                    running.last = lines;
                    self.announce_analysis();
                }
            }
            Report::Point(point) => {
                if let Some(&Asked::Review { client, last }) = self.asked.get(&number) {
                    let done = point.ply == last;
                    let (game, points) = (self.id.clone(), vec![point]);
                    self.send(client, Event::Review { game, points, done });
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
        if let Some(running) = self.analysis.as_mut().filter(|it| it.number == number) {
            running.is_done = true;
            return self.announce_analysis();
        }
        match (self.asked.remove(&number), result) {
            (Some(Asked::Reply { client, re }), JobResult::Reply(reply)) => {
                self.reply(client, re, reply);
            }
            (Some(Asked::Reply { client, re }), _) => {
                self.reply(client, re, Err(ServiceRefusal::Failed.into()));
            }
            (Some(Asked::Review { client, .. }), JobResult::Reply(Err(error))) => {
                let game = self.id.clone();
                self.send(client, Event::Problem { game, error });
            }
            (Some(Asked::Review { .. }) | None, _) => (),
        }
    }
}
