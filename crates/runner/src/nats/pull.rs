//! Pulls messages of consumers: chunks one by one, results many at once.

use std::time::{Duration, Instant};

use async_nats::{Message, StatusCode, Subscriber};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio::time::timeout;

use super::{NatsTransport, RESULTS};
use crate::transport::TransportError;

/// How long to wait for an answer about chunks; a server does not answer for a queue that it lost.
const LOST: Duration = Duration::from_millis(1500);

/// How long a request for results stays open.
const PULL: Duration = Duration::from_secs(4);

/// How many results one request asks for.
const BATCH: usize = 500;

/// A request for results that the server answers as they come.
pub struct OpenPull {
    run: String,
    inbox: String,
    subscriber: Subscriber,
    /// How many results it may still deliver.
    left: usize,
    asked: Option<Instant>,
}

impl NatsTransport {
    /// Asks a consumer for messages, which arrive at an inbox.
    async fn ask(
        &self,
        (stream, run): (&str, &str),
        inbox: String,
        batch: usize,
        wait: Duration,
    ) -> Result<(), TransportError> {
        let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{run}");
        let request = match wait.is_zero() {
            true => json!({ "batch": batch, "no_wait": true }),
            false => json!({ "batch": batch, "expires": wait.as_nanos() as u64 }),
        };
        let asked = self.client.publish_with_reply(subject, inbox, request.to_string().into());
        asked.await.map_err(|error| self.server_error(error))
    }

    /// The next message of a consumer, if one arrives in time.
    pub(super) async fn next(
        &self,
        stream: &str,
        run: &str,
        wait: Duration,
    ) -> Result<Option<Message>, TransportError> {
        let inbox = self.client.new_inbox();
        let subscribed = self.client.subscribe(inbox.clone()).await;
        let mut subscriber = subscribed.map_err(|error| self.server_error(error))?;
        self.ask((stream, run), inbox, 1, wait).await?;
        loop {
            match timeout(LOST + wait, subscriber.next()).await {
                Ok(Some(message)) => match message.status {
                    None => return Ok(Some(message)),
                    Some(StatusCode::NO_RESPONDERS) => return Err(TransportError::Lost),
                    Some(StatusCode::IDLE_HEARTBEAT) => (),
                    Some(_) => return Ok(None),
                },
                // The server is there and does not answer, so the queue may be lost.
                Ok(None) | Err(_) => {
                    return Err(self.check_connected().err().unwrap_or(TransportError::Lost));
                }
            }
        }
    }

    /// The results that have arrived. One request for many is always open at the server, so that
    /// results arrive without delay.
    pub(super) async fn pull_results(
        &self,
        run: &str,
        open: &mut Option<OpenPull>,
        wait: Duration,
    ) -> Result<Vec<Message>, TransportError> {
        if open.as_ref().is_none_or(|open| open.run != run) {
            let inbox = self.client.new_inbox();
            let subscribed = self.client.subscribe(inbox.clone()).await;
            let subscriber = subscribed.map_err(|error| self.server_error(error))?;
            *open = Some(OpenPull { run: run.into(), inbox, subscriber, left: 0, asked: None });
        }
        let Some(pull) = open else { return Ok(Vec::new()) };
        // A request that is not answered in time was lost with its server.
        let is_lost = pull.asked.is_some_and(|asked| asked.elapsed() > PULL + PULL / 2);
        if pull.left == 0 || is_lost {
            self.ask((RESULTS.0, run), pull.inbox.clone(), BATCH, PULL).await?;
            (pull.left, pull.asked) = (BATCH, Some(Instant::now()));
        }
        let mut found = Vec::new();
        while found.len() < BATCH && pull.left > 0 {
            let patience = if found.is_empty() { wait } else { Duration::ZERO };
            let Ok(next) = timeout(patience, pull.subscriber.next()).await else { break };
            let Some(message) = next else { return Err(self.unreachable()) };
            match message.status {
                None => {
                    pull.left -= 1;
                    found.push(message);
                }
                Some(StatusCode::NO_RESPONDERS) => {
                    *open = None;
                    return Err(TransportError::Lost);
                }
                Some(StatusCode::IDLE_HEARTBEAT) => (),
                Some(_) => pull.left = 0,
            }
        }
        Ok(found)
    }
}
