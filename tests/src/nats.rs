//! A NATS server for tests.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::wait::wait_until;

/// The NATS server of a test, which ends with it.
pub struct TestServer {
    child: Option<Child>,
    pub folder: tempfile::TempDir,
    pub port: u16,
    settings: String,
}

/// The server program; the test command installs it.
pub fn server_program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join("nats-server")).find(|path| path.is_file());
    let install = include_str!("nats-install.txt").trim();
    found.unwrap_or_else(|| panic!("nats-server is not installed; type: {install}"))
}

impl TestServer {
    /// A server that stores messages.
    pub fn start() -> TestServer {
        TestServer::with("jetstream { store_dir: \"FOLDER\", max_mem: 512MB, max_file: 64MB }")
    }

    /// A server with these settings besides its port.
    pub fn with(settings: &str) -> TestServer {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store").display().to_string();
        let settings =
            format!("listen: 127.0.0.1:{port}\n{}\n", settings.replace("FOLDER", &store));
        let mut server = TestServer { child: None, folder, port, settings };
        server.launch();
        server
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    fn launch(&mut self) {
        let config = self.folder.path().join("nats.conf");
        std::fs::write(&config, &self.settings).unwrap();
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        let mut command = Command::new(server_program());
        command.arg("-c").arg(&config).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().unwrap());
        wait_until("a NATS server", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills it without warning.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Kills and restarts the server, perhaps with an empty data folder.
    pub fn restart(&mut self, is_wiped: bool) {
        self.kill();
        let store = self.folder.path().join("store");
        if is_wiped && store.is_dir() {
            std::fs::remove_dir_all(store).unwrap();
        }
        self.launch();
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.kill();
    }
}
