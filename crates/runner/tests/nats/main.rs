//! Coordinators and workers over a NATS server.

mod carriers;
mod credentials;
mod refusals;
mod simulation;
