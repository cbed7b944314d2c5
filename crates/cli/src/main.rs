//! The program `agon`. Its code is the library of this crate.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The server runs for weeks. Memory of closed games and ended searches must return to the system;
/// the allocator of glibc keeps most of it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    #[cfg(unix)]
    return_memory_at_once();
    agon::run(agon::Registry::standard())
}

/// Starts a server again with the variable by which the allocator returns memory as soon as it is
/// freed. The allocator reads it before `main`; by default a second passes, and then memory that
/// threads without work have freed stays.
#[cfg(unix)]
fn return_memory_at_once() {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    const DELAY: &str = "MIMALLOC_PURGE_DELAY";
    let mut words = std::env::args_os();
    let Some(name) = words.next() else { return };
    let words: Vec<_> = words.collect();
    let serves = words.is_empty() || words.iter().any(|word| word == "serve");
    if serves
        && std::env::var_os(DELAY).is_none()
        && let Ok(program) = std::env::current_exe()
    {
        // Where it cannot be started, this process goes on.
        let _ = Command::new(program).arg0(name).args(words).env(DELAY, "0").exec();
    }
}
