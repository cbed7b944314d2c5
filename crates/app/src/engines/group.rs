//! A process together with all that it has started, where the system knows groups.

#[cfg(unix)]
pub use unix::{end_at_once, ended, prepare, restrict, terminate};

#[cfg(not(unix))]
pub use elsewhere::{end_at_once, ended, prepare, restrict, terminate};

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Has the process lead a group of its own.
    pub fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    /// Limits the memory of each process of the group, in bytes. Programs reserve more
    /// addresses than they use, so only what can be written to is counted.
    #[cfg(target_os = "linux")]
    pub fn restrict(child: &Child, memory: u64) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limit = Rlimit { current: Some(memory), maximum: Some(memory) };
        // One that has ended already needs no limit.
        let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, limit);
    }

    /// This system cannot limit the memory of another process.
    #[cfg(not(target_os = "linux"))]
    pub fn restrict(_: &Child, _: u64) {}

    /// Asks the group to end.
    pub fn terminate(child: &mut Child) {
        signal(child, Signal::TERM);
    }

    /// Ends the group.
    pub fn end_at_once(child: &mut Child) {
        signal(child, Signal::KILL);
    }

    /// The number of the group is that of the process, which nobody else gets before the
    /// process was waited for.
    fn signal(child: &Child, signal: Signal) {
        // There may be nobody left.
        let _ = kill_process_group(Pid::from_child(child), signal);
    }

    /// How the process ended; `None` while it runs. It is not yet waited for, so that its
    /// number stays taken.
    pub fn ended(child: &mut Child) -> Option<String> {
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), how).ok().flatten()?;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "it is gone".into(),
        })
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::process::{Child, Command};

    /// There are no groups here.
    pub fn prepare(_: &mut Command) {}

    /// This system cannot limit the memory of another process.
    pub fn restrict(_: &Child, _: u64) {}

    /// There is but one way to end a process here.
    pub fn terminate(child: &mut Child) {
        end_at_once(child);
    }

    /// Ends the process.
    pub fn end_at_once(child: &mut Child) {
        let _ = child.kill();
    }

    /// How the process ended; `None` while it runs.
    pub fn ended(child: &mut Child) -> Option<String> {
        child.try_wait().ok().flatten().map(|status| status.to_string())
    }
}
