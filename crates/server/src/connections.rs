//! The open connections: their limits, in total and by address, and which one is closed to make
//! room.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::metrics::Metrics;

#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// In total.
    pub all: usize,
    /// By address of a client. A whole class may share one address.
    pub by_address: usize,
    /// WebSockets in total. They keep their connections, so they must leave room for others.
    pub websockets: usize,
    /// WebSockets by address of a client.
    pub websockets_by_address: usize,
}

impl ConnectionLimits {
    /// The limits if this many file descriptors can be used for connections.
    pub fn of(descriptors: usize) -> ConnectionLimits {
        let all = descriptors.clamp(8, 4096);
        ConnectionLimits {
            all,
            by_address: 512,
            websockets: all * 3 / 4,
            websockets_by_address: 256,
        }
    }
}

#[derive(Clone)]
pub struct Connections(Arc<Shared>);

struct Shared {
    limits: ConnectionLimits,
    metrics: Metrics,
    table: Mutex<Table>,
    /// Notifies that the last connection was closed.
    is_empty: Notify,
}

#[derive(Default)]
struct Table {
    /// Numbers connections, and the moments at which they begin to wait.
    next: u64,
    open: HashMap<u64, Open>,
    /// The connections that wait for a request, in the order in which they are evicted.
    waiting: BTreeSet<Waiting>,
    by_address: HashMap<IpAddr, AddressConnections>,
    websockets: usize,
    websockets_by_address: HashMap<IpAddr, usize>,
}

#[derive(Default)]
struct AddressConnections {
    count: usize,
    waiting: BTreeSet<Waiting>,
}

/// A connection that waits for a request. Connections that have never sent one are evicted first,
/// then those that have waited longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    has_sent: bool,
    since: u64,
    id: u64,
}

struct Open {
    /// The address that it counts for.
    address: Option<IpAddr>,
    waiting: Option<Waiting>,
    evicted: Arc<Notify>,
}

/// An open connection. It counts until it is dropped or evicted.
pub struct Slot {
    connections: Connections,
    id: u64,
    evicted: Arc<Notify>,
}

/// An open WebSocket. It counts until it is dropped.
pub struct WebSocketSlot {
    connections: Connections,
    address: Option<IpAddr>,
}

impl Connections {
    pub fn new(limits: ConnectionLimits, metrics: Metrics) -> Connections {
        let (table, is_empty) = (Mutex::default(), Notify::new());
        Connections(Arc::new(Shared { limits, metrics, table, is_empty }))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. `address` is `None` for this machine and for proxies, which have no limit
    /// of their own. If there are too many, one that waits for a request is evicted; `None` if none
    /// waits.
    pub fn open(&self, address: Option<IpAddr>) -> Option<Arc<Slot>> {
        let address = address.map(network);
        let evicted = Arc::new(Notify::new());
        let mut table = self.table();
        let own = address.and_then(|address| table.by_address.get(&address));
        if let Some(own) = own
            && own.count >= self.0.limits.by_address
        {
            let first = *own.waiting.first()?;
            self.evict(&mut table, first.id);
        }
        if table.open.len() >= self.0.limits.all {
            let first = *table.waiting.first()?;
            self.evict(&mut table, first.id);
        }
        let id = table.number();
        table.open.insert(id, Open { address, waiting: None, evicted: Arc::clone(&evicted) });
        if let Some(address) = address {
            table.by_address.entry(address).or_default().count += 1;
        }
        table.wait(id, false);
        self.0.metrics.set_connections(table.open.len());
        Some(Arc::new(Slot { connections: self.clone(), id, evicted }))
    }

    /// Evicts the connection that has waited longest for a request, to free its descriptor.
    pub fn make_room(&self) {
        let mut table = self.table();
        if let Some(first) = table.waiting.first().copied() {
            self.evict(&mut table, first.id);
        }
    }

    fn evict(&self, table: &mut Table, id: u64) {
        if let Some(open) = table.remove(id) {
            open.evicted.notify_one();
            self.0.metrics.evicted();
        }
    }

    /// Adds a WebSocket of a client; `None` if there are too many.
    pub fn open_websocket(&self, address: IpAddr) -> Option<WebSocketSlot> {
        // The user of this machine has no limit except the total one.
        let address = (!address.is_loopback()).then(|| network(address));
        let mut table = self.table();
        if table.websockets >= self.0.limits.websockets {
            return None;
        }
        if let Some(address) = address {
            let count = table.websockets_by_address.entry(address).or_default();
            if *count >= self.0.limits.websockets_by_address {
                return None;
            }
            *count += 1;
        }
        table.websockets += 1;
        self.0.metrics.set_websockets(table.websockets);
        Some(WebSocketSlot { connections: self.clone(), address })
    }

    /// Waits until no connection is open.
    pub async fn closed(&self) {
        loop {
            // The wait begins before the table is read, so that no notification is missed.
            let is_empty = self.0.is_empty.notified();
            if self.table().open.is_empty() {
                return;
            }
            is_empty.await;
        }
    }
}

impl Slot {
    /// A request has arrived: the connection is not evicted until its response is done.
    pub fn begin_request(&self) {
        self.connections.table().end_wait(self.id);
    }

    /// The response is done: the connection waits for the next request.
    pub fn end_request(&self) {
        self.connections.table().wait(self.id, true);
    }

    /// Whether the connection has never sent a whole request.
    pub fn is_unused(&self) -> bool {
        let table = self.connections.table();
        let waiting = table.open.get(&self.id).and_then(|open| open.waiting);
        waiting.is_some_and(|waiting| !waiting.has_sent)
    }

