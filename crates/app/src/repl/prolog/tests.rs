//! The assignment's own answers, and lines that are refused.

use agon_arena::find;
use proptest::prelude::*;

use super::*;

fn session(game: &str) -> PrologRepl {
    PrologRepl::new(find(game).unwrap().base.unwrap()())
}

/// The output of a line.
fn said(session: &mut PrologRepl, line: &str) -> String {
    session.answer(line).map_err(|refused| refused.to_string()).expect(line).unwrap_or_default()
}

#[test]
fn moves_are_played_as_in_the_assignment() {
    let mut nim = session("nim");
    assert_eq!(
        said(&mut nim, "?- play([2,4,6],NewState)."),
        "I play from [2,4,6] to [1,4,6]\n\
         If you play perfectly, you will eventually win\n\
         NewState = [1, 4, 6]."
    );
    assert_eq!(
        said(&mut nim, "play([3,5,7],NewState)."),
        "I play from [3,5,7] to [2,5,7]\n\
         If you play perfectly, you will eventually lose\n\
         NewState = [2, 5, 7]."
    );
    assert_eq!(said(&mut nim, "play([],X)."), "false.");
}

#[test]
fn a_perfect_game_is_played_as_in_the_assignment() {
    assert_eq!(
        said(&mut session("nim"), "?- perfect_game([3,5,7])."),
        "\
[3,5,7] --> [2,5,7]   lose
[2,5,7] --> [1,5,7]   win
[1,5,7] --> [1,4,5]   lose
[1,4,5] --> [4,5]     win
[4,5] --> [4,4]     lose
[4,4] --> [3,4]     win
[3,4] --> [3,3]     lose
[3,3] --> [2,3]     win
[2,3] --> [2,2]     lose
[2,2] --> [1,2]     win
[1,2] --> [1]       lose
[1] --> []         win"
    );
}

/// The verdict of each position, and the size of the base after solving it from an empty one.
#[test]
fn verdicts_and_base_sizes_are_those_of_the_assignments_program() {
    for (heaps, verdict, size) in [
        ("[2,2,2]", "win", 10),
        ("[3,3]", "lose", 14),
        ("[3,5,7]", "win", 251),
        ("[2,4,6]", "lose", 98),
        ("[2,4,6,8]", "win", 765),
        ("[1,1]", "win", 3),
        ("[1,1,1]", "lose", 4),
        ("[4,5]", "win", 43),
        ("[5,5]", "lose", 53),
        ("[1,4,5]", "lose", 60),
        ("[3,5,7,9]", "win", 2124),
        ("[6,7,8,9]", "lose", 6354),
        ("[12,13,14]", "win", 39927),
    ] {
        let mut nim = session("nim");
        assert_eq!(said(&mut nim, &format!("utility({heaps},X).")), format!("X = {verdict}."));
        assert_eq!(nim.knowledge.len(), size, "{heaps}");
    }
}

#[test]
fn queries_are_answered_as_prolog_does() {
    let mut nim = session("nim");
    assert_eq!(said(&mut nim, "utility([3,5,7],win)."), "true.");
    assert_eq!(said(&mut nim, "utility([3,5,7],lose)."), "false.");
    assert_eq!(said(&mut nim, "utility([7,5,3], _)."), "true.");
    assert_eq!(said(&mut nim, "successor([3],S)."), "S = [2] ;\nS = [1] ;\nS = [] ;\nS = [1, 1].");
    assert_eq!(said(&mut nim, "successor([3],[1,1])."), "true.");
    assert_eq!(said(&mut nim, "successor([3],[3])."), "false.");
    assert_eq!(said(&mut nim, "successor([],S)."), "false.");
    assert_eq!(said(&mut nim, "utility([ 3, 5 , 7 ], Χ)."), "Χ = win.", "a Greek capital too");
    assert_eq!(said(&mut nim, "utility([1],_X)."), "_X = lose.");
    assert_eq!(said(&mut nim, "perfect_game([])."), "true.");
    for line in ["", "   ", "?- ", "% a comment", "?- ?-"] {
        assert_eq!(nim.answer(line).ok(), Some(None), "{line}");
    }
}

#[test]
fn the_base_is_listed_newest_first_and_keeps_its_facts() {
    let mut nim = session("nim");
    assert_eq!(said(&mut nim, "listing(inKB)."), "inKB([1],lose).\ninKB([],win).");
    said(&mut nim, "utility([2],X).");
    said(&mut nim, "utility([1,1],X).");
    assert_eq!(
        said(&mut nim, "listing(inKB)."),
        "inKB([1,1],win).\ninKB([2],win).\ninKB([1],lose).\ninKB([],win)."
    );
    assert_eq!(said(&mut nim, "retractall(inKB(_,_))."), "true.");
    assert_eq!(said(&mut nim, "listing(inKB)."), "true.", "nothing is left");
    assert_eq!(said(&mut nim, "retractall( inKB( _ , _ ) )."), "true.");
    let built_in = "% the assignment's program is built in; 'nim.pl' was not read\ntrue.";
    assert_eq!(said(&mut nim, "['nim.pl']."), built_in);
    assert_eq!(said(&mut nim, "listing(inKB)."), "inKB([1],lose).\ninKB([],win).");
}

