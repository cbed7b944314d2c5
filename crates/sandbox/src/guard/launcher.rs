//! The launcher restricts itself, and then becomes the engine.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::net::UdpSocket;
use std::os::fd::AsFd as _;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{convert::Infallible, env};

use agon_core::quote;
use landlock::{
    ABI, Access as _, AccessFs, BitFlags, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid, getuid, setgroups, setresgid, setresuid};
use rustix::fs::{FileType, MemfdFlags, fchown, fstat, memfd_create};
use rustix::process::{
    Resource, Rlimit, Signal, getppid, getrlimit, set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};

use super::namespaces::{self, HOME, SYSTEM, TEMPORARY};
use super::orders::Orders;
use super::{LAUNCH, bubblewrap, system_calls};
use crate::level::Method;

/// The number of open files, where the kernel counts what their buffers hold, and where not.
const OPEN_FILES: [u64; 2] = [1024, 256];

/// What the guard tells the launcher besides the orders.
pub struct Place {
    /// The descriptor of the pipe that becomes standard error.
    pub errors: i32,
    /// The first process of the namespaces to join.
    pub first: Option<u32>,
    /// The file to which a process writes 0 to join the cgroup; empty if it has joined.
    pub cgroup: Option<OsString>,
}

impl Place {
    pub fn write(&self) -> [OsString; 3] {
        let first = self.first.map_or_else(|| "-".into(), |first| first.to_string().into());
        let cgroup = self.cgroup.clone().unwrap_or_else(|| "-".into());
        [self.errors.to_string().into(), first, cgroup]
    }

    fn read(words: &mut impl Iterator<Item = OsString>) -> Option<Place> {
        let errors = words.next()?.to_str()?.parse().ok()?;
        let first = words.next()?.to_str()?.parse().ok();
        let cgroup = words.next().filter(|word| word != "-");
        Some(Place { errors, first, cgroup })
    }

    fn join_cgroup(&self) -> Result<(), String> {
        match self.cgroup.as_ref().filter(|door| !door.is_empty()) {
            Some(door) => fs::write(door, "0").map_err(|error| format!("its cgroup: {error}")),
            None => Ok(()),
        }
    }
}

/// Replaces this process with bubblewrap. Returns the reason on failure.
fn become_wrapper(mut place: Place, orders: &Orders) -> Result<Infallible, String> {
    place.join_cgroup()?;
    place.cgroup = place.cgroup.map(|_| OsString::new());
    let mut command = bubblewrap::command(orders)?;
    let error = command.arg(LAUNCH).args(place.write()).args(orders.write()).exec();
    Err(error.to_string())
}

/// Becomes the engine, or bubblewrap with a launcher in it; if that fails, writes the reason to
/// standard error.
pub fn launch(words: Vec<OsString>, is_wrapper: bool) -> ExitCode {
    let mut words = words.into_iter();
    let Some(place) = Place::read(&mut words) else { return ExitCode::from(2) };
    let Some(orders) = Orders::read(words) else { return ExitCode::from(2) };
    // This pipe closes when the engine begins, which tells the guard that it was started.
    let Ok(report) = rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3) else {
        return ExitCode::FAILURE;
    };
    let mut report = File::from(report);
    let done = match is_wrapper {
        true => become_wrapper(place, &orders),
        false => become_engine(&place, &orders, &mut report),
    };
    match done {
        Ok(never) => match never {},
        Err(reason) => {
            let _ = report.write_all(reason.as_bytes());
            ExitCode::from(u8::from(!reason.is_empty()))
        }
    }
}

/// Replaces this process with the engine, or tests the sandbox. Returns the reason on failure.
fn become_engine(place: &Place, orders: &Orders, report: &mut File) -> Result<Infallible, String> {
    let errors = OpenOptions::new().write(true).open(format!("/proc/self/fd/{}", place.errors));
    let errors = errors.or_else(|_| OpenOptions::new().write(true).open("/dev/null"));
    let _ = errors.map(|errors| rustix::stdio::dup2_stderr(&errors));
    let parent = getppid();
    place.join_cgroup()?;
    if let Some(first) = place.first {
        namespaces::join(first)?;
        env::set_current_dir(HOME).map_err(|error| format!("its folder: {error}"))?;
    }
    let open = restrict(orders, place.cgroup.is_some())?;
    if set_parent_process_death_signal(Some(Signal::KILL)).is_err() || getppid() != parent {
        return Err("its guard is gone".into());
    }
    if orders.words.is_empty() {
        let result = try_everything(orders.method).map(|()| open.join("\n"));
        let (mark, text) = match &result {
            Ok(open) => ("held\n", open),
            Err(possible) => ("fails\n", possible),
        };
        let _ = io::stdout().write_all(format!("{mark}{text}").as_bytes());
        return Err(String::new());
    }
    for (name, target) in &orders.links {
        // A name of something else that it has already is its own.
        let _ = symlink(target, name);
    }
    close_fds::set_fds_cloexec(3, &[]);
    if orders.method == Method::Bubblewrap {
        // Bubblewrap keeps the pipe open.
        let _ = report.write_all(b"\0");
    }
    let program = &orders.words[0];
    let error = Command::new(program).args(&orders.words[1..]).exec();
    let reason = format!("{}: {error}", quote(&program.to_string_lossy()));
    if orders.method == Method::Bubblewrap {
        let _ = io::stderr().write_all(reason.as_bytes());
    }
    Err(reason)
}

