//! The arguments of `agon serve`.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use agon_inputs::evaluators::{NamedEvaluator, NamedHandIn};
use clap::{Args, ValueEnum};
use ipnet::IpNet;

use agon_server::{Options, Origin, parse_network};

#[derive(Debug, Args)]
#[command(
    after_help = "Games are saved after every move. If another process already serves the same data folder, \
        its address is printed.\n\n\
        On 127.0.0.1 all games belong to you, and no key is needed. On another address, or with \
        --origin, the printed addresses hold a key, and every browser has games of its own. \
        Behind a reverse proxy, name the public address with --origin and the proxy with \
        --trusted-proxy. docs/server.md is the guide, with examples for Caddy, nginx and systemd.\n\n\
        Examples:\n  \
        agon serve --no-open               print the address, open no browser\n  \
        agon serve --addr 0.0.0.0:7878     allow other machines; the printed address holds a key\n  \
        agon serve --contest may.games     show a contest, from the file that 'agon contest' wrote\n  \
        agon serve --no-open --origin https://games.example --trusted-proxy 127.0.0.1\n  \
        agon serve --no-open --origin https://games.example --no-key --log info"
)]
pub struct ServeArgs {
    /// Address or name of this machine and port, as in localhost:7999; if the port is in use, the
    /// next free one is taken
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878", value_parser = parse_address)]
    pub addr: SocketAddr,
    /// Folder of the saved games [default: AGON_DATA, or the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Show the contest whose games are in this file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub contest: Vec<PathBuf>,
    /// Offer a program as an evaluation of this name, for players as minimax:eval=NAME
    /// (docs/evaluators.md); may be repeated
    #[arg(long, value_name = "NAME=COMMAND")]
    pub evaluator: Vec<NamedEvaluator>,
    /// Offer a hand-in of an assignment as the player hand-in:NAME and as an evaluation
    /// (docs/hand-ins.md); may be repeated
    #[arg(long, value_name = "NAME=DIR")]
    pub hand_in: Vec<NamedHandIn>,
    /// Folder of lessons, which are added to those of the program, or replace those of the same
    /// name (docs/puzzles.md)
    #[arg(long, value_name = "DIR")]
    pub lessons: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Public address of the page, as in https://games.example; may be repeated
    #[arg(long, value_name = "URL")]
    pub origin: Vec<Origin>,
    /// Address or network of a reverse proxy, whose X-Forwarded-For, X-Forwarded-Proto and
    /// Forwarded headers are believed; may be repeated
    #[arg(long, value_name = "ADDRESS", value_parser = parse_network)]
    pub trusted_proxy: Vec<IpNet>,
    /// Require no key: anyone who reaches the address may play
    #[arg(long, conflicts_with = "new_key")]
    pub no_key: bool,
    /// Replace the key in the data folder, so that old addresses are refused
    #[arg(long)]
    pub new_key: bool,
    /// Memory for searches in MB, all games together [default: a quarter of the machine]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=1 << 24))]
    pub memory: Option<u64>,
    /// Days for which games of others are kept after their last change, 0 for ever [default: 90; for
    /// ever where only this machine reaches the server]
    #[arg(long, value_name = "DAYS")]
    pub keep: Option<u32>,
    /// What is logged on standard error
    #[arg(long, value_name = "LEVEL", default_value = "off")]
    pub log: LogLevel,
}

/// Parses an address to listen at, by number or by name. Of several addresses of a name it takes
/// the first IPv4 address, like the default.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let is_right = text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !is_right {
        let like = "as in 127.0.0.1:7878, [::1]:7878 or localhost:7878";
        return Err(format!("an address is a host and a port, {like}"));
    }
    let found = text.to_socket_addrs().map_err(|error| error.to_string())?;
    let first = found.min_by_key(SocketAddr::is_ipv6);
    first.ok_or_else(|| "the name has no address".into())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    /// Nothing
    #[default]
    Off,
    /// What does not work
    Error,
    /// Besides, what was refused or given up
    Warn,
    /// Besides, start and end
    Info,
    /// Besides, one line for each request
    Debug,
    /// Besides, one line for each connection
    Trace,
}

impl LogLevel {
    fn level(self) -> Option<agon_server::LogLevel> {
        use agon_server::LogLevel as Level;
        match self {
            LogLevel::Off => None,
            LogLevel::Error => Some(Level::ERROR),
            LogLevel::Warn => Some(Level::WARN),
            LogLevel::Info => Some(Level::INFO),
            LogLevel::Debug => Some(Level::DEBUG),
            LogLevel::Trace => Some(Level::TRACE),
        }
    }
}

impl ServeArgs {
    pub fn options(self) -> Options {
        let ServeArgs {
            addr,
            data,
            contest,
            evaluator,
            hand_in,
            lessons,
            no_open,
            origin,
            trusted_proxy,
            ..
        } = self;
        let ServeArgs { no_key, new_key, memory, keep, log, .. } = self;
        Options {
            addr,
            data,
            contest,
            evaluator,
            hand_in,
            lessons,
            no_open,
            origin,
            trusted_proxy,
            no_key,
            new_key,
            memory,
            keep,
            log: log.level(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_given_by_number_or_by_name() {
        let of = |text: &str| parse_address(text).map(|address| address.to_string());
        assert_eq!(of("0.0.0.0:80"), Ok("0.0.0.0:80".into()));
        assert_eq!(of("[::1]:7999"), Ok("[::1]:7999".into()));
        assert!(parse_address("localhost:7999").is_ok_and(|address| address.ip().is_loopback()));
        for wrong in ["localhost", "7878", "127.0.0.1", "localhost:http", "localhost:99999", ""] {
            assert!(of(wrong).is_err_and(|error| error.contains("a host and a port")), "{wrong}");
        }
    }
}
