//! The game that a rule file is for.

use agon_infer::{DiagnosticKind, Diagnostics};

use crate::registry::{GameEntry, find, games};

/// The game that a rule file is for. Refused if it does not say so, or if there is no such
/// game; other errors are reported when it is loaded for its game.
pub fn game_of(name: &str, source: &[u8]) -> Result<&'static GameEntry, Diagnostics> {
    // Read for any game, it is read far enough to find the name of its own.
    let any = &games()[0];
    let Err(mut diagnostics) = any.start().load_rules(name, source) else { return Ok(any) };
    let names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    let names = names.join(", ");
    for diagnostic in &mut diagnostics.list {
        match &mut diagnostic.kind {
            DiagnosticKind::OtherGame { found, wanted } => match find(found) {
                Some(entry) => return Ok(entry),
                None => *wanted = format!("one of {names}"),
            },
            DiagnosticKind::NoGame => {
                diagnostic.hint = Some(format!("begin it with: game NAME. The names are {names}"));
            }
            _ => continue,
        }
        return Err(diagnostics);
    }
    Ok(any)
}
