//! Attacks on the sandbox of this system, by programs that are started as any stranger's program.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::PathBuf;

use agon_host::Failure;

use crate::{EngineIo as _, EngineLimits, Forfeit, Process, guard};

/// The attacks: a name, and a program in Python.
const ATTACKS: [(&str, &str); 19] = [
    ("kill", include_str!("../tests/attack/kill.py")),
    ("prlimit", include_str!("../tests/attack/prlimit.py")),
    ("ptrace", include_str!("../tests/attack/ptrace.py")),
    ("privileges", include_str!("../tests/attack/privileges.py")),
    ("memory", include_str!("../tests/attack/memory.py")),
    ("memfd", include_str!("../tests/attack/memfd.py")),
    ("zeros", include_str!("../tests/attack/zeros.py")),
    ("lease", include_str!("../tests/attack/lease.py")),
    ("sysv", include_str!("../tests/attack/sysv.py")),
    ("fork_bomb", include_str!("../tests/attack/fork_bomb.py")),
    ("threads", include_str!("../tests/attack/threads.py")),
    ("setsid", include_str!("../tests/attack/setsid.py")),
    ("fill_disk", include_str!("../tests/attack/fill_disk.py")),
    ("read_files", include_str!("../tests/attack/read_files.py")),
    ("read_memory", include_str!("../tests/attack/read_memory.py")),
    ("symlink", include_str!("../tests/attack/symlink.py")),
    ("write_outside", include_str!("../tests/attack/write_outside.py")),
    ("sockets", include_str!("../tests/attack/sockets.py")),
    ("descriptors", include_str!("../tests/attack/descriptors.py")),
];

/// How long an attack may take, in milliseconds.
const TIMEOUT: u64 = 20_000;

/// How long to wait for an answer of the program that is attacked, in milliseconds.
const PING_TIMEOUT: u64 = 5_000;

/// The key of the segment that an attack makes.
const SEGMENT: &str = "1095192398";

/// What became of an attack.
#[derive(Debug)]
pub struct Outcome {
    pub name: &'static str,
    /// What it tries.
    pub purpose: &'static str,
    /// What it achieved, if anything.
    pub success: Option<String>,
}

/// Attacks a program with each attack in turn, and hands over what became of it.
pub fn attack_all(mut handle: impl FnMut(Outcome) -> Result<(), Failure>) -> Result<(), Failure> {
    if crate::command_line::on_path("python3").is_none() {
        return Err(Failure::refused(
            "the attacks are programs in Python: `apt-get install python3` installs it",
        ));
    }
    let field = Field::make().map_err(Failure::refused)?;
    for (name, source) in ATTACKS {
        let purpose = source.trim_start_matches('"').split('"').next().unwrap_or_default();
        let success = field.attack(name, source).map_err(Failure::refused)?;
        handle(Outcome { name, purpose, success })?;
    }
    Ok(())
}

/// Where an attack takes place.
struct Field {
    folder: tempfile::TempDir,
    /// A file of somebody else.
    secret: PathBuf,
    /// Left open, as a careless caller of Agon might.
    _left_open: File,
    limits: EngineLimits,
}

impl Field {
    fn make() -> Result<Field, String> {
        let text = |error: std::io::Error| error.to_string();
        let folder = tempfile::tempdir().map_err(text)?;
        for name in ["attacker", "other"] {
            fs::create_dir(folder.path().join(name)).map_err(text)?;
        }
        let secret = folder.path().join("other").join("answers.txt");
        fs::write(&secret, "42\n").map_err(text)?;
        let left_open = File::open(&secret).map_err(text)?;
        rustix::io::fcntl_setfd(&left_open, rustix::io::FdFlags::empty())
            .map_err(|error| error.to_string())?;
        let limits = EngineLimits {
            memory: Some(256 << 20),
            disk: 32 << 20,
            files: 1000,
            private: vec![secret.clone()],
            ..EngineLimits::default()
        };
        Ok(Field { folder, secret, _left_open: left_open, limits })
    }

    /// Returns what the attack achieved, if anything.
    fn attack(&self, name: &str, source: &str) -> Result<Option<String>, String> {
        let text = |forfeit: Forfeit| format!("the program that is attacked {forfeit}");
        let script = self.folder.path().join("attacker").join(format!("{name}.py"));
        fs::write(&script, source).map_err(|error| error.to_string())?;
        let mut victim = Process::start("/bin/cat", &self.limits).map_err(text)?;
        ping(&mut victim).ok_or("the program that is attacked does not answer")?;
        let token = std::process::id().to_string();
        let quoted = |path: &PathBuf| shlex::try_quote(&path.to_string_lossy()).map(String::from);
        let wrong = |error: shlex::QuoteError| error.to_string();
        let victims: Vec<String> =
            guard::descendants_of_this_process().iter().map(ToString::to_string).collect();
        let command = format!(
            "python3 {} {},{},{token},{} {}",
            quoted(&script).map_err(wrong)?,
            256 << 20,
            self.limits.disk,
            quoted(&self.secret).map_err(wrong)?,
            victims.join(" ")
        );
        let mut attacker = Process::start(&command, &self.limits)
            .map_err(|forfeit| format!("the attack {forfeit}"))?;
        let mut success = told(&mut attacker);
        drop(attacker);
        if ping(&mut victim).is_none() {
            success = Some("the other program has ended".into());
        }
        let daemon = format!("1000.0{token}");
        if success.is_none() && processes().values().any(|words| words.contains(&daemon)) {
            success = Some("its daemon still runs".into());
        }
        let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
        if success.is_none() && segments.contains(SEGMENT) {
            success = Some("its shared memory is still there".into());
        }
        Ok(success)
    }
}

/// What an attack says that it achieved.
fn told(attacker: &mut Process) -> Option<String> {
    attacker.start_clock(TIMEOUT);
    loop {
        match attacker.receive() {
            Ok(Some(line)) => match line.strip_prefix("succeeded: ") {
                Some(what) => return Some(what.into()),
                None if line.starts_with("held") => return None,
                None => (),
            },
            Ok(None) => return Some("it was not ended".into()),
            // A program that could not begin has shown nothing.
            Err(forfeit) => {
                let how = forfeit.to_string();
                return how.contains("exit code").then(|| format!("nothing could be tried: {how}"));
            }
        }
    }
}

/// An answer of the program, if it lives.
fn ping(victim: &mut Process) -> Option<()> {
    victim.send("ping").ok()?;
    victim.start_clock(PING_TIMEOUT);
    victim.receive().ok()?.filter(|line| line == "ping").map(drop)
}

/// The command lines of all processes.
fn processes() -> HashMap<String, String> {
    let mut found = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let name = entry.file_name().to_string_lossy().into_owned();
        found.insert(name, String::from_utf8_lossy(&words).replace('\0', " "));
    }
    found
}
