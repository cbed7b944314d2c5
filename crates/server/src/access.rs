//! Access control: only the server's own page may connect, other users need a key, and every
//! browser has a session.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use agon_service::{Caller, Seats};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::database::GameDatabase;
use super::games::since_1970;
use super::id::new_id;
use super::key::is_id;
use super::origin::{Authority, Host, Origin};
use super::proxies::{Peer, TrustedProxies, is_forwarded};

const KEY: &str = "agon-key";
const SESSION: &str = "agon-session";
const GUEST: &str = "agon-guest";

/// The session of all browsers, if only this machine can reach the server.
const LOCAL: &str = "local";

/// How long cookies are kept, in seconds: a year after the last visit.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;

pub const WEBSOCKET: &str = "/ws";
pub const METRICS: &str = "/metrics";

/// The content security policy: the page may only load files of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      manifest-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The sender of a request: an extension of every request that is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The session of the browser; `local` for all browsers if only this machine can reach the
    /// server.
    pub session: String,
    /// The address of the client, as reported by trusted proxies if there are any.
    pub address: IpAddr,
    /// The secret of the invitation that let it in, if it does not have the key.
    pub invitation: Option<String>,
}

/// Decides which requests are let in.
#[derive(Clone)]
pub struct AccessControl(Arc<Rules>);

struct Rules {
    address: SocketAddr,
    origins: Vec<Origin>,
    proxies: TrustedProxies,
    /// The secret that requests must present.
    key: Option<String>,
    /// The games, which know their invitations.
    database: Option<GameDatabase>,
}

/// Whether others than the user of this machine can reach the server.
pub fn is_shared(address: SocketAddr, origins: &[Origin]) -> bool {
    !address.ip().is_loopback() || !origins.is_empty()
}

impl AccessControl {
    /// Access control for an address with its public origins, and with a key if one is needed.
    pub fn new(
        address: SocketAddr,
        origins: Vec<Origin>,
        proxies: TrustedProxies,
        key: Option<String>,
        database: GameDatabase,
    ) -> AccessControl {
        AccessControl(Arc::new(Rules { address, origins, proxies, key, database: Some(database) }))
    }

    /// The addresses of the page, with the key if there is one. The address of the server itself is
    /// the first.
    pub fn urls(&self) -> Vec<String> {
        let query = self.0.key.as_ref().map(|key| format!("?key={key}")).unwrap_or_default();
        let own = format!("http://{}/{query}", self.0.address);
        let public = self.0.origins.iter().map(|origin| format!("{origin}/{query}"));
        let others: Vec<String> = public.filter(|url| *url != own).collect();
        [own].into_iter().chain(others).collect()
    }

    /// Middleware: rejects requests that are not allowed, adds the visitor to the others, and adds
    /// security headers to all responses.
    pub async fn check(
        State(access): State<AccessControl>,
        request: Request,
        next: Next,
    ) -> Response {
        let mut response = access.0.respond(request, next).await;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        response
    }
}

impl Rules {
    async fn respond(&self, mut request: Request, next: Next) -> Response {
        let Some(Peer(peer)) = request.extensions().get().copied() else {
            return (StatusCode::INTERNAL_SERVER_ERROR, "the client is unknown").into_response();
        };
        let headers = request.headers();
        let host =
            match self.check_headers(request.uri().authority().map(|it| it.as_str()), headers) {
                Ok(host) => host,
                Err(why) => return (StatusCode::FORBIDDEN, why).into_response(),
            };
        if request.uri().path() == METRICS {
            return match self.may_read_metrics(peer, &host, headers) {
                true => next.run(request).await,
                false => {
                    let why = "metrics are for this machine only: ask 127.0.0.1 without a proxy";
                    (StatusCode::FORBIDDEN, why).into_response()
                }
            };
        }
        let is_secure = self.is_secure(peer, &host, headers);
        let known = self.known_session(headers);
        let mut invitation = None;
        if !self.has_key(headers) {
            invitation = self.invitation(cookies(headers, GUEST).next(), known.as_deref()).await;
            let given = parameter(&request, "guest");
            if self.invitation(given, known.as_deref()).await.is_some() {
                return let_in(GUEST, given.unwrap_or_default(), is_secure);
            }
            if invitation.is_none() {
                return self.exchange_key(&request, is_secure);
            }
        }
        let session = known.clone().unwrap_or_else(new_id);
        let visitor = Visitor { session, address: self.proxies.client(peer, headers), invitation };
        let is_guest = visitor.invitation.is_some();
        let mut cookies = self.cookies_for(request.uri().path(), known.is_none(), &visitor.session);
        cookies.retain(|(name, _)| !is_guest || *name != KEY);
        request.extensions_mut().insert(visitor);
        let mut response = next.run(request).await;
        for (name, value) in cookies {
            add_cookie(&mut response, name, &value, is_secure);
        }
        response
    }

