//! The metrics of the server, as text for Prometheus.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};

pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Labels<const N: usize> = [(&'static str, &'static str); N];
type Bytes = Gauge<u64, AtomicU64>;

/// The metrics of the server. The handle is cheap to clone.
#[derive(Clone)]
pub struct Metrics(Arc<All>);

struct All {
    registry: Registry,
    http_requests: Family<[(&'static str, String); 1], Counter>,
    http_duration: Histogram,
    http_bytes: Counter,
    connections: Gauge,
    evicted: Counter,
    accept_errors: Counter,
    websockets: Gauge,
    messages: Family<Labels<1>, Counter>,
    message_bytes: Family<Labels<1>, Counter>,
    requests: Family<Labels<1>, Histogram>,
    open_games: Gauge,
    searches: Family<Labels<2>, Gauge>,
    waiting_requests: Gauge,
    queue_bytes: Gauge,
    memory_used: Bytes,
    memory_total: Bytes,
    saves: Family<Labels<1>, Counter>,
    save_duration: Histogram,
    on_disk: Gauge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchState {
    /// It has a thread.
    Running,
    /// It had a thread, and waits for its next turn.
    Paused,
    /// It waits for its first turn.
    Queued,
}

impl SearchState {
    fn name(self) -> &'static str {
        match self {
            SearchState::Running => "running",
            SearchState::Paused => "paused",
            SearchState::Queued => "queued",
        }
    }
}

/// Durations from 100 microseconds to 27 minutes.
fn durations() -> Histogram {
    Histogram::new(exponential_buckets(1e-4, 4.0, 12))
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("agon");
        let one = &mut registry;
        let all = All {
            http_requests: add(one, "http_requests", "HTTP requests by status"),
            http_duration: add_as(
                one,
                "http_request_duration",
                "Time from a request's head to the end of its response",
                Unit::Seconds,
                durations(),
            ),
            http_bytes: add_as(
                one,
                "http_response",
                "Bytes of HTTP responses, without headers",
                Unit::Bytes,
                Counter::default(),
            ),
            connections: add(one, "connections", "Open TCP connections, WebSockets included"),
            evicted: add(one, "connections_evicted", "Idle connections closed to make room"),
            accept_errors: add(one, "accept_errors", "Connections that could not be accepted"),
            websockets: add(one, "websockets", "Open WebSockets"),
            messages: add(one, "websocket_messages", "WebSocket messages by direction"),
            message_bytes: add_as(
                one,
                "websocket",
                "Bytes of WebSocket messages by direction",
                Unit::Bytes,
                Family::default(),
            ),
            requests: add_as(
                one,
                "request_duration",
                "Time from a request of a client to its reply, by kind",
                Unit::Seconds,
                Family::new_with_constructor(durations),
            ),
            open_games: add(one, "open_games", "Games in memory"),
            searches: add(one, "searches", "Searches by kind and state"),
            waiting_requests: add(one, "waiting_requests", "Requests that wait to be handled"),
            queue_bytes: add_as(
                one,
                "outgoing_queue",
                "Bytes that wait to be sent to clients",
                Unit::Bytes,
                Gauge::default(),
            ),
            memory_used: add_as(
                one,
                "memory_used",
                "Bytes of the memory budget in use",
                Unit::Bytes,
                Bytes::default(),
            ),
            memory_total: add_as(
                one,
                "memory_budget",
                "Bytes of the memory budget",
                Unit::Bytes,
                Bytes::default(),
            ),
            saves: add(one, "saves", "Saves of games by result"),
            save_duration: add_as(
                one,
                "save_duration",
                "Time that a save took",
                Unit::Seconds,
                durations(),
            ),
            on_disk: add(one, "storage_on_disk", "1 if games are stored on disk, 0 if in memory"),
            registry,
        };
        Metrics(Arc::new(all))
    }
}

fn add<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn add_as<M: Metric + Clone>(
    registry: &mut Registry,
    name: &str,
    help: &str,
    unit: Unit,
    metric: M,
) -> M {
    registry.register_with_unit(name, help, unit, metric.clone());
    metric
}

impl Metrics {
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.0.registry)?;
        Ok(text)
    }

    /// Counts a response that was sent, or that the client did not wait for.
    pub fn http_request(&self, status: u16, duration: Duration, bytes: u64) {
        self.0.http_requests.get_or_create(&[("status", status.to_string())]).inc();
        self.0.http_duration.observe(duration.as_secs_f64());
        self.0.http_bytes.inc_by(bytes);
    }

    pub fn set_connections(&self, count: usize) {
        self.0.connections.set(count as i64);
    }

    /// Counts a connection that was closed to make room.
    pub fn evicted(&self) {
        self.0.evicted.inc();
    }

    pub fn accept_error(&self) {
        self.0.accept_errors.inc();
    }

    pub fn set_websockets(&self, count: usize) {
        self.0.websockets.set(count as i64);
    }

    pub fn set_storage(&self, is_on_disk: bool) {
        self.0.on_disk.set(i64::from(is_on_disk));
    }

    pub fn message_in(&self, bytes: usize) {
        self.message("in", bytes);
    }

    pub fn message_out(&self, bytes: usize) {
        self.message("out", bytes);
    }

    fn message(&self, direction: &'static str, bytes: usize) {
        let labels = [("direction", direction)];
        self.0.messages.get_or_create(&labels).inc();
        self.0.message_bytes.get_or_create(&labels).inc_by(bytes as u64);
    }

    /// Counts the reply to a request of a client.
    pub fn request(&self, kind: &'static str, duration: Duration) {
        self.0.requests.get_or_create(&[("kind", kind)]).observe(duration.as_secs_f64());
    }

    pub fn set_open_games(&self, count: usize) {
        self.0.open_games.set(count as i64);
    }

    /// Sets the number of searches of a kind (`move`, `analysis`, ...) in a state.
    pub fn set_searches(&self, kind: &'static str, state: SearchState, count: usize) {
        let labels = [("kind", kind), ("state", state.name())];
        self.0.searches.get_or_create(&labels).set(count as i64);
    }

    /// Sets the number of requests that wait to be handled.
    pub fn set_waiting_requests(&self, count: usize) {
        self.0.waiting_requests.set(count as i64);
    }

    /// Sets the number of bytes that wait to be sent to clients.
    pub fn set_queued(&self, bytes: usize) {
        self.0.queue_bytes.set(bytes as i64);
    }

    /// Sets the memory in use and the memory budget, in bytes.
    pub fn set_memory(&self, used: u64, total: u64) {
        self.0.memory_used.set(used);
        self.0.memory_total.set(total);
    }

    /// Counts a save of a game.
    pub fn save(&self, is_saved: bool, duration: Duration) {
        let result = if is_saved { "saved" } else { "failed" };
        self.0.saves.get_or_create(&[("result", result)]).inc();
        self.0.save_duration.observe(duration.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> String {
        let metrics = Metrics::default();
        metrics.http_request(200, Duration::from_micros(300), 1000);
        metrics.http_request(200, Duration::from_millis(3), 500);
        metrics.http_request(403, Duration::from_micros(50), 10);
        metrics.set_connections(7);
        metrics.evicted();
        metrics.accept_error();
        metrics.set_websockets(3);
        metrics.message_in(20);
        metrics.message_out(40);
        metrics.request("move", Duration::from_millis(2));
        metrics.set_open_games(5);
        metrics.set_searches("analysis", SearchState::Running, 2);
        metrics.set_searches("analysis", SearchState::Paused, 1);
        metrics.set_searches("move", SearchState::Queued, 4);
        metrics.set_queued(40);
        metrics.set_memory(10, 1 << 40);
        metrics.save(true, Duration::from_millis(1));
        metrics.save(false, Duration::from_millis(1));
        metrics.set_storage(true);
        metrics.text().unwrap()
    }

    #[test]
    fn everything_is_counted() {
        let text = filled();
        for line in [
            "agon_http_requests_total{status=\"200\"} 2",
            "agon_http_requests_total{status=\"403\"} 1",
            "agon_http_response_bytes_total 1510",
            "agon_http_request_duration_seconds_count 3",
            "agon_connections 7",
            "agon_connections_evicted_total 1",
            "agon_accept_errors_total 1",
            "agon_websockets 3",
            "agon_websocket_messages_total{direction=\"in\"} 1",
            "agon_websocket_bytes_total{direction=\"out\"} 40",
            "agon_request_duration_seconds_count{kind=\"move\"} 1",
            "agon_open_games 5",
            "agon_searches{kind=\"analysis\",state=\"running\"} 2",
            "agon_searches{kind=\"move\",state=\"queued\"} 4",
            "agon_outgoing_queue_bytes 40",
            "agon_memory_used_bytes 10",
            "agon_memory_budget_bytes 1099511627776",
            "agon_saves_total{result=\"failed\"} 1",
            "agon_save_duration_seconds_count 2",
            "agon_storage_on_disk 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn the_text_has_the_format_of_prometheus() {
        let text = filled();
        let body = text.strip_suffix("# EOF\n").expect("an end");
        let (mut name, mut bucket) = ("", 0.0);
        for line in body.lines() {
            if let Some(about) = line.strip_prefix("# ") {
                let (keyword, rest) = about.split_once(' ').expect(line);
                assert!(["HELP", "TYPE", "UNIT"].contains(&keyword), "{line}");
                (name, bucket) = (rest.split(' ').next().expect(line), 0.0);
                continue;
            }
            let (sample, value) = line.rsplit_once(' ').expect(line);
            let value: f64 = value.parse().expect(line);
            assert!(sample.starts_with(name), "{line} is not about {name}");
            if sample.contains("_bucket{") {
                let is_first = sample.contains("le=\"0.0001\"");
                assert!(is_first || value >= bucket, "{line}: buckets are cumulative");
                bucket = value;
            }
        }
    }

    #[test]
    fn the_guide_describes_each_metric() {
        let guide = include_str!("../../../docs/server.md");
        let text = filled();
        let names = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
        let names: Vec<&str> = names.collect();
        assert!(names.len() > 15, "{names:?}");
        for name in names {
            assert!(guide.contains(&format!("`{name}")), "docs/server.md does not name {name}");
        }
    }
}
