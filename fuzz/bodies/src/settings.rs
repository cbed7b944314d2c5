//! Settings of the command line.

use agon::parsers;
use agon_contest::read_clock;

use crate::text;

/// Every command line is accepted or refused with its usage. It is parsed, not run.
pub fn command_line(input: &[u8]) {
    if let Some(words) = shlex::split(&text(input)) {
        let _ = parsers::command_line(&words);
    }
}

/// An accepted time control is between a microsecond and a day.
pub fn clock(input: &[u8]) {
    const DAY: u64 = 86_400_000_000;
    if let Ok(control) = read_clock(&text(input)) {
        let (time, increment) = (control.initial(), control.increment());
        assert!((1..=DAY).contains(&time) && increment <= DAY, "{time} {increment}");
    }
}
