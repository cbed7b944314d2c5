//! Namespaces of a stranger's program: it sees no other process, and only the files that it may
//! read. The first process in them makes them, and ends whoever is left when the guard ends.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, setns, unshare};
use nix::unistd::{Uid, geteuid, getgid, getuid, pivot_root};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{DumpableBehavior, Pid, WaitOptions, set_dumpable_behavior, wait};
use rustix::thread::{
    CapabilitySet, CapabilitySets, configure_capability_in_ambient_set, set_capabilities,
};

use super::orders::Orders;
use super::{FIRST, THIS_PROGRAM};

/// The read-only parts of the system, if they exist.
pub const SYSTEM: [&str; 14] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/sbin",
    "/etc",
    "/opt",
    "/nix",
    "/snap",
    "/gnu",
    "/sys/devices/system/cpu",
    // The package database of Debian's ghc.
    "/var/lib/ghc",
];

/// Devices that hold no data.
pub const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The file system in memory that a program can write to. What it may read of the system's own is
/// shown in it, too.
pub const TEMPORARY: &str = "/tmp";

/// The folder of a program in its namespaces, which is empty at first.
pub const HOME: &str = "/tmp/home";

/// Links to what every program expects.
pub const LINKS: [(&str, &str); 6] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
    (HOME, "/dev/shm"),
    (HOME, "/var/tmp"),
];

/// The most bytes of files that only their owner can read, which are copied for a program that
/// runs as another user.
const MOST_COPIED: u64 = 256 << 20;

/// The most files and folders in folders that only their owner can read.
const MOST_SHOWN: usize = 10_000;

/// The root file system as it was, while the new one is made.
const OLD: &str = "/old";

/// The namespaces that the first process makes. The guard makes those of processes and users.
const NAMESPACES: [(CloneFlags, &str); 4] = [
    (CloneFlags::CLONE_NEWIPC, "ipc"),
    (CloneFlags::CLONE_NEWNET, "net"),
    (CloneFlags::CLONE_NEWUTS, "uts"),
    // Last, because the others are found in the old file system.
    (CloneFlags::CLONE_NEWNS, "mnt"),
];

/// How often the first process looks for orphans that have ended.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// The first process of the namespaces. They end with it, and it ends when this is dropped or the
/// guard has ended.
pub struct Namespaces {
    first: Child,
}

impl Namespaces {
    /// Makes the namespaces for the later children of this process, the guard.
    pub fn make(orders: &Orders) -> Result<Namespaces, String> {
        orders.allow("namespaces")?;
        let (user, group) = (getuid(), getgid());
        if geteuid().is_root() {
            unshare(CloneFlags::CLONE_NEWPID).map_err(|error| format!("new processes: {error}"))?;
        } else {
            unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID)
                .map_err(|error| format!("new users: {error}"))?;
            map_user(user, group).map_err(|error| format!("new users: {error}"))?;
            keep_capabilities().map_err(|error| format!("capabilities: {error}"))?;
        }
        let mut first = Command::new(THIS_PROGRAM)
            .arg0("agon")
            .arg(FIRST)
            .args(orders.write())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut failure = String::new();
        if let Some(mut stderr) = first.stderr.take() {
            stderr.read_to_string(&mut failure).map_err(|error| error.to_string())?;
        }
        let namespaces = Namespaces { first };
        if failure.is_empty() { Ok(namespaces) } else { Err(failure) }
    }

    /// The first process, as the guard sees it.
    pub fn first(&self) -> Pid {
        Pid::from_child(&self.first)
    }
}

/// The bytes and the number of the files that a program has written, of which this is a process.
pub fn written(process: Pid) -> (u64, u64) {
    let folder = format!("/proc/{}/root{HOME}", process.as_raw_nonzero());
    let Ok(about) = rustix::fs::statvfs(folder) else { return (0, 0) };
    ((about.f_blocks - about.f_bfree) * about.f_frsize, about.f_files - about.f_ffree)
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        let _ = self.first.kill();
        let _ = self.first.wait();
    }
}

/// Maps the user of this process, and no other, to itself.
fn map_user(user: Uid, group: nix::unistd::Gid) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Lets children keep the capabilities of the new user namespace that they need to make the
/// others. The launcher gives them up.
fn keep_capabilities() -> rustix::io::Result<()> {
    let kept = CapabilitySet::SYS_ADMIN | CapabilitySet::SYS_CHROOT | CapabilitySet::SYS_PTRACE;
    set_capabilities(None, CapabilitySets { effective: kept, permitted: kept, inheritable: kept })?;
    kept.iter().try_for_each(|capability| configure_capability_in_ambient_set(capability, true))
}

