//! The transport over NATS: chunks and results in JetStream work queues, files in its object store,
//! events as plain messages. The server keeps everything in memory.

mod address;
mod pull;
mod server;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, pull as pull_consumer};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, GetStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, ErrorCode, object_store};
use async_nats::{Client, Message};
use futures_util::StreamExt as _;
use tokio::io::AsyncReadExt as _;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use self::address::shown_url;
use self::pull::OpenPull;
use self::server::{SERVER_TIMEOUT, check_jetstream, check_server, connect, full_text};
use crate::message::{Chunk, Message as WireMessage, RunNotice, WorkerReport};
use crate::signed::Signed;
use crate::transport::{AckToken, Delivery, QueueState, Transport, TransportError};

/// The streams, by name and subject.
const JOBS: (&str, &str) = ("AGON_JOBS", "agon.job");
const RESULTS: (&str, &str) = ("AGON_RESULTS", "agon.result");

/// The description by which our streams are recognised.
const DESCRIPTION: &str = "agon work queue, version 1";

const BUCKET: &str = "AGON_FILES";

/// Time after which an unacknowledged chunk is redelivered.
const ACK_WAIT: Duration = Duration::from_secs(6);

/// Time after which unacknowledged results are redelivered.
const RESULT_WAIT: Duration = Duration::from_secs(60);

/// How often a chunk is delivered. After that, the coordinator notices that it is missing.
const MAX_DELIVER: i64 = 5;

/// Time after which the server removes the unused queue of a run.
const INACTIVE: Duration = Duration::from_secs(600);

/// Time after which the server removes chunks and results, if their coordinator is gone.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Time after which the server removes files.
const FILE_AGE: Duration = Duration::from_secs(7 * 24 * 3600);

/// The largest file, in bytes.
const MAX_FILE: u64 = 512 << 20;

/// How long a notice is valid; coordinators repeat them every second.
const NOTICE_LIFETIME: Duration = Duration::from_secs(2);

/// How many unread events are kept.
const MAX_EVENTS: usize = 20_000;

pub use self::server::{ConnectFailure, Server, TextFile};

type Events<T> = Arc<Mutex<VecDeque<T>>>;

/// A connection to a NATS server.
pub struct NatsTransport {
    runtime: Runtime,
    client: Client,
    context: Context,
    url: String,
    notices: OnceLock<Events<Signed<RunNotice>>>,
    latest: Mutex<HashMap<String, (Instant, RunNotice)>>,
    reports: OnceLock<Events<Signed<WorkerReport>>>,
    open_pull: Mutex<Option<OpenPull>>,
}

impl NatsTransport {
    /// Connects; the client reconnects by itself from then on.
    pub fn connect(server: &Server) -> Result<NatsTransport, ConnectFailure> {
        let broken = |error: std::io::Error| ConnectFailure::Refused(error.to_string());
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build().map_err(broken)?;
        let client = runtime.block_on(connect(server))?;
        let info = client.server_info();
        check_server(&server.url, &info.version, info.jetstream)?;
        // The context spawns a task, which needs the runtime.
        let entered = runtime.enter();
        let mut context = jetstream::new(client.clone());
        drop(entered);
        context.set_timeout(SERVER_TIMEOUT);
        runtime.block_on(check_jetstream(&server.url, &context))?;
        Ok(NatsTransport {
            runtime,
            client,
            context,
            url: shown_url(&server.url),
            notices: OnceLock::new(),
            latest: Mutex::default(),
            reports: OnceLock::new(),
            open_pull: Mutex::default(),
        })
    }