#[test]
fn facts_are_asked_for_removed_and_learned_again() {
    let mut nim = session("nim");
    said(&mut nim, "utility([2,2],X).");
    assert_eq!(
        said(&mut nim, "inKB(P,V)."),
        "P = [2, 2],\nV = lose ;\nP = [1, 2],\nV = win ;\nP = [1, 1],\nV = win ;\n\
         P = [2],\nV = win ;\nP = [1],\nV = lose ;\nP = [],\nV = win."
    );
    assert_eq!(said(&mut nim, "inKB(P,lose)."), "P = [2, 2] ;\nP = [1].");
    assert_eq!(said(&mut nim, "inKB([2,2],X)."), "X = lose.");
    assert_eq!(said(&mut nim, "inKB([2,2],win)."), "false.");
    assert_eq!(said(&mut nim, "inKB([2|T],_)."), "T = [2] ;\nT = [].");
    assert_eq!(said(&mut nim, "inKB([9],_)."), "false.", "not learned by asking");
    assert_eq!(said(&mut nim, "inKB(nothing,_)."), "false.");
    assert_eq!(said(&mut nim, "utility(P,lose)."), "P = [2, 2].", "the first of the facts");
    assert_eq!(said(&mut nim, "retractall(inKB([2|_],_))."), "true.");
    assert_eq!(said(&mut nim, "findall(P,inKB(P,_),L)."), "L = [[1, 2], [1, 1], [1], []].");
    assert_eq!(said(&mut nim, "retractall(inKB(P,lose))."), "true.");
    assert_eq!(said(&mut nim, "inKB(P,lose)."), "false.");
    assert_eq!(said(&mut nim, "retractall(inKB(X,X))."), "true.", "no fact fits");
    assert_eq!(said(&mut nim, "aggregate_all(count,inKB(_,_),N)."), "N = 3.");
    assert_eq!(said(&mut nim, "retract(inKB(P,win))."), "P = [1, 2] ;\nP = [1, 1] ;\nP = [].");
    assert_eq!(said(&mut nim, "listing(inKB)."), "true.");
    assert_eq!(said(&mut nim, "utility([2,2],X)."), "X = lose.", "right without any fact");
    assert_eq!(said(&mut nim, "aggregate_all(count,inKB(_,_),N)."), "N = 6.");
    assert_eq!(said(&mut nim, "asserta(inKB([3,3],lose))."), "true.");
    assert_eq!(said(&mut nim, "inKB([3,3],X)."), "X = lose.");
    assert!(nim.answer("assertz(inKB([3,3],win)).").is_err(), "not true");
}

#[test]
fn reconsulting_keeps_what_was_learned() {
    let mut nim = session("nim");
    said(&mut nim, "utility([2],X).");
    said(&mut nim, "retractall(inKB([1],_)).");
    for query in ["consult(nim).", "reconsult('nim.pl').", "[nim].", "make."] {
        assert!(said(&mut nim, query).ends_with("true."), "{query}");
        assert_eq!(
            said(&mut nim, "listing(inKB)."),
            "inKB([2],win).\ninKB([],win).\ninKB([1],lose).",
            "{query}"
        );
    }
}

#[test]
fn tictactoe_is_a_draw_in_nine_moves() {
    let mut game = session("tictactoe");
    let start = "([0,0,0,0,0,0,0,0,0],1)";
    assert_eq!(said(&mut game, &format!("utility({start},X).")), "X = draw.");
    assert_eq!(game.knowledge.len(), 5478);
    let lines = said(&mut game, &format!("perfect_game({start})."));
    assert_eq!(lines.lines().count(), 9);
    assert!(lines.lines().all(|line| line.ends_with("   draw")), "{lines}");
    assert_eq!(
        said(&mut game, &format!("play({start},NewState).")),
        "I play from ([0,0,0,0,0,0,0,0,0],1) to ([1,0,0,0,0,0,0,0,0],-1)\n\
         If you play perfectly, you will eventually draw\n\
         NewState = ([1, 0, 0, 0, 0, 0, 0, 0, 0], -1)."
    );
}

#[test]
fn what_is_not_understood_says_what_is() {
    let mut nim = session("nim");
    for line in [
        "utility([3,5,7],X)",
        "nonsense.",
        "utility([3,5,7]).",
        "utility(3,X).",
        "utility([0],X).",
        "utility([-1],X).",
        "utility([3,x],X).",
        "utility([99999999999999999999],X).",
        "utility([3,5,7],maybe).",
        "utility([9223372036854775808],X).",
        "play([3,5,7).",
        "play([3]],X).",
        "perfect_game(X).",
        "listing(foo).",
        "retractall(inKB(_)).",
        "((((.",
        "utility([3,5,7],X). utility([1],X).",
        "utility([1 2],X).",
        "utility([3,5,7] second,X).",
        "utility([3,5],w in).",
    ] {
        let refused = nim.answer(line).map(|_| ()).map_err(|refused| refused.to_string());
        let words = refused.expect_err(line);
        assert!(!words.contains('\n') && words.len() < 400, "{line}: {words}");
    }
    assert_eq!(nim.knowledge.len(), 2, "nothing was learnt from them");
}

proptest! {
    #[test]
    fn no_line_makes_it_panic(line in r"(utility|play|successor|perfect_game|listing|retractall)?[\(\)\[\],0-9A-Z_\. a-z-]{0,30}|\PC{0,40}") {
        let _ = session("nim").answer(&line);
        let _ = session("tictactoe").answer(&line);
    }
}

#[test]
fn halting_is_understood_with_a_prompt_too() {
    for line in ["halt.", "?- halt.", " halt ."] {
        assert!(PrologRepl::is_halt(line), "{line}");
    }
    assert!(!PrologRepl::is_halt("halt"));
}
