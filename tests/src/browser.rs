//! The browser: chromium, controlled by chromedriver.

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

/// The command that installs what is missing.
const INSTALL: &str = include_str!("browser-install.txt");

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

/// Runs the driver until this process, which holds the other end of the pipe, has ended. Then kills
/// the process group of the driver and its browsers, and removes their files. The second signal is
/// for browsers that ignore the first.
const SUPERVISOR: &str = r#"TMPDIR=$(mktemp -d); export TMPDIR; "$0" --port=0 & cat >/dev/null
trap "" TERM; kill -TERM -$$; wait; sleep 1; rm -rf "$TMPDIR"; kill -KILL -$$"#;

/// A running chromedriver.
struct Driver {
    port: u16,
    _supervisor: Child,
    _stdout: BufReader<ChildStdout>,
}

/// The driver of this process, started when it is first needed.
fn driver() -> &'static Driver {
    static DRIVER: OnceLock<Driver> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let mut supervisor = Command::new("sh")
            .args(["-c", SUPERVISOR])
            .arg(program("CHROMEDRIVER", "chromedriver"))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(supervisor.stdout.take().unwrap());
        let port = port_in(&mut stdout);
        Driver { port, _supervisor: supervisor, _stdout: stdout }
    })
}

fn port_in(stdout: &mut impl std::io::BufRead) -> u16 {
    loop {
        let mut line = String::new();
        assert!(stdout.read_line(&mut line).unwrap() > 0, "the driver did not start");
        if let Some((_, port)) =
            line.trim().trim_end_matches('.').split_once("successfully on port ")
        {
            return port.parse().unwrap();
        }
    }
}

/// The program that a variable names, by path or by name on `PATH`, or `name` if it is not set.
fn program(variable: &str, name: &str) -> PathBuf {
    let set = env::var_os(variable).filter(|value| !value.is_empty());
    let program = PathBuf::from(set.unwrap_or_else(|| name.into()));
    let folders = env::var_os("PATH").unwrap_or_default();
    // Joining an absolute path to a folder leaves it unchanged.
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(&program));
    paths.find(|path| path.is_file()).unwrap_or_else(|| {
        let program = program.display();
        panic!(
            "{program} is missing; type: {} (or set {variable} to its full path)",
            INSTALL.trim()
        )
    })
}

/// Runs a future to its end.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME
        .get_or_init(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap())
        .block_on(future)
}

/// A browser with its own profile.
pub struct Browser {
    /// The WebDriver client.
    pub client: Client,
    session: String,
}

/// The idle browsers.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

impl Browser {
    /// Takes an idle browser, or starts one.
    pub fn take() -> Browser {
        let idle = IDLE.lock().unwrap_or_else(|broken| broken.into_inner()).pop();
        idle.unwrap_or_else(Browser::start)
    }

    /// Returns the browser to the idle ones.
    pub fn leave(self) {
        IDLE.lock().unwrap_or_else(|broken| broken.into_inner()).push(self);
    }

    fn start() -> Browser {
        let capabilities = json!({
            "goog:chromeOptions": { "binary": program("CHROME", "chromium"), "args": FLAGS },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("it is an object") };
        let address = format!("http://127.0.0.1:{}", driver().port);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = wait(builder.capabilities(capabilities).connect(&address)).expect("a browser");
        let session = wait(client.session_id()).unwrap().expect("a session");
        Browser { client, session }
    }

    /// Sends a command that only this driver has.
    fn post(&self, what: &str, with: &Value) -> Value {
        let (session, body) = (&self.session, with.to_string());
        let mut stream = TcpStream::connect(("127.0.0.1", driver().port)).unwrap();
        write!(
            stream,
            "POST /session/{session}/{what} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut response = BufReader::new(stream);
        let (mut head, mut length) = (String::new(), 0);
        // The driver keeps the connection open, so the length tells where the response ends.
        while !head.ends_with("\r\n\r\n") && response.read_line(&mut head).unwrap() > 0 {
            let line = head.lines().last().unwrap_or_default().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        response.read_exact(&mut body).unwrap();
        let text = String::from_utf8_lossy(&body);
        assert!(head.starts_with("HTTP/1.1 200"), "{what}: {text}");
        serde_json::from_str::<Value>(&text).unwrap()["value"].take()
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub fn command(&self, name: &str, with: Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": name, "params": with }))
    }

    /// The errors in the console since the last call.
    pub fn errors(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().into_iter().flatten();
        let severe = entries.filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].to_string()).collect()
    }
}