    /// The messages of a subject since the last call. The first call subscribes, so that workers
    /// do not receive each other's messages.
    fn events<T: WireMessage + Send + 'static>(
        &self,
        subject: &'static str,
        events: &OnceLock<Events<Signed<T>>>,
    ) -> Vec<Signed<T>> {
        let events = events.get_or_init(|| {
            let events = Events::default();
            let received = Arc::clone(&events);
            let client = self.client.clone();
            self.runtime.spawn(async move {
                let Ok(mut subscriber) = client.subscribe(subject).await else { return };
                while let Some(message) = subscriber.next().await {
                    // Other messages and forged ones are ignored: no run depends on them.
                    let Ok(event) = Signed::<T>::read(&message.payload) else { continue };
                    let mut events = received.lock().unwrap_or_else(PoisonError::into_inner);
                    if events.len() == MAX_EVENTS {
                        events.pop_front();
                    }
                    events.push_back(event);
                }
            });
            events
        });
        events.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }

    fn check_connected(&self) -> Result<(), TransportError> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            _ => Err(self.unreachable()),
        }
    }

    fn unreachable(&self) -> TransportError {
        TransportError::Unavailable(format!("the server at {} cannot be reached", self.url))
    }

    /// An error of the server, in its own words.
    fn server_error(&self, error: impl std::fmt::Display) -> TransportError {
        if let Err(error) = self.check_connected() {
            return error;
        }
        let (url, message) = (&self.url, error.to_string());
        TransportError::Unavailable(match is_full(&message) {
            true => format!(
                "the server at {url} has no room: raise max_mem in its section jetstream, or let \
                 other runs end (it says: {message})"
            ),
            false => format!("the server at {url} says: {message}"),
        })
    }

    fn emit(&self, subject: String, bytes: Vec<u8>) -> Result<(), TransportError> {
        self.check_connected()?;
        let sent = self.runtime.block_on(self.client.publish(subject, bytes.into()));
        sent.map_err(|error| self.server_error(error))
    }

    fn publish_all(
        &self,
        subject: &str,
        messages: impl Iterator<Item = Vec<u8>>,
    ) -> Result<(), TransportError> {
        self.check_connected()?;
        let published = self.runtime.block_on(async {
            let mut waiting = Vec::new();
            for bytes in messages {
                waiting.push(self.context.publish(subject.to_string(), bytes.into()).await?);
            }
            for acknowledged in waiting {
                acknowledged.await?;
            }
            Ok(())
        });
        published.map_err(|error: jetstream::context::PublishError| match error.kind() {
            PublishErrorKind::StreamNotFound => TransportError::Lost,
            PublishErrorKind::MaxPayloadExceeded => TransportError::Refused(format!(
                "the server at {} takes no messages of this size: set max_payload to 1MB or more",
                self.url
            )),
            _ => self.server_error(full_text(&error)),
        })
    }

    /// One of our streams, and whether it was created now. A stream of another program is refused.
    async fn stream(
        &self,
        (name, subject): (&str, &str),
    ) -> Result<(Stream, bool), TransportError> {
        match self.context.get_stream(name).await {
            Ok(stream) => {
                let config = &stream.cached_info().config;
                if config.description.as_deref() == Some(DESCRIPTION) {
                    return Ok((stream, false));
                }
                Err(TransportError::Refused(format!(
                    "the server at {} has a stream {name} that is not agon's (its subjects are \
                     {}): use another server or account",
                    self.url,
                    config.subjects.join(", ")
                )))
            }
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    let config = Config {
                        name: name.into(),
                        subjects: vec![format!("{subject}.*")],
                        retention: RetentionPolicy::WorkQueue,
                        storage: StorageType::Memory,
                        // A full server refuses new chunks; it does not forget old ones.
                        discard: DiscardPolicy::New,
                        max_age: MAX_AGE,
                        description: Some(DESCRIPTION.into()),
                        ..Config::default()
                    };
                    let created = self.context.create_stream(config).await;
                    let created = created.map_err(|error| self.server_error(full_text(&error)))?;
                    Ok((created, true))
                }
                _ => Err(self.server_error(full_text(&error))),
            },
        }
    }

    async fn consumer(
        &self,
        stream: (&str, &str),
        run: &str,
        ack_wait: Duration,
        max_deliver: i64,
    ) -> Result<bool, TransportError> {
        let subject = format!("{}.{run}", stream.1);
        let (stream, is_new) = self.stream(stream).await?;
        let config = pull_consumer::Config {
            durable_name: Some(run.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_deliver,
            filter_subject: subject,
            max_ack_pending: 200_000,
            max_waiting: 50_000,
            inactive_threshold: INACTIVE,
            memory_storage: true,
            ..pull_consumer::Config::default()
        };
        let is_there = stream.consumer_info(run).await.is_ok();
        let created = stream.create_consumer(config).await;
        created.map_err(|error| self.server_error(full_text(&error)))?;
        Ok(is_new || !is_there)
    }

    async fn bucket(&self) -> Result<object_store::ObjectStore, TransportError> {
        if let Ok(bucket) = self.context.get_object_store(BUCKET).await {
            return Ok(bucket);
        }
        let config = object_store::Config {
            bucket: BUCKET.into(),
            description: Some("agon files by hash".into()),
            max_age: FILE_AGE,
            storage: StorageType::Memory,
            num_replicas: 1,
            ..object_store::Config::default()
        };
        let created = self.context.create_object_store(config).await;
        created.map_err(|error| self.server_error(full_text(&error)))
    }
}

