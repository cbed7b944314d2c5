//! The page without a server, served like any files.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::Address;

/// The variable that names the folder which `cargo xtask site` has written.
const FOLDER: &str = "AGON_SITE";

/// The network connection between host and visitors.
#[derive(Clone, Copy)]
pub struct Line {
    /// The bandwidth of all connections together.
    pub bytes_per_second: u64,
    /// The time before the first byte of a response.
    pub delay: Duration,
}

/// A web host at its own address, so that it is a new site for the browser.
pub struct Site {
    url: String,
    folder: PathBuf,
    is_stopped: Arc<AtomicBool>,
    sent: Arc<Mutex<Vec<(String, usize)>>>,
}

/// How a host answers requests.
#[derive(Clone)]
struct Host {
    folder: PathBuf,
    /// A script that is prepended to files with these names.
    changed: (&'static [&'static str], &'static str),
    line: Option<Line>,
    /// When the connection has transferred everything sent before.
    free_at: Arc<Mutex<Instant>>,
    sent: Arc<Mutex<Vec<(String, usize)>>>,
}

impl Site {
    /// Whether the tests have a site.
    pub fn is_there() -> bool {
        env::var_os(FOLDER).is_some_and(|folder| !folder.is_empty())
    }

    /// Serves the site.
    pub fn start() -> Site {
        Site::serve(Site::written(), (&[], ""), None)
    }

    /// Serves the site with a script prepended to some of its own.
    pub fn start_changed(names: &'static [&'static str], script: &'static str) -> Site {
        Site::serve(Site::written(), (names, script), None)
    }

    /// Serves the site over a slow connection.
    pub fn start_behind(line: Line) -> Site {
        Site::serve(Site::written(), (&[], ""), Some(line))
    }

    /// Serves a copy of the site that may be changed.
    pub fn start_copy(folder: &Path) -> Site {
        copy(&Site::written(), folder);
        Site::serve(folder.into(), (&[], ""), None)
    }

    /// The folder that `cargo xtask site` has written.
    fn written() -> PathBuf {
        let folder = env::var_os(FOLDER).expect("AGON_SITE names the folder of the site");
        let folder = PathBuf::from(folder);
        // Tests run in the folder of their crate, and people name folders from the root.
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = if folder.is_dir() { folder } else { root.join(folder) };
        assert!(folder.join("service-worker.js").is_file(), "{}: no site", folder.display());
        folder
    }

    fn serve(
        folder: PathBuf,
        changed: (&'static [&'static str], &'static str),
        line: Option<Line>,
    ) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&is_stopped);
        let sent = Arc::default();
        let free_at = Arc::new(Mutex::new(Instant::now()));
        let host = Host { folder: folder.clone(), changed, line, free_at, sent: Arc::clone(&sent) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                let host = host.clone();
                std::thread::spawn(move || host.answer(&stream));
            }
        });
        Site { url, folder, is_stopped, sent }
    }

    /// The folder that is served.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files that were sent, in order, with the sizes of head and body.
    pub fn sent(&self) -> Vec<(String, usize)> {
        self.sent.lock().unwrap().clone()
    }

    /// Goes offline: its address refuses connections.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        let host = self.url.trim_start_matches("http://").trim_end_matches('/');
        // The next connection ends the listener.
        let _ = TcpStream::connect(host);
        while TcpStream::connect(host).is_ok() {
            std::thread::yield_now();
        }
    }
}

impl Address for Site {
    fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if !self.is_stopped.load(Ordering::SeqCst) {
            self.stop();
        }
    }
}

impl Host {
    /// Answers one request, and closes the connection. Errors of a closed browser are ignored.
    fn answer(&self, stream: &TcpStream) {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let path = head.split(' ').nth(1).unwrap_or("/");
        let path = path.split('?').next().unwrap_or_default().trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let is_inside =
            Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let file = fs::read(self.folder.join(path)).ok().filter(|_| is_inside);
        let (status, mut body) =
            file.map_or(("404 Not Found", Vec::new()), |file| ("200 OK", file));
        let (names, script) = self.changed;
        if names.contains(&path) {
            body.splice(0..0, script.bytes());
        }
        // Like most hosts, it compresses texts and sends other files as they are.
        let kind = content_type(path);
        let encoding = match kind.starts_with("text/") || kind.starts_with("application/json") {
            true => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(&body).unwrap();
                body = encoder.finish().unwrap();
                "Content-Encoding: gzip\r\n"
            }
            false => "",
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{encoding}Content-Length: {}\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        self.sent.lock().unwrap().push((path.into(), head.len() + body.len()));
        let mut stream = stream;
        let Some(line) = self.line else {
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
            return;
        };
        std::thread::sleep(line.delay);
        let whole = [head.as_bytes(), &body].concat();
        for part in whole.chunks(4096) {
            let time = part.len() as f64 / line.bytes_per_second as f64;
            let done = {
                let mut free_at = self.free_at.lock().unwrap();
                *free_at = (*free_at).max(Instant::now()) + Duration::from_secs_f64(time);
                *free_at
            };
            std::thread::sleep(done.saturating_duration_since(Instant::now()));
            if stream.write_all(part).is_err() {
                return;
            }
        }
    }
}

/// Copies a folder with all that is below it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
