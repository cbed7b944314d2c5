//! The attacks of `agon doctor`: none succeeds, whoever runs Agon and whatever the system lacks.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering};

use agon_testing::engines::engine;
use agon_testing::{Launched, agon, answer, wait_until};
use serde_json::json;
use tempfile::TempDir;

/// A user without rights, another one each time: the kernel counts the processes of a user.
fn somebody() -> Option<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Some(64_000 + process::id() % 100 * 10 + NEXT.fetch_add(1, Ordering::Relaxed) % 10)
}

/// The program in a folder that every user can read.
fn for_everybody() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("agon");
    fs::copy(agon([""; 0]).get_program(), &program).unwrap();
    (folder, program)
}

fn is_root() -> bool {
    fs::read_to_string("/proc/self/status").unwrap().contains("Uid:\t0\t")
}

/// The output of `agon doctor`, as this user or another, without parts of the sandbox.
fn doctor(user: Option<u32>, without: &str) -> Option<String> {
    if !Path::new("/usr/bin/python3").exists() {
        assert!(std::env::var_os("CI").is_none(), "apt-get install python3");
        println!("skipped: apt-get install python3");
        return None;
    }
    let (_folder, program) = for_everybody();
    let mut command = Command::new(program);
    command.arg("doctor").env_clear().env("PATH", "/usr/bin:/bin");
    command.env("AGON_SANDBOX_WITHOUT", without).current_dir("/");
    if let Some(user) = user {
        if !is_root() {
            println!("skipped: only root can become another user");
            return None;
        }
        command.uid(user).gid(user);
    }
    let output = command.output().unwrap();
    Some(
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr),
    )
}

/// Whether the sandbox is one, so that no attack may succeed.
fn holds(user: Option<u32>, without: &str) {
    let Some(told) = doctor(user, without) else { return };
    // A system may allow no namespaces, but it can have bubblewrap.
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(!(is_ci && told.contains("bubblewrap is not installed")), "{told}");
    if !told.starts_with("programs run sandboxed") {
        println!("skipped: {told}");
        return;
    }
    assert!(told.contains("\n0 of 19 attacks succeeded"), "{told}");
}

#[test]
fn no_attack_succeeds() {
    holds(None, "");
}

#[test]
fn no_attack_succeeds_where_an_ordinary_user_runs_agon() {
    holds(somebody(), "");
}

#[test]
fn no_attack_succeeds_where_nothing_counts_memory_and_the_kernel_has_no_landlock() {
    holds(None, "cgroup,landlock");
}

#[test]
fn no_attack_on_an_ordinary_user_succeeds_without_landlock() {
    holds(somebody(), "cgroup,landlock");
}

#[test]
fn no_attack_succeeds_where_only_bubblewrap_makes_namespaces() {
    holds(somebody(), "namespaces");
}

