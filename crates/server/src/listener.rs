//! The listener: accepts connections and serves HTTP on them, with limits on their number, on the
//! size of requests, and on the time of clients.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use hyper::body::{Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use super::connections::{Connections, Slot};
use super::metrics::Metrics;
use super::proxies::{Peer, TrustedProxies};
use super::shutdown::Shutdown;

/// How long a client may take to send the head of a request, after it connected or after the
/// previous response.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// How long a client may read nothing of what is sent to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long responses and WebSockets may take to end when the server shuts down.
const GRACE: Duration = Duration::from_secs(5);

/// The first and the longest pause of the listener after an error.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The descriptors that are not for connections: files, the database, pipes.
const OTHER_DESCRIPTORS: usize = 64;

/// The most descriptors that are requested.
const MAX_DESCRIPTORS: u64 = 1 << 16;

/// The longest path in the log, in bytes.
const MAX_LOGGED_PATH: usize = 200;

/// Raises the limit of open files as far as possible. Returns how many connections that allows.
pub fn raise_descriptor_limit() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.unwrap_or(MAX_DESCRIPTORS).min(MAX_DESCRIPTORS);
        if limit.current.is_some_and(|current| current < wanted) {
            // If it cannot be raised, there are fewer connections.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
        }
        let limit = getrlimit(Resource::Nofile).current.unwrap_or(MAX_DESCRIPTORS);
        usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(OTHER_DESCRIPTORS)
    }
    #[cfg(not(unix))]
    {
        MAX_DESCRIPTORS as usize - OTHER_DESCRIPTORS
    }
}

#[derive(Clone)]
pub struct HttpServer {
    pub app: Router,
    pub connections: Connections,
    /// Peers without a limit by address.
    pub proxies: TrustedProxies,
    pub metrics: Metrics,
    pub shutdown: Shutdown,
}

impl HttpServer {
    /// Accepts connections until the server shuts down, then waits a while for open ones.
    pub async fn run(self, listener: TcpListener) {
        let mut pause = FIRST_PAUSE;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.shutdown.begun() => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    pause = FIRST_PAUSE;
                    self.open(stream, peer);
                }
                Err(error) if is_of_the_client(&error) => (),
                // Out of descriptors or memory: that is temporary, and must not end the server.
                Err(error) => {
                    tracing::warn!(%error, "no connection can be accepted");
                    self.metrics.accept_error();
                    self.connections.make_room();
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
        drop(listener);
        if tokio::time::timeout(GRACE, self.connections.closed()).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
    }

    fn open(&self, stream: TcpStream, peer: SocketAddr) {
        let peer = peer.ip().to_canonical();
        let is_limited = !peer.is_loopback() && !self.proxies.contains(peer);
        match self.connections.open(is_limited.then_some(peer)) {
            Some(slot) => {
                tracing::trace!(%peer, "connected");
                tokio::spawn(self.clone().serve(stream, peer, slot));
            }
            None => {
                tracing::warn!(%peer, "too many connections");
                // A client that does not read this misses nothing.
                let _ = stream.try_write(
                    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
                );
            }
        }
    }

    /// Serves a connection until it ends, is evicted, or becomes a WebSocket.
    async fn serve(self, stream: TcpStream, peer: IpAddr, slot: Arc<Slot>) {
        // Moves are small messages that must not be delayed.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let stream = CountedStream { stream: Box::pin(stream), _slot: Arc::clone(&slot) };
        let router = TowerToHyperService::new(self.app);
        let (metrics, for_requests) = (self.metrics, Arc::clone(&slot));
        let service = service_fn(move |mut request: Request<Incoming>| {
            let pending = PendingRequest::new(&request, Arc::clone(&for_requests), metrics.clone());
            request.extensions_mut().insert(Peer(peer));
            let response = router.call(request);
            async move {
                let response = response.await?;
                Ok::<_, Infallible>(pending.respond(response))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_header_size(MAX_HEAD)
            .max_buf_size(2 * MAX_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let mut is_ending = false;
        loop {
            tokio::select! {
                _ = connection.as_mut() => return,
                () = slot.evicted() => return,
                () = self.shutdown.begun(), if !is_ending => {
                    if slot.is_unused() {
                        return;
                    }
                    connection.as_mut().graceful_shutdown();
                    is_ending = true;
                }
            }
        }
    }
}

/// Whether the client closed a connection before it was accepted.
fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A stream that counts as an open connection, also after it has become a WebSocket.
struct CountedStream {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    _slot: Arc<Slot>,
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        parts: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(context)
    }
}

/// A request without a complete response.
struct PendingRequest {
    slot: Arc<Slot>,
    metrics: Metrics,
    began: Instant,
    method: Method,
    /// Without the query, which may contain the key.
    path: String,
    status: Option<StatusCode>,
    bytes: u64,
}

impl PendingRequest {
    fn new(request: &Request<Incoming>, slot: Arc<Slot>, metrics: Metrics) -> PendingRequest {
        slot.begin_request();
        let path: String = request.uri().path().chars().take(MAX_LOGGED_PATH).collect();
        let (began, method) = (Instant::now(), request.method().clone());
        PendingRequest { slot, metrics, began, method, path, status: None, bytes: 0 }
    }

    fn respond(mut self, response: Response<Body>) -> Response<ResponseBody> {
        self.status = Some(response.status());
        response.map(|body| ResponseBody { body, request: self })
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        // A client that has left gets no status.
        let Some(status) = self.status else { return };
        let (duration, bytes) = (self.began.elapsed(), self.bytes);
        self.metrics.http_request(status.as_u16(), duration, bytes);
        let (method, path, micros) = (&self.method, &self.path, duration.as_micros());
        tracing::debug!(%method, path, status = status.as_u16(), micros, bytes, "request");
        // A WebSocket waits for no further request.
        if status != StatusCode::SWITCHING_PROTOCOLS {
            self.slot.end_request();
        }
    }
}

/// The body of a response. The request ends with it.
struct ResponseBody {
    body: Body,
    request: PendingRequest,
}

impl hyper::body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.request.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
