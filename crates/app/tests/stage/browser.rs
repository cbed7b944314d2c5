//! The browser: chromium, led by its driver.

use std::env;
use std::future::Future;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

/// The line that installs what is missing.
const INSTALL: &str = include_str!("install.txt");

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--window-size=1200,800",
];

/// Runs the driver until this program, which holds the other end of the pipe, is gone; then ends
/// it and its browsers, all of which are in one group of processes, and clears up behind them. A
/// browser does not always listen the first time.
const GUARD: &str = r#"TMPDIR=$(mktemp -d); export TMPDIR; "$0" --port=0 & cat >/dev/null
trap "" TERM; kill -TERM -$$; wait; sleep 1; rm -rf "$TMPDIR"; kill -KILL -$$"#;

/// The driver, of which a program needs one.
struct Driver {
    port: u16,
    _guard: Child,
    _told: BufReader<ChildStdout>,
}

/// The one driver of this program, started when it is first needed.
fn driver() -> &'static Driver {
    static DRIVER: OnceLock<Driver> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let mut guard = Command::new("sh")
            .args(["-c", GUARD])
            .arg(program("CHROMEDRIVER", "chromedriver"))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut told = BufReader::new(guard.stdout.take().unwrap());
        let port = port_in(&mut told);
        Driver { port, _guard: guard, _told: told }
    })
}

fn port_in(told: &mut impl std::io::BufRead) -> u16 {
    loop {
        let mut line = String::new();
        assert!(told.read_line(&mut line).unwrap() > 0, "the driver did not start");
        if let Some((_, port)) =
            line.trim().trim_end_matches('.').split_once("successfully on port ")
        {
            return port.parse().unwrap();
        }
    }
}

/// The program that a variable names by path or by name, or else the one with a name.
fn program(variable: &str, name: &str) -> PathBuf {
    let set = env::var_os(variable).filter(|value| !value.is_empty());
    let program = PathBuf::from(set.unwrap_or_else(|| name.into()));
    let folders = env::var_os("PATH").unwrap_or_default();
    // Joined to a folder, a path that begins at the root stays as it is.
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(&program));
    paths.find(|path| path.is_file()).unwrap_or_else(|| {
        let program = program.display();
        panic!(
            "{program} is missing; type: {} (or set {variable} to its full path)",
            INSTALL.trim()
        )
    })
}

/// Waits for something that goes on outside.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME
        .get_or_init(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap())
        .block_on(future)
}

/// A browser with a profile of its own.
pub struct Browser {
    pub client: Client,
    session: String,
}

/// The browsers that nobody uses at the moment.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// A browser that shows nothing: one that is idle, or else a new one.
    pub fn take() -> Browser {
        let idle = IDLE.lock().unwrap_or_else(|broken| broken.into_inner()).pop();
        idle.unwrap_or_else(Browser::start)
    }

    /// Leaves the browser to whoever needs one next.
    pub fn leave(self) {
        IDLE.lock().unwrap_or_else(|broken| broken.into_inner()).push(self);
    }

    fn start() -> Browser {
        let wishes = json!({
            "goog:chromeOptions": { "binary": program("CHROME", "chromium"), "args": FLAGS },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(wishes) = wishes else { unreachable!("wishes are an object") };
        let address = format!("http://127.0.0.1:{}", driver().port);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = wait(builder.capabilities(wishes).connect(&address)).expect("a browser");
        let session = wait(client.session_id()).unwrap().expect("a session");
        Browser { client, session }
    }

    /// Asks for what only this browser has.
    fn ask(&self, what: &str, with: &Value) -> Value {
        let (session, body) = (&self.session, with.to_string());
        let mut stream = TcpStream::connect(("127.0.0.1", driver().port)).unwrap();
        write!(
            stream,
            "POST /session/{session}/{what} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut told = BufReader::new(stream);
        let (mut head, mut length) = (String::new(), 0);
        // The driver keeps the connection open, so the length says where the answer ends.
        while !head.ends_with("\r\n\r\n") && told.read_line(&mut head).unwrap() > 0 {
            let line = head.lines().last().unwrap_or_default().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        told.read_exact(&mut body).unwrap();
        let text = String::from_utf8_lossy(&body);
        assert!(head.starts_with("HTTP/1.1 200"), "{what}: {text}");
        serde_json::from_str::<Value>(&text).unwrap()["value"].take()
    }

    /// Asks for something by the browser's own protocol.
    pub fn command(&self, name: &str, with: Value) -> Value {
        self.ask("goog/cdp/execute", &json!({ "cmd": name, "params": with }))
    }

    /// The errors that were written to the console since this was last asked.
    pub fn errors(&self) -> Vec<String> {
        let log = self.ask("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().into_iter().flatten();
        let severe = entries.filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].to_string()).collect()
    }
}
