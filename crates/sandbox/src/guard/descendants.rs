//! The descendants of this process.

use std::collections::HashMap;
use std::fs;
use std::process;
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::param::page_size;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

const RETRY: Duration = Duration::from_millis(2);

/// What the buffers of a socket can hold.
const FULL: u64 = 416 << 10;

const USUAL_DESCRIPTORS: u64 = 64;

/// The resources that all descendants use together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub processes: usize,
    pub memory: u64,
    pub files: u64,
}

/// What all descendants use, except the first process of their namespaces. Where nothing counts
/// what is in their pipes and sockets, every descriptor is taken for full.
pub fn usage(first: Option<Pid>, counts_descriptors: bool) -> Usage {
    let mut descendants = all();
    descendants.retain(|&pid| Pid::from_raw(pid) != first);
    let pages: u64 = descendants.iter().filter_map(|&pid| resident_pages(pid)).sum();
    let mut memory = pages * page_size() as u64;
    if counts_descriptors {
        memory += descendants.iter().map(|&pid| surplus_descriptors(pid)).sum::<u64>() * FULL;
    }
    Usage { processes: descendants.len(), memory, files: 0 }
}

/// How many more descriptors a process has than programs usually need.
fn surplus_descriptors(pid: i32) -> u64 {
    let count = fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count) as u64;
    count.saturating_sub(USUAL_DESCRIPTORS)
}

/// The number of threads in the whole system. It is cheap to read, and grows when an engine starts
/// many processes.
pub fn tasks_of_system() -> usize {
    let tasks = |text: String| {
        let (_, tasks) = text.split(' ').nth(3)?.split_once('/')?;
        tasks.parse().ok()
    };
    fs::read_to_string("/proc/loadavg").ok().and_then(tasks).unwrap_or(0)
}

/// Kills all descendants. This process is a subreaper, so orphans become its children, and none is
/// left when it has no children.
pub fn kill_all() {
    loop {
        for pid in all() {
            if let Some(pid) = Pid::from_raw(pid) {
                // The process may have ended. Its id is not reused before its parent has reaped it.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => (),
                Ok(None) => break,
                Err(_) => return,
            }
        }
        thread::sleep(RETRY);
    }
}

/// The ids of all descendants.
pub fn all() -> Vec<i32> {
    let own = process::id() as i32;
    // Not every kernel lists children.
    let parents = children(own).is_none().then(by_parent);
    let mut found = Vec::new();
    let mut open = vec![own];
    while let Some(pid) = open.pop() {
        let next = match &parents {
            Some(parents) => parents.get(&pid).cloned().unwrap_or_default(),
            None => children(pid).unwrap_or_default(),
        };
        open.extend(&next);
        found.extend(next);
    }
    found
}

/// The children of a process, of all its threads.
fn children(pid: i32) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for task in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        let list = fs::read_to_string(task.path().join("children")).ok()?;
        found.extend(list.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
    }
    Some(found)
}

/// The processes of the system by their parents.
fn by_parent() -> HashMap<i32, Vec<i32>> {
    let mut found: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok());
        if let Some((pid, parent)) = pid.and_then(|pid| Some((pid, parent(pid)?))) {
            found.entry(parent).or_default().push(pid);
        }
    }
    found
}

fn parent(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in parentheses, and may contain any character.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

fn resident_pages(pid: i32) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    statm.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn both_ways_to_find_descendants_agree() {
        let child = Command::new("/bin/sh").args(["-c", "read x"]).stdin(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let (own, pid) = (process::id() as i32, child.id() as i32);
        assert!(by_parent()[&own].contains(&pid));
        if let Some(children) = children(own) {
            assert!(children.contains(&pid));
        }
        assert!(all().contains(&pid));
        assert!(usage(None, false).memory > 0 && tasks_of_system() > 1);
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(!all().contains(&pid));
    }
}
