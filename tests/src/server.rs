//! The server, started for a test with its own data folder.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::{agon, program_named};

/// Any free port.
const ANY: &str = "127.0.0.1:0";

/// A server with its own data folder.
pub struct Server {
    child: Child,
    url: String,
    folder: PathBuf,
    _own: Option<TempDir>,
}

impl Server {
    /// A server with its own data folder, which is removed with it.
    pub fn start() -> Server {
        let own = tempfile::tempdir().unwrap();
        let mut server = Server::start_in(own.path());
        server._own = Some(own);
        server
    }

    /// A server in a data folder.
    pub fn start_in(folder: &Path) -> Server {
        let (child, url) = launch(folder, ANY, &[]);
        Server { child, url, folder: folder.into(), _own: None }
    }

    /// A server with more arguments.
    pub fn start_with(arguments: &[PathBuf]) -> Server {
        let own = tempfile::tempdir().unwrap();
        let (child, url) = launch(own.path(), ANY, arguments);
        Server { child, url, folder: own.path().into(), _own: Some(own) }
    }

    /// A server for several browsers, each of which has its own games.
    pub fn start_shared() -> Server {
        Server::start_shared_with(&[])
    }

    /// A server for several browsers, with more arguments.
    pub fn start_shared_with(arguments: &[PathBuf]) -> Server {
        let own = tempfile::tempdir().unwrap();
        let arguments = [&["--no-key".into()], arguments].concat();
        let (child, url) = launch(own.path(), "0.0.0.0:0", &arguments);
        Server { child, url, folder: own.path().into(), _own: Some(own) }
    }

    /// The same with a key, which stands in the address of the server.
    pub fn start_with_key() -> Server {
        let own = tempfile::tempdir().unwrap();
        let (child, url) = launch(own.path(), "0.0.0.0:0", &[]);
        Server { child, url, folder: own.path().into(), _own: Some(own) }
    }

    /// A server in an environment with more variables.
    pub fn start_among(folder: &Path, variables: &[(&str, &Path)]) -> Server {
        let mut child = command(folder, ANY).envs(variables.iter().copied()).spawn().unwrap();
        let url = first_line(&mut child);
        Server { child, url, folder: folder.into(), _own: None }
    }

    /// The server of another program of the workspace.
    pub fn start_named(program: &str) -> Server {
        let own = tempfile::tempdir().unwrap();
        let mut command = Command::new(program_named(program));
        command.args(["serve", "--no-open", "--addr", ANY, "--data"]).arg(own.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let url = first_line(&mut child);
        Server { child, url, folder: own.path().into(), _own: Some(own) }
    }

    /// Kills the server without warning.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Kills the server while others still use it; [`Server::kill`] must follow.
    #[cfg(unix)]
    pub fn kill_now(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    }

    /// Restarts the server at the same address.
    pub fn start_again(&mut self) {
        (self.child, self.url) = launch(&self.folder, self.host(), &[]);
    }

    /// The printed address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address that a second process on the same data folder prints.
    pub fn address_of_a_second(&self) -> String {
        let (child, url) = launch(&self.folder, ANY, &[]);
        // If it wrongly serves the games a second time, it must be killed.
        drop(Server { child, url: url.clone(), folder: self.folder.clone(), _own: None });
        url
    }

    /// Starts several processes at once on one data folder. Returns the address that each of them
    /// prints.
    pub fn start_together(folder: &Path, count: usize) -> Vec<String> {
        let children: Vec<Child> =
            (0..count).map(|_| command(folder, ANY).spawn().unwrap()).collect();
        let server = |mut child: Child| {
            let url = first_line(&mut child);
            Server { child, url, folder: folder.into(), _own: None }
        };
        // All are read before the first is killed.
        let servers: Vec<Server> = children.into_iter().map(server).collect();
        servers.iter().map(|server| server.url.clone()).collect()
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches('/')
    }

    /// The response to an HTTP request; `own` stands for the server's own host.
    pub fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let host = if host == "own" { self.host() } else { host };
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Path, address: &str) -> Command {
    let mut command = agon(["serve", "--no-open", "--addr", address, "--data"]);
    command.arg(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn launch(folder: &Path, address: &str, arguments: &[PathBuf]) -> (Child, String) {
    let mut child = command(folder, address).args(arguments).spawn().unwrap();
    let url = first_line(&mut child);
    (child, url)
}

/// The address that a server prints.
fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(
        line.starts_with("http://127.0.0.1:") || line.starts_with("http://0.0.0.0:"),
        "{line:?}"
    );
    line.trim().to_string()
}