/// Whether the server's message says that it cannot store more.
fn is_full(message: &str) -> bool {
    ["resource", "maximum bytes", "maximum messages", "no space"]
        .iter()
        .any(|word| message.contains(word))
}

impl Transport for NatsTransport {
    fn store(&self, hash: &str, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_connected()?;
        self.runtime.block_on(async {
            let bucket = self.bucket().await?;
            if bucket.info(hash).await.is_ok_and(|info| info.size == bytes.len()) {
                return Ok(());
            }
            let put = bucket.put(hash, &mut &bytes[..]).await;
            put.map(drop).map_err(|error| self.server_error(full_text(&error)))
        })
    }

    fn fetch(&self, hash: &str) -> Result<Vec<u8>, TransportError> {
        self.check_connected()?;
        self.runtime.block_on(async {
            let bucket = self.context.get_object_store(BUCKET).await;
            let bucket = bucket.map_err(|error| self.server_error(full_text(&error)))?;
            let object = bucket.get(hash).await;
            let object = object.map_err(|error| self.server_error(full_text(&error)))?;
            let mut bytes = Vec::new();
            let mut reader = object.take(MAX_FILE);
            match timeout(10 * SERVER_TIMEOUT, reader.read_to_end(&mut bytes)).await {
                Ok(Ok(_)) => Ok(bytes),
                Ok(Err(error)) => Err(self.server_error(error)),
                Err(_) => Err(self.unreachable()),
            }
        })
    }

    fn open_run(&self, run: &str) -> Result<bool, TransportError> {
        self.check_connected()?;
        *self.open_pull.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.runtime.block_on(async {
            let chunks = self.consumer(JOBS, run, ACK_WAIT, MAX_DELIVER).await?;
            let results = self.consumer(RESULTS, run, RESULT_WAIT, -1).await?;
            Ok(chunks || results)
        })
    }

    fn announce(&self, notice: &Signed<RunNotice>) -> Result<(), TransportError> {
        self.emit(format!("agon.run.{}", notice.key), notice.bytes().to_vec())
    }

    fn publish(&self, run: &str, chunks: &[Signed<Chunk>]) -> Result<(), TransportError> {
        let subject = format!("{}.{run}", JOBS.1);
        self.publish_all(&subject, chunks.iter().map(|chunk| chunk.bytes().to_vec()))
    }

    fn queue(&self, run: &str) -> Result<QueueState, TransportError> {
        self.check_connected()?;
        self.runtime.block_on(async {
            let info = async |stream: &str| {
                let stream = self.context.get_stream_no_info(stream).await;
                let stream = stream.map_err(|error| self.server_error(full_text(&error)))?;
                let info = stream.consumer_info(run).await;
                info.map_err(|error| match error.kind() {
                    ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound => {
                        TransportError::Lost
                    }
                    _ => self.server_error(full_text(&error)),
                })
            };
            let (chunks, results) = (info(JOBS.0).await?, info(RESULTS.0).await?);
            Ok(QueueState {
                waiting: chunks.num_pending,
                taken: chunks.num_ack_pending as u64,
                results: results.num_pending + results.num_ack_pending as u64,
            })
        })
    }

