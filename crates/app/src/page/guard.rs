//! Who may talk to the program: its own page, and nobody else's.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::hall::new_id;

/// The name of the cookie that holds the secret.
const COOKIE: &str = "agon-key";

/// What the page may do: load what comes from here, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is asked of everybody who comes in.
#[derive(Clone, Debug)]
pub struct Guard {
    address: SocketAddr,
    /// What those must know who come from other machines.
    key: Option<String>,
}

impl Guard {
    /// A guard for an address. Where others than this machine can reach it, they need a
    /// secret.
    pub fn new(address: SocketAddr) -> Guard {
        let key = (!address.ip().is_loopback()).then(new_id);
        Guard { address, key }
    }

    /// The address of the page, with the secret if there is one.
    pub fn url(&self) -> String {
        match &self.key {
            None => format!("http://{}/", self.address),
            Some(key) => format!("http://{}/?key={key}", self.address),
        }
    }

    /// Whether the name by which the program was called is one of its own. A name that
    /// somebody else has made point here is not.
    fn is_own_name(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let ip: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
        match ip {
            // Who listens to all its addresses does not know which one was meant; the
            // secret, which is kept for that address alone, guards it.
            Ok(ip) => ip == self.address.ip() || self.address.ip().is_unspecified(),
            Err(_) => name == "localhost" && self.address.ip().is_loopback(),
        }
    }

    /// Why a request is turned away, if it is.
    fn objection(&self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        if !self.is_own_name(host) {
            return Some("this is not the name of the program");
        }
        match text(header::ORIGIN) {
            Some(origin) if origin != format!("http://{host}") => {
                return Some("other pages may not talk to the program");
            }
            _ => (),
        }
        None
    }

    /// Whether a request knows the secret, if there is one.
    fn knows_key(&self, headers: &HeaderMap) -> bool {
        let Some(key) = &self.key else { return true };
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).map(str::trim);
        pairs.any(|pair| {
            pair.split_once('=').is_some_and(|(name, value)| name == COOKIE && same(value, key))
        })
    }
}

/// Whether two words are the same, found out in the same time wherever they differ.
fn same(one: &str, two: &str) -> bool {
    let differences = one.bytes().zip(two.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == two.len() && differences == 0
}

/// Lets in who may come in, and says on every answer what the page may do.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None if guard.knows_key(request.headers()) => next.run(request).await,
        None => admit(&guard, &request),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

/// Exchanges the secret in an address for a cookie, so that it does not stay there.
fn admit(guard: &Guard, request: &Request) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("key="));
    match (&guard.key, given) {
        (Some(key), Some(given)) if same(given, key) => {
            let cookie = format!("{COOKIE}={key}; HttpOnly; SameSite=Strict; Path=/");
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".into())];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        _ => {
            let why = "the address needs its key: take the one that the program printed";
            (StatusCode::FORBIDDEN, why).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, pairs: &[(HeaderName, &str)]) -> Option<&'static str> {
        let pairs = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value)));
        let headers: HeaderMap =
            pairs.map(|(name, value)| (name, value.expect("a header"))).collect();
        guard.objection(&headers)
    }

    #[test]
    fn only_its_own_names_and_its_own_page_are_let_in() {
        let guard = Guard::new(([127, 0, 0, 1], 7878).into());
        let ask = |host, origin| asked(&guard, &[(header::HOST, host), (header::ORIGIN, origin)]);
        assert_eq!(ask("127.0.0.1:7878", "http://127.0.0.1:7878"), None);
        assert_eq!(ask("localhost:7878", "http://localhost:7878"), None);
        assert_eq!(asked(&guard, &[(header::HOST, "localhost:7878")]), None);
        for (host, origin) in [
            ("evil.example:7878", "http://evil.example:7878"),
            ("127.0.0.1:7878", "http://evil.example"),
            ("127.0.0.1:7878", "http://127.0.0.1:9999"),
            ("127.0.0.1:7878", "https://127.0.0.1:7878"),
            ("127.0.0.1:7878", "null"),
            ("127.0.0.1:9999", "http://127.0.0.1:9999"),
            ("127.0.0.1", "http://127.0.0.1"),
            ("10.0.0.1:7878", "http://10.0.0.1:7878"),
            ("", ""),
        ] {
            assert!(ask(host, origin).is_some(), "{host} {origin}");
        }
    }

    #[test]
    fn other_machines_need_the_secret() {
        let guard = Guard::new(([0, 0, 0, 0], 7878).into());
        let url = guard.url();
        let (_, key) = url.split_once("?key=").expect("a secret");
        assert_eq!(key.len(), 22);
        let knows = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_str(cookie).expect("a cookie"));
            guard.knows_key(&headers)
        };
        assert!(knows(&format!("other=1; {COOKIE}={key}")));
        assert!(!knows(&format!("{COOKIE}={}", &key[1..])));
        assert!(!knows(&format!("{COOKIE}=")));
        assert!(!guard.knows_key(&HeaderMap::new()));
        assert!(Guard::new(([127, 0, 0, 1], 7878).into()).knows_key(&HeaderMap::new()));
    }
}
