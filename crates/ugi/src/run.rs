//! Runs this program as a UGI engine: reads lines of standard input while a search runs.

use std::io::{self, BufRead as _, Write};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use agon_arena::{GameEntry, info_line};
use agon_host::lines::{self, RawLine};
use agon_host::{Failure, memory};
use agon_search::{Info, SearchControl};
use agon_threads::ScopedThreads;

use crate::control::Signals;
use crate::event::Event;
use crate::{Action, Preparation, ReadEvaluation, SearchJob, UgiEngine};

/// The longest line that is accepted, in bytes.
const MAX_LINE: usize = 1 << 20;

/// The capacity of the queue of events.
const QUEUE: usize = 64;

/// Runs the UGI engine on standard input until `quit`. It offers these game files, too.
pub fn run(
    read_evaluation: ReadEvaluation,
    files: &[&'static GameEntry],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (to, events) = sync_channel(QUEUE);
    let input = to.clone();
    thread::spawn(move || read_input(&input));
    let engine = UgiEngine::new(read_evaluation).offering(files);
    let mut state = UgiLoop { engine, search: None, is_quitting: false, to };
    for event in events {
        state.handle(event, out)?;
        out.flush()?;
        if state.is_quitting && state.search.is_none() {
            break;
        }
    }
    Ok(())
}

/// Reads standard input on its own thread, so that lines can stop a search.
fn read_input(input: &SyncSender<Event>) {
    let mut source = io::stdin().lock();
    loop {
        let line = lines::read_line(&mut source, MAX_LINE).unwrap_or(RawLine::End);
        let is_last = line == RawLine::End;
        if line == RawLine::TooLong && source.skip_until(b'\n').is_err() {
            return;
        }
        if input.send(Event::Input(line, Instant::now())).is_err() || is_last {
            return;
        }
    }
}

/// The main loop, which handles one event at a time.
struct UgiLoop {
    engine: UgiEngine,
    search: Option<RunningSearch>,
    is_quitting: bool,
    to: SyncSender<Event>,
}

/// The running search.
struct RunningSearch {
    signals: Arc<Signals>,
    is_infinite: bool,
    is_pondering: bool,
    /// The lines to write after `stop` or `ponderhit`, if the search ended earlier.
    held: Option<Vec<String>>,
}

impl RunningSearch {
    /// Whether the best move must not be written yet.
    fn holds(&self) -> bool {
        self.is_infinite || self.is_pondering
    }
}

impl UgiLoop {
    fn handle(&mut self, event: Event, out: &mut impl Write) -> io::Result<()> {
        match event {
            Event::Input(RawLine::Text(line), at) if !self.is_quitting => {
                self.execute(&line, at, out)
            }
            Event::Input(RawLine::NotText, _) => {
                writeln!(out, "info string error: the line is not text (UTF-8)")
            }
            Event::Input(RawLine::TooLong, _) => {
                writeln!(out, "info string error: the line is longer than {MAX_LINE} bytes")
            }
            // A search is finished, unless it waits for another line.
            Event::Input(RawLine::End, _) => {
                self.is_quitting = true;
                let holds = self.search.as_ref().is_some_and(RunningSearch::holds);
                if holds { self.stop(out) } else { Ok(()) }
            }
            Event::Input(RawLine::Text(_), _) => Ok(()),
            Event::Info(line) => writeln!(out, "{line}"),
            Event::Done(lines) => self.finish(lines, out),
        }
    }

    fn execute(&mut self, line: &str, at: Instant, out: &mut impl Write) -> io::Result<()> {
        for action in self.engine.handle(line, self.search.is_some()) {
            match action {
                Action::Write(line) => writeln!(out, "{line}")?,
                Action::Prepare(preparation) => prepare(&preparation, out)?,
                Action::Search(job) => self.begin(*job, at),
                Action::PonderHit => self.ponder_hit(at, out)?,
                Action::Stop => self.stop(out)?,
                Action::Quit => {
                    self.is_quitting = true;
                    self.stop(out)?;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, mut job: SearchJob, began: Instant) {
        let (is_infinite, is_pondering) = (job.is_infinite, job.is_pondering);
        let signals = Arc::new(Signals::new(began, is_pondering));
        let (to, received) = (self.to.clone(), Arc::clone(&signals));
        self.search = Some(RunningSearch { signals, is_infinite, is_pondering, held: None });
        thread::spawn(move || {
            // If the receiver is gone, the program is about to end.
            let report = |info: &Info<String>| {
                let _ = to.send(Event::Info(info_line(info, began.elapsed().as_secs_f64())));
            };
            let control = SearchControl::until(&*received).timed(job.time.clone(), &*received);
            let lines = job.run(&control.reporting(&report), &ScopedThreads(job.threads));
            let _ = to.send(Event::Done(lines));
        });
    }

    /// The opponent has made the expected move: the search continues as a normal one.
    fn ponder_hit(&mut self, at: Instant, out: &mut impl Write) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.signals.ponder_hit(at);
        search.is_pondering = false;
        match search.held.take() {
            Some(lines) => self.finish(lines, out),
            None => Ok(()),
        }
    }

    /// Stops the search. Its end is a separate event.
    fn stop(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.signals.stop();
        (search.is_infinite, search.is_pondering) = (false, false);
        match search.held.take() {
            Some(lines) => self.finish(lines, out),
            None => Ok(()),
        }
    }

    fn finish(&mut self, lines: Vec<String>, out: &mut impl Write) -> io::Result<()> {
        match &mut self.search {
            Some(search) if search.holds() => {
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

/// Prepares the memory of the engine. The system grants more memory than it has, so the size of the
/// table is compared with the available memory.
fn prepare(preparation: &Preparation, out: &mut impl Write) -> io::Result<()> {
    let available = memory::available_bytes();
    let lines = match available.is_some_and(|bytes| preparation.bytes as u64 > bytes) {
        true => vec![preparation.refuse()],
        false => {
            // Nothing else is to be done meanwhile, so all processors may.
            let processors = thread::available_parallelism().map_or(1, usize::from);
            preparation.run(&ScopedThreads(processors.max(preparation.threads)))
        }
    };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}
