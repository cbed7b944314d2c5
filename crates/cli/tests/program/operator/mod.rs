//! The server as an operator runs it: access, connections, signals, log and metrics.

mod access;
mod connections;
mod hidden;
mod observability;
mod people;
mod rights;
mod shutdown;
