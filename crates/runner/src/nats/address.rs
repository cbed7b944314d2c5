//! The address of a NATS server: how it is parsed and shown.

/// The syntax of addresses, for error messages.
const FORM: &str = "write it as nats://HOST:4222, tls://HOST:4222 or HOST:4222";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The URL with its scheme.
    pub url: String,
    /// The host name or IP address.
    pub host: String,
    /// A name and a password, or a token alone.
    pub user: Option<(String, Option<String>)>,
}

impl Address {
    /// Parses an address. A bare word is refused: it is more often a mistake than a host name.
    pub fn read(text: &str) -> Result<Address, String> {
        let wrong = |why: &str| {
            let shown = shown_url(text);
            Err(format!("{shown:?} is not the address of a server: {why}; {FORM}"))
        };
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme), rest),
            None => (None, text),
        };
        if scheme.is_some_and(|scheme| !matches!(scheme, "nats" | "tls")) {
            return wrong("it begins with neither nats:// nor tls://");
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (user, place) = match rest.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, rest),
        };
        if user.is_some_and(|user| user.contains(['/', '?', '#', '@', ' '])) {
            return wrong("in a password / ? # @ and blanks are %2F %3F %23 %40 %20");
        }
        let (host, port) = match place.strip_prefix('[') {
            Some(rest) => match rest.split_once(']') {
                Some((host, "")) => (host, None),
                Some((host, port)) if port.starts_with(':') => (host, Some(&port[1..])),
                _ => return wrong("a number in [] has to end with ]"),
            },
            None => match place.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        let is_number = place.starts_with('[');
        let may_have = |letter: char| match is_number {
            true => letter.is_ascii_hexdigit() || matches!(letter, ':' | '.'),
            false => letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_'),
        };
        if host.is_empty() || host.len() > 253 || !host.chars().all(may_have) {
            return wrong("it has no name of a machine");
        }
        if port.is_some_and(|port| !port.parse::<u16>().is_ok_and(|port| port > 0)) {
            return wrong("a port is a number from 1 to 65535");
        }
        if scheme.is_none() && port.is_none() {
            return wrong("it has neither nats:// nor a port");
        }
        let user = user.map(|user| match user.split_once(':') {
            Some((user, password)) => (decoded(user), Some(decoded(password))),
            None => (decoded(user), None),
        });
        Ok(Address {
            url: format!("{}://{rest}", scheme.unwrap_or("nats")),
            host: host.into(),
            user,
        })
    }
}

/// Decodes the percent escapes of a part of a URL.
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

/// An address without its password.
pub fn shown_url(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.into(),
        _ => url.into(),
    }
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
    fn addresses_are_read_with_and_without_their_scheme() {
        let read = |text: &str| {
            let Address { url, host, user } = Address::read(text).unwrap();
            (url, host, user)
        };
        let plain = |url: &str, host: &str| (url.into(), host.into(), None);
        assert_eq!(read("nats://host"), plain("nats://host", "host"));
        assert_eq!(read("nats://host:4222/"), plain("nats://host:4222", "host"));
        assert_eq!(read("host:4222"), plain("nats://host:4222", "host"));
        assert_eq!(read("tls://10.0.0.1:1"), plain("tls://10.0.0.1:1", "10.0.0.1"));
        assert_eq!(read("[::1]:4222"), plain("nats://[::1]:4222", "::1"));
        let (_, host, user) = read("tls://ann:50%25%40@host:4222");
        assert_eq!((host, user), ("host".into(), Some(("ann".into(), Some("50%@".into())))));
        assert_eq!(read("nats://s3cr3t@host").2, Some(("s3cr3t".into(), None)));
    }

    #[test]
    fn what_is_no_address_is_refused_with_what_would_be_right() {
        for (text, why) in [
            ("", "no name"),
            ("foo", "neither nats:// nor a port"),
            ("localhost", "neither nats:// nor a port"),
            ("http://host:80", "neither nats:// nor tls://"),
            ("nats:/host", "a port is a number"),
            ("nats://", "no name"),
            ("nats://:4222", "no name"),
            ("nats://a b:4222", "no name"),
            ("nats://host:0", "a port is a number"),
            ("nats://host:70000", "a port is a number"),
            ("nats://host:4222/path", "a port is a number"),
            ("nats://host/path", "no name"),
            ("nats://[::1", "end with ]"),
            ("nats://[host]:1", "no name"),
            ("::1:4222", "no name"),
            ("nats://ann:pa/ss@host:4222", "%2F"),
            ("nats://a:1,nats://b:1", "a port is a number"),
        ] {
            let refused = Address::read(text).unwrap_err();
            assert!(refused.contains(why), "{text}: {refused}");
            assert!(refused.ends_with("tls://HOST:4222 or HOST:4222"), "{refused}");
            assert!(!refused.contains("ss@"), "the password is not shown: {refused}");
        }
    }
}
