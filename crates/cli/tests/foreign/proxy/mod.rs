//! The server behind real reverse proxies, with the configuration files of the guide.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use agon_testing::{Launched, Wire, open_socket, play_a_move, request, wait_until};
use tempfile::TempDir;

/// The guide, whose configuration files are used.
const GUIDE: &str = include_str!("../../../../../docs/server.md");

const INSTALL: &str = include_str!("install.txt");

const NAME: &str = "games.example";

/// The timeout of everything that should happen at once.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The only block of a language in the guide.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let mut parts = GUIDE.split(&start).skip(1);
    let block = parts.next().and_then(|rest| rest.split("```").next());
    assert!(parts.next().is_none(), "the guide has two blocks of {language}");
    block.unwrap_or_else(|| panic!("the guide has no block of {language}"))
}

/// Replaces texts, each of which must occur.
fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(text.to_string(), |text, (old, new)| {
        assert!(text.contains(old), "{old} is not in\n{text}");
        text.replace(old, new)
    })
}

/// A self-signed certificate for the name.
fn make_certificate(folder: &Path) {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]);
    command.args([
        "-subj",
        &format!("/CN={NAME}"),
        "-addext",
        &format!("subjectAltName=DNS:{NAME}"),
    ]);
    command.arg("-keyout").arg(folder.join("key.pem")).arg("-out").arg(folder.join("cert.pem"));
    let output = command.output().unwrap_or_else(|error| panic!("openssl: {error}; {INSTALL}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

struct Proxy {
    child: Child,
    port: u16,
    is_https: bool,
    folder: TempDir,
}

impl Proxy {
    /// Starts a program that must listen at a port.
    fn start(mut command: Command, port: u16, is_https: bool, folder: TempDir) -> Proxy {
        let log = fs::File::create(folder.path().join("log")).unwrap();
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}; {INSTALL}"));
        let mut proxy = Proxy { child, port, is_https, folder };
        wait_until(&format!("{name} listens"), || {
            let log = fs::read_to_string(proxy.folder.path().join("log")).unwrap();
            assert!(proxy.child.try_wait().unwrap().is_none(), "{name} has ended\n{log}");
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        proxy
    }

    fn connect(&self) -> Box<dyn Wire> {
        if self.is_https {
            return Box::new(Tls::connect(self.port, &self.folder.path().join("cert.pem")));
        }
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Box::new(stream)
    }

    fn get(&self, path: &str, headers: &[&str]) -> String {
        request(&mut self.connect(), path, &self.host(), headers)
    }

    /// Name and port, as a visitor types them.
    fn host(&self) -> String {
        format!("{NAME}:{}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx ends its workers only if it is asked to end.
        let pid = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = self.child.wait();
    }
}

/// A TLS connection, which checks the certificate.
struct Tls {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
}

impl Tls {
    fn connect(port: u16, certificate: &Path) -> Tls {
        let mut command = Command::new("openssl");
        command.args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname", NAME]);
        command.args(["-connect", &format!("127.0.0.1:{port}"), "-servername", NAME, "-CAfile"]);
        command.arg(certificate).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Tls { child, to, from }
    }
}

impl Read for Tls {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.from.read(buffer)
    }
}

impl Write for Tls {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Drop for Tls {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that is currently free.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Visits a server through a proxy, as a browser does, and plays a move.
fn visit(start: impl Fn(&Launched, u16, bool, TempDir) -> Proxy) {
    for is_https in [true, false] {
        let (port, folder) = (free_port(), tempfile::tempdir().unwrap());
        make_certificate(folder.path());
        let origin = format!("{}://{NAME}:{port}", if is_https { "https" } else { "http" });
        let server = Launched::start(&["--origin", &origin, "--trusted-proxy", "127.0.0.1"]);
        let proxy = start(&server, port, is_https, folder);
        assert!(proxy.get("/", &[]).starts_with("HTTP/1.1 403"), "without a key");
        let exchanged = proxy.get(&format!("/?key={}", server.key()), &[]);
        assert!(exchanged.starts_with("HTTP/1.1 303"), "{exchanged}");
        assert!(exchanged.to_ascii_lowercase().contains("\r\nlocation: /\r\n"), "{exchanged}");
        let key = server.key_cookie();
        let page = proxy.get("/", &[&format!("Cookie: {key}")]);
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("</html>"), "{page}");
        assert_eq!(page.contains("; Secure"), is_https, "{page}");
        let session = page.split("agon-session=").nth(1).and_then(|rest| rest.split(';').next());
        let cookie = format!("{key}; agon-session={}", session.expect("a session"));
        let open = |origin: &str| {
            let headers = [("Cookie", &*cookie), ("Origin", origin)];
            open_socket(proxy.connect(), &proxy.host(), &headers)
        };
        play_a_move(&mut open(&origin).unwrap());
        assert!(open("https://evil.example").is_err());
        let metrics = proxy.get("/metrics", &[&format!("Cookie: {cookie}")]);
        assert!(metrics.starts_with("HTTP/1.1 403"), "{metrics}");
    }
}

#[test]
fn a_move_is_played_through_nginx() {
    visit(|server, port, is_https, folder| {
        let path = |name: &str| folder.path().join(name).display().to_string();
        let listen = format!("listen 127.0.0.1:{port}{};", if is_https { " ssl" } else { "" });
        let live = format!("/etc/letsencrypt/live/{NAME}");
        let site = replaced(
            block("nginx"),
            &[
                ("listen 443 ssl;", &listen),
                (&format!("{live}/fullchain.pem"), &path("cert.pem")),
                (&format!("{live}/privkey.pem"), &path("key.pem")),
                ("127.0.0.1:7878", server.host()),
            ],
        );
        // Otherwise root would drop its rights and could not read the folder.
        let user = if rustix::process::getuid().is_root() { "user root;" } else { "" };
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", path(kind)))
            .concat();
        let whole = format!(
            "{user}\ndaemon off;\npid {};\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}{site}}}\n",
            path("pid")
        );
        fs::write(folder.path().join("nginx.conf"), whole).unwrap();
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).args(["-e", "stderr", "-c"]).arg(path("nginx.conf"));
        Proxy::start(command, port, is_https, folder)
    });
}

#[test]
fn a_move_is_played_through_caddy() {
    visit(|server, port, is_https, folder| {
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (address, tls) = match is_https {
            true => {
                let tls = format!("\ttls {} {}\n", path("cert.pem"), path("key.pem"));
                (format!("https://{NAME}:{port} {{\n\tbind 127.0.0.1\n"), tls)
            }
            false => (format!("http://{NAME}:{port} {{\n\tbind 127.0.0.1\n"), String::new()),
        };
        let site = replaced(
            block("caddy"),
            &[(&format!("{NAME} {{\n"), &(address + &tls)), ("127.0.0.1:7878", server.host())],
        );
        let whole = format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}");
        fs::write(folder.path().join("Caddyfile"), whole).unwrap();
        let mut command = Command::new("caddy");
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(path("Caddyfile"));
        command
            .env("HOME", folder.path())
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME");
        Proxy::start(command, port, is_https, folder)
    });
}
