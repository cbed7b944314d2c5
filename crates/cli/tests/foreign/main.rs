//! The program together with external programs: a browser, reverse proxies and a NATS server.
//! `cargo xtask test` runs each part if its programs are installed.

mod browser;
#[cfg(feature = "cluster")]
mod cluster;
mod proxy;
