//! `agon`: the program; its code is the library of this crate.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The server runs for weeks: what closed games and ended searches took must go back to the
/// system, and the allocator of glibc keeps most of it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    agon::run(agon::Registry::standard())
}
