//! Connects to a server: its address, credentials and certificates, and the checks whether it can
//! be used.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::RequestErrorKind;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions};

use super::address::{Address, shown_url};

/// How long the server may take to answer.
pub const SERVER_TIMEOUT: Duration = Duration::from_secs(5);

/// The address and credentials of a server.
#[derive(Clone, Debug, Default)]
pub struct Server {
    pub url: String,
    /// A file with NATS credentials.
    pub creds: Option<TextFile>,
    /// A file with the certificate of the server's authority.
    pub ca: Option<TextFile>,
    /// The name of this client at the server.
    pub name: String,
}

/// A file that the user named, with its text.
#[derive(Clone, Debug)]
pub struct TextFile {
    pub path: PathBuf,
    pub text: String,
}

#[derive(Debug)]
pub enum ConnectFailure {
    /// Another attempt may succeed.
    Unreachable(String),
    /// Another attempt will fail, too.
    Refused(String),
}

/// An error and its causes.
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

pub async fn connect(server: &Server) -> Result<Client, ConnectFailure> {
    let Server { url, creds, ca, name } = server;
    let address = Address::read(url).map_err(ConnectFailure::Refused)?;
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(SERVER_TIMEOUT)
        .request_timeout(Some(SERVER_TIMEOUT))
        .ping_interval(Duration::from_secs(10))
        .reconnect_delay_callback(|attempts| {
            // Each pause is longer, and random, so that clients do not reconnect all at once.
            let most = 50_u64 << attempts.min(6);
            let mut random = [0; 2];
            let _ = getrandom::fill(&mut random);
            let part = u64::from(u16::from_le_bytes(random)) * most / 2 / 65_536;
            Duration::from_millis((most / 2 + part).min(2000))
        });
    options = match address.user.clone() {
        Some((user, Some(password))) => options.user_and_password(user, password),
        Some((token, None)) => options.token(token),
        None => options,
    };
    if let Some(TextFile { path, text }) = ca {
        if !text.contains("-----BEGIN CERTIFICATE-----") {
            let path = path.display();
            let what = format!("{path} has no certificate in the PEM format");
            return Err(ConnectFailure::Refused(what));
        }
        // Whoever names an authority wants no unencrypted connection.
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some(TextFile { path, text }) = creds {
        options = options.credentials(text).map_err(|_| {
            ConnectFailure::Refused(format!(
                "{} is not a file with NATS credentials: such a file has a user JWT and an NKEY \
                 seed",
                path.display()
            ))
        })?;
    }
    let has_credentials = address.user.is_some() || creds.is_some();
    let connected = options.connect(address.url.as_str()).await;
    connected.map_err(|error| failure(&error, &address, has_credentials))
}

/// The reason for people why there is no connection.
fn failure(error: &ConnectError, address: &Address, has_credentials: bool) -> ConnectFailure {
    let shown = shown_url(&address.url);
    if let Some(reason) = tls_reason(error) {
        return ConnectFailure::Refused(format!("no secure connection with {shown}: {reason}"));
    }
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            let what = match has_credentials {
                true => "does not accept the credentials",
                false => "requires credentials",
            };
            ConnectFailure::Refused(format!(
                "the server at {shown} {what}: write nats://USER:PASSWORD@HOST:4222 or \
                 nats://TOKEN@HOST:4222, or name a file with --creds"
            ))
        }
        ConnectErrorKind::Dns => ConnectFailure::Unreachable(format!(
            "the name {} is not known here: check its spelling",
            address.host
        )),
        ConnectErrorKind::TimedOut => ConnectFailure::Unreachable(format!(
            "no NATS server answers at {shown} within {} s",
            SERVER_TIMEOUT.as_secs()
        )),
        _ => match cause::<std::io::Error>(error).map(std::io::Error::kind) {
            Some(std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData) => {
                ConnectFailure::Refused(format!("what answers at {shown} is not a NATS server"))
            }
            _ => match cause::<async_nats::ServerError>(error) {
                Some(said) => ConnectFailure::Unreachable(format!(
                    "the server at {shown} refuses the connection: {said}"
                )),
                None => ConnectFailure::Unreachable(format!(
                    "no NATS server answers at {shown}: check that it runs, and its port"
                )),
            },
        },
    }
}

/// The reason why a TLS connection failed, if it was TLS.
fn tls_reason(error: &ConnectError) -> Option<String> {
    use async_nats::rustls::{CertificateError, Error};
    let Some(reason) = cause::<Error>(error) else {
        let is_tls = error.kind() == ConnectErrorKind::Tls;
        return is_tls.then(|| full_text(error));
    };
    let text = match reason {
        Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            "its certificate is not from an authority that is known here: --ca names the \
             certificate of its authority"
        }
        Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => "its certificate is for another host than the one in the address",
        Error::InvalidCertificate(
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. },
        ) => "its certificate is not valid at this time: is the clock of this machine right?",
        Error::InvalidMessage(_) => "it does not answer by TLS: has it a section tls?",
        other => return Some(other.to_string()),
    };
    Some(text.into())
}

/// The first cause of a type.
fn cause<'a, E: std::error::Error + 'static>(
    error: &'a (dyn std::error::Error + 'static),
) -> Option<&'a E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        // An I/O error does not name its inner error as its source.
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        if let Some(found) = inner.and_then(|inner| inner.downcast_ref::<E>()) {
            return Some(found);
        }
        next = error.source();
    }
    None
}

/// Refuses a server that is too old or has no JetStream.
pub fn check_server(url: &str, version: &str, has_jetstream: bool) -> Result<(), ConnectFailure> {
    let mut numbers = version.split(['.', '-']).map(|part| part.parse::<u32>().unwrap_or(0));
    let version_number = [numbers.next(), numbers.next()].map(Option::unwrap_or_default);
    let shown = shown_url(url);
    if version_number < [2, 9] {
        return Err(ConnectFailure::Refused(format!(
            "the server at {shown} is NATS {version}: 2.9 or later is needed"
        )));
    }
    if !has_jetstream {
        return Err(ConnectFailure::Refused(format!(
            "the server at {shown} has no JetStream: start it as nats-server -js"
        )));
    }
    Ok(())
}

/// Refuses an account that may not use JetStream.
pub async fn check_jetstream(url: &str, context: &Context) -> Result<(), ConnectFailure> {
    // The type of async-nats has fields that a server of version 2.9 does not send.
    let answer = context.request::<_, _, serde_json::Value>("INFO", &()).await;
    let shown = shown_url(url);
    let forbidden = format!(
        "the server at {shown} lets this account use no JetStream: enable it for the account, or \
         use another one"
    );
    let error = match answer {
        Ok(answer) if answer.get("error").is_none() => return Ok(()),
        Ok(_) => return Err(ConnectFailure::Refused(forbidden)),
        Err(error) => error,
    };
    Err(ConnectFailure::Unreachable(match error.kind() {
        // A server of a NATS cluster may answer so while it starts.
        RequestErrorKind::NoResponders => forbidden,
        _ => format!(
            "the server at {shown} does not answer about JetStream: a user needs to publish to \
             $JS.>, $O.> and agon.>, and to subscribe to _INBOX.> and agon.>"
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "the server at nats://host:4222 is NATS 2.8.4: 2.9 or later is needed"
        );
        assert!(refused("1.4.0", true).contains("2.9 or later"));
        assert!(refused("2.10.1", false).ends_with("start it as nats-server -js"));
        for version in ["2.9.10", "2.10.0-beta.3", "2.12.1", "3.0.0"] {
            assert!(check_server("nats://host", version, true).is_ok(), "{version}");
        }
    }
}