    /// The host that a request names, or why the request is rejected.
    fn check_headers(
        &self,
        target: Option<&str>,
        headers: &HeaderMap,
    ) -> Result<Authority, &'static str> {
        let foreign = "the Host header does not name this server: a public address is allowed \
                       with agon serve --origin";
        let host = single(headers, header::HOST)?.ok_or("the Host header is missing")?;
        let host = Authority::parse(host).ok_or("the Host header is malformed")?;
        // An absolute address in the request line, as sent to a proxy, must name the same server.
        if target.is_some_and(|target| Authority::parse(target).as_ref() != Some(&host)) {
            return Err("the address and the Host header differ");
        }
        if !self.is_own_host(&host) && !self.origins.iter().any(|it| it.is_named_by(&host)) {
            return Err(foreign);
        }
        let Some(origin) = single(headers, header::ORIGIN)? else { return Ok(host) };
        let origin = Origin::parse(origin);
        let is_own = |origin: &Origin| {
            let is_direct =
                !origin.is_https && self.is_own_host(&host) && origin.is_named_by(&host);
            is_direct || self.origins.contains(origin)
        };
        match origin.is_some_and(|origin| is_own(&origin)) {
            true => Ok(host),
            false => Err("pages of other origins may not connect"),
        }
    }

    /// Whether a Host header names the address of this server. This defends against DNS rebinding,
    /// where a foreign name points at this address.
    fn is_own_host(&self, host: &Authority) -> bool {
        let own = self.address.ip();
        if host.port.unwrap_or(80) != self.address.port() {
            return false;
        }
        match &host.host {
            // On an unspecified address (0.0.0.0) every address of the machine is valid; the key
            // protects those.
            Host::Ip(ip) => *ip == own || own.is_unspecified(),
            Host::Name(name) => name == "localhost" && (own.is_loopback() || own.is_unspecified()),
        }
    }

    /// Whether this machine itself requests the metrics. A proxy on this machine forwards requests
    /// of others: it adds a header, or keeps the public host.
    fn may_read_metrics(&self, peer: IpAddr, host: &Authority, headers: &HeaderMap) -> bool {
        peer.is_loopback() && self.is_own_host(host) && !is_forwarded(headers)
    }

    /// Whether the browser uses https, so that its cookies must be secure.
    fn is_secure(&self, peer: IpAddr, host: &Authority, headers: &HeaderMap) -> bool {
        let by_proxy = self.proxies.is_https(peer, headers);
        let named = self.origins.iter().filter(|origin| origin.is_named_by(host));
        let mut schemes = named.map(|origin| origin.is_https).peekable();
        match by_proxy {
            Some(is_https) => is_https,
            None => schemes.peek().is_some() && schemes.all(|is_https| is_https),
        }
    }

    /// Whether a request has the key in its cookie, or none is needed.
    fn has_key(&self, headers: &HeaderMap) -> bool {
        let Some(key) = &self.key else { return true };
        cookies(headers, KEY).any(|value| constant_time_eq(value, key))
    }

    fn known_session(&self, headers: &HeaderMap) -> Option<String> {
        if !is_shared(self.address, &self.origins) {
            return Some(LOCAL.into());
        }
        cookies(headers, SESSION).find(|value| is_id(value)).map(str::to_string)
    }

    /// The cookies of a response. Only `index.html` sets or renews them: the other files are loaded
    /// in parallel, so each of them would begin another session. A client without the page gets its
    /// session with the WebSocket.
    fn cookies_for(&self, path: &str, is_new: bool, session: &str) -> Vec<(&'static str, String)> {
        let is_page = matches!(path, "/" | "/index.html");
        let mut cookies = Vec::new();
        if session != LOCAL && (is_page || path == WEBSOCKET && is_new) {
            cookies.push((SESSION, session.to_string()));
        }
        if is_page && let Some(key) = &self.key {
            cookies.push((KEY, key.clone()));
        }
        cookies
    }

    /// The secret of an invitation, as in `GAME.SECRET`, if it lets a session into that game.
    async fn invitation(&self, text: Option<&str>, session: Option<&str>) -> Option<String> {
        let (game, secret) = text?.split_once('.')?;
        if !is_id(game) || !is_id(secret) {
            return None;
        }
        let stored = self.database.as_ref()?.load(game).await.ok()??;
        let (session, invitation) = (session.unwrap_or_default().into(), Some(secret.into()));
        let caller = Caller { session, invitation, ..Caller::local(0) };
        Seats::restored(&stored).admits(&caller, since_1970()).then(|| secret.into())
    }

    /// Exchanges the key in an address for a cookie, so that it does not stay in the address bar.
    fn exchange_key(&self, request: &Request, is_secure: bool) -> Response {
        match (&self.key, parameter(request, "key")) {
            (Some(key), Some(given)) if constant_time_eq(given, key) => let_in(KEY, key, is_secure),
            _ => {
                let why = "the key is missing or wrong: use the address that the program printed";
                (StatusCode::FORBIDDEN, why).into_response()
            }
        }
    }
}