/// Restricts this process and its descendants. Returns what the system cannot restrict, and why.
fn restrict(orders: &Orders, is_counted: bool) -> Result<Vec<String>, String> {
    let text = |error: rustix::io::Errno| error.to_string();
    become_user(orders)?;
    if getuid().is_root() {
        return Err("programs do not run as root, and Agon may not become another user here".into());
    }
    drop_privileges().map_err(text)?;
    // Only writable memory counts, because programs reserve more addresses than they use.
    orders.memory.map_or(Ok(()), |memory| limit(Resource::Data, memory)).map_err(text)?;
    limit(Resource::Core, 0).map_err(text)?;
    limit(Resource::Fsize, orders.disk).map_err(text)?;
    limit(Resource::Nofile, OPEN_FILES[usize::from(!is_counted)]).map_err(text)?;
    if orders.method != Method::Filter {
        limit(Resource::Nproc, orders.tasks).map_err(text)?;
    }
    let folder = match orders.method {
        Method::Filter => env::current_dir().map_err(|error| error.to_string())?,
        _ => TEMPORARY.into(),
    };
    let mut open = Vec::new();
    let landlock = orders.allow("landlock");
    let signals = landlock.clone().and_then(|()| scope_signals().map_err(|e| e.to_string()));
    let files = landlock.and_then(|()| restrict_files(orders, &folder));
    if orders.method == Method::Filter {
        open.extend(files.err().map(|error| format!("files are not restricted: {error}")));
        open.extend(signals.err().map(|error| format!("signals are not restricted: {error}")));
    }
    // Last, so that the filter does not apply to the steps before.
    system_calls::filter(!is_counted, orders.method == Method::Filter)
        .map_err(|error| format!("system calls: {error}"))?;
    Ok(open)
}

fn become_user(orders: &Orders) -> Result<(), String> {
    let Some(user) = orders.user else { return Ok(()) };
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    // So that it can open them by name, as /dev/stdout.
    for pipe in [io::stdin().as_fd(), io::stdout().as_fd(), io::stderr().as_fd()] {
        if fstat(pipe).is_ok_and(|about| FileType::from_raw_mode(about.st_mode) == FileType::Fifo) {
            let _ = fchown(
                pipe,
                Some(rustix::fs::Uid::from_raw(user)),
                Some(rustix::fs::Gid::from_raw(user)),
            );
        }
    }
    let changed = setgroups(&[])
        .and_then(|()| setresgid(gid, gid, gid))
        .and_then(|()| setresuid(uid, uid, uid));
    changed.map_err(|error| format!("cannot become another user than root: {error}"))
}

fn drop_privileges() -> rustix::io::Result<()> {
    set_no_new_privs(true)?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
}

/// Sets a limit, unless a lower one is set.
fn limit(resource: Resource, wanted: u64) -> rustix::io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(wanted, |most| most.min(wanted));
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
}

/// Denies signals and abstract sockets to processes outside.
fn scope_signals() -> Result<(), RulesetError> {
    let scopes = Scope::Signal | Scope::AbstractUnixSocket;
    let ruleset =
        Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(scopes)?;
    ruleset.create()?.restrict_self().map(drop)
}

/// Denies all files but those that the engine needs.
fn restrict_files(orders: &Orders, folder: &Path) -> Result<(), String> {
    // Older kernels cannot deny truncation of files. They restrict what they can, which is less
    // than promised.
    let whole = rule_files(orders, folder, ABI::V3, CompatLevel::HardRequirement);
    match whole {
        Ok(RulesetStatus::FullyEnforced) => Ok(()),
        Ok(_) => Err("the kernel restricts them only in part".into()),
        Err(error) => {
            let _ = rule_files(orders, folder, ABI::V1, CompatLevel::BestEffort);
            Err(error.to_string())
        }
    }
}

fn rule_files(
    orders: &Orders,
    folder: &Path,
    abi: ABI,
    level: CompatLevel,
) -> Result<RulesetStatus, RulesetError> {
    let all = AccessFs::from_all(abi);
    let read = AccessFs::from_read(abi);
    let special: BitFlags<AccessFs> = AccessFs::MakeChar | AccessFs::MakeBlock;
    let devices: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile;
    let ruleset = Ruleset::default().set_compatibility(level).handle_access(all)?.create()?;
    let ruleset = ruleset
        .add_rules(path_beneath_rules(SYSTEM, read))?
        // The kernel shows a restricted process only the command lines of other processes.
        .add_rules(path_beneath_rules(["/proc"], read))?
        .add_rules(path_beneath_rules(&orders.readable, read))?
        .add_rules(path_beneath_rules(orders.devices(), devices))?
        .add_rules(path_beneath_rules([folder], all & !special))?;
    Ok(ruleset.restrict_self()?.ruleset)
}

/// Tries what must not be possible. The error says what was.
fn try_everything(method: Method) -> Result<(), String> {
    let possible = |what: &str| Err(format!("{what} was possible"));
    if memfd_create("trial", MemfdFlags::empty()).is_ok() {
        return possible("hidden memory");
    }
    if UdpSocket::bind("127.0.0.1:0").is_ok() {
        return possible("a socket");
    }
    if unshare(CloneFlags::CLONE_NEWUSER).is_ok() {
        return possible("a user namespace");
    }
    if method == Method::Filter {
        return Ok(());
    }
    let is_process = |entry: &fs::DirEntry| {
        entry.file_name().to_str().is_some_and(|name| name.bytes().all(|b| b.is_ascii_digit()))
    };
    let processes = fs::read_dir("/proc").map_err(|error| format!("/proc: {error}"))?;
    if processes.flatten().filter(is_process).count() > 3 {
        return possible("seeing other processes");
    }
    for path in ["/trial", "/etc/trial", "/dev/trial", "/usr/trial"] {
        if File::create(path).is_ok() {
            return possible(&format!("writing {path}"));
        }
    }
    let home = Path::new(HOME).join("trial");
    File::create(&home).and_then(|_| fs::remove_file(&home)).map_err(|e| format!("{HOME}: {e}"))
}
