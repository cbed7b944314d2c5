//! Process groups, on systems that have them.

#[cfg(unix)]
pub use unix::{exit_status, kill, limit_memory, prepare, terminate};

#[cfg(not(unix))]
pub use elsewhere::{exit_status, kill, limit_memory, prepare, terminate};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::fs::chown;
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::{Child, Command};

    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, geteuid, kill_process_group, waitid,
    };

    /// The user without rights.
    const NOBODY: u32 = 65534;

    /// Makes the process the leader of its own group. It never runs as root: then it becomes
    /// nobody, and its folder, too.
    pub fn prepare(command: &mut Command, folder: &Path) -> io::Result<()> {
        command.process_group(0);
        if geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
            chown(folder, Some(NOBODY), Some(NOBODY))?;
        }
        Ok(())
    }

    /// Limits the memory of each process of the group, in bytes. Only writable memory counts,
    /// because programs reserve more addresses than they use.
    #[cfg(target_os = "linux")]
    pub fn limit_memory(child: &Child, memory: u64) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limit = Rlimit { current: Some(memory), maximum: Some(memory) };
        // A process that has ended needs no limit.
        let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, limit);
    }

    /// This system cannot limit the memory of another process.
    #[cfg(not(target_os = "linux"))]
    pub fn limit_memory(_: &Child, _: u64) {}

    /// Sends SIGTERM to the group.
    pub fn terminate(child: &mut Child) {
        signal(child, Signal::TERM);
    }

    /// Sends SIGKILL to the group.
    pub fn kill(child: &mut Child) {
        signal(child, Signal::KILL);
    }

    /// The id of the group is that of the process, which is not reused before the process is
    /// reaped.
    fn signal(child: &Child, signal: Signal) {
        // The group may have ended.
        let _ = kill_process_group(Pid::from_child(child), signal);
    }

    /// How the process ended; `None` while it runs. It is not reaped yet, so that its id stays
    /// reserved.
    pub fn exit_status(child: &mut Child) -> Option<String> {
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
    use std::io;
    use std::path::Path;
    use std::process::{Child, Command};

    /// This system has no groups.
    pub fn prepare(_: &mut Command, _: &Path) -> io::Result<()> {
        Ok(())
    }

    /// This system cannot limit the memory of another process.
    pub fn limit_memory(_: &Child, _: u64) {}

    /// This system has only one way to end a process.
    pub fn terminate(child: &mut Child) {
        kill(child);
    }

    pub fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    /// How the process ended; `None` while it runs.
    pub fn exit_status(child: &mut Child) -> Option<String> {
        child.try_wait().ok().flatten().map(|status| status.to_string())
    }
}