/// Moves this process into the namespaces of another.
pub fn join(first: u32) -> Result<(), String> {
    let text = |error: io::Error| error.to_string();
    let mut files = Vec::new();
    for (flag, name) in NAMESPACES {
        files.push((flag, File::open(format!("/proc/{first}/ns/{name}")).map_err(text)?));
    }
    for (flag, file) in files {
        setns(file, flag).map_err(|error| format!("{flag:?}: {error}"))?;
    }
    Ok(())
}

/// Runs the first process: makes the namespaces, and ends when the guard ends.
pub fn run_first(orders: &Orders) -> ExitCode {
    if let Err(reason) = make_root(orders) {
        let _ = io::stderr().write_all(reason.as_bytes());
        return ExitCode::FAILURE;
    }
    let null = File::options().write(true).open("/dev/null");
    // The pipe closes, which tells the guard that everything is ready.
    let hidden = null.and_then(|null| Ok(rustix::stdio::dup2_stderr(&null)?));
    let none = CapabilitySet::empty();
    let dropped = set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    );
    // The program may have the same user.
    let closed = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    if hidden.is_err() || dropped.is_err() || closed.is_err() {
        return ExitCode::FAILURE;
    }
    loop {
        let stdin = io::stdin();
        let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
        if matches!(poll(&mut fds, Some(&TICK)), Ok(1..)) {
            return ExitCode::SUCCESS;
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }
}

/// Replaces the file system by one that has only what the program may read, and its folder.
fn make_root(orders: &Orders) -> Result<(), String> {
    let all = NAMESPACES.iter().fold(CloneFlags::empty(), |all, (flag, _)| all | *flag);
    unshare(all).map_err(|error| format!("new namespaces: {error}"))?;
    let none = None::<&str>;
    step("/", mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none))?;
    // The place does not matter: nothing below it is lost.
    let base = ["/tmp", "/usr"].into_iter().find(|path| Path::new(path).is_dir()).unwrap_or("/");
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let size = format!("mode=0755,size={}", MOST_COPIED + (16 << 20));
    step(base, mount(Some("agon"), base, Some("tmpfs"), safe, Some(size.as_str())))?;
    let old = format!("{base}{OLD}");
    fs::create_dir(&old).map_err(|error| format!("{old}: {error}"))?;
    step("the root", pivot_root(base, old.as_str()))?;
    step("the root", nix::unistd::chdir("/"))?;
    let mut root = Root { copied: 0, shown: 0 };
    make_folder("/proc")?;
    let quiet = safe | MsFlags::MS_NOEXEC;
    let proc = mount(Some("proc"), "/proc", Some("proc"), quiet | MsFlags::MS_RDONLY, none);
    proc.map_err(|error| format!("cannot mount proc: {error}"))?;
    for device in orders.devices() {
        root.bind(Path::new(device))?;
    }
    make_folder(TEMPORARY)?;
    let owner = orders.user.map_or((getuid().as_raw(), getgid().as_raw()), |user| (user, user));
    let home = format!(
        "mode=0700,size={},nr_inodes={},uid={},gid={}",
        orders.disk, orders.files, owner.0, owner.1
    );
    step(TEMPORARY, mount(Some("agon"), TEMPORARY, Some("tmpfs"), safe, Some(home.as_str())))?;
    make_folder(HOME)?;
    step_io(HOME, chown(HOME, Some(owner.0), Some(owner.1)))?;
    for (target, link) in LINKS {
        make_folder(Path::new(link).parent().unwrap_or(Path::new("/")))?;
        step_io(link, symlink(target, link))?;
    }
    for path in SYSTEM {
        root.show(Path::new(path), false)?;
    }
    for path in &orders.readable {
        root.show(path, true)?;
    }
    step("the old root", umount2(OLD, MntFlags::MNT_DETACH))?;
    step_io(OLD, fs::remove_dir(OLD))?;
    make_read_only()
}

/// The new file system while it is made.
struct Root {
    copied: u64,
    shown: usize,
}

impl Root {
    /// Shows a file or folder of the old file system at the same place of the new one, unless it
    /// is missing or seen there already. What only root can read is copied, if the program may read
    /// all of it.
    fn show(&mut self, path: &Path, copies: bool) -> Result<(), String> {
        if path.parent().is_none() || ["/proc", "/dev"].iter().any(|own| path.starts_with(own)) {
            return Ok(());
        }
        self.shown += 1;
        if self.shown > MOST_SHOWN {
            return Err(format!(
                "{} and others are more than {MOST_SHOWN} files in folders that only root can read: chmod a+rX lets the program read them",
                path.display()
            ));
        }
        let ancestors: Vec<&Path> = path.ancestors().collect();
        for link in ancestors.into_iter().rev() {
            if let Ok(target) = fs::read_link(old(link)) {
                return self.follow(link, &target, path, copies);
            }
        }
        let Ok(about) = fs::symlink_metadata(old(path)) else { return Ok(()) };
        let is_seen = path.exists();
        let needed = if about.is_dir() { 0o005 } else { 0o004 };
        let is_hidden = copies && geteuid().is_root() && about.mode() & needed != needed;
        if !is_hidden {
            return if is_seen { Ok(()) } else { self.bind(path) };
        }
        if about.is_file() {
            return self.copy(path, about.len());
        }
        if is_seen || !about.is_dir() {
            return Ok(());
        }
        make_folder(path)?;
        let wrong = |error: io::Error| format!("{}: {error}", path.display());
        for entry in fs::read_dir(old(path)).map_err(wrong)? {
            self.show(&path.join(entry.map_err(wrong)?.file_name()), copies)?;
        }
        Ok(())
    }

