//! `agon cluster demo`: a server, two workers and a match on this machine.

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use agon_arena::games;
use agon_host::{Failure, interrupt, notice};

use crate::cli::{ClusterAction, ClusterCommandArgs};

pub fn cluster(args: &ClusterCommandArgs, out: &mut impl Write) -> Result<(), Failure> {
    match args.action {
        ClusterAction::Demo => demo(out),
    }
}

/// The server's configuration. Jobs, results and files are in its memory.
const SETTINGS: &str = "\
listen: 127.0.0.1:PORT
max_payload: 1MB
jetstream {
    store_dir: \"FOLDER\"
    max_mem: 256MB
    max_file: 64MB
}
";

/// A child process that ends with this one.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn demo(out: &mut impl Write) -> Result<(), Failure> {
    let server = find_server()?;
    let folder = tempfile::tempdir()?;
    // The port is free now. Another process is unlikely to take it in the meantime.
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let store = folder.path().join("store").display().to_string();
    let text = SETTINGS.replace("PORT", &port.to_string()).replace("FOLDER", &store);
    let config = folder.path().join("nats.conf");
    fs::write(&config, &text)?;
    let url = format!("nats://127.0.0.1:{port}");
    notice(format_args!("starting {} with these settings:\n{text}", server.display()));
    let mut command = Command::new(&server);
    command.arg("-c").arg(&config).stdout(Stdio::null()).stderr(Stdio::null());
    let _server = Started(command.stdin(Stdio::null()).spawn()?);
    let own = env::current_exe()?;
    let mut workers = Vec::new();
    for name in ["demo-1", "demo-2"] {
        // The demo leaves no key behind.
        let key = folder.path().join(name).display().to_string();
        let words = ["worker", &url, "--jobs", "1", "--name", name, "--key", &key];
        notice(format_args!("starting: agon {}", words.join(" ")));
        let mut command = Command::new(&own);
        command.args(words).stdin(Stdio::null());
        workers.push(Started(command.spawn()?));
    }
    let words = [
        "match",
        games()[0].name,
        "engine:nodes=1000,hash=1",
        "engine:nodes=300,hash=1",
        "--pairs",
        "10",
        "--workers",
        &url,
        // Nobody else reaches this server.
        "--accept-all-workers",
    ];
    notice(format_args!("starting: agon {}", words.join(" ")));
    let mut command = Command::new(&own);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut match_ = Started(command.spawn()?);
    let mut printed = match_.0.stdout.take();
    let ended = interrupt::during(|| {
        loop {
            if interrupt::interrupted() {
                return Err(Failure::Unknown);
            }
            match match_.0.try_wait()? {
                Some(status) => return Ok(status),
                None => thread::sleep(Duration::from_millis(50)),
            }
        }
    })?;
    if let Some(printed) = &mut printed {
        std::io::copy(printed, out)?;
    }
    notice("that was all; docs/many-machines.md describes how to do it on several machines");
    if ended.success() { Ok(()) } else { Err(Failure::Unknown) }
}

/// Finds the server on PATH, or where Debian installs it.
fn find_server() -> Result<PathBuf, Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join("nats-server")).find(|path| path.is_file());
    found.ok_or_else(|| {
        Failure::Refused(
            "nats-server is not installed; on Debian type: apt-get install nats-server; elsewhere \
             put the binary from nats.io on PATH"
                .into(),
        )
    })
}
