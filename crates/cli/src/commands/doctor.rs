//! `agon doctor`: says how strangers' programs are held here, and attacks that.

use std::io::Write;

use agon_host::Failure;
use agon_sandbox::{Level, Sandbox, attack_all};

/// Prints the level of the sandbox, and a table of attacks. Fails if one succeeds.
pub fn doctor(out: &mut impl Write) -> Result<(), Failure> {
    let sandbox = Sandbox::of_this_system();
    writeln!(out, "{sandbox}\n")?;
    out.flush()?;
    if sandbox.level == Level::Unprotected {
        return Err(Failure::refused("there is nothing to attack"));
    }
    let (mut tried, mut succeeded) = (0, 0);
    attack_all(|outcome| {
        tried += 1;
        let found = match &outcome.success {
            None => "held".to_string(),
            Some(what) => {
                succeeded += 1;
                format!("SUCCEEDED: {what}")
            }
        };
        writeln!(out, "{:14} {found:9} {}", outcome.name, outcome.purpose)?;
        Ok(out.flush()?)
    })?;
    writeln!(out, "\n{succeeded} of {tried} attacks succeeded")?;
    out.flush()?;
    match succeeded {
        0 => Ok(()),
        _ => Err(Failure::refused("the sandbox of this system does not hold")),
    }
}
