//! How well this system holds strangers' programs: found by trying, with what is missing, why, and
//! what would help.

use std::fmt::{self, Display};
use std::sync::{Once, OnceLock};

use agon_host::{Failure, notice};

/// The variable that names parts of the sandbox that must not be used, to see what a lesser system
/// does: `namespaces`, `bubblewrap`, `cgroup`, `landlock`.
pub const WITHOUT: &str = "AGON_SANDBOX_WITHOUT";

/// How well programs are held, from the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not at all.
    Unprotected,
    /// They are kept from files, network and harmful system calls, but see other processes.
    Filtered,
    /// In a world of their own; Agon estimates their memory.
    Estimated,
    /// In a world of their own; the kernel counts their memory.
    Counted,
}

/// How a program is separated from the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By namespaces of our own.
    Namespaces,
    /// By namespaces that bubblewrap makes, where the system lets only that.
    Bubblewrap,
    /// Not at all: its process is only restricted.
    Filter,
}

impl Method {
    pub const ALL: [Method; 3] = [Method::Namespaces, Method::Bubblewrap, Method::Filter];

    pub fn name(self) -> &'static str {
        match self {
            Method::Namespaces => "namespaces",
            Method::Bubblewrap => "bubblewrap",
            Method::Filter => "filter",
        }
    }

    pub fn read(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// What a trial of a method found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// Why the kernel does not count memory, if it does not.
    pub uncounted: Option<String>,
    /// What is not restricted, and why.
    pub open: Vec<String>,
}

/// How this system holds programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    pub level: Level,
    pub method: Option<Method>,
    /// What is missing for the next level, and why.
    causes: Vec<String>,
    remedy: Option<&'static str>,
}

impl Sandbox {
    /// The sandbox of this system, tried once.
    pub fn of_this_system() -> &'static Sandbox {
        static FOUND: OnceLock<Sandbox> = OnceLock::new();
        FOUND.get_or_init(|| Sandbox::choose(super::try_method))
    }

    /// Takes the first method that works.
    fn choose(try_method: impl Fn(Method) -> Result<Trial, String>) -> Sandbox {
        let mut causes = Vec::new();
        for method in Method::ALL {
            match try_method(method) {
                Ok(trial) => return Sandbox::of(method, trial, causes),
                Err(cause) => causes.push(format!("{}: {cause}", method.name())),
            }
        }
        let remedy = Some("run strangers' programs in a virtual machine with Linux");
        if cfg!(not(target_os = "linux")) {
            causes = vec!["this system has no sandbox that Agon can use".into()];
        }
        Sandbox { level: Level::Unprotected, method: None, causes, remedy }
    }

    fn of(method: Method, trial: Trial, failed: Vec<String>) -> Sandbox {
        let (level, causes, remedy) = match (method, trial.uncounted) {
            (Method::Filter, _) => {
                let causes: Vec<String> = failed.into_iter().chain(trial.open).collect();
                let remedy = Some(remedy(&causes.join("; ")));
                (Level::Filtered, causes, remedy)
            }
            (_, None) => (Level::Counted, Vec::new(), None),
            (_, Some(cause)) => (Level::Estimated, vec![cause], Some(COUNTING)),
        };
        Sandbox { level, method: Some(method), causes, remedy }
    }

    /// An error if programs are held less well than `least`, or than the user requires.
    fn check(&self, least: Level) -> Result<(), Failure> {
        let least = least.max(*REQUIRED.get().unwrap_or(&Level::Unprotected));
        if self.level >= least || REQUIRED.get() == Some(&Level::Unprotected) {
            return Ok(());
        }
        Err(Failure::refused(format!(
            "{self}; nothing was started: see --require-sandbox and --weak-sandbox"
        )))
    }
}

/// The least level that the user requires. With [`Level::Unprotected`] any level will do.
static REQUIRED: OnceLock<Level> = OnceLock::new();

/// Sets the level below which nothing is started, for this process.
pub fn require(least: Level) {
    // It is set once, from the command line.
    let _ = REQUIRED.set(least);
}

