//! Connects the terminal to the state: events go in, and screens come out.

use std::env;
use std::io::{self, IsTerminal as _, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_arena::{AnySession, GameEntry, PlayerSpec};
use agon_core::Stop;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Size;

use crate::draw;
use crate::menu::{Choice, Menu, MenuStep};
use crate::played_game::PlayedGame;
use crate::remarks::Remarks;
use crate::state::{Action, Event, State};
use crate::theme::Theme;
use crate::worker::{MakeThreads, Worker};

/// The interval of screen updates when nothing happens.
const TICK: Duration = Duration::from_millis(100);

/// A game to play on the screen.
pub struct NewGame {
    pub entry: &'static GameEntry,
    /// Two sessions with the same position and players: one is shown, the other searches.
    pub sessions: [Box<dyn AnySession>; 2],
    /// The computer that can replace a person.
    pub computer: PlayerSpec,
    /// Whether people see what is hidden from their side.
    pub shows_all: bool,
    /// What its record says about it.
    pub remarks: Remarks,
    /// Makes the threads of searches.
    pub threads: MakeThreads,
}

/// Whether a full screen is possible: input and output are a terminal that can move its cursor.
pub fn is_possible() -> bool {
    let is_able = match env::var("TERM") {
        Ok(name) => !name.is_empty() && name != "dumb",
        Err(_) => cfg!(windows),
    };
    is_able && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays a game until the person leaves or the program is interrupted. Returns a text to print.
pub fn play(game: NewGame, interrupted: &dyn Stop) -> io::Result<String> {
    Screen::open()?.play(game, interrupted)
}

/// Asks for a game and plays it. `make` turns the choice into a game.
pub fn choose<E: From<io::Error>>(
    make: impl FnOnce(Choice) -> Result<NewGame, E>,
    interrupted: &dyn Stop,
) -> Result<String, E> {
    let mut screen = Screen::open()?;
    let Some(choice) = screen.choose(interrupted)? else { return Ok(String::new()) };
    let game = make(choice)?;
    Ok(screen.play(game, interrupted)?)
}

/// The terminal in full-screen mode. Dropping it restores the terminal.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The last known size of the terminal.
    size: Size,
    theme: Theme,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        restore_after_panic();
        let theme = Theme::of_environment(|name| env::var(name).ok());
        enter()?;
        let opened = Terminal::new(CrosstermBackend::new(io::stdout()))
            .and_then(|terminal| Ok((terminal.size()?, terminal)));
        match opened {
            Ok((size, terminal)) => Ok(Screen { terminal, size, theme }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// Waits at most this long and returns the events, including a change of size.
    fn events(&mut self, longest: Duration) -> io::Result<Vec<event::Event>> {
        wait_for_input(longest)?;
        let mut events = Vec::new();
        while event::poll(Duration::ZERO)? {
            events.push(event::read()?);
        }
        let size = self.terminal.size()?;
        if size != self.size {
            self.size = size;
            events.push(event::Event::Resize(size.width, size.height));
        }
        Ok(events)
    }

    /// Asks for a game. `None` if the person leaves.
    fn choose(&mut self, interrupted: &dyn Stop) -> io::Result<Option<Choice>> {
        let mut menu = Menu::new(self.terminal.size()?);
        while !interrupted.is_stopped() {
            let theme = self.theme;
            self.terminal.draw(|frame| draw::menu(&menu, theme, frame.buffer_mut()))?;
            for event in self.events(TICK)? {
                match menu.handle(&event) {
                    MenuStep::Stay => (),
                    MenuStep::Leave => return Ok(None),
                    MenuStep::Chosen(choice) => return Ok(Some(*choice)),
                }
            }
        }
        Ok(None)
    }

    fn play(mut self, game: NewGame, interrupted: &dyn Stop) -> io::Result<String> {
        let [shown, searched] = game.sessions;
        let mut worker = Worker::new(searched, game.threads);
        let played = PlayedGame::new(shown, &game.computer, game.shows_all);
        let size = self.terminal.size()?;
        let (mut state, actions) = State::new(game.entry, played, game.remarks, size);
        let mut goes_on = self.perform(actions, &mut worker)?;
        let mut ticked = Instant::now();
        let mut is_changed = true;
        while goes_on && !interrupted.is_stopped() {
            if std::mem::take(&mut is_changed) {
                let theme = self.theme;
                self.terminal.draw(|frame| draw::draw(&state, theme, frame.buffer_mut()))?;
            }
            // A short wait, so that reports of a search appear at once.
            let wait = if state.running.is_some() { TICK / 4 } else { TICK };
            let typed = self.events(wait)?;
            let mut events: Vec<Event> = typed.into_iter().map(Event::Terminal).collect();
            let reports = worker.reports().into_iter();
            events.extend(reports.map(|(number, report)| Event::Report(number, report)));
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                events.push(Event::Tick);
            }
            for event in events {
                is_changed |= !matches!(event, Event::Tick) || state.is_moving();
                let actions = state.handle(event);
                goes_on &= self.perform(actions, &mut worker)?;
            }
        }
        // Restores the terminal before it waits for a search that is slow to stop.
        drop(self);
        Ok(state.farewell())
    }

    /// Performs the actions. `false` if the person left the game.
    fn perform(&mut self, actions: Vec<Action>, worker: &mut Worker) -> io::Result<bool> {
        let mut goes_on = true;
        for action in actions {
            match action {
                Action::Start(job) => worker.start(*job),
                Action::Stop => worker.stop(),
                Action::Redraw => self.redraw()?,
                Action::Suspend => {
                    leave();
                    suspend();
                    enter()?;
                    self.redraw()?;
                }
                Action::Leave => goes_on = false,
            }
        }
        Ok(goes_on)
    }
}

impl Screen {
    /// Redraws everything. It makes a new terminal, which knows nothing of the screen. Clearing the
    /// old one would query the cursor position and wait for the response.
    fn redraw(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Waits for input at most this long. Fails if the terminal is gone, because crossterm would then
/// poll forever.
#[cfg(unix)]
fn wait_for_input(longest: Duration) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let input = io::stdin();
    let mut inputs = [PollFd::new(&input, PollFlags::IN)];
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.subsec_nanos().into() };
    match poll(&mut inputs, Some(&longest)) {
        // A signal interrupted the wait. The caller checks for it.
        Ok(_) | Err(Errno::INTR) => (),
        Err(error) => return Err(error.into()),
    }
    match inputs[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        true => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal was closed")),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn wait_for_input(longest: Duration) -> io::Result<()> {
    event::poll(longest).map(drop)
}

static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Enters full-screen mode.
fn enter() -> io::Result<()> {
    IS_SHOWN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    let entered = execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        Hide
    );
    if entered.is_err() {
        leave();
    }
    entered
}

/// Restores the terminal. Errors are ignored, because they cannot be shown.
fn leave() {
    if IS_SHOWN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Makes a panic of this thread restore the terminal before it is reported. Panics of searches are
/// caught and shown on the screen.
fn restore_after_panic() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let own = thread::current().id();
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == own {
                leave();
            }
            if !IS_SHOWN.load(Ordering::SeqCst) {
                previous(info);
            }
        }));
    });
}

/// Suspends the program, as Ctrl-Z does elsewhere.
#[cfg(unix)]
fn suspend() {
    use rustix::process::{Signal, kill_current_process_group};
    let _ = kill_current_process_group(Signal::TSTP);
}

#[cfg(not(unix))]
fn suspend() {}
