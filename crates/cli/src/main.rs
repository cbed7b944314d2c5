//! The program `agon`. Its code is the library of this crate.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The server runs for weeks. Memory of closed games and ended searches must return to the system;
/// the allocator of glibc keeps most of it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    agon::run(agon::Registry::standard())
}
