//! Player specs.

use agon_arena::{PlayerSpec, games};
use agon_core::Side;

use crate::{check_refusal, text};

/// An accepted player is written so that it reads the same, and can be set or is refused.
pub fn player(input: &[u8]) {
    let spec: PlayerSpec = match text(input).parse() {
        Ok(spec) => spec,
        Err(refusal) => return check_refusal(&refusal),
    };
    let written = spec.to_string();
    let read = written.parse::<PlayerSpec>();
    assert_eq!(read, Ok(spec.clone()), "{written}");
    for entry in games() {
        let mut session = entry.start();
        match session.set_player(Side::First, spec.clone()) {
            Ok(()) => assert_eq!(session.player(Side::First), &spec.clone().with_defaults()),
            Err(refused) => check_refusal(&*refused),
        }
    }
}