    /// Waits until the connection is evicted.
    pub async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let connections = &self.connections;
        let mut table = connections.table();
        table.remove(self.id);
        connections.0.metrics.set_connections(table.open.len());
        if table.open.is_empty() {
            connections.0.is_empty.notify_waiters();
        }
    }
}

impl Drop for WebSocketSlot {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        table.websockets -= 1;
        self.connections.0.metrics.set_websockets(table.websockets);
        if let Some(address) = self.address
            && let Some(count) = table.websockets_by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                table.websockets_by_address.remove(&address);
            }
        }
    }
}

impl Table {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn wait(&mut self, id: u64, has_sent: bool) {
        self.end_wait(id);
        let since = self.number();
        // An evicted connection is no longer there.
        let Some(open) = self.open.get_mut(&id) else { return };
        let waiting = Waiting { has_sent, since, id };
        open.waiting = Some(waiting);
        self.waiting.insert(waiting);
        if let Some(own) = open.address.and_then(|address| self.by_address.get_mut(&address)) {
            own.waiting.insert(waiting);
        }
    }

    fn end_wait(&mut self, id: u64) {
        let Some(open) = self.open.get_mut(&id) else { return };
        let Some(waiting) = open.waiting.take() else { return };
        self.waiting.remove(&waiting);
        if let Some(own) = open.address.and_then(|address| self.by_address.get_mut(&address)) {
            own.waiting.remove(&waiting);
        }
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        self.end_wait(id);
        let open = self.open.remove(&id)?;
        if let Some(address) = open.address
            && let Some(own) = self.by_address.get_mut(&address)
        {
            own.count -= 1;
            if own.count == 0 {
                self.by_address.remove(&address);
            }
        }
        Some(open)
    }
}

/// The address that a client counts for. With IPv6 it is the network, because a client can choose
/// the rest.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(all: usize, by_address: usize) -> Connections {
        let limits = ConnectionLimits { all, by_address, websockets: 3, websockets_by_address: 2 };
        Connections::new(limits, Metrics::default())
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some([203, 0, 113, last].into())
    }

    fn is_open(slot: &Slot) -> bool {
        slot.connections.table().open.contains_key(&slot.id)
    }

    #[test]
    fn the_connection_that_waited_longest_makes_room() {
        let connections = connections(3, 9);
        let [first, second, third] = [1, 2, 3].map(|last| connections.open(address(last)).unwrap());
        // The first connection waits again, and has sent a request.
        first.begin_request();
        first.end_request();
        let fourth = connections.open(address(4)).unwrap();
        assert!(!is_open(&second), "it waits longest and has sent nothing");
        let fifth = connections.open(address(5)).unwrap();
        assert!(!is_open(&third));
        fourth.begin_request();
        fifth.begin_request();
        let sixth = connections.open(address(6)).unwrap();
        assert!(!is_open(&first), "the others have not waited, or have a request in progress");
        sixth.begin_request();
        assert!(connections.open(address(7)).is_none(), "all have a request in progress");
        drop(fourth);
        assert!(connections.open(address(7)).is_some());
    }

    #[test]
    fn a_connection_that_is_evicted_does_not_count_twice() {
        let connections = connections(1, 9);
        let first = connections.open(address(1)).unwrap();
        let second = connections.open(address(2)).unwrap();
        first.begin_request();
        first.end_request();
        drop(first);
        assert_eq!(connections.table().open.len(), 1);
        assert_eq!(connections.table().waiting.len(), 1);
        drop(second);
        let table = connections.table();
        assert!(table.open.is_empty() && table.waiting.is_empty() && table.by_address.is_empty());
    }

    #[test]
    fn an_address_with_too_many_connections_loses_its_own() {
        let connections = connections(9, 2);
        let other = connections.open(address(9)).unwrap();
        let first = connections.open(address(1)).unwrap();
        let second = connections.open(address(1)).unwrap();
        let third = connections.open(address(1)).unwrap();
        assert!(is_open(&other) && !is_open(&first) && is_open(&second) && is_open(&third));
        let proxies: Vec<_> = (0..5).map(|_| connections.open(None).unwrap()).collect();
        assert!(proxies.iter().all(|slot| is_open(slot)), "a proxy brings many clients");
        second.begin_request();
        third.begin_request();
        assert!(connections.open(address(1)).is_none());
        assert!(connections.open(address(2)).is_some());
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_ne!(of("203.0.113.1"), of("203.0.113.2"));
    }

    #[test]
    fn websockets_are_counted_by_client_and_leave_room_for_others() {
        let connections = connections(9, 9);
        let open = |last| connections.open_websocket(address(last).unwrap());
        let kept = [open(1).unwrap(), open(1).unwrap()];
        assert!(open(1).is_none());
        let other = open(2).unwrap();
        assert!(open(3).is_none(), "all are taken");
        assert!(connections.open_websocket([127, 0, 0, 1].into()).is_none());
        drop((kept, other));
        let local: Vec<_> =
            (0..3).filter_map(|_| connections.open_websocket([127, 0, 0, 1].into())).collect();
        assert_eq!(local.len(), 3, "the user of this machine has no limit besides that of all");
        drop(local);
        assert!(connections.table().websockets_by_address.is_empty());
    }

    #[tokio::test]
    async fn the_end_of_the_last_connection_is_told() {
        let connections = connections(2, 2);
        connections.closed().await;
        let slot = connections.open(address(1)).unwrap();
        let closed = tokio::spawn({
            let connections = connections.clone();
            async move { connections.closed().await }
        });
        tokio::task::yield_now().await;
        assert!(!closed.is_finished());
        drop(slot);
        closed.await.unwrap();
    }
}
