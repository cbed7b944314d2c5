//! The control group of a stranger's program, in which the kernel counts its memory: whatever a
//! process has mapped, shares, has in pipes or in files that are held in memory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::Duration;

use nix::unistd::geteuid;
use rustix::process::{Pid, test_kill_process};

use super::orders::Orders;

/// The start of a group's name; the id of its guard follows.
const NAME: &str = "agon-";

/// The group for processes that were in the group of this program before.
const REST: &str = "agon-rest";

/// How often to try to remove a group whose processes have just ended.
const TRIES: u32 = 50;

const RETRY: Duration = Duration::from_millis(2);

/// A group for one program. Dropping it removes it.
pub struct Cgroup {
    folder: PathBuf,
    /// The file that counts processes that were ended because of their memory.
    events: &'static str,
}

impl Cgroup {
    /// Creates a group with these limits. The error says why the kernel cannot count here.
    pub fn create(orders: &Orders) -> Result<Cgroup, String> {
        orders.allow("cgroup")?;
        let Some(memory) = orders.memory else { return Err("it has no limit".into()) };
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (mounts, own) = (read("/proc/self/mounts"), read("/proc/self/cgroup"));
        let place = Place::find(&mounts, &own).ok_or("there is no cgroup with memory")?;
        let text = |error: io::Error| format!("{}: {error}", place.folder().display());
        let parent = place.prepare().map_err(text)?;
        let folder = parent.join(format!("{NAME}{}", process::id()));
        fs::create_dir(&folder).map_err(text)?;
        let (events, limits): (_, &[(&str, u64)]) = match place {
            Place::Unified(_) => (
                "memory.events",
                &[
                    ("memory.max", memory),
                    ("memory.swap.max", 0),
                    ("memory.oom.group", 1),
                    ("pids.max", orders.tasks),
                ],
            ),
            Place::Memory(_) => (
                "memory.oom_control",
                &[("memory.limit_in_bytes", memory), ("memory.memsw.limit_in_bytes", memory)],
            ),
        };
        let group = Cgroup { folder, events };
        for (place, (name, value)) in limits.iter().enumerate() {
            let set = fs::write(group.folder.join(name), value.to_string());
            // Not every kernel has the others, and the guard counts tasks, too.
            if place == 0 {
                set.map_err(text)?;
            }
        }
        Ok(group)
    }

    /// The file to which a process writes 0 to join.
    pub fn door(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }

    /// Whether the kernel has ended a process because of its memory.
    pub fn is_exceeded(&self) -> bool {
        let events = fs::read_to_string(self.folder.join(self.events)).unwrap_or_default();
        let count = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        count.is_some_and(|count| count.trim() != "0")
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for _ in 0..TRIES {
            if fs::remove_dir(&self.folder).is_ok() {
                return;
            }
            thread::sleep(RETRY);
        }
    }
}

/// Removes groups whose guard was killed. A group with processes cannot be removed.
pub fn sweep() {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let Some(place) = Place::find(&read("/proc/self/mounts"), &read("/proc/self/cgroup")) else {
        return;
    };
    for entry in fs::read_dir(place.folder()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse().ok());
        if id.and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_err()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Where groups can be made.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// Below this folder of the one hierarchy (cgroup v2).
    Unified(PathBuf),
    /// Below this folder of the hierarchy for memory (cgroup v1).
    Memory(PathBuf),
}

impl Place {
    /// Finds the place in the list of mounts and the list of the groups of this process.
    fn find(mounts: &str, own: &str) -> Option<Place> {
        let mounted = |kind: &str, option: &str| {
            mounts.lines().find_map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                let [_, folder, found, options, ..] = words[..] else { return None };
                let has_option = option.is_empty() || options.split(',').any(|o| o == option);
                (found == kind && has_option).then(|| PathBuf::from(folder))
            })
        };
        let group = |controller: &str| {
            own.lines().find_map(|line| {
                let mut parts = line.splitn(3, ':').skip(1);
                let is_found = parts.next()?.split(',').any(|name| name == controller);
                is_found.then_some(parts.next()?.trim_start_matches('/'))
            })
        };
        if let Some(root) = mounted("cgroup", "memory") {
            return Some(Place::Memory(root.join(group("memory")?)));
        }
        let root = mounted("cgroup2", "")?;
        // Administrators make groups at the top, where no process stands in the way.
        let own = if geteuid().is_root() { "" } else { group("")? };
        let folder = root.join(own);
        let controllers = fs::read_to_string(folder.join("cgroup.controllers")).ok()?;
        controllers
            .split_whitespace()
            .any(|name| name == "memory")
            .then_some(Place::Unified(folder))
    }

    fn folder(&self) -> &Path {
        match self {
            Place::Unified(folder) | Place::Memory(folder) => folder,
        }
    }

    /// Makes the groups in it count memory.
    fn prepare(&self) -> io::Result<&Path> {
        let Place::Unified(folder) = self else { return Ok(self.folder()) };
        let control = folder.join("cgroup.subtree_control");
        let is_on = |control: &str| control.split_whitespace().any(|name| name == "memory");
        if is_on(&fs::read_to_string(&control)?) {
            return Ok(folder);
        }
        // Groups with `cpu` have equal shares of the processors.
        let controllers = ["+memory +pids +cpu", "+memory +pids", "+memory"];
        if controllers.iter().any(|names| fs::write(&control, names).is_ok()) {
            return Ok(folder);
        }
        // A group either has processes or divides its memory. Only a group that was handed to this
        // user for itself lets it move them.
        if !geteuid().is_root() {
            let rest = folder.join(REST);
            let _ = fs::create_dir(&rest);
            for pid in fs::read_to_string(folder.join("cgroup.procs"))?.lines() {
                // A process may have ended.
                let _ = fs::write(rest.join("cgroup.procs"), pid);
            }
        }
        fs::write(&control, "+memory")?;
        Ok(folder)
    }
}
