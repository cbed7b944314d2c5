//! How much memory searches may take.

/// The budget if the size of the machine is unknown.
const UNKNOWN: u64 = 1 << 30;

/// A quarter of the memory of the machine, or of what this process may use.
pub fn default_budget() -> u64 {
    let known = [machine_bytes("MemTotal:"), group_bytes()].into_iter().flatten().min();
    known.map_or(UNKNOWN, |bytes| bytes / 4)
}

/// How much more memory is available now, if the system tells.
pub fn available_bytes() -> Option<u64> {
    [machine_bytes("MemAvailable:"), group_bytes()].into_iter().flatten().min()
}

/// A value of `/proc/meminfo`.
#[cfg(target_os = "linux")]
fn machine_bytes(word: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// This system has no `/proc/meminfo`.
#[cfg(not(target_os = "linux"))]
fn machine_bytes(_: &str) -> Option<u64> {
    None
}

/// The memory limit of the control group of this process.
fn group_bytes() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let file = format!("/sys/fs/cgroup/{group}/memory.max");
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_a_part_of_the_machine() {
        let budget = default_budget();
        assert!(budget > 16 << 20, "{budget}");
        assert!(machine_bytes("MemTotal:").is_none_or(|bytes| budget <= bytes / 4), "{budget}");
    }

    #[test]
    fn what_is_available_is_a_part_of_the_machine() {
        if let (Some(available), Some(all)) = (available_bytes(), machine_bytes("MemTotal:")) {
            assert!((1 << 20..=all).contains(&available), "{available} of {all}");
        }
    }
}
