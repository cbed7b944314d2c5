//! Access control: only the program's own page may connect, and other machines need a key.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::games::new_id;

/// The name of the cookie that holds the key.
const COOKIE: &str = "agon-key";

/// The content security policy: the page may load files of this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Decides which requests are let in.
#[derive(Clone, Debug)]
pub struct AccessControl {
    address: SocketAddr,
    /// The secret that requests must present when other machines can reach the address.
    key: Option<String>,
}

impl AccessControl {
    /// Access control for an address, with a key if other machines can reach it.
    pub fn new(address: SocketAddr) -> AccessControl {
        let key = (!address.ip().is_loopback()).then(new_id);
        AccessControl { address, key }
    }

    /// The address of the page, with the key if there is one.
    pub fn url(&self) -> String {
        match &self.key {
            None => format!("http://{}/", self.address),
            Some(key) => format!("http://{}/?key={key}", self.address),
        }
    }

    /// Whether a Host header names this server. This defends against DNS rebinding, where a
    /// foreign name points at this address.
    fn is_own_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let ip: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
        match ip {
            // On an unspecified address (0.0.0.0) every address of the machine is valid; the
            // key protects those.
            Ok(ip) => ip == self.address.ip() || self.address.ip().is_unspecified(),
            Err(_) => name == "localhost" && self.address.ip().is_loopback(),
        }
    }

    /// Why a request is rejected, if it is.
    fn rejection(&self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        if !self.is_own_host(host) {
            return Some("the Host header does not name this server");
        }
        match text(header::ORIGIN) {
            Some(origin) if origin != format!("http://{host}") => {
                return Some("pages of other origins may not connect");
            }
            _ => (),
        }
        None
    }

    /// Whether a request has the key in its cookie, or none is needed.
    fn has_key(&self, headers: &HeaderMap) -> bool {
        let Some(key) = &self.key else { return true };
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).map(str::trim);
        pairs.any(|pair| {
            pair.split_once('=')
                .is_some_and(|(name, value)| name == COOKIE && constant_time_eq(value, key))
        })
    }
}

/// Compares in constant time, so that the time taken does not reveal the key.
fn constant_time_eq(one: &str, two: &str) -> bool {
    let differences = one.bytes().zip(two.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == two.len() && differences == 0
}

/// Middleware: rejects requests that are not allowed, and adds security headers to all responses.
pub async fn check_access(
    State(access): State<AccessControl>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match access.rejection(request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None if access.has_key(request.headers()) => next.run(request).await,
        None => exchange_key(&access, &request),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}

/// Exchanges the key in an address for a cookie, so that it does not stay in the address bar.
fn exchange_key(access: &AccessControl, request: &Request) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("key="));
    match (&access.key, given) {
        (Some(key), Some(given)) if constant_time_eq(given, key) => {
            let cookie = format!("{COOKIE}={key}; HttpOnly; SameSite=Strict; Path=/");
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".into())];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        _ => {
            let why = "the key is missing or wrong: use the address that the program printed";
            (StatusCode::FORBIDDEN, why).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(access: &AccessControl, pairs: &[(HeaderName, &str)]) -> Option<&'static str> {
        let pairs = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value)));
        let headers: HeaderMap =
            pairs.map(|(name, value)| (name, value.expect("a header"))).collect();
        access.rejection(&headers)
    }

    #[test]
    fn only_the_own_host_and_origin_are_let_in() {
        let access = AccessControl::new(([127, 0, 0, 1], 7878).into());
        let with =
            |host, origin| rejected(&access, &[(header::HOST, host), (header::ORIGIN, origin)]);
        assert_eq!(with("127.0.0.1:7878", "http://127.0.0.1:7878"), None);
        assert_eq!(with("localhost:7878", "http://localhost:7878"), None);
        assert_eq!(rejected(&access, &[(header::HOST, "localhost:7878")]), None);
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
            assert!(with(host, origin).is_some(), "{host} {origin}");
        }
    }

    #[test]
    fn other_machines_need_the_key() {
        let access = AccessControl::new(([0, 0, 0, 0], 7878).into());
        let url = access.url();
        let (_, key) = url.split_once("?key=").expect("a key");
        assert_eq!(key.len(), 22);
        let has = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_str(cookie).expect("a cookie"));
            access.has_key(&headers)
        };
        assert!(has(&format!("other=1; {COOKIE}={key}")));
        assert!(!has(&format!("{COOKIE}={}", &key[1..])));
        assert!(!has(&format!("{COOKIE}=")));
        assert!(!access.has_key(&HeaderMap::new()));
        assert!(AccessControl::new(([127, 0, 0, 1], 7878).into()).has_key(&HeaderMap::new()));
    }
}
