//! Origins: the addresses under which browsers reach the page, and the headers that contain them.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use agon_core::quote;

/// The longest name of a host, in bytes.
const MAX_NAME: usize = 253;

/// The host of an address: a name in lower case, or an IP address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    Name(String),
    Ip(IpAddr),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Host::Name(name) => f.write_str(name),
            Host::Ip(IpAddr::V4(ip)) => ip.fmt(f),
            Host::Ip(IpAddr::V6(ip)) => write!(f, "[{ip}]"),
        }
    }
}

/// A host with an optional port, as in a Host header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    pub host: Host,
    pub port: Option<u16>,
}

impl Authority {
    /// Parses the value of a Host header.
    pub fn parse(text: &str) -> Option<Authority> {
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (ip, port) = rest.split_once(']')?;
                (Host::Ip(ip.parse::<Ipv6Addr>().ok()?.into()), port)
            }
            None => {
                let end = text.find(':').unwrap_or(text.len());
                (parse_name(&text[..end])?, &text[end..])
            }
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            None => return None,
            Some(port) => Some(parse_port(port)?),
        };
        Some(Authority { host, port })
    }
}

fn parse_name(name: &str) -> Option<Host> {
    if let Ok(ip) = name.parse::<IpAddr>() {
        return Some(Host::Ip(ip));
    }
    let is_fine = |sign: u8| sign.is_ascii_alphanumeric() || b"-._".contains(&sign);
    let is_name = !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_fine);
    is_name.then(|| Host::Name(name.to_ascii_lowercase()))
}

/// A port in decimal digits only; `u16::from_str` would also accept a sign.
fn parse_port(text: &str) -> Option<u16> {
    text.bytes().all(|sign| sign.is_ascii_digit()).then(|| text.parse().ok())?
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub is_https: bool,
    pub host: Host,
    /// The port, which the text omits if it is the scheme's default.
    pub port: u16,
}

impl Origin {
    /// Parses the value of an Origin header.
    pub fn parse(text: &str) -> Option<Origin> {
        let (is_https, rest) = match text.split_once("://")? {
            ("https", rest) => (true, rest),
            ("http", rest) => (false, rest),
            _ => return None,
        };
        let Authority { host, port } = Authority::parse(rest)?;
        Some(Origin { is_https, host, port: port.unwrap_or(default_port(is_https)) })
    }

    /// Whether a Host header names this origin.
    pub fn is_named_by(&self, authority: &Authority) -> bool {
        let port = authority.port.unwrap_or(default_port(self.is_https));
        self.host == authority.host && self.port == port
    }
}

fn default_port(is_https: bool) -> u16 {
    if is_https { 443 } else { 80 }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let scheme = if self.is_https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        if self.port != default_port(self.is_https) {
            write!(f, ":{}", self.port)?;
        }
        Ok(())
    }
}

impl FromStr for Origin {
    type Err = String;

    /// Parses an origin that a person wrote: it may end with a slash, and case does not matter.
    fn from_str(text: &str) -> Result<Origin, String> {
        let lower = text.to_ascii_lowercase();
        Origin::parse(lower.strip_suffix('/').unwrap_or(&lower)).ok_or_else(|| {
            format!(
                "an origin is http:// or https:// with a host and perhaps a port, as in \
                 https://games.example or http://10.0.0.5:8080, without a path, and with \
                 punycode (xn--...) for other letters, not {}",
                quote(text)
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        for (given, written) in [
            ("https://Games.Example/", "https://games.example"),
            ("https://games.example:443", "https://games.example"),
            ("http://games.example:8080", "http://games.example:8080"),
            ("http://[::1]:80/", "http://[::1]"),
            ("HTTP://10.0.0.5", "http://10.0.0.5"),
            ("https://xn--tst-qla.example:80", "https://xn--tst-qla.example:80"),
        ] {
            let origin: Origin = given.parse().expect(given);
            assert_eq!(origin.to_string(), written);
            assert_eq!(Origin::parse(written), Some(origin));
        }
    }

    #[test]
    fn what_is_no_origin_is_refused_with_an_example() {
        for text in [
            "",
            "games.example",
            "ftp://games.example",
            "https://",
            "https:///",
            "https://a/b",
            "https://a//",
            "https://a?b",
            "https://me@a",
            "https://täst.example",
            "https://a:",
            "https://a:+80",
            "https://a:99999",
            "https://[::1",
            "https://[::1]x",
            "https://a b",
        ] {
            let why = text.parse::<Origin>().expect_err(text);
            assert!(why.contains("https://games.example"), "{why}");
        }
        assert_eq!(Origin::parse("null"), None);
        assert_eq!(Origin::parse("https://a/"), None, "a browser sends no slash");
    }

    #[test]
    fn a_host_without_a_port_means_the_port_of_the_scheme() {
        let named = |origin: &str, host: &str| {
            let authority = Authority::parse(host).expect(host);
            Origin::parse(origin).expect(origin).is_named_by(&authority)
        };
        assert!(named("https://a", "a"));
        assert!(named("https://a", "A:443"));
        assert!(named("http://a", "a:80"));
        assert!(named("http://a:8080", "a:8080"));
        assert!(!named("http://a:8080", "a"));
        assert!(!named("https://a", "a:80"));
        assert!(!named("https://a", "b"));
    }
}
