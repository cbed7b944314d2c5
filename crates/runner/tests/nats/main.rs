//! Coordinators and workers over a NATS server.

mod credentials;
mod refusals;
mod simulation;
mod transports;
mod trust;