/// The value of a parameter in the query of a request.
fn parameter<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let mut pairs = request.uri().query().unwrap_or_default().split('&');
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// Gives a browser a cookie and sends it to the page, so that a secret does not stay in the address
/// bar. The browser keeps the part of the address that names the game.
fn let_in(cookie: &str, value: &str, is_secure: bool) -> Response {
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
    add_cookie(&mut response, cookie, value, is_secure);
    response
}

/// The single value of a header, if it is there.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, &'static str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| "the Host or Origin header is not ASCII")
        }
        (Some(_), Some(_)) => Err("the Host or Origin header is repeated"),
    }
}

/// The values of a cookie.
fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.filter(move |(found, _)| found.trim() == name).map(|(_, value)| value.trim())
}

/// Adds a cookie to a response. With SameSite=Strict a browser would not send it after a link in a
/// mail or on another site, and would get a new session. Changes go through the WebSocket, which
/// checks the origin.
fn add_cookie(response: &mut Response, name: &str, value: &str, is_secure: bool) {
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie =
        format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={MAX_AGE}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// Compares in constant time, so that the time does not reveal the key.
fn constant_time_eq(one: &str, two: &str) -> bool {
    let differences = one.bytes().zip(two.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == two.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxies::parse_network;

    fn rules(address: &str, origins: &[&str]) -> Rules {
        let origins = origins.iter().map(|text| text.parse().expect("an origin")).collect();
        let proxies = TrustedProxies::new(&[parse_network("127.0.0.1").expect("a network")]);
        let address = address.parse().expect("an address");
        Rules { address, origins, proxies, key: None, database: None }
    }

    fn headers(pairs: &[(HeaderName, &[u8])]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name.clone(), HeaderValue::from_bytes(value).expect("a header"));
        }
        headers
    }

    fn is_let_in(rules: &Rules, host: &str, origin: &str) -> bool {
        let origin = (!origin.is_empty()).then_some((header::ORIGIN, origin.as_bytes()));
        let pairs: Vec<_> = [(header::HOST, host.as_bytes())].into_iter().chain(origin).collect();
        rules.check_headers(None, &headers(&pairs)).is_ok()
    }

    #[test]
    fn only_the_own_host_and_origin_are_let_in() {
        let rules = rules("127.0.0.1:7878", &[]);
        for (host, origin) in [
            ("127.0.0.1:7878", "http://127.0.0.1:7878"),
            ("localhost:7878", "http://localhost:7878"),
            ("localhost:7878", ""),
        ] {
            assert!(is_let_in(&rules, host, origin), "{host} {origin}");
        }
        for (host, origin) in [
            ("evil.example:7878", "http://evil.example:7878"),
            ("127.0.0.1:7878", "http://evil.example"),
            ("127.0.0.1:7878", "http://127.0.0.1:9999"),
            ("127.0.0.1:7878", "https://127.0.0.1:7878"),
            ("127.0.0.1:7878", "http://localhost:7878"),
            ("127.0.0.1:7878", "null"),
            ("127.0.0.1:7878", "http://127.0.0.1:7878/"),
            ("127.0.0.1:9999", "http://127.0.0.1:9999"),
            ("127.0.0.1", "http://127.0.0.1"),
            ("10.0.0.1:7878", "http://10.0.0.1:7878"),
            ("", ""),
        ] {
            assert!(!is_let_in(&rules, host, origin), "{host} {origin}");
        }
    }

    #[test]
    fn public_origins_are_let_in_besides() {
        let rules = rules("127.0.0.1:7878", &["https://games.example", "http://10.0.0.5:8080"]);
        for (host, origin) in [
            ("games.example", "https://games.example"),
            ("games.example:443", "https://games.example"),
            ("Games.Example", ""),
            ("10.0.0.5:8080", "http://10.0.0.5:8080"),
            ("127.0.0.1:7878", "http://127.0.0.1:7878"),
            // A proxy that does not forward the Host header.
            ("127.0.0.1:7878", "https://games.example"),
        ] {
            assert!(is_let_in(&rules, host, origin), "{host} {origin}");
        }
        for (host, origin) in [
            ("games.example", "http://games.example"),
            ("games.example:7878", "https://games.example:7878"),
            ("games.example:80", "https://games.example"),
            ("10.0.0.5", "http://10.0.0.5"),
            ("evil.example", "https://games.example"),
            ("games.example", "https://evil.example"),
            ("games.example", "https://games.example.evil.example"),
        ] {
            assert!(!is_let_in(&rules, host, origin), "{host} {origin}");
        }
    }

    #[test]
    fn odd_headers_are_refused() {
        let rules = rules("127.0.0.1:7878", &["https://games.example"]);
        let check = |target, pairs: &[(HeaderName, &[u8])]| {
            rules.check_headers(target, &headers(pairs)).err()
        };
        const HOST: (HeaderName, &[u8]) = (header::HOST, b"127.0.0.1:7878");
        const ORIGIN: (HeaderName, &[u8]) = (header::ORIGIN, b"http://127.0.0.1:7878");
        assert_eq!(check(None, &[HOST, ORIGIN]), None);
        assert_eq!(check(Some("127.0.0.1:7878"), &[HOST, ORIGIN]), None);
        for (target, pairs) in [
            (None, vec![]),
            (None, vec![ORIGIN]),
            (None, vec![HOST, HOST]),
            (None, vec![HOST, (header::HOST, b"games.example")]),
            (None, vec![HOST, ORIGIN, ORIGIN]),
            (None, vec![HOST, ORIGIN, (header::ORIGIN, b"https://games.example")]),
            (None, vec![HOST, (header::ORIGIN, b"http://127.0.0.1:7878\xff")]),
            (None, vec![HOST, (header::ORIGIN, b"")]),
            (None, vec![(header::HOST, b"games.ex\xe4mple")]),
            (None, vec![(header::HOST, b"me@games.example")]),
            (None, vec![(header::HOST, b"games.example:")]),
            (Some("evil.example"), vec![HOST]),
            (Some("games.example"), vec![HOST]),
        ] {
            assert!(check(target, &pairs).is_some(), "{target:?} {pairs:?}");
        }
    }

    #[test]
    fn cookies_are_secure_where_the_public_origin_is() {
        let rules = rules("127.0.0.1:7878", &["https://a", "https://b", "http://b:80", "http://b"]);
        let proto = HeaderName::from_static("x-forwarded-proto");
        let is_secure = |peer: &str, host: &str, proto_header: Option<&'static [u8]>| {
            let host = Authority::parse(host).expect("a host");
            let pairs: Vec<_> = proto_header.into_iter().map(|it| (proto.clone(), it)).collect();
            rules.is_secure(peer.parse().expect("an address"), &host, &headers(&pairs))
        };
        assert!(is_secure("127.0.0.1", "a", None));
        assert!(is_secure("10.0.0.1", "a", Some(b"http")), "others are not believed");
        assert!(is_secure("127.0.0.1", "b:80", Some(b"https")));
        assert!(!is_secure("127.0.0.1", "b", Some(b"http")));
        assert!(!is_secure("127.0.0.1", "127.0.0.1:7878", None));
        assert!(is_secure("127.0.0.1", "127.0.0.1:7878", Some(b"https")));
    }

    #[test]
    fn others_need_the_key() {
        let key = new_id();
        let shared = Rules { key: Some(key.clone()), ..rules("0.0.0.0:7878", &[]) };
        let has = |cookie: &str| shared.has_key(&headers(&[(header::COOKIE, cookie.as_bytes())]));
        assert!(has(&format!("other=1; {KEY}={key}")));
        assert!(!has(&format!("{KEY}={}", &key[1..])));
        assert!(!has(&format!("{KEY}=")));
        assert!(!has(&format!("x{KEY}={key}")));
        assert!(!shared.has_key(&HeaderMap::new()));
        assert!(rules("127.0.0.1:7878", &[]).has_key(&HeaderMap::new()));
    }

    #[test]
    fn on_loopback_everything_belongs_to_the_local_user() {
        let session = |rules: &Rules, cookie: &str| {
            rules.known_session(&headers(&[(header::COOKIE, cookie.as_bytes())]))
        };
        let own = new_id();
        let local = rules("127.0.0.1:7878", &[]);
        assert_eq!(session(&local, &format!("{SESSION}={own}")), Some(LOCAL.into()));
        for shared in [rules("127.0.0.1:7878", &["https://a"]), rules("10.0.0.1:7878", &[])] {
            assert_eq!(session(&shared, &format!("x=y; {SESSION}={own}")), Some(own.clone()));
            assert_eq!(session(&shared, &format!("{SESSION}={LOCAL}")), None);
            assert_eq!(session(&shared, ""), None);
        }
    }

    #[test]
    fn metrics_are_for_this_machine_only() {
        let rules = rules("0.0.0.0:7878", &["https://a"]);
        let may = |peer: &str, host: &str, pairs: &[(HeaderName, &[u8])]| {
            let host = Authority::parse(host).expect("a host");
            rules.may_read_metrics(peer.parse().expect("an address"), &host, &headers(pairs))
        };
        assert!(may("127.0.0.1", "127.0.0.1:7878", &[]));
        assert!(may("::1", "localhost:7878", &[]));
        assert!(!may("10.0.0.2", "127.0.0.1:7878", &[]));
        assert!(!may("127.0.0.1", "a", &[]));
        for name in ["x-forwarded-for", "forwarded", "via"] {
            let name = HeaderName::from_static(name);
            assert!(!may("127.0.0.1", "127.0.0.1:7878", &[(name, b"10.0.0.2")]));
        }
    }
}