    fn clear(&self, run: &str) -> Result<(), TransportError> {
        self.check_connected()?;
        self.runtime.block_on(async {
            let stream = self.context.get_stream_no_info(JOBS.0).await;
            let stream = stream.map_err(|error| self.server_error(full_text(&error)))?;
            let purged = stream.purge().filter(format!("{}.{run}", JOBS.1)).await;
            purged.map(drop).map_err(|error| self.server_error(full_text(&error)))
        })
    }

    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivery>, TransportError> {
        self.check_connected()?;
        let mut open = self.open_pull.lock().unwrap_or_else(PoisonError::into_inner);
        let messages = self.runtime.block_on(self.pull_results(run, &mut open, wait))?;
        drop(open);
        let delivery = |message: Message| {
            let token = AckToken(message.reply?.to_string());
            Some(Delivery { token, bytes: message.payload.to_vec() })
        };
        Ok(messages.into_iter().filter_map(delivery).collect())
    }

    fn acknowledge(&self, tokens: &[AckToken]) -> Result<(), TransportError> {
        tokens.iter().try_for_each(|token| self.emit(token.0.clone(), b"+ACK".to_vec()))
    }

    fn close_run(&self, run: &str) -> Result<(), TransportError> {
        self.check_connected()?;
        self.runtime.block_on(async {
            for (name, subject) in [JOBS, RESULTS] {
                let stream = self.context.get_stream_no_info(name).await;
                let stream = stream.map_err(|error| self.server_error(full_text(&error)))?;
                let _ = stream.delete_consumer(run).await;
                let _ = stream.purge().filter(format!("{subject}.{run}")).await;
            }
            let _ = timeout(SERVER_TIMEOUT, self.client.flush()).await;
            Ok(())
        })
    }

    fn reports(&self) -> Vec<Signed<WorkerReport>> {
        self.events("agon.worker.*", &self.reports)
    }

    fn notices(&self) -> Vec<RunNotice> {
        let new = self.events("agon.run.*", &self.notices);
        // Several workers may share a connection, so each gets the last notice of every run.
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.extend(new.into_iter().map(|one| (one.key, (Instant::now(), one.message))));
        latest.retain(|_, (received, _)| received.elapsed() < NOTICE_LIFETIME);
        latest.values().map(|(_, notice)| notice.clone()).collect()
    }

    fn take(&self, run: &str, wait: Duration) -> Result<Option<(Chunk, AckToken)>, TransportError> {
        self.check_connected()?;
        let next = self.runtime.block_on(self.next(JOBS.0, run, wait))?;
        let Some(message) = next else { return Ok(None) };
        let Some(reply) = message.reply else { return Ok(None) };
        let token = AckToken(reply.to_string());
        match Signed::<Chunk>::read(&message.payload) {
            Ok(chunk) if chunk.key == run => Ok(Some((chunk.message, token))),
            // Other messages are removed. If one was a chunk, the coordinator notices.
            _ => self.emit(token.0, b"+TERM".to_vec()).map(|()| None),
        }
    }

    fn keep(&self, token: &AckToken) -> Result<(), TransportError> {
        self.emit(token.0.clone(), b"+WPI".to_vec())
    }

    fn give_back(&self, token: &AckToken) -> Result<(), TransportError> {
        self.emit(token.0.clone(), b"-NAK".to_vec())
    }

    fn send(&self, run: &str, results: &[u8]) -> Result<(), TransportError> {
        let subject = format!("{}.{run}", RESULTS.1);
        self.publish_all(&subject, std::iter::once(results.to_vec()))
    }

    fn finish(&self, token: &AckToken) -> Result<(), TransportError> {
        self.emit(token.0.clone(), b"+ACK".to_vec())
    }

    fn report(&self, report: &Signed<WorkerReport>) -> Result<(), TransportError> {
        let subject = format!("agon.worker.{}", report.message.instance);
        self.emit(subject, report.bytes().to_vec())
    }
}

impl Drop for NatsTransport {
    /// Sends the last messages before the connection closes.
    fn drop(&mut self) {
        let flush = async { timeout(Duration::from_secs(1), self.client.flush()).await.is_ok() };
        self.runtime.block_on(flush);
    }
}