/// The doctor can fail: a system that only filters is told so, with the reason and a remedy, and
/// programs reach what the line says.
#[test]
fn a_system_that_only_filters_is_told_so() {
    let Some(told) = doctor(somebody(), "namespaces,bubblewrap,landlock") else { return };
    for part in [
        "programs are only filtered",
        "namespaces: AGON_SANDBOX_WITHOUT says so",
        "files are not restricted",
        "to do better: ",
        "read_files     SUCCEEDED",
        "attacks succeeded",
        "error: the sandbox of this system does not hold",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Even there, limits of others cannot be set, and nothing is left behind.
    for part in ["prlimit        held", "ptrace         held", "setsid         held"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// A folder with the attacks, whose programs try to read what the file `secrets` names.
fn add_attacks(folder: &Path, secrets: &[PathBuf]) {
    let attacks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/tests/attack");
    fs::create_dir_all(folder).unwrap();
    for file in fs::read_dir(attacks).unwrap().map(|file| file.unwrap().path()) {
        fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    let secrets: Vec<_> = secrets.iter().map(|path| path.display().to_string()).collect();
    fs::write(folder.join("secrets"), secrets.join("\n")).unwrap();
}

/// A shell command that tells the attacks in these folders the id of its process, and then becomes
/// its arguments, as this user or another.
fn victim(user: Option<u32>, folders: &[&Path]) -> String {
    let tell = folders.iter().map(|folder| format!("echo $$ > '{}/pid'; ", folder.display()));
    let become_user =
        user.map(|user| format!("setpriv --reuid {user} --regid {user} --clear-groups "));
    tell.collect::<String>() + "exec " + &become_user.unwrap_or_default() + "\"$0\" \"$@\""
}

/// A folder that every user can read and write, with a copy of the program; `None` if this user
/// cannot become another, or something is missing.
fn field(user: Option<u32>, needs: &str) -> Option<(TempDir, PathBuf)> {
    for program in ["/usr/bin/python3", needs] {
        if !Path::new(program).exists() {
            assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
            println!("skipped: {program} is not installed");
            return None;
        }
    }
    if user.is_some() && !is_root() {
        println!("skipped: only root can become another user");
        return None;
    }
    let (folder, program) = for_everybody();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    Some((folder, program))
}

/// Runs Agon in a folder, as this user or another, while programs in these folders attack it.
fn attacked(user: Option<u32>, program: &Path, folders: &[&Path], arguments: &[&str]) -> String {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &victim(user, folders)]).arg(program).args(arguments);
    command.env_clear().env("PATH", "/usr/bin:/bin").current_dir(program.parent().unwrap());
    let output = command.output().unwrap();
    let told = agon_testing::text(&output.stdout) + &agon_testing::text(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("programs run sandboxed"), "{told}");
    told
}

#[test]
fn a_match_is_not_reached_by_its_programs() {
    for user in [None, somebody()] {
        let Some((folder, agon)) = field(user, "/bin/sh") else { continue };
        let [own, secret] = ["own", "games.txt"].map(|name| folder.path().join(name));
        add_attacks(&own, &[secret]);
        let player = "minimax:depth=1,eval=program:python3 own/all.py";
        let mut arguments = vec!["match", "tictactoe", player, "random", "--pairs", "1"];
        arguments.extend(["--openings", "none", "--records", "games.txt"]);
        attacked(user, &agon, &[&own], &arguments);
        let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
        assert_eq!(records.matches("[Reason \"rules\"]").count(), 2, "{records}");
    }
}

#[test]
fn a_contest_is_not_reached_by_its_hand_ins_and_neither_reads_the_other() {
    for user in [None, somebody()] {
        let Some((folder, agon)) = field(user, "/bin/sh") else { continue };
        let [ann, bob] = ["in/ann", "in/bob"].map(|name| folder.path().join(name));
        let rest = ["c.toml", "c.games"].map(|name| folder.path().join(name));
        for (own, other) in [(&ann, &bob), (&bob, &ann)] {
            add_attacks(own, &[&rest[..], &[other.join("all.py")]].concat());
        }
        let file = "game = \"tictactoe\"\nformat = \"round-robin\"\nopenings = \"none\"\nentries = \"in/*\"\n\
            player = \"minimax:depth=1,eval=program:python3 {}/all.py\"\n";
        fs::write(&rest[0], file).unwrap();
        attacked(user, &agon, &[&ann, &bob], &["contest", "c.toml", "--records", "r.txt"]);
        let records = fs::read_to_string(folder.path().join("r.txt")).unwrap();
        assert_eq!(records.matches("[Reason \"rules\"]").count(), 2, "{records}");
    }
}

#[test]
fn a_grader_is_not_reached_by_a_hand_in() {
    for user in [None, somebody()] {
        let Some((folder, agon)) = field(user, "/usr/bin/swipl") else { continue };
        let [own, class] = ["own", "class"].map(|name| folder.path().join(name));
        fs::create_dir(&class).unwrap();
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/course/nim/reference");
        let right = fs::read_to_string(kit.join("nim.pl")).unwrap();
        fs::write(class.join("bob.pl"), &right).unwrap();
        add_attacks(&own, &[class.join("bob.pl"), class.join("ann.pl")]);
        let attack = format!("python3 {}/all.py once", own.display());
        let ann = format!(":- shell('{attack} >&2') -> true ; halt(7).\n{right}");
        fs::write(class.join("ann.pl"), ann).unwrap();
        let arguments = ["grade", "nim", "--students", "class", "--grant", "own"];
        let told = attacked(user, &agon, &[&own], &arguments);
        assert_eq!(told.matches(" 100 of 100").count(), 2, "{told}");
    }
}

#[test]
fn a_server_is_not_reached_by_its_evaluators() {
    for user in [None, somebody()] {
        let Some((folder, _agon)) = field(user, "/bin/sh") else { continue };
        let data = tempfile::tempdir().unwrap();
        if user.is_some() {
            std::os::unix::fs::chown(data.path(), user, user).unwrap();
        }
        let own = folder.path().join("own");
        add_attacks(&own, &[data.path().join("games.db")]);
        let evaluator = format!("evil=/usr/bin/python3 {}/all.py", own.display());
        let begin = victim(user, &[&own]);
        let server = Launched::start_in(data, &begin, &["--evaluator", &evaluator]);
        let cookie = server.key_cookie();
        let mut socket = server.socket("own", &[("cookie", &cookie)]).unwrap();
        let create = json!({ "id": 1, "do": "create", "game": "tictactoe" });
        let game = answer(&mut socket, create)["ok"]["game"]["id"].clone();
        let tree = json!({ "id": 2, "do": "tree", "game": game, "depth": 1, "pruning": true, "top": 3, "eval": "evil" });
        let tree = answer(&mut socket, tree);
        assert!(tree["ok"].to_string().contains("14"), "{tree} {}", server.log());
        assert!(server.log().contains("programs run sandboxed"), "{}", server.log());
    }
}

/// A match of tic-tac-toe against an engine that attacks its opponent and the referee.
fn play(without: &str, option: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["attacks", "none"].map(|fault| format!("ugi:{}", engine(fault)));
    let mut command = agon(["match", "tictactoe", &first, &second, "--pairs", "1"]);
    command.args(["--openings", "none", "--movetime", "10000", "--records", "games.txt"]);
    command.args(option).env("AGON_SANDBOX_WITHOUT", without).current_dir(folder.path());
    let output = command.output().unwrap();
    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap_or_default();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned() + &records)
}

#[test]
fn an_engine_that_attacks_its_opponent_and_the_referee_loses() {
    for without in ["", "cgroup,landlock", "namespaces,bubblewrap"] {
        let (done, told) = play(without, &[]);
        assert!(done, "{without}: {told}");
        // It was denied everything, and then played a taken square.
        assert!(
            told.contains("P1 played \\\"00\\\", which is refused: 00 is taken"),
            "{without}: {told}"
        );
        assert!(!told.contains("P2 ended"), "{without}: {told}");
    }
}

#[test]
fn nothing_weaker_runs_where_a_sandbox_is_required() {
    let (done, told) = play("namespaces,bubblewrap", &["--require-sandbox"]);
    assert!(!done && told.contains("programs are only filtered"), "{told}");
    assert!(told.contains("nothing was started") && !told.contains("[Reason"), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let mut command = agon(["grade", "nim", "--students"]);
    command.arg(folder.path()).env("AGON_SANDBOX_WITHOUT", "namespaces,bubblewrap");
    fs::write(folder.path().join("nim.pl"), "").unwrap();
    let told = String::from_utf8_lossy(&command.output().unwrap().stderr).into_owned();
    assert!(told.contains("nothing was started") || told.contains("swipl"), "{told}");
}

/// Kills Agon at many moments while it plays, and looks for what is left.
fn kill_at_random_moments(times: u32) {
    let folder = tempfile::tempdir().unwrap();
    for time in 0..times {
        let player = format!("ugi:{}", engine("escapes"));
        let mut command = agon(["match", "tictactoe", &player, &player, "--pairs", "50"]);
        command.args(["--openings", "none", "--movetime", "300"]);
        command.current_dir(folder.path()).env("TMPDIR", folder.path());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        // A moment that is spread over the start and the first games.
        std::thread::sleep(std::time::Duration::from_millis(u64::from(time * 37 % 400)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let left = || agon_testing::engines::leftovers(folder.path());
    wait_until("nothing is left", || left().is_empty());
    let groups = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    for place in groups.lines().filter(|line| line.contains(" cgroup")) {
        let root = PathBuf::from(place.split(' ').nth(1).unwrap_or_default());
        wait_until("no group is left", || groups_in(&root, 3) == 0);
    }
    let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    assert!(!segments.contains("1095192398"), "{segments}");
}

/// The number of groups of programs whose guard has ended, in a folder and those in it.
fn groups_in(folder: &Path, depth: u32) -> usize {
    let mut found = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let guard = name.strip_prefix("agon-").and_then(|id| id.parse::<u32>().ok());
        found += usize::from(guard.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()));
        if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found += groups_in(&entry.path(), depth - 1);
        }
    }
    found
}

#[test]
fn nothing_is_left_when_agon_is_killed() {
    kill_at_random_moments(4);
}

#[test]
#[ignore = "a minute: Agon is killed 100 times"]
fn nothing_is_left_when_agon_is_killed_often() {
    kill_at_random_moments(100);
}
