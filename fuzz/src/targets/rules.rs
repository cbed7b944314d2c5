//! Rule files in both dialects, compiled and evaluated; a line that begins with `?-` is a query.

use agon_arena::{AnySession, GameEntry, game_of};
use agon_core::{Rng, Side};

use crate::features::{Features, hash_of};
use crate::target::{Target, text, words};

const SHOWS: &str = "files are refused with a place or evaluate as the reference interpreter says";

/// Rules in the dialect of the program.
pub const NATIVE: Target = Target {
    name: "rules",
    shows: SHOWS,
    words: || {
        words(
            "game byte. nim. tictactoe. santorini. theseus. value(C,1) :- score(C,N) . , ( ) not \
             count { } : sum min max mod = \\= =< >= < > + - * / _ me you top(S,C) stack(S,H) \
             at(S,L,C) adjacent(S,T) can_move(C,_,_,L) nearest(S,T) majority(N) to_move(C) \
             row(S,N) column(S,N) empty(S) mark(S,C) heap(N) heaps(N) pawn(S,C) height(S,H) \
             loot(S) a1 B2 N = count { p(X) } p(X) q(X,Y) p(X) :- q(X,Y) ?- % 'x' 2147483647",
        )
    },
    run,
    short: 2500,
};

/// Rules in the Lisp dialect of the course.
pub const LISP: Target = Target {
    name: "rules-lisp",
    shows: SHOWS,
    words: || {
        words(
            "(game byte) (game nim) (game tictactoe) ( ) (if (and then (value (+ (* \
             (count-results (score me 1)) (at ?s ?l me) (top ?s you) (stack ?a ?h) (adjacent ?a ?b) \
             (!eq ?l 0) (!ge (!gt (!ne (=+ (=- (=* ?a ?b ?c me you ; (p ?x) (can_move ?c ?a ?b ?l) \
             (nearest ?s ?t) (row ?s ?n) (not 8 -1 ' ?-",
        )
    },
    run,
    short: 1500,
};

/// The positions that a file is tried on, and the plies between them.
const POSITIONS: usize = 3;
const PLIES: usize = 5;

/// The name of the file.
const NAME: &str = "fuzz";

fn run(input: &[u8], features: &mut Features) {
    // A query is no part of the file.
    let is_query = |line: &&[u8]| line.starts_with(b"?-");
    let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    let source: Vec<u8> =
        lines.iter().filter(|line| !is_query(line)).copied().flatten().copied().collect();
    let entry: &GameEntry = match game_of(NAME, &source) {
        Ok(entry) => entry,
        Err(diagnostics) => return refused(&diagnostics, features),
    };
    let mut session = entry.start();
    if let Err(diagnostics) = session.load_rules(NAME, &source) {
        return refused(&diagnostics, features);
    }
    features.add("compiled");
    let queries = lines.iter().filter(|line| is_query(line)).map(|line| text(&line[2..]));
    for query in queries.take(2) {
        let Some(rules) = session.rules(NAME) else { panic!("the rules are not loaded") };
        match rules.query(Side::First, &query) {
            Ok(answers) => features.count("answers", answers.rows.len()),
            Err(diagnostics) => refused(&diagnostics, features),
        }
    }
    let mut rng = Rng::seeded(hash_of(input));
    for number in 0..POSITIONS {
        evaluate(&*session, features);
        for _ in 0..PLIES + number {
            let moves = session.moves();
            let Some(listed) = rng.pick(&moves) else { return };
            session.play(&listed.text).unwrap_or_else(|refused| panic!("{refused}"));
        }
    }
}

/// Compares the value of the compiled rules with that of the reference interpreter.
fn evaluate(session: &dyn AnySession, features: &mut Features) {
    if session.outcome().is_some() {
        return;
    }
    for side in Side::BOTH {
        let value = session.evaluate(Some(NAME), side);
        let value = value.unwrap_or_else(|refused| panic!("cannot evaluate: {refused}"));
        let Some(rules) = session.rules(NAME) else { panic!("the rules are not loaded") };
        let explained = rules.explain(side, features.iter().count().is_multiple_of(8));
        features.add((explained.is_partial, explained.saturated));
        if !explained.is_partial && !explained.saturated {
            assert_eq!(explained.score, value.score, "{}", session.position());
        }
        for line in &explained.lines {
            features.count("holds", line.counts[0] as usize);
        }
        features.count("points", value.score.points().unsigned_abs() as usize);
    }
}

fn refused(diagnostics: &agon_infer::Diagnostics, features: &mut Features) {
    assert!(!diagnostics.list.is_empty(), "refused without a reason");
    // Rendering slices the source at the places of the diagnostics.
    assert!(!diagnostics.to_string().is_empty());
    for diagnostic in &diagnostics.list {
        features.refusal(&diagnostic.kind);
    }
}
