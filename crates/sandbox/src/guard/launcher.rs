//! The launcher restricts itself, and then becomes the engine.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use agon_core::quote;
use landlock::{
    ABI, Access as _, AccessFs, BitFlags, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{
    Resource, Rlimit, Signal, getppid, getrlimit, set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};
use seccompiler::{SeccompAction, SeccompFilter, apply_filter};

use super::ERRORS;
use super::orders::Orders;
use crate::Restriction;

/// The read-only parts of the system, if they exist. In `/proc`, the kernel shows a restricted
/// process only the command lines of other processes.
const SYSTEM: [&str; 14] = [
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
    "/proc",
    "/sys/devices/system/cpu",
];

/// Devices that hold no data.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

const OPEN_FILES: u64 = 1024;

/// The bit of system calls of the x32 ABI, which shares the architecture of x86-64.
const X32: i64 = 0x4000_0000;

/// Becomes the engine; if that fails, writes the reason to standard error. With the argument
/// `probe`, prints the restrictions that this system can enforce.
pub fn launch(words: Vec<OsString>) -> ExitCode {
    if words == ["probe"] {
        return probe();
    }
    let Some(orders) = Orders::read(words) else { return ExitCode::from(2) };
    let reason = match become_engine(&orders) {
        Ok(never) => match never {},
        Err((reason, mut report)) => {
            let _ = report.write_all(reason.as_bytes());
            reason
        }
    };
    ExitCode::from(u8::from(!reason.is_empty()))
}

fn probe() -> ExitCode {
    let orders = Orders {
        memory: Some(4 << 30),
        file_size: 1 << 30,
        processes: 1,
        required: Vec::new(),
        readable: Vec::new(),
        words: Vec::new(),
    };
    let enforced: Vec<Restriction> = restrict(&orders, Path::new("/dev"))
        .into_iter()
        .filter_map(|(restriction, result)| result.is_ok().then_some(restriction))
        // The guard counts processes.
        .chain([Restriction::Processes])
        .collect();
    let list = Restriction::write_list(&enforced);
    let written = io::stdout().write_all(format!("{list}\n").as_bytes());
    ExitCode::from(u8::from(written.is_err()))
}

/// Replaces this process with the engine. On failure, returns the reason, and where to write it.
fn become_engine(orders: &Orders) -> Result<std::convert::Infallible, (String, File)> {
    // This pipe closes when the engine begins, which tells the guard that it was started.
    let stderr = rustix::io::fcntl_dupfd_cloexec(io::stderr(), 3);
    let errors = OpenOptions::new().write(true).open(ERRORS);
    let _ = fs::remove_file(ERRORS);
    let errors = errors.or_else(|_| OpenOptions::new().write(true).open("/dev/null"));
    let (Ok(stderr), Ok(errors)) = (stderr, errors) else { std::process::exit(1) };
    let _ = rustix::stdio::dup2_stderr(&errors);
    let report = File::from(stderr);
    let parent = getppid();
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if getppid() != parent {
        return Err(("its guard is gone".into(), report));
    }
    let folder = match env::current_dir() {
        Ok(folder) => folder,
        Err(error) => return Err((error.to_string(), report)),
    };
    for (restriction, result) in restrict(orders, &folder) {
        if let (Err(error), true) = (result, orders.required.contains(&restriction)) {
            return Err((format!("{} cannot be restricted: {error}", restriction.name()), report));
        }
    }
    // Orders have at least one word.
    let program = &orders.words[0];
    let error = Command::new(program).args(&orders.words[1..]).exec();
    Err((format!("{}: {error}", quote(&program.to_string_lossy())), report))
}

/// Restricts this process and its descendants, as far as the system can.
fn restrict(orders: &Orders, folder: &Path) -> Vec<(Restriction, Result<(), String>)> {
    let text = |error: rustix::io::Errno| error.to_string();
    let memory = orders.memory.map_or(Ok(()), |memory| limit(Resource::Data, memory));
    vec![
        (Restriction::Privileges, drop_privileges().map_err(text)),
        // Only writable memory counts, because programs reserve more addresses than they use.
        (Restriction::Memory, memory.and(limit(Resource::Core, 0)).map_err(text)),
        (Restriction::FileSize, limit(Resource::Fsize, orders.file_size).map_err(text)),
        (Restriction::OpenFiles, limit(Resource::Nofile, OPEN_FILES).map_err(text)),
        (Restriction::Signals, scope_signals().map_err(|error| error.to_string())),
        (Restriction::Files, restrict_files(orders, folder)),
        // Last, so that the filter does not apply to the steps before.
        (Restriction::Network, deny_network()),
    ]
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
        .add_rules(path_beneath_rules(&orders.readable, read))?
        .add_rules(path_beneath_rules(DEVICES, devices))?
        .add_rules(path_beneath_rules([folder], all & !special))?;
    Ok(ruleset.restrict_self()?.ruleset)
}

/// Denies sockets, except connected pairs. Kernel work queues could open sockets, so they are
/// denied, too.
fn deny_network() -> Result<(), String> {
    let mut calls = vec![libc::SYS_socket, libc::SYS_io_uring_setup];
    if cfg!(target_arch = "x86_64") {
        calls.extend([libc::SYS_socket | X32, libc::SYS_io_uring_setup | X32]);
    }
    let rules: BTreeMap<i64, _> = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let text = |error: seccompiler::BackendError| error.to_string();
    let arch = env::consts::ARCH.try_into().map_err(text)?;
    let denied = SeccompAction::Errno(libc::EACCES as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch).map_err(text)?;
    let program: seccompiler::BpfProgram = filter.try_into().map_err(text)?;
    apply_filter(&program).map_err(|error| error.to_string())
}
