//! The program together with programs of others: a browser, reverse proxies and a NATS server.
//! `cargo xtask test` runs each part where its programs are found.

mod browser;
#[cfg(feature = "cluster")]
mod cluster;
mod proxy;
