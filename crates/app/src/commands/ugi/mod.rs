//! `agon ugi`: the engine that others talk to, and a test of theirs.

mod check;

use std::io::{self, BufRead as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use agon_arena::ugi::{Act, Job, Ugi, info_line};
use agon_arena::{AnySession, GameEntry};
use agon_core::Stop;
use agon_search::{Info, SearchControl};

use crate::cli::UgiArgs;
use crate::failure::Failure;
use crate::lines::{self, Read};
use crate::rules;
use crate::threads::ScopedThreads;
use crate::timer::Timer;

/// The longest line that is taken, in bytes.
const LONGEST: usize = 1 << 20;

/// How many lines wait at most to be answered or written.
const QUEUE: usize = 64;

/// Speaks UGI until told to leave, or tests an engine.
pub fn ugi(args: &UgiArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(command) = &args.check {
        return check::check(command, args.json, out);
    }
    let (to, events) = sync_channel(QUEUE);
    let heard = to.clone();
    thread::spawn(move || listen(&heard));
    let mut desk = Desk { engine: Ugi::new(load_rules), search: None, is_leaving: false, to };
    for event in events {
        desk.take(event, out)?;
        out.flush()?;
        if desk.is_leaving && desk.search.is_none() {
            break;
        }
    }
    Ok(())
}

/// Makes the rule file that the name of an evaluation stands for an evaluation of a session.
fn load_rules(
    entry: &'static GameEntry,
    session: &mut dyn AnySession,
    name: &str,
) -> Result<(), String> {
    rules::load_rules(entry, session, Some(name)).map_err(|failure| match failure {
        Failure::Usage(words) | Failure::Refused(words) | Failure::Shown(words) => words,
        Failure::Rules(troubles) => troubles.to_string().lines().next().unwrap_or("").into(),
        Failure::Io(error) => error.to_string(),
        Failure::Unknown => "it has no answer".into(),
    })
}

/// What happens.
enum Event {
    /// A line came in.
    Heard(Read),
    /// A search tells how it gets on.
    Told(String),
    /// A search is over, with these lines to say.
    Done(Vec<String>),
}

/// Reads standard input, so that a search can be stopped by it.
fn listen(heard: &SyncSender<Event>) {
    let mut source = io::stdin().lock();
    loop {
        let line = lines::read_line(&mut source, LONGEST).unwrap_or(Read::End);
        let is_last = line == Read::End;
        if line == Read::TooLong && source.skip_until(b'\n').is_err() {
            return;
        }
        if heard.send(Event::Heard(line)).is_err() || is_last {
            return;
        }
    }
}

/// Where everything comes together, one thing at a time.
struct Desk {
    engine: Ugi,
    search: Option<Searching>,
    is_leaving: bool,
    to: SyncSender<Event>,
}

/// A search that is going on.
struct Searching {
    stop: Arc<AtomicBool>,
    is_endless: bool,
    /// What to say when it is told to stop, once there is nothing more to search for.
    held: Option<Vec<String>>,
}

impl Desk {
    fn take(&mut self, event: Event, out: &mut impl Write) -> io::Result<()> {
        match event {
            Event::Heard(Read::Text(line)) if !self.is_leaving => self.obey(&line, out),
            Event::Heard(Read::NotText) => {
                writeln!(out, "info string error: the line is not text (UTF-8)")
            }
            Event::Heard(Read::TooLong) => {
                writeln!(out, "info string error: the line is longer than {LONGEST} bytes")
            }
            // What was begun is finished, but for what would never end.
            Event::Heard(Read::End) => {
                self.is_leaving = true;
                let is_endless = self.search.as_ref().is_some_and(|search| search.is_endless);
                if is_endless { self.stop(out) } else { Ok(()) }
            }
            Event::Heard(Read::Text(_)) => Ok(()),
            Event::Told(line) => writeln!(out, "{line}"),
            Event::Done(lines) => self.finish(lines, out),
        }
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<()> {
        for act in self.engine.hear(line, self.search.is_some()) {
            match act {
                Act::Say(line) => writeln!(out, "{line}")?,
                Act::Search(job) => self.begin(*job),
                Act::Stop => self.stop(out)?,
                Act::Quit => {
                    self.is_leaving = true;
                    self.stop(out)?;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, job: Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let watch = Watch {
            timer: Timer::allowed(job.allowance),
            stop: Arc::clone(&stop),
            to: self.to.clone(),
        };
        self.search = Some(Searching { stop, is_endless: job.is_endless, held: None });
        thread::spawn(move || {
            let lines = job.run(&watch, &ScopedThreads(job.threads));
            // Where nobody listens any more, the program is about to end.
            let _ = watch.to.send(Event::Done(lines));
        });
    }

    /// Has the search come to an end, which it tells when it is there.
    fn stop(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop.store(true, Ordering::Relaxed);
        search.is_endless = false;
        match search.held.take() {
            Some(lines) => self.finish(lines, out),
            None => Ok(()),
        }
    }

    fn finish(&mut self, lines: Vec<String>, out: &mut impl Write) -> io::Result<()> {
        match &mut self.search {
            Some(search) if search.is_endless => {
                search.held = Some(lines);
                Ok(())
            }
            _ => {
                self.search = None;
                lines.iter().try_for_each(|line| writeln!(out, "{line}"))
            }
        }
    }
}

/// Owns the time of a search, and tells how it gets on.
struct Watch {
    timer: Timer,
    stop: Arc<AtomicBool>,
    to: SyncSender<Event>,
}

impl Stop for Watch {
    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.timer.is_up()
    }
}

impl SearchControl<String> for Watch {
    fn is_enough(&self) -> bool {
        self.timer.is_late()
    }

    fn report(&self, info: &Info<String>) {
        // Where nobody listens any more, the program is about to end.
        let _ = self.to.send(Event::Told(info_line(info, self.timer.elapsed().as_secs_f64())));
    }
}
