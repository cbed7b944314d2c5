//! A terminal without a screen: the program runs in a pseudo terminal, and an emulator interprets
//! its output.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_testing::{end_of, program};
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};

/// How long something may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(90);

/// A count of rows or columns, which is not 0.
fn lines(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// The output of the program so far.
struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    is_closed: bool,
}

/// The program in a terminal.
pub struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    shown: Arc<(Mutex<Shown>, Condvar)>,
}

impl Terminal {
    /// Starts `agon` with arguments in a terminal of 80 columns and 24 rows that can show 256
    /// colours.
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::run(program(), arguments, &[])
    }

    /// Starts a program with arguments and variables of its environment.
    pub fn run(
        program: impl AsRef<OsStr>,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Terminal {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let command = Command::new(program)
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .envs(variables.iter().copied());
        let child = command.spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let parser = vt100::Parser::new(lines(24), lines(80), 0);
        let shown = Shown { parser, bytes: Vec::new(), is_closed: false };
        let shown = Arc::new((Mutex::new(shown), Condvar::new()));
        let (source, target) = (Arc::clone(&pty), Arc::clone(&shown));
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // Linux returns an error when the program has ended.
                let count = (&*source).read(&mut buffer).unwrap_or(0);
                let mut shown = target.0.lock().unwrap();
                shown.parser.process(&buffer[..count]);
                shown.bytes.extend(&buffer[..count]);
                shown.is_closed = count == 0;
                target.1.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Terminal { pty, child, shown }
    }

    /// Types keys.
    pub fn send(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        self.shown.0.lock().unwrap().parser.screen_mut().set_size(lines(rows), lines(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits until the screen is as expected, and returns it as text.
    pub fn wait(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        let (shown, changed) = &*self.shown;
        let mut shown = shown.lock().unwrap();
        while !is_so(shown.parser.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let text = || shown.parser.screen().contents();
            assert!(!left.is_zero() && !shown.is_closed, "no {what}:\n{}", text());
            shown = changed.wait_timeout(shown, left).unwrap().0;
        }
        shown.parser.screen().contents()
    }

    /// Waits until the screen shows a text, and returns all of it.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contents().contains(text))
    }

    /// Clicks a cell of a board by the labels of its row and column.
    pub fn click(&mut self, row: &str, column: &str) {
        let text = self.shown.0.lock().unwrap().parser.screen().contents();
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let at = |line: &[char], label: &str| {
            let words = line.iter().collect::<String>();
            let found = words.split_whitespace().any(|word| word == label);
            found.then(|| words.chars().collect::<Vec<char>>()).and_then(|letters| {
                letters
                    .windows(label.len())
                    .position(|part| part.iter().collect::<String>() == *label)
            })
        };
        // The line with the labels of the columns has nothing else.
        let is_header = |line: &&Vec<char>| {
            let words = line.iter().collect::<String>();
            let mut numbers = words.split_whitespace().take(3);
            numbers.clone().count() == 3 && numbers.all(|word| word.parse::<u8>().is_ok())
        };
        let top = rows.iter().position(|line| is_header(&line)).expect(&text);
        let x = at(&rows[top], column).expect(&text);
        let left = at(&rows[top], "0").expect(&text);
        let is_row = |line: &&Vec<char>| {
            let head: String = line.iter().take(left).collect();
            head.split_whitespace().next() == Some(row)
        };
        let below = &rows[top + 1..];
        let y = top + 1 + below.iter().position(|line| is_row(&line)).expect(&text);
        for end in ['M', 'm'] {
            self.send(&format!("\x1b[<0;{};{}{end}", x + 1, y + 1));
        }
    }

    /// Everything that the program has written.
    pub fn bytes(&self) -> Vec<u8> {
        self.shown.0.lock().unwrap().bytes.clone()
    }

    /// The number of the process.
    pub fn process(&self) -> i32 {
        self.child.id() as i32
    }

    /// Whether the terminal edits and echoes lines, as before the full screen.
    pub fn is_restored(&self) -> bool {
        let modes = tcgetattr(&*self.pty).unwrap().local_modes;
        let (shown, _) = &*self.shown;
        let shown = shown.lock().unwrap();
        let screen = shown.parser.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// Waits until the program has ended and everything was read.
    pub fn end(&mut self) -> ExitStatus {
        let status = end_of(&mut self.child);
        let (shown, changed) = &*self.shown;
        let mut shown = shown.lock().unwrap();
        while !shown.is_closed {
            shown = changed.wait_timeout(shown, PATIENCE).unwrap().0;
        }
        status
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts `agon` in a terminal, closes the terminal once it shows a text, and waits for the
/// program.
pub fn close_when(text: &str, arguments: &[&str]) {
    let (pty, pts) = open().unwrap();
    pty.resize(Size::new(24, 80)).unwrap();
    let command = Command::new(program()).args(arguments);
    let mut child = command.env("TERM", "xterm").spawn(pts).unwrap();
    let mut parser = vt100::Parser::new(lines(24), lines(80), 0);
    let mut buffer = [0; 4096];
    while !parser.screen().contents().contains(text) {
        let count = (&pty).read(&mut buffer).unwrap();
        parser.process(&buffer[..count]);
    }
    drop(pty);
    end_of(&mut child);
}
