//! The language, its limits, the assignment's tasks, and inference.

mod common_lisp;
mod game;
mod inference;
mod language;
mod limits;

use super::*;

/// The output of an input.
fn said(session: &mut LispRepl, text: &str) -> String {
    let answer = session.answer(text).map_err(|refused| refused.to_string());
    answer.unwrap_or_else(|error| panic!("{text}: {error}")).unwrap_or_default()
}

/// The kind of the refusal of an input.
fn refused(session: &mut LispRepl, text: &str) -> &'static str {
    match session.answer(text) {
        Ok(answer) => panic!("{text}: {answer:?}"),
        Err(refused) => refused.kind(),
    }
}

/// A session in which S is the start.
fn session() -> LispRepl {
    let mut session = LispRepl::new(None, None).unwrap();
    assert_eq!(said(&mut session, "(define s (initial 8))"), "S");
    session
}
