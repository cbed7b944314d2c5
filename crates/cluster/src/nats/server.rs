//! The connection with a server: its address, credentials and certificates, and which servers will do.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions};

/// How long the server may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Where the server is, and by what it knows us.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// Its URL.
    pub url: String,
    /// A file with credentials.
    pub creds: Option<PathBuf>,
    /// A file with the certificate of its authority.
    pub ca: Option<PathBuf>,
    /// How we are called at the server.
    pub name: String,
}

/// Why there is no connection.
#[derive(Debug)]
pub enum ConnectFailure {
    /// It makes sense to try again.
    Unreachable(String),
    /// It does not.
    Refused(String),
}

/// An error with its causes.
pub fn full_text(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// Connects with a server.
pub async fn connect(server: &Server) -> Result<Client, ConnectFailure> {
    let Server { url, creds, ca, name } = server;
    let refused = |what: String| Err(ConnectFailure::Refused(what));
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(PATIENCE)
        .request_timeout(Some(PATIENCE))
        .ping_interval(Duration::from_secs(10))
        .reconnect_delay_callback(|attempts| {
            // Longer and longer, and not everybody at once.
            let most = 50_u64 << attempts.min(6);
            let mut random = [0; 2];
            let _ = getrandom::fill(&mut random);
            let part = u64::from(u16::from_le_bytes(random)) * most / 2 / 65_536;
            Duration::from_millis((most / 2 + part).min(2000))
        });
    if let Ok(address) = url.parse::<async_nats::ServerAddr>()
        && let Some(user) = address.username()
    {
        options = match address.password() {
            Some(password) => options.user_and_password(decoded(user), decoded(password)),
            None => options.token(decoded(user)),
        };
    }
    if let Some(path) = ca {
        if !path.is_file() {
            return refused(format!("{}: there is no such file", path.display()));
        }
        options = options.add_root_certificates(path.clone());
    }
    if let Some(path) = creds {
        let with = options.credentials_file(path).await;
        options = match with {
            Ok(options) => options,
            Err(error) => return refused(format!("{}: {error}", path.display())),
        };
    }
    options.connect(url.as_str()).await.map_err(|error| {
        let words = full_text(&error);
        let shown = shown_url(url);
        match error.kind() {
            ConnectErrorKind::ServerParse => ConnectFailure::Refused(format!(
                "{shown} is not the address of a server: write it as nats://HOST:4222"
            )),
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                ConnectFailure::Refused(format!(
                    "the server at {shown} does not accept the credentials: write \
                     nats://USER:PASSWORD@HOST:4222, or name a file with --creds"
                ))
            }
            ConnectErrorKind::Tls => ConnectFailure::Refused(format!(
                "no secure connection with {shown}: {words}; --ca names the certificate of its \
                 authority"
            )),
            _ => {
                ConnectFailure::Unreachable(format!("there is no NATS server at {shown}: {words}"))
            }
        }
    })
}

/// A part of a URL, in which letters may be written as `%` and their number.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let number = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, number) {
            (b'%', Some(number)) => {
                bytes.push(number);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A URL without its password.
pub fn shown_url(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.into(),
    }
}

/// Refuses a server that cannot do the work.
pub fn check_server(url: &str, version: &str, has_jetstream: bool) -> Result<(), ConnectFailure> {
    let mut numbers = version.split(['.', '-']).map(|part| part.parse::<u32>().unwrap_or(0));
    let version_number = [numbers.next(), numbers.next()].map(Option::unwrap_or_default);
    let shown = shown_url(url);
    if version_number < [2, 9] {
        return Err(ConnectFailure::Refused(format!(
            "the server at {shown} is NATS {version}; 2.9 or later is needed"
        )));
    }
    if !has_jetstream {
        return Err(ConnectFailure::Refused(format!(
            "the server at {shown} has no JetStream: start it as nats-server -js"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_urls_are_decoded() {
        assert_eq!(decoded("ann%40x%2Fy"), "ann@x/y");
        assert_eq!(decoded("50%"), "50%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }

    #[test]
    fn old_servers_and_servers_without_jetstream_are_refused_with_a_line() {
        let refused = |version, has_jetstream| {
            let Err(ConnectFailure::Refused(words)) =
                check_server("nats://ann:secret@host:4222", version, has_jetstream)
            else {
                panic!("{version}")
            };
            words
        };
        assert_eq!(
            refused("2.8.4", true),
            "the server at nats://host:4222 is NATS 2.8.4; 2.9 or later is needed"
        );
        assert!(refused("1.4.0", true).contains("2.9 or later"));
        assert!(refused("2.10.1", false).ends_with("start it as nats-server -js"));
        for version in ["2.9.10", "2.10.0-beta.3", "2.12.1", "3.0.0"] {
            assert!(check_server("nats://host", version, true).is_ok(), "{version}");
        }
    }
}
