//! Systems without a sandbox have nothing to attack.

use agon_host::Failure;

/// What became of an attack.
#[derive(Debug)]
pub struct Outcome {
    pub name: &'static str,
    pub purpose: &'static str,
    pub success: Option<String>,
}

pub fn attack_all(_: impl FnMut(Outcome) -> Result<(), Failure>) -> Result<(), Failure> {
    Err(Failure::refused("this system has no sandbox"))
}
