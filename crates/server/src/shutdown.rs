//! The orderly shutdown of the server: the signals that trigger it, and the handle that announces
//! it.

use tokio::sync::watch;

/// Announces the shutdown to all parts of the server. Cheap to clone.
///
/// A WebSocket waits for [`Shutdown::begun`] beside its messages, sends a close frame and ends.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Receiver<bool>);

#[derive(Debug)]
pub struct ShutdownTrigger(watch::Sender<bool>);

pub fn channel() -> (ShutdownTrigger, Shutdown) {
    let (sender, receiver) = watch::channel(false);
    (ShutdownTrigger(sender), Shutdown(receiver))
}

impl Shutdown {
    /// Waits until the shutdown begins.
    pub async fn begun(&self) {
        // Without a trigger the server does not run any more.
        let _ = self.0.clone().wait_for(|has_begun| *has_begun).await;
    }
}

impl ShutdownTrigger {
    pub fn begin(&self) {
        self.0.send_replace(true);
    }
}

/// The signals that end the server.
#[cfg(unix)]
pub struct Signals(Vec<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl Signals {
    /// Catches SIGTERM, SIGINT and SIGHUP, except those that are ignored, as with `nohup`.
    pub fn catch() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let ignored = ignored();
        let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
        let caught = kinds.into_iter().filter(|kind| ignored & bit(kind.as_raw_value()) == 0);
        Ok(Signals(caught.map(signal).collect::<Result<_, _>>()?))
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        std::future::poll_fn(|context| {
            let is_ready =
                |signal: &mut tokio::signal::unix::Signal| signal.poll_recv(context).is_ready();
            match self.0.iter_mut().any(is_ready) {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }
        })
        .await;
    }
}

#[cfg(unix)]
fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// The signals that this process ignored at its start, if the system tells.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The signals that end the server.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Catches Ctrl-C.
    pub fn catch() -> std::io::Result<Signals> {
        Ok(Signals)
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everybody_hears_of_the_end_also_those_who_ask_late() {
        let (trigger, shutdown) = channel();
        let early = tokio::spawn({
            let shutdown = shutdown.clone();
            async move { shutdown.begun().await }
        });
        tokio::task::yield_now().await;
        assert!(!early.is_finished());
        trigger.begin();
        early.await.unwrap();
        shutdown.begun().await;
    }
}