    /// Shows a link on the way to a path, and what it leads to.
    fn follow(
        &mut self,
        link: &Path,
        target: &Path,
        path: &Path,
        copies: bool,
    ) -> Result<(), String> {
        let folder = link.parent().unwrap_or(link);
        if link.symlink_metadata().is_err() {
            make_folder(folder)?;
            step_io(&link.display().to_string(), symlink(target, link))?;
        }
        let rest = path.strip_prefix(link).unwrap_or(Path::new(""));
        self.show(&without_dots(&folder.join(target).join(rest)), copies)
    }

    fn bind(&mut self, path: &Path) -> Result<(), String> {
        let source = old(path);
        let Ok(about) = fs::metadata(&source) else { return Ok(()) };
        if about.is_dir() {
            make_folder(path)?;
        } else {
            make_folder(path.parent().unwrap_or(path))?;
            step_io(&path.display().to_string(), File::create(path).map(drop))?;
        }
        let how = MsFlags::MS_BIND | MsFlags::MS_REC;
        let name = path.display().to_string();
        step(&name, mount(Some(&source), path, None::<&str>, how, None::<&str>))
    }

    /// Copies a file that only its owner can read, over what is seen at its place.
    fn copy(&mut self, path: &Path, size: u64) -> Result<(), String> {
        let wrong = |error: io::Error| format!("{}: {error}", path.display());
        self.copied += size;
        if self.copied > MOST_COPIED {
            return Err(format!(
                "{} and others are more than {} MiB that only root can read: chmod a+r lets the program read them",
                path.display(),
                MOST_COPIED >> 20
            ));
        }
        let is_seen = path.exists();
        let target = match is_seen {
            true => PathBuf::from(format!("/.copy-{}", self.shown)),
            false => path.to_path_buf(),
        };
        make_folder(target.parent().unwrap_or(path))?;
        fs::copy(old(path), &target).map_err(wrong)?;
        let mode = fs::metadata(&target).map_err(wrong)?.mode() | 0o444;
        fs::set_permissions(&target, fs::Permissions::from_mode(mode)).map_err(wrong)?;
        if !is_seen {
            return Ok(());
        }
        let name = path.display().to_string();
        step(&name, mount(Some(&target), path, None::<&str>, MsFlags::MS_BIND, None::<&str>))
    }
}

/// The path without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let mut found = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::Normal(name) => found.push(name),
            Component::ParentDir => drop(found.pop()),
            _ => (),
        }
    }
    found
}

/// Where a path of the old file system is while the new one is made.
fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn make_folder(path: impl AsRef<Path>) -> Result<(), String> {
    let path = path.as_ref();
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn step(what: &str, result: nix::Result<()>) -> Result<(), String> {
    result.map_err(|error| format!("cannot mount {what}: {error}"))
}

fn step_io(what: &str, result: io::Result<()>) -> Result<(), String> {
    result.map_err(|error| format!("{what}: {error}"))
}

/// Makes everything read-only but the program's folder and the devices.
fn make_read_only() -> Result<(), String> {
    let mounts = fs::read_to_string("/proc/self/mounts").map_err(|error| error.to_string())?;
    for line in mounts.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, place, _, options, ..] = words[..] else { continue };
        let place = unescape(place);
        if place == Path::new(TEMPORARY)
            || place == Path::new("/proc")
            || place.starts_with("/dev/")
        {
            continue;
        }
        let mut flags = MsFlags::MS_REMOUNT
            | MsFlags::MS_BIND
            | MsFlags::MS_RDONLY
            | MsFlags::MS_NOSUID
            | MsFlags::MS_NODEV;
        if options.split(',').any(|option| option == "noexec") {
            flags |= MsFlags::MS_NOEXEC;
        }
        let none = None::<&str>;
        let name = format!("{} read-only", place.display());
        step(&name, mount(none, &place, none, flags, none))?;
    }
    Ok(())
}

/// A path in the list of mounts, where blanks are written in octal.
fn unescape(word: &str) -> PathBuf {
    let mut text = word.to_string();
    for (code, character) in [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")] {
        text = text.replace(code, character);
    }
    text.into()
}
