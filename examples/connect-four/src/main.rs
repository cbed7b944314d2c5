//! `connect-four`: the program with this game.

use std::process::ExitCode;

use agon::Registry;

fn main() -> ExitCode {
    agon::run(Registry::of(connect_four::ENTRY))
}
