//! The page without a server, served as any web host serves files.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Address;

/// The variable that names the folder which `cargo xtask site` has written.
const FOLDER: &str = "AGON_SITE";

/// A web host at its own address: to the browser it is a site that it has never seen.
pub struct Site {
    url: String,
    is_stopped: Arc<AtomicBool>,
}

impl Site {
    /// Whether the tests have a site.
    pub fn is_there() -> bool {
        env::var_os(FOLDER).is_some_and(|folder| !folder.is_empty())
    }

    /// Serves the site.
    pub fn start() -> Site {
        Site::start_changed("", "")
    }

    /// Serves the site with a script put before one of its own.
    pub fn start_changed(name: &'static str, script: &'static str) -> Site {
        let folder = env::var_os(FOLDER).expect("AGON_SITE names the folder of the site");
        let folder = PathBuf::from(folder);
        assert!(folder.join("service-worker.js").is_file(), "{}: no site", folder.display());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&is_stopped);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                let folder = folder.clone();
                std::thread::spawn(move || serve(&stream, &folder, (name, script)));
            }
        });
        Site { url, is_stopped }
    }

    /// Goes offline: nobody answers at its address any more.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        let host = self.url.trim_start_matches("http://").trim_end_matches('/');
        // The next connection ends the listener; after that there is none.
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

/// Answers one request, and ends the connection. A browser that has gone is not missed.
fn serve(stream: &TcpStream, folder: &Path, (name, script): (&str, &str)) {
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
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = fs::read(folder.join(path)).ok().filter(|_| is_inside);
    let (status, mut body) = file.map_or(("404 Not Found", Vec::new()), |file| ("200 OK", file));
    if path == name {
        body.splice(0..0, script.bytes());
    }
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content_type(path),
        body.len()
    );
    let mut stream = stream;
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
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
