//! The arguments of `agon serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;

use crate::evaluators::NamedEvaluator;
use crate::page::{Origin, parse_network};

/// The arguments of `agon serve`.
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
    /// IP address and port; if the port is in use, the next free one is taken
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    pub addr: SocketAddr,
    /// Folder of the saved games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Show the contest whose games are in this file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub contest: Vec<PathBuf>,
    /// Offer a program as an evaluation of this name, for players as minimax:eval=NAME
    /// (docs/evaluators.md); may be repeated
    #[arg(long, value_name = "NAME=COMMAND")]
    pub evaluator: Vec<NamedEvaluator>,
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
    /// Ask for no key: everybody who reaches the address may play
    #[arg(long, conflicts_with = "new_key")]
    pub no_key: bool,
    /// Replace the key in the data folder, so that old addresses are refused
    #[arg(long)]
    pub new_key: bool,
    /// Memory for searches in MB, all games together [default: a quarter of the machine]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=1 << 24))]
    pub memory: Option<u64>,
    /// What is logged on standard error
    #[arg(long, value_name = "LEVEL", default_value = "off")]
    pub log: LogLevel,
}

/// How much is logged.
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

impl Default for ServeArgs {
    /// The defaults of `agon` without a command.
    fn default() -> ServeArgs {
        ServeArgs {
            addr: ([127, 0, 0, 1], 7878).into(),
            data: None,
            contest: Vec::new(),
            evaluator: Vec::new(),
            no_open: false,
            origin: Vec::new(),
            trusted_proxy: Vec::new(),
            no_key: false,
            new_key: false,
            memory: None,
            log: LogLevel::Off,
        }
    }
}
