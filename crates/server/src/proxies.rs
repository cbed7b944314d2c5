//! Trusted proxies, and the headers in which they report their clients.

use std::net::{IpAddr, SocketAddr};

use agon_core::quote;
use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

/// The address at the other end of a TCP connection, which the listener adds to every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The headers in which proxies report a client. A request with one of them is not from the peer
/// itself.
const FORWARDING: [HeaderName; 5] = [
    FORWARDED_FOR,
    FORWARDED_PROTO,
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-real-ip"),
];

/// The networks of trusted proxies.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    pub fn new(networks: &[IpNet]) -> TrustedProxies {
        TrustedProxies(networks.to_vec())
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address of the client: that of the peer, or the one that a trusted proxy reports. Each
    /// proxy appends its own peer, so the list is read from its end, and only as far as the proxies
    /// are trusted. A client can write anything before that.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let mut forwarded = forwarded_addresses(headers).into_iter().rev();
        while self.contains(client)
            && let Some(Some(address)) = forwarded.next()
        {
            client = address;
        }
        client
    }

    /// Whether the client used https, if a trusted proxy reports it.
    pub fn is_https(&self, peer: IpAddr, headers: &HeaderMap) -> Option<bool> {
        if !self.contains(peer) {
            return None;
        }
        let value = match headers.get_all(FORWARDED_PROTO).iter().next_back() {
            Some(value) => value.to_str().ok()?.rsplit(',').next()?.trim().to_string(),
            None => forwarded_values(headers, "proto").pop()??,
        };
        match value.to_ascii_lowercase().as_str() {
            "https" | "wss" => Some(true),
            "http" | "ws" => Some(false),
            _ => None,
        }
    }
}

/// Whether a request was forwarded by a proxy that adds headers.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDING.iter().any(|name| headers.contains_key(name))
}

/// Parses an argument of `--trusted-proxy`: an address or a network.
pub fn parse_network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| {
        format!(
            "a trusted proxy is an IP address or a network, as in 127.0.0.1 or 10.0.0.0/8, not {}",
            quote(text)
        )
    })
}

/// The addresses of X-Forwarded-For, or without that header those of Forwarded, in order; `None`
/// for a value that is not an address.
fn forwarded_addresses(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    if !headers.contains_key(FORWARDED_FOR) {
        let values = forwarded_values(headers, "for").into_iter();
        return values.map(|value| parse_address(&value?)).collect();
    }
    let values = headers.get_all(FORWARDED_FOR).iter();
    let texts = values.map(|value| value.to_str().unwrap_or_default());
    texts.flat_map(|text| text.split(',')).map(parse_address).collect()
}

/// The values of a parameter of the Forwarded header, one for each proxy.
fn forwarded_values(headers: &HeaderMap, parameter: &str) -> Vec<Option<String>> {
    let values = headers.get_all(header::FORWARDED).iter();
    let texts = values.map(|value| value.to_str().unwrap_or_default());
    let find = |element: &str| {
        element.split(';').find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            let is_named = name.eq_ignore_ascii_case(parameter);
            is_named.then(|| value.trim_matches('"').to_string())
        })
    };
    texts.flat_map(|text| text.split(',')).map(find).collect()
}

/// An address, with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    let address = address.or_else(|_| text.trim_matches(['[', ']']).parse());
    Some(address.ok()?.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a header"));
        }
        headers
    }

    fn client(peer: &str, pairs: &[(&'static str, &str)]) -> String {
        let networks = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(parse_network);
        let proxies = TrustedProxies::new(&networks.map(Result::unwrap));
        proxies.client(peer.parse().unwrap(), &headers(pairs)).to_string()
    }

    const LIST: &str = "x-forwarded-for";

    #[test]
    fn a_trusted_proxy_names_its_client() {
        assert_eq!(client("127.0.0.1", &[(LIST, "203.0.113.5")]), "203.0.113.5");
        assert_eq!(client("127.0.0.1", &[(LIST, "203.0.113.5:4711")]), "203.0.113.5");
        assert_eq!(client("127.0.0.1", &[(LIST, "::ffff:203.0.113.5")]), "203.0.113.5");
        assert_eq!(
            client("127.0.0.1", &[("forwarded", "for=203.0.113.5;proto=https")]),
            "203.0.113.5"
        );
        let quoted = "for=\"[2001:db8::7]:4711\"";
        assert_eq!(client("127.0.0.1", &[("forwarded", quoted)]), "2001:db8::7");
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn others_are_not_believed() {
        assert_eq!(client("203.0.113.9", &[(LIST, "203.0.113.5")]), "203.0.113.9");
        assert_eq!(client("203.0.113.9", &[("forwarded", "for=203.0.113.5")]), "203.0.113.9");
    }

    #[test]
    fn what_the_client_wrote_itself_is_not_believed() {
        let list = [(LIST, "198.51.100.1, 203.0.113.5, 10.1.2.3")];
        assert_eq!(client("127.0.0.1", &list), "203.0.113.5");
        let twice = [(LIST, "198.51.100.1"), (LIST, "203.0.113.5")];
        assert_eq!(client("127.0.0.1", &twice), "203.0.113.5");
        let both = [(LIST, "203.0.113.5"), ("forwarded", "for=198.51.100.1")];
        assert_eq!(client("127.0.0.1", &both), "203.0.113.5");
        assert_eq!(client("127.0.0.1", &[(LIST, "203.0.113.5, nonsense")]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &[("forwarded", "for=unknown")]), "127.0.0.1");
    }

    #[test]
    fn a_trusted_proxy_tells_the_scheme() {
        let proxies = TrustedProxies::new(&[parse_network("127.0.0.1").unwrap()]);
        let told = |peer: &str, pairs| proxies.is_https(peer.parse().unwrap(), &headers(pairs));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-proto", "https")]), Some(true));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-proto", "http")]), Some(false));
        assert_eq!(told("127.0.0.1", &[("forwarded", "for=1.2.3.4;Proto=HTTPS")]), Some(true));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-proto", "gopher")]), None);
        assert_eq!(told("127.0.0.1", &[]), None);
        assert_eq!(told("127.0.0.2", &[("x-forwarded-proto", "https")]), None);
    }

    #[test]
    fn networks_are_parsed_and_other_texts_are_refused() {
        assert!(parse_network("::1").is_ok() && parse_network("10.0.0.0/8").is_ok());
        for text in ["", "localhost", "10.0.0.0/33", "10.0.0.0:80"] {
            let why = parse_network(text).expect_err(text);
            assert!(why.contains("127.0.0.1 or 10.0.0.0/8"), "{why}");
        }
    }
}
