//! The assignment's own answers, and lines that are refused.

use agon_arena::find;
use proptest::prelude::*;

use super::*;
use crate::help;

pub fn session(game: &str) -> PrologRepl {
    PrologRepl::new(find(game).unwrap().base.unwrap()(), |base, position, limits| {
        base.solve(position, limits, &())
    })
}

/// The output of a line.
pub fn said(session: &mut PrologRepl, line: &str) -> String {
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

#[test]
fn goals_share_their_variables() {
    let mut nim = session("nim");
    assert_eq!(
        said(&mut nim, "play([3,5,7],X), utility(X,V)."),
        "I play from [3,5,7] to [2,5,7]\n\
         If you play perfectly, you will eventually lose\n\
         X = [2, 5, 7],\nV = lose."
    );
    assert_eq!(
        said(&mut nim, "successor([4],S), utility(S,lose)."),
        "S = [1].",
        "the one winning move"
    );
    assert_eq!(said(&mut nim, "remove(X,[1,2],L)."), "X = 1,\nL = [2] ;\nX = 2,\nL = [1].");
    assert_eq!(said(&mut nim, "estimate([([1],lose),([2,2],win)],X)."), "X = win.");
    assert_eq!(said(&mut nim, "estimate([([1],lose)],lose)."), "false.", "it is won");
    assert_eq!(
        said(&mut nim, "successor([2,2],X), write(X), nl, fail."),
        "[1,2]\n[2]\n[1,2]\n[2]\nfalse."
    );
    assert_eq!(said(&mut nim, "member(X,[1,2]), X < 2."), "X = 1.");
    assert_eq!(said(&mut nim, "member(X,[1,2]), write(X), X < 2."), "1\nX = 1 ;\n2\nfalse.");
}

#[test]
fn large_heaps_are_judged_by_theory() {
    let mut nim = session("nim");
    for (heaps, verdict) in
        [("[100]", "win"), ("[100,100]", "lose"), ("[9223372036854775807,1]", "win")]
    {
        let answer =
            format!("% {heaps} is judged by theory, so it is not in the base\nX = {verdict}.");
        assert_eq!(said(&mut nim, &format!("utility({heaps},X).")), answer);
    }
    assert_eq!(said(&mut nim, "utility([3,3],X)."), "X = lose.");
    let searched = nim.knowledge.len();
    said(&mut nim, "utility([100],X).");
    assert_eq!(nim.knowledge.len(), searched, "the knowledge base has what was searched");
    assert_eq!(said(&mut nim, "inKB([100],X)."), "false.");
    assert_eq!(
        said(&mut nim, "play([200,100],X)."),
        "I play from [100,200] to [100,100]\n\
         If you play perfectly, you will eventually lose\n\
         X = [100, 100]."
    );
    assert_eq!(said(&mut nim, "aggregate_all(count,successor([100],_),N)."), "N = 2550.");
    let game = said(&mut nim, "perfect_game([40,41]).");
    let lines: Vec<&str> = game.lines().collect();
    assert_eq!((lines.len(), lines[0]), (80, "[40,41] --> [40,40]   lose"));
    assert_eq!(lines[79], "[1] --> []         win");
    let verdicts = lines.iter().map(|line| line.split(' ').next_back().unwrap());
    assert!(verdicts.eq(["lose", "win"].iter().copied().cycle().take(80)));
    assert!(nim.answer("perfect_game([1000000,1000000]).").is_err());
    assert!(nim.answer("successor([1000000],X).").is_err());
    assert!(nim.answer("asserta(inKB([100],win)).").is_err(), "too large to be stored");
}

#[test]
fn a_query_goes_up_to_its_dot() {
    let mut nim = session("nim");
    for text in
        ["", "% nothing", "halt.", "utility([1],X).", "?- X = 'a.b'. % done", "?-", "X = 'a"]
    {
        assert!(nim.is_complete(text), "{text}");
    }
    for text in ["utility([1],X)", "X = 'a. '", "/* a. ", "X = a% b.", "foo\n?- bar"] {
        assert!(!nim.is_complete(text), "{text}");
    }
    assert_eq!(said(&mut nim, "utility(\n  [3,5,7], % heaps\n  X\n)."), "X = win.");
    assert_eq!(said(&mut nim, "?- utility([3,5,7],\n|    X)."), "X = win.");
    assert_eq!(said(&mut nim, "nonsense\n?- utility([1],X)."), "X = lose.", "a new prompt");
    let refused = nim.answer("utility([3,5,7],X)").map_err(|refused| refused.to_string());
    assert_eq!(refused, Err("end the query with a dot".into()));
    assert!(nim.answer(&format!("X = '{}'.", "x".repeat(40_000))).is_err(), "too long");
}

#[test]
fn queries_without_end_are_stopped() {
    let mut nim = session("nim");
    let nested = |open: &str, inside: &str, close: &str, count: usize| {
        format!("X = {}{inside}{}, Y = X.", open.repeat(count), close.repeat(count))
    };
    let queries = [
        "append(X,[4],L).".to_string(),
        "append(X,Y,Z), fail.".into(),
        "length(L,N).".into(),
        "enlist(100000000,L).".into(),
        "between(1,1000000000000,X).".into(),
        "between(1,1000000000000,X), fail.".into(),
        "findall(X,between(1,1000000000000,X),L).".into(),
        "length(L,1000000000).".into(),
        "remove(X,L,[1,2]), fail.".into(),
        "X is 2 ** 100000000000.".into(),
        "X is 9223372036854775807 + 1.".into(),
        "X is -9223372036854775807 - 2.".into(),
        "X is (-9223372036854775807 - 1) // -1.".into(),
        format!("X is {}1.", "1+".repeat(5000)),
        format!("X = {}1.", "1+".repeat(5000)),
        nested("(", "1", ")", 3000),
        nested("[", "1", "]", 3000),
        nested("f(", "1", ")", 3000),
        nested("\\+ ", "a", "", 3000),
        format!("{}true.", "true,".repeat(1000)),
        "asserta(inKB(foo,win)).".into(),
        "retract(foo(x)).".into(),
        "X.".into(),
        "X = f, X(1).".into(),
        "3.".into(),
        "sort(a,L).".into(),
        "aggregate_all(max(X),member(X,[1]),M).".into(),
    ];
    for query in queries {
        let refused = nim.answer(&query).map_err(|refused| refused.to_string());
        assert!(refused.is_err(), "{query}: {refused:?}");
    }
    assert_eq!(said(&mut nim, "X = f(X)."), "false.", "no term contains itself");
    assert_eq!(said(&mut nim, "A = f(B), B = g(A)."), "false.");
    let long = "\\+ \\+ (enlist(20000,L), msort(L,M), reverse(L,R), R == M, append(L,M,N), length(N,40000)).";
    assert_eq!(said(&mut nim, long), "true.");
}

#[test]
fn names_of_a_query_are_forgotten_after_it() {
    let mut nim = session("nim");
    let names = nim.symbols.len();
    said(&mut nim, "X = some_new_name.");
    assert!(nim.answer("other_new_name.").is_err());
    assert_eq!(nim.symbols.len(), names);
}

#[test]
fn every_topic_is_answered() {
    for example in help::examples(natives::HELP) {
        let answer = session("nim").answer(example).map_err(|refused| refused.to_string());
        assert!(answer.is_ok(), "{example}: {answer:?}");
    }
    assert_eq!(
        said(&mut session("nim"), "help.").lines().count(),
        help::topics(natives::HELP).count()
    );
}

/// Checks a transcript: queries after prompts, each with what it prints. Gives the number of
/// queries.
fn check(game: &str, transcript: &str) -> usize {
    let mut session = session(game);
    let parts: Vec<&str> = transcript.split("?- ").skip(1).collect();
    for part in &parts {
        let mut end = part.find('\n').unwrap();
        while !session.is_complete(&part[..end]) {
            end += 1 + part[end + 1..].find('\n').expect("a dot");
        }
        assert_eq!(said(&mut session, &part[..end]), part[end..].trim(), "{part}");
    }
    parts.len()
}

#[test]
fn the_sessions_in_the_readmes_are_true() {
    for (game, readme, count) in [
        ("nim", include_str!("../../../games/src/nim/README.md"), 9),
        ("tictactoe", include_str!("../../../games/src/tictactoe/README.md"), 4),
    ] {
        let block = readme.split("```").find(|block| block.starts_with("text\n?- "));
        assert_eq!(check(game, block.unwrap()), count);
    }
}

#[test]
fn tictactoe_answers_the_same_queries() {
    let mut game = session("tictactoe");
    let state = "([-1,0,1,1,1,-1,-1,0,0],1)";
    assert_eq!(said(&mut game, "listing(inKB)."), "true.", "the program has no facts");
    assert_eq!(said(&mut game, &format!("utility({state},X).")), "X = draw.");
    assert_eq!(
        said(&mut game, &format!("successor({state},X).")),
        "X = ([-1, 1, 1, 1, 1, -1, -1, 0, 0], -1) ;\n\
         X = ([-1, 0, 1, 1, 1, -1, -1, 1, 0], -1) ;\n\
         X = ([-1, 0, 1, 1, 1, -1, -1, 0, 1], -1)."
    );
    assert_eq!(
        said(&mut game, &format!("S = {state}, play(S,N), utility(N,V), N = (Cells,Side)."))
            .lines()
            .last(),
        Some("Side = -1.")
    );
    let known = game.knowledge.len();
    assert_eq!(said(&mut game, "aggregate_all(count,inKB(_,_),N)."), format!("N = {known}."));
    assert_eq!(said(&mut game, "retractall(inKB(_,draw)), inKB(_,draw)."), "false.");
    assert_eq!(
        said(&mut game, "retractall(inKB(_,_)), [tictactoe], inKB(_,_)."),
        "% the assignment's program is built in; tictactoe was not read\nfalse."
    );
    assert_eq!(said(&mut game, &format!("inKB({state},X).")), "false.");
    for wrong in
        ["utility([3,5,7],X).", "utility(([0,0],1),X).", "utility(([0,0,0,0,0,0,0,0,0],-1),X)."]
    {
        assert!(game.answer(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn no_line_makes_it_panic(line in r"(utility|play|successor|perfect_game|listing|retractall|inKB|findall|append|X is )?[\(\)\[\],0-9A-Z_\. a-z-]{0,30}|\PC{0,40}") {
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
