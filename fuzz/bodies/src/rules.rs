//! Rule files in both dialects, compiled and evaluated; a line that begins with `?-` is a query.

use agon_arena::{AnySession, GameEntry, game_of};
use agon_core::{Rng, Side};

use crate::{check_refusal, seed, text};

/// The number of positions that a file is tried on, and the plies between them.
const POSITIONS: usize = 3;
const PLIES: usize = 5;

const NAME: &str = "fuzz";

/// Files are refused with a position, or evaluate as the reference interpreter does.
pub fn rules(input: &[u8]) {
    // A query is not part of the file.
    let is_query = |line: &&[u8]| line.starts_with(b"?-");
    let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    let source: Vec<u8> =
        lines.iter().filter(|line| !is_query(line)).copied().flatten().copied().collect();
    let entry: &GameEntry = match game_of(NAME, &source) {
        Ok(entry) => entry,
        Err(diagnostics) => return refused(&diagnostics),
    };
    let mut session = entry.start();
    if let Err(diagnostics) = session.load_rules(NAME, &source) {
        return refused(&diagnostics);
    }
    let queries = lines.iter().filter(|line| is_query(line)).map(|line| text(&line[2..]));
    for query in queries.take(2) {
        let Some(rules) = session.rules(NAME) else { panic!("the rules are not loaded") };
        if let Err(diagnostics) = rules.query(Side::First, &query) {
            refused(&diagnostics);
        }
    }
    let mut rng = Rng::seeded(seed(input));
    for number in 0..POSITIONS {
        evaluate(&*session, rng.below(8) == 0);
        for _ in 0..PLIES + number {
            let moves = session.moves();
            let Some(listed) = rng.pick(&moves) else { return };
            session.play(&listed.text).unwrap_or_else(|refused| panic!("{refused}"));
        }
    }
}

/// Compares the value of the compiled rules with that of the reference interpreter.
fn evaluate(session: &dyn AnySession, proofs: bool) {
    if session.outcome().is_some() {
        return;
    }
    for side in Side::BOTH {
        let value = session.evaluate(Some(NAME), side);
        let value = value.unwrap_or_else(|refused| panic!("cannot evaluate: {refused}"));
        let Some(rules) = session.rules(NAME) else { panic!("the rules are not loaded") };
        let explained = rules.explain(side, proofs);
        if !explained.is_partial && !explained.saturated {
            assert_eq!(explained.score, value.score, "{}", session.position());
        }
    }
}

fn refused(diagnostics: &agon_infer::Diagnostics) {
    assert!(!diagnostics.list.is_empty(), "refused without a reason");
    // Rendering slices the source at the spans of the diagnostics.
    assert!(!diagnostics.to_string().is_empty());
    for diagnostic in &diagnostics.list {
        check_refusal(&diagnostic.kind);
    }
}