/// How programs are held here; an error if that is less than `least`, or than the user requires.
pub fn ready(least: Level) -> Result<&'static Sandbox, Failure> {
    let sandbox = Sandbox::of_this_system();
    sandbox.check(least).map(|()| sandbox)
}

/// As [`ready`], and tells the user once how programs are held.
pub fn announce(least: Level) -> Result<(), Failure> {
    static TOLD: Once = Once::new();
    let sandbox = ready(least)?;
    TOLD.call_once(|| notice(sandbox));
    Ok(())
}

/// What lets the kernel count memory.
const COUNTING: &str =
    "`systemd-run --user --scope -p Delegate=yes agon ...`, or in a container a writable cgroup";

/// What helps against these causes.
fn remedy(causes: &str) -> &'static str {
    let has = |word: &str| causes.contains(word);
    if has("mount proc") {
        "in a container, start it with `--security-opt systempaths=unconfined`"
    } else if has("bwrap: ") || has("bubblewrap is not installed") {
        "install bubblewrap 0.8 or later (`apt-get install bubblewrap`), or let this program make user namespaces (`sysctl kernel.apparmor_restrict_unprivileged_userns=0`; in a container `--security-opt seccomp=unconfined`)"
    } else {
        "let this program make user namespaces (`sysctl user.max_user_namespaces=10000`)"
    }
}

/// A line for reports.
impl Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.level {
            Level::Unprotected => "programs are not sandboxed",
            Level::Filtered => {
                "programs are only filtered: they see other programs, and their disk space is not limited"
            }
            Level::Estimated => "programs run sandboxed, their memory estimated",
            Level::Counted => "programs run sandboxed, their memory counted by the kernel",
        })?;
        if !self.causes.is_empty() {
            write!(f, " ({})", self.causes.join("; "))?;
        }
        self.remedy.map_or(Ok(()), |remedy| write!(f, "; to do better: {remedy}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of a system on which the methods have these results.
    fn line(results: [Result<Trial, &str>; 3]) -> String {
        let find = |method: Method| {
            let place = Method::ALL.iter().position(|other| *other == method).unwrap();
            results[place].clone().map_err(String::from)
        };
        Sandbox::choose(find).to_string()
    }

    #[test]
    fn a_lesser_system_is_told_with_its_cause_and_a_remedy() {
        let whole = Trial::default();
        let uncounted = |cause: &str| Trial { uncounted: Some(cause.into()), open: Vec::new() };
        let open =
            Trial { uncounted: None, open: vec!["files are not restricted: no Landlock".into()] };
        let missing = || Err("bubblewrap is not installed");
        for (results, parts) in [
            ([Ok(whole.clone()), missing(), missing()], ["counted by the kernel", "", ""]),
            (
                [Ok(uncounted("/sys/fs/cgroup: Read-only file system")), missing(), missing()],
                ["their memory estimated", "Read-only file system", "systemd-run --user --scope"],
            ),
            (
                [Err("new users: EPERM"), Ok(whole.clone()), missing()],
                ["counted by the kernel", "", ""],
            ),
            (
                [Err("new users: EPERM"), missing(), Ok(whole.clone())],
                [
                    "only filtered",
                    "new users: EPERM; bubblewrap: bubblewrap is not",
                    "apt-get install bubblewrap",
                ],
            ),
            (
                [Err("new users: EPERM"), Err("bwrap: Unknown option --disable-userns"), Ok(open)],
                [
                    "Unknown option",
                    "files are not restricted: no Landlock",
                    "bubblewrap 0.8 or later",
                ],
            ),
            (
                [Err("cannot mount proc: EPERM"), Err("it would leave root"), Ok(whole)],
                ["only filtered", "cannot mount proc", "systempaths=unconfined"],
            ),
            (
                [Err("new users: ENOSPC"), Err("says so"), Err("system calls: EINVAL")],
                ["programs are not sandboxed", "filter: system calls: EINVAL", "a virtual machine"],
            ),
        ] {
            let line = line(results);
            for part in parts {
                assert!(line.contains(part), "{part}: {line}");
            }
        }
    }
}
